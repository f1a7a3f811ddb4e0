// Converts with the real yarpc-go and with ours at once, and compares: every ordered variant
// against the model and the shared implementation, on both paths and the way back, in the order
// given and in its reverse; before and after the change as they iterate, as sets. An input is the
// text of a case.
#include "src/peers/yarpc_go.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/cases/text.h"
#include "src/engines/agree.h"
#include "src/engines/failure.h"
#include "src/judge/minimize.h"

namespace headerproof {
namespace {

constexpr std::size_t kMostOctets = 4096;
constexpr std::size_t kOrders = 1;

std::vector<PeerConverter> OrderedBeforeAndAfter() {
  std::vector<PeerConverter> converters;
  for (PeerConverter& peer : PeerConverters(LinkedYarpcGo())) {
    const KeyPolicy policy = peer.converter.policy;
    if (policy != KeyPolicy::kCanonicalizing && policy != KeyPolicy::kDirect) continue;
    if (peer.follows_order) converters.push_back(std::move(peer));
  }
  return converters;
}

// Prints the smallest case that shows what this one showed, and ends the run.
[[noreturn]] void Report(const PeerConverter& peer, const Metadata& metadata) {
  const Metadata smallest = Minimize(metadata, [&peer](const Metadata& reduced) {
    return !Compare(peer, reduced, kOrders).violations.empty();
  });
  const std::string text = DescribeFailure(smallest, Compare(peer, smallest, kOrders).violations);
  std::fputs(text.c_str(), stderr);
  std::abort();
}

}  // namespace
}  // namespace headerproof

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace headerproof;
  static const std::vector<PeerConverter> peers = OrderedBeforeAndAfter();
  if (size > kMostOctets) return -1;
  const Metadata metadata = ParseCaseLeniently({reinterpret_cast<const char*>(data), size});
  for (const PeerConverter& peer : peers) {
    if (!Compare(peer, metadata, kOrders).violations.empty()) Report(peer, metadata);
  }
  return 0;
}
