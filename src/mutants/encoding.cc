// Mutants that take the encoding, or another field, from another place, or in another order.
#include <cstddef>
#include <string>
#include <string_view>

#include "src/mutants/mutants.h"

namespace headerproof {
namespace {

template <class Wrong>
auto SetEncoding(Wrong wrong) {
  return Replace(&Rules::set_encoding, wrong);
}

template <class Wrong>
auto SetField(Wrong wrong) {
  return Replace(&Rules::set_field, [wrong](const Step& step, Outcome& request) {
    wrong(step, request.fields[step.meaning.field]);
  });
}

// Another subtype of a content-type.
template <class Wrong>
auto Subtype(Wrong wrong) {
  return Replace(&Rules::subtype, wrong);
}

constexpr std::string_view kBase = "application/grpc";

}  // namespace

std::vector<Mutant> EncodingMutants() {
  return {
      {"content-type-wins", "lets a content-type replace an encoding that is there",
       SetEncoding([](const std::string& subtype, std::string& encoding) { encoding = subtype; }),
       kTakesContentTypeAndEncoding},
      {"content-type-with-subtype-wins", "lets a content-type with a subtype replace an encoding",
       SetEncoding([](const std::string& subtype, std::string& encoding) {
         if (!subtype.empty()) encoding = subtype;
       }),
       kTakesContentTypeAndEncoding},
      {"first-encoding-wins", "keeps an encoding that a content-type set before rpc-encoding came",
       SetField([](const Step& step, std::string& field) {
         if (step.meaning.field != kRuleEncoding || field.empty()) field = step.value;
       })},
      {"encoding-appended", "appends the subtype to the encoding that is there",
       SetEncoding([](const std::string& subtype, std::string& encoding) { encoding += subtype; }),
       kTakesContentTypeAndEncoding},
      {"content-type-ignored", "takes no encoding from a content-type",
       Subtype([](const std::string&) { return ""; })},
      {"subtype-with-separator", "keeps the '+' or ';' before a subtype",
       Subtype([](const std::string& content_type) {
         return RuleSubtype(content_type).empty() ? "" : content_type.substr(kBase.size());
       })},
      {"subtype-by-dash", "takes what follows a '-' for a subtype too",
       Subtype([](std::string content_type) {
         if (content_type.size() > kBase.size() && content_type[kBase.size()] == '-') {
           content_type[kBase.size()] = '+';
         }
         return RuleSubtype(content_type);
       }),
       kTakesRichValues},
      {"subtype-by-plus-alone", "takes no subtype after a ';'",
       Subtype([](const std::string& content_type) {
         return content_type.starts_with("application/grpc;") ? "" : RuleSubtype(content_type);
       }),
       kTakesRichValues},
      {"subtype-without-parameters", "ends a subtype at a ';'",
       Subtype([](const std::string& content_type) {
         const std::string subtype = RuleSubtype(content_type);
         return subtype.substr(0, subtype.find(';'));
       }),
       kTakesRichValues},
      {"subtype-lowercased", "lowercases a subtype",
       Subtype([](const std::string& content_type) { return RuleFold(RuleSubtype(content_type)); }),
       kTakesRichValues},
      {"content-type-without-case", "reads a content-type without regard to case",
       Subtype([](const std::string& content_type) {
         const bool has_subtype = !RuleSubtype(RuleFold(content_type)).empty();
         return has_subtype ? content_type.substr(kBase.size() + 1) : "";
       }),
       kTakesRichValues},
      {"content-type-trimmed", "skips spaces before a content-type",
       Subtype([](const std::string& content_type) {
         const std::size_t first = content_type.find_first_not_of(' ');
         return first == std::string::npos ? "" : RuleSubtype(content_type.substr(first));
       }),
       kTakesRichValues},
      {"bare-content-type-is-proto", "takes application/grpc alone for the encoding proto",
       Subtype([](const std::string& content_type) {
         return content_type == kBase ? "proto" : RuleSubtype(content_type);
       }),
       kTakesRichValues},
      {"grpc-web-is-grpc", "reads a subtype of application/grpc-web too",
       Subtype([](const std::string& content_type) {
         constexpr std::string_view kWeb = "application/grpc-web+";
         const bool is_web = content_type.starts_with(kWeb);
         return is_web ? content_type.substr(kWeb.size()) : RuleSubtype(content_type);
       }),
       kTakesRichValues},
      {"field-ignores-empty", "leaves a field as it was when its entry's value is empty",
       SetField([](const Step& step, std::string& field) {
         if (!step.value.empty()) field = step.value;
       }),
       kTakesEmptyValue},
      {"first-field-wins", "keeps the first of two values of a field",
       SetField([](const Step& step, std::string& field) {
         if (field.empty()) field = step.value;
       })},
  };
}

}  // namespace headerproof
