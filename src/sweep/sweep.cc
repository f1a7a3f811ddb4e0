#include "src/sweep/sweep.h"

#include <algorithm>
#include <array>
#include <thread>
#include <utility>

#include "src/cases/display.h"
#include "src/stacks/metadata_fields.h"
#include "src/sweep/client_harness.h"
#include "src/sweep/server_harness.h"

namespace headerproof {

std::string_view DispositionName(Disposition disposition) {
  constexpr std::array<std::string_view, kDispositionCount> kNames = {
      "delivered-unchanged", "delivered-changed", "dropped",   "stream-error", "connection-error",
      "call-failed",         "process-ended",     "no-answer", "accepted",     "not-asked",
      "form-refused"};
  return kNames[static_cast<std::size_t>(disposition)];
}

SweepResult SweepAllPlaces(ServerStack& server, const ClientStack& client) {
  SweepResult result{.stack = server.name(), .probe_cases = AllProbeCases(), .answers = {}};
  if (client.name != server.name()) result.stack += " and " + client.name;
  std::array<std::vector<SweepAnswer>, kPlaces.size()> answers;
  const auto sweep_server = [&] {
    ServerHarness harness({.connect = [&server] { return PlainStream(server.Connect()); },
                           .take = [&server](auto number) { return server.Take(number); }});
    answers[0] = SweepPlace(kPlaces[0], result.probe_cases, harness);
  };
  const auto sweep_client = [&](std::size_t place) {
    ClientHarness harness(client, kPlaces[place]);
    answers[place] = SweepPlace(kPlaces[place], result.probe_cases, harness);
  };
  std::thread other([&] {
    sweep_server();
    sweep_client(1);
  });
  sweep_client(2);
  sweep_client(3);
  other.join();
  for (auto& some : answers) std::ranges::move(some, std::back_inserter(result.answers));
  return result;
}

Metadata AskedMetadata(const ProbeCase& probe_case) {
  Metadata asked;
  for (const auto& [name, value] : probe_case.fields) AppendValue(name, value, asked);
  std::ranges::sort(asked, {}, &Entry::name);
  return asked;
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
