#include "src/engines/divide.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>

namespace headerproof {

DividedResult Divide(std::uint64_t pieces, std::uint64_t grain, std::size_t threads,
                     const std::vector<ConverterSet>& converter_sets, const ExamineRun& examine,
                     const Progress& progress) {
  std::atomic<std::uint64_t> next{0};
  std::atomic<bool> stopped{false};
  std::mutex mutex;
  std::uint64_t done = 0;
  std::vector<Tally> tallies(threads);
  const auto work = [&](std::size_t thread) {
    Examiner examiner(converter_sets);
    for (;;) {
      const std::uint64_t begin = next.fetch_add(grain);
      if (begin >= pieces || stopped) break;
      const std::uint64_t end = std::min(begin + grain, pieces);
      examine(begin, end, examiner);
      const std::scoped_lock lock(mutex);
      done += end - begin;
      if (progress && !progress(done, pieces)) stopped = true;
    }
    tallies[thread] = examiner.tally();
  };
  std::vector<std::thread> workers;
  for (std::size_t thread = 1; thread < threads; ++thread) workers.emplace_back(work, thread);
  work(0);
  for (std::thread& worker : workers) worker.join();
  DividedResult result;
  for (const Tally& tally : tallies) result.tally.Add(tally);
  MinimizeCounterexamples(converter_sets, result.tally);
  result.complete = done == pieces;
  return result;
}

}  // namespace headerproof
