// The judge: checks the relations on one case, and returns every named difference and every
// violation. All engines, tests and fuzz targets use it; none has a check of its own.
//
// It converts the case with each policy's converter, asks the model for each policy, and compares.
// It keeps nothing between cases and takes no shortcut: this is the code that a reader has to
// trust.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "src/converter/convert.h"
#include "src/converter/metadata.h"
#include "src/converter/outcome.h"
#include "src/judge/converters.h"
#include "src/judge/difference.h"
#include "src/judge/input_class.h"

namespace headerproof {

enum class Relation : std::uint8_t {
  kTransparent,  // 1: on lowercase names all policies return the same outcome
  kAsPredicted,  // 2: each policy returns what the model says, and differs as the model does
  kSafe,         // 3: guarded equals canonicalizing; rejecting is its own error or direct's outcome
  kPathsAgree,   // 4: on lowercase names the response has the request's headers, and more
  kOrder,        // 5: more than one outcome over all orders has one of three reasons
  kRoundTrip,    // 6: a request turned into metadata and back is that request, with exceptions
};
inline constexpr std::size_t kRelationCount = 6;
inline constexpr std::array<Relation, kRelationCount> kRelations = {
    Relation::kTransparent, Relation::kAsPredicted, Relation::kSafe,
    Relation::kPathsAgree,  Relation::kOrder,       Relation::kRoundTrip};

// "transparent", "as-predicted", "safe", "paths-agree", "order", "round-trip".
std::string_view RelationName(Relation relation);

struct Violation {
  Relation relation;
  Path path;
  std::string detail;  // a sentence, printable ASCII, values masked and cut
};

// What the judge found for one case.
struct Judgement {
  Domain domain = Domain::kGrpc;
  std::array<bool, kRelationCount> checked{};  // by relation: it applies to this case
  std::array<DifferenceSet, 2> differences{};  // canonicalizing to direct, by path
  std::vector<Violation> violations{};

  bool obeyed() const { return violations.empty(); }
  bool transparent(Path path) const { return differences[static_cast<std::size_t>(path)].empty(); }
};

// CheckOptions::relations for these relations and no others.
constexpr std::uint8_t Only(std::initializer_list<Relation> relations) {
  unsigned bits = 0;
  for (const Relation relation : relations) bits |= 1U << static_cast<unsigned>(relation);
  return static_cast<std::uint8_t>(bits);
}

// Which of relations 1 to 4 and 6 to check; relation 5 is in order.h.
struct CheckOptions {
  bool request = true;  // paths; relation 4 needs both, relation 6 the request path
  bool response = true;
  std::uint8_t relations = 0xff;  // bit i: the relation of value i

  bool Wants(Path path) const { return path == Path::kRequest ? request : response; }
  bool Wants(Relation relation) const {
    return (relations >> static_cast<unsigned>(relation) & 1U) != 0;
  }
};

// Checks relations 1 to 4 and 6, as far as `options` asks, on one case.
Judgement Check(const ConverterSet& converter_set, const Metadata& metadata,
                const CheckOptions& options = {});

}  // namespace headerproof
