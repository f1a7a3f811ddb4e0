#include "src/peers/peer.h"

#include <array>
#include <optional>

#include "src/unicode/fold.h"

namespace headerproof {

std::string_view PeerFaultName(PeerFault fault) {
  constexpr std::array<std::string_view, 6> kNames = {"not-started", "ended",   "late",
                                                      "too-much",    "unasked", "garbage"};
  return kNames[static_cast<std::size_t>(fault)];
}

PeerError::PeerError(PeerFault fault, const std::string& detail)
    : std::runtime_error("peer: " + std::string(PeerFaultName(fault)) + ": " + detail),
      fault_(fault) {}

namespace {

std::shared_ptr<const WayBack> PeerWayBack(const std::shared_ptr<Peer>& peer, std::size_t number) {
  return std::make_shared<const WayBack>(
      [peer, number](const Outcome& request, Metadata& metadata) {
        std::string body;
        std::string answer;
        std::optional<Error> error;
        AppendWayBackRequest(number, request, body);
        peer->Ask(body, answer);
        if (!ParseWayBackAnswer(answer, metadata, error)) {
          throw PeerError(PeerFault::kGarbage, "an answer is no metadata");
        }
        return error;
      });
}

}  // namespace

std::vector<PeerConverter> PeerConverters(const std::shared_ptr<Peer>& peer) {
  std::vector<PeerConverter> converters;
  const std::vector<PeerOffer>& offers = peer->greeting().offers;
  for (std::size_t number = 0; number < offers.size(); ++number) {
    const PeerOffer& offer = offers[number];
    const auto convert = [peer, number](Path path, const Metadata& metadata, Outcome& outcome) {
      std::string request;
      std::string answer;
      AppendPeerRequest(number, path, metadata, request);
      peer->Ask(request, answer);
      if (!ParsePeerAnswer(path, answer, outcome)) {
        throw PeerError(PeerFault::kGarbage, "an answer is no outcome");
      }
    };
    converters.push_back(
        {.converter = {.name = offer.name,
                       .summary = "a peer: " + peer->greeting().system,
                       .policy = offer.policy,
                       .convert = convert,
                       .way_back = offer.has_way_back ? PeerWayBack(peer, number) : nullptr},
         .follows_order = offer.follows_order,
         .fold = offer.unicode ? &UnicodeFold : &ModelLowercase});
  }
  return converters;
}

}  // namespace headerproof
