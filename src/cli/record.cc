// headerproof corpus record: makes real gRPC C++ calls, both ends this machine's library over a
// socket pair, and writes the metadata that each end was given as cases.
#include <chrono>
#include <filesystem>
#include <string>
#include <string_view>

#include "src/cases/text.h"
#include "src/cli/command.h"
#include "src/cli/commands.h"
#include "src/evidence/files.h"
#include "src/http2/deadline.h"
#include "src/stacks/grpc_client.h"
#include "src/stacks/grpc_server.h"
#include "src/stacks/stack.h"

namespace headerproof {
namespace {

// What an application sends, as yarpc's users do: the fields, a header of its own, binary data.
const Metadata& Sent() {
  static const Metadata metadata = {{"rpc-caller", {"alice"}},
                                    {"rpc-service", {"billing"}},
                                    {"rpc-encoding", {"proto"}},
                                    {"uber-trace-id", {"7f3c"}},
                                    {"x-two-values", {"first", "second"}},
                                    {"x-data-bin", {std::string("\x00\x01\xff", 3)}}};
  return metadata;
}

struct RecordArguments {
  std::string folder;
};

int Run(const RecordArguments& arguments) {
  const auto answer = [](const Metadata&) { return Sent(); };
  const auto server = StartGrpcServer({.headers = answer, .trailers = answer});
  const auto connection = MakeGrpcClient().connect(server->Connect());
  constexpr std::size_t kPlainCall = 1;
  constexpr std::size_t kFullCall = 2;
  const Metadata plain = {{std::string(kProbeCaseName), {"1"}}};
  Metadata full = Sent();
  full.push_back({std::string(kProbeCaseName), {"2"}});
  connection->Call(kPlainCall, plain);
  connection->Call(kFullCall, full);
  const Deadline deadline = In(std::chrono::seconds(10));
  const auto plain_result = connection->Await(kPlainCall, deadline);
  const auto full_result = connection->Await(kFullCall, deadline);
  const auto plain_request = server->Take("1");
  const auto full_request = server->Take("2");
  if (!plain_result || !full_result || !plain_request || !full_request) {
    return Complain("the calls were not answered within 10 seconds");
  }
  MakeFolder(arguments.folder);
  FileSet files;
  const auto write = [&](const char* file, std::string_view what, const Metadata& metadata) {
    files.Write(std::filesystem::path(arguments.folder) / file,
                fmt::format("# What {}: {}.\n{}", what, server->name(), PrintCase(metadata)));
  };
  write("request-of-a-plain-call.case", "a handler was given of a call that sends one entry",
        *plain_request);
  write("request-with-metadata.case", "a handler was given of a call that sends metadata",
        *full_request);
  write("response-headers.case", "a caller was given as response headers", full_result->headers);
  write("response-trailers.case", "a caller was given as trailers", full_result->trailers);
  files.Commit();
  return kExitOk;
}

}  // namespace

void AddCorpusRecord(CLI::App& app, Action& action) {
  const auto [command, arguments] =
      AddCommand(app, action, "record", "Record as cases what real gRPC C++ calls deliver", Run);
  command->add_option("DIR", arguments->folder, "The folder to write the cases to")->required();
}

}  // namespace headerproof
