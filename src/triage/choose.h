// Chooses a small corpus: the cases that are enough to have one small case of each kind (kinds.h).
// Kept whatever they show: regressions, which are below a folder of that name, and the cases that a
// table of expectations names.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "src/converter/metadata.h"
#include "src/triage/kinds.h"

namespace headerproof {

// The cases that tables name: for each file within the corpus, the row that names it, "TABLE:LINE".
// The first word of each line of a table, but for comments, is a file. Throws UserError if a table
// cannot be read.
using NamedCases = std::map<std::string, std::string>;
NamedCases ReadTables(const std::vector<std::string>& tables);

// What choosing needs of a case that was read from `file` in `folder`.
KindsOfCase CaseToChoose(const std::string& folder, const std::string& file,
                         const Metadata& metadata, const NamedCases& named);

// Throws UserError if `named` names a file that is not among `cases`, those of `folder`: a mistyped
// row would keep nothing.
void CheckRows(const NamedCases& named, const std::vector<KindsOfCase>& cases,
               const std::string& folder);

// Copies `chosen` from `folder` to the new folder `out`, which is outside `folder` and exists only
// when all is in it. Throws UserError.
void CopyCases(const std::vector<KindsOfCase>& chosen, const std::filesystem::path& folder,
               const std::string& out);

// Throws UserError if `out` is `folder` or in it, whatever links lead there.
void CheckOutside(const std::filesystem::path& out, const std::filesystem::path& folder);

}  // namespace headerproof
