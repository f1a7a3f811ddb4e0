// Relations 1 and 2 on the request path: on lowercase names the four policies return the same, and
// on any names each returns what the model says.
#include "src/fuzzing/check_case.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using headerproof::Relation;
  static headerproof::FuzzJudge judge(
      "request_path", {.options = {.response = false,
                                   .relations = headerproof::Only(
                                       {Relation::kTransparent, Relation::kAsPredicted})}});
  judge.Run(data, size);
  return 0;
}
