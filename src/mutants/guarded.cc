// Mutants of what guarded and rejecting look at before they lowercase, or refuse.
#include <cstddef>
#include <string>

#include "src/mutants/mutants.h"

namespace headerproof {
namespace {

bool HasCapital(const std::string& name) {
  return RuleFold(name) != name;
}

// An entry is looked at, or not, in another way.
template <class Wrong>
auto LookAtEntry(Wrong wrong) {
  return Replace(&Rules::has_uppercase, wrong);
}

// A name is.
template <class Wrong>
auto LookAtName(Wrong wrong) {
  return LookAtEntry([wrong](const Step& step) { return wrong(step.received); });
}

auto LookUpTo(std::size_t most) {
  return LookAtName([most](const std::string& name) { return HasCapital(name.substr(0, most)); });
}

auto LookFor(const char* capitals) {
  return LookAtName([capitals](const std::string& name) {
    return name.find_first_of(capitals) != std::string::npos;
  });
}

template <class Wrong>
auto Reject(Wrong wrong) {
  return Replace(&Rules::reject, wrong);
}

}  // namespace

std::vector<Mutant> GuardedMutants() {
  return {
      {"looks-at-first-name", "looks for capitals in the first name alone",
       LookAtEntry(
           [](const Step& step) { return step.position == 0 && HasCapital(step.received); }),
       kTakesPolicy},
      {"looks-at-all-but-last-name", "looks for capitals in every name but the last",
       LookAtEntry([](const Step& step) {
         return step.position + 1 != step.metadata.size() && HasCapital(step.received);
       }),
       kTakesPolicy},
      {"looks-at-first-octet", "looks at the first octet of a name alone", LookUpTo(1),
       kTakesPolicy},
      {"looks-at-8-octets", "looks at the first 8 octets of a name alone", LookUpTo(8),
       kTakesPolicy},
      {"looks-at-64-octets", "looks at the first 64 octets of a name alone", LookUpTo(64),
       kTakesPolicy | kTakesNamesOver32 | kTakesNamesOver64},
      {"looks-at-whole-words", "looks at whole words of 8 octets alone, if a name has any",
       LookAtName([](const std::string& name) {
         return HasCapital(name.size() < 8 ? name : name.substr(0, name.size() / 8 * 8));
       }),
       kTakesPolicy},
      {"looks-at-last-word", "looks at the last 8 octets of a name alone",
       LookAtName([](const std::string& name) {
         return HasCapital(name.size() < 8 ? name : name.substr(name.size() - 8));
       }),
       kTakesPolicy},
      {"looks-past-a", "does not see the capital 'A'", LookFor("BCDEFGHIJKLMNOPQRSTUVWXYZ"),
       kTakesPolicy},
      {"looks-past-z", "does not see the capital 'Z'", LookFor("ABCDEFGHIJKLMNOPQRSTUVWXY"),
       kTakesPolicy},
      {"looks-up-to-nul", "looks at a name up to its first NUL",
       LookAtName([](const std::string& name) { return HasCapital(name.c_str()); }),
       kTakesPolicy | kTakesControls},
      {"looks-past-valueless", "does not look at names without values",
       LookAtEntry(
           [](const Step& step) { return !step.values.empty() && HasCapital(step.received); }),
       kTakesPolicy | kTakesNoValues},
      {"sees-capitals-above-7f", "takes c1-da for capitals, as if bit 80 were not there",
       LookAtName([](std::string name) {
         for (char& c : name) c = static_cast<char>(c & 0x7f);
         return HasCapital(name);
       }),
       kTakesPolicy | kTakesHighOctets},
      {"rejecting-names-lowercase", "gives a refused name in lowercase",
       Reject([](const Step& step) {
         return Error{ErrorCode::kInvalidArgument, step.position,
                      "header name is not lowercase: " + RuleFold(step.received)};
       }),
       kTakesPolicy},
      {"rejecting-code-unknown", "gives a refused name another error code",
       Reject([](const Step& step) {
         return Error{ErrorCode::kUnknown, step.position,
                      "header name is not lowercase: " + step.received};
       }),
       kTakesPolicy},
      {"guarded-spells-lowercase-too", "lowercases names that have no capital as well",
       Replace(&Rules::meaning,
               [](const Step& step) {
                 return RuleMeaning(HasCapital(step.received) ? step.key : RuleFold(step.key));
               }),
       0, "lowercasing a lowercase name changes nothing: that is what makes guarded safe"},
  };
}

}  // namespace headerproof
