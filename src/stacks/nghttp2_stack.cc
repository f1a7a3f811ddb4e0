#include "src/stacks/nghttp2_stack.h"

#include <array>
#include <charconv>
#include <condition_variable>
#include <mutex>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "src/stacks/nghttp2_session.h"
#include "src/stacks/recorder.h"

namespace headerproof {
namespace {

std::string StackName(NameRule rule) {
  constexpr std::array<std::string_view, 5> kSuffixes = {"", ", unchecked", ", lowercasing",
                                                         ", dropping", ", rejecting"};
  return std::string("nghttp2 ") + nghttp2_version(0)->version_str +
         std::string(kSuffixes[static_cast<std::size_t>(rule)]);
}

class Nghttp2Server : public ServerStack {
 public:
  explicit Nghttp2Server(NameRule rule) : rule_(rule), name_(StackName(rule)) {}

  const std::string& name() const override { return name_; }

  UniqueFd Connect() override {
    auto [ours, theirs] = ConnectedPair();
    const std::lock_guard lock(mutex_);
    Forget();
    auto connection = std::make_unique<Connection>();
    bool& ended = connection->ended;
    connection->session = std::make_unique<Nghttp2Session>(
        Role::kServer, rule_, std::move(theirs),
        Nghttp2Session::Application{
            .on_headers =
                [this](Nghttp2Session& session, std::int32_t id, Nghttp2Session::Stream& stream,
                       bool end_stream) {
                  if (!end_stream) return;
                  Record(stream.headers);
                  session.Respond(id, {{":status", "200"}, {"grpc-status", "0"}});
                },
            // A stream that ended before its request was whole still showed what came first.
            .on_close =
                [this](std::int32_t, Nghttp2Session::Stream& stream, std::uint32_t code) {
                  if (code != 0) Record(stream.headers);
                },
            .on_end =
                [this, &ended] {
                  const std::lock_guard end_lock(ended_mutex_);
                  ended = true;
                }});
    connections_.push_back(std::move(connection));
    return std::move(ours);
  }

  std::optional<Metadata> Take(std::string_view probe_case) override {
    return recorder_.Take(probe_case);
  }

 private:
  struct Connection {
    bool ended = false;
    std::unique_ptr<Nghttp2Session> session;
  };

  void Record(const Metadata& shown) {
    if (const auto probe_case = FindValue(shown, kProbeCaseName)) {
      recorder_.Record(std::string(*probe_case), shown);
    }
  }

  // Threads of connections that have ended are not kept.
  void Forget() {
    std::erase_if(connections_, [this](const std::unique_ptr<Connection>& connection) {
      const std::lock_guard lock(ended_mutex_);
      return connection->ended;
    });
  }

  NameRule rule_;
  std::string name_;
  Recorder recorder_;
  std::mutex ended_mutex_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Connection>> connections_;
};

class Nghttp2ClientConnection : public ClientConnection {
 public:
  Nghttp2ClientConnection(NameRule rule, UniqueFd fd)
      : session_(Role::kClient, rule, std::move(fd),
                 {.on_headers = [](Nghttp2Session&, std::int32_t, Nghttp2Session::Stream&, bool) {},
                  .on_close = [this](std::int32_t id, Nghttp2Session::Stream& stream,
                                     std::uint32_t code) { Finish(id, stream, code); },
                  .on_end = [this] { End(); }}) {}

  void Call(std::size_t call, const Metadata& metadata) override {
    session_.Post([this, call, metadata](nghttp2_session* session) {
      std::vector<Entry> fields = {{":method", {"POST"}},
                                   {":scheme", {"http"}},
                                   {":path", {"/hp/" + std::to_string(call)}},
                                   {":authority", {"headerproof"}}};
      fields.insert(fields.end(), metadata.begin(), metadata.end());
      std::vector<nghttp2_nv> list;
      for (const auto& [name, values] : fields) {
        for (const std::string& value : values) {
          list.push_back({reinterpret_cast<std::uint8_t*>(const_cast<char*>(name.data())),
                          reinterpret_cast<std::uint8_t*>(const_cast<char*>(value.data())),
                          name.size(), value.size(), NGHTTP2_NV_FLAG_NONE});
        }
      }
      const std::int32_t id =
          nghttp2_submit_request(session, nullptr, list.data(), list.size(), nullptr, nullptr);
      const std::lock_guard lock(mutex_);
      calls_[id] = call;
    });
  }

  std::optional<CallResult> Await(std::size_t call, Deadline deadline) override {
    std::unique_lock lock(mutex_);
    const auto is_over = [&] { return ended_ || results_.contains(call); };
    if (!changed_.wait_until(lock, deadline, is_over)) return std::nullopt;
    auto node = results_.extract(call);
    if (node.empty()) return CallResult{.message = "the connection ended"};
    return std::move(node.mapped());
  }

 private:
  void Finish(std::int32_t id, Nghttp2Session::Stream& stream, std::uint32_t code) {
    CallResult result{.headers = std::move(stream.headers), .trailers = std::move(stream.trailers)};
    auto status = FindValue(result.trailers, "grpc-status");
    if (!status) status = FindValue(result.headers, "grpc-status");
    if (code != 0) {
      result.message = ErrorCodeText(code);
    } else if (status) {
      std::from_chars(status->data(), status->data() + status->size(), result.status);
    }
    const std::lock_guard lock(mutex_);
    results_[calls_[id]] = std::move(result);
    changed_.notify_all();
  }

  void End() {
    const std::lock_guard lock(mutex_);
    ended_ = true;
    changed_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::unordered_map<std::int32_t, std::size_t> calls_;
  std::unordered_map<std::size_t, CallResult> results_;
  bool ended_ = false;
  Nghttp2Session session_;  // last: its thread uses the rest
};

class Nghttp2Client : public ClientStack {
 public:
  explicit Nghttp2Client(NameRule rule) : rule_(rule), name_(StackName(rule)) {}

  const std::string& name() const override { return name_; }
  std::unique_ptr<ClientConnection> Connect(UniqueFd fd) override {
    return std::make_unique<Nghttp2ClientConnection>(rule_, std::move(fd));
  }

 private:
  NameRule rule_;
  std::string name_;
};

}  // namespace

std::unique_ptr<ServerStack> MakeNghttp2Server(NameRule rule) {
  return std::make_unique<Nghttp2Server>(rule);
}

std::unique_ptr<ClientStack> MakeNghttp2Client(NameRule rule) {
  return std::make_unique<Nghttp2Client>(rule);
}

}  // namespace headerproof
