// Archives that a fuzzing service hands out: zip, tar and tar.gz, read by libarchive from front to
// back. Nothing is unpacked to disk. The name of an entry is shown, and never used as a path.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace headerproof {

// An archive is read until it has more entries than this (folders and links count), or more octets
// in them.
inline constexpr std::size_t kMostArchiveEntries = 100'000;
inline constexpr std::size_t kMostArchiveOctets = std::size_t{256} << 20;

// The most octets that an input of a fuzz target has; services make no larger ones by default.
inline constexpr std::size_t kMostInputOctets = std::size_t{1} << 20;

// True if a file of this name, or with these first octets, is an archive of a kind that is read.
bool IsArchive(std::string_view name, std::string_view octets);

struct ArchiveVisitor {
  // Called with each file, in the archive's order: "ARCHIVE: ENTRY", raw, and what it holds.
  // Returns false to end the reading.
  std::function<bool(const std::string& name, const std::string& octets)> on_file;

  // Called with one printable line for an entry that is too large, that is an archive itself or
  // that cannot be read; and, last, for an archive that is broken or beyond the limits.
  std::function<void(const std::string& message)> on_error;
};

// Reads an archive: the file `file`, or `octets` if they are not null, which came from it. Links,
// folders and devices in it are skipped.
void ReadArchive(const std::string& file, const std::string* octets, const ArchiveVisitor& visitor);

}  // namespace headerproof
