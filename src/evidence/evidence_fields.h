// The fields of evidence, each listed once, for json_fields.h.
#pragma once

#include <array>
#include <string_view>
#include <tuple>

#include "src/evidence/evidence.h"
#include "src/evidence/json_fields.h"

namespace headerproof {

constexpr auto JsonFields(const DifferenceEvidence* /*of*/) {
  using T = DifferenceEvidence;
  return std::tuple(Field("cases", &T::cases), Field("smallest", &T::smallest, Text::kCase));
}

constexpr auto JsonFields(const Contradiction* /*of*/) {
  using T = Contradiction;
  return std::tuple(Field("key", &T::key), Field("detail", &T::detail),
                    Field("counterexample", &T::counterexample, Text::kLines),
                    Field("type", &T::type));
}

constexpr auto JsonFields(const Condition* /*of*/) {
  return std::tuple(Field("key", &Condition::key), Field("sentence", &Condition::sentence));
}

constexpr auto JsonFields(const Measurement* /*of*/) {
  using T = Measurement;
  return std::tuple(Field("subject", &T::subject), Field("policy", &T::policy),
                    Field("path", &T::path), Field("entries", &T::entries),
                    Field("nanoseconds", &T::nanoseconds), Field("allocations", &T::allocations),
                    Field("ratio", &T::ratio), Field("p", &T::p), Field("ratio_low", &T::ratio_low),
                    Field("ratio_high", &T::ratio_high));
}

constexpr auto JsonFields(const Evidence* /*of*/) {
  using T = Evidence;
  return std::tuple(
      Field("id", &T::id), Field("kind", &T::kind), Field("subject", &T::subject),
      Field("scope", &T::scope), Field("ended", &T::ended), Field("count", &T::count),
      Field("counts", &T::counts), Field("classes", &T::classes),
      Field("differences", &T::differences), Field("examples", &T::examples, Text::kCase),
      Field("contradictions", &T::contradictions), Field("conditions", &T::conditions),
      Field("measurements", &T::measurements), Field("command", &T::command),
      Field("seed", &T::seed), Field("versions", &T::versions), Field("commit", &T::commit),
      Field("depends_on", &T::depends_on), Field("digest", &T::digest),
      Field("started", &T::started), Field("seconds", &T::seconds),
      Field("durations", &T::durations), Field("by_clock", &T::by_clock),
      Field("notes", &T::notes));
}

// A draft is evidence without what headerproof adds; most of it may be left out.
struct Draft : Evidence {};

constexpr auto JsonFields(const Draft* /*of*/) {
  const auto in_draft = [](auto field) {
    constexpr std::array<std::string_view, 2> kAdded = {"commit", "started"};
    constexpr std::array<std::string_view, 9> kRequired = {
        "id", "kind", "scope", "ended", "count", "counts", "command", "digest", "seconds"};
    const auto is_in = [&field](const auto& names) {
      return std::ranges::find(names, field.name) != names.end();
    };
    field.presence = is_in(kAdded)      ? Presence::kForbidden
                     : is_in(kRequired) ? Presence::kRequired
                                        : Presence::kOptional;
    return field;
  };
  return std::apply([&](auto... fields) { return std::tuple(in_draft(fields)...); },
                    JsonFields(static_cast<const Evidence*>(nullptr)));
}

// Bounds on what a picture has to show: a day, a thousand times, a million entries.
inline std::string WrongWith(const Measurement& measurement) {
  const bool is_shown = measurement.nanoseconds <= 86'400e9 && measurement.ratio <= 1000 &&
                        measurement.entries > 0 && measurement.entries <= 1'000'000;
  if (!is_shown) return "has to be of 1 to 1000000 entries, at most 86400 s and a ratio of 1000";
  const auto& [low, ratio, high] =
      std::tie(measurement.ratio_low, measurement.ratio, measurement.ratio_high);
  if ((low && !(*low <= ratio)) || (high && !(ratio && *ratio <= *high))) {
    return "has a ratio outside its interval";
  }
  return measurement.p > 1.0 ? "has a p above 1" : "";
}

inline std::string WrongWith(const Contradiction& one) {
  const bool is_case = one.counterexample && one.type == CounterexampleType::kCase;
  const std::string wrong = is_case ? WrongInCase(*one.counterexample) : "";
  return wrong.empty() ? "" : "has a counterexample that is not a case: " + wrong;
}

inline bool HasOnly(std::string_view text, std::string_view octets) {
  return text.find_first_not_of(octets) == std::string_view::npos;
}

inline std::string WrongInDigest(std::string_view digest) {
  const bool is_digest = digest.size() == 64 && HasOnly(digest, "0123456789abcdef");
  return is_digest ? "" : "has a digest that is not 64 of 0-9 and a-f";
}

// More checks than any run makes: a larger number is a mistake, and sums of several stay exact.
inline constexpr std::uint64_t kMostChecks = 1'000'000'000'000'000;

inline std::string WrongInRun(const Evidence& evidence) {
  const std::string& id = evidence.id;
  if (id.empty() || id.size() > 100 || id.front() == '.' ||
      !HasOnly(id, "abcdefghijklmnopqrstuvwxyz0123456789-.")) {
    return "has an id that is not 1 to 100 of a-z, 0-9, '-' and '.', or begins with '.'";
  }
  if (evidence.count > kMostChecks) return fmt::format("has more than {} checks", kMostChecks);
  for (const auto* const counted : {&evidence.counts, &evidence.classes}) {
    for (const auto& [key, count] : *counted) {
      if (count <= evidence.count) continue;
      return fmt::format("counts {} of {}, but made {} checks in all", count, Printable(key),
                         evidence.count);
    }
  }
  return WrongInDigest(evidence.digest);
}

inline std::string WrongWith(const Evidence& evidence) {
  for (const auto* const counted : {&evidence.counts, &evidence.classes}) {
    for (const auto& [key, count] : *counted) {
      if (count == 0)
        return fmt::format("counts 0 of {}; what was not seen is left out", Printable(key));
    }
  }
  if (evidence.finished() && evidence.count == 0) return "is finished but made no checks";
  return WrongInRun(evidence);
}

// A draft may count 0: StampEvidence() leaves that out.
inline std::string WrongWith(const Draft& draft) {
  return WrongInRun(draft);
}

}  // namespace headerproof
