// What a probe asks, in which order, and what an answer means.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "src/sweep/sweep.h"

namespace headerproof {

// What a question is about. HTTP/2 calls all but the last malformed.
enum class Topic : std::uint8_t {
  kUppercase,        // a name with an octet 41-5a
  kMalformedName,    // any other name outside the domain http2
  kValue,            // CR, LF or NUL in a value, or a blank at an edge
  kConnectionField,  // a connection-specific field
  kPseudoOrder,      // a pseudo-header field after other fields
  kPseudoTwice,      // a pseudo-header field twice
  kWellFormed,
};
inline constexpr std::size_t kTopicCount = 7;

struct TopicText {
  std::string_view key;     // in JSON
  std::string_view title;   // for a person
  std::string_view clause;  // of RFC 9113; empty: nothing is wrong with it
};
const TopicText& TextOf(Topic topic);

Topic TopicOf(const ProbeCase& probe_case);

// The question of the tool is about names: only these bear on the exit code.
constexpr bool IsAboutNames(Topic topic) {
  return topic <= Topic::kMalformedName;
}

// What the peer did, as far as it was seen.
enum class Verdict : std::uint8_t {
  kRefused,    // the stream or connection was given up, or the answer differs from a plain one's
  kDropped,    // the call went well, and the application was not shown it
  kUnchanged,  // the application was shown it
  kChanged,    // it was shown something else in its place
  kAccepted,   // the call went well; what the application was shown is not known
  kNoAnswer,   // nothing that counts came
  kNotAsked,
};
inline constexpr std::size_t kVerdictCount = 7;
std::string_view VerdictName(Verdict verdict);
constexpr bool IsJudged(Verdict verdict) {
  return verdict < Verdict::kNoAnswer;
}

Verdict VerdictOf(const SweepResult& result, const SweepAnswer& answer);

// The order of asking, most wanted first. All stages but the last ask in one form. In the last, any
// part of the beginning is a fair sample of the whole.
enum class Stage : std::uint8_t {
  kUppercase,
  kMalformedNames,
  kOtherMalformed,
  kWellFormed,
  kControlsInForms,  // a plain name in each of the other forms
  kForms,            // everything else
};

struct Question {
  SweepAnswer answer{.disposition = Disposition::kNotAsked};
  Stage stage = Stage::kUppercase;
  std::size_t attempts = 0;
};

// All questions at `places`, in order, about AllProbeCases and FieldProbeCases together.
std::vector<ProbeCase> ProbeQuestionCases();
std::vector<Question> Plan(const std::vector<ProbeCase>& probe_cases,
                           const std::vector<Place>& places);

}  // namespace headerproof
