// The helper program of send_sweep.h, headerproof_sending_child: forks for each case, and says on
// standard output how each child ended: "exit N", where N is the number of a Disposition, or
// "signal N", one line for each case.
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <deque>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/converter/forward.h"
#include "src/http2/raw_connection.h"
#include "src/stacks/grpc_client.h"
#include "src/stacks/grpc_server.h"
#include "src/sweep/messages.h"
#include "src/sweep/send_sweep.h"

namespace headerproof {
namespace {

constexpr unsigned kMostSeconds = 20;  // for one child
constexpr std::size_t kChildrenAtATime = 2;
constexpr std::chrono::seconds kPatience{10};

// What `fields` say became of the entry.
Disposition DispositionIn(const std::vector<Field>& fields, const SendCase& send_case) {
  Disposition disposition = Disposition::kDropped;
  for (const auto& [name, value] : fields) {
    if (name != send_case.name) continue;
    if (value == send_case.value) return Disposition::kUnchanged;
    disposition = Disposition::kChanged;
  }
  return disposition;
}

Disposition SendAsClient(const SendCase& send_case) {
  auto [ours, theirs] = ConnectedPair();
  RawConnection raw(PlainStream(std::move(ours)), Role::kServer);
  const auto client = MakeGrpcClient().connect(std::move(theirs));
  client->Call(0, {{send_case.name, {send_case.value}}});
  const Deadline deadline = In(kPatience);
  for (;;) {
    const Event event = raw.Next(deadline);
    if (event.kind == EventKind::kTimeout) return Disposition::kNoAnswer;
    if (event.IsEnd()) return Disposition::kCallFailed;
    if (event.kind != EventKind::kHeaders) continue;
    const Disposition disposition = DispositionIn(event.fields, send_case);
    // The call never ends: the process ends without waiting for it.
    _exit(static_cast<int>(disposition));
  }
}

// Sends a server one raw request, and looks at all that it answers.
Disposition SendAsServer(const SendCase& send_case, GrpcServerOptions options, const Field& asked) {
  const auto server = StartGrpcServer(std::move(options));
  RawConnection raw(PlainStream(server->Connect()), Role::kClient);
  const ProbeCase request{ProbeCaseKind::kControl, {asked}};
  QueueRequest({}, 1, {&request, kWireForms[0]}, "0", raw);
  const Deadline deadline = In(kPatience);
  std::vector<Field> seen;
  for (;;) {
    const Event event = raw.Next(deadline);
    if (event.kind == EventKind::kTimeout) return Disposition::kNoAnswer;
    if (event.IsEnd() || event.kind == EventKind::kReset) return Disposition::kCallFailed;
    seen.insert(seen.end(), event.fields.begin(), event.fields.end());
    if (!event.end_stream) continue;
    AnswerStatus status;
    ReadStatus(event.fields, status);
    const Disposition disposition = DispositionIn(seen, send_case);
    return disposition == Disposition::kDropped && status.grpc_status != 0
               ? Disposition::kCallFailed
               : disposition;
  }
}

Disposition Send(const SendCase& send_case) {
  const Metadata own = {{send_case.name, {send_case.value}}};
  const Field plain{"plain-request", "v"};
  const Field received{send_case.name, send_case.value};
  const auto always = [&own](const Metadata&) { return own; };
  const auto as_it_came = [](const Metadata& metadata) { return metadata; };
  const auto checked = [](const Metadata& metadata) {
    return FilterForForwarding(metadata).metadata;
  };
  switch (send_case.side) {
    case SendingSide::kRequest:
      return SendAsClient(send_case);
    case SendingSide::kResponseHeaders:
      return SendAsServer(send_case, {.headers = always}, plain);
    case SendingSide::kTrailers:
      return SendAsServer(send_case, {.trailers = always}, plain);
    case SendingSide::kRelay:
      return SendAsServer(send_case, {.headers = as_it_came}, received);
    case SendingSide::kCheckedRelay:
      return SendAsServer(send_case, {.headers = checked}, received);
  }
  return Disposition::kNoAnswer;
}

// Prints how a child ended.
void Report(pid_t child) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  const bool signalled = WIFSIGNALED(status);
  std::printf("%s %d\n", signalled ? "signal" : "exit",
              signalled ? WTERMSIG(status) : WEXITSTATUS(status));
  std::fflush(stdout);
}

int SendAll(const std::vector<SendCase>& cases) {
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  prctl(PR_SET_DUMPABLE, 0);
  std::deque<pid_t> children;
  for (const SendCase& send_case : cases) {
    if (children.size() == kChildrenAtATime) {
      Report(children.front());
      children.pop_front();
    }
    const pid_t child = fork();
    if (child < 0) return 1;
    if (child == 0) {
      alarm(kMostSeconds);
      _exit(static_cast<int>(Send(send_case)));
    }
    children.push_back(child);
  }
  for (const pid_t child : children) Report(child);
  return 0;
}

}  // namespace
}  // namespace headerproof

int main(int argc, char** argv) {
  using headerproof::SendCases;
  using headerproof::SendCaseSet;
  const std::string_view set = argc == 2 ? argv[1] : "";
  if (set == "sent") return headerproof::SendAll(SendCases(SendCaseSet::kSent));
  if (set == "relayed") return headerproof::SendAll(SendCases(SendCaseSet::kRelayed));
  std::fputs("usage: headerproof_sending_child sent|relayed\n", stderr);
  return 2;
}
