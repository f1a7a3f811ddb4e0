// Inputs that fuzzers and services kept: files, folders of them, and archives.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace headerproof {

struct InputVisitor {
  // Called with each input: where it came from ("FILE" or "ARCHIVE: ENTRY", raw), and its octets.
  // Returns false to end the reading.
  std::function<bool(const std::string& file, const std::string& octets)> on_input;

  // Called with one printable line for each file that is not an input: missing, too large, a broken
  // archive. Returns false to end the reading.
  std::function<bool(const std::string& message)> on_error;
};

// Reads `sources`: files, folders, archives, and "-", standard input. An archive that is named
// itself is read from the disk; one in a folder or from standard input is held whole. Leaves out
// the README.txt that AFL++ writes next to the crashes that it keeps.
void ReadInputs(const std::vector<std::string>& sources, const InputVisitor& visitor);

}  // namespace headerproof
