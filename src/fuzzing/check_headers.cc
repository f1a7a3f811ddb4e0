#include "src/fuzzing/check_headers.h"

#include <algorithm>
#include <functional>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "src/cases/display.h"
#include "src/cases/generator.h"
#include "src/cases/text.h"
#include "src/converter/headers.h"
#include "src/converter/outcome.h"
#include "src/engines/failure.h"
#include "src/fuzzing/check_case.h"
#include "src/judge/minimize.h"
#include "src/judge/model.h"
#include "src/judge/plain_headers.h"

namespace headerproof {
namespace {

// Checks for one input: lookups, items and original items, each of two stores.
constexpr std::uint64_t kChecks = 6;

constexpr std::string_view kDelete = "-";

// Calls operate(name, value) for each operation; no value: delete.
void VisitOperations(
    const Metadata& metadata,
    const std::function<void(const std::string& name, const std::string* value)>& operate) {
  std::size_t rounds = 1;
  for (const Entry& entry : metadata) rounds = std::max(rounds, entry.values.size());
  for (std::size_t round = 0; round < rounds; ++round) {
    for (const auto& [name, values] : metadata) {
      if (round == 0 && values.empty()) operate(name, nullptr);
      if (round < values.size()) {
        operate(name, values[round] == kDelete ? nullptr : &values[round]);
      }
    }
  }
}

template <class Rows>
bool AreSame(const Rows& rows, const std::map<std::string, std::string>& expected) {
  HeaderList actual;
  for (const auto& row : rows) actual.push_back({std::string(row.name), std::string(row.value)});
  std::ranges::sort(actual);
  return std::ranges::equal(actual, expected, [](const HeaderPair& header, const auto& pair) {
    return header.name == pair.first && header.value == pair.second;
  });
}

template <class Text>
std::string StoreFault(const Metadata& metadata) {
  BasicHeaders<Text> headers;
  PlainHeaders expected;
  std::string fault;
  VisitOperations(metadata, [&](const std::string& name, const std::string* value) {
    if (value != nullptr) {
      headers.With(name, *value);
      expected.With(name, *value);
    } else {
      headers.Del(name);
      expected.Del(name);
    }
    for (const std::string& spelling : {name, Uppercase(name), ModelLowercase(name)}) {
      if (fault.empty() && headers.Get(spelling) != expected.Get(spelling)) {
        fault = "looking up " + DisplayName(spelling) + " gives another value";
      }
    }
    if (fault.empty() && headers.size() != expected.items.size()) fault = "the sizes differ";
  });
  if (!fault.empty()) return fault;
  if (!AreSame(headers.items(), expected.items)) return "the items differ";
  if (!AreSame(headers.original_items(), expected.original_items)) {
    return "the original items differ";
  }
  return {};
}

}  // namespace

std::string HeadersFault(const Metadata& metadata) {
  if (const std::string fault = StoreFault<std::string>(metadata); !fault.empty()) {
    return "the owning store: " + fault;
  }
  if (const std::string fault = StoreFault<std::string_view>(metadata); !fault.empty()) {
    return "the borrowing store: " + fault;
  }
  return {};
}

std::string DescribeHeadersFault(const Metadata& metadata) {
  return "The case, read as operations:\n" + DisplayCase(metadata) + "What differed:\n  " +
         HeadersFault(metadata) + "\nTo replay it:\n  " +
         ReplayLine(metadata, TargetReplayCommand("headers")) +
         "\nA test to paste into properties/fuzz_headers_test.cc:\n" +
         TestDraft(metadata, "EXPECT_STORES_OBEY");
}

Metadata MinimizeHeadersFault(const Metadata& metadata) {
  return Minimize(metadata, [](const Metadata& reduced) { return !HeadersFault(reduced).empty(); });
}

void FuzzHeaders(FuzzRecorder& recorder, const std::uint8_t* data, std::size_t size) {
  const FuzzInput input(data, size);
  const Metadata metadata = ParseCaseLeniently(input.octets());
  const bool at_fault = !HeadersFault(metadata).empty();
  recorder.Count(metadata, kChecks);
  if (!at_fault) return;
  EndAtFault(recorder, 1, "a store is not what the rules say.",
             DescribeHeadersFault(MinimizeHeadersFault(metadata)));
}

}  // namespace headerproof
