#include "src/probe/server_line.h"

#include <algorithm>
#include <array>
#include <utility>

namespace headerproof {
namespace {

constexpr std::size_t kMostBody = 1U << 16;
constexpr std::uint32_t kEnhanceYourCalm = 11;
constexpr std::size_t kFramesForOne = 1'000;  // of an answer, and beside it

std::string Codes(const AnswerStatus& status) {
  return status.http_status + " " + std::to_string(status.grpc_status);
}

}  // namespace

bool Asked::IsSuccess() const {
  return observation.ending == Disposition::kAccepted && status.http_status.starts_with('2') &&
         status.grpc_status <= 0;
}

bool Asked::IsRead() const {
  constexpr std::array<std::string_view, 6> kRefusals = {"400", "401", "403", "407", "429", "431"};
  // PERMISSION_DENIED, RESOURCE_EXHAUSTED, UNAVAILABLE, UNAUTHENTICATED.
  constexpr std::array<int, 4> kGrpcRefusals = {7, 8, 14, 16};
  return observation.ending == Disposition::kAccepted && !status.http_status.starts_with('5') &&
         std::ranges::find(kRefusals, status.http_status) == kRefusals.end() &&
         std::ranges::find(kGrpcRefusals, status.grpc_status) == kGrpcRefusals.end();
}

std::uint32_t ServerLine::Send(const WireCase& wire_case, const std::string& number) {
  ++requests_;
  QueueRequest(shape_, next_stream_, wire_case, number, connection_);
  return std::exchange(next_stream_, next_stream_ + 2);
}

void ServerLine::NoteGoAway(const Event& event) {
  end_ = "GOAWAY " + ErrorCodeText(event.code);
  is_calmed_ |= event.code == kEnhanceYourCalm;
  is_graceful_ = event.code == 0;
}

// Takes in what came for a call; true if that ended it.
bool ServerLine::TakeIn(const Event& event, Call& call, Asked& asked) {
  Observation& observation = asked.observation;
  if (event.kind == EventKind::kReset) {
    observation.ending = Disposition::kStreamError;
    observation.detail = "RST_STREAM " + ErrorCodeText(event.code);
    return true;
  }
  if (event.kind == EventKind::kHeaders) ReadStatus(event.fields, asked.status);
  call.body += event.data;
  // Of an answer that is too long to be an echo, the beginning has to do.
  if (!event.end_stream && call.body.size() <= kMostBody) return false;
  observation.ending = Disposition::kAccepted;
  observation.status = Codes(asked.status);
  observation.detail = StatusText(asked.status);
  observation.shown = ReadEcho(call.body, call.number);
  return true;
}

std::vector<Asked> ServerLine::Ask(std::span<const WireCase> cases) {
  std::vector<Asked> all(cases.size());
  std::unordered_map<std::uint32_t, Call> running;  // by stream
  connection_.AllowFrames(kFramesForOne * (cases.size() + 1));
  for (std::size_t index = 0; index < cases.size(); ++index) {
    all[index].observation.ending = Disposition::kNotAsked;
    if (!end_.empty()) continue;
    if (const auto primer = PrimerFor(cases[index], connection_.writer())) {
      Send(*primer, "primer");
      all[index].has_primer = true;
    }
    const std::string number = std::to_string(requests_);
    running[Send(cases[index], number)] = {.index = index, .number = number};
  }
  const Until until = until_.Within(patience_);
  while (!running.empty()) {
    const Event event = connection_.Next(until);
    if (event.kind == EventKind::kTimeout) {
      for (const auto& [stream, call] : running) {
        all[call.index].observation.ending = Disposition::kNoAnswer;
        connection_.QueueReset(stream);
      }
      break;
    }
    if (event.IsEnd()) {
      if (end_.empty()) end_ = event.kind == EventKind::kMalformed ? event.detail : "closed";
      end_kind_ = event.kind;
      break;
    }
    if (event.kind == EventKind::kGoAway) {
      NoteGoAway(event);
      // Streams above the last one are not going to be answered.
      std::erase_if(running, [&event](const auto& call) { return call.first > event.stream; });
      continue;
    }
    const auto found = running.find(event.stream);
    if (found == running.end()) continue;
    Call& call = found->second;
    if (!TakeIn(event, call, all[call.index])) continue;
    if (!event.end_stream && event.kind != EventKind::kReset) connection_.QueueReset(event.stream);
    running.erase(found);
  }
  return all;
}

Asked ServerLine::AskControl() {
  const WireCase control{&Control(), kWireForms[0]};
  return std::move(Ask({&control, 1}).front());
}

}  // namespace headerproof
