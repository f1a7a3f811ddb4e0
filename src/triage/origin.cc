#include "src/triage/origin.h"

#include <algorithm>
#include <array>

#include "src/cases/display.h"

namespace headerproof {
namespace {

// What ci/fuzz.sh puts after the target in the name of what AFL++ found.
constexpr std::string_view kAfl = "-afl";

bool IsTargetName(std::string_view name) {
  return !name.empty() && std::ranges::all_of(name, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  });
}

// libFuzzer's own names, and those that ci/fuzz.sh gives.
Origin OfKind(std::string_view name) {
  for (const std::string_view kind : {"crash-", "leak-", "timeout-", "oom-", "slow-unit-"}) {
    const std::size_t at = name.find(kind);
    if (at == std::string_view::npos) continue;
    if (at == 0) return {.engine = "libFuzzer", .is_finding = true};
    if (name[at - 1] != '-') continue;
    std::string_view target = name.substr(0, at - 1);
    const bool is_afl = target.ends_with(kAfl);
    if (is_afl) target.remove_suffix(kAfl.size());
    if (!IsTargetName(target)) continue;
    return {.engine = is_afl ? "AFL++" : "libFuzzer",
            .target = std::string(target),
            .is_finding = true};
  }
  return {};
}

// A testcase's name ends in a target and a number.
Origin OfService(std::string_view name) {
  Origin origin{.engine = "ClusterFuzz", .is_finding = true};
  const std::string_view rest = name.substr(0, name.rfind('-'));
  const std::string_view target = rest.substr(std::min(rest.size(), rest.rfind('-') + 1));
  if (IsTargetName(target) && target != "testcase" && target != "minimized") origin.target = target;
  return origin;
}

}  // namespace

Origin OriginFrom(std::string_view file) {
  const std::size_t slash = file.rfind('/');
  const std::string_view name = slash == std::string_view::npos ? file : file.substr(slash + 1);
  if (name.starts_with("clusterfuzz-testcase-")) return OfService(name);
  for (const std::string_view separator : {":", "_"}) {
    if (!name.starts_with("id" + std::string(separator))) continue;
    const bool is_finding = name.find(",sig" + std::string(separator)) != std::string_view::npos;
    return {.engine = "AFL++", .is_finding = is_finding};
  }
  if (name.starts_with("SIG") && name.ends_with(".fuzz")) {
    return {.engine = "honggfuzz", .is_finding = true};
  }
  return OfKind(name);
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
