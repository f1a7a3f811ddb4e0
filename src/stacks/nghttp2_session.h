// One nghttp2 session on a thread of its own: octets from the socket go in, octets that the session
// has to say go out, until either side has nothing left to say.
#pragma once

#include <nghttp2/nghttp2.h>

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
#include "src/stacks/nghttp2_stack.h"

namespace headerproof {

class Nghttp2Session {
 public:
  // What came on one stream.
  struct Stream {
    Metadata headers;
    Metadata trailers;
    bool in_trailers = false;
    bool rejected = false;
  };

  // Called on the session's thread.
  struct Application {
    // A header block is complete.
    std::function<void(Nghttp2Session&, std::int32_t id, Stream&, bool end_stream)> on_headers{};
    // The stream is closed; `code` is 0 if it ended well.
    std::function<void(std::int32_t id, Stream&, std::uint32_t code)> on_close{};
    // The connection is gone.
    std::function<void()> on_end{};
  };

  Nghttp2Session(Role role, NameRule rule, UniqueFd fd, Application application);
  Nghttp2Session(const Nghttp2Session&) = delete;
  Nghttp2Session& operator=(const Nghttp2Session&) = delete;
  ~Nghttp2Session();

  // Runs `work` on the session's thread, soon. Call from any thread.
  void Post(std::function<void(nghttp2_session*)> work);

  // On the session's thread: answers with these fields and nothing more.
  void Respond(std::int32_t id, const std::vector<std::pair<std::string, std::string>>& fields);

 private:
  static int OnBegin(nghttp2_session*, const nghttp2_frame*, void* self);
  static int OnHeader(nghttp2_session*, const nghttp2_frame*, const std::uint8_t* name,
                      std::size_t name_size, const std::uint8_t* value, std::size_t value_size,
                      std::uint8_t flags, void* self);
  static int OnFrame(nghttp2_session*, const nghttp2_frame*, void* self);
  static int OnClose(nghttp2_session*, std::int32_t id, std::uint32_t code, void* self);
  int Show(std::int32_t id, std::string_view name, std::string_view value);
  void Run();
  bool Exchange();

  NameRule rule_;
  std::unique_ptr<ByteStream> stream_;
  Application application_;
  nghttp2_session* session_ = nullptr;
  std::map<std::int32_t, Stream> streams_;
  std::string out_;
  UniqueFd wake_read_;
  UniqueFd wake_write_;
  std::mutex mutex_;
  std::vector<std::function<void(nghttp2_session*)>> posted_;
  bool stop_ = false;
  std::thread thread_;
};

}  // namespace headerproof
