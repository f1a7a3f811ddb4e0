#include "src/engines/tally_evidence.h"

#include "src/cases/text.h"
#include "src/grammar/name.h"

namespace headerproof {

std::string RelationKey(Relation relation, Path path) {
  std::string key(RelationName(relation));
  if (relation == Relation::kPathsAgree || relation == Relation::kRoundTrip) return key;
  return key + "/" + std::string(PathName(path));
}

std::string TransparentHttp2Key(Path path) {
  return "transparent-http2/" + std::string(PathName(path));
}

void AddTally(const Tally& tally, Evidence& evidence) {
  evidence.count += tally.checks;
  for (const Relation relation : kRelations) {
    const std::uint64_t cases = tally.relations[static_cast<std::size_t>(relation)];
    evidence.counts[RelationKey(relation, Path::kRequest)] += cases;
    if (RelationKey(relation, Path::kResponse) != RelationKey(relation, Path::kRequest)) {
      evidence.counts[RelationKey(relation, Path::kResponse)] += cases;
    }
  }
  for (std::size_t i = 0; i < kInputClassCount; ++i) {
    evidence.classes[std::string(InputClassName(static_cast<InputClass>(i)))] += tally.classes[i];
  }
  for (const Path path : kPaths) {
    evidence.counts[TransparentHttp2Key(path)] += tally.transparent_http2;
    for (std::size_t kind = 0; kind < kDifferenceKindCount; ++kind) {
      const auto& [cases, smallest] = tally.differences[static_cast<std::size_t>(path)][kind];
      if (cases == 0) continue;
      evidence.differences[std::string(PathName(path))][std::string(
          DifferenceName(static_cast<DifferenceKind>(kind)))] = {cases, PrintCase(smallest)};
    }
  }
  for (const auto& [violation, counterexample] : tally.findings) {
    const std::string text = PrintCase(counterexample);
    evidence.contradictions.push_back(
        {RelationKey(violation.relation, violation.path), violation.detail, text});
    if (violation.relation == Relation::kTransparent &&
        MetadataDomain(counterexample) <= Domain::kHttp2) {
      evidence.contradictions.push_back(
          {TransparentHttp2Key(violation.path), violation.detail, text});
    }
  }
}

}  // namespace headerproof
