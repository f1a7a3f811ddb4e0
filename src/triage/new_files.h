// New files and folders of a corpus: there whole or not at all, and never in the place of another.
// Next to them, src/evidence/files.h replaces files.
#pragma once

#include <filesystem>
#include <functional>
#include <string_view>

namespace headerproof {

// Writes `octets` to a hidden file next to `path`, which no replay reads, and links it to `path`.
// Returns false, having changed nothing, if `path` exists already, whatever it is; of two processes
// that put a file at one path at once, one gets false. Throws UserError if it cannot be written.
bool PutFile(const std::filesystem::path& path, std::string_view octets);

// Makes the folder `place`: calls fill(folder) with a hidden folder next to it, which is renamed to
// `place` afterwards, or removed if fill throws. `place` must not exist or be an empty folder; it
// is not a symbolic link, and its last part is a name, not "." or "..". Throws UserError.
void PutFolder(std::filesystem::path place,
               const std::function<void(const std::filesystem::path& folder)>& fill);

}  // namespace headerproof
