// Relation 4: on lowercase names the response has the request's headers, and what else it must.
#include "src/fuzzing/check_case.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using headerproof::Relation;
  static headerproof::FuzzJudge judge(
      "paths_agree", {.options = {.relations = headerproof::Only({Relation::kPathsAgree})}});
  judge.Run(data, size);
  return 0;
}
