// Records golden outcomes from the yarpc-go that is linked in:
//
//   record_golden FOLDER [SEED]
//
// writes FOLDER/recorded.golden (names that Unicode and ASCII lowercase to the same) and
// FOLDER/unicode.golden (names that they do not). The same seed gives the same metadata; the
// outcomes are the real system's. Takes about a minute.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include "src/engines/golden.h"
#include "src/engines/record.h"
#include "src/peers/peer.h"
#include "src/peers/yarpc_go.h"

namespace headerproof {
namespace {

constexpr int kRuns = 32;

// True if the ordered variants give what was recorded: no outcome was missed.
bool RecordFile(const RecordedPeers& peers, const std::string& file, const std::string& word,
                std::size_t count, std::uint64_t seed, bool unicode) {
  std::vector<GoldenRecord> records;
  bool complete = true;
  for (const Metadata& metadata : ChooseForRecording(count, seed, unicode)) {
    records.push_back(Record(peers, word + "-" + std::to_string(records.size()), metadata, kRuns));
    for (const GoldenFault& fault : CheckRecord(peers, records.back())) {
      std::cerr << fault.name << ": " << fault.detail << "\n";
      complete = false;
    }
  }
  std::ofstream stream(file, std::ios::binary);
  stream << PrintGolden(records);
  stream.close();
  std::cout << file << ": " << records.size() << " metadata\n";
  return complete && stream && records.size() == count;
}

int Run(const std::string& folder, std::uint64_t seed) {
  const std::vector<PeerConverter> converters = PeerConverters(LinkedYarpcGo());
  const RecordedPeers peers = FindRecordedPeers(converters);
  std::cout << LinkedYarpcGo()->greeting().system << ", seed " << seed << "\n";
  const bool recorded =
      RecordFile(peers, folder + "/recorded.golden", "recorded", 2000, seed, false) &&
      RecordFile(peers, folder + "/unicode.golden", "unicode", 300, seed, true);
  return recorded ? 0 : 1;
}

}  // namespace
}  // namespace headerproof

int main(int argc, char** argv) {
  if (argc != 2 && argc != 3) {
    std::cerr << "usage: record_golden FOLDER [SEED]\n";
    return 2;
  }
  try {
    return headerproof::Run(argv[1], argc == 3 ? std::strtoull(argv[2], nullptr, 10) : 1);
  } catch (const std::exception& error) {
    std::cerr << "record_golden: " << error.what() << "\n";
    return 2;
  }
}
