#include "src/evidence/strict_json.h"

#include <algorithm>
#include <cmath>
#include <variant>

#include "src/cases/printable.h"
#include "src/cases/text.h"
#include "src/evidence/user_error.h"

namespace headerproof {

using Json = nlohmann::json;

Json ParseStrictJson(std::string_view text, const std::string& file) {
  std::vector<std::set<std::string>> keys;
  const auto no_repeats = [&](int depth, Json::parse_event_t event, Json& parsed) {
    // Deep nesting is no file of ours, and would be freed recursively.
    if (depth > 32) throw UserError(Printable(file) + ": is nested too deeply");
    if (event == Json::parse_event_t::object_start) keys.emplace_back();
    if (event == Json::parse_event_t::object_end) keys.pop_back();
    if (event == Json::parse_event_t::key &&
        !keys.back().insert(parsed.get<std::string>()).second) {
      throw UserError(Printable(file) + ": has the field \"" +
                      Printable(parsed.get<std::string>(), 80) + "\" twice in one object");
    }
    return true;
  };
  try {
    return Json::parse(text, no_repeats);
  } catch (const Json::parse_error& error) {
    const std::size_t end = std::min(error.byte, text.size());
    const auto line = std::ranges::count(text.substr(0, end), '\n') + 1;
    throw UserError(Printable(file) + ":" + std::to_string(line) +
                    ": is no JSON: " + Printable(error.what(), 200));
  }
}

void JsonPlace::Fail(const std::string& what) const {
  throw UserError(Printable(file_) + ": " + (place_.empty() ? "the file" : Printable(place_, 200)) +
                  " " + what);
}

const Json& JsonPlace::Object() const {
  if (!value_.get().is_object()) Fail("has to be an object");
  return value_;
}

bool JsonPlace::Has(const std::string& key) const {
  return Object().contains(key);
}

JsonPlace JsonPlace::Field(const std::string& key) {
  if (!Has(key)) Fail("lacks the field \"" + key + "\"");
  return Optional(key);
}

JsonPlace JsonPlace::Optional(const std::string& key) {
  static const Json kNull;
  asked_.insert(key);
  const auto found = Object().find(key);
  return {found == Object().end() ? kNull : *found, file_,
          place_.empty() ? key : place_ + "." + key};
}

void JsonPlace::NoMoreFields() const {
  for (const auto& [key, value] : Object().items()) {
    if (!asked_.contains(key)) Fail("has an unknown field \"" + Printable(key, 80) + "\"");
  }
}

std::string JsonPlace::String() const {
  if (!value_.get().is_string()) Fail("has to be a string");
  return value_.get().get<std::string>();
}

std::uint64_t JsonPlace::Count() const {
  if (!value_.get().is_number_unsigned()) Fail("has to be a whole number, not negative");
  return value_.get().get<std::uint64_t>();
}

double JsonPlace::Number() const {
  if (!value_.get().is_number() || !std::isfinite(value_.get().get<double>()) ||
      value_.get().get<double>() < 0) {
    Fail("has to be a number, not negative");
  }
  return value_.get().get<double>();
}

bool JsonPlace::Bool() const {
  if (!value_.get().is_boolean()) Fail("has to be true or false");
  return value_.get().get<bool>();
}

std::vector<JsonPlace> JsonPlace::Items() const {
  if (!value_.get().is_array()) Fail("has to be a list");
  std::vector<JsonPlace> items;
  for (std::size_t i = 0; i < value_.get().size(); ++i) {
    items.emplace_back(value_.get()[i], file_, place_ + "[" + std::to_string(i) + "]");
  }
  return items;
}

std::map<std::string, JsonPlace> JsonPlace::Fields() {
  std::map<std::string, JsonPlace> fields;
  for (const auto& [key, value] : Object().items()) fields.emplace(key, Optional(key));
  return fields;
}

std::vector<std::string> JsonPlace::Strings() const {
  std::vector<std::string> strings;
  for (const JsonPlace& item : Items()) strings.push_back(item.String());
  return strings;
}

std::string JsonPlace::CaseText() const {
  const std::string text = String();
  const auto parsed = ParseCase(text);
  if (const auto* error = std::get_if<CaseError>(&parsed)) {
    Fail("is no case, line " + std::to_string(error->line) + ": " + error->message);
  }
  return text;
}

}  // namespace headerproof
