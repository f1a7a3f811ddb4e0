#include "src/stacks/grpc_server.h"

#include <grpcpp/generic/async_generic_service.h>
#include <grpcpp/grpcpp.h>
#include <grpcpp/server_posix.h>

#include <chrono>
#include <cstdlib>
#include <string>
#include <utility>

#include "src/cases/text.h"
#include "src/stacks/application_log.h"
#include "src/stacks/grpc_metadata.h"

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

class RealGrpcServer : public GrpcServer, private grpc::CallbackGenericService {
 public:
  explicit RealGrpcServer(GrpcServerOptions options) : options_(std::move(options)) {
    grpc::ServerBuilder builder;
    builder.RegisterCallbackGenericService(this);
    if (options_.listen) {
      builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(), &port_);
    }
    server_ = builder.BuildAndStart();
    if (server_ == nullptr) std::abort();  // the loopback address has no port left
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

  std::optional<Metadata> Take(std::string_view number) override { return requests_.Take(number); }

 private:
  grpc::ServerGenericBidiReactor* CreateReactor(
      grpc::GenericCallbackServerContext* context) override {
    const Metadata received = FromGrpc(context->client_metadata());
    requests_.Add(received);
    return new OneAnswer(options_, *context, received);
  }

  const std::string name_ = GrpcName();
  GrpcServerOptions options_;
  RequestLog requests_;
  int port_ = 0;
  std::unique_ptr<grpc::Server> server_;
};

}  // namespace

std::unique_ptr<GrpcServer> StartGrpcServer(GrpcServerOptions options) {
  return std::make_unique<RealGrpcServer>(std::move(options));
}

}  // namespace headerproof
