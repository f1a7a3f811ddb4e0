// The sweep of a server: our raw client asks, the server's application says what it was shown.
#include <utility>

#include "src/sweep/server_asker.h"
#include "src/sweep/sweep.h"

namespace headerproof {

SweepResult SweepServer(ServerStack& stack, std::span<const Question> questions,
                        const SweepOptions& options) {
  ServerAsker server({.connect = [&stack] { return PlainStream(stack.Connect()); },
                      .take = [&stack](std::string_view number) { return stack.Take(number); },
                      .shape = {},
                      .at_a_time = options.at_a_time,
                      .patience = options.patience});
  return {.stack = stack.name(),
          .questions = {questions.begin(), questions.end()},
          .answers = AskAll(Place::kRequestMetadata, questions, server.asker())};
}

}  // namespace headerproof
