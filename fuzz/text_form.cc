// The text form: any octets are some case; reading is lossless, printing canonical, and strict
// reading agrees with lenient reading where it accepts.
#include "src/fuzzing/check_text_form.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static headerproof::FuzzRecorder recorder("text_form");
  headerproof::FuzzTextForm(recorder, data, size);
  return 0;
}
