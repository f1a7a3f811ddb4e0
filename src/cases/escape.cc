#include "src/cases/escape.h"

namespace headerproof {

void AppendHexEscape(unsigned char octet, std::string& text) {
  constexpr char kDigits[] = "0123456789abcdef";
  text += "\\x";
  text += kDigits[octet >> 4];
  text += kDigits[octet & 0xf];
}

void AppendEscapedValue(std::string_view value, std::string& text) {
  for (std::size_t i = 0; i < value.size(); ++i) {
    const char c = value[i];
    const bool at_end = i == 0 || i + 1 == value.size();
    if (c == '\\') {
      text += "\\\\";
    } else if (c < 0x20 || c > 0x7e || (c == ' ' && at_end)) {
      AppendHexEscape(static_cast<unsigned char>(c), text);
    } else {
      text += c;
    }
  }
}

void AppendEscapedName(std::string_view name, std::string& text) {
  if (name.empty()) {
    text += "\"\"";
    return;
  }
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    const bool is_plain_colon = c == ':' && i == 0 && name.size() > 1;
    if (c == '\\') {
      text += "\\\\";
    } else if (c <= 0x20 || c > 0x7e || c == '"' || (c == ':' && !is_plain_colon) ||
               (c == '#' && i == 0)) {
      AppendHexEscape(static_cast<unsigned char>(c), text);
    } else {
      text += c;
    }
  }
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
