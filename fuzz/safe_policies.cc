// Relation 3: guarded does what canonicalizing does, and rejecting is its own error where it must
// be, and else does what direct does.
#include "src/fuzzing/check_case.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using headerproof::Relation;
  static headerproof::FuzzJudge judge(
      "safe_policies", {.options = {.relations = headerproof::Only({Relation::kSafe})}});
  judge.Run(data, size);
  return 0;
}
