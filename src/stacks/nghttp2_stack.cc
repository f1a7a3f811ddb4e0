#include "src/stacks/nghttp2_stack.h"

#include <array>
#include <charconv>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "src/stacks/application_log.h"
#include "src/stacks/nghttp2_session.h"

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
    std::erase_if(sessions_, [](const auto& session) { return session->ended(); });
    sessions_.push_back(std::make_unique<Nghttp2Session>(
        Role::kServer, rule_, std::move(theirs),
        Nghttp2Session::Application{
            .on_headers =
                [this](Nghttp2Session& session, std::int32_t id, Nghttp2Session::Stream& stream,
                       bool end_stream) {
                  if (!end_stream) return;
                  requests_.Add(stream.headers);
                  session.Respond(id, {{":status", "200"}, {"grpc-status", "0"}});
                },
            // A stream that ended before its request was whole still showed what came first.
            .on_close =
                [this](Nghttp2Session::Stream& stream, std::uint32_t code) {
                  if (code != 0) requests_.Add(stream.headers);
                },
            .on_end = [] {}}));
    return std::move(ours);
  }

  std::optional<Metadata> Take(std::string_view number) override { return requests_.Take(number); }

 private:
  NameRule rule_;
  std::string name_;
  RequestLog requests_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Nghttp2Session>> sessions_;
};

class Nghttp2ClientConnection : public ClientConnection {
 public:
  Nghttp2ClientConnection(NameRule rule, UniqueFd fd)
      : session_(Role::kClient, rule, std::move(fd),
                 {.on_headers = [](Nghttp2Session&, std::int32_t, Nghttp2Session::Stream&, bool) {},
                  .on_close = [this](Nghttp2Session::Stream& stream,
                                     std::uint32_t code) { Finish(stream, code); },
                  .on_end = [this] { results_.End(); }}) {}

  void Call(std::size_t call, const Metadata& metadata) override {
    std::vector<Field> fields = {{":method", "POST"},
                                 {":scheme", "http"},
                                 {":path", "/hp/" + std::to_string(call)},
                                 {":authority", "headerproof"}};
    for (const auto& [name, values] : metadata) {
      for (const std::string& value : values) fields.push_back({name, value});
    }
    session_.Request(call, fields);
  }

  std::optional<CallResult> Await(std::size_t call, Deadline deadline) override {
    return results_.Await(call, deadline);
  }

 private:
  void Finish(Nghttp2Session::Stream& stream, std::uint32_t code) {
    CallResult result{.headers = std::move(stream.headers), .trailers = std::move(stream.trailers)};
    auto status = FindValue(result.trailers, "grpc-status");
    if (!status) status = FindValue(result.headers, "grpc-status");
    if (code != 0) {
      result.message = ErrorCodeText(code);
    } else if (status) {
      std::from_chars(status->data(), status->data() + status->size(), result.status);
    }
    results_.Add(stream.call, std::move(result));
  }

  ResultLog results_;
  Nghttp2Session session_;  // last: its thread uses the rest
};

}  // namespace

std::unique_ptr<ServerStack> MakeNghttp2Server(NameRule rule) {
  return std::make_unique<Nghttp2Server>(rule);
}

ClientStack MakeNghttp2Client(NameRule rule) {
  return {.name = StackName(rule), .connect = [rule](UniqueFd fd) {
            return std::make_unique<Nghttp2ClientConnection>(rule, std::move(fd));
          }};
}

}  // namespace headerproof
