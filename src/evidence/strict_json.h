// JSON read strictly: no key twice in an object, every field asked for by name and type, and none
// left over. Errors name the file, the line and column, and the field.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace headerproof {

class JsonPlace;

// What is wrong with `text` as a case, strictly read: "line 1: ..."; "" if nothing.
std::string WrongInCase(std::string_view text);

// A JSON text that was parsed. Everything throws UserError.
class JsonDocument {
 public:
  JsonDocument(std::string_view text, std::string file);
  JsonDocument(const JsonDocument&) = delete;
  JsonDocument& operator=(const JsonDocument&) = delete;

  JsonPlace root() const;

 private:
  friend class JsonPlace;
  using Json = nlohmann::ordered_json;

  void Locate(const Json& value, std::vector<std::size_t>::const_iterator& next);
  [[noreturn]] void Fail(std::size_t end, const std::string& what) const;

  std::string text_;
  std::string file_;
  Json json_;
  std::unordered_map<const Json*, std::size_t> ends_;  // where in the text a value was seen to end
};

// One value of a document, which outlives it.
class JsonPlace {
 public:
  JsonPlace(const JsonDocument& document, const nlohmann::ordered_json& value, std::string name)
      : document_(&document), value_(&value), name_(std::move(name)) {}

  // A field of an object, which is there.
  JsonPlace Field(const std::string& key);
  bool Has(const std::string& key) const;

  // The object has no field that was not asked for.
  void NoMoreFields() const;

  bool IsNull() const { return value_->is_null(); }
  std::string String() const;
  std::uint64_t Count() const;
  double Number() const;  // not negative
  bool Bool() const;
  std::vector<JsonPlace> Items() const;
  std::map<std::string, JsonPlace> Fields() const;
  std::string CaseText() const;  // a string that is a case, strictly read

  [[noreturn]] void Fail(const std::string& what) const;

 private:
  void Expect(bool is_right, const char* what) const;
  const nlohmann::ordered_json& Object() const;
  JsonPlace Below(const std::string& key, const nlohmann::ordered_json& value) const;

  const JsonDocument* document_;
  const nlohmann::ordered_json* value_;
  std::string name_;  // such as "measurements[0].ratio"; empty for the root
  std::set<std::string> asked_;
};

}  // namespace headerproof
