// The kinds of a case: what it reaches, as the judge sees it, without instrumentation of a program.
// Of two cases of the same kinds one is enough. A case can have these kinds:
//
//   domain and class      each input class (input_class.h), and each two of them together
//   differences           by path: all named differences that the change makes to it, together
//   end                   by path and policy: that it converts, with or without headers, or the
//                         error's code and rule
//   order                 by path: each reason why its order may matter
//   special name          by path: which special name, spelled exactly or not, with how many values
//                         (none, one, one that is empty, several), and whether `direct` converts it
//
// There are a few hundred kinds, so a corpus of one small case for each stays small.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "src/converter/metadata.h"
#include "src/judge/converters.h"

namespace headerproof {

// The kinds of `metadata` as printable words, sorted, each once. Never empty.
std::vector<std::string> KindsOf(const Metadata& metadata);

// What a case shows, as part of a file's name: its narrowest domain, and the named differences that
// the change makes on either path: "none-field-changed-reserved-name-leak", "grpc-transparent".
std::string ShownName(const Metadata& metadata);

// The same in words: "domain none; request: field-changed; response: transparent".
std::string ShownWords(const Metadata& metadata);

// The row of a case in properties/corpus_expected.txt, as `converter_set` converts it: the file
// within the corpus, the domain, and what the change makes of it on each path ("-": no difference).
std::string CorpusRow(const std::string& file, const Metadata& metadata,
                      const ConverterSet& converter_set);

// A case of a corpus, as far as choosing needs it.
struct KindsOfCase {
  std::string file;    // within the corpus
  std::size_t octets;  // of its canonical text
  std::string digest;  // of its canonical text: decides between cases of one size
  bool is_kept;        // whatever it shows
  std::vector<std::string> kinds;
};

// The cases to keep: those that are kept whatever they show; then, from the smallest on, each that
// shows a kind that none before it shows. Each comes with only the kinds for which it is kept; they
// are in the order of their files. The order of `cases` makes no difference, and choosing from what
// was kept keeps all of it.
std::vector<KindsOfCase> CasesToKeep(std::vector<KindsOfCase> cases);

}  // namespace headerproof
