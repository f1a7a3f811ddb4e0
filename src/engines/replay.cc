#include "src/engines/replay.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>
#include <variant>

#include "src/cases/escape.h"
#include "src/cases/text.h"

namespace headerproof {
namespace {

namespace fs = std::filesystem;
using OnFile = std::function<bool(const std::string& file)>;
using OnBad = std::function<bool(const BadInput& bad)>;

BadInput Unusable(std::string file, std::string message) {
  return {.file = std::move(file), .message = std::move(message)};
}

// What is in a folder, in the order of the octets of the paths below it: a folder is compared as if
// its name ended with a slash.
struct FolderEntry {
  std::string key;
  fs::path path;
  bool is_folder;
};

// Walks one folder; counts the files it met.
class FolderWalk {
 public:
  FolderWalk(const OnFile& on_file, const OnBad& on_bad) : on_file_(on_file), on_bad_(on_bad) {}

  bool Walk(const fs::path& folder) {
    std::vector<FolderEntry> entries;
    std::error_code error;
    for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
      std::string name = it->path().filename().string();
      if (name.starts_with('.')) continue;
      std::error_code ignored;
      const bool is_folder = it->is_directory(ignored) && !it->is_symlink(ignored);
      if (!is_folder && !it->is_regular_file(ignored)) continue;
      if (is_folder) name += '/';
      entries.push_back({std::move(name), it->path(), is_folder});
    }
    if (error) {
      return on_bad_(Unusable(folder.string(), "cannot read the folder: " + error.message()));
    }
    std::ranges::sort(entries, {}, &FolderEntry::key);
    for (const FolderEntry& entry : entries) {
      if (entry.is_folder ? !Walk(entry.path) : !Visit(entry.path)) return false;
    }
    return true;
  }

  bool found_any() const { return found_any_; }

 private:
  bool Visit(const fs::path& file) {
    found_any_ = true;
    return on_file_(file.string());
  }

  const OnFile& on_file_;
  const OnBad& on_bad_;
  bool found_any_ = false;
};

bool WalkOne(const std::string& path, const OnFile& on_file, const OnBad& on_bad) {
  if (path == "-") return on_file(path);
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (!fs::exists(status)) {
    return on_bad(Unusable(path, error ? error.message() : "no such file or folder"));
  }
  if (!fs::is_directory(status)) return on_file(path);
  bool had_bad = false;
  const OnBad note_bad = [&](const BadInput& bad) {
    had_bad = true;
    return on_bad(bad);
  };
  FolderWalk folder(on_file, note_bad);
  if (!folder.Walk(path)) return false;
  if (folder.found_any() || had_bad) return true;
  return on_bad(Unusable(path, "no files below this folder; name one that holds cases"));
}

}  // namespace

std::string BadInput::Text() const {
  std::string text = EscapeValue(file);
  if (line != 0) text += ":" + std::to_string(line) + ":" + std::to_string(column);
  return text + ": " + message;
}

bool WalkFiles(const std::vector<std::string>& paths, const OnFile& on_file, const OnBad& on_bad) {
  return std::ranges::all_of(
      paths, [&](const std::string& path) { return WalkOne(path, on_file, on_bad); });
}

bool ReadOctets(const std::string& file, std::string& octets, BadInput& bad) {
  octets.clear();
  const auto close = [](std::FILE* stream) {
    if (stream != stdin) std::fclose(stream);
  };
  const std::unique_ptr<std::FILE, decltype(close)> stream(
      file == "-" ? stdin : std::fopen(file.c_str(), "rb"), close);
  if (stream == nullptr) {
    bad = Unusable(file, std::string("cannot open: ") + std::strerror(errno));
    return false;
  }
  std::size_t read = 0;
  do {
    constexpr std::size_t kStep = 1 << 16;
    const std::size_t size = octets.size();
    octets.resize(size + kStep);
    read = std::fread(octets.data() + size, 1, kStep, stream.get());
    octets.resize(size + read);
  } while (read != 0 && octets.size() <= kMostCaseOctets);
  if (std::ferror(stream.get()) != 0) {
    bad = Unusable(file, std::string("cannot read: ") + std::strerror(errno));
    return false;
  }
  if (octets.size() > kMostCaseOctets) {
    bad = Unusable(file, "more than 16 MiB; a case is a small text, name a file that holds one");
    return false;
  }
  return true;
}

bool Replay(const std::vector<std::string>& paths, const ReplayVisitor& visitor) {
  std::string octets;
  const OnFile on_file = [&](const std::string& file) {
    BadInput bad;
    if (!ReadOctets(file, octets, bad)) return visitor.on_bad(bad);
    const auto parsed = ParseCase(octets);
    if (const auto* error = std::get_if<CaseError>(&parsed)) {
      return visitor.on_bad({file, error->line, error->column, error->message});
    }
    return visitor.on_case(file, std::get<Metadata>(parsed));
  };
  return WalkFiles(paths, on_file, visitor.on_bad);
}

}  // namespace headerproof
