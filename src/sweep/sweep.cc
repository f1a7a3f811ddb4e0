#include "src/sweep/sweep.h"

#include <array>
#include <thread>
#include <utility>

#include "src/cases/display.h"

namespace headerproof {

std::string_view FateName(Fate fate) {
  constexpr std::array<std::string_view, kFateCount> kNames = {
      "delivered-unchanged", "delivered-changed", "dropped",   "stream-error", "connection-error",
      "call-failed",         "process-ended",     "no-answer", "let-pass",     "not-asked",
      "form-refused"};
  return kNames[static_cast<std::size_t>(fate)];
}

SweepResult SweepAllPlaces(ServerStack& server, ClientStack& client, const SweepOptions& options) {
  const std::vector<Question> questions = AllQuestions();
  std::array<SweepResult, kPlaces.size()> results;
  const auto sweep = [&](std::size_t place) {
    results[place] = place == 0 ? SweepServer(server, questions, options)
                                : SweepClient(client, kPlaces[place], questions, options);
  };
  // A client costs more than a server does: two places on each thread come out even.
  std::thread other([&sweep] {
    sweep(0);
    sweep(1);
  });
  sweep(2);
  sweep(3);
  other.join();
  SweepResult all = std::move(results[0]);
  if (client.name() != server.name()) all.stack += " and " + client.name();
  for (std::size_t place = 1; place < results.size(); ++place) {
    std::ranges::move(results[place].answers, std::back_inserter(all.answers));
  }
  return all;
}

std::array<std::size_t, kFateCount> CountFates(const SweepResult& result, Place place) {
  std::array<std::size_t, kFateCount> counts{};
  for (const SweepAnswer& answer : result.answers) {
    if (answer.place == place) ++counts[static_cast<std::size_t>(answer.fate)];
  }
  return counts;
}

std::string DescribeSweep(const SweepResult& result) {
  std::string text = result.stack + "\n";
  for (const Place place : kPlaces) {
    const auto counts = CountFates(result, place);
    std::size_t asked = 0;
    std::string line;
    for (std::size_t fate = 0; fate < kFateCount; ++fate) {
      asked += counts[fate];
      if (counts[fate] == 0) continue;
      line += ", " + std::to_string(counts[fate]) + " " +
              std::string(FateName(static_cast<Fate>(fate)));
    }
    if (asked == 0) continue;
    text += "  " + std::string(PlaceName(place)) + ": " + std::to_string(asked) + " asked" + line +
            "\n";
  }
  return text;
}

std::string DescribeAnswer(const SweepResult& result, const SweepAnswer& answer) {
  std::string names;
  for (const Field& field : result.questions[answer.question].fields) {
    names += (names.empty() ? "" : ", ") + DisplayName(field.name) + ": " +
             DisplayValue(field.name, field.value);
  }
  return std::string(PlaceName(answer.place)) + ", " + std::string(kWireForms[answer.form].name) +
         ", " + names + ": " + std::string(FateName(answer.fate)) +
         (answer.detail.empty() ? "" : " (" + answer.detail + ")");
}

}  // namespace headerproof
