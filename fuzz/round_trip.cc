// Relation 6: a request turned into metadata and back is that request, with the stated exceptions.
#include "src/fuzzing/check_case.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using headerproof::Relation;
  static headerproof::FuzzJudge judge(
      "round_trip",
      {.options = {.response = false, .relations = headerproof::Only({Relation::kRoundTrip})}});
  judge.Run(data, size);
  return 0;
}
