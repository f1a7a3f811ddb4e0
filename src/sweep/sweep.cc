#include "src/sweep/sweep.h"

#include <array>
#include <thread>
#include <utility>

#include "src/cases/display.h"

namespace headerproof {

std::string_view DispositionName(Disposition disposition) {
  constexpr std::array<std::string_view, kDispositionCount> kNames = {
      "delivered-unchanged", "delivered-changed", "dropped",   "stream-error", "connection-error",
      "call-failed",         "process-ended",     "no-answer", "let-pass",     "not-asked",
      "form-refused"};
  return kNames[static_cast<std::size_t>(disposition)];
}

SweepResult SweepAllPlaces(ServerStack& server, ClientStack& client, const SweepOptions& options) {
  const std::vector<ProbeCase> probe_cases = AllProbeCases();
  std::array<SweepResult, kPlaces.size()> results;
  const auto sweep = [&](std::size_t place) {
    results[place] = place == 0 ? SweepServer(server, probe_cases, options)
                                : SweepClient(client, kPlaces[place], probe_cases, options);
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

std::array<std::size_t, kDispositionCount> CountDispositions(const SweepResult& result,
                                                             Place place) {
  std::array<std::size_t, kDispositionCount> counts{};
  for (const SweepAnswer& answer : result.answers) {
    if (answer.place == place) ++counts[static_cast<std::size_t>(answer.disposition)];
  }
  return counts;
}

std::string DescribeSweep(const SweepResult& result) {
  std::string text = result.stack + "\n";
  for (const Place place : kPlaces) {
    const auto counts = CountDispositions(result, place);
    std::size_t asked = 0;
    std::string line;
    for (std::size_t disposition = 0; disposition < kDispositionCount; ++disposition) {
      asked += counts[disposition];
      if (counts[disposition] == 0) continue;
      line += ", " + std::to_string(counts[disposition]) + " " +
              std::string(DispositionName(static_cast<Disposition>(disposition)));
    }
    if (asked == 0) continue;
    text += "  " + std::string(PlaceName(place)) + ": " + std::to_string(asked) + " asked" + line +
            "\n";
  }
  return text;
}

std::string DescribeAnswer(const SweepResult& result, const SweepAnswer& answer) {
  std::string names;
  for (const Field& field : result.probe_cases[answer.probe_case].fields) {
    names += (names.empty() ? "" : ", ") + DisplayName(field.name) + ": " +
             DisplayValue(field.name, field.value);
  }
  return std::string(PlaceName(answer.place)) + ", " + std::string(kWireForms[answer.form].name) +
         ", " + names + ": " + std::string(DispositionName(answer.disposition)) +
         (answer.detail.empty() ? "" : " (" + answer.detail + ")");
}

}  // namespace headerproof
