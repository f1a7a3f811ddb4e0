// One nghttp2 session over a socket, which a thread of its own reads and writes.
#pragma once

#include <nghttp2/nghttp2.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "src/converter/metadata.h"
#include "src/http2/byte_stream.h"
#include "src/http2/frames.h"
#include "src/http2/hpack.h"
#include "src/stacks/nghttp2_stack.h"

namespace headerproof {

class Nghttp2Session {
 public:
  // What came on one stream.
  struct Stream {
    std::size_t call = 0;  // as given to Request
    Metadata headers{};
    Metadata trailers{};
    int blocks = 0;
    bool rejected = false;
  };

  // Called on the session's thread.
  struct Application {
    // A header block is complete.
    std::function<void(Nghttp2Session&, std::int32_t id, Stream&, bool end_stream)> on_headers;
    // The stream is closed; `code` is 0 if it ended well.
    std::function<void(Stream&, std::uint32_t code)> on_close;
    // The connection is gone.
    std::function<void()> on_end;
  };

  Nghttp2Session(Role role, NameRule rule, UniqueFd fd, Application application);
  Nghttp2Session(const Nghttp2Session&) = delete;
  Nghttp2Session& operator=(const Nghttp2Session&) = delete;
  ~Nghttp2Session();

  // Sends a request with these fields and no message. Call from any thread.
  void Request(std::size_t call, const std::vector<Field>& fields);

  // Answers with these fields and no message. Call in on_headers.
  void Respond(std::int32_t id, const std::vector<Field>& fields);

  // True once the connection is gone.
  bool ended() const { return ended_; }

 private:
  int OnHeader(std::int32_t id, std::string_view name, std::string_view value);
  void OnBlock(std::int32_t id, bool end_stream);
  void Run();
  bool Send();  // false if the connection has nothing more to send or receive

  NameRule rule_;
  std::unique_ptr<ByteStream> stream_;
  Application application_;
  std::mutex mutex_;  // for what follows, to out_
  nghttp2_session* session_ = nullptr;
  std::map<std::int32_t, Stream> streams_;
  std::string out_;  // not written yet
  std::atomic<bool> ended_ = false;
  std::thread thread_;
};

}  // namespace headerproof
