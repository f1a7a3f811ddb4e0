// Mutants that take an entry's values, or say what is wrong with them, otherwise.
#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "src/mutants/groups.h"

namespace headerproof {
namespace {

using Values = std::vector<std::string>;

std::string Join(const Values& values, std::string_view separator) {
  std::string joined;
  for (const std::string& value : values) {
    if (&value != &values.front()) joined += separator;
    joined += value;
  }
  return joined;
}

// What is taken of several values, where the rules stop.
template <class OfSeveral>
void TakeOfSeveral(Rules& rules, const OfSeveral& of_several) {
  rules.take = [of_several](const Values& values) -> Taken {
    if (values.size() > 1) return of_several(values);
    return RuleTake(values);
  };
}

// One value, changed.
template <class Change>
void ChangeValue(Rules& rules, const Change& change) {
  rules.take = [change](const Values& values) {
    Taken taken = RuleTake(values);
    if (taken.kind == Taken::Kind::kValue) taken.value = change(taken.value);
    return taken;
  };
}

// The error of several values, changed.
template <class Change>
void ChangeError(Rules& rules, const Change& change) {
  rules.refuse = [change, written = rules.refuse](const Refusal& refusal) {
    Error error = written(refusal);
    change(refusal, error);
    return error;
  };
}

std::string SeveralValuesText(const std::string& name, const std::string& values) {
  return "header has more than one value: " + name + ":[" + values + "]";
}

constexpr auto kMutants = std::to_array<Mutant>({
    {"value-first-of-several", "takes the first of several values, where it should stop",
     [](Rules& rules) {
       TakeOfSeveral(rules, [](const Values& values) -> Taken {
         return {Taken::Kind::kValue, values.front()};
       });
     }},
    {"value-second-as-first", "takes the second of several values, where it should stop",
     [](Rules& rules) {
       TakeOfSeveral(
           rules, [](const Values& values) -> Taken { return {Taken::Kind::kValue, values[1]}; });
     }},
    {"value-last-of-several", "takes the last of several values, where it should stop",
     [](Rules& rules) {
       TakeOfSeveral(rules, [](const Values& values) -> Taken {
         return {Taken::Kind::kValue, values.back()};
       });
     }},
    {"values-joined", "joins several values by commas, where it should stop",
     [](Rules& rules) {
       TakeOfSeveral(rules, [](const Values& values) -> Taken {
         return {Taken::Kind::kValue, Join(values, ", ")};
       });
     }},
    {"several-values-dropped", "passes over an entry with several values, where it should stop",
     [](Rules& rules) {
       TakeOfSeveral(rules, [](const Values&) -> Taken { return {Taken::Kind::kSkip}; });
     }},
    {"two-values-allowed", "stops only at three values, and takes the first of two",
     [](Rules& rules) {
       TakeOfSeveral(rules, [](const Values& values) -> Taken {
         if (values.size() > 2) return {Taken::Kind::kError};
         return {Taken::Kind::kValue, values.front()};
       });
     }},
    {"equal-values-as-one", "takes several equal values for one",
     [](Rules& rules) {
       TakeOfSeveral(rules, [](const Values& values) -> Taken {
         if (std::ranges::count(values, values.front()) != std::ssize(values)) {
           return {Taken::Kind::kError};
         }
         return {Taken::Kind::kValue, values.front()};
       });
     },
     kTakesRichValues},
    {"empty-as-absent", "takes an empty value for none",
     [](Rules& rules) {
       rules.take = [](const Values& values) -> Taken {
         if (values.size() == 1 && values[0].empty()) return {Taken::Kind::kSkip};
         return RuleTake(values);
       };
     },
     kTakesEmptyValue},
    {"none-as-empty", "takes no values for an empty one",
     [](Rules& rules) {
       rules.take = [](const Values& values) -> Taken {
         if (values.empty()) return {Taken::Kind::kValue};
         return RuleTake(values);
       };
     },
     kTakesNoValues},
    {"none-as-error", "stops at an entry without values, as at one with several",
     [](Rules& rules) {
       rules.take = [](const Values& values) -> Taken {
         if (values.empty()) return {Taken::Kind::kError};
         return RuleTake(values);
       };
     },
     kTakesNoValues},
    {"value-trimmed", "trims the spaces around a value",
     [](Rules& rules) {
       ChangeValue(rules, [](const std::string& value) -> std::string {
         const std::size_t first = value.find_first_not_of(' ');
         if (first == std::string::npos) return {};
         return value.substr(first, value.find_last_not_of(' ') + 1 - first);
       });
     },
     kTakesRichValues},
    {"value-cut-at-nul", "cuts a value at its first NUL",
     [](Rules& rules) {
       ChangeValue(rules, [](const std::string& value) { return std::string(value.c_str()); });
     },
     kTakesRichValues},
    {"value-lowercased", "lowercases a value as well as its name",
     [](Rules& rules) { ChangeValue(rules, RuleFold); }, kTakesCapitalValue},
    {"error-code-unknown", "gives several values another error code",
     [](Rules& rules) {
       ChangeError(rules, [](const Refusal&, Error& error) { error.code = ErrorCode::kUnknown; });
     }},
    {"error-for-next-entry", "says of the entry after that it has several values",
     [](Rules& rules) { ChangeError(rules, [](const Refusal&, Error& error) { ++error.entry; }); },
     kTakesErrorEntry},
    {"error-names-key", "names the lowercased name in the error of a request",
     [](Rules& rules) {
       ChangeError(rules, [](const Refusal& refusal, Error& error) {
         error.message = SeveralValuesText(refusal.key, Join(refusal.values, " "));
       });
     },
     kTakesSeveralMisspelled},
    {"error-names-received", "names the name as it came in the error of a response",
     [](Rules& rules) {
       ChangeError(rules, [](const Refusal& refusal, Error& error) {
         error.message = SeveralValuesText(refusal.received, Join(refusal.values, " "));
       });
     },
     kTakesSeveralMisspelled},
    {"error-joins-by-commas", "puts commas between the values in the error",
     [](Rules& rules) {
       ChangeError(rules, [](const Refusal& refusal, Error& error) {
         error.message =
             SeveralValuesText(refusal.path == Path::kRequest ? refusal.received : refusal.key,
                               Join(refusal.values, ","));
       });
     }},
    {"request-forgives-reserved", "passes over several values of a reserved name in a request",
     [](Rules& rules) {
       rules.is_left_out = [](Path path, const Meaning& meaning, const Values& values) {
         return RuleIsReserved(meaning) && (path == Path::kResponse || values.size() > 1);
       };
     }},
    {"response-refuses-reserved", "stops at several values of a reserved name in a response",
     [](Rules& rules) {
       rules.is_left_out = [](Path path, const Meaning& meaning, const Values& values) {
         return RuleIsReserved(meaning) && path == Path::kResponse && values.size() <= 1;
       };
     }},
});

}  // namespace

std::span<const Mutant> ValueMutants() {
  return kMutants;
}

}  // namespace headerproof
