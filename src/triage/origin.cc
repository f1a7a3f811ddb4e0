#include "src/triage/origin.h"

#include <regex>
#include <vector>

#include "src/cases/display.h"

namespace headerproof {
namespace {

// What the names of an engine's files begin with; the first group is the target.
struct NameShape {
  std::regex begins;
  const char* engine;
  bool is_finding;
};

std::vector<NameShape> MakeShapes() {
  const std::string finding = "(?:crash|leak|timeout|oom|slow-unit)-";
  return {{std::regex("clusterfuzz-testcase-(?:minimized-)?(?:(\\w+)-)?"), "ClusterFuzz", true},
          {std::regex("id[:_].*,sig[:_]"), "AFL++", true},
          {std::regex("id[:_]"), "AFL++", false},
          {std::regex("SIG.*\\.fuzz$"), "honggfuzz", true},
          {std::regex("(\\w+)-afl-" + finding), "AFL++", true},
          {std::regex("(?:(\\w+)-)?" + finding), "libFuzzer", true}};
}

}  // namespace

Origin OriginFrom(std::string_view file) {
  static const std::vector<NameShape> shapes = MakeShapes();
  // No file's name is longer; names in archives can be, and std::regex recurses.
  constexpr std::size_t kMostOctets = 255;
  const std::string name(file.substr(file.rfind('/') + 1).substr(0, kMostOctets));
  for (const auto& [begins, engine, is_finding] : shapes) {
    std::smatch match;
    if (!std::regex_search(name, match, begins, std::regex_constants::match_continuous)) continue;
    return {.engine = engine, .target = match[1], .is_finding = is_finding};
  }
  return {};
}

std::string OriginWords(const Origin& origin) {
  std::string words;
  const auto add = [&words](std::string_view what, const std::string& value) {
    if (value.empty()) return;
    words.append(words.empty() ? " (" : ", ").append(what).append(DisplayName(value));
  };
  add("", origin.engine);
  add("target ", origin.target);
  add("seed ", origin.seed);
  return words.empty() ? words : words + ")";
}

}  // namespace headerproof
