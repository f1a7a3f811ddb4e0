#include "src/engines/matrix.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <optional>
#include <utility>

#include "src/cases/display.h"
#include "src/mutants/express.h"

namespace headerproof {
namespace {

constexpr std::string_view kFirstLine = "headerproof-matrix 1";

bool IsNameOctet(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
}

// The words of a line, which one space parts.
template <std::size_t count>
std::optional<std::array<std::string_view, count>> Words(std::string_view line) {
  std::array<std::string_view, count> words;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t end = i + 1 == count ? line.size() : line.find(' ');
    if (end == std::string_view::npos) return std::nullopt;
    words[i] = line.substr(0, end);
    line.remove_prefix(std::min(line.size(), end + 1));
  }
  return words;
}

template <class Number>
bool ReadNumber(std::string_view text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

std::optional<Meeting> ReadMeeting(std::string_view line) {
  const auto words = Words<5>(line);
  if (!words) return std::nullopt;
  const auto& [what, engine, mutant, cases, seconds] = *words;
  Meeting meeting;
  meeting.engine = engine;
  meeting.mutant = FindMutant(mutant);
  meeting.result.caught = what == "caught";
  const bool is_known = meeting.result.caught || what == "escaped";
  if (!is_known || meeting.mutant == nullptr || engine.empty() ||
      !std::ranges::all_of(engine, IsNameOctet) || !ReadNumber(cases, meeting.result.cases) ||
      !ReadNumber(seconds, meeting.seconds) || !std::isfinite(meeting.seconds) ||
      meeting.seconds < 0) {
    return std::nullopt;
  }
  return meeting;
}

}  // namespace

std::vector<MatrixEngine> JudgingEngines(std::uint64_t seed, std::span<const Metadata> corpus,
                                         const CheckOptions& options) {
  return {
      {"enumeration", [options](const Suite& suite) { return CatchByEnumeration(suite, options); }},
      {"sample",
       [seed, options](const Suite& suite) {
         return CatchBySample(suite, seed, kMostSampled, options);
       }},
      {"corpus",
       [corpus, options](const Suite& suite) { return CatchByCases(suite, corpus, options); }}};
}

std::string Beyond(std::string_view engine, const Mutant& mutant) {
  const std::string what = std::string(mutant.name) + ", which " + std::string(mutant.summary);
  if (!mutant.same_because.empty()) {
    return "No case can tell " + what + ", from the rules: " + std::string(mutant.same_because) +
           ".";
  }
  const std::string_view why = WhyNot(engine, mutant);
  if (why.empty()) return {};
  return std::string(engine) + " cannot show " + what + ": it " + std::string(why) + ".";
}

std::vector<Meeting> MeetMutants(const std::vector<MatrixEngine>& engines,
                                 std::span<const Mutant> mutants, const Progress& progress) {
  std::vector<Meeting> meetings;
  std::uint64_t done = 0;
  for (const Mutant& mutant : mutants) {
    const Suite suite = MutantSuite(mutant);
    for (const auto& [name, run] : engines) {
      Meeting meeting;
      meeting.engine = name;
      meeting.mutant = &mutant;
      meeting.beyond = Beyond(name, mutant);
      if (meeting.beyond.empty()) {
        const std::clock_t start = std::clock();
        meeting.result = run(suite);
        meeting.seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
      }
      meetings.push_back(std::move(meeting));
    }
    if (progress && !progress(++done, mutants.size())) break;
  }
  return meetings;
}

std::vector<std::string> Escapes(const std::vector<Meeting>& meetings) {
  std::vector<std::string> escapes;
  for (const Meeting& meeting : meetings) {
    if (meeting.escaped())
      escapes.push_back(meeting.engine + " " + std::string(meeting.mutant->name));
  }
  return escapes;
}

std::string PrintMeetings(const std::vector<Meeting>& meetings) {
  std::string text(kFirstLine);
  text += "\n";
  for (const Meeting& meeting : meetings) {
    if (!meeting.beyond.empty()) continue;
    std::array<char, 32> seconds{};
    std::snprintf(seconds.data(), seconds.size(), "%.6f", meeting.seconds);
    text += (meeting.result.caught ? "caught " : "escaped ") + meeting.engine + " " +
            std::string(meeting.mutant->name) + " " + std::to_string(meeting.result.cases) + " " +
            seconds.data() + "\n";
  }
  return text;
}

std::variant<std::vector<Meeting>, std::string> ReadMeetings(std::string_view text) {
  std::vector<Meeting> meetings;
  std::size_t number = 0;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) return "the last line is cut off; the file is not whole";
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end + 1);
    if (++number == 1 && line == kFirstLine) continue;
    auto meeting = ReadMeeting(line);
    if (number == 1 || !meeting) {
      return "line " + std::to_string(number) + " is no line of a matrix: " + DisplayName(line);
    }
    meetings.push_back(std::move(*meeting));
  }
  if (number == 0) return "no matrix: it begins with \"" + std::string(kFirstLine) + "\"";
  return meetings;
}

}  // namespace headerproof
