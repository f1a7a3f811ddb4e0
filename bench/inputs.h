// What is converted and measured: metadata of stated shapes and sizes.
#pragma once

#include <cstddef>

#include "src/converter/metadata.h"

namespace headerproof {

// Fifteen lowercase entries as a yarpc-go server receives them: the seven request fields and three
// headers of its application, with the values of yarpc-go's own benchmark, and five entries that
// gRPC and its surroundings add.
Metadata RequestMix();

// Fifteen lowercase entries that are an application's headers every one: the most that a conversion
// can have to store.
Metadata HeadersAlone();

// Two lowercase entries: a request field and a header, or two headers.
Metadata FieldAndHeader();
Metadata TwoHeaders();

// `count` distinct lowercase names of 18 octets, each with one value.
Metadata DistinctNames(std::size_t count);

// `count` spellings of one name, at most 65,536, so that all names collide once lowercased.
Metadata Spellings(std::size_t count);

// `count` distinct lowercase names that share one bucket of a std::unordered_map<std::string, T>
// with room reserved for `count`: what a peer sends who knows the hash.
Metadata BucketSharers(std::size_t count);

}  // namespace headerproof
