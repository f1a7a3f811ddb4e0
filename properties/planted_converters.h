// A converter set of converters with planted faults, for tests that show a fault to be seen.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "src/judge/converters.h"

namespace headerproof {

// A converter set of our converters in which some were replaced.
class PlantedConverters {
 public:
  PlantedConverters() {
    for (const Converter* converter : OwningConverters()) converters_.push_back(*converter);
  }

  // What the converter of `policy` gives is from now on changed by `spoil`.
  void Plant(KeyPolicy policy, const ConvertFunction& spoil) {
    Converter& converter = converters_[static_cast<std::size_t>(policy)];
    converter.convert = [inner = converter.convert, spoil](Path path, const Metadata& metadata,
                                                           Outcome& outcome) {
      inner(path, metadata, outcome);
      spoil(path, metadata, outcome);
    };
  }
  void PlantInAll(const ConvertFunction& spoil) {
    for (const KeyPolicy policy : kKeyPolicies) Plant(policy, spoil);
  }
  void PlantWayBack(const WayBack& way_back) {
    const auto shared = std::make_shared<const WayBack>(way_back);
    for (Converter& converter : converters_) converter.way_back = shared;
  }

  ConverterSet converter_set() const {
    ConverterSet converter_set{};
    for (std::size_t i = 0; i < kKeyPolicyCount; ++i) converter_set[i] = &converters_[i];
    return converter_set;
  }

 private:
  std::vector<Converter> converters_;  // indexed by KeyPolicy
};

}  // namespace headerproof
