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

namespace convert_internal {

// What an owning result keeps of `metadata`, in octets, at most.
template <MetadataRange Range>
std::size_t CountOctets(const Range& metadata) {
  std::size_t octets = 0;
  for (const auto& entry : metadata) {
    if (entry.values.size() != 1) continue;
    octets += std::string_view(entry.name).size() + std::string_view(entry.values[0]).size();
  }
  return octets;
}

template <MetadataRange Range>
std::size_t CountNameOctets(const Range& metadata) {
  std::size_t octets = 0;
  for (const auto& entry : metadata) octets += std::string_view(entry.name).size();
  return octets;
}

// Stores `value` under the name that was looked at. `may_collide`: a name before it was lowercased,
// so that this may be that name again.
template <class Headers, MetadataRange Range>
[[gnu::always_inline]] inline void StoreHeader(const Look& look, std::string_view value,
                                               const Range& metadata, Headers& headers,
                                               bool& may_collide) {
  if (look.has_uppercase && !may_collide) [[unlikely]] {
    may_collide = true;
    headers.ReserveOctets(CountNameOctets(metadata));
  }
  if (may_collide) [[unlikely]] {
    headers.Store(look.lowercase, look.spelled, value);
  } else {
    headers.Append(look.lowercase, value);
  }
}

// What becomes of the value of a name that is special as a whole, on the request path.
template <class Text>
void TakeWhole(SpecialName special, std::string_view value, std::array<Text, kFieldCount>& fields) {
  if (IsField(special)) {
    fields[static_cast<std::size_t>(special)] = value;
  } else if (special == SpecialName::kContentType) {
    Text& encoding = fields[static_cast<std::size_t>(SpecialName::kEncoding)];
    if (encoding.empty()) encoding = ContentSubtype(value);
  }
}

}  // namespace convert_internal

// Converts `metadata`, any octets, on `path` under `policy`. The first entry that is an error ends
// the conversion. Cost is linear in entries and octets.
template <Path path, KeyPolicy policy, class Text, MetadataRange Range>
BasicConversion<Text> Convert(const Range& metadata) {
  BasicConversion<Text> result;
  BasicHeaders<Text>& headers = result.headers;
  headers.Reserve(std::ranges::size(metadata));
  if constexpr (BasicHeaders<Text>::kIsOwning) {
    headers.ReserveOctets(convert_internal::CountOctets(metadata));
  }
  bool may_collide = false;
  std::size_t index = 0;
  for (const auto& entry : metadata) {
    const std::size_t position = index++;
    const std::string_view received = entry.name;
    const Look look = LookAt<policy>(received, headers);
    if constexpr (policy == KeyPolicy::kRejecting) {
      if (look.has_uppercase) {
        result.error = NotLowercase(received, position);
        return result;
      }
    }
    if constexpr (path == Path::kResponse) {
      if (IsReserved(look.special)) continue;
    }
    if (entry.values.size() != 1) {
      if (entry.values.size() == 0) continue;
      const std::string_view reported = path == Path::kRequest ? received : look.spelled;
      result.error = TooManyValues(reported, entry.values, position);
      return result;
    }
    const std::string_view value = entry.values[0];
    if constexpr (path == Path::kRequest) {
      if (IsWhole(look.special)) {
        convert_internal::TakeWhole(look.special, value, result.fields);
        continue;
      }
    }
    convert_internal::StoreHeader(look, value, metadata, headers, may_collide);
  }
  return result;
}

}  // namespace headerproof
