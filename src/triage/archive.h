// Archives that a fuzzing service hands out: zip, tar and tar.gz, read by libarchive from front to
// back, nothing of them unpacked to disk. The name of an entry is shown and is never a path.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace headerproof {

// An archive is refused from the entry on at which it has more entries than this (folders and links
// count), or more octets in them.
inline constexpr std::size_t kMostArchiveEntries = 100'000;
inline constexpr std::size_t kMostArchiveOctets = std::size_t{256} << 20;

// No input of a fuzz target has more octets; no service makes larger ones unless told to.
inline constexpr std::size_t kMostInputOctets = std::size_t{1} << 20;

// True if a file of this name, or with these first octets, is an archive of any kind that could be
// read here.
bool IsArchive(std::string_view name, std::string_view octets);

struct ArchiveVisitor {
  // Called with each file, in the archive's order: "ARCHIVE: ENTRY", raw, and what it holds.
  // Returns false to end the reading.
  std::function<bool(const std::string& name, const std::string& octets)> on_file;

  // Called with one printable line for an entry that is too large, that is an archive itself or
  // that cannot be read, after which reading goes on where that can be; and for an archive that is
  // broken or beyond the limits, whose entries before were visited. Returns false to end it.
  std::function<bool(const std::string& message)> on_error;
};

// Reads an archive: the file `file`, or `octets` if they are not null, which came from it. Links,
// folders and devices in it are passed over. False if on_file or on_error said to end.
bool ReadArchive(const std::string& file, const std::string* octets, const ArchiveVisitor& visitor);

}  // namespace headerproof
