#include "src/stacks/nghttp2_session.h"

#include <sys/socket.h>

#include <array>
#include <chrono>
#include <cstdlib>
#include <string>
#include <utility>

#include "src/converter/fold.h"
#include "src/stacks/metadata_fields.h"

namespace headerproof {
namespace {

std::string_view View(const std::uint8_t* octets, std::size_t size) {
  return {reinterpret_cast<const char*>(octets), size};
}

// Borrows the octets of `fields`. nghttp2 copies them: the casts change nothing.
std::vector<nghttp2_nv> Borrow(const std::vector<Field>& fields) {
  const auto octets = [](const std::string& text) {
    return reinterpret_cast<std::uint8_t*>(const_cast<char*>(text.data()));
  };
  std::vector<nghttp2_nv> list;
  for (const auto& [name, value] : fields) {
    list.push_back({octets(name), octets(value), name.size(), value.size(), NGHTTP2_NV_FLAG_NONE});
  }
  return list;
}

}  // namespace

Nghttp2Session::Nghttp2Session(Role role, NameRule rule, UniqueFd fd, Application application)
    : rule_(rule), stream_(PlainStream(std::move(fd))), application_(std::move(application)) {
  nghttp2_session_callbacks* callbacks = nullptr;
  nghttp2_option* option = nullptr;
  if (nghttp2_session_callbacks_new(&callbacks) != 0 || nghttp2_option_new(&option) != 0) {
    std::abort();  // out of memory
  }
  nghttp2_session_callbacks_set_on_begin_headers_callback(
      callbacks, [](nghttp2_session*, const nghttp2_frame* frame, void* self) {
        ++static_cast<Nghttp2Session*>(self)->streams_[frame->hd.stream_id].blocks;
        return 0;
      });
  nghttp2_session_callbacks_set_on_header_callback(
      callbacks, [](nghttp2_session*, const nghttp2_frame* frame, const std::uint8_t* name,
                    std::size_t name_size, const std::uint8_t* value, std::size_t value_size,
                    std::uint8_t, void* self) {
        return static_cast<Nghttp2Session*>(self)->OnHeader(
            frame->hd.stream_id, View(name, name_size), View(value, value_size));
      });
  nghttp2_session_callbacks_set_on_frame_recv_callback(
      callbacks, [](nghttp2_session*, const nghttp2_frame* frame, void* self) {
        if (frame->hd.type == NGHTTP2_HEADERS) {
          const bool end_stream = (frame->hd.flags & NGHTTP2_FLAG_END_STREAM) != 0;
          static_cast<Nghttp2Session*>(self)->OnBlock(frame->hd.stream_id, end_stream);
        }
        return 0;
      });
  nghttp2_session_callbacks_set_on_stream_close_callback(
      callbacks, [](nghttp2_session*, std::int32_t id, std::uint32_t code, void* self) {
        auto& session = *static_cast<Nghttp2Session*>(self);
        session.application_.on_close(session.streams_[id], code);
        session.streams_.erase(id);
        return 0;
      });
  nghttp2_option_set_no_http_messaging(option, rule == NameRule::kLibrary ? 0 : 1);
#ifdef HEADERPROOF_NGHTTP2_COUNTS_CONTINUATIONS
  // A bound on work, which says nothing about names.
  nghttp2_option_set_max_continuations(option, 1U << 16);
#endif
  const auto make =
      role == Role::kServer ? nghttp2_session_server_new2 : nghttp2_session_client_new2;
  make(&session_, callbacks, this, option);
  nghttp2_option_del(option);
  nghttp2_session_callbacks_del(callbacks);
  nghttp2_submit_settings(session_, NGHTTP2_FLAG_NONE, nullptr, 0);
  thread_ = std::thread([this] { Run(); });
}

Nghttp2Session::~Nghttp2Session() {
  shutdown(stream_->fd(), SHUT_RDWR);  // the thread reads the end
  thread_.join();
  nghttp2_session_del(session_);
}

void Nghttp2Session::Request(std::size_t call, const std::vector<Field>& fields) {
  const std::lock_guard lock(mutex_);
  const std::vector<nghttp2_nv> list = Borrow(fields);
  const std::int32_t id =
      nghttp2_submit_request(session_, nullptr, list.data(), list.size(), nullptr, nullptr);
  streams_[id].call = call;
  Send();
}

void Nghttp2Session::Respond(std::int32_t id, const std::vector<Field>& fields) {
  const std::vector<nghttp2_nv> list = Borrow(fields);
  nghttp2_submit_response(session_, id, list.data(), list.size(), nullptr);
}

int Nghttp2Session::OnHeader(std::int32_t id, std::string_view name, std::string_view value) {
  Stream& stream = streams_[id];
  std::string shown(name);
  if (HasUppercase(name)) {
    if (rule_ == NameRule::kDrop) return 0;
    if (rule_ == NameRule::kLowercase) shown = Fold(name);
    if (rule_ == NameRule::kReject) {
      stream.rejected = true;
      nghttp2_submit_rst_stream(session_, NGHTTP2_FLAG_NONE, id, NGHTTP2_PROTOCOL_ERROR);
      return 0;
    }
  }
  AppendValue(shown, value, stream.blocks > 1 ? stream.trailers : stream.headers);
  return 0;
}

void Nghttp2Session::OnBlock(std::int32_t id, bool end_stream) {
  Stream& stream = streams_[id];
  if (!stream.rejected) application_.on_headers(*this, id, stream, end_stream);
}

bool Nghttp2Session::Send() {
  const std::uint8_t* octets = nullptr;
  for (ssize_t size; (size = nghttp2_session_mem_send(session_, &octets)) > 0;) {
    out_.append(View(octets, static_cast<std::size_t>(size)));
  }
  while (!out_.empty()) {
    const ssize_t count = stream_->TryWrite(out_);
    if (count < 0) return false;
    if (count == 0) return true;
    out_.erase(0, static_cast<std::size_t>(count));
  }
  return nghttp2_session_want_read(session_) != 0 || nghttp2_session_want_write(session_) != 0;
}

void Nghttp2Session::Run() {
  std::array<char, 16384> room;
  for (ssize_t count = 0; count >= 0; count = stream_->TryRead(room)) {
    bool to_write = false;
    {
      const std::lock_guard lock(mutex_);
      const auto* const octets = reinterpret_cast<const std::uint8_t*>(room.data());
      const auto size = static_cast<std::size_t>(count);
      if (nghttp2_session_mem_recv(session_, octets, size) < 0 || !Send()) break;
      to_write = !out_.empty();
    }
    // Not for ever: Request may leave something to write.
    WaitFor(*stream_, to_write, In(std::chrono::milliseconds(20)));
  }
  shutdown(stream_->fd(), SHUT_RDWR);  // the peer sees the end now
  application_.on_end();
  ended_ = true;
}

}  // namespace headerproof
