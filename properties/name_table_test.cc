// The table of rows by name: against a map, over long sequences of operations, also where names
// share a slot of the index.
#include "src/converter/name_table.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <vector>

#include "src/cases/choices.h"

namespace headerproof {
namespace {

struct Row {
  std::string name;
  int number = 0;
};

// Applies `steps` random operations over `names` to a table and to a map, comparing after each.
void CompareWithMap(const std::vector<std::string>& names, std::uint64_t seed, int steps) {
  NameTable<Row> table;
  std::map<std::string, int> map;
  SeededChoices choices(seed);
  for (int step = 0; step < steps; ++step) {
    const std::string& name = names[choices.Below(static_cast<std::uint32_t>(names.size()))];
    const std::size_t position = table.Find(name);
    ASSERT_EQ(position != NameTable<Row>::kNone, map.contains(name)) << seed << ' ' << step;
    // Long stretches in which the table mostly grows, and then mostly shrinks.
    const bool grows = step / 500 % 2 == 0 ? !choices.OneIn(4) : choices.OneIn(4);
    if (position == NameTable<Row>::kNone) {
      if (!grows) continue;
      table.Append(name, step);
      map[name] = step;
    } else if (!grows) {
      ASSERT_EQ(table[position].number, map[name]);
      table.Remove(position);
      map.erase(name);
    }
    ASSERT_EQ(table.size(), map.size());
    if (step % 16 != 0) continue;
    for (const auto& [expected_name, number] : map) {
      const std::size_t found = table.Find(expected_name);
      ASSERT_NE(found, NameTable<Row>::kNone) << seed << ' ' << step;
      ASSERT_EQ(table[found].name, expected_name);
      ASSERT_EQ(table[found].number, number);
    }
  }
}

std::vector<std::string> PlainNames(std::size_t count) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < count; ++i) names.push_back("name-" + std::to_string(i));
  return names;
}

// Names whose hash, under this process's key, has one of the last two places of the first index:
// they pile up, and the pile goes around its end.
std::vector<std::string> NamesThatShareSlots(std::size_t count) {
  constexpr std::size_t kFirstIndex = 4 * NameTable<Row>::kScanLimit;
  std::vector<std::string> names;
  for (std::size_t i = 0; names.size() < count; ++i) {
    std::string name = "pile-" + std::to_string(i);
    if ((HashName(name) & (kFirstIndex - 1)) >= kFirstIndex - 2) names.push_back(std::move(name));
  }
  return names;
}

TEST(NameTable, ActsAsAMapWhileItScans) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) CompareWithMap(PlainNames(16), seed, 2000);
}

TEST(NameTable, ActsAsAMapWhereAnIndexComesAndGrows) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) CompareWithMap(PlainNames(300), seed, 4000);
}

TEST(NameTable, ActsAsAMapWhereNamesShareSlots) {
  const std::vector<std::string> names = NamesThatShareSlots(31);
  for (std::uint64_t seed = 1; seed <= 40; ++seed) CompareWithMap(names, seed, 4000);
}

TEST(NameTable, KeepsTheOrderOfInsertion) {
  NameTable<Row> table;
  const std::vector<std::string> names = PlainNames(100);
  for (const std::string& name : names) table.Append(name, 0);
  for (std::size_t i = 0; i < names.size(); ++i) EXPECT_EQ(table.rows()[i].name, names[i]);
}

TEST(NameTable, PutsTheLastRowWhereOneWasRemoved) {
  NameTable<Row> table;
  for (const std::string& name : PlainNames(40)) table.Append(name, 0);
  table.Remove(3);
  EXPECT_EQ(table.size(), 39U);
  EXPECT_EQ(table[3].name, "name-39");
  EXPECT_EQ(table.Find("name-39"), 3U);
  EXPECT_EQ(table.Find("name-3"), NameTable<Row>::kNone);
  table.Remove(38);
  EXPECT_EQ(table.Find("name-38"), NameTable<Row>::kNone);
}

TEST(NameTable, TellsNamesApartOctetForOctet) {
  NameTable<Row> table;
  const std::vector<std::string> names = {
      "",    std::string("\0", 1), std::string("\0\0", 2), "a", std::string("a\0", 2), "A", "\xff",
      "\x7f"};
  for (std::size_t i = 0; i < names.size(); ++i) table.Append(names[i], static_cast<int>(i));
  for (const std::string& name : PlainNames(40)) table.Append(name, -1);
  for (std::size_t i = 0; i < names.size(); ++i) EXPECT_EQ(table.Find(names[i]), i);
}

TEST(NameTable, IsEmptyOnceItsRowsAreTaken) {
  const std::vector<std::string> names = PlainNames(40);
  NameTable<Row> table;
  for (const std::string& name : names) table.Append(name, 0);
  const std::vector<Row> rows = table.Take();
  ASSERT_EQ(rows.size(), names.size());
  for (std::size_t i = 0; i < names.size(); ++i) EXPECT_EQ(rows[i].name, names[i]);
  EXPECT_TRUE(table.empty());
  EXPECT_EQ(table.Find(names[1]), NameTable<Row>::kNone);
  table.Append(names[1], 7);
  EXPECT_EQ(table[table.Find(names[1])].number, 7);
}

}  // namespace
}  // namespace headerproof
