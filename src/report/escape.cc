#include "src/report/escape.h"

#include <algorithm>
#include <array>
#include <utility>

namespace headerproof {
namespace {

bool IsOneOf(char c, std::string_view set) {
  return set.find(c) != std::string_view::npos;
}

// The octet that makes the text's beginning a list item, a heading's underline or a rule; npos if
// none does.
std::size_t BlockMark(std::string_view text) {
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  const bool is_mark = digits < text.size() && IsOneOf(text[digits], digits == 0 ? "-=" : ".)");
  return is_mark ? digits : std::string_view::npos;
}

}  // namespace

std::string EscapedMarkup(std::string_view text) {
  using Entity = std::pair<char, std::string_view>;
  constexpr std::array<Entity, 5> kEntities = {
      {{'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}, {'\'', "&#39;"}}};
  std::string escaped;
  for (const char c : text) {
    const auto* const entity = std::ranges::find(kEntities, c, &Entity::first);
    escaped += entity == kEntities.end() ? std::string_view(&c, 1) : entity->second;
  }
  return escaped;
}

std::string EscapedXml(std::string_view text) {
  std::string escaped;
  for (const char c : EscapedMarkup(text)) escaped += c == '\n' ? "&#10;" : std::string(1, c);
  return escaped;
}

std::string EscapedMarkdown(std::string_view text) {
  // What becomes a link by itself is looked for in one piece of text; a comment makes two of it. A
  // backslash would not: it is gone by then.
  constexpr std::string_view kBreak = "<!-- -->";
  constexpr std::string_view kSpecial = "\\`*_{}[]()#+!|~$";
  const std::size_t mark = BlockMark(text);
  std::string escaped;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const std::string_view before = text.substr(0, i);
    if (c == '\n') {
      if (i + 1 != text.size()) escaped += "<br>";
      continue;
    }
    if (c == '.' && before.ends_with("www")) escaped += kBreak;
    if (i == mark || IsOneOf(c, kSpecial)) escaped += '\\';
    escaped += IsOneOf(c, "<>&") ? EscapedMarkup(text.substr(i, 1)) : std::string(1, c);
    const bool is_link = IsOneOf(c, "@#") || (c == ':' && text.substr(i + 1).starts_with("//")) ||
                         (c == '-' && before.ends_with("GH"));
    if (is_link) escaped += kBreak;
  }
  return escaped;
}

std::string EscapedLog(std::string_view text) {
  std::string escaped;
  bool is_first = true;  // on its line, but for blanks
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::string_view rest = text.substr(i);
    if ((is_first && rest.starts_with("::")) || rest.starts_with("#[")) escaped += '\\';
    escaped += text[i];
    is_first = text[i] == '\n' || (is_first && text[i] == ' ');
  }
  return escaped;
}

std::string EscapedSarif(std::string_view text) {
  std::string escaped;
  std::size_t backslashes = 0;  // just before: before a bracket each of them would escape
  for (const char c : text) {
    if (IsOneOf(c, "[]")) escaped.append(backslashes + 1, '\\');
    if (IsOneOf(c, "{}")) escaped += c;
    escaped += c;
    backslashes = c == '\\' ? backslashes + 1 : 0;
  }
  return escaped;
}

}  // namespace headerproof
