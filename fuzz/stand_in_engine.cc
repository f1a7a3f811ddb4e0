// Takes the place of an engine that a service gives as an object or an archive and that calls a
// target from a process of its own, as Centipede and Honggfuzz do: runs the target once on nothing
// and once on each file named. With it ci/check-contract.sh builds the targets for such engines; it
// defines no LLVMFuzzerMutate, since not all of them do.
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

int main(int argc, char** argv) {
  LLVMFuzzerTestOneInput(nullptr, 0);
  for (int i = 1; i < argc; ++i) {
    std::ifstream file(argv[i], std::ios::binary);
    const std::string octets((std::istreambuf_iterator<char>(file)), {});
    if (!file) {
      std::cerr << "cannot read " << argv[i] << "\n";
      return 2;
    }
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(octets.data()), octets.size());
  }
}
