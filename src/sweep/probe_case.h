// The probe cases: what does a receiver do with this name, at this place, in this form on the wire?
// All are enumerated; none is sampled. A few more are about values and about fields that HTTP/2
// calls malformed whatever their names look like.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "src/converter/convert.h"
#include "src/http2/hpack.h"

namespace headerproof {

// Where metadata comes in.
enum class Place : std::uint8_t {
  kRequestMetadata,  // a server reads a request's header block
  kResponseHeaders,  // a client reads the first block of an answer
  kTrailers,         // a client reads the block that ends an answer
  kTrailersOnly,     // a client reads the one block of an answer without a message
};
inline constexpr std::array<Place, 4> kPlaces = {Place::kRequestMetadata, Place::kResponseHeaders,
                                                 Place::kTrailers, Place::kTrailersOnly};

// "request-metadata", "response-headers", "trailers", "trailers-only".
std::string_view PlaceName(Place place);

// The conversion that what comes in there goes through.
constexpr Path PathOf(Place place) {
  return place == Place::kRequestMetadata ? Path::kRequest : Path::kResponse;
}

// How a header block is cut into HEADERS and CONTINUATION frames.
enum class Cut : std::uint8_t {
  kNone,        // as few frames as it takes
  kEveryOctet,  // one octet in each
  kInField,     // two frames: the second begins within the last field
};

// How a field is written: its HPACK form, and how its block is cut into frames.
struct WireForm {
  std::string_view name;
  HpackForm hpack;
  Cut cut = Cut::kNone;
};

// Every form that needs an entry of the dynamic table comes after one that makes the entry.
inline constexpr std::array<WireForm, 12> kWireForms = {{
    {"literal", {Representation::kLiteral, false}},
    {"literal-huffman", {Representation::kLiteral, true}},
    {"never-indexed", {Representation::kNeverIndexed, false}},
    {"never-indexed-huffman", {Representation::kNeverIndexed, true}},
    {"incremental", {Representation::kIncremental, false}},
    {"indexed", {Representation::kIndexed, false}},
    {"indexed-name", {Representation::kIndexedName, false}},
    {"incremental-huffman", {Representation::kIncremental, true}},
    {"indexed-huffman", {Representation::kIndexed, true}},
    {"indexed-name-huffman", {Representation::kIndexedName, true}},
    {"continuation-every-octet", {Representation::kLiteral, false}, Cut::kEveryOctet},
    {"continuation-in-the-field", {Representation::kLiteral, false}, Cut::kInField},
}};

enum class ProbeCaseKind : std::uint8_t {
  kControl,    // a plain lowercase name: a receiver that refuses it says nothing about names
  kOnly,       // one octet, alone
  kFirst,      // one octet, before others
  kMiddle,     // one octet, between others
  kLast,       // one octet, after others
  kEmpty,      // the empty name
  kPseudo,     // a name that begins with a colon
  kCollision,  // two spellings of one name
  kSpecial,    // a name that the transport or yarpc-go gives a meaning, in some spelling
  kBinary,     // a name that ends in -bin, in some spelling
  // The kinds of FieldProbeCases:
  kValue,        // a value with CR, LF, NUL, or a blank at an edge (RFC 9113 8.2.1)
  kConnection,   // a connection-specific field, or te with a value but trailers (8.2.2)
  kPseudoLate,   // a pseudo-header field of the message itself, after all other fields (8.3)
  kPseudoTwice,  // the same, twice (8.3)
};

// "control", "octet-only", "octet-first", ...
std::string_view ProbeCaseKindName(ProbeCaseKind kind);

struct ProbeCase {
  ProbeCaseKind kind = ProbeCaseKind::kControl;
  std::vector<Field> fields;  // one, or two that collide; sent last in their block
};

// What is tried at every place, in each form: the control, every octet 00-ff in the four positions,
// and the names of the other kinds. Always the same, in the same order.
std::vector<ProbeCase> AllProbeCases();

// What only the probe asks, about values and fields with well-formed names. A case of the two
// pseudo kinds has the name only: the value is the message's own.
std::vector<ProbeCase> FieldProbeCases();

// True if the probe case can be asked at `place`: not a request's fields in a response.
bool IsAskedAt(const ProbeCase& probe_case, Place place);

// True if a receiver has to call the fields malformed, whose names are well-formed, because they
// are connection-specific (RFC 9113 8.2.2).
bool AsksConnectionField(const ProbeCase& probe_case);

// True if a name of the probe case has an octet 41-5a.
bool AsksUppercase(const ProbeCase& probe_case);

// True if HTTP/2 calls the name malformed (RFC 9113 8.2.1): it is outside the domain http2.
bool IsMalformedName(std::string_view name);

// True if a name of the probe case is malformed.
bool AsksMalformed(const ProbeCase& probe_case);

}  // namespace headerproof
