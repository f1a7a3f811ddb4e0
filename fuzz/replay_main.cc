// A target without a fuzzing engine: runs it once on each file named, and on each file below each
// folder named ("-" is standard input). Builds with any compiler, so that no target can rot.
//
// Exit: 0, every input was run; 2, something named is missing or unreadable, or a folder is empty.
// A violation aborts, as in a fuzzer.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "src/engines/replay.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

int main(int argc, char** argv) {
  const std::vector<std::string> paths(argv + 1, argv + argc);
  if (paths.empty()) {
    std::fputs("usage: replay_TARGET FILE|FOLDER|- ...\n", stderr);
    return 2;
  }
  std::size_t inputs = 0;
  bool bad_input = false;
  const auto on_bad = [&bad_input](const headerproof::BadInput& bad) {
    std::fprintf(stderr, "%s\n", bad.Text().c_str());
    bad_input = true;
    return true;
  };
  const auto on_file = [&](const std::string& file) {
    std::string octets;
    headerproof::BadInput bad;
    if (!headerproof::ReadOctets(file, octets, bad)) return on_bad(bad);
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(octets.data()), octets.size());
    ++inputs;
    return true;
  };
  headerproof::WalkFiles(paths, on_file, on_bad);
  std::printf("inputs run: %zu\n", inputs);
  return bad_input ? 2 : 0;
}
