#include "src/triage/new_files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <system_error>
#include <utility>

#include "src/cases/printable.h"
#include "src/evidence/audit_error.h"
#include "src/evidence/files.h"

namespace headerproof {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void Fail(const fs::path& path, std::string_view what, int error) {
  throw AuditError(Printable(path.native()) + ": " + std::string(what) + ": " +
                   std::generic_category().message(error));
}

// The folder that `path` lies in, for a name of its own in the working directory too.
fs::path FolderOf(const fs::path& path) {
  return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

// What a new file or folder may be for others than its owner.
mode_t WithoutMask(mode_t mode) {
  const mode_t mask = umask(0);
  umask(mask);
  return mode & ~mask;
}

// A file written aside; gone when this is, unless a link to it was made.
class Aside {
 public:
  explicit Aside(const fs::path& path)
      : path_(path), name_(FolderOf(path) / ".headerproof-XXXXXX") {
    descriptor_ = mkostemp(name_.data(), O_CLOEXEC);
    if (descriptor_ < 0) Fail(path_, "cannot be written", errno);
  }
  Aside(const Aside&) = delete;
  Aside& operator=(const Aside&) = delete;
  ~Aside() {
    if (descriptor_ >= 0) close(descriptor_);
    unlink(name_.c_str());
  }

  void Write(std::string_view octets) {
    while (!octets.empty()) {
      const ssize_t written = write(descriptor_, octets.data(), octets.size());
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) Fail(path_, "cannot be written", errno);
      octets.remove_prefix(static_cast<std::size_t>(written));
    }
    fchmod(descriptor_, WithoutMask(0644));
    if (close(std::exchange(descriptor_, -1)) != 0) Fail(path_, "cannot be written", errno);
  }

  // False if something stands there.
  bool Link() {
    if (link(name_.c_str(), path_.c_str()) == 0) return true;
    if (errno != EEXIST) Fail(path_, "cannot be written", errno);
    return false;
  }

 private:
  const fs::path& path_;
  std::string name_;
  int descriptor_ = -1;
};

}  // namespace

bool PutFile(const fs::path& path, std::string_view octets) {
  Aside aside(path);
  aside.Write(octets);
  return aside.Link();
}

FolderAside::FolderAside(fs::path place) : place_(std::move(place)) {
  if (!place_.has_filename()) place_ = place_.parent_path();  // "out/"
  if (const fs::path name = place_.filename(); name.empty() || name == "." || name == "..") {
    throw AuditError(Printable(place_.native()) + ": no name for a new folder; give it one");
  }
  std::error_code error;
  const fs::file_status status = fs::symlink_status(place_, error);
  if (fs::is_symlink(status)) {
    throw AuditError(Printable(place_.native()) +
                     ": a symbolic link, which is neither followed nor replaced; name another");
  }
  if (fs::exists(status) && !(fs::is_directory(status) && fs::is_empty(place_, error))) {
    throw AuditError(Printable(place_.native()) +
                     ": stands there already, and is no empty folder; name another");
  }
  MakeFolder(FolderOf(place_));
  std::string name = FolderOf(place_) / ".headerproof-XXXXXX";
  if (mkdtemp(name.data()) == nullptr) Fail(place_, "cannot be made", errno);
  aside_ = name;
  chmod(aside_.c_str(), WithoutMask(0755));
}

FolderAside::~FolderAside() {
  std::error_code error;
  if (!aside_.empty()) fs::remove_all(aside_, error);
}

void FolderAside::Put(const fs::path& relative, std::string_view octets) {
  const fs::path path = aside_ / relative;
  MakeFolder(FolderOf(path));
  if (!PutFile(path, octets)) Fail(place_ / relative, "cannot be written", EEXIST);
}

void FolderAside::Commit() {
  if (rename(aside_.c_str(), place_.c_str()) != 0) Fail(place_, "cannot be made", errno);
  aside_.clear();
}

}  // namespace headerproof
