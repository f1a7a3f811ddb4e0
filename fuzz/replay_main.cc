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
  const headerproof::ReplayCounts counts = headerproof::ReplayOctets(
      paths, {.on_octets =
                  [](const std::string&, const std::string& octets) {
                    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(octets.data()),
                                           octets.size());
                    return true;
                  },
              .on_error =
                  [](const std::string&, const std::string& message) {
                    std::fprintf(stderr, "%s\n", message.c_str());
                    return true;
                  }});
  std::printf("inputs run: %llu\n", static_cast<unsigned long long>(counts.cases));
  return counts.errors != 0 ? 2 : 0;
}
