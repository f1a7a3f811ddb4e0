#include "src/stacks/nghttp2_session.h"

#include <poll.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <utility>

#include "src/converter/fold.h"
#include "src/stacks/recorder.h"

namespace headerproof {
namespace {

Nghttp2Session& Self(void* self) {
  return *static_cast<Nghttp2Session*>(self);
}

std::string_view View(const std::uint8_t* octets, std::size_t size) {
  return {reinterpret_cast<const char*>(octets), size};
}

}  // namespace

Nghttp2Session::Nghttp2Session(Role role, NameRule rule, UniqueFd fd, Application application)
    : rule_(rule), stream_(PlainStream(std::move(fd))), application_(std::move(application)) {
  std::tie(wake_read_, wake_write_) = ConnectedPair();
  nghttp2_session_callbacks* callbacks = nullptr;
  nghttp2_option* option = nullptr;
  if (nghttp2_session_callbacks_new(&callbacks) != 0 || nghttp2_option_new(&option) != 0) {
    std::abort();  // out of memory
  }
  nghttp2_session_callbacks_set_on_begin_headers_callback(callbacks, OnBegin);
  nghttp2_session_callbacks_set_on_header_callback(callbacks, OnHeader);
  nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks, OnFrame);
  nghttp2_session_callbacks_set_on_stream_close_callback(callbacks, OnClose);
  nghttp2_option_set_no_http_messaging(option, rule == NameRule::kLibrary ? 0 : 1);
#ifdef HEADERPROOF_NGHTTP2_COUNTS_CONTINUATIONS
  // A bound on work, which says nothing about names.
  nghttp2_option_set_max_continuations(option, 1U << 16);
#endif
  if (role == Role::kServer) {
    nghttp2_session_server_new2(&session_, callbacks, this, option);
  } else {
    nghttp2_session_client_new2(&session_, callbacks, this, option);
  }
  nghttp2_option_del(option);
  nghttp2_session_callbacks_del(callbacks);
  nghttp2_submit_settings(session_, NGHTTP2_FLAG_NONE, nullptr, 0);
  thread_ = std::thread([this] { Run(); });
}

Nghttp2Session::~Nghttp2Session() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  Post([](nghttp2_session*) {});
  thread_.join();
  nghttp2_session_del(session_);
}

void Nghttp2Session::Post(std::function<void(nghttp2_session*)> work) {
  {
    const std::lock_guard lock(mutex_);
    posted_.push_back(std::move(work));
  }
  // A full pipe is no loss: the thread wakes for what is in it already.
  [[maybe_unused]] const ssize_t written = write(wake_write_.get(), "!", 1);
}

void Nghttp2Session::Respond(std::int32_t id,
                             const std::vector<std::pair<std::string, std::string>>& fields) {
  std::vector<nghttp2_nv> list;
  for (const auto& [name, value] : fields) {
    // nghttp2 copies both: the casts change nothing.
    list.push_back({reinterpret_cast<std::uint8_t*>(const_cast<char*>(name.data())),
                    reinterpret_cast<std::uint8_t*>(const_cast<char*>(value.data())), name.size(),
                    value.size(), NGHTTP2_NV_FLAG_NONE});
  }
  nghttp2_submit_response(session_, id, list.data(), list.size(), nullptr);
}

int Nghttp2Session::OnBegin(nghttp2_session*, const nghttp2_frame* frame, void* self) {
  const auto [at, is_new] = Self(self).streams_.try_emplace(frame->hd.stream_id);
  at->second.in_trailers = !is_new;
  return 0;
}

int Nghttp2Session::OnHeader(nghttp2_session*, const nghttp2_frame* frame, const std::uint8_t* name,
                             std::size_t name_size, const std::uint8_t* value,
                             std::size_t value_size, std::uint8_t, void* self) {
  return Self(self).Show(frame->hd.stream_id, View(name, name_size), View(value, value_size));
}

int Nghttp2Session::Show(std::int32_t id, std::string_view name, std::string_view value) {
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
  AppendValue(shown, value, stream.in_trailers ? stream.trailers : stream.headers);
  return 0;
}

int Nghttp2Session::OnFrame(nghttp2_session*, const nghttp2_frame* frame, void* self) {
  if (frame->hd.type != NGHTTP2_HEADERS) return 0;
  Nghttp2Session& session = Self(self);
  Stream& stream = session.streams_[frame->hd.stream_id];
  if (stream.rejected) return 0;
  const bool end_stream = (frame->hd.flags & NGHTTP2_FLAG_END_STREAM) != 0;
  session.application_.on_headers(session, frame->hd.stream_id, stream, end_stream);
  return 0;
}

int Nghttp2Session::OnClose(nghttp2_session*, std::int32_t id, std::uint32_t code, void* self) {
  Nghttp2Session& session = Self(self);
  session.application_.on_close(id, session.streams_[id], code);
  session.streams_.erase(id);
  return 0;
}

bool Nghttp2Session::Exchange() {
  const std::uint8_t* octets = nullptr;
  for (ssize_t size; (size = nghttp2_session_mem_send(session_, &octets)) > 0;) {
    out_.append(View(octets, static_cast<std::size_t>(size)));
  }
  bool wants_to_write = false;
  while (!out_.empty() && !wants_to_write) {
    const IoResult result = stream_->TryWrite(out_);
    if (result.status == IoStatus::kClosed) return false;
    wants_to_write = result.status == IoStatus::kWouldBlock;
    out_.erase(0, result.count);
  }
  if (out_.empty() && nghttp2_session_want_read(session_) == 0 &&
      nghttp2_session_want_write(session_) == 0) {
    return false;
  }
  const auto events = static_cast<short>(POLLIN | (wants_to_write ? POLLOUT : 0));
  std::array<pollfd, 2> waits = {pollfd{stream_->fd(), events, 0},
                                 pollfd{wake_read_.get(), POLLIN, 0}};
  if (poll(waits.data(), waits.size(), -1) < 0) return true;
  std::array<char, 16384> room;
  if (waits[1].revents != 0) {
    [[maybe_unused]] const ssize_t count = read(wake_read_.get(), room.data(), room.size());
  }
  if (waits[0].revents != 0) {
    const IoResult result = stream_->TryRead(room);
    if (result.status == IoStatus::kClosed) return false;
    const auto* const data = reinterpret_cast<const std::uint8_t*>(room.data());
    if (result.count != 0 && nghttp2_session_mem_recv(session_, data, result.count) < 0) {
      return false;
    }
  }
  return true;
}

void Nghttp2Session::Run() {
  for (bool alive = true; alive;) {
    std::vector<std::function<void(nghttp2_session*)>> work;
    {
      const std::lock_guard lock(mutex_);
      if (stop_) break;
      work.swap(posted_);
    }
    for (const auto& item : work) item(session_);
    alive = Exchange();
  }
  stream_.reset();  // the peer sees the end now, not when this object goes
  application_.on_end();
}

}  // namespace headerproof
