#include "src/evidence/strict_json.h"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <variant>

#include "src/cases/printable.h"
#include "src/cases/text.h"
#include "src/evidence/user_error.h"

namespace headerproof {

using Json = nlohmann::ordered_json;

std::string WrongInCase(std::string_view text) {
  const auto parsed = ParseCase(text);
  const auto* const error = std::get_if<CaseError>(&parsed);
  return error == nullptr ? "" : "line " + std::to_string(error->line) + ": " + error->message;
}

JsonDocument::JsonDocument(std::string_view text, std::string file)
    : text_(text), file_(std::move(file)) {
  std::istringstream stream(text_);
  std::vector<std::set<std::string>> keys;
  std::vector<std::size_t> ends;
  const auto visit = [&](int depth, Json::parse_event_t event, Json& parsed) {
    const std::streamoff read = stream.rdbuf()->pubseekoff(0, std::ios::cur, std::ios::in);
    const std::size_t end = read < 0 ? text_.size() : static_cast<std::size_t>(read);
    // Values are freed recursively, and no file of ours is nested deeply.
    if (depth > 32) Fail(end, "is nested too deeply");
    using enum Json::parse_event_t;
    if (event == object_start) keys.emplace_back();
    if (event == object_end) keys.pop_back();
    if (event == object_start || event == array_start || event == value) ends.push_back(end);
    if (event == key && !keys.back().insert(parsed.get<std::string>()).second) {
      Fail(end, "has the field \"" + Printable(parsed.get<std::string>(), 80) +
                    "\" twice in one object");
    }
    return true;
  };
  try {
    json_ = Json::parse(stream, visit);
  } catch (const Json::parse_error& error) {
    // After the library's own name for it.
    const std::string_view what = error.what();
    Fail(error.byte, "is not JSON: " + std::string(what.substr(what.find("] ") + 2)));
  }
  auto next = ends.cbegin();
  Locate(json_, next);
}

// Values were parsed in the order of the text, which an ordered_json keeps.
void JsonDocument::Locate(const Json& value, std::vector<std::size_t>::const_iterator& next) {
  ends_[&value] = *next++;
  if (value.is_structured()) {
    for (const Json& below : value) Locate(below, next);
  }
}

void JsonDocument::Fail(std::size_t end, const std::string& what) const {
  const std::string_view before = std::string_view(text_).substr(0, end == 0 ? 0 : end - 1);
  const auto line = std::ranges::count(before, '\n') + 1;
  const std::size_t column = before.size() - (before.rfind('\n') + 1) + 1;
  throw UserError(Printable(file_) + ":" + std::to_string(line) + ":" + std::to_string(column) +
                  ": " + Printable(what, 400));
}

JsonPlace JsonDocument::root() const {
  return {*this, json_, ""};
}

void JsonPlace::Fail(const std::string& what) const {
  document_->Fail(document_->ends_.at(value_), (name_.empty() ? "the file" : name_) + " " + what);
}

void JsonPlace::Expect(bool is_right, const char* what) const {
  if (!is_right) Fail(std::string("has to be ") + what);
}

const Json& JsonPlace::Object() const {
  Expect(value_->is_object(), "an object");
  return *value_;
}

JsonPlace JsonPlace::Below(const std::string& key, const Json& value) const {
  return {*document_, value, name_.empty() ? key : name_ + "." + key};
}

bool JsonPlace::Has(const std::string& key) const {
  return Object().contains(key);
}

JsonPlace JsonPlace::Field(const std::string& key) {
  if (!Has(key)) Fail("lacks the field \"" + key + "\"");
  asked_.insert(key);
  return Below(key, value_->at(key));
}

void JsonPlace::NoMoreFields() const {
  for (const auto& [key, value] : Object().items()) {
    if (!asked_.contains(key)) Fail("has an unknown field \"" + key + "\"");
  }
}

std::string JsonPlace::String() const {
  Expect(value_->is_string(), "a string");
  return value_->get<std::string>();
}

std::uint64_t JsonPlace::Count() const {
  Expect(value_->is_number_unsigned(), "a whole number, not negative");
  return value_->get<std::uint64_t>();
}

double JsonPlace::Number() const {
  Expect(value_->is_number() && std::isfinite(value_->get<double>()) && value_->get<double>() >= 0,
         "a number, not negative");
  return value_->get<double>();
}

bool JsonPlace::Bool() const {
  Expect(value_->is_boolean(), "true or false");
  return value_->get<bool>();
}

std::vector<JsonPlace> JsonPlace::Items() const {
  Expect(value_->is_array(), "a list");
  std::vector<JsonPlace> items;
  for (const Json& value : *value_) {
    items.emplace_back(*document_, value, name_ + "[" + std::to_string(items.size()) + "]");
  }
  return items;
}

std::map<std::string, JsonPlace> JsonPlace::Fields() const {
  std::map<std::string, JsonPlace> fields;
  for (const auto& [key, value] : Object().items()) fields.emplace(key, Below(key, value));
  return fields;
}

std::string JsonPlace::CaseText() const {
  const std::string text = String();
  if (const std::string wrong = WrongInCase(text); !wrong.empty()) {
    Fail("is not a case, " + wrong);
  }
  return text;
}

}  // namespace headerproof
