// The judge: what is checked. Runs the relations on one case and says every named difference and
// every violation. All engines, tests and fuzz targets ask it; none checks anything of its own.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
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
  std::array<bool, kRelationCount> checked{};  // by relation: it said something of this case
  std::array<DifferenceSet, 2> differences;    // canonicalizing to direct, by path
  std::vector<Violation> violations;

  bool obeyed() const { return violations.empty(); }
  bool transparent(Path path) const { return differences[static_cast<std::size_t>(path)].empty(); }
};

// Which of relations 1 to 4 and 6 to check; relation 5 is in order.h.
struct CheckOptions {
  bool request = true;  // paths; relation 4 needs both, relation 6 the request path
  bool response = true;
  std::uint8_t relations = 0xff;  // bit i: the relation of value i

  bool Wants(Relation relation) const {
    return (relations >> static_cast<unsigned>(relation) & 1U) != 0;
  }
};

class Judge {
 public:
  explicit Judge(const ConverterSet& converter_set);

  // Checks relations 1 to 4 and 6, as far as `options` asks, on one case. The judgement is valid
  // until the next call. Not for use by two threads at once.
  const Judgement& Check(const Metadata& metadata, const CheckOptions& options = {});

  // The same for a case that `other` judged last, with the same options. Where each converter gives
  // what the other's of its policy gave, there and back, what that obeyed is obeyed here too, and
  // need not be worked out again.
  const Judgement& CheckAfter(const Judge& other, const Metadata& metadata,
                              const CheckOptions& options = {});

  const ConverterSet& converter_set() const { return converters_; }

 private:
  // What the four converters made of a case on one path, and, if relation 2 is asked, what the
  // model predicts; indexed by KeyPolicy.
  struct PathOutcomes {
    std::array<Outcome, kKeyPolicyCount> actual;  // written only where like[i] is i: see Actual
    std::array<Outcome, kKeyPolicyCount> predicted_room;
    std::array<const Outcome*, kKeyPolicyCount> predicted;
    std::array<std::size_t, kKeyPolicyCount> like;  // the first policy with an equal outcome
  };

  // A request's way to metadata, and what coming back has to give.
  struct RoundTrip {
    Metadata metadata;
    std::optional<Error> error;  // of the way to metadata
    Outcome expected;
  };
  static constexpr std::size_t kNoTrip = kKeyPolicyCount;

  bool GivesAll(const Judge& other, const Metadata& metadata, const CheckOptions& options) const;
  void ConvertAll(Path path, const Metadata& metadata);
  void PredictAll(Path path, const Metadata& metadata);
  void CheckTransparent(Path path);
  void CheckAsPredicted(Path path);
  void CheckSafe(Path path, const Metadata& metadata);
  void CheckPathsAgree(const Metadata& metadata);
  void CheckRoundTrip();
  void Report(Relation relation, Path path, std::string detail);
  const Outcome& Actual(Path path, KeyPolicy policy) const;
  bool Same(Path path, KeyPolicy a, KeyPolicy b) const;
  const std::string& NameOf(KeyPolicy policy) const;

  ConverterSet converters_;
  Judgement judgement_;
  std::array<PathOutcomes, 2> outcomes_;  // by path; kept between cases for their room
  std::array<RoundTrip, kKeyPolicyCount> round_trips_;
  std::array<std::size_t, kKeyPolicyCount> trip_of_{};  // by KeyPolicy: an index, or kNoTrip
  Outcome returned_;
  Outcome expected_;
};

}  // namespace headerproof
