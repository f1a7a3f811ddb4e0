// A target without a fuzzing engine: runs it once on each file named ("-" is standard input), and
// on each regular file below each folder named, in the order of their paths' octets; hidden ones
// are left aside. Builds with any compiler, so that no target can rot.
//
// Exit: 0, every input was run; 2, something named is missing or unreadable, or a folder is empty.
// A violation aborts, as in a fuzzer.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include "src/engines/replay.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

namespace fs = std::filesystem;

// The files that `folder` stands for; none if it cannot be read.
std::vector<std::string> FilesBelow(const std::string& folder) {
  std::vector<std::string> files;
  std::error_code error;
  for (fs::recursive_directory_iterator at(folder, error), end; !error && at != end;
       at.increment(error)) {
    const bool is_hidden = at->path().filename().native().starts_with('.');
    if (is_hidden && at->is_directory()) at.disable_recursion_pending();
    if (!is_hidden && at->is_regular_file() && !at->is_symlink()) {
      files.push_back(at->path().native());
    }
  }
  std::ranges::sort(files);
  return files;
}

bool Run(const std::string& file) {
  std::string octets;
  if (!headerproof::ReadCaseText(file, octets)) {
    std::fprintf(stderr, "%s\n", octets.c_str());
    return false;
  }
  LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(octets.data()), octets.size());
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fputs("usage: replay_TARGET FILE|FOLDER|- ...\n", stderr);
    return 2;
  }
  std::size_t inputs = 0;
  bool all_ran = true;
  for (const std::string& path : std::vector<std::string>(argv + 1, argv + argc)) {
    std::error_code error;
    if (!fs::is_directory(path, error)) {
      all_ran = Run(path) && all_ran;
      ++inputs;
      continue;
    }
    const std::vector<std::string> files = FilesBelow(path);
    if (files.empty()) {
      std::fputs("a folder that was named holds no files\n", stderr);
      all_ran = false;
    }
    for (const std::string& file : files) all_ran = Run(file) && all_ran;
    inputs += files.size();
  }
  std::printf("inputs: %zu\n", inputs);
  return all_ran ? 0 : 2;
}
