#include "src/stacks/grpc_client.h"

#include <grpcpp/create_channel_posix.h>
#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/grpcpp.h>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <unordered_map>
#include <utility>

#include "src/stacks/adapter.h"
#include "src/stacks/grpc_log.h"

namespace headerproof {
namespace {

constexpr std::chrono::seconds kLongestCall{30};

struct OneCall {
  grpc::ClientContext context;
  grpc::ByteBuffer response;
  CallResult result;
  bool done = false;
};

class GrpcClientConnection : public ClientConnection {
 public:
  explicit GrpcClientConnection(UniqueFd fd)
      : channel_(grpc::CreateInsecureChannelFromFd("headerproof", fd.Release())), stub_(channel_) {}

  ~GrpcClientConnection() override {
    std::unique_lock lock(mutex_);
    for (auto& [number, call] : calls_) {
      if (!call->done) call->context.TryCancel();
    }
    changed_.wait(lock, [this] { return running_ == 0; });
  }

  void Call(std::size_t number, const Metadata& metadata) override {
    OneCall* call = nullptr;
    {
      const std::lock_guard lock(mutex_);
      call = (calls_[number] = std::make_unique<OneCall>()).get();
      ++running_;
    }
    call->context.set_deadline(std::chrono::system_clock::now() + kLongestCall);
    for (const auto& [name, values] : metadata) {
      for (const std::string& value : values) call->context.AddMetadata(name, value);
    }
    stub_.UnaryCall(&call->context, "/hp/" + std::to_string(number), {}, &request_, &call->response,
                    [this, call](const grpc::Status& status) { Finish(*call, status); });
  }

  std::optional<CallResult> Await(std::size_t number, Deadline deadline) override {
    std::unique_lock lock(mutex_);
    const auto found = calls_.find(number);
    if (found == calls_.end()) return std::nullopt;
    OneCall& call = *found->second;
    if (!changed_.wait_until(lock, deadline, [&call] { return call.done; })) return std::nullopt;
    CallResult result = std::move(call.result);
    calls_.erase(number);
    return result;
  }

 private:
  void Finish(OneCall& call, const grpc::Status& status) {
    CallResult result{.status = static_cast<int>(status.error_code()),
                      .message = status.error_message(),
                      .headers = MetadataView(call.context.GetServerInitialMetadata()).Copy(),
                      .trailers = MetadataView(call.context.GetServerTrailingMetadata()).Copy()};
    const std::lock_guard lock(mutex_);
    call.result = std::move(result);
    call.done = true;
    --running_;
    changed_.notify_all();
  }

  std::shared_ptr<grpc::Channel> channel_;
  grpc::GenericStub stub_;
  const grpc::ByteBuffer request_ = EmptyMessage();
  std::mutex mutex_;
  std::condition_variable changed_;
  std::unordered_map<std::size_t, std::unique_ptr<OneCall>> calls_;
  std::size_t running_ = 0;

  static grpc::ByteBuffer EmptyMessage() {
    const grpc::Slice nothing;
    return {&nothing, 1};
  }
};

class GrpcClient : public ClientStack {
 public:
  const std::string& name() const override { return name_; }
  std::unique_ptr<ClientConnection> Connect(UniqueFd fd) override {
    return std::make_unique<GrpcClientConnection>(std::move(fd));
  }

 private:
  std::string name_ = "gRPC C++ " + grpc::Version();
};

}  // namespace

std::unique_ptr<ClientStack> MakeGrpcClient() {
  QuietGrpc();
  return std::make_unique<GrpcClient>();
}

}  // namespace headerproof
