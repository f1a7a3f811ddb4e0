// Mutants that take the encoding, or another field, from another place, or in another order.
#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "src/mutants/groups.h"

namespace headerproof {
namespace {

// A subtype changed.
template <class Change>
void ChangeSubtype(Rules& rules, const Change& change) {
  rules.subtype = [change](const std::string& content_type) {
    return change(RuleSubtype(content_type));
  };
}

// A content-type read as another.
template <class Change>
void ChangeContentType(Rules& rules, const Change& change) {
  rules.subtype = [change](const std::string& content_type) {
    return RuleSubtype(change(content_type));
  };
}

constexpr std::string_view kBase = "application/grpc";

constexpr auto kMutants = std::to_array<Mutant>({
    {"content-type-wins", "lets a content-type replace an encoding that is there",
     [](Rules& rules) {
       rules.set_encoding = [](const std::string& subtype, std::string& encoding) {
         encoding = subtype;
       };
     },
     kTakesContentTypeBesideEncoding},
    {"content-type-with-subtype-wins", "lets a content-type with a subtype replace an encoding",
     [](Rules& rules) {
       rules.set_encoding = [](const std::string& subtype, std::string& encoding) {
         if (!subtype.empty()) encoding = subtype;
       };
     },
     kTakesContentTypeBesideEncoding},
    {"first-encoding-wins", "keeps an encoding that a content-type set before rpc-encoding came",
     [](Rules& rules) {
       rules.set_field = [](const std::string& value, std::size_t field, Outcome& request) {
         if (field == kRuleEncoding && !request.fields[field].empty()) return;
         request.fields[field] = value;
       };
     }},
    {"encoding-appended", "sets the subtype behind the encoding that is there",
     [](Rules& rules) {
       rules.set_encoding = [](const std::string& subtype, std::string& encoding) {
         encoding += subtype;
       };
     },
     kTakesContentTypeBesideEncoding},
    {"content-type-ignored", "takes no encoding from a content-type",
     [](Rules& rules) { ChangeSubtype(rules, [](const std::string&) { return std::string(); }); }},
    {"subtype-with-separator", "keeps the '+' or ';' before a subtype",
     [](Rules& rules) {
       rules.subtype = [](const std::string& content_type) {
         if (RuleSubtype(content_type).empty()) return std::string();
         return content_type.substr(kBase.size());
       };
     }},
    {"subtype-by-dash", "takes what follows a '-' for a subtype too",
     [](Rules& rules) {
       ChangeContentType(rules, [](std::string content_type) {
         if (content_type.size() > kBase.size() && content_type[kBase.size()] == '-') {
           content_type[kBase.size()] = '+';
         }
         return content_type;
       });
     },
     kTakesRichValues},
    {"subtype-by-plus-alone", "takes no subtype behind a ';'",
     [](Rules& rules) {
       rules.subtype = [](const std::string& content_type) {
         if (content_type.starts_with("application/grpc;")) return std::string();
         return RuleSubtype(content_type);
       };
     },
     kTakesRichValues},
    {"subtype-without-parameters", "ends a subtype at a ';'",
     [](Rules& rules) {
       ChangeSubtype(
           rules, [](const std::string& subtype) { return subtype.substr(0, subtype.find(';')); });
     },
     kTakesRichValues},
    {"subtype-lowercased", "lowercases a subtype",
     [](Rules& rules) { ChangeSubtype(rules, RuleFold); }, kTakesRichValues},
    {"content-type-without-case", "reads a content-type without regard to case",
     [](Rules& rules) {
       rules.subtype = [](const std::string& content_type) -> std::string {
         if (RuleSubtype(RuleFold(content_type)).empty()) return {};
         return content_type.substr(kBase.size() + 1);
       };
     },
     kTakesRichValues},
    {"content-type-trimmed", "passes over spaces before a content-type",
     [](Rules& rules) {
       ChangeContentType(rules, [](const std::string& content_type) -> std::string {
         const std::size_t first = content_type.find_first_not_of(' ');
         return first == std::string::npos ? std::string() : content_type.substr(first);
       });
     },
     kTakesRichValues},
    {"bare-content-type-is-proto", "takes application/grpc alone for the encoding proto",
     [](Rules& rules) {
       rules.subtype = [](const std::string& content_type) -> std::string {
         return content_type == kBase ? "proto" : RuleSubtype(content_type);
       };
     },
     kTakesRichValues},
    {"grpc-web-is-grpc", "reads a subtype of application/grpc-web too",
     [](Rules& rules) {
       rules.subtype = [](const std::string& content_type) {
         constexpr std::string_view kWeb = "application/grpc-web+";
         if (content_type.starts_with(kWeb)) return content_type.substr(kWeb.size());
         return RuleSubtype(content_type);
       };
     },
     kTakesRichValues},
    {"field-ignores-empty", "leaves a field as it was when its entry's value is empty",
     [](Rules& rules) {
       rules.set_field = [](const std::string& value, std::size_t field, Outcome& request) {
         if (!value.empty()) request.fields[field] = value;
       };
     },
     kTakesEmptyValue},
    {"first-field-wins", "keeps the first of two values of a field",
     [](Rules& rules) {
       rules.set_field = [](const std::string& value, std::size_t field, Outcome& request) {
         if (request.fields[field].empty()) request.fields[field] = value;
       };
     }},
});

}  // namespace

std::span<const Mutant> EncodingMutants() {
  return kMutants;
}

}  // namespace headerproof
