#include "src/audit/run_peer.h"

#include <fmt/format.h>

#include <algorithm>

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

constexpr std::string_view kId = "peer-command";
constexpr std::uint64_t kOutcomesOfEach = 4000;
constexpr std::uint64_t kLowercaseCases = 1000;
constexpr std::uint64_t kLeastOfEach = 1000;  // on each path
constexpr std::uint64_t kLeastWaysBack = 20;

std::string KeyOf(const std::string& converter, std::string_view what) {
  return fmt::format("{}/{}", converter, what);
}

std::string TransparentKey(Path path) {
  return fmt::format("transparent/{}", PathName(path));
}

// The peer's first two converters that stand for before and after the change, of one kind: both
// follow the order, or neither does. Null if it has no such two.
struct Versions {
  const PeerConverter* before = nullptr;
  const PeerConverter* after = nullptr;

  bool both() const { return before != nullptr && after != nullptr; }
};

Versions FindVersions(const std::vector<PeerConverter>& converters) {
  for (const bool follows_order : {true, false}) {
    Versions versions;
    for (const PeerConverter& one : converters) {
      if (one.follows_order != follows_order) continue;
      const KeyPolicy policy = one.converter.policy;
      if (policy == KeyPolicy::kCanonicalizing && versions.before == nullptr) {
        versions.before = &one;
      }
      if (policy == KeyPolicy::kDirect && versions.after == nullptr) versions.after = &one;
    }
    if (versions.both()) return versions;
  }
  return {};
}

// True if lowercasing, ASCII's and the peer's own, leaves every name alone.
bool IsLowercase(const PeerConverter& peer, const Metadata& metadata) {
  return std::ranges::all_of(metadata, [&peer](const Entry& entry) {
    return IsIn(Domain::kLowercase, entry.name) && peer.fold(entry.name) == entry.name;
  });
}

// A sentence if the versions return different outcomes where nothing but the version can be why;
// empty if not, or if the order may be.
std::string ContrastOf(const Versions& versions, Path path, const Metadata& metadata,
                       bool& is_compared) {
  is_compared = IsLowercase(*versions.before, metadata) &&
                (versions.before->follows_order ||
                 !FindOrderReasons(path, KeyPolicy::kDirect, metadata).any());
  if (!is_compared) return {};
  Outcome before;
  Outcome after;
  versions.before->converter.convert(path, metadata, before);
  versions.after->converter.convert(path, metadata, after);
  return before == after ? "" : DescribeContrast(before, after);
}

// Compares the versions on one path, up to the first difference.
void CompareVersions(const Versions& versions, Path path, std::uint64_t seed, Evidence& evidence) {
  SeededChoices choices(seed);
  bool is_compared = false;
  const auto contrast = [&](const Metadata& metadata) {
    return ContrastOf(versions, path, metadata, is_compared);
  };
  for (std::uint64_t tried = 0; tried < 4 * kLowercaseCases; ++tried) {
    const Metadata metadata = GeneratePeerMetadata(choices);
    if (!contrast(metadata).empty()) {
      const Metadata smallest =
          Minimize(metadata, [&](const Metadata& reduced) { return !contrast(reduced).empty(); });
      evidence.contradictions.push_back(
          {TransparentKey(path),
           fmt::format("{} and {} differ: {}", versions.before->converter.name,
                       versions.after->converter.name, contrast(smallest)),
           PrintCase(smallest)});
      return;
    }
    if (!is_compared) continue;
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
  evidence.ended = FinishedIf(agreement.complete);
  for (const Agreement::Row& row : agreement.rows) {
    evidence.count += row.comparisons();
    for (const Path path : kPaths) {
      evidence.counts[KeyOf(row.converter, PathName(path))] =
          row.outcomes[static_cast<std::size_t>(path)];
    }
    evidence.counts[KeyOf(row.converter, "way-back")] = row.ways_back;
  }
  for (const Disagreement& found : agreement.disagreements) {
    const bool is_way_back = found.violation.relation == Relation::kRoundTrip;
    evidence.contradictions.push_back(
        {KeyOf(found.converter, is_way_back ? "way-back" : PathName(found.violation.path)),
         found.violation.detail, PrintCase(found.counterexample)});
  }
  const Versions versions = FindVersions(converters);
  if (versions.both() && agreement.complete) {
    for (const Path path : kPaths) CompareVersions(versions, path, seed, evidence);
  }
  return evidence;
}

Claim PeerClaim(std::string id, std::string statement, std::string path, const Greeting& greeting,
                std::string key, std::uint64_t least) {
  Claim claim;
  claim.id = std::move(id);
  claim.section = "peer";
  claim.statement = std::move(statement);
  claim.path = std::move(path);
  claim.stack = greeting.system;
  claim.needs = {{EvidenceKind::kPeer, std::string(kId), key, least, {}}};
  claim.contradicted_by = {std::move(key)};
  claim.expected = VerdictKind::kHolds;
  return claim;
}

// What one converter is held to.
std::vector<Claim> ClaimsOn(const PeerOffer& offer, const Greeting& greeting) {
  const std::string how = offer.follows_order ? "for the order in which entries are given"
                                              : "for some order of the entries";
  std::vector<Claim> claims;
  for (const Path path : kPaths) {
    claims.push_back(PeerClaim(
        fmt::format("peer-{}-{}", offer.name, PathName(path)),
        fmt::format("On the {} path {} returns what the model of {} returns {}.", PathName(path),
                    offer.name, KeyPolicyName(offer.policy), how),
        std::string(PathName(path)), greeting, KeyOf(offer.name, PathName(path)), kLeastOfEach));
  }
  if (offer.has_way_back) {
    claims.push_back(PeerClaim(
        fmt::format("peer-{}-way-back", offer.name),
        fmt::format("{} turns a request into the metadata that the model makes of it.", offer.name),
        "request", greeting, KeyOf(offer.name, "way-back"), kLeastWaysBack));
  }
  return claims;
}

bool Offers(const Greeting& greeting, KeyPolicy policy, bool follows_order) {
  return std::ranges::any_of(greeting.offers, [&](const PeerOffer& offer) {
    return offer.policy == policy && offer.follows_order == follows_order;
  });
}

}  // namespace

EngineRun PeerRun(const std::shared_ptr<Peer>& peer, const std::string& command,
                  std::uint64_t seed) {
  EngineRun run;
  run.id = kId;
  run.kind = EvidenceKind::kPeer;
  run.scope = fmt::format(
      "{} outcomes of each converter of the peer against the model, for random metadata of up to "
      "four entries from seed {}, in every order of the entries; and the lowercase ones among {} "
      "more from the version that lowercases and the one that does not",
      kOutcomesOfEach, seed, 4 * kLowercaseCases);
  run.command =
      fmt::format("build/release/headerproof audit --peer {} --only {}", ShellQuoted(command), kId);
  run.always = true;
  run.run = [peer, seed, command](const Progress& progress) {
    try {
      return Examine(peer, seed, progress);
    } catch (const PeerError& error) {
      throw UserError(DescribePeerError(error, command));
    }
  };
  return run;
}

ClaimList WithPeerClaims(ClaimList claims, const Greeting& greeting) {
  claims.sections.push_back(
      {"peer", "The converter that was given",
       "A converter behind a pipe is asked what the model is asked. Where it has a version that "
       "lowercases and one that does not, lowercase names may not tell them apart."});
  std::vector<Claim> added;
  for (const PeerOffer& offer : greeting.offers) {
    for (Claim& claim : ClaimsOn(offer, greeting)) added.push_back(std::move(claim));
  }
  const auto has_versions = [&greeting](bool follows_order) {
    return Offers(greeting, KeyPolicy::kCanonicalizing, follows_order) &&
           Offers(greeting, KeyPolicy::kDirect, follows_order);
  };
  if (has_versions(true) || has_versions(false)) {
    for (const Path path : kPaths) {
      added.push_back(PeerClaim(
          fmt::format("peer-transparent-{}", PathName(path)),
          fmt::format("On the {} path its version that lowercases and its version that does not "
                      "return the same for lowercase names.",
                      PathName(path)),
          std::string(PathName(path)), greeting, TransparentKey(path), 100));
    }
  }
  ArgumentNode goal;
  goal.id = "G-peer";
  goal.text = "The converter that was given does what the model says.";
  goal.apart = true;
  for (Claim& claim : added) {
    goal.supported_by.push_back(claim.id);
    claims.claims.push_back(std::move(claim));
  }
  claims.argument.front().supported_by.push_back(goal.id);
  claims.argument.push_back(std::move(goal));
  return claims;
}

}  // namespace headerproof
