#include "src/engines/replay.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>
#include <variant>

#include "src/cases/display.h"
#include "src/cases/escape.h"
#include "src/cases/text.h"

namespace headerproof {
namespace {

namespace fs = std::filesystem;

struct CloseFile {
  void operator()(std::FILE* file) const {
    if (file != stdin) std::fclose(file);
  }
};

std::string FileMessage(std::string_view file, std::string_view message) {
  return EscapeValue(file) + ": " + std::string(message);
}

// One replay: what it counts, and whether it was told to end.
class Run {
 public:
  explicit Run(const OctetVisitor& visitor) : visitor_(visitor) {}

  // Replays what a person named; false if the run is to end.
  bool VisitPath(const std::string& path) {
    if (path == "-") return VisitFile(path);
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (status.type() == fs::file_type::not_found) {
      return Refuse(path, "no such file or folder");
    }
    if (status.type() == fs::file_type::none) return Refuse(path, error.message());
    if (status.type() != fs::file_type::directory) return VisitFile(path);
    const std::uint64_t seen_before = files_;
    if (!VisitFolder(path)) return false;
    if (files_ == seen_before) return Refuse(path, "a folder without files; name one with cases");
    return true;
  }

  const ReplayCounts& counts() const { return counts_; }

 private:
  bool VisitFile(const std::string& file) {
    ++files_;
    std::string text;
    if (!ReadCaseText(file, text, visitor_.too_large)) return Report(file, text);
    ++counts_.cases;
    return visitor_.on_octets(file, text);
  }

  bool VisitFolder(const std::string& folder) {
    std::error_code error;
    // A folder's name takes part in the order with the slash that follows it in its files' paths.
    std::vector<std::string> names;
    fs::directory_iterator entry(folder, error);
    for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
      std::string name = entry->path().filename().string();
      if (name.starts_with('.')) continue;
      std::error_code status_error;
      const fs::file_type type = entry->symlink_status(status_error).type();
      if (type == fs::file_type::directory) {
        names.push_back(std::move(name) + '/');
      } else if (type == fs::file_type::regular) {
        names.push_back(std::move(name));
      }
    }
    if (error) {
      ++files_;
      return Refuse(folder, error.message());
    }
    std::ranges::sort(names);
    const std::string prefix = folder.ends_with('/') ? folder : folder + '/';
    return std::ranges::all_of(names, [&](const std::string& name) {
      if (!name.ends_with('/')) return VisitFile(prefix + name);
      return VisitFolder(prefix + name);
    });
  }

  bool Refuse(const std::string& path, std::string_view message) {
    return Report(path, FileMessage(path, message));
  }

  bool Report(const std::string& file, const std::string& message) {
    ++counts_.errors;
    return visitor_.on_error && visitor_.on_error(file, message);
  }

  const OctetVisitor& visitor_;
  ReplayCounts counts_;
  std::uint64_t files_ = 0;  // and folders that cannot be read: what shows that a folder has any
};

}  // namespace

std::string LocatedMessage(std::string_view file, std::size_t line, std::size_t column,
                           std::string_view message) {
  return EscapeValue(file) + ":" + std::to_string(line) + ":" + std::to_string(column) + ": " +
         std::string(message);
}

bool ReadCaseText(const std::string& file, std::string& text, std::string_view too_large) {
  const auto fail = [&](std::string_view message) {
    text = FileMessage(file, message);
    return false;
  };
  const std::unique_ptr<std::FILE, CloseFile> stream(file == "-" ? stdin
                                                                 : std::fopen(file.c_str(), "rb"));
  if (!stream) return fail(std::strerror(errno));
  text.clear();
  std::array<char, 1 << 16> block;
  for (;;) {
    const std::size_t read = std::fread(block.data(), 1, block.size(), stream.get());
    if (read == 0) break;
    if (text.size() + read > kMostCaseOctets) return fail(too_large);
    text.append(block.data(), read);
  }
  if (std::ferror(stream.get()) != 0) return fail(std::strerror(errno));
  return true;
}

ReplayCounts ReplayOctets(const std::vector<std::string>& paths, const OctetVisitor& visitor) {
  Run run(visitor);
  for (const std::string& path : paths) {
    if (!run.VisitPath(path)) break;
  }
  return run.counts();
}

ReplayCounts Replay(const std::vector<std::string>& paths, const ReplayVisitor& visitor) {
  std::uint64_t no_cases = 0;
  ReplayCounts counts = ReplayOctets(
      paths, {.on_octets =
                  [&](const std::string& file, const std::string& text) {
                    const auto parsed = ParseCase(text);
                    if (const auto* error = std::get_if<CaseError>(&parsed)) {
                      ++no_cases;
                      return visitor.on_error &&
                             visitor.on_error(file, LocatedMessage(file, error->line, error->column,
                                                                   error->message));
                    }
                    return visitor.on_case(file, std::get<Metadata>(parsed));
                  },
              .on_error = visitor.on_error});
  counts.cases -= no_cases;
  counts.errors += no_cases;
  return counts;
}

}  // namespace headerproof
