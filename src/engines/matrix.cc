#include "src/engines/matrix.h"

#include <ctime>
#include <utility>

#include "src/mutants/express.h"

namespace headerproof {
std::vector<MatrixEngine> JudgingEngines(std::uint64_t seed, std::span<const Metadata> corpus,
                                         const CheckOptions& options) {
  return {{"enumeration",
           [options](const ConverterSet& converter_set) {
             return KillByEnumeration(converter_set, options);
           }},
          {"sample",
           [seed, options](const ConverterSet& converter_set) {
             return KillBySample(converter_set, seed, kMostSampled, options);
           }},
          {"corpus", [corpus, options](const ConverterSet& converter_set) {
             return KillByCases(converter_set, corpus, options);
           }}};
}

std::string Beyond(std::string_view engine, const Mutant& mutant) {
  const std::string what = std::string(mutant.name) + ", which " + std::string(mutant.summary);
  if (!mutant.equivalent_because.empty()) {
    return "No case can tell " + what +
           ", from the rules: " + std::string(mutant.equivalent_because) + ".";
  }
  const std::string_view why = WhyNot(engine, mutant);
  if (why.empty()) return {};
  return std::string(engine) + " cannot show " + what + ": it " + std::string(why) + ".";
}

std::vector<MutationResult> RunMutants(const std::vector<MatrixEngine>& engines,
                                       std::span<const Mutant> mutants, const Progress& progress) {
  std::vector<MutationResult> results;
  std::uint64_t done = 0;
  for (const Mutant& mutant : mutants) {
    const ConverterSet converter_set = MutantConverters(mutant);
    for (const auto& [name, run] : engines) {
      MutationResult result;
      result.engine = name;
      result.mutant = &mutant;
      result.beyond = Beyond(name, mutant);
      if (result.beyond.empty()) {
        const std::clock_t start = std::clock();
        result.result = run(converter_set);
        result.seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
      }
      results.push_back(std::move(result));
    }
    if (progress && !progress(++done, mutants.size())) break;
  }
  return results;
}

std::vector<std::string> Survivors(const std::vector<MutationResult>& results) {
  std::vector<std::string> survives;
  for (const MutationResult& result : results) {
    if (result.survived())
      survives.push_back(result.engine + " " + std::string(result.mutant->name));
  }
  return survives;
}

}  // namespace headerproof
