// Mutants of what guarded and rejecting look at before they lowercase, or refuse.
#include <array>
#include <cstddef>
#include <string>

#include "src/mutants/groups.h"

namespace headerproof {
namespace {

bool HasCapital(const std::string& name) {
  return RuleFold(name) != name;
}

// Looks at a name's first `most` octets.
template <std::size_t most>
void LookUpTo(Rules& rules) {
  rules.has_uppercase = [](const std::string& name, EntryPlace) {
    return HasCapital(name.substr(0, most));
  };
}

constexpr auto kMutants = std::to_array<Mutant>({
    {"looks-at-first-name", "looks for capitals in the first name alone",
     [](Rules& rules) {
       rules.has_uppercase = [](const std::string& name, EntryPlace place) {
         return place.entry == 0 && HasCapital(name);
       };
     },
     kTakesPolicy},
    {"looks-at-all-but-last-name", "looks for capitals in every name but the last",
     [](Rules& rules) {
       rules.has_uppercase = [](const std::string& name, EntryPlace place) {
         return place.entry + 1 != place.entries && HasCapital(name);
       };
     },
     kTakesPolicy},
    {"looks-at-first-octet", "looks at the first octet of a name alone", LookUpTo<1>, kTakesPolicy},
    {"looks-at-8-octets", "looks at the first 8 octets of a name alone", LookUpTo<8>, kTakesPolicy},
    {"looks-at-64-octets", "looks at the first 64 octets of a name alone", LookUpTo<64>,
     kTakesPolicy | kTakesNamesOver32 | kTakesNamesOver64},
    {"looks-at-whole-words", "looks at whole words of 8 octets alone, if a name has any",
     [](Rules& rules) {
       rules.has_uppercase = [](const std::string& name, EntryPlace) {
         return HasCapital(name.size() < 8 ? name : name.substr(0, name.size() / 8 * 8));
       };
     },
     kTakesPolicy},
    {"looks-at-last-word", "looks at the last 8 octets of a name alone",
     [](Rules& rules) {
       rules.has_uppercase = [](const std::string& name, EntryPlace) {
         return HasCapital(name.size() < 8 ? name : name.substr(name.size() - 8));
       };
     },
     kTakesPolicy},
    {"looks-past-a", "does not see the capital 'A'",
     [](Rules& rules) {
       rules.has_uppercase = [](const std::string& name, EntryPlace) {
         return name.find_first_of("BCDEFGHIJKLMNOPQRSTUVWXYZ") != std::string::npos;
       };
     },
     kTakesPolicy},
    {"looks-past-z", "does not see the capital 'Z'",
     [](Rules& rules) {
       rules.has_uppercase = [](const std::string& name, EntryPlace) {
         return name.find_first_of("ABCDEFGHIJKLMNOPQRSTUVWXY") != std::string::npos;
       };
     },
     kTakesPolicy},
    {"looks-up-to-nul", "looks at a name up to its first NUL",
     [](Rules& rules) {
       rules.has_uppercase = [](const std::string& name, EntryPlace) {
         return HasCapital(name.c_str());
       };
     },
     kTakesPolicy | kTakesControls},
    {"looks-past-valueless", "does not look at names without values",
     [](Rules& rules) {
       rules.has_uppercase = [](const std::string& name, EntryPlace place) {
         return place.values != 0 && HasCapital(name);
       };
     },
     kTakesPolicy | kTakesNoValues},
    {"sees-capitals-above-7f", "takes c1-da for capitals, as if bit 80 were not there",
     [](Rules& rules) {
       rules.has_uppercase = [](std::string name, EntryPlace) {
         for (char& c : name) c = static_cast<char>(c & 0x7f);
         return HasCapital(name);
       };
     },
     kTakesPolicy | kTakesHighOctets},
    {"rejecting-names-lowercase", "names a refused name in lowercase",
     [](Rules& rules) {
       rules.reject = [](const std::string& received, std::size_t entry) {
         return Error{ErrorCode::kInvalidArgument, entry,
                      "header name is not lowercase: " + RuleFold(received)};
       };
     },
     kTakesPolicy},
    {"rejecting-code-unknown", "gives a refused name another error code",
     [](Rules& rules) {
       rules.reject = [](const std::string& received, std::size_t entry) {
         return Error{ErrorCode::kUnknown, entry, "header name is not lowercase: " + received};
       };
     },
     kTakesPolicy},
    {"guarded-spells-lowercase-too", "lowercases names that have no capital as well",
     [](Rules& rules) {
       rules.meaning = [](const std::string& received, const std::string& key) {
         return RuleMeaning(HasCapital(received) ? key : RuleFold(key));
       };
     },
     0, "lowercasing a lowercase name changes nothing: that is what makes guarded safe"},
});

}  // namespace

std::span<const Mutant> GuardedMutants() {
  return kMutants;
}

}  // namespace headerproof
