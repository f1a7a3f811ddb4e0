#include "src/audit/run_peer.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "src/cases/text.h"
#include "src/engines/agree.h"
#include "src/engines/failure.h"
#include "src/evidence/user_error.h"
#include "src/judge/describe.h"
#include "src/judge/minimize.h"
#include "src/judge/order.h"
#include "src/peers/process_peer.h"

namespace headerproof {
namespace {

constexpr std::uint64_t kOutcomesOfEach = 4000;
constexpr std::uint64_t kVersionCases = 4000;
constexpr std::uint64_t kLeastOfEach = 1000;  // on each path
constexpr std::uint64_t kLeastWaysBack = 20;
constexpr std::uint64_t kLeastOfVersions = 100;

std::string KeyOf(std::string_view converter, std::string_view what) {
  return fmt::format("{}/{}", converter, what);
}

// No converter has a key of three parts.
std::string TransparentKey(Path path) {
  return KeyOf("versions", KeyOf("agree", PathName(path)));
}

// The numbers of the peer's first two converters that stand for before and after the change, either
// both following the order of the entries or neither; nothing if there are no such two.
std::optional<std::pair<std::size_t, std::size_t>> FindVersions(const Greeting& greeting) {
  const std::vector<PeerOffer>& offers = greeting.offers;
  for (const bool follows_order : {true, false}) {
    const auto find = [&](KeyPolicy policy) {
      const auto found = std::ranges::find_if(offers, [&](const PeerOffer& offer) {
        return offer.policy == policy && offer.follows_order == follows_order;
      });
      return static_cast<std::size_t>(found - offers.begin());
    };
    const std::size_t before = find(KeyPolicy::kCanonicalizing);
    const std::size_t after = find(KeyPolicy::kDirect);
    if (std::max(before, after) < offers.size()) return std::pair(before, after);
  }
  return std::nullopt;
}

// True if lowercasing, ASCII's and the peer's own, changes no name.
bool IsLowercase(const PeerConverter& peer, const Metadata& metadata) {
  return std::ranges::all_of(metadata, [&peer](const Entry& entry) {
    return IsIn(Domain::kLowercase, entry.name) && peer.fold(entry.name) == entry.name;
  });
}

// Compares the versions on one path, up to the first difference. A case is compared if nothing but
// the version can make a difference: all its names are lowercase, and the order does not matter.
void CompareVersions(const PeerConverter& before, const PeerConverter& after, Path path,
                     std::uint64_t seed, Evidence& evidence) {
  const auto is_compared = [&](const Metadata& metadata) {
    return IsLowercase(before, metadata) &&
           (before.follows_order || !FindOrderReasons(path, KeyPolicy::kDirect, metadata).any());
  };
  const auto contrast = [&](const Metadata& metadata) -> std::string {
    if (!is_compared(metadata)) return {};
    Outcome expected;
    Outcome actual;
    before.converter.convert(path, metadata, expected);
    after.converter.convert(path, metadata, actual);
    return expected == actual ? "" : DescribeContrast(expected, actual);
  };
  SeededChoices choices(seed);
  for (std::uint64_t tried = 0; tried < kVersionCases; ++tried) {
    const Metadata metadata = GeneratePeerMetadata(choices);
    if (!contrast(metadata).empty()) {
      const Metadata smallest =
          Minimize(metadata, [&](const Metadata& reduced) { return !contrast(reduced).empty(); });
      evidence.contradictions.push_back({TransparentKey(path),
                                         fmt::format("{} and {} differ: {}", before.converter.name,
                                                     after.converter.name, contrast(smallest)),
                                         PrintCase(smallest)});
      return;
    }
    if (!is_compared(metadata)) continue;
    ++evidence.counts[TransparentKey(path)];
    ++evidence.count;
  }
}

Evidence Examine(const std::shared_ptr<Peer>& peer, std::uint64_t seed, const Progress& progress) {
  const std::vector<PeerConverter> converters = PeerConverters(peer);
  Evidence evidence;
  evidence.subject = peer->greeting().system;
  evidence.seed = seed;
  evidence.versions.emplace("peer", peer->greeting().system);
  const Agreement agreement = Agree(
      converters, {.comparisons = kOutcomesOfEach * converters.size(), .seed = seed, .threads = 1},
      progress);
  AddAgreement(agreement, KeyOf, "", evidence);
  const auto versions = FindVersions(peer->greeting());
  if (versions && agreement.complete) {
    for (const Path path : kPaths) {
      CompareVersions(converters[versions->first], converters[versions->second], path, seed,
                      evidence);
    }
  }
  return evidence;
}

// The claim that the counts of `key` support: NAME/request is claimed by given-NAME-request.
Claim PeerClaim(const Greeting& greeting, const std::string& key, std::string_view path,
                std::uint64_t least, std::string statement) {
  Claim claim;
  // Built-in claims, and those on both versions, may be named as a converter is.
  claim.id = (key.starts_with("versions/agree/") ? "" : "given-") + key;
  std::ranges::replace(claim.id, '/', '-');
  claim.section = "peer";
  claim.statement = std::move(statement);
  claim.path = path;
  claim.stack = greeting.system;
  claim.needs = {{std::string(kPeerEvidence), key, least, {}}};
  claim.contradicted_by = {key};
  claim.expected = VerdictKind::kHolds;
  return claim;
}

std::vector<Claim> PeerClaims(const Greeting& greeting) {
  std::vector<Claim> claims;
  for (const PeerOffer& offer : greeting.offers) {
    for (const Path path : kPaths) {
      claims.push_back(
          PeerClaim(greeting, KeyOf(offer.name, PathName(path)), PathName(path), kLeastOfEach,
                    fmt::format("On the {} path {} returns what the model of {} returns for {}.",
                                PathName(path), offer.name, KeyPolicyName(offer.policy),
                                offer.follows_order ? "the order in which entries are given"
                                                    : "some order of the entries")));
    }
    if (!offer.has_way_back) continue;
    claims.push_back(
        PeerClaim(greeting, KeyOf(offer.name, "way-back"), "request", kLeastWaysBack,
                  fmt::format("{} turns a request into the metadata that the model makes of it.",
                              offer.name)));
  }
  if (!FindVersions(greeting)) return claims;
  for (const Path path : kPaths) {
    claims.push_back(PeerClaim(
        greeting, TransparentKey(path), PathName(path), kLeastOfVersions,
        fmt::format("On the {} path its version that lowercases and its version that does not "
                    "return the same for lowercase names.",
                    PathName(path))));
  }
  return claims;
}

}  // namespace

void AddAgreement(
    const Agreement& agreement,
    const std::function<std::string(std::string_view converter, std::string_view what)>& key,
    std::string_view any_order, Evidence& evidence) {
  evidence.ended = FinishedIf(agreement.complete);
  for (const Agreement::Row& row : agreement.rows) {
    evidence.count += row.comparisons();
    for (const Path path : kPaths) {
      evidence.counts[fmt::format("{}{}", key(row.converter, PathName(path)),
                                  row.follows_order ? "" : any_order)] +=
          row.outcomes[static_cast<std::size_t>(path)];
    }
    evidence.counts[key(row.converter, "way-back")] += row.ways_back;
  }
  for (const Disagreement& found : agreement.disagreements) {
    const bool is_way_back = found.violation.relation == Relation::kRoundTrip;
    evidence.contradictions.push_back(
        {key(found.converter, is_way_back ? "way-back" : PathName(found.violation.path)),
         found.violation.detail, PrintCase(found.counterexample)});
  }
}

EngineRun PeerRun(const std::shared_ptr<Peer>& peer, const std::string& command,
                  std::uint64_t seed) {
  EngineRun run;
  run.id = kPeerEvidence;
  run.kind = EvidenceKind::kPeer;
  run.scope = fmt::format(
      "{} outcomes of each converter of the peer against the model, for random metadata of up to "
      "four entries from seed {}, in every order of the entries; and the outcomes of its version "
      "that lowercases against those of the one that does not, for the lowercase ones among {} "
      "more",
      kOutcomesOfEach, seed, kVersionCases);
  run.command = fmt::format("build/release/headerproof audit --peer {} --only {}",
                            ShellQuoted(command), kPeerEvidence);
  run.always = true;
  run.run = [peer, seed, command](const Progress& progress) {
    try {
      return Examine(peer, seed, progress);
    } catch (const PeerError& error) {
      if (error.fault() == PeerFault::kStopped) throw;
      throw UserError(DescribePeerError(error, command));
    }
  };
  return run;
}

ClaimList WithPeerClaims(ClaimList claims, const Greeting& greeting) {
  claims.sections.push_back(
      {"peer", "The converter that was given",
       "A converter in another process is compared with the model. If it has a version that "
       "lowercases and one that does not, both must return the same for lowercase names."});
  claims.evidence.push_back({.id = std::string(kPeerEvidence),
                             .kind = EvidenceKind::kPeer,
                             .subject = greeting.system,
                             .also_counts = {"*"},
                             .depends_on = {},
                             .tool = {},
                             .advisory = {}});
  ArgumentNode goal;
  goal.id = "G-peer";
  goal.text = "The converter that was given does what the model says.";
  goal.apart = true;
  for (Claim& claim : PeerClaims(greeting)) {
    goal.supported_by.push_back(claim.id);
    claims.claims.push_back(std::move(claim));
  }
  claims.argument.front().supported_by.push_back(goal.id);
  claims.argument.push_back(std::move(goal));
  return claims;
}

}  // namespace headerproof
