#include "src/cases/escape.h"

namespace headerproof {
namespace {

// Appends `octets`, all escaped but those for which is_plain(octet, position).
template <class IsPlain>
void AppendEscaped(std::string_view octets, IsPlain is_plain, std::string& text) {
  std::size_t plain = 0;  // where the octets begin that need no escape
  for (std::size_t i = 0; i < octets.size(); ++i) {
    if (is_plain(octets[i], i)) continue;
    text.append(octets, plain, i - plain);
    plain = i + 1;
    if (octets[i] == '\\') {
      text += "\\\\";
    } else {
      AppendHexEscape(static_cast<unsigned char>(octets[i]), text);
    }
  }
  text.append(octets, plain);
}

}  // namespace

void AppendHexEscape(unsigned char octet, std::string& text) {
  constexpr char kDigits[] = "0123456789abcdef";
  text += "\\x";
  text += kDigits[octet >> 4];
  text += kDigits[octet & 0xf];
}

void AppendEscapedValue(std::string_view value, std::string& text) {
  const auto is_plain = [&](char c, std::size_t i) {
    if (c == ' ') return i != 0 && i + 1 != value.size();
    return c > 0x20 && c <= 0x7e && c != '\\';
  };
  AppendEscaped(value, is_plain, text);
}

void AppendEscapedName(std::string_view name, std::string& text) {
  const auto is_plain = [&](char c, std::size_t i) {
    if (c == ':') return i == 0 && name.size() > 1;
    return c > 0x20 && c <= 0x7e && c != '\\' && c != '"' && (c != '#' || i != 0);
  };
  if (name.empty()) text += "\"\"";
  AppendEscaped(name, is_plain, text);
}

std::string EscapeValue(std::string_view value) {
  std::string text;
  AppendEscapedValue(value, text);
  return text;
}

std::string EscapeName(std::string_view name) {
  std::string text;
  AppendEscapedName(name, text);
  return text;
}

}  // namespace headerproof
