#include "src/report/escape.h"

#include <algorithm>
#include <array>
#include <utility>

namespace headerproof {
namespace {

constexpr std::string_view kDigits = "0123456789";

bool IsOneOf(char c, std::string_view set) {
  return set.find(c) != std::string_view::npos;
}

// Whether the text begins as a list item, a heading's underline or a rule does.
bool BeginsABlock(std::string_view text) {
  const std::size_t digits = std::min(text.find_first_not_of(kDigits), text.size());
  return text.starts_with('-') || text.starts_with('=') ||
         (digits != 0 && digits < text.size() && IsOneOf(text[digits], ".)"));
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
  const std::string_view whole = text;
  std::string escaped;
  if (BeginsABlock(text)) {
    const std::size_t mark = std::min(text.find_first_not_of(kDigits), text.size());
    escaped = std::string(text.substr(0, mark)) + '\\' + text[mark];
    text.remove_prefix(mark + 1);
  }
  for (; !text.empty(); text.remove_prefix(1)) {
    const char c = text.front();
    const std::string_view rest = text.substr(1);
    if (IsOneOf(c, kSpecial)) escaped += '\\';
    escaped += EscapedMarkup(text.substr(0, 1));
    const bool is_after_www = whole.substr(0, whole.size() - text.size()).ends_with("www");
    const bool is_link =
        c == '@' || (c == ':' && rest.starts_with("//")) || (c == '.' && is_after_www) ||
        (IsOneOf(c, "#-") && !rest.empty() && IsOneOf(rest.front(), kDigits) &&
         (c == '#' || whole.substr(0, whole.size() - text.size()).ends_with("GH")));
    if (is_link) escaped += kBreak;
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
