#include "src/evidence/files.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "src/cases/printable.h"
#include "src/evidence/user_error.h"

namespace headerproof {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void Fail(const fs::path& path, std::string_view what, int error) {
  throw UserError(Printable(path.native()) + ": " + std::string(what) + ": " +
                  std::generic_category().message(error));
}

// A file descriptor that is closed at the end, whatever happens.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (number_ >= 0) close(number_);
  }

  int number() const { return number_; }

  // Closes now: some file systems say only then that the disk is full. Returns errno or 0.
  int Close() {
    const int result = close(number_);
    number_ = -1;
    return result == 0 ? 0 : errno;
  }

 private:
  int number_;
};

}  // namespace

FileSet::~FileSet() {
  for (const auto& [aside, place] : files_) unlink(aside.c_str());
}

void FileSet::Write(const fs::path& path, std::string_view octets) {
  fs::path aside = path;
  aside += ".aside-" + std::to_string(getpid());
  Descriptor file(open(aside.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
  if (file.number() < 0) Fail(path, "cannot be written", errno);
  files_.emplace_back(aside, path);
  while (!octets.empty()) {
    const ssize_t written = write(file.number(), octets.data(), octets.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) Fail(path, "cannot be written", errno);
    octets.remove_prefix(static_cast<std::size_t>(written));
  }
  if (const int error = file.Close(); error != 0) Fail(path, "cannot be written", error);
}

void FileSet::Commit() {
  for (const auto& [aside, place] : files_) {
    if (fs::is_directory(place)) Fail(place, "cannot be replaced", EISDIR);
  }
  while (!files_.empty()) {
    const auto& [aside, place] = files_.back();
    if (rename(aside.c_str(), place.c_str()) != 0) Fail(place, "cannot be replaced", errno);
    files_.pop_back();
  }
}

void MakeFolder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) Fail(folder, "cannot be made", error.value());
  if (!fs::is_directory(folder)) Fail(folder, "cannot be made", ENOTDIR);
}

std::string ReadFile(const fs::path& path, std::size_t most) {
  // Not waiting: what is named may be a pipe that nobody writes to.
  Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (file.number() < 0) Fail(path, "cannot be read", errno);
  std::string octets;
  std::string block(1 << 16, '\0');
  for (;;) {
    const ssize_t got = read(file.number(), block.data(), block.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) Fail(path, "cannot be read", errno);
    if (got == 0) return octets;
    octets.append(block, 0, static_cast<std::size_t>(got));
    if (octets.size() > most) Fail(path, "cannot be read", EFBIG);
  }
}

}  // namespace headerproof
