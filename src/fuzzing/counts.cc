#include "src/fuzzing/counts.h"

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <set>
#include <utility>

#include "src/cases/display.h"
#include "src/evidence/build_info.h"
#include "src/judge/input_class.h"

namespace headerproof {
namespace {

constexpr std::string_view kFirstLine = "headerproof-counts 2";
constexpr std::uint64_t kInputsBetweenWrites = 4096;

// One line's key (all but the last word) and the count that ends it.
struct Line {
  std::string_view key;
  std::uint64_t count;
};

std::optional<Line> ParseLine(std::string_view line) {
  const std::size_t space = line.rfind(' ');
  if (space == std::string_view::npos) return std::nullopt;
  const std::string_view digits = line.substr(space + 1);
  Line parsed{line.substr(0, space), 0};
  const char* const end = digits.data() + digits.size();
  const auto [stopped, error] = std::from_chars(digits.data(), end, parsed.count);
  if (error != std::errc() || stopped != end) return std::nullopt;
  return parsed;
}

// Calls visit(key, count) for every count of `tally`, in the order of the lines.
template <class AnyTally, class Visit>
void VisitCounts(AnyTally& tally, const Visit& visit) {
  visit("cases", tally.cases);
  visit("checks", tally.checks);
  visit("violations", tally.violations);
  for (const Relation relation : kRelations) {
    visit("relation " + std::string(RelationName(relation)),
          tally.relations[static_cast<std::size_t>(relation)]);
  }
  visit("transparent-http2", tally.transparent_http2);
  for (std::size_t i = 0; i < kInputClassCount; ++i) {
    visit("class " + std::string(InputClassName(static_cast<InputClass>(i))), tally.classes[i]);
  }
}

// Sets the count that `line` names; false if there is none.
bool SetCount(const Line& line, Tally& tally) {
  bool found = false;
  VisitCounts(tally, [&](const std::string& key, std::uint64_t& count) {
    if (key != line.key) return;
    count = line.count;
    found = true;
  });
  return found;
}

bool IsDigest(std::string_view text) {
  return text.size() == 64 && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

// It becomes part of the name of a file.
bool CanNameAFile(std::string_view target) {
  return !target.empty() && target.size() <= 40 &&
         std::ranges::all_of(target, [](char c) { return (c >= 'a' && c <= 'z') || c == '_'; });
}

}  // namespace

std::string PrintFuzzCounts(const FuzzCounts& counts) {
  std::string text(kFirstLine);
  text += "\nbuild " + counts.build + "\ntarget " + counts.target + "\n";
  VisitCounts(counts.tally, [&text](const std::string& key, std::uint64_t count) {
    text += key + " " + std::to_string(count) + "\n";
  });
  if (!counts.planted.empty()) text += "planted " + counts.planted + "\n";
  return text + "end\n";
}

std::variant<FuzzCounts, std::string> ReadFuzzCounts(std::string_view text) {
  constexpr std::string_view kBuild = "build ";
  constexpr std::string_view kTarget = "target ";
  constexpr std::string_view kPlanted = "planted ";
  FuzzCounts read;
  std::set<std::string_view> keys;
  bool is_whole = false;
  std::size_t number = 0;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) return "the last line is cut off; the file is not whole";
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end + 1);
    ++number;
    if (number == 1 && line == kFirstLine) continue;
    if (number == 2 && line.starts_with(kBuild) && IsDigest(line.substr(kBuild.size()))) {
      read.build = line.substr(kBuild.size());
      continue;
    }
    if (number == 3 && line.starts_with(kTarget) && CanNameAFile(line.substr(kTarget.size()))) {
      read.target = line.substr(kTarget.size());
      continue;
    }
    if (number > 3 && line.starts_with(kPlanted)) {
      read.planted = line.substr(kPlanted.size());
      continue;
    }
    if (line == "end" && text.empty()) {
      is_whole = true;
      continue;
    }
    const std::optional<Line> parsed = ParseLine(line);
    if (number <= 3 || !parsed || !keys.insert(parsed->key).second ||
        !SetCount(*parsed, read.tally)) {
      return "line " + std::to_string(number) + " is not a line of counts: " + DisplayName(line);
    }
  }
  if (number < 3)
    return "these are not counts, which begin with \"" + std::string(kFirstLine) + "\"";
  if (!is_whole) return "the last line is not \"end\"; the file is not whole";
  return read;
}

FuzzRecorder::FuzzRecorder(std::string target) {
  recorded_.build = BuildDigest();
  recorded_.target = std::move(target);
  const char* const planted = std::getenv("HEADERPROOF_PLANTED_MUTANT");
  if (planted != nullptr) recorded_.planted = planted;
}

FuzzRecorder::~FuzzRecorder() {
  Write();
}

void FuzzRecorder::Count(const Metadata& metadata, std::uint64_t checks) {
  Tally& tally = recorded_.tally;
  tally.checks += checks;
  const std::uint32_t classes = ClassifyInput(metadata).bits();
  for (std::size_t i = 0; i < kInputClassCount; ++i) tally.classes[i] += classes >> i & 1U;
  if (++tally.cases % kInputsBetweenWrites == 0) Write();
}

void FuzzRecorder::Count(const Metadata& metadata, std::uint64_t checks,
                         const std::array<bool, kRelationCount>& checked) {
  Tally& tally = recorded_.tally;
  for (std::size_t i = 0; i < kRelationCount; ++i) tally.relations[i] += checked[i] ? 1U : 0U;
  const bool is_http2 = MetadataDomain(metadata) <= Domain::kHttp2;
  const bool was_transparent_asked = checked[static_cast<std::size_t>(Relation::kTransparent)];
  tally.transparent_http2 += is_http2 && was_transparent_asked ? 1U : 0U;
  Count(metadata, checks);
}

void FuzzRecorder::CountViolations(std::uint64_t violations) {
  recorded_.tally.violations += violations;
  Write();
}

// A file that cannot be written does not end the run: whoever reads the counts notices that they
// are missing.
void FuzzRecorder::Write() const {
  const char* const named = std::getenv("HEADERPROOF_COUNTS");
  if (named == nullptr || *named == '\0') return;
  std::string file = named;
  if (const std::size_t at = file.find("%p"); at != std::string::npos) {
    file.replace(at, 2, std::to_string(getpid()));
  }
  const std::string aside = file + ".part";
  std::ofstream stream(aside, std::ios::binary);
  stream << PrintFuzzCounts(recorded_);
  stream.close();
  if (!stream || std::rename(aside.c_str(), file.c_str()) != 0) {
    std::fputs("headerproof: HEADERPROOF_COUNTS names a file that cannot be written\n", stderr);
  }
}

}  // namespace headerproof
