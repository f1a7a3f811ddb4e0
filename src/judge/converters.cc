#include "src/judge/converters.h"

#include <memory>
#include <vector>

#include "src/converter/way_back.h"
#include "src/judge/model.h"

namespace headerproof {
namespace {

std::shared_ptr<const WayBack> OwnWayBack() {
  static const auto way_back =
      std::make_shared<const WayBack>([](const Outcome& request, Metadata& metadata) {
        return ToMetadata(request.fields, request.headers, metadata);
      });
  return way_back;
}

std::shared_ptr<const WayBack> ModelWayBack() {
  static const auto way_back = std::make_shared<const WayBack>(ModelToMetadata);
  return way_back;
}

template <KeyPolicy policy, class Text>
void ConvertToOutcome(Path path, const Metadata& metadata, Outcome& outcome) {
  if (path == Path::kRequest) {
    ToOutcome(Convert<Path::kRequest, policy, Text>(metadata), outcome);
  } else {
    ToOutcome(Convert<Path::kResponse, policy, Text>(metadata), outcome);
  }
}

std::string_view PolicySummary(KeyPolicy policy) {
  switch (policy) {
    case KeyPolicy::kCanonicalizing:
      return "lowercases every name first, as before the change";
    case KeyPolicy::kDirect:
      return "takes every name as it is, as after the change";
    case KeyPolicy::kGuarded:
      return "lowercases only a name that has an uppercase letter";
    case KeyPolicy::kRejecting:
      return "refuses a name that has an uppercase letter, as HTTP/2 says";
  }
  return {};
}

template <KeyPolicy policy>
void AddForms(std::vector<Converter>& converters) {
  const std::string name(KeyPolicyName(policy));
  const std::string summary(PolicySummary(policy));
  const auto model = [](Path path, const Metadata& metadata, Outcome& outcome) {
    ModelConvert(path, policy, metadata, outcome);
  };
  converters.push_back({name, summary + "; the result owns its octets", policy,
                        ConvertToOutcome<policy, std::string>, OwnWayBack()});
  converters.push_back({name + "-view", summary + "; the result borrows from the metadata", policy,
                        ConvertToOutcome<policy, std::string_view>, OwnWayBack()});
  converters.push_back({"model-" + name, summary + "; the written rules, as the oracle has them",
                        policy, model, ModelWayBack()});
}

ConverterSet FindForms(const std::string& prefix, const std::string& suffix) {
  ConverterSet converter_set{};
  for (const KeyPolicy policy : kKeyPolicies) {
    converter_set[static_cast<std::size_t>(policy)] =
        FindConverter(prefix + std::string(KeyPolicyName(policy)) + suffix);
  }
  return converter_set;
}

}  // namespace

std::span<const Converter> AllConverters() {
  static const std::vector<Converter> converters = [] {
    std::vector<Converter> list;
    AddForms<KeyPolicy::kCanonicalizing>(list);
    AddForms<KeyPolicy::kDirect>(list);
    AddForms<KeyPolicy::kGuarded>(list);
    AddForms<KeyPolicy::kRejecting>(list);
    return list;
  }();
  return converters;
}

const Converter* FindConverter(std::string_view name) {
  for (const Converter& converter : AllConverters()) {
    if (converter.name == name) return &converter;
  }
  return nullptr;
}

ConverterSet OwningConverters() {
  return FindForms("", "");
}
ConverterSet ZeroCopyConverters() {
  return FindForms("", "-view");
}
ConverterSet ModelConverters() {
  return FindForms("model-", "");
}

}  // namespace headerproof
