// The folder that cases are imported into: the cases and faults that it has already, and new cases,
// none of which takes the place of another file.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "src/converter/metadata.h"
#include "src/triage/fault.h"

namespace headerproof {

class CorpusFolder {
 public:
  // Reads the cases below `folder`. One that does not exist holds nothing; files that are not cases
  // are skipped.
  explicit CorpusFolder(std::string folder);

  // The faults that the cases show, by name; for each, the file of one that shows it.
  std::map<std::string, std::string> FindFaults(FaultFinder& finder) const;

  struct Placed {
    std::string file;
    bool is_new;
  };

  // Writes a case to a new file, below the line "# COMMENT". Its name begins with `shows` and ends
  // in a digest of `text`, the case's text. The folder is made if need be. A case that is in the
  // folder already, under any name, is not written again. Throws UserError.
  Placed Put(const std::string& shows, std::string_view comment, const std::string& text);

 private:
  std::string folder_;
  std::map<std::string, std::string> cases_;  // text: file
};

}  // namespace headerproof
