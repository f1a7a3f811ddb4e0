// Relation 5: in each order of the entries each policy does what the model says, and more than one
// outcome has one of three reasons. All orders of up to three entries, two orders of more.
#include "src/fuzzing/check_case.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static headerproof::FuzzJudge judge("order", {.most_orders = 6});
  judge.Run(data, size);
  return 0;
}
