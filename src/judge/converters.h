// Converters: everything that is compared. A converter is a named pair of conversions, and
// optionally the way back; the four key policies in their owning and zero-copy forms, the model, a
// mutant, and any other system behind an adapter.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "src/converter/convert.h"
#include "src/converter/key_policy.h"
#include "src/converter/metadata.h"
#include "src/converter/outcome.h"

namespace headerproof {

// Turns a request (an outcome that is not an error) into metadata; on an error the metadata is
// empty.
using WayBack = std::function<std::optional<Error>(const Outcome& request, Metadata& metadata)>;

// Converts metadata, and sets `outcome` to what it returns.
using ConvertFunction = std::function<void(Path path, const Metadata& metadata, Outcome& outcome)>;

struct Converter {
  std::string name;
  std::string summary;
  KeyPolicy policy;  // whose rules it has to obey
  ConvertFunction convert;
  std::shared_ptr<const WayBack> way_back;  // null: it does not know the way back
};

// The one list: the four policies with owning results, the four with zero-copy results ("-view"),
// the model under each policy ("model-").
std::span<const Converter> AllConverters();

// The converter named `name`, or null.
const Converter* FindConverter(std::string_view name);

// What the judge judges: one converter for each key policy, indexed by KeyPolicy. Not null; they
// outlive the converter set.
using ConverterSet = std::array<const Converter*, kKeyPolicyCount>;

ConverterSet OwningConverters();
ConverterSet ZeroCopyConverters();
ConverterSet ModelConverters();

}  // namespace headerproof
