// Mutants that take an entry's values, or report what is wrong with them, in another way.
#include <algorithm>
#include <string>
#include <string_view>

#include "src/mutants/mutants.h"

namespace headerproof {
namespace {

std::string Join(const Values& values, std::string_view separator) {
  std::string joined;
  for (const std::string& value : values) {
    if (&value != &values.front()) joined += separator;
    joined += value;
  }
  return joined;
}

// Other values are taken, or others stop the conversion.
template <class Wrong>
auto TakeAs(Wrong wrong) {
  return Replace(&Rules::take, wrong);
}

// What is taken of several values, where the rules stop.
template <class Wrong>
auto TakeOfSeveral(Wrong wrong) {
  return TakeAs([wrong](const Values& values) {
    return values.size() > 1 ? wrong(values) : RuleTake(values);
  });
}

// One value, changed.
template <class Wrong>
auto ChangeValue(Wrong wrong) {
  return TakeAs([wrong](const Values& values) {
    return values.size() == 1 ? Take(wrong(values[0])) : RuleTake(values);
  });
}

// The error for several values, changed.
template <class Wrong>
auto ChangeError(Wrong wrong) {
  return Replace(&Rules::refuse, [wrong](const Step& step) {
    Error error = RuleRefuse(step);
    wrong(step, error);
    return error;
  });
}

std::string SeveralValuesText(const std::string& name, const std::string& values) {
  return "header has more than one value: " + name + ":[" + values + "]";
}

}  // namespace

std::vector<Mutant> ValueMutants() {
  return {
      {"value-first-of-several", "takes the first of several values, where it should stop",
       TakeOfSeveral([](const Values& values) { return Take(values.front()); })},
      {"value-second-as-first", "takes the second of several values, where it should stop",
       TakeOfSeveral([](const Values& values) { return Take(values[1]); })},
      {"value-last-of-several", "takes the last of several values, where it should stop",
       TakeOfSeveral([](const Values& values) { return Take(values.back()); })},
      {"values-joined", "joins several values by commas, where it should stop",
       TakeOfSeveral([](const Values& values) { return Take(Join(values, ", ")); })},
      {"several-values-dropped", "skips an entry with several values, where it should stop",
       TakeOfSeveral([](const Values&) { return Skip(); })},
      {"two-values-allowed", "stops only at three values, and takes the first of two",
       TakeOfSeveral(
           [](const Values& values) { return values.size() > 2 ? Stop() : Take(values.front()); })},
      {"equal-values-as-one", "takes several equal values for one",
       TakeOfSeveral([](const Values& values) {
         const bool are_equal = std::ranges::count(values, values.front()) == std::ssize(values);
         return are_equal ? Take(values.front()) : Stop();
       }),
       kTakesRichValues},
      {"empty-as-absent", "takes an empty value for none", TakeAs([](const Values& values) {
         return values == Values{""} ? Skip() : RuleTake(values);
       }),
       kTakesEmptyValue},
      {"none-as-empty", "takes no values for an empty one",
       TakeAs([](const Values& values) { return values.empty() ? Take("") : RuleTake(values); }),
       kTakesNoValues},
      {"none-as-error", "stops at an entry without values, as at one with several",
       TakeAs([](const Values& values) { return values.empty() ? Stop() : RuleTake(values); }),
       kTakesNoValues},
      {"value-trimmed", "trims the spaces around a value",
       ChangeValue([](const std::string& value) {
         const std::size_t first = value.find_first_not_of(' ');
         if (first == std::string::npos) return std::string();
         return value.substr(first, value.find_last_not_of(' ') + 1 - first);
       }),
       kTakesRichValues},
      {"value-cut-at-nul", "cuts a value at its first NUL",
       ChangeValue([](const std::string& value) { return std::string(value.c_str()); }),
       kTakesRichValues},
      {"value-lowercased", "lowercases a value as well as its name", ChangeValue(RuleFold),
       kTakesCapitalValue},
      {"error-code-unknown", "gives several values another error code",
       ChangeError([](const Step&, Error& error) { error.code = ErrorCode::kUnknown; })},
      {"error-for-next-entry", "reports several values for the entry after the one that has them",
       ChangeError([](const Step&, Error& error) { ++error.entry; }), kTakesErrorEntry},
      {"error-names-key", "gives the lowercased name in the error of a request",
       ChangeError([](const Step& step, Error& error) {
         error.message = SeveralValuesText(step.key, Join(step.values, " "));
       }),
       kTakesSeveralMisspelled},
      {"error-names-received", "gives the name as it was received in the error of a response",
       ChangeError([](const Step& step, Error& error) {
         error.message = SeveralValuesText(step.received, Join(step.values, " "));
       }),
       kTakesSeveralMisspelled},
      {"error-joins-by-commas", "puts commas between the values in the error",
       ChangeError([](const Step& step, Error& error) {
         error.message = SeveralValuesText(step.path == Path::kRequest ? step.received : step.key,
                                           Join(step.values, ","));
       })},
      {"request-forgives-reserved", "skips a reserved name with several values in a request",
       Replace(&Rules::is_left_out,
               [](const Step& step) {
                 return IsReserved(step.meaning) &&
                        (step.path == Path::kResponse || step.values.size() > 1);
               })},
      {"response-refuses-reserved", "stops at several values of a reserved name in a response",
       Replace(&Rules::is_left_out,
               [](const Step& step) {
                 return IsReserved(step.meaning) && step.path == Path::kResponse &&
                        step.values.size() <= 1;
               })},
  };
}

}  // namespace headerproof
