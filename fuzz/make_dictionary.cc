// Prints the dictionary that the targets share: the names and values worth asking about, in three
// spellings, and the octets at which lowercasing and the text form turn. fuzz/headerproof.dict is
// what this prints; a test compares them.
#include <cstdio>
#include <set>
#include <string>
#include <string_view>

#include "src/cases/escape.h"
#include "src/cases/generator.h"

namespace {

// An entry of a dictionary: \\ and \" and \xHH are its escapes.
void Print(std::string_view octets) {
  std::string quoted;
  for (const char c : headerproof::EscapeValue(octets)) {
    if (c == '"') quoted += '\\';
    quoted += c;
  }
  std::printf("\"%s\"\n", quoted.c_str());
}

}  // namespace

int main() {
  std::puts("# Made by make_dictionary; see fuzz/make_dictionary.cc.");
  std::set<std::string> names;
  for (const std::string_view name : headerproof::InterestingNames()) {
    names.insert(std::string(name));
    names.insert(headerproof::Capitalize(name));
    names.insert(headerproof::Uppercase(name));
  }
  for (const std::string& name : names) Print(name);
  for (const std::string_view value : headerproof::ContentTypeShapes()) Print(value);
  // Around the letters, around what the text form escapes, and what it reads specially.
  for (const std::string_view octets : {"@",
                                        "A",
                                        "Z",
                                        "[",
                                        "`",
                                        "a",
                                        "z",
                                        "{",
                                        "\x1f",
                                        "\x20",
                                        "\x7e",
                                        "\x7f",
                                        "\x80",
                                        "\xc1",
                                        "\xda",
                                        "\xff",
                                        ":",
                                        "::",
                                        ": ",
                                        "\n",
                                        "\r\n",
                                        "#",
                                        "\"\"",
                                        "\\",
                                        "\\\\",
                                        "\\x",
                                        "\\x41",
                                        "-bin",
                                        "\xe2\x84\xaa",
                                        "\xc4\xb0"}) {
    Print(octets);
  }
}
