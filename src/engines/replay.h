// Replay: cases from files and folders, one at a time, so that a folder of any size takes no more
// memory than its largest case and its list of names.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "src/converter/metadata.h"

namespace headerproof {

// A file that holds more octets than this is refused: no case needs them.
inline constexpr std::size_t kMostCaseOctets = std::size_t{16} << 20;

// Input that could not be used: what, where, and what to do instead.
struct BadInput {
  std::string file;        // as it was named, raw
  std::size_t line = 0;    // from 1; 0 if the fault is not in a line
  std::size_t column = 0;  // from 1
  std::string message;     // printable ASCII

  // "FILE:LINE:COLUMN: MESSAGE", or "FILE: MESSAGE"; printable ASCII.
  std::string Text() const;
};

// What receives a replay. Each returns false to end it.
struct ReplayVisitor {
  std::function<bool(const std::string& file, const Metadata& metadata)> on_case;
  std::function<bool(const BadInput& bad)> on_bad;
};

// Visits the cases of `paths` in their order. A path is a file, a folder (every regular file below
// it, those hidden by a leading dot aside, in the order of their paths' octets; links to folders
// are not followed) or "-" (standard input). Texts are read strictly. A missing or unreadable path,
// a folder without files, a file that is too large and a text that is no case are bad input.
// Returns false if the visitor ended the replay.
bool Replay(const std::vector<std::string>& paths, const ReplayVisitor& visitor);

// The octets of `file` ("-" is standard input), or nothing and what is wrong in `bad`.
bool ReadOctets(const std::string& file, std::string& octets, BadInput& bad);

// Visits the files of `paths` as Replay does, without reading them.
bool WalkFiles(const std::vector<std::string>& paths,
               const std::function<bool(const std::string& file)>& on_file,
               const std::function<bool(const BadInput& bad)>& on_bad);

}  // namespace headerproof
