// The store that an application sees: a case read as operations on it, compared with two plain
// maps.
#include "src/fuzzing/check_headers.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static headerproof::FuzzRecorder recorder("headers");
  headerproof::FuzzHeaders(recorder, data, size);
  return 0;
}
