// No target but the measure of one: reading an input as every target does. See ci/rates.sh.
#include "src/cases/text.h"
#include "src/fuzzing/check_case.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const headerproof::FuzzInput input(data, size);
  headerproof::ParseCaseLeniently(input.octets());
  return 0;
}
