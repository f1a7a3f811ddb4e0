// The mutator of the other targets (fuzz/case_mutator.cc) in the form that afl-fuzz loads: cases
// changed as cases, one time in four crossed with another input. Octets are AFL++'s own to change;
// the dictionary has its turn there.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "src/cases/choices.h"
#include "src/fuzzing/mutate_input.h"

namespace {

// What afl-fuzz holds for us: the choices, and the input that was made last, which has to live
// until the next call.
struct Mutator {
  explicit Mutator(std::uint64_t seed) : choices(seed) {}
  headerproof::SeededChoices choices;
  std::string made;
};

std::string_view View(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

}  // namespace

extern "C" {

[[gnu::visibility("default")]] void* afl_custom_init(void*, unsigned int seed) {
  return new Mutator(seed);
}

[[gnu::visibility("default")]] void afl_custom_deinit(void* mutator) {
  delete static_cast<Mutator*>(mutator);
}

[[gnu::visibility("default")]] std::size_t afl_custom_fuzz(
    void* mutator, const std::uint8_t* data, std::size_t size, const std::uint8_t** out,
    const std::uint8_t* other, std::size_t other_size, std::size_t max_size) {
  auto& [choices, made] = *static_cast<Mutator*>(mutator);
  made =
      other != nullptr && choices.OneIn(4)
          ? headerproof::CrossInputs(View(data, size), View(other, other_size), choices, max_size)
          : headerproof::MutateInput(View(data, size), choices, max_size);
  *out = reinterpret_cast<const std::uint8_t*>(made.data());
  return made.size();
}

}  // extern "C"
