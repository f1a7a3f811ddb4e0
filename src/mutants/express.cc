#include "src/mutants/express.h"

#include <array>
#include <cstdint>

namespace headerproof {
namespace {

struct Lack {
  std::string_view engine;
  std::uint32_t takes;  // any of these
  std::string_view why;
};

constexpr auto kLacks = std::to_array<Lack>({
    {"enumeration", kTakesRichValues | kTakesCapitalValue,
     "gives an entry no value, an empty one, \"v\" (a content-type: application/grpc+s), or two"},
    {"enumeration", kTakesNameOfFour, "has no such name of four octets"},
    {"enumeration", kTakesFourEntries | kTakesManyEntries, "has at most three entries"},
    {"sample", kTakesManyEntries, "has at most six entries"},
    {"rapidcheck", kTakesManyEntries, "has at most ten entries"},
    {"yarpc-go", kTakesPolicy,
     "looks at names as before the change or as after it, in no other way"},
    {"yarpc-go", kTakesWayBack, "was recorded on the two paths alone"},
    {"yarpc-go", kTakesOrder, "takes entries in any order: sets of outcomes are compared"},
    {"yarpc-go", kTakesErrorEntry, "does not say for which entry an error is"},
    {"yarpc-go", kTakesHighOctets,
     "lowercases octets above 7f by code point: they are not compared"},
    {"yarpc-go", kTakesNamesOver64, "was recorded with names of up to 64 octets"},
    {"yarpc-go", kTakesFourEntries, "was recorded without a case that has these together"},
    {"wire", kTakesNoValues, "carries no name without a value"},
    {"wire", kTakesEmptyValue | kTakesRichValues, "was asked about names, with plain values"},
    {"wire", kTakesControls, "delivers no control octets in names"},
    {"wire", kTakesNamesOver32, "was asked about short names"},
    {"wire", kTakesLetters | kTakesBarePrefix, "was asked about no such name"},
    {"wire", kTakesSeveralMisspelled | kTakesFourEntries | kTakesManyEntries,
     "was asked about one name or two at a time, each with one value but in collisions"},
    {"wire", kTakesContentTypeAndEncoding, "shows no content-type that is spelled right"},
});

}  // namespace

std::string_view WhyNot(std::string_view engine, const Mutant& mutant) {
  for (const Lack& lack : kLacks) {
    if (lack.engine == engine && (mutant.takes & lack.takes) != 0) return lack.why;
  }
  return {};
}

std::vector<std::string_view> LimitedEngines() {
  std::vector<std::string_view> engines;
  for (const Lack& lack : kLacks) {
    if (engines.empty() || engines.back() != lack.engine) engines.push_back(lack.engine);
  }
  return engines;
}

}  // namespace headerproof
