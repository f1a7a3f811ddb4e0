// Structs as JSON. A struct lists its fields once, and is read strictly and written from that list:
//
//   struct Condition { std::string key, sentence; };
//   constexpr auto JsonFields(const Condition*) {
//     return std::tuple(Field("key", &Condition::key), Field("sentence", &Condition::sentence));
//   }
//
// A field is a string, a number, a boolean, an enum, another such struct, or an optional (null), a
// vector (a list) or a map from strings (an object) of those. An enum lists its names in
// JsonNames(E), in their order. WrongWith(const Struct&), where there is one, says in a clause what
// is wrong with values that are each of their type; "" if nothing is.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <concepts>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "src/cases/escape.h"
#include "src/cases/printable.h"
#include "src/evidence/enum_names.h"
#include "src/evidence/strict_json.h"

namespace headerproof {

enum class Text : std::uint8_t {
  kWords,
  kLines,  // not cut when masked
  kCase,   // lines of a case: also checked when read
};

// Whether a field has to be there when it is read. An optional one keeps its value if it is not.
enum class Presence : std::uint8_t { kRequired, kOptional, kForbidden };

template <class Struct, class Member>
struct JsonField {
  std::string_view name;
  Member Struct::* member;
  Text text = Text::kWords;
  Presence presence = Presence::kRequired;
};

template <class Struct, class Member>
constexpr JsonField<Struct, Member> Field(std::string_view name, Member Struct::* member,
                                          Text text = Text::kWords) {
  return {name, member, text};
}

template <class Struct, class Member>
constexpr JsonField<Struct, Member> OptionalField(std::string_view name, Member Struct::* member) {
  return {name, member, Text::kWords, Presence::kOptional};
}

template <class T>
void ReadJson(JsonPlace place, T& value, Text text = Text::kWords) {
  if constexpr (std::same_as<T, std::string>) {
    value = text == Text::kCase ? place.CaseText() : place.String();
  } else if constexpr (std::same_as<T, std::uint64_t>) {
    value = place.Count();
  } else if constexpr (std::same_as<T, double>) {
    value = place.Number();
  } else if constexpr (std::same_as<T, bool>) {
    value = place.Bool();
  } else if constexpr (std::is_enum_v<T>) {
    const std::optional<T> found = FindByName<T>(place.String());
    if (!found) place.Fail(fmt::format("has to be one of {}", fmt::join(JsonNames(T{}), ", ")));
    value = *found;
  } else if constexpr (requires { value.capacity(); }) {
    for (const JsonPlace& item : place.Items()) ReadJson(item, value.emplace_back(), text);
  } else if constexpr (requires { typename T::mapped_type; }) {
    for (const auto& [key, below] : place.Fields()) ReadJson(below, value[key], text);
  } else if constexpr (requires { value.has_value(); }) {
    if (!place.IsNull()) ReadJson(place, value.emplace(), text);
  } else {
    const auto read = [&](const auto& field) {
      const std::string name(field.name);
      if (field.presence != Presence::kRequired && !place.Has(name)) return;
      if (field.presence == Presence::kForbidden) place.Field(name).Fail("has to be left out");
      ReadJson(place.Field(name), value.*field.member, field.text);
    };
    std::apply([&](const auto&... fields) { (read(fields), ...); }, JsonFields(&value));
    place.NoMoreFields();
    if constexpr (requires { WrongWith(value); }) {
      if (const std::string wrong = WrongWith(value); !wrong.empty()) place.Fail(wrong);
    }
  }
}

// Case text without the octets that no case text has.
inline std::string PrintableCaseText(std::string_view text) {
  std::string printable;
  for (const char c : text) {
    if (c == '\n' || (c >= ' ' && c <= '~')) {
      printable += c;
    } else {
      AppendHexEscape(static_cast<unsigned char>(c), printable);
    }
  }
  return printable;
}

// Makes every text in `value` printable ASCII: words are cut too, and lines are kept.
template <class T>
void Mask(T& value, Text text = Text::kWords) {
  if constexpr (std::same_as<T, std::string>) {
    value = text == Text::kWords ? Printable(value) : PrintableCaseText(value);
  } else if constexpr (requires { value.capacity(); }) {
    for (auto& item : value) Mask(item, text);
  } else if constexpr (requires { typename T::mapped_type; }) {
    T masked;
    for (auto& [key, below] : value) {
      Mask(below, text);
      masked.emplace(Printable(key), std::move(below));
    }
    value = std::move(masked);
  } else if constexpr (requires { value.has_value(); }) {
    if (value) Mask(*value, text);
  } else if constexpr (requires { JsonFields(&value); }) {
    std::apply([&](const auto&... field) { (Mask(value.*field.member, field.text), ...); },
               JsonFields(&value));
  }
}

// Numbers that are not whole keep four figures, more than a measurement is
// good for, and so few that they are the same when read again.
template <class T>
nlohmann::ordered_json WriteJson(const T& value) {
  using Json = nlohmann::ordered_json;
  if constexpr (std::same_as<T, double>) {
    return Json::parse(fmt::format("{:.4g}", value));
  } else if constexpr (std::is_arithmetic_v<T> || std::same_as<T, std::string>) {
    return value;
  } else if constexpr (std::is_enum_v<T>) {
    return NameOf(value);
  } else if constexpr (requires { value.capacity(); }) {
    Json json = Json::array();
    for (const auto& item : value) json.push_back(WriteJson(item));
    return json;
  } else if constexpr (requires { typename T::mapped_type; }) {
    Json json = Json::object();
    for (const auto& [key, below] : value) json[key] = WriteJson(below);
    return json;
  } else if constexpr (requires { value.has_value(); }) {
    return value ? WriteJson(*value) : Json(nullptr);
  } else {
    Json json;
    const auto write = [&](const auto& field) {
      json[std::string(field.name)] = WriteJson(value.*field.member);
    };
    std::apply([&](const auto&... fields) { (write(fields), ...); }, JsonFields(&value));
    return json;
  }
}

}  // namespace headerproof
