#include "src/engines/failure.h"

#include <algorithm>

#include "src/cases/display.h"
#include "src/cases/text.h"

namespace headerproof {
namespace {

// Calls visit(line) for each line of a case's text, without its LF.
template <class Visit>
void VisitLines(std::string_view text, const Visit& visit) {
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    visit(text.substr(0, end));
    text.remove_prefix(end + 1);
  }
}

// True if a value under a credential's name is not a neutral one. The minimizer leaves such a
// value only where the fault depends on it.
bool HoldsSecret(const Metadata& metadata) {
  return std::ranges::any_of(metadata, [](const Entry& entry) {
    return HoldsCredentials(entry.name) &&
           std::ranges::any_of(entry.values, [](std::string_view value) {
             return value.size() > 1 && value != "application/grpc+x";
           });
  });
}

std::string CppQuoted(std::string_view line) {
  std::string quoted = "\"";
  for (const char c : line) {
    if (c == '\\' || c == '"') quoted += '\\';
    quoted += c;
  }
  return quoted + "\\n\"";
}

std::string Indented(std::string_view text) {
  std::string indented;
  VisitLines(text, [&indented](std::string_view line) {
    indented.append("  ").append(line).append("\n");
  });
  return indented.empty() ? "  (the empty metadata)\n" : indented;
}

}  // namespace

std::string ShellQuoted(std::string_view text) {
  std::string quoted = "'";
  for (const char c : text) {
    if (c == '\'') {
      quoted += "'\\''";
    } else {
      quoted += c;
    }
  }
  return quoted + "'";
}

std::string ReplayLine(const Metadata& metadata, std::string_view command) {
  if (HoldsSecret(metadata)) {
    return "build/release/headerproof check FILE  # not printed: it holds a credential's value";
  }
  if (metadata.empty()) return "printf '' | " + std::string(command);
  std::string line = "printf '%s\\n'";
  VisitLines(PrintCase(metadata), [&line](std::string_view text) {
    line += ' ';
    line += ShellQuoted(text);
  });
  return line + " | " + std::string(command);
}

std::string TestDraft(const Metadata& metadata, std::string_view expectation) {
  if (HoldsSecret(metadata)) return "// Not printed: the case holds a credential's value.\n";
  std::string draft = "TEST(Regression, NameItForWhatItShows) {\n  ";
  draft.append(expectation).append("(");
  const std::string text = PrintCase(metadata);
  if (text.empty()) draft += "\"\"";
  VisitLines(text, [&draft](std::string_view line) { draft += "\n      " + CppQuoted(line); });
  return draft + ");\n}\n";
}

std::string DescribeFailure(const Metadata& metadata, const std::vector<Violation>& violations,
                            std::string_view command) {
  std::string text = "The case:\n" + Indented(DisplayCase(metadata)) + "What differed:\n";
  for (const Violation& violation : violations) {
    text.append("  ").append(RelationName(violation.relation)).append(", ");
    text.append(PathName(violation.path)).append(": ").append(violation.detail).append("\n");
  }
  text += "To replay it:\n  " + ReplayLine(metadata, command) + "\n";
  text += "A test to paste into properties/corpus_test.cc:\n" + Indented(TestDraft(metadata));
  return text;
}

}  // namespace headerproof
