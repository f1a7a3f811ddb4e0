// Converters: everything that is compared. A converter is a named pair of conversions, and
// optionally the way back; the four key policies in their owning and zero-copy forms, the model, a
// mutant, and any other system behind an adapter are such.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "src/converter/convert.h"
#include "src/converter/key_policy.h"
#include "src/converter/metadata.h"
#include "src/converter/outcome.h"

namespace headerproof {

// Turns a request (an outcome that is no error) into metadata; on an error the metadata is empty.
using WayBack = std::function<std::optional<Error>(const Outcome& request, Metadata& metadata)>;

// Converts metadata and writes what it gives to an outcome, whose room may be reused. Any callable
// of that shape is one. It may know a shortcut as well, which spares the judge most copies; whoever
// assigns another callable replaces both, so that no shortcut answers for what it does not belong
// to.
class ConvertFunction {
 public:
  using Write = std::function<void(Path path, const Metadata& metadata, Outcome& outcome)>;
  using IsGiven = std::function<bool(Path path, const Metadata& metadata, const Outcome& expected)>;

  ConvertFunction() = default;

  template <class Callable>
    requires std::is_invocable_v<const Callable&, Path, const Metadata&, Outcome&>
  ConvertFunction(Callable write) : write_(std::move(write)) {}

  // `is_given` is true only where `write` would write exactly `expected`.
  ConvertFunction(Write write, IsGiven is_given)
      : write_(std::move(write)), is_given_(std::move(is_given)) {}

  void operator()(Path path, const Metadata& metadata, Outcome& outcome) const {
    write_(path, metadata, outcome);
  }

  // True if the shortcut says that this gives `expected`. False says nothing: then convert, and
  // compare what was written.
  bool Gives(Path path, const Metadata& metadata, const Outcome& expected) const {
    return is_given_ && is_given_(path, metadata, expected);
  }

 private:
  Write write_;
  IsGiven is_given_;
};

struct Converter {
  std::string name;
  std::string summary;
  KeyPolicy policy;  // whose rules it has to obey

  ConvertFunction convert;

  // May be null: not every converter knows the way back. Converters may share one.
  std::shared_ptr<const WayBack> way_back;
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
