// Replay: reads the cases of files and folders, one after the other.
//
// A path is a file, a folder, or "-" for standard input. A folder means every regular file
// below it, in the order of the octets of their paths; hidden files and folders (whose names begin
// with a dot) and symbolic links below it are skipped. At most one case is in memory, and of a
// folder the names of the entries on the way to that case.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "src/converter/metadata.h"

namespace headerproof {

// No case has more octets of text.
inline constexpr std::size_t kMostCaseOctets = std::size_t{16} << 20;
inline constexpr std::string_view kTooLargeForACase =
    "too large for a case: more than 16777216 octets; split it, or shorten its values";
static_assert(kMostCaseOctets == 16'777'216, "kTooLargeForACase names it");

// `file` is the path of the file that a case came from, as given, or "-".
struct ReplayVisitor {
  // Called with each case, strictly read. Returns false to end the replay.
  std::function<bool(const std::string& file, const Metadata& metadata)> on_case;

  // Called for each path that gave no case, with one printable line: "FILE:LINE:COLUMN: what, and
  // what to write instead" for a text that is not a case, "FILE: what" for anything else (a file
  // that is missing, cannot be read, or is too large; a folder without files). Returns false to end
  // the replay. Null: the first error ends it.
  std::function<bool(const std::string& file, const std::string& message)> on_error;
};

struct ReplayCounts {
  std::uint64_t cases = 0;
  std::uint64_t errors = 0;
};

// Replays `paths` in their order. No paths at all give no cases: whether that is an error is for
// the caller to say.
ReplayCounts Replay(const std::vector<std::string>& paths, const ReplayVisitor& visitor);

// The same walk for the octets of each file, whatever they are: on_octets(file, octets), and
// on_error as above. Returns how many files were read, and the errors.
struct OctetVisitor {
  std::function<bool(const std::string& file, const std::string& octets)> on_octets;
  std::function<bool(const std::string& file, const std::string& message)> on_error;
  std::string_view too_large = kTooLargeForACase;  // what is said of more than kMostCaseOctets
};
ReplayCounts ReplayOctets(const std::vector<std::string>& paths, const OctetVisitor& visitor);

// The text of one file, or of standard input ("-"). On an error returns false, and `text` is the
// line that says so; `too_large` of more than kMostCaseOctets.
bool ReadCaseText(const std::string& file, std::string& text,
                  std::string_view too_large = kTooLargeForACase);

// "FILE:LINE:COLUMN: MESSAGE", printable.
std::string LocatedMessage(std::string_view file, std::size_t line, std::size_t column,
                           std::string_view message);

}  // namespace headerproof
