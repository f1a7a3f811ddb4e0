#include "src/probe/client_pool.h"

#include <algorithm>
#include <utility>
#include <variant>

namespace headerproof {
namespace {

constexpr std::size_t kMostClients = 16;          // connections at a time
constexpr std::size_t kMostWaitingCalls = 1'024;  // of one connection
constexpr std::size_t kFramesForOne = 4'000;      // of an answer, and beside it

}  // namespace

Client* ClientPool::NextWithCall(std::chrono::milliseconds time) {
  std::erase_if(clients_, [](const auto& client) { return client->is_gone; });
  if (Client* const client = WithCall()) return client;
  Wait(until_.Within(time));
  return nullptr;
}

Client* ClientPool::WithCall() {
  for (const auto& client : clients_) {
    while (client->calls.empty() && client->may_have_more && !client->is_gone && !until_.IsOver()) {
      const Event event = client->connection.Next(until_.Within(std::chrono::milliseconds(1)));
      client->may_have_more = event.kind != EventKind::kTimeout || client->connection.HasBuffered();
      TakeIn(event, *client);
    }
    if (!client->calls.empty() && !client->is_gone) return client.get();
  }
  return nullptr;
}

void ClientPool::Wait(Until until) {
  std::vector<pollfd> fds = {{.fd = listener_.fd.get(), .events = POLLIN, .revents = 0}};
  for (const auto& client : clients_) {
    fds.push_back({.fd = client->connection.fd(), .events = POLLIN, .revents = 0});
  }
  if (!PollUntil(fds, until)) return;
  for (std::size_t at = 1; at < fds.size(); ++at) {
    clients_[at - 1]->may_have_more |= fds[at].revents != 0;
  }
  if (fds.front().revents == 0) return;
  auto accepted = Accept(listener_, until);
  auto* const fd = std::get_if<UniqueFd>(&accepted);
  if (fd == nullptr) return;
  ++connections_;
  if (clients_.size() == kMostClients) clients_.erase(clients_.begin());
  clients_.push_back(std::make_unique<Client>(std::move(*fd)));
  clients_.back()->connection.AllowFrames(kFramesForOne);
}

// What is not about the answer under way.
void ClientPool::TakeIn(const Event& event, Client& client) {
  if (event.IsEnd()) {
    if (client.answered == 0) NoteStranger(event, client.connection);
    hang_up_ |= client.last_was_plain;
    client.is_gone = true;
  }
  if (!IsRequest(event)) return;
  client.calls.push_back(event.stream);
  if (client.calls.size() > kMostWaitingCalls) client.is_gone = true;
}

std::uint32_t ClientPool::Begin(const WireCase& wire_case, Client& client) {
  client.connection.AllowFrames(kFramesForOne);
  client.last_was_plain = wire_case.probe_case->kind == ProbeCaseKind::kControl &&
                          wire_case.form.name == kWireForms.front().name;
  const std::uint32_t stream = client.calls.front();
  client.calls.pop_front();
  return stream;
}

void ClientPool::AnswerOnly(Place place, const WireCase& wire_case, Client& client) {
  QueueAnswer(place, Begin(wire_case, client), wire_case, client.connection);
}

Reaction ClientPool::Answer(Place place, const WireCase& wire_case, Client& client) {
  const std::uint32_t stream = Begin(wire_case, client);
  Reaction reaction;
  QueueBeginning(place, stream, wire_case, client.connection);
  Listen(stream, client, reaction);
  const bool is_refused = !reaction.reset.empty() || !reaction.go_away.empty();
  if (place == Place::kResponseHeaders) {
    reaction.closes_early = reaction.closes;
    if (!reaction.closes && !is_refused && !reaction.is_silent) {
      QueueEnd(stream, client.connection);
      Listen(stream, client, reaction);
    }
  }
  client.is_gone |= reaction.closes || !reaction.go_away.empty();
  return reaction;
}

void ClientPool::Listen(std::uint32_t stream, Client& client, Reaction& reaction) {
  client.connection.QueuePing();
  const Until until = until_.Within(patience_);
  // Twice: a client may answer PING ahead of what it had to say before.
  for (int pongs = 0; pongs < 2 && !client.is_gone;) {
    const Event event = client.connection.Next(until);
    TakeIn(event, client);
    reaction.closes |= event.IsEnd();
    // Where what came is not HTTP/2, or too much, it is the probe that ends the connection.
    reaction.is_silent |= event.kind == EventKind::kTimeout || event.kind == EventKind::kMalformed;
    if (event.IsEnd() || event.kind == EventKind::kTimeout) return;
    if (event.kind == EventKind::kGoAway && event.code != 0) {
      reaction.go_away = "GOAWAY " + ErrorCodeText(event.code);
    }
    if (event.kind == EventKind::kReset && event.stream == stream && event.code != 0) {
      reaction.reset = "RST_STREAM " + ErrorCodeText(event.code);
    }
    if (event.kind == EventKind::kPong && ++pongs < 2) client.connection.QueuePing();
  }
  reaction.is_silent |= client.is_gone;  // for too many calls
}

void ClientPool::NoteStranger(const Event& event, const RawConnection& connection) {
  const std::string& first = connection.first_octets();
  if (!first.empty() && first[0] == 0x16) {
    stranger_ = "the client speaks TLS, and this probe does not";
  } else if (event.kind == EventKind::kMalformed) {
    stranger_ = std::string(connection.got_settings() ? "the client speaks broken HTTP/2: "
                                                      : "the client does not speak HTTP/2: ") +
                event.detail;
  } else {
    stranger_ = "the client connected and closed without a call";
  }
}

}  // namespace headerproof
