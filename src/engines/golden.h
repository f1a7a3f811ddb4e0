// Golden outcomes: what the real yarpc-go was seen to return, before the change and after it, and
// whether our conversions return the same. The recorded form, line by line:
//
//   # a comment
//   case NAME
//   > Rpc-Caller: x                     the case, in the text form of a case
//   request before                      of which path and version the outcomes below are
//   =                                   an outcome
//     rpc-caller: x                     a part of it
//   request after
//   =
//     header rpc-caller: x
//     original Rpc-Caller: x
//   response before after               both versions have these outcomes
//   =                                   an outcome in which nothing is set
//
// A part is a field, as a line of the text form; "header" or "original" and such a line; or "error"
// and a text, escaped as a value is. Where no original header is given, they are the headers. The
// outcomes of a path and version are a set: yarpc-go iterates a map.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "src/cases/text.h"
#include "src/converter/convert.h"
#include "src/converter/metadata.h"
#include "src/converter/outcome.h"
#include "src/judge/converters.h"
#include "src/judge/order.h"

namespace headerproof {

enum class Version : std::uint8_t { kBefore, kAfter };
inline constexpr std::array<Version, 2> kVersions = {Version::kBefore, Version::kAfter};
std::string_view VersionName(Version version);  // "before", "after"

struct GoldenRecord {
  std::string name;
  Metadata metadata;
  std::array<std::array<OutcomeSet, 2>, 2> outcomes;  // by path and version; none is empty
};

// Reads the recorded form. Every record has outcomes for both paths and both versions.
std::variant<std::vector<GoldenRecord>, CaseError> ParseGolden(std::string_view text);

// Canonical: reading it and printing it again gives the same text.
std::string PrintGolden(const std::vector<GoldenRecord>& records);

// How a record compares with our conversions, on one path and version.
struct GoldenFault {
  std::string name;  // of the record
  Path path;
  Version version;
  std::string detail;  // a sentence, printable ASCII, masked and cut
};

// Of so many entries every order is tried.
inline constexpr std::size_t kMostEntriesInEveryOrder = 4;

struct GoldenTally {
  std::uint64_t records = 0;
  std::uint64_t sets = 0;     // compared exactly, over every order of the entries
  std::uint64_t large = 0;    // more than four entries: compared where no order decides
  std::uint64_t skipped = 0;  // more than four entries, and the order may decide
  std::array<std::uint64_t, 2> outcomes{};  // by path: recorded, in the sets compared
  std::vector<GoldenFault> faults;
};

// Compares `records` with `before` and `after` (canonicalizing and direct, in any form). For up to
// four entries the set of outcomes over all orders of the entries must equal the recorded set. For
// more, where the model gives no reason why the order may matter, the outcomes over 24 orders must
// be the one recorded; where it gives one, neither set need be complete, and nothing is compared.
GoldenTally CompareGolden(const std::vector<GoldenRecord>& records, const Converter& before,
                          const Converter& after);

}  // namespace headerproof
