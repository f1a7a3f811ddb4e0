// The mutator and the crossover that libFuzzer, and engines that take its interface, call: cases
// changed as cases, and one time in eight octets changed as octets, where the dictionary has its
// turn.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "src/cases/choices.h"
#include "src/fuzzing/mutate_input.h"

// libFuzzer's own mutation of octets; an engine of another kind may lack it.
extern "C" [[gnu::weak]] std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size,
                                                      std::size_t max_size);

namespace {

std::string_view View(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

std::size_t Deliver(const std::string& text, std::uint8_t* room) {
  std::memcpy(room, text.data(), text.size());
  return text.size();
}

}  // namespace

// What AddressSanitizer does unless ASAN_OPTIONS says otherwise. Four frames say where a block was
// made; replay_TARGET, which lacks this file, says all of them. What one input frees fits in a
// quarantine that fits in a processor's cache.
extern "C" [[gnu::used]] const char* __asan_default_options() {
  return "malloc_context_size=4:quarantine_size_mb=2:thread_local_quarantine_size_kb=64";
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t max_size, unsigned int seed) {
  headerproof::SeededChoices choices(seed);
  if (LLVMFuzzerMutate != nullptr && choices.OneIn(8)) {
    return LLVMFuzzerMutate(data, size, max_size);
  }
  return Deliver(headerproof::MutateInput(View(data, size), choices, max_size), data);
}

extern "C" std::size_t LLVMFuzzerCustomCrossOver(const std::uint8_t* data1, std::size_t size1,
                                                 const std::uint8_t* data2, std::size_t size2,
                                                 std::uint8_t* out, std::size_t max_out_size,
                                                 unsigned int seed) {
  headerproof::SeededChoices choices(seed);
  return Deliver(
      headerproof::CrossInputs(View(data1, size1), View(data2, size2), choices, max_out_size), out);
}
