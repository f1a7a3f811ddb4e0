#include "src/engines/divide.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>

namespace headerproof {

bool DivideAmong(
    std::uint64_t pieces, std::uint64_t grain, std::size_t threads,
    const std::function<void(std::size_t thread, std::uint64_t begin, std::uint64_t end)>& work,
    const Progress& progress) {
  std::atomic<std::uint64_t> next{0};
  std::atomic<bool> stopped{false};
  std::mutex mutex;
  std::uint64_t done = 0;
  const auto work_on = [&](std::size_t thread) {
    for (;;) {
      const std::uint64_t begin = next.fetch_add(grain);
      if (begin >= pieces || stopped) break;
      const std::uint64_t end = std::min(begin + grain, pieces);
      work(thread, begin, end);
      const std::scoped_lock lock(mutex);
      done += end - begin;
      if (progress && !progress(done, pieces)) stopped = true;
    }
  };
  std::vector<std::thread> workers;
  for (std::size_t thread = 1; thread < threads; ++thread) workers.emplace_back(work_on, thread);
  work_on(0);
  for (std::thread& worker : workers) worker.join();
  return done == pieces;
}

DividedResult Divide(std::uint64_t pieces, std::uint64_t grain, std::size_t threads,
                     const std::vector<ConverterSet>& converter_sets, const ExamineRun& examine,
                     const Progress& progress) {
  std::vector<Examiner> examiners(threads, Examiner(converter_sets));
  DividedResult result;
  result.complete = DivideAmong(
      pieces, grain, threads,
      [&](std::size_t thread, std::uint64_t begin, std::uint64_t end) {
        examine(begin, end, examiners[thread]);
      },
      progress);
  for (const Examiner& examiner : examiners) result.tally.Add(examiner.tally());
  MinimizeCounterexamples(converter_sets, result.tally);
  return result;
}

}  // namespace headerproof
