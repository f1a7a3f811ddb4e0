// The other way: a request's fields and headers become metadata (yarpc-go
// transportRequestToMetadata and addApplicationHeaders).
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "src/converter/error.h"
#include "src/converter/fold.h"
#include "src/converter/metadata.h"
#include "src/converter/name_table.h"
#include "src/grammar/special_name.h"

namespace headerproof {

// Appends `headers` (a range of rows with a name and a value) to `metadata`, each under its
// lowercased name. Three checks, in this order: a reserved name is an error whatever its value; an
// empty value is left out silently; a name that is already there is an error. On an error the
// metadata is unchanged. The error's entry is the header's index.
template <class Rows>
std::optional<Error> AppendHeaders(const Rows& headers, Metadata& metadata) {
  struct Present {
    std::string_view name;
  };
  // Names are views into `metadata` and into `added`; neither moves an entry before the end.
  NameTable<Present> present;
  present.Reserve(metadata.size() + std::size(headers));
  for (const Entry& entry : metadata) present.Append(entry.name);
  Metadata added;
  added.reserve(std::size(headers));
  std::size_t index = 0;
  for (const auto& header : headers) {
    const std::size_t position = index++;
    std::string name = Fold(header.name);
    if (IsReserved(std::string_view(name))) {
      return Error{.entry = position,
                   .message = "cannot use reserved header in application headers: " + name};
    }
    if (header.value.empty()) continue;
    if (present.Find(name) != NameTable<Present>::kNone) {
      return Error{.entry = position, .message = "duplicate key: " + name};
    }
    added.push_back({std::move(name), {std::string(header.value)}});
    present.Append(added.back().name);
  }
  metadata.insert(metadata.end(), std::make_move_iterator(added.begin()),
                  std::make_move_iterator(added.end()));
  return std::nullopt;
}

// The metadata of a request: the seven fields, empty ones left out, and then its headers. On an
// error `metadata` is empty.
template <class Text, class Rows>
std::optional<Error> ToMetadata(const std::array<Text, kFieldCount>& fields, const Rows& headers,
                                Metadata& metadata) {
  metadata.clear();
  for (std::size_t field = 0; field < kFieldCount; ++field) {
    if (fields[field].empty()) continue;
    metadata.push_back({std::string(kFieldNames[field]), {std::string(fields[field])}});
  }
  std::optional<Error> error = AppendHeaders(headers, metadata);
  if (error) metadata.clear();
  return error;
}

}  // namespace headerproof
