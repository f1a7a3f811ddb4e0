// An outcome as one line of text, for tests to state what they expect: neither masked nor cut.
//
//   rpc-caller=a rpc-encoding=proto; foo: 1, bar: 2; spelled Foo: 1, bar: 2
//   error at 2: header has more than one value: a:[x y]
//
// Fields that are set; headers; original headers if they are others than the headers. "nothing" if
// there is none of them.
#pragma once

#include <string>

#include "properties/expect.h"
#include "src/converter/outcome.h"
#include "src/judge/converters.h"

namespace headerproof {

inline std::string ListText(const HeaderList& list) {
  std::string text;
  for (const auto& [name, value] : list) text += (text.empty() ? "" : ", ") + name + ": " + value;
  return text.empty() ? "no headers" : text;
}

inline std::string OutcomeText(const Outcome& outcome) {
  if (!outcome.ok()) {
    return "error at " + std::to_string(outcome.error->entry) + ": " + outcome.error->message;
  }
  std::string text;
  for (std::size_t field = 0; field < kFieldCount; ++field) {
    if (outcome.fields[field].empty()) continue;
    text +=
        (text.empty() ? "" : " ") + std::string(kFieldNames[field]) + "=" + outcome.fields[field];
  }
  const auto add = [&text](const std::string& part) { text += (text.empty() ? "" : "; ") + part; };
  if (!outcome.headers.empty()) add(ListText(outcome.headers));
  if (outcome.original_headers != outcome.headers) {
    add("spelled " + ListText(outcome.original_headers));
  }
  return text.empty() ? "nothing" : text;
}

// What the converter named `name` makes of a case, as one line.
inline std::string Converted(const std::string& name, Path path, const Metadata& metadata) {
  const Converter* converter = FindConverter(name);
  if (converter == nullptr) return "no such converter: " + name;
  Outcome outcome;
  converter->convert(path, metadata, outcome);
  return OutcomeText(outcome);
}

// Success if all three forms of `policy` (owning, zero-copy, the model) make `expected` of the
// case.
inline testing::AssertionResult Makes(KeyPolicy policy, Path path, const Metadata& metadata,
                                      const std::string& expected) {
  const std::string name(KeyPolicyName(policy));
  for (const std::string& form : {name, name + "-view", "model-" + name}) {
    const std::string actual = Converted(form, path, metadata);
    if (actual == expected) continue;
    return testing::AssertionFailure() << form << ", " << PathName(path) << ", makes\n  " << actual
                                       << "\nand not\n  " << expected << "\nof\n"
                                       << PrintCase(metadata);
  }
  return testing::AssertionSuccess();
}

}  // namespace headerproof
