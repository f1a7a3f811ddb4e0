// The one generator of metadata. It makes far more often than chance what conversions are sensitive
// to: special names and their misspellings, names that collide once lowercased, every
// class of octet, zero to three values, binary names, lengths around those where word-wise code
// changes its step, and the shapes of a content-type. All its randomness comes from a Choices.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "src/cases/choices.h"
#include "src/converter/metadata.h"
#include "src/grammar/name.h"

namespace headerproof {

struct GeneratorLimits {
  std::size_t max_entries = 6;
  bool with_huge_names = false;  // also names around 16,384 octets
};

// Names worth trying, lowercase: the special names, an unknown reserved one, names close to them,
// gRPC's own, a pseudo-header field's, a binary one, and an application's.
std::span<const std::string_view> InterestingNames();

// Values of content-type whose subtype is worth trying.
std::span<const std::string_view> ContentTypeShapes();

// A metadata whose names are distinct. About a quarter each is confined to the domains grpc, http2
// and lowercase, and a quarter not at all.
Metadata GenerateMetadata(Choices& choices, const GeneratorLimits& limits = {});

// A name in `domain` (Domain::kNone: any octets).
std::string GenerateName(Choices& choices, Domain domain, const GeneratorLimits& limits = {});

// A value for an entry named `name`; any octets.
std::string GenerateValue(Choices& choices, std::string_view name);

// `name` with some letters' case changed; unchanged if it has no letters.
std::string Respell(Choices& choices, std::string_view name);

// The spellings that the systematic engines use: as it is, each word capitalized, all uppercase.
std::string Capitalize(std::string_view name);
std::string Uppercase(std::string_view name);

}  // namespace headerproof
