#include "src/peers/yarpc_go.h"

#include <cstddef>

// Both write at most `capacity` octets to `out` and return how many they had to write; if that is
// more, nothing was written (peers/yarpc-go/capi/main.go).
extern "C" std::size_t headerproof_yarpc_go_greeting(void* out, std::size_t capacity);
extern "C" std::size_t headerproof_yarpc_go_answer(void* body, std::size_t size, void* out,
                                                   std::size_t capacity);

namespace headerproof {
namespace {

constexpr std::size_t kFirstCapacity = 1024;

// Calls write(out, capacity) with enough room. What is written may differ from call to call, and
// its size too: Go iterates a map in random order.
template <class Write>
void Receive(const Write& write, std::string& answer) {
  if (answer.size() < kFirstCapacity) answer.resize(kFirstCapacity);
  std::size_t size = write(answer.data(), answer.size());
  while (size > answer.size()) {
    answer.resize(size);
    size = write(answer.data(), answer.size());
  }
  answer.resize(size);
}

class LinkedPeer final : public Peer {
 public:
  LinkedPeer() {
    std::string body;
    Receive(headerproof_yarpc_go_greeting, body);
    greeting_ = ParseGreeting(body);
  }

  const Greeting& greeting() const override { return greeting_; }

  void Ask(std::string_view request, std::string& answer) override {
    std::string body(request);  // Go takes a pointer to octets that may change
    Receive(
        [&body](void* out, std::size_t capacity) {
          return headerproof_yarpc_go_answer(body.data(), body.size(), out, capacity);
        },
        answer);
    if (answer.empty()) throw PeerError(PeerFault::kGarbage, "it refused the request");
  }

 private:
  Greeting greeting_;
};

}  // namespace

std::shared_ptr<Peer> LinkedYarpcGo() {
  static const std::shared_ptr<Peer> peer = std::make_shared<LinkedPeer>();
  return peer;
}

}  // namespace headerproof
