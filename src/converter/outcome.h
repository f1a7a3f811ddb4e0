// An outcome: what a conversion returned, in a form made for comparing. Two converters agree on a
// metadata if and only if their outcomes are equal.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/converter/convert.h"
#include "src/converter/error.h"
#include "src/grammar/special_name.h"

namespace headerproof {

struct HeaderPair {
  std::string name;
  std::string value;

  friend auto operator<=>(const HeaderPair&, const HeaderPair&) = default;
};

// Sorted by name octets; names are distinct.
using HeaderList = std::vector<HeaderPair>;

// A request (path request), or headers alone (path response: the fields are empty), or an error
// (fields and lists are empty: what was gathered before the error is not part of the outcome).
struct Outcome {
  std::optional<Error> error;
  std::array<std::string, kFieldCount> fields;
  HeaderList headers;
  HeaderList original_headers;

  bool ok() const { return !error.has_value(); }

  // Makes this the empty outcome, and keeps its room.
  void Clear() {
    error.reset();
    for (std::string& field : fields) field.clear();
    headers.clear();
    original_headers.clear();
  }

  friend bool operator==(const Outcome&, const Outcome&) = default;
};

namespace outcome_internal {

// Copies `rows`, sorted, to `list`, whose room is reused.
inline void CopySorted(std::span<const Header> rows, HeaderList& list) {
  std::vector<Header> sorted(rows.begin(), rows.end());
  if (!std::ranges::is_sorted(sorted, {}, &Header::name)) {
    std::ranges::sort(sorted, {}, &Header::name);
  }
  list.resize(sorted.size());
  auto pair = list.begin();
  for (const Header& header : sorted) {
    pair->name = header.name;
    pair->value = header.value;
    ++pair;
  }
}

}  // namespace outcome_internal

// Writes what `conversion` says to `outcome`.
template <class Text>
void ToOutcome(BasicConversion<Text> conversion, Outcome& outcome) {
  if (conversion.error) {
    outcome.Clear();
    outcome.error = std::move(conversion.error);
    return;
  }
  outcome.error.reset();
  for (std::size_t field = 0; field < kFieldCount; ++field) {
    outcome.fields[field] = conversion.fields[field];
  }
  outcome_internal::CopySorted(conversion.headers.items(), outcome.headers);
  outcome_internal::CopySorted(conversion.headers.original_items(), outcome.original_headers);
}

}  // namespace headerproof
