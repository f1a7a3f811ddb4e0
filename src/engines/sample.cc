#include "src/engines/sample.h"

#include "src/cases/choices.h"
#include "src/cases/generator.h"
#include "src/judge/order.h"

namespace headerproof {
namespace {

// Each piece has a seed of its own, so that it does not matter which thread takes it.
constexpr std::uint64_t kCasesInAPiece = 1024;

std::uint64_t SeedOfPiece(std::uint64_t seed, std::uint64_t piece) {
  return seed ^ ((piece + 1) * 0xd1342543de82ef95);
}

}  // namespace

DividedResult Sample(std::uint64_t seed, std::uint64_t cases,
                     const std::vector<ConverterSet>& converter_sets, std::size_t threads,
                     const Progress& progress) {
  const std::uint64_t pieces = (cases + kCasesInAPiece - 1) / kCasesInAPiece;
  return Divide(
      pieces, 1, threads, converter_sets,
      [&](std::uint64_t begin, std::uint64_t end, Examiner& examiner) {
        for (std::uint64_t piece = begin; piece < end; ++piece) {
          SeededChoices choices(SeedOfPiece(seed, piece));
          const std::uint64_t first = piece * kCasesInAPiece;
          for (std::uint64_t i = first; i < first + kCasesInAPiece && i < cases; ++i) {
            examiner.Examine(GenerateMetadata(choices), i % 16 == 0 ? kMostOrders : 0);
          }
        }
      },
      progress);
}

}  // namespace headerproof
