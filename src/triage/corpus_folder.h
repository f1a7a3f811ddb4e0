// The folder that cases are imported into: what it holds and shows already, and new files in it,
// none of which takes the place of another.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "src/converter/metadata.h"
#include "src/triage/fault.h"

namespace headerproof {

class CorpusFolder {
 public:
  // Reads the cases below `folder`. A folder that is not there holds nothing; files that are no
  // cases are passed over.
  explicit CorpusFolder(std::string folder);

  // For each fault that a case shows, by its name, the file of one that does.
  std::map<std::string, std::string> FindFaults(FaultFinder& finder) const;

  struct Placed {
    std::string file;
    bool is_new;
  };

  // Puts a case into the folder, which is made if need be, under a name that begins with `shows`
  // and ends in a digest of its text, below the line "# COMMENT". A case that stands in the folder
  // already, under any name, is not written again. Throws AuditError if it cannot be written.
  Placed Put(const std::string& shows, std::string_view comment, const std::string& text);

 private:
  std::string folder_;
  std::map<std::string, std::string> cases_;  // text: file
};

}  // namespace headerproof
