#include "src/peers/peer.h"

#include "src/unicode/fold.h"

namespace headerproof {

std::vector<PeerConverter> PeerConverters(const std::shared_ptr<Peer>& peer) {
  std::vector<PeerConverter> converters;
  for (const PeerOffer& offer : peer->greeting().offers) {
    const std::size_t number = converters.size();
    const auto convert = [peer, number](Path path, const Metadata& metadata, Outcome& outcome) {
      std::string request;
      std::string answer;
      AppendPeerRequest(number, path, metadata, request);
      peer->Ask(request, answer);
      ParsePeerAnswer(path, answer, outcome);
    };
    const auto way_back = [peer, number](const Outcome& outcome, Metadata& metadata) {
      std::string request;
      std::string answer;
      AppendWayBackRequest(number, outcome, request);
      peer->Ask(request, answer);
      return ParseWayBackAnswer(answer, metadata);
    };
    converters.push_back(
        {.converter = {.name = offer.name,
                       .summary = "a peer: " + peer->greeting().system,
                       .policy = offer.policy,
                       .convert = convert,
                       .way_back = offer.has_way_back ? std::make_shared<const WayBack>(way_back)
                                                      : nullptr},
         .follows_order = offer.follows_order,
         .fold = offer.unicode ? &UnicodeFold : &ModelLowercase});
  }
  return converters;
}

}  // namespace headerproof
