// Archives that a fuzzing service hands out: zip, tar and tar.gz, read by libarchive from front to
// back. Nothing is unpacked to disk. The name of an entry is shown, and never used as a path.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "src/triage/inputs.h"

namespace headerproof {

// An archive is read until it has more entries than this (folders and links count), or more octets
// in them.
inline constexpr std::size_t kMostArchiveEntries = 100'000;
inline constexpr std::size_t kMostArchiveOctets = std::size_t{256} << 20;

// The most octets that an input of a fuzz target has; services make no larger ones by default.
inline constexpr std::size_t kMostInputOctets = std::size_t{1} << 20;

// True if a file of this name, or with these first octets, is an archive of a kind that is read.
bool IsArchive(std::string_view name, std::string_view octets);

// Reads an archive: the file `file`, or `octets` if they are not null, which came from it. Gives
// each file in it to `visitor`, in the archive's order, as "ARCHIVE: ENTRY"; links, folders and
// devices are skipped. An entry that is too large, that is an archive itself or that cannot be read
// is an error; and, last, an archive that is broken or beyond the limits. Returns false if the
// visitor ended the reading.
bool ReadArchive(const std::string& file, const std::string* octets, const InputVisitor& visitor);

}  // namespace headerproof
