// The two conversions, on one implementation for all key policies.
//
//   request    yarpc-go metadataToTransportRequest: a server reads request metadata
//   response   yarpc-go getApplicationHeaders: a client reads response metadata
//
// Entries are taken in the order given. Go iterates its map at random, so what yarpc-go may return
// for a metadata is what these return for some order of its entries.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "src/converter/error.h"
#include "src/converter/headers.h"
#include "src/converter/key_policy.h"
#include "src/converter/metadata.h"
#include "src/converter/octets.h"
#include "src/grammar/special_name.h"

namespace headerproof {

enum class Path : std::uint8_t { kRequest, kResponse };
inline constexpr std::array<Path, 2> kPaths = {Path::kRequest, Path::kResponse};

constexpr std::string_view PathName(Path path) {
  return path == Path::kRequest ? "request" : "response";
}

// What a conversion returns. With Text std::string it owns its octets. With std::string_view it
// borrows values, and names that did not change, from the metadata: valid while the metadata is
// unchanged and this object (or the one it was moved to) lives.
template <class Text>
struct BasicConversion {
  std::optional<Error> error;            // if set, fields and headers mean nothing
  std::array<Text, kFieldCount> fields;  // request path; indexed by SpecialName
  BasicHeaders<Text> headers;
};

using Conversion = BasicConversion<std::string>;
using ConversionView = BasicConversion<std::string_view>;

// The subtype in a content-type's value: what follows "application/grpc" and one '+' or ';'; empty
// if the value does not begin so, case and all (grpc-go internal/grpcutil ContentSubtype as
// yarpc-go getContentSubtype uses it).
constexpr std::string_view ContentSubtype(std::string_view content_type) {
  constexpr std::string_view kBase = "application/grpc";
  if (!content_type.starts_with(kBase) || content_type.size() == kBase.size()) return {};
  const char separator = content_type[kBase.size()];
  if (separator != '+' && separator != ';') return {};
  return content_type.substr(kBase.size() + 1);
}

// The error for an entry with several values. `name` is as the path reports it.
template <class Values>
Error TooManyValues(std::string_view name, const Values& values, std::size_t entry) {
  std::string message = "header has more than one value: ";
  message.append(name).append(":[");
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i != 0) message += ' ';
    message.append(std::string_view(values[i]));
  }
  message += ']';
  return {.entry = entry, .message = std::move(message)};
}

inline Error NotLowercase(std::string_view name, std::size_t entry) {
  return {.entry = entry, .message = std::string("header name is not lowercase: ").append(name)};
}

// A name as a conversion looks at it, and what it means.
struct Look {
  Key key;
  SpecialName special;
};

// `name` under `policy`. A special name is lowercase, so only `canonicalizing`, which
// lowercases whatever comes, looks at its octets.
template <KeyPolicy policy>
[[gnu::always_inline]] inline Look LookAt(std::string_view name, OctetArena& arena) {
  if constexpr (policy == KeyPolicy::kCanonicalizing) {
    const Key key = MakeKey<policy>(name, arena);
    return {key, ClassifyName(key.name)};
  } else {
    const SpecialName special = ClassifyName(name);
    if (IsWhole(special)) return {{name}, special};
    const Key key = MakeKey<policy>(name, arena);
    return {key, key.changed ? ClassifyName(key.name) : special};
  }
}

// Converts `metadata`, any octets, on `path` under `policy`. The first entry that is an error ends
// the conversion. Cost is linear in entries and octets.
template <Path path, KeyPolicy policy, class Text, MetadataRange Range>
BasicConversion<Text> Convert(const Range& metadata) {
  BasicConversion<Text> result;
  BasicHeaders<Text>& headers = result.headers;
  OctetArena own_arena;  // for an owning result, which copies what it keeps
  OctetArena& arena = [&]() -> OctetArena& {
    if constexpr (BasicHeaders<Text>::kIsOwning) {
      return own_arena;
    } else {
      return headers.arena();
    }
  }();
  headers.Reserve(std::ranges::size(metadata));

  bool may_collide = false;  // a key changed, so it may be another entry's name
  std::size_t index = 0;
  for (const auto& entry : metadata) {
    const std::size_t position = index++;
    const std::string_view received = entry.name;
    const auto [key, special] = LookAt<policy>(received, arena);
    if constexpr (policy == KeyPolicy::kRejecting) {
      if (key.rejected) {
        result.error = NotLowercase(received, position);
        return result;
      }
    }
    if constexpr (path == Path::kResponse) {
      if (IsReserved(special)) continue;
    }
    if (entry.values.size() != 1) {
      if (entry.values.size() == 0) continue;
      const std::string_view reported = path == Path::kRequest ? received : key.name;
      result.error = TooManyValues(reported, entry.values, position);
      return result;
    }
    const std::string_view value = entry.values[0];
    if constexpr (path == Path::kRequest) {
      if (IsField(special)) {
        SetText(value, result.fields[static_cast<std::size_t>(special)]);
        continue;
      }
      if (special == SpecialName::kRoutingName) continue;
      if (special == SpecialName::kContentType) {
        Text& encoding = result.fields[static_cast<std::size_t>(SpecialName::kEncoding)];
        if (encoding.empty()) encoding = ContentSubtype(value);
        continue;
      }
    }
    if constexpr (!YieldsLowercase(policy)) {
      headers.WithNew(key.name, value);
    } else {
      may_collide |= key.changed;
      if (may_collide) [[unlikely]] {
        headers.WithLowercase(key.name, value);
      } else {
        headers.AppendLowercase(key.name, value);
      }
    }
  }
  return result;
}

}  // namespace headerproof
