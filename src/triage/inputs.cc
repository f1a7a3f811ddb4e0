#include "src/triage/inputs.h"

#include <fmt/core.h>

#include <filesystem>
#include <fstream>

#include "src/cases/escape.h"
#include "src/engines/replay.h"
#include "src/triage/archive.h"

namespace headerproof {
namespace {

// True for a file that is to be read as an archive from the disk.
bool IsArchiveFile(const std::string& source) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(source, error)) return false;
  std::string start(512, '\0');
  std::ifstream stream(source, std::ios::binary);
  stream.read(start.data(), static_cast<std::streamsize>(start.size()));
  start.resize(static_cast<std::size_t>(stream.gcount()));
  return IsArchive(source, start);
}

}  // namespace

void ReadInputs(const std::vector<std::string>& sources, const InputVisitor& visitor) {
  const InputVisitor inputs{
      .on_input =
          [&](const std::string& file, const std::string& octets) {
            if (octets.starts_with("Command line used to find this crash:")) return true;
            if (octets.size() <= kMostInputOctets) return visitor.on_input(file, octets);
            return visitor.on_error(fmt::format("{}: too large for an input: more than {} octets",
                                                EscapeValue(file), kMostInputOctets));
          },
      .on_error = visitor.on_error};
  const std::string too_large = fmt::format(
      "too large for an input: more than {} octets; or if it is an archive, name it itself: in a "
      "folder or from standard input it may have {}",
      kMostInputOctets, kMostCaseOctets);
  bool goes_on = true;
  const OctetVisitor in_folder{
      .on_octets =
          [&](const std::string& file, const std::string& octets) {
            return goes_on = IsArchive(file, octets) ? ReadArchive(file, &octets, inputs)
                                                     : inputs.on_input(file, octets);
          },
      .on_error = [&](const std::string&,
                      const std::string& message) { return goes_on = visitor.on_error(message); },
      .too_large = too_large};
  for (const std::string& source : sources) {
    if (!goes_on) return;
    if (IsArchiveFile(source)) {
      goes_on = ReadArchive(source, nullptr, inputs);
    } else {
      ReplayOctets({source}, in_folder);
    }
  }
}

}  // namespace headerproof
