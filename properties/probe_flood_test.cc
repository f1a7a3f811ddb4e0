// Peers that would keep a probe busy, or fill its memory, for ever: it ends in its time, with exit
// code 2, and stays small. The margins are wide: what these tests exclude never ends.
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/socket.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "properties/probe_peers.h"
#include "src/http2/tls_stream.h"
#include "src/probe/probe.h"

namespace headerproof {
namespace {

constexpr std::chrono::seconds kTime{1};
constexpr std::chrono::seconds kMargin{20};

// Of this process at its largest, with the peer in it.
void ExpectSmall() {
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
  return;
#endif
#endif
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  EXPECT_LT(usage.ru_maxrss, 100 * 1024) << "KiB";
}

std::string FrameOf(FrameType type, std::uint8_t flags, std::uint32_t stream,
                    std::string_view payload) {
  std::string out;
  AppendFrame(type, flags, stream, payload, out);
  return out;
}

std::string FieldsOf(const std::vector<Field>& fields) {
  HpackWriter writer;
  std::string block;
  for (const auto& [name, value] : fields) writer.Append(name, value, {}, block);
  return block;
}

// What a peer sends: first once, then again and again. Each says which stream it is about, 0 for
// none, so that both roles can send it.
struct Flood {
  std::string name;
  std::string first;
  std::string again;
  bool octet_by_octet = false;
  bool reads = true;
};

const std::string kSettings = FrameOf(FrameType::kSettings, 0, 0, "");

std::vector<Flood> Floods() {
  const auto many = [](const std::string& frame) {
    std::string all;
    while (all.size() < 30'000) all += frame;
    return all;
  };
  std::string bomb;  // one entry of the table, named again by each octet
  HpackWriter writer;
  writer.Append("x", std::string(4'000, 'v'), {Representation::kIncremental}, bomb);
  const std::string entry = bomb;
  bomb += std::string(12'000, '\xbe');
  return {
      {"SETTINGS", kSettings, many(kSettings)},
      {"SETTINGS, unread", kSettings, many(kSettings), false, false},
      {"PING", kSettings, many(FrameOf(FrameType::kPing, 0, 0, "12345678"))},
      {"PING, unread", kSettings, many(FrameOf(FrameType::kPing, 0, 0, "12345678")), false, false},
      {"HEADERS", kSettings,
       many(FrameOf(FrameType::kHeaders, kEndHeaders, 1, FieldsOf({{":status", "100"}})))},
      {"CONTINUATION", kSettings + FrameOf(FrameType::kHeaders, 0, 1, entry),
       many(FrameOf(FrameType::kContinuation, 0, 1, "\xbe"))},
      {"CONTINUATION without octets", kSettings + FrameOf(FrameType::kHeaders, 0, 1, ""),
       many(FrameOf(FrameType::kContinuation, 0, 1, ""))},
      {"a header block that is small but has large fields", kSettings,
       FrameOf(FrameType::kHeaders, kEndHeaders, 1, bomb)},
      {"DATA without octets", kSettings, many(FrameOf(FrameType::kData, 0, 1, ""))},
      {"DATA for nobody", kSettings,
       FrameOf(FrameType::kData, 0, 9, std::string(kMaxFramePayload, 'd'))},
      {"RST_STREAM for nobody", kSettings, many(FrameOf(FrameType::kResetStream, 0, 99, "1234"))},
      {"frames of unknown types", kSettings,
       many(FrameOf(static_cast<FrameType>(0xee), 0xff, 7, "x"))},
      {"one octet at a time", "", kSettings, true},
      {"nothing, and reads nothing", kSettings, "", false, false},
  };
}

// Sends `flood` until the other end is gone or `stop` is set.
void SendWithoutEnd(const Flood& flood, const UniqueFd& fd, const std::atomic<bool>& stop) {
  std::string out = flood.first;
  std::string room(65'536, '\0');
  while (!stop) {
    if (out.empty()) out = flood.again;
    if (out.empty()) usleep(10'000);
    if (flood.reads) {
      if (recv(fd.get(), room.data(), room.size(), MSG_DONTWAIT) == 0) return;
    }
    const std::size_t most = flood.octet_by_octet ? 1 : out.size();
    const ssize_t count = send(fd.get(), out.data(), most, MSG_DONTWAIT | MSG_NOSIGNAL);
    if (count > 0) {
      out.erase(0, static_cast<std::size_t>(count));
    } else if (count < 0 && errno != EAGAIN) {
      return;
    }
    if (flood.octet_by_octet || count < 0) usleep(2'000);
  }
}

// A peer that has always sent more, faster than anybody reads.
class EndlessStream : public ByteStream {
 public:
  EndlessStream(std::string first, std::string again, bool reads)
      : left_(std::move(first)), again_(std::move(again)), reads_(reads) {}

  ssize_t TryRead(std::span<char> room) override {
    if (left_.empty()) left_ = again_;
    const std::size_t count = std::min(room.size(), left_.size());
    std::copy_n(left_.begin(), count, room.begin());
    left_.erase(0, count);
    return static_cast<ssize_t>(count);
  }
  ssize_t TryWrite(std::string_view octets) override {
    return reads_ ? static_cast<ssize_t>(octets.size()) : 0;
  }
  int fd() const override { return -1; }
  bool HasBuffered() const override { return true; }

 private:
  std::string left_;
  std::string again_;
  bool reads_;
};

// Also where no number of frames is set: the deadline is enough.
TEST(RawConnection, EndsEachWait) {
  for (const Flood& flood : Floods()) {
    if (flood.again.empty()) continue;
    RawConnection connection(std::make_unique<EndlessStream>(flood.first, flood.again, flood.reads),
                             Role::kClient);
    const Deadline deadline = In(std::chrono::milliseconds(200));
    Event event{.kind = EventKind::kData};
    while (!event.IsEnd() && event.kind != EventKind::kTimeout) event = connection.Next(deadline);
    EXPECT_LT(Clock::now(), deadline + kMargin) << flood.name;
    // What it does not read is not kept for it without end.
    if (flood.name == "PING, unread") {
      EXPECT_EQ(event.kind, EventKind::kMalformed);
    }
  }
  ExpectSmall();
}

TEST(ProbeServer, EndsInTimeWhateverTheServerSends) {
  for (const Flood& flood : Floods()) {
    std::atomic<bool> stop = false;
    const OddServer server([&](UniqueFd fd) { SendWithoutEnd(flood, fd, stop); });
    const Deadline limit = In(kMargin);
    const ProbeResult result = ProbeServer("127.0.0.1", server.port(), {.most_time = kTime});
    stop = true;
    EXPECT_LT(Clock::now(), limit) << flood.name;
    EXPECT_EQ(ProbeExitCode(result), 2) << flood.name;
    EXPECT_NE(result.why_not, "") << flood.name;
  }
  ExpectSmall();
}

// The same from a server that answers plain requests first.
TEST(ProbeServer, EndsInTimeWhateverTheServerSendsLater) {
  for (const Flood& flood : Floods()) {
    std::atomic<bool> stop = false;
    const OddServer server([&](UniqueFd fd) {
      const int raw = fd.get();
      RawConnection connection(PlainStream(std::move(fd)), Role::kServer);
      for (;;) {
        const Event event = connection.Next({Deadline::max(), &stop});
        if (event.IsEnd() || event.kind == EventKind::kTimeout) return;
        if (event.kind != EventKind::kHeaders) continue;
        if (HasMalformedName(event)) break;
        AnswerOk(event.stream, connection);
      }
      UniqueFd same(dup(raw));
      SendWithoutEnd(flood, same, stop);
    });
    const Deadline limit = In(kMargin);
    const ProbeResult result =
        ProbeServer("127.0.0.1", server.port(),
                    {.patience = std::chrono::milliseconds(500), .most_time = kTime});
    stop = true;
    EXPECT_LT(Clock::now(), limit) << flood.name;
    EXPECT_EQ(ProbeExitCode(result), 2) << flood.name << ProbeTable(result);
    // The server has neither accepted nor refused anything: the probe gave it up.
    EXPECT_EQ(CountNames(result)[Verdict::kAccepted], 0U) << flood.name << ProbeTable(result);
    EXPECT_EQ(CountNames(result)[Verdict::kRefused], 0U) << flood.name << ProbeTable(result);
  }
  ExpectSmall();
}

TEST(ProbeClients, EndInTimeWhateverTheClientSends) {
  std::vector<Flood> floods = Floods();
  const std::string request =
      FieldsOf({{":method", "GET"}, {":scheme", "http"}, {":path", "/"}, {":authority", "a"}});
  floods.push_back({"one call after another", kSettings, ""});
  for (std::uint32_t stream = 1; floods.back().again.size() < 60'000; stream += 2) {
    floods.back().again += FrameOf(FrameType::kHeaders, kEndHeaders | kEndStream, stream, request);
  }
  floods.push_back(floods.back());
  floods.back().name += ", and it reads nothing";
  floods.back().reads = false;
  for (const Flood& flood : floods) {
    Flood with_preface = flood;
    with_preface.first = std::string(kClientPreface) + flood.first;
    const Listener listener = std::get<Listener>(Listen(0));
    std::atomic<bool> stop = false;
    std::thread client([&] {
      while (!stop) {
        auto fd = Connect("127.0.0.1", listener.port, In(kTime));
        if (std::holds_alternative<SocketError>(fd)) return;
        SendWithoutEnd(with_preface, std::get<UniqueFd>(fd), stop);
      }
    });
    const Deadline limit = In(kMargin);
    const ProbeResult result = ProbeClients(listener, {.most_time = kTime});
    stop = true;
    client.join();
    EXPECT_LT(Clock::now(), limit) << flood.name;
    EXPECT_EQ(ProbeExitCode(result), 2) << flood.name << ProbeTable(result);
  }
  ExpectSmall();
}

// Whoever sets the flag does not wait for the peer.
TEST(Probe, EndsWhenItIsAskedTo) {
  std::atomic<bool> stop = false;
  std::vector<UniqueFd> kept;
  const OddServer silent([&kept](UniqueFd fd) { kept.push_back(std::move(fd)); });
  const OddServer flooding([&stop](UniqueFd fd) { SendWithoutEnd(Floods()[2], fd, stop); });
  const Listener listener = std::get<Listener>(Listen(0));
  constexpr std::chrono::hours kLong{1};
  for (const int which : {0, 1, 2}) {
    stop = false;
    std::thread stopper([&stop] {
      std::this_thread::sleep_for(std::chrono::milliseconds(200));
      stop = true;
    });
    const ProbeOptions options{.patience = kLong, .most_time = kLong, .stop = &stop};
    const Deadline limit = In(kMargin);
    const ProbeResult result =
        which == 2 ? ProbeClients(listener, options)
                   : ProbeServer("127.0.0.1", (which == 0 ? silent : flooding).port(), options);
    EXPECT_LT(Clock::now(), limit);
    EXPECT_EQ(ProbeExitCode(result), 2);
    stopper.join();
  }
}

// What was learned before stays.
TEST(Probe, KeepsWhatItLearnedBeforeItWasAskedToEnd) {
  std::atomic<bool> stop = false;
  int requests = 0;
  const ReplyingServer server([&](RawConnection& connection, const Event& request) {
    if (++requests == 500) stop = true;
    if (HasMalformedName(request)) {
      connection.QueueReset(request.stream, kProtocolError);
    } else {
      AnswerOk(request.stream, connection);
    }
    return true;
  });
  const ProbeResult result = ProbeServer("127.0.0.1", server.port(), {.stop = &stop});
  EXPECT_EQ(result.limit, "interrupted");
  EXPECT_GT(CountNames(result)[Verdict::kRefused], 100U) << ProbeTable(result);
  EXPECT_EQ(CountNames(result)[Verdict::kNoAnswer], 0U) << ProbeTable(result);
}

}  // namespace
}  // namespace headerproof
