#include "src/stacks/grpc_server.h"

#include <fcntl.h>
#include <grpcpp/generic/async_generic_service.h>
#include <grpcpp/grpcpp.h>
#include <grpcpp/server_posix.h>

#include <chrono>
#include <cstdlib>
#include <string>
#include <utility>

#include "src/cases/text.h"
#include "src/stacks/adapter.h"
#include "src/stacks/grpc_log.h"
#include "src/stacks/recorder.h"

namespace headerproof {
namespace {

class OneAnswer : public grpc::ServerGenericBidiReactor {
 public:
  OneAnswer(const GrpcServerOptions& options, grpc::GenericCallbackServerContext& context,
            const Metadata& received) {
    if (options.headers) {
      for (const auto& [name, values] : options.headers(received)) {
        for (const std::string& value : values) context.AddInitialMetadata(name, value);
      }
    }
    if (options.trailers) {
      for (const auto& [name, values] : options.trailers(received)) {
        for (const std::string& value : values) context.AddTrailingMetadata(name, value);
      }
    }
    if (!options.echo) {
      Finish(grpc::Status::OK);
      return;
    }
    const grpc::Slice text(PrintCase(received));
    message_ = grpc::ByteBuffer(&text, 1);
    StartWriteAndFinish(&message_, {}, grpc::Status::OK);
  }

  void OnDone() override { delete this; }

 private:
  grpc::ByteBuffer message_;
};

class Service : public grpc::CallbackGenericService {
 public:
  explicit Service(GrpcServerOptions options) : options_(std::move(options)) {}

  grpc::ServerGenericBidiReactor* CreateReactor(
      grpc::GenericCallbackServerContext* context) override {
    const Metadata received = MetadataView(context->client_metadata()).Copy();
    if (const auto probe_case = FindValue(received, kProbeCaseName)) {
      recorder_.Record(std::string(*probe_case), received);
    }
    return new OneAnswer(options_, *context, received);
  }

  Recorder& recorder() { return recorder_; }

 private:
  GrpcServerOptions options_;
  Recorder recorder_;
};

class RealGrpcServer : public GrpcServer {
 public:
  explicit RealGrpcServer(GrpcServerOptions options) : service_(std::move(options)) {}

  bool Start(bool listen) {
    grpc::ServerBuilder builder;
    builder.RegisterCallbackGenericService(&service_);
    if (listen) {
      builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(), &port_);
    }
    server_ = builder.BuildAndStart();
    return server_ != nullptr;
  }

  ~RealGrpcServer() override {
    server_->Shutdown(std::chrono::system_clock::now());
    server_->Wait();
  }

  const std::string& name() const override { return name_; }
  std::uint16_t port() const override { return static_cast<std::uint16_t>(port_); }

  UniqueFd Connect() override {
    auto [ours, theirs] = ConnectedPair();
    grpc::AddInsecureChannelFromFd(server_.get(), theirs.Release());
    return std::move(ours);
  }

  std::optional<Metadata> Take(std::string_view probe_case) override {
    return service_.recorder().Take(probe_case);
  }

 private:
  std::string name_ = "gRPC C++ " + grpc::Version();
  Service service_;
  int port_ = 0;
  std::unique_ptr<grpc::Server> server_;
};

}  // namespace

std::unique_ptr<GrpcServer> StartGrpcServer(GrpcServerOptions options) {
  QuietGrpc();
  const bool listen = options.listen;
  auto server = std::make_unique<RealGrpcServer>(std::move(options));
  if (!server->Start(listen)) std::abort();  // no port on the loopback address: nothing works then
  return server;
}

}  // namespace headerproof
