// Where an input came from, as far as the name of its file says: which engine kept it, which target
// it was running, and whether it is a finding or an input of a corpus.
//
//   request_path-crash-<40 hex>           libFuzzer; the target is ci/fuzz.sh's prefix
//   oom-, timeout-, leak-, slow-unit-     libFuzzer too
//   request_path-afl-crash-<40 hex>       AFL++, by ci/fuzz.sh; afl-timeout- too
//   id:000003,sig:06,src:000000,...       AFL++, which does not name the target ("id_000003,sig_06"
//   as well) SIGABRT.PC.5555.STACK.f00.CODE.....fuzz   honggfuzz
//   clusterfuzz-testcase-minimized-request_path-5641   a service; the engine is not named
#pragma once

#include <string>
#include <string_view>

namespace headerproof {

struct Origin {
  std::string engine = {};  // "libFuzzer", "AFL++", ...; empty if not known
  std::string target = {};  // empty if not known
  std::string seed = {};    // empty if not known: no name says it
  bool is_finding = false;
};

// The origin that the last part of `file`, a path, tells. Target names are of a-z, A-Z, 0-9 and
// '_'.
Origin OriginFrom(std::string_view file);

// " (libFuzzer, target request_path, seed 7)": printable; empty if nothing is known.
std::string OriginWords(const Origin& origin);

}  // namespace headerproof
