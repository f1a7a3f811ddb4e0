// JSON read strictly: every field is asked for once, by name and type, and none may be left over.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace headerproof {

// The value of a JSON text in which no object has a key twice. Throws UserError, in which `file`
// is named with the line and column.
nlohmann::json ParseStrictJson(std::string_view text, const std::string& file);

// One value of a JSON text, with its place in it for errors. Throws UserError wherever the value
// is not what is asked for. Lives no longer than the value.
class JsonPlace {
 public:
  JsonPlace(const nlohmann::json& value, std::string file, std::string place = "")
      : value_(value), file_(std::move(file)), place_(std::move(place)) {}

  // A field of an object; `Optional` gives a null value for one that is not there.
  JsonPlace Field(const std::string& key);
  JsonPlace Optional(const std::string& key);
  bool Has(const std::string& key) const;

  // The object has no field that was not asked for.
  void NoMoreFields() const;

  bool IsNull() const { return value_.get().is_null(); }
  std::string String() const;
  std::uint64_t Count() const;
  double Number() const;  // not negative
  bool Bool() const;
  std::vector<JsonPlace> Items() const;
  std::map<std::string, JsonPlace> Fields();
  std::vector<std::string> Strings() const;
  std::string CaseText() const;  // a string that is a case, strictly read

  [[noreturn]] void Fail(const std::string& what) const;

 private:
  const nlohmann::json& Object() const;

  std::reference_wrapper<const nlohmann::json> value_;
  std::string file_;
  std::string place_;
  std::set<std::string> asked_;
};

}  // namespace headerproof
