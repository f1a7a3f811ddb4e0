#include "src/judge/input_class.h"

#include <algorithm>
#include <set>
#include <string>

#include "src/judge/model.h"

namespace headerproof {
namespace {

bool IsSpecial(std::string_view name) {
  return ModelIsReserved(name) || ModelIsRoutingName(name) || name == "content-type";
}

}  // namespace

std::string_view InputClassName(InputClass input_class) {
  constexpr std::array<std::string_view, kInputClassCount> kNames = {
      "grpc",           "token",    "http2",       "lowercase", "none",       "collision", "binary",
      "several-values", "no-value", "empty-value", "special",   "misspelled", "long"};
  return kNames[static_cast<std::size_t>(input_class)];
}

void CountInput(InputClassSet classes, InputClassCounts& counts) {
  for (std::size_t i = 0; i < kInputClassCount; ++i) {
    if (classes.Has(static_cast<InputClass>(i))) ++counts[i];
  }
}

Domain MetadataDomain(const Metadata& metadata) {
  Domain widest = Domain::kGrpc;
  for (const Entry& entry : metadata) widest = std::max(widest, NameDomain(entry.name));
  return widest;
}

InputClassSet ClassifyInput(const Metadata& metadata) {
  InputClassSet classes;
  classes.Add(static_cast<InputClass>(MetadataDomain(metadata)));
  std::set<std::string> lowercased_names;
  for (const auto& [name, values] : metadata) {
    if (values.empty()) classes.Add(InputClass::kNoValue);
    if (values.size() > 1) classes.Add(InputClass::kSeveralValues);
    if (values.size() == 1 && values[0].empty()) classes.Add(InputClass::kEmptyValue);
    if (name.size() >= 64) classes.Add(InputClass::kLong);
    if (IsSpecial(name)) classes.Add(InputClass::kSpecial);
    const std::string lowercased = ModelLowercase(name);
    if (IsBinaryName(lowercased)) classes.Add(InputClass::kBinary);
    if (lowercased != name && IsSpecial(lowercased)) classes.Add(InputClass::kMisspelled);
    if (!lowercased_names.insert(lowercased).second) classes.Add(InputClass::kCollision);
  }
  return classes;
}

}  // namespace headerproof
