// The vector that keeps its first elements in place: against std::vector, across moves.
#include "src/converter/small_vector.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "src/cases/choices.h"

namespace headerproof {
namespace {

using Small = SmallVector<int, 4>;

std::vector<int> ElementsOf(const Small& small) {
  return {small.begin(), small.end()};
}

Small WithElements(int count) {
  Small small;
  for (int i = 0; i < count; ++i) small.emplace_back(i);
  return small;
}

TEST(SmallVector, ActsAsAVector) {
  SeededChoices choices(1);
  Small small;
  std::vector<int> plain;
  for (int step = 0; step < 20000; ++step) {
    switch (choices.Below(8)) {
      case 0:
        small.reserve(plain.size() + choices.Below(4));
        EXPECT_GE(small.capacity(), plain.size());
        break;
      case 1: {
        Small moved(std::move(small));
        EXPECT_TRUE(small.empty());
        small = std::move(moved);
        EXPECT_TRUE(moved.empty());
        break;
      }
      case 2:
      case 3:
      case 4:
        if (plain.empty()) break;
        ASSERT_EQ(small.back(), plain.back());
        small.pop_back();
        plain.pop_back();
        break;
      default:
        small.emplace_back(step);
        plain.push_back(step);
    }
    ASSERT_EQ(ElementsOf(small), plain) << step;
    ASSERT_EQ(small.size(), plain.size());
    if (step % 1000 == 999) {
      small = Small();
      plain.clear();
    }
  }
}

// In place, as many as fit, and one more, of either.
TEST(SmallVector, TakesWhatAnotherHas) {
  for (const int before : {0, 1, 4, 5}) {
    for (const int count : {0, 1, 4, 5, 9}) {
      Small from = WithElements(count);
      Small to = WithElements(before);
      to = std::move(from);
      EXPECT_EQ(ElementsOf(to), ElementsOf(WithElements(count))) << before << ' ' << count;
      from.emplace_back(7);
      EXPECT_EQ(ElementsOf(from), std::vector<int>{7});
    }
  }
}

TEST(SmallVector, KeepsItsElementsWhenItIsGivenItself) {
  for (const int count : {3, 9}) {
    Small small = WithElements(count);
    Small& itself = small;
    small = std::move(itself);
    EXPECT_EQ(ElementsOf(small), ElementsOf(WithElements(count)));
  }
}

}  // namespace
}  // namespace headerproof
