// The store of headers: its rules one by one, and both forms against a plain model over random
// operations.
#include "src/converter/headers.h"

#include <gtest/gtest.h>

#include <cstring>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "src/cases/choices.h"
#include "src/cases/generator.h"
#include "src/judge/plain_headers.h"

namespace headerproof {
namespace {

using Map = std::map<std::string, std::string>;

template <class Rows>
Map MapOf(const Rows& rows) {
  Map map;
  for (const auto& row : rows) {
    EXPECT_TRUE(map.emplace(std::string(row.name), std::string(row.value)).second)
        << "the name is there twice: " << row.name;
  }
  return map;
}

TEST(Headers, StoreAnItemUnderItsLowercasedNameAndAnOriginalAsSpelled) {
  Headers headers;
  headers.With("Foo", "1");
  EXPECT_EQ(MapOf(headers.items()), (Map{{"foo", "1"}}));
  EXPECT_EQ(MapOf(headers.original_items()), (Map{{"Foo", "1"}}));
}

TEST(Headers, LetTheLastWriteToANameWin) {
  Headers headers;
  headers.With("Foo", "1");
  headers.With("foo", "2");
  headers.With("Foo", "3");
  EXPECT_EQ(MapOf(headers.items()), (Map{{"foo", "3"}}));
  EXPECT_EQ(MapOf(headers.original_items()), (Map{{"Foo", "3"}, {"foo", "2"}}));
}

TEST(Headers, FindAnItemInAnyCase) {
  Headers headers;
  headers.With("X-Foo", "1");
  for (const char* name : {"x-foo", "X-Foo", "X-FOO"}) EXPECT_EQ(headers.Get(name), "1") << name;
  EXPECT_EQ(headers.Get("x_foo"), std::nullopt);
  EXPECT_EQ(headers.Get(""), std::nullopt);
}

TEST(Headers, TellAnEmptyValueFromNone) {
  Headers headers;
  headers.With("", "");
  EXPECT_EQ(headers.Get(""), "");
  EXPECT_EQ(headers.size(), 1U);
}

TEST(Headers, DeleteTheItemAndOnlyTheSpellingThatWasNamed) {
  Headers headers;
  headers.With("Foo", "1");
  headers.With("FOO", "2");
  headers.Del("foo");
  EXPECT_EQ(headers.Get("Foo"), std::nullopt);
  EXPECT_EQ(MapOf(headers.original_items()), (Map{{"FOO", "2"}, {"Foo", "1"}}));
  headers.Del("Foo");
  EXPECT_EQ(MapOf(headers.original_items()), (Map{{"FOO", "2"}}));
}

TEST(Headers, LeaveALowercaseSpellingBehindWhenAnotherIsDeleted) {
  Headers headers;
  headers.With("foo", "1");
  headers.Del("Foo");
  EXPECT_TRUE(headers.empty());
  EXPECT_EQ(MapOf(headers.original_items()), (Map{{"foo", "1"}}));
}

TEST(Headers, DoNotFoldBeyondAscii) {
  Headers headers;
  headers.With("\xc3\x89", "1");
  EXPECT_EQ(MapOf(headers.items()), (Map{{"\xc3\x89", "1"}}));
  EXPECT_EQ(headers.Get("\xc3\xa9"), std::nullopt);
}

// Owns each octet string that a borrowing store is given, in a block of exactly its size, so that
// AddressSanitizer sees a view that outlives or oversteps it.
class Lender {
 public:
  std::string_view Lend(std::string_view octets) {
    blocks_.emplace_back(std::make_unique<char[]>(octets.size()));
    std::ranges::copy(octets, blocks_.back().get());
    return {blocks_.back().get(), octets.size()};
  }

 private:
  std::deque<std::unique_ptr<char[]>> blocks_;
};

template <class Text>
void CompareWithPlain(std::uint64_t seed, std::size_t name_count, int steps) {
  SeededChoices choices(seed);
  std::vector<std::string> names;
  for (std::size_t i = 0; i < name_count; ++i) {
    names.push_back(i % 2 == 0 || choices.OneIn(3) ? GenerateName(choices, Domain::kNone)
                                                   : Respell(choices, names.back()));
  }
  Lender lender;
  BasicHeaders<Text> headers;
  PlainHeaders plain;
  for (int step = 0; step < steps; ++step) {
    const std::string& name = names[choices.Below(static_cast<std::uint32_t>(names.size()))];
    switch (choices.Below(4)) {
      case 0:
      case 1: {
        const std::string value = std::to_string(step);
        if constexpr (BasicHeaders<Text>::kIsOwning) {
          headers.With(std::string(name), std::string(value));
        } else {
          headers.With(lender.Lend(name), lender.Lend(value));
        }
        plain.With(name, value);
        break;
      }
      case 2:
        headers.Del(std::string(name));
        plain.Del(name);
        break;
      default:
        ASSERT_EQ(headers.Get(name), plain.Get(name)) << seed << ' ' << step;
    }
    ASSERT_EQ(MapOf(headers.items()), plain.items) << seed << ' ' << step;
    ASSERT_EQ(MapOf(headers.original_items()), plain.original_items) << seed << ' ' << step;
    if (choices.OneIn(16)) {
      BasicHeaders<Text> moved = std::move(headers);
      headers = std::move(moved);
    }
  }
}

TEST(Headers, ActAsTwoMapsWhenTheyOwn) {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    CompareWithPlain<std::string>(seed, 6, 300);
    CompareWithPlain<std::string>(seed, 60, 300);
  }
}

TEST(Headers, ActAsTwoMapsWhenTheyBorrow) {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    CompareWithPlain<std::string_view>(seed, 6, 300);
    CompareWithPlain<std::string_view>(seed, 60, 300);
  }
}

TEST(Headers, OwnWhatTheyWereGiven) {
  Headers headers;
  {
    const std::string name(100, 'N');
    const std::string value(100, 'v');
    headers.With(name, value);
  }
  EXPECT_EQ(headers.Get(std::string(100, 'n')), std::string(100, 'v'));
  EXPECT_EQ(headers.original_items()[0].name, std::string(100, 'N'));
}

TEST(Headers, KeepALoweredNameWhereItIsWhenABorrowingStoreMoves) {
  const std::string name(1000, 'N');
  HeadersView headers;
  headers.With(name, "v");
  const std::string_view lowered = headers.items()[0].name;
  const HeadersView moved = std::move(headers);
  EXPECT_EQ(lowered, std::string(1000, 'n'));
  EXPECT_EQ(moved.items()[0].name.data(), lowered.data());
}

TEST(Headers, LeaveAnEmptyArenaBehindWhenABorrowingStoreMoves) {
  const std::string first(10, 'N');
  const std::string second(10, 'M');
  HeadersView headers;
  headers.With(first, "v");
  const HeadersView moved = std::move(headers);
  headers = HeadersView();
  headers.With(second, "v");
  EXPECT_EQ(moved.items()[0].name, std::string(10, 'n'));
  EXPECT_EQ(headers.items()[0].name, std::string(10, 'm'));
}

TEST(Headers, StoreWhatRestsInTheStore) {
  for (const char* spelling : {"copy", "Copy"}) {
    Headers headers;
    headers.With("Foo", "short");
    headers.With(spelling, *headers.Get("foo"));
    EXPECT_EQ(headers.Get("copy"), "short");
    EXPECT_EQ(MapOf(headers.original_items()), (Map{{"Foo", "short"}, {spelling, "short"}}));
  }
}

TEST(Headers, DeleteANameThatRestsInTheStore) {
  Headers headers;
  headers.With("foo", "1");
  headers.With("Bar", "2");
  headers.With("baz", "3");
  headers.Del(headers.items()[0].name);
  EXPECT_EQ(MapOf(headers.items()), (Map{{"bar", "2"}, {"baz", "3"}}));
  EXPECT_EQ(MapOf(headers.original_items()), (Map{{"Bar", "2"}, {"baz", "3"}}));
}

TEST(Headers, BorrowAValueAndASpellingFromTheCaller) {
  const std::string name = "Foo";
  const std::string value = "v";
  HeadersView headers;
  headers.With(name, value);
  EXPECT_EQ(headers.items()[0].value.data(), value.data());
  EXPECT_EQ(headers.original_items()[0].name.data(), name.data());
}

// As many headers as have an index, which the first lookup makes.
TEST(Headers, AnswerSeveralThreadsAtOnce) {
  constexpr int kHeaders = 100;
  for (int round = 0; round < 20; ++round) {
    Headers headers;
    for (int i = 0; i < kHeaders; ++i) headers.With(std::to_string(i), std::to_string(-i));
    const Headers& shared = headers = [&] {  // moved, so that no lookup has made an index yet
      Headers fresh;
      fresh.Reserve(kHeaders);
      for (const Header& header : headers.items()) fresh.Append(header.name, header.value);
      return fresh;
    }();
    std::vector<int> found(4);
    std::vector<std::thread> threads;
    for (int& count : found) {
      threads.emplace_back([&shared, &count] {
        for (int i = 0; i < kHeaders; ++i) {
          count += shared.Get(std::to_string(i)) == std::to_string(-i) ? 1 : 0;
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(found, std::vector<int>(4, kHeaders));
  }
}

// Lengths around a block's, each room filled with its own octet; then the arena moves.
TEST(OctetArena, GivesRoomsThatNeitherOverlapNorMove) {
  const std::size_t sizes[] = {1, 500, 11, 1, 511, 1, 512, 513, 0, 3, 2000, 509, 3, 1};
  std::vector<std::string_view> rooms;
  const auto fill = [&](OctetArena& arena) {
    for (const std::size_t size : sizes) {
      std::memset(arena.Room(size), static_cast<int>('a' + rooms.size()), size);
      rooms.push_back(arena.Take(size));
    }
  };
  OctetArena first;
  fill(first);
  OctetArena second(std::move(first));
  first = OctetArena();
  fill(second);
  first = std::move(second);
  second.Room(1)[0] = 'X';  // what is moved from is empty, and of use
  fill(first);
  for (std::size_t i = 0; i < rooms.size(); ++i) {
    EXPECT_EQ(rooms[i], std::string(rooms[i].size(), static_cast<char>('a' + i))) << i;
  }
}

// At every length around those where the way of copying changes, in blocks of exactly that size.
TEST(OctetArena, KeepsACopyOfAnyLength) {
  for (std::size_t length = 0; length <= 100; ++length) {
    std::string octets;
    for (std::size_t i = 0; i < length; ++i) octets += static_cast<char>(i + 1);
    const auto block = std::make_unique<char[]>(length);
    std::ranges::copy(octets, block.get());
    OctetArena arena;
    arena.Reserve(length);
    EXPECT_EQ(arena.Keep({block.get(), length}), octets);
    EXPECT_EQ(arena.size(), length);
  }
}

}  // namespace
}  // namespace headerproof
