#include "src/sweep/sending_child.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include "src/converter/forward.h"
#include "src/http2/raw_connection.h"
#include "src/stacks/grpc_client.h"
#include "src/stacks/grpc_server.h"
#include "src/sweep/raw_client.h"
#include "src/sweep/raw_server.h"
#include "src/sweep/sending_protocol.h"

namespace headerproof {
namespace {

constexpr unsigned kMostSeconds = 20;
constexpr std::chrono::seconds kPatience{10};

// What `fields` say became of the entry.
Disposition DispositionIn(const std::vector<Field>& fields, const SendingProbeCase& probe_case) {
  Disposition disposition = Disposition::kDropped;
  for (const auto& [name, value] : fields) {
    if (name != probe_case.name) continue;
    if (value == probe_case.value) return Disposition::kUnchanged;
    disposition = Disposition::kChanged;
  }
  return disposition;
}

Disposition SendAsClient(const SendingProbeCase& probe_case) {
  auto [ours, theirs] = ConnectedPair();
  RawConnection raw(PlainStream(std::move(ours)), Role::kServer);
  const auto stack = MakeGrpcClient();
  const auto client = stack->Connect(std::move(theirs));
  client->Call(0, {{probe_case.name, {probe_case.value}}});
  const Deadline deadline = In(kPatience);
  for (;;) {
    const Event event = raw.Next(deadline);
    if (event.kind == EventKind::kTimeout) return Disposition::kNoAnswer;
    if (event.IsEnd()) return Disposition::kCallFailed;
    if (event.kind != EventKind::kHeaders) continue;
    const Disposition disposition = DispositionIn(event.fields, probe_case);
    // Without a leak and without waiting: this process has done what it was for.
    _exit(static_cast<int>(disposition));
  }
}

// Asks a server with one raw request, and looks at all that it answers.
Disposition SendAsServer(const SendingProbeCase& probe_case, GrpcServerOptions options,
                         const Field& asked) {
  const auto server = StartGrpcServer(std::move(options));
  RawConnection raw(PlainStream(server->Connect()), Role::kClient);
  const ProbeCase request{ProbeCaseKind::kControl, {asked}};
  QueueRequest({}, 1, {&request, &kWireForms[0]}, "0", raw);
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
    const Disposition disposition = DispositionIn(seen, probe_case);
    return disposition == Disposition::kDropped && status.grpc_status != 0
               ? Disposition::kCallFailed
               : disposition;
  }
}

Disposition Put(const SendingProbeCase& probe_case) {
  const Metadata own = {{probe_case.name, {probe_case.value}}};
  const Field plain{"plain-request", "v"};
  const Field received{probe_case.name, probe_case.value};
  const auto always = [&own](const Metadata&) { return own; };
  const auto as_it_came = [](const Metadata& metadata) { return metadata; };
  const auto checked = [](const Metadata& metadata) {
    return FilterForForwarding(metadata).metadata;
  };
  switch (probe_case.side) {
    case SendingSide::kRequest:
      return SendAsClient(probe_case);
    case SendingSide::kResponseHeaders:
      return SendAsServer(probe_case, {.headers = always}, plain);
    case SendingSide::kTrailers:
      return SendAsServer(probe_case, {.trailers = always}, plain);
    case SendingSide::kRelay:
      return SendAsServer(probe_case, {.headers = as_it_came}, received);
    case SendingSide::kCheckedRelay:
      return SendAsServer(probe_case, {.headers = checked}, received);
  }
  return Disposition::kNoAnswer;
}

}  // namespace

int RunSendingChild() {
  // The parent's socket does not block; this side may.
  fcntl(STDIN_FILENO, F_SETFL, fcntl(STDIN_FILENO, F_GETFL) & ~O_NONBLOCK);
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  prctl(PR_SET_DUMPABLE, 0);
  std::string line;
  while (std::getline(std::cin, line)) {
    const SendingProbeCase probe_case = ReadProbeCase(line);
    const pid_t child = fork();
    if (child < 0) return 1;
    if (child == 0) {
      alarm(kMostSeconds);
      _exit(static_cast<int>(Put(probe_case)));
    }
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    const bool signalled = WIFSIGNALED(status);
    std::printf("%s %d\n", signalled ? "signal" : "exit",
                signalled ? WTERMSIG(status) : WEXITSTATUS(status));
    std::fflush(stdout);
  }
  return 0;
}

}  // namespace headerproof
