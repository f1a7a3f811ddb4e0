#include "src/cases/printable.h"

#include "src/cases/display.h"
#include "src/cases/escape.h"
#include "src/cases/text.h"

namespace headerproof {

std::string Printable(std::string_view text, std::size_t most) {
  std::string printable;
  for (const char c : text.substr(0, most)) {
    if (c >= ' ' && c <= '~') {
      printable += c;
    } else {
      AppendHexEscape(static_cast<unsigned char>(c), printable);
    }
  }
  if (text.size() > most) printable += "... (" + std::to_string(text.size()) + " octets)";
  return printable;
}

std::string PrintableCase(std::string_view text) {
  return DisplayCase(ParseCaseLeniently(text));
}

std::string Grouped(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t place = text.size(); place > 3; place -= 3) text.insert(place - 3, ",");
  return text;
}

}  // namespace headerproof
