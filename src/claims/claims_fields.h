// The fields of claims.json, each listed once, for json_fields.h.
#pragma once

#include <tuple>

#include "src/claims/claims.h"
#include "src/evidence/json_fields.h"

namespace headerproof {

constexpr auto JsonFields(const Need* /*of*/) {
  return std::tuple(Field("id", &Need::id), Field("key", &Need::key), Field("least", &Need::least),
                    OptionalField("classes", &Need::classes));
}

constexpr auto JsonFields(const EvidenceSource* /*of*/) {
  using T = EvidenceSource;
  return std::tuple(
      Field("id", &T::id), Field("kind", &T::kind), OptionalField("subject", &T::subject),
      OptionalField("also_counts", &T::also_counts), OptionalField("depends_on", &T::depends_on),
      OptionalField("tool", &T::tool), OptionalField("advisory", &T::advisory));
}

constexpr auto JsonFields(const Citation* /*of*/) {
  using T = Citation;
  return std::tuple(Field("document", &T::document), Field("clause", &T::clause),
                    Field("says", &T::says));
}

constexpr auto JsonFields(const Derivation* /*of*/) {
  return std::tuple(Field("equivalence", &Derivation::equivalence),
                    Field("relies_on", &Derivation::relies_on),
                    Field("premises", &Derivation::premises));
}

constexpr auto JsonFields(const Claim* /*of*/) {
  return std::tuple(Field("id", &Claim::id), Field("section", &Claim::section),
                    Field("statement", &Claim::statement), Field("path", &Claim::path),
                    Field("stack", &Claim::stack), OptionalField("needs", &Claim::needs),
                    OptionalField("challenged_by", &Claim::challenged_by),
                    OptionalField("contradicted_by", &Claim::contradicted_by),
                    OptionalField("doubted_by", &Claim::doubted_by),
                    OptionalField("condition", &Claim::condition),
                    Field("expected", &Claim::expected), OptionalField("change", &Claim::change),
                    OptionalField("instead", &Claim::instead));
}

constexpr auto JsonFields(const Section* /*of*/) {
  return std::tuple(Field("id", &Section::id), Field("title", &Section::title),
                    Field("strategy", &Section::strategy));
}

constexpr auto JsonFields(const ArgumentNode* /*of*/) {
  using T = ArgumentNode;
  return std::tuple(Field("id", &T::id), Field("kind", &T::kind), OptionalField("text", &T::text),
                    OptionalField("supported_by", &T::supported_by),
                    OptionalField("in_context_of", &T::in_context_of),
                    OptionalField("cites", &T::cites), OptionalField("evidence", &T::evidence),
                    OptionalField("undeveloped", &T::undeveloped),
                    OptionalField("apart", &T::apart));
}

constexpr auto JsonFields(const ClaimList* /*of*/) {
  using T = ClaimList;
  return std::tuple(Field("sections", &T::sections), Field("evidence", &T::evidence),
                    Field("claims", &T::claims), Field("limits", &T::limits),
                    Field("citations", &T::citations), Field("argument", &T::argument));
}

}  // namespace headerproof
