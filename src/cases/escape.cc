#include "src/cases/escape.h"

namespace headerproof {
namespace {

void AppendEscape(char c, std::string& text) {
  if (c == '\\') {
    text += "\\\\";
  } else {
    AppendHexEscape(static_cast<unsigned char>(c), text);
  }
}

}  // namespace

void AppendHexEscape(unsigned char octet, std::string& text) {
  constexpr char kDigits[] = "0123456789abcdef";
  text += "\\x";
  text += kDigits[octet >> 4];
  text += kDigits[octet & 0xf];
}

void AppendEscapedValue(std::string_view value, std::string& text) {
  std::size_t plain = 0;  // where the octets begin that need no escape
  for (std::size_t i = 0; i < value.size(); ++i) {
    const char c = value[i];
    const bool at_end = i == 0 || i + 1 == value.size();
    if (c > 0x20 && c <= 0x7e && c != '\\') continue;
    if (c == ' ' && !at_end) continue;
    text.append(value, plain, i - plain);
    plain = i + 1;
    AppendEscape(c, text);
  }
  text.append(value, plain);
}

void AppendEscapedName(std::string_view name, std::string& text) {
  if (name.empty()) {
    text += "\"\"";
    return;
  }
  std::size_t plain = 0;  // where the octets begin that need no escape
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    const bool is_plain_colon = c == ':' && i == 0 && name.size() > 1;
    const bool is_comment = c == '#' && i == 0;
    if (c > 0x20 && c <= 0x7e && c != '\\' && c != '"' && c != ':' && !is_comment) continue;
    if (is_plain_colon) continue;
    text.append(name, plain, i - plain);
    plain = i + 1;
    AppendEscape(c, text);
  }
  text.append(name, plain);
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
