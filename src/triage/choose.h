// Chooses a small corpus: the cases that are enough to have one small case of each kind (kinds.h).
// Kept whatever they show: regressions, which are below a folder of that name, and the cases that a
// table of expectations names.
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "src/converter/metadata.h"
#include "src/triage/kinds.h"

namespace headerproof {

class CaseChooser {
 public:
  // For the cases of `folder`. The first word of each line of a table, but for comments, is a file
  // within the folder. Without tables, properties/corpus_expected.txt is read if it exists. Throws
  // CorpusError if the folder or a table cannot be read.
  CaseChooser(const std::string& folder, const std::vector<std::string>& tables);

  // The folder's path, with a slash at its end.
  const std::string& folder() const { return folder_; }

  // Adds a case that was read from `path`, which begins with folder().
  void Add(const std::string& path, const Metadata& metadata);

  struct Choice {
    std::string file;
    bool is_kept;                    // whatever it shows
    std::vector<std::string> kinds;  // that it is kept for
  };

  // The cases to keep. Throws CorpusError if one of the constructor's tables names a file that was
  // not added: a mistyped row would keep nothing. properties/corpus_expected.txt may be of another
  // folder.
  std::vector<Choice> Choose() const;

  std::size_t cases() const { return cases_.size(); }

 private:
  void ReadTable(const std::string& table);
  bool IsRegression(const std::string& file) const;

  std::string folder_;
  bool checks_rows_;                          // of the tables
  std::map<std::string, std::string> named_;  // by file: the row that names it, "TABLE:LINE"
  std::vector<KindsOfCase> cases_;
};

// Copies `chosen` from `folder` to the new folder `out`, which is outside `folder` and exists only
// when all is in it. Throws CorpusError.
void CopyCases(const std::vector<CaseChooser::Choice>& chosen, const std::string& folder,
               const std::string& out);

// Throws CorpusError if `out` is `folder` or in it, whatever links lead there.
void CheckOutside(const std::filesystem::path& out, const std::filesystem::path& folder);

}  // namespace headerproof
