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

std::optional<MutationResult> ReadMeeting(std::string_view line) {
  const auto words = Words<5>(line);
  if (!words) return std::nullopt;
  const auto& [what, engine, mutant, cases, seconds] = *words;
  MutationResult result;
  result.engine = engine;
  result.mutant = FindMutant(mutant);
  result.result.killed = what == "killed";
  const bool is_known = result.result.killed || what == "survived";
  if (!is_known || result.mutant == nullptr || engine.empty() ||
      !std::ranges::all_of(engine, IsNameOctet) || !ReadNumber(cases, result.result.cases) ||
      !ReadNumber(seconds, result.seconds) || !std::isfinite(result.seconds) ||
      result.seconds < 0) {
    return std::nullopt;
  }
  return result;
}

}  // namespace

std::vector<MatrixEngine> JudgingEngines(std::uint64_t seed, std::span<const Metadata> corpus,
                                         const CheckOptions& options) {
  return {{"enumeration",
           [options](const ConverterSet& converter_set) {
             return KillByEnumeration(converter_set, options);
           }},
          {"sample",
           [seed, options](const ConverterSet& converter_set) {
             return KillBySample(converter_set, seed, kMostSampled, options);
           }},
          {"corpus", [corpus, options](const ConverterSet& converter_set) {
             return KillByCases(converter_set, corpus, options);
           }}};
}

std::string Beyond(std::string_view engine, const Mutant& mutant) {
  const std::string what = std::string(mutant.name) + ", which " + std::string(mutant.summary);
  if (!mutant.equivalent_because.empty()) {
    return "No case can tell " + what + ", from the rules: " + std::string(mutant.equivalent_because) +
           ".";
  }
  const std::string_view why = WhyNot(engine, mutant);
  if (why.empty()) return {};
  return std::string(engine) + " cannot show " + what + ": it " + std::string(why) + ".";
}

std::vector<MutationResult> RunMutants(const std::vector<MatrixEngine>& engines,
                                       std::span<const Mutant> mutants, const Progress& progress) {
  std::vector<MutationResult> results;
  std::uint64_t done = 0;
  for (const Mutant& mutant : mutants) {
    const ConverterSet converter_set = MutantConverters(mutant);
    for (const auto& [name, run] : engines) {
      MutationResult result;
      result.engine = name;
      result.mutant = &mutant;
      result.beyond = Beyond(name, mutant);
      if (result.beyond.empty()) {
        const std::clock_t start = std::clock();
        result.result = run(converter_set);
        result.seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
      }
      results.push_back(std::move(result));
    }
    if (progress && !progress(++done, mutants.size())) break;
  }
  return results;
}

std::vector<std::string> Survivors(const std::vector<MutationResult>& results) {
  std::vector<std::string> survives;
  for (const MutationResult& result : results) {
    if (result.survived())
      survives.push_back(result.engine + " " + std::string(result.mutant->name));
  }
  return survives;
}

std::string PrintMutationResults(const std::vector<MutationResult>& results) {
  std::string text(kFirstLine);
  text += "\n";
  for (const MutationResult& result : results) {
    if (!result.beyond.empty()) continue;
    std::array<char, 32> seconds{};
    std::snprintf(seconds.data(), seconds.size(), "%.6f", result.seconds);
    text += (result.result.killed ? "killed " : "survived ") + result.engine + " " +
            std::string(result.mutant->name) + " " + std::to_string(result.result.cases) + " " +
            seconds.data() + "\n";
  }
  return text;
}

std::variant<std::vector<MutationResult>, std::string> ReadMutationResults(std::string_view text) {
  std::vector<MutationResult> results;
  std::size_t number = 0;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) return "the last line is cut off; the file is not whole";
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end + 1);
    if (++number == 1 && line == kFirstLine) continue;
    auto result = ReadMeeting(line);
    if (number == 1 || !result) {
      return "line " + std::to_string(number) + " is no line of a matrix: " + DisplayName(line);
    }
    results.push_back(std::move(*result));
  }
  if (number == 0) return "no matrix: it begins with \"" + std::string(kFirstLine) + "\"";
  return results;
}

}  // namespace headerproof
