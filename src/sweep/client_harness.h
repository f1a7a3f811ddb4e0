// Tries probe cases on a client: it calls, and our raw server answers with the cases in the order
// in which the calls arrive.
#pragma once

#include <span>
#include <vector>

#include "src/stacks/stack.h"
#include "src/sweep/harness.h"

namespace headerproof {

class ClientHarness : public Harness {
 public:
  // `place` is not kRequestMetadata.
  ClientHarness(const ClientStack& stack, Place place) : stack_(stack), place_(place) {}

  std::vector<Observation> Try(std::span<const WireCase> cases) override;

 private:
  // The call that was answered with a case.
  struct Answered {
    std::size_t call = 0;
    std::string reset{};  // the error with which the client gave the stream up, or empty
  };

  Observation Observe(ClientConnection& client, const Answered& answered) const;

  const ClientStack& stack_;
  Place place_;
};

}  // namespace headerproof
