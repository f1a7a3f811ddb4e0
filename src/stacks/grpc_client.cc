#include "src/stacks/grpc_client.h"

#include <grpcpp/create_channel_posix.h>
#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/grpcpp.h>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <unordered_map>

#include "src/stacks/application_log.h"
#include "src/stacks/grpc_metadata.h"

namespace headerproof {
namespace {

constexpr std::chrono::seconds kLongestCall{30};

class GrpcClientConnection : public ClientConnection {
 public:
  explicit GrpcClientConnection(UniqueFd fd)
      : channel_(grpc::CreateInsecureChannelFromFd("headerproof", fd.Release())), stub_(channel_) {}

  ~GrpcClientConnection() override {
    std::unique_lock lock(mutex_);
    for (auto& [number, call] : calls_) call.context.TryCancel();
    changed_.wait(lock, [this] { return calls_.empty(); });
  }

  void Call(std::size_t number, const Metadata& metadata) override {
    // Held until the call is started: Finish, on a thread of gRPC's, destroys it.
    const std::lock_guard lock(mutex_);
    OneCall& call = calls_[number];
    call.context.set_deadline(std::chrono::system_clock::now() + kLongestCall);
    for (const auto& [name, values] : metadata) {
      for (const std::string& value : values) call.context.AddMetadata(name, value);
    }
    stub_.UnaryCall(&call.context, "/hp/" + std::to_string(number), {}, &request_, &call.response,
                    [this, number](const grpc::Status& status) { Finish(number, status); });
  }

  std::optional<CallResult> Await(std::size_t number, Deadline deadline) override {
    return results_.Await(number, deadline);
  }

 private:
  struct OneCall {
    grpc::ClientContext context;
    grpc::ByteBuffer response;
  };

  void Finish(std::size_t number, const grpc::Status& status) {
    const std::lock_guard lock(mutex_);
    const auto call = calls_.find(number);
    const grpc::ClientContext& context = call->second.context;
    results_.Add(number, {.status = static_cast<int>(status.error_code()),
                          .message = status.error_message(),
                          .headers = FromGrpc(context.GetServerInitialMetadata()),
                          .trailers = FromGrpc(context.GetServerTrailingMetadata())});
    calls_.erase(call);
    changed_.notify_all();
  }

  std::shared_ptr<grpc::Channel> channel_;
  grpc::GenericStub stub_;
  const grpc::Slice nothing_;
  const grpc::ByteBuffer request_{&nothing_, 1};
  ResultLog results_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::unordered_map<std::size_t, OneCall> calls_;  // under way
};

}  // namespace

ClientStack MakeGrpcClient() {
  return {.name = GrpcName(), .connect = [](UniqueFd fd) {
            return std::make_unique<GrpcClientConnection>(std::move(fd));
          }};
}

}  // namespace headerproof
