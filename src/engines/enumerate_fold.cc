#include "src/engines/enumerate_fold.h"

#include <algorithm>
#include <utility>

#include "src/engines/divide.h"
#include "src/judge/model.h"

namespace headerproof {
namespace {

constexpr std::size_t kMostFaults = 4;
constexpr std::size_t kMargin = 8;  // a word, on each side of where the name is folded to
constexpr char kUntouched = '\xa5';

// The names that share a length, a background and the first place that is varied.
struct Piece {
  std::size_t size;
  char background;
  std::size_t place;
  bool is_pairs;
};

std::vector<Piece> PiecesOf(const FoldScope& scope) {
  std::vector<Piece> pieces;
  for (std::size_t size = 0; size <= scope.most_octets; ++size) {
    for (const char background : kFoldBackgrounds) {
      // The empty name has no place, and is tried once for each background.
      for (std::size_t place = 0; place < std::max<std::size_t>(size, 1); ++place) {
        pieces.push_back({size, background, place, false});
      }
    }
  }
  for (std::size_t size = 2; size <= scope.most_octets_of_pairs; ++size) {
    for (const char background : kFoldBackgroundsOfPairs) {
      for (std::size_t place = 0; place + 1 < size; ++place) {
        pieces.push_back({size, background, place, true});
      }
    }
  }
  return pieces;
}

bool IsSmaller(const FoldFault& a, const FoldFault& b) {
  return std::pair(a.name.size(), a.name) < std::pair(b.name.size(), b.name);
}

class FoldTester {
 public:
  explicit FoldTester(const FoldFunctions& functions) : functions_(functions) {}

  void TryAll(const Piece& piece) {
    std::string name(piece.size, piece.background);
    if (piece.size == 0) {
      Try(name);
      ++result_.lanes;
    } else if (!piece.is_pairs) {
      result_.lanes += TryOctets(name, piece.place);
    } else {
      for (std::size_t other = piece.place + 1; other < piece.size; ++other) {
        for (int octet = 0; octet < 256; ++octet) {
          name[other] = static_cast<char>(octet);
          result_.pairs += TryOctets(name, piece.place);
        }
        name[other] = piece.background;
      }
    }
  }

  const FoldResult& result() const { return result_; }

 private:
  // Tries `name` with each octet in a place; returns how many.
  std::uint64_t TryOctets(std::string& name, std::size_t place) {
    for (int octet = 0; octet < 256; ++octet) {
      name[place] = static_cast<char>(octet);
      Try(name);
    }
    return 256;
  }

  void Try(const std::string& name) {
    const std::string expected = ModelLowercase(name);
    const bool changes = expected != name;
    room_.assign(name.size() + 2 * kMargin, kUntouched);
    const bool changed = functions_.fold_into(name, room_.data() + kMargin);
    const std::string_view written(room_);
    const auto is_untouched = [](std::string_view octets) {
      return octets.find_first_not_of(kUntouched) == std::string_view::npos;
    };
    if (written.substr(kMargin, name.size()) != expected) {
      Add(name, "it is not lowercased as the model lowercases it");
    } else if (!is_untouched(written.substr(0, kMargin)) ||
               !is_untouched(written.substr(kMargin + name.size()))) {
      Add(name, "lowercasing it writes beside it");
    } else if (changed != changes) {
      Add(name, "lowercasing does not say rightly whether it changed it");
    } else if (functions_.has_uppercase(name) != changes) {
      Add(name, "it is not said rightly whether it has an uppercase letter");
    }
  }

  void Add(const std::string& name, std::string detail) {
    AddFault({name, std::move(detail)}, result_.faults);
  }

 public:
  static void AddFault(FoldFault fault, std::vector<FoldFault>& faults) {
    const auto is_same = [&fault](const FoldFault& other) { return other.name == fault.name; };
    if (std::ranges::any_of(faults, is_same)) return;
    faults.insert(std::ranges::upper_bound(faults, fault, IsSmaller), std::move(fault));
    if (faults.size() > kMostFaults) faults.pop_back();
  }

 private:
  FoldFunctions functions_;
  FoldResult result_;
  std::string room_;
};

}  // namespace

std::uint64_t CountLanes(const FoldScope& scope) {
  const std::uint64_t places = scope.most_octets * (scope.most_octets + 1) / 2;
  return kFoldBackgrounds.size() * (1 + 256 * places);
}

std::uint64_t CountPairs(const FoldScope& scope) {
  std::uint64_t places = 0;
  for (std::size_t size = 2; size <= scope.most_octets_of_pairs; ++size) {
    places += size * (size - 1) / 2;
  }
  return kFoldBackgroundsOfPairs.size() * 65536 * places;
}

FoldResult EnumerateFold(const FoldFunctions& functions, const FoldScope& scope,
                         std::size_t threads, const Progress& progress) {
  constexpr std::uint64_t kGrain = 64;
  const std::vector<Piece> pieces = PiecesOf(scope);
  std::vector<FoldTester> testers(threads, FoldTester(functions));
  FoldResult result;
  result.complete = DivideAmong(
      pieces.size(), kGrain, threads,
      [&](std::size_t thread, std::uint64_t begin, std::uint64_t end) {
        for (std::uint64_t at = begin; at < end; ++at) testers[thread].TryAll(pieces[at]);
      },
      progress);
  for (const FoldTester& tester : testers) {
    result.lanes += tester.result().lanes;
    result.pairs += tester.result().pairs;
    for (const FoldFault& fault : tester.result().faults) {
      FoldTester::AddFault(fault, result.faults);
    }
  }
  return result;
}

}  // namespace headerproof
