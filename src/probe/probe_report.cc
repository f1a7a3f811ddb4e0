// What a probe prints: counts, exit code, table and JSON.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <span>
#include <string>
#include <utility>

#include "src/cases/text.h"
#include "src/probe/probe.h"

namespace headerproof {
namespace {

constexpr std::size_t kMostExamples = 12;
constexpr std::size_t kMostWays = 8;

Topic TopicAt(const ProbeResult& result, const SweepAnswer& answer) {
  return TopicOf(result.sweep.probe_cases[answer.probe_case]);
}

bool GetsThrough(Verdict verdict) {
  return verdict == Verdict::kUnchanged || verdict == Verdict::kChanged ||
         verdict == Verdict::kAccepted;
}

// By topic: the probe cases at a place, and whether they were judged in any form.
using Decided = std::map<std::pair<Place, std::size_t>, bool>;

// A few answers in which something malformed was not stopped: one for each probe case and place.
std::string Examples(const ProbeResult& result) {
  std::string text;
  std::set<std::pair<Place, std::size_t>> shown;
  for (const SweepAnswer& answer : result.sweep.answers) {
    if (shown.size() == kMostExamples) break;
    const bool is_malformed = TopicAt(result, answer) != Topic::kWellFormed;
    if (!is_malformed || !GetsThrough(VerdictOf(result.sweep, answer))) continue;
    if (!shown.emplace(answer.place, answer.probe_case).second) continue;
    text += "    " + DescribeAnswer(result.sweep, answer) + "\n";
  }
  return text.empty() ? "" : "  malformed and not stopped, for example:\n" + text;
}

// How what is malformed was refused, the most usual ways first.
std::string Ways(const ProbeResult& result) {
  std::map<std::string, std::size_t> counts;
  for (const SweepAnswer& answer : result.sweep.answers) {
    if (TopicAt(result, answer) == Topic::kWellFormed) continue;
    if (VerdictOf(result.sweep, answer) != Verdict::kRefused) continue;
    ++counts[std::string(DispositionName(answer.disposition)) + " (" + answer.detail + ")"];
  }
  std::vector<std::pair<std::string, std::size_t>> ways(counts.begin(), counts.end());
  std::ranges::sort(ways, std::greater(),
                    [](const auto& way) { return std::pair(way.second, way.first); });
  std::string text;
  for (const auto& [way, count] : std::span(ways).first(std::min(ways.size(), kMostWays))) {
    text += fmt::format("    {:<7}{}\n", count, way);
  }
  if (ways.size() > kMostWays) {
    text += fmt::format("    and {} other ways\n", ways.size() - kMostWays);
  }
  return text.empty() ? "" : "  refused by:\n" + text;
}

std::string Row(std::string_view place, const TopicText& topic, const TopicCount& count) {
  const std::string title = std::string(topic.title) +
                            (topic.clause.empty() ? "" : " (" + std::string(topic.clause) + ")");
  std::string text = fmt::format("  {:<18}{:<42}", place, title);
  for (const std::size_t number : count.by_verdict) text += fmt::format("{:>10}", number);
  return text + "\n";
}

nlohmann::ordered_json CountJson(const TopicCount& count) {
  nlohmann::ordered_json json;
  for (std::size_t at = 0; at < kVerdictCount; ++at) {
    json[VerdictName(static_cast<Verdict>(at))] = count.by_verdict[at];
  }
  json["undecided"] = count.undecided;
  return json;
}

}  // namespace

TopicCounts CountByTopic(const ProbeResult& result) {
  TopicCounts counts{};
  std::array<Decided, kTopicCount> decided;
  for (const SweepAnswer& answer : result.sweep.answers) {
    const auto topic = static_cast<std::size_t>(TopicAt(result, answer));
    const Verdict verdict = VerdictOf(result.sweep, answer);
    ++counts[topic].by_verdict[static_cast<std::size_t>(verdict)];
    decided[topic][{answer.place, answer.probe_case}] |= IsJudged(verdict);
  }
  for (std::size_t topic = 0; topic < kTopicCount; ++topic) {
    counts[topic].undecided = static_cast<std::size_t>(
        std::ranges::count(decided[topic], false, &Decided::value_type::second));
  }
  return counts;
}

TopicCount CountNames(const ProbeResult& result) {
  const TopicCounts counts = CountByTopic(result);
  TopicCount names;
  for (std::size_t topic = 0; topic < kTopicCount; ++topic) {
    if (!IsAboutNames(static_cast<Topic>(topic))) continue;
    names.undecided += counts[topic].undecided;
    for (std::size_t at = 0; at < kVerdictCount; ++at) {
      names.by_verdict[at] += counts[topic].by_verdict[at];
    }
  }
  return names;
}

int ProbeExitCode(const ProbeResult& result) {
  if (!result.why_not.empty()) return 2;
  const TopicCount names = CountNames(result);
  if (names[Verdict::kUnchanged] + names[Verdict::kChanged] + names[Verdict::kAccepted] > 0)
    return 1;
  return names.undecided == 0 && !result.sweep.answers.empty() ? 0 : 2;
}

std::string ProbeTable(const ProbeResult& result) {
  std::string text = result.peer + "\n";
  if (!result.why_not.empty()) return text + "  nothing could be asked: " + result.why_not + "\n";
  text += fmt::format("  {:<60}", "");
  for (std::size_t at = 0; at < kVerdictCount; ++at) {
    text += fmt::format("{:>10}", VerdictName(static_cast<Verdict>(at)));
  }
  text += "\n";
  for (const Place place : kPlaces) {
    ProbeResult part{.peer = {}, .why_not = {}, .limit = {}, .notes = {}};
    part.sweep.probe_cases = result.sweep.probe_cases;
    std::ranges::copy_if(result.sweep.answers, std::back_inserter(part.sweep.answers),
                         [place](const SweepAnswer& answer) { return answer.place == place; });
    if (part.sweep.answers.empty()) continue;
    const TopicCounts counts = CountByTopic(part);
    for (std::size_t topic = 0; topic < kTopicCount; ++topic) {
      text +=
          Row(topic == 0 ? PlaceName(place) : "", TextOf(static_cast<Topic>(topic)), counts[topic]);
    }
  }
  const TopicCount names = CountNames(result);
  text += fmt::format(
      "  illegal names: {} refused, {} dropped, {} delivered, {} accepted; {} judged in no form\n",
      names[Verdict::kRefused], names[Verdict::kDropped],
      names[Verdict::kUnchanged] + names[Verdict::kChanged], names[Verdict::kAccepted],
      names.undecided);
  text +=
      fmt::format("  {} calls on {} connections; the peer {} what its application is shown\n",
                  result.requests, result.connections, result.echoes ? "echoes" : "does not echo");
  if (!result.limit.empty())
    text += "  it ended before everything was asked: " + result.limit + "\n";
  for (const std::string& note : result.notes) text += "  " + note + "\n";
  return text + Ways(result) + Examples(result);
}

std::string ProbeJson(const ProbeResult& result) {
  nlohmann::ordered_json json = {{"peer", result.peer},
                                 {"exit", ProbeExitCode(result)},
                                 {"why_not", result.why_not},
                                 {"echoes", result.echoes},
                                 {"limit", result.limit},
                                 {"notes", result.notes},
                                 {"connections", result.connections},
                                 {"requests", result.requests},
                                 {"names", CountJson(CountNames(result))},
                                 {"topics", nlohmann::ordered_json::array()},
                                 {"answers", nlohmann::ordered_json::array()}};
  const TopicCounts counts = CountByTopic(result);
  for (std::size_t at = 0; at < kTopicCount; ++at) {
    const auto topic = static_cast<Topic>(at);
    nlohmann::ordered_json one = {{"topic", TextOf(topic).key}};
    if (!TextOf(topic).clause.empty()) {
      one["clause"] = "RFC 9113 " + std::string(TextOf(topic).clause);
    }
    one["decides_exit_code"] = IsAboutNames(topic);
    one.update(CountJson(counts[at]));
    json["topics"].push_back(std::move(one));
  }
  for (const SweepAnswer& answer : result.sweep.answers) {
    const ProbeCase& probe_case = result.sweep.probe_cases[answer.probe_case];
    nlohmann::ordered_json one = {{"place", PlaceName(answer.place)},
                                  {"form", kWireForms[answer.form].name},
                                  {"topic", TextOf(TopicOf(probe_case)).key},
                                  {"kind", ProbeCaseKindName(probe_case.kind)},
                                  {"probe_case", PrintCase(AskedMetadata(probe_case))},
                                  {"verdict", VerdictName(VerdictOf(result.sweep, answer))},
                                  {"disposition", DispositionName(answer.disposition)}};
    if (!answer.detail.empty()) one["detail"] = answer.detail;
    if (!answer.shown.empty()) one["shown"] = PrintCase(answer.shown);
    json["answers"].push_back(std::move(one));
  }
  return json.dump() + "\n";
}

}  // namespace headerproof
