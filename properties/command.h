// The command `headerproof` as tests run it: by a shell, in a folder of each test's own.
#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "properties/temporary_folder.h"

namespace headerproof {

namespace fs = std::filesystem;

struct Result {
  int exit_code;
  std::string out;
  std::string err;
};

inline std::string ReadAll(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

class Command : public testing::Test {
 protected:
  // A file in the test's folder.
  std::string File(const std::string& name, const std::string& octets) const {
    const fs::path file = folder_ / name;
    fs::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << octets;
    return file;
  }

  // Runs `headerproof ARGUMENTS` by a shell in the test's folder.
  Result Run(const std::string& arguments, const std::string& input = "") const {
    const std::string in = File(".in", input);
    const std::string line = "cd '" + folder_.string() + "' && '" HEADERPROOF_COMMAND "' " +
                             arguments + " <.in >.out 2>.err";
    const int status = std::system(line.c_str());
    return {WEXITSTATUS(status), ReadAll(folder_ / ".out"), ReadAll(folder_ / ".err")};
  }

  const TemporaryFolder own_;
  const fs::path folder_ = own_.path();
};

}  // namespace headerproof
