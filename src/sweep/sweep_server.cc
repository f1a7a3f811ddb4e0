// The sweep of a server: our raw client asks, the server's application says what it was shown.
#include <utility>

#include "src/sweep/server_asker.h"
#include "src/sweep/sweep.h"

namespace headerproof {

SweepResult SweepServer(ServerStack& stack, std::span<const ProbeCase> probe_cases,
                        const SweepOptions& options) {
  ServerAsker server({.connect = [&stack] { return PlainStream(stack.Connect()); },
                      .take = [&stack](std::string_view number) { return stack.Take(number); },
                      .shape = {},
                      .at_a_time = options.at_a_time,
                      .patience = options.patience});
  return {.stack = stack.name(),
          .probe_cases = {probe_cases.begin(), probe_cases.end()},
          .answers = AskAll(Place::kRequestMetadata, probe_cases, server.asker())};
}

}  // namespace headerproof
