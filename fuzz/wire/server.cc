// The real gRPC C++ server, fed a case as a raw request; what its application is shown has to obey
// every relation. Slow, and with a library inside that is not ours: kept apart from the other
// targets, and not in their list.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>

#include "src/cases/display.h"
#include "src/cases/text.h"
#include "src/http2/raw_connection.h"
#include "src/judge/judge.h"
#include "src/stacks/grpc_server.h"

namespace headerproof {
namespace {

// Below the server's limit for a request's metadata, which is another subject.
constexpr std::size_t kMostOctets = 4096;
constexpr std::chrono::seconds kPatience{5};

class WireTarget {
 public:
  void Run(std::string_view input) {
    const Metadata metadata = ParseCaseLeniently(input.substr(0, kMostOctets));
    if (connection_ == nullptr || stream_ > 20'000) Open();
    std::string block;
    HpackWriter& writer = connection_->writer();
    for (const Field& field : std::initializer_list<Field>{{":method", "POST"},
                                                           {":scheme", "http"},
                                                           {":path", "/hp/fuzz"},
                                                           {":authority", "headerproof"},
                                                           {"te", "trailers"},
                                                           {"content-type", "application/grpc"},
                                                           {std::string(kProbeCaseName), "fuzz"}}) {
      writer.Append(field.name, field.value, {}, block);
    }
    // The forms take turns, so that the dynamic table is used as well.
    std::size_t turn = input.size();
    for (const auto& [name, values] : metadata) {
      for (const std::string& value : values) {
        const bool indexed = writer.Holds(name, value);
        const Representation representation =
            indexed ? Representation::kIndexed
                    : static_cast<Representation>(turn % 3);  // a literal form
        writer.Append(name, value, {representation, turn % 2 == 0}, block);
        ++turn;
      }
    }
    connection_->QueueHeaders(stream_, block, true);
    AwaitEnd();
    if (const auto shown = server_->Take("fuzz")) Check(*shown);
  }

 private:
  void Open() {
    connection_ = std::make_unique<RawConnection>(PlainStream(server_->Connect()), Role::kClient);
    stream_ = 1;
  }

  void AwaitEnd() {
    const Deadline deadline = In(kPatience);
    for (;;) {
      const Event event = connection_->Next(deadline);
      if (event.kind == EventKind::kTimeout) Fail("the server did not answer in time", {});
      if (event.IsEnd()) {  // bad base64 under a binary name does that
        connection_.reset();
        return;
      }
      const bool ends = event.end_stream || event.kind == EventKind::kReset;
      if (event.stream == stream_ && ends) break;
    }
    stream_ += 2;
  }

  void Check(const Metadata& shown) {
    const Judgement judgement = headerproof::Check(OwningConverters(), shown);
    if (!judgement.obeyed()) Fail(judgement.violations.front().detail, shown);
  }

  [[noreturn]] static void Fail(const std::string& detail, const Metadata& shown) {
    std::fprintf(stderr, "%s\n%s", detail.c_str(), DisplayCase(shown).c_str());
    std::abort();
  }

  std::unique_ptr<GrpcServer> server_ = StartGrpcServer();
  std::unique_ptr<RawConnection> connection_;
  std::uint32_t stream_ = 1;
};

}  // namespace
}  // namespace headerproof

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static auto* const target = new headerproof::WireTarget;
  target->Run({reinterpret_cast<const char*>(data), size});
  return 0;
}
