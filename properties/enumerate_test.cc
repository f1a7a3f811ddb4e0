// Enumeration is complete: each scope is in order, without repeats, and of the right length; small
// ones are gone through from end to end.
#include "src/engines/enumerate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "properties/expect.h"
#include "properties/planted_converters.h"
#include "src/cases/generator.h"
#include "src/cases/text.h"
#include "src/engines/edges.h"
#include "src/engines/enumerate_fold.h"
#include "src/engines/examine.h"
#include "src/engines/sample.h"

namespace headerproof {
namespace {

std::string AllOctets() {
  std::string octets(256, '\0');
  for (std::size_t i = 0; i < octets.size(); ++i) octets[i] = static_cast<char>(i);
  return octets;
}

// The first shorter, or of one length and earlier in the alphabet's order.
bool IsBefore(const std::string& alphabet, const std::string& a, const std::string& b) {
  if (a.size() != b.size()) return a.size() < b.size();
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i] != b[i]) return alphabet.find(a[i]) < alphabet.find(b[i]);
  }
  return false;
}

TEST(NameScope, HasEveryNameOnceInOrder) {
  for (const std::string& alphabet : {std::string("a"), std::string("ab"), std::string("zaQ"),
                                      std::string("\0\xff"
                                                  "A-",
                                                  4)}) {
    for (std::size_t most = 0; most <= 6; ++most) {
      const NameScope scope(alphabet, most);
      std::uint64_t expected_size = 0;
      std::uint64_t power = 1;
      for (std::size_t length = 0; length <= most; ++length, power *= alphabet.size()) {
        expected_size += power;
      }
      ASSERT_EQ(scope.size(), expected_size);
      std::string name = scope.At(0);
      ASSERT_EQ(name, "");
      for (std::uint64_t index = 1; index < scope.size(); ++index) {
        const std::string next = scope.At(index);
        ASSERT_TRUE(IsBefore(alphabet, name, next)) << index;
        ASSERT_LE(next.size(), most);
        ASSERT_EQ(next.find_first_not_of(alphabet), std::string::npos);
        scope.Advance(name);
        ASSERT_EQ(name, next) << index;
      }
    }
  }
}

TEST(NameScope, OfAllOctetsHasEveryNameOfUpToTwoOnceInOrder) {
  const NameScope scope(AllOctets(), 2);
  ASSERT_EQ(scope.size(), 1U + 256 + 65536);
  std::set<std::string> names;
  for (std::uint64_t index = 0; index < scope.size(); ++index) names.insert(scope.At(index));
  EXPECT_EQ(names.size(), scope.size());
  EXPECT_EQ(*names.rbegin(), "\xff\xff");
}

TEST(NameScope, OfUpToThreeOctetsHas16MillionNames) {
  const NameScope scope(AllOctets(), 3);
  EXPECT_EQ(scope.size(), 1U + 256 + 65536 + 16777216);
  EXPECT_EQ(scope.At(scope.size() - 1), "\xff\xff\xff");
  EXPECT_EQ(scope.At(1 + 256 + 65536), std::string(3, '\0'));
  std::string name = scope.At(0);
  // The whole scope, step by step: each name is the octets of a counter.
  for (std::uint64_t index = 1; index < scope.size(); ++index) {
    scope.Advance(name);
    std::uint64_t value = 0;
    for (const char c : name) value = value * 256 + static_cast<unsigned char>(c);
    const std::uint64_t shorter = name.size() == 1 ? 1 : name.size() == 2 ? 257 : 65793;
    if (value + shorter != index) FAIL() << index;
  }
}

TEST(LaneScope, HasEveryOctetInEveryPlaceOfEveryLengthOnce) {
  for (const std::size_t most : {0U, 1U, 2U, 9U, 20U}) {
    const LaneScope scope(most);
    std::set<std::string> expected;
    for (std::size_t length = 1; length <= most; ++length) {
      for (std::size_t place = 0; place < length; ++place) {
        for (const char octet : AllOctets()) {
          std::string name(length, 'a');
          name[place] = octet;
          expected.insert(std::move(name));
        }
      }
    }
    std::set<std::string> visited;
    for (std::uint64_t index = 0; index < scope.size(); ++index) visited.insert(scope.At(index));
    EXPECT_EQ(scope.size(), expected.size()) << most;
    EXPECT_TRUE(visited == expected) << most;
  }
}

TEST(LaneScope, OfUpTo130OctetsHasTheCountOfItsClosedForm) {
  EXPECT_EQ(LaneScope(130).size(), 130U + 255 * (130 * 131 / 2));
}

TEST(SpecialScope, CombinesEachSpellingWithEachShapeOfValues) {
  const SpecialScope scope;
  std::set<std::string> names;
  std::set<std::string> entries;
  for (const Entry& entry : scope.entries()) {
    names.insert(entry.name);
    entries.insert(PrintCase({entry}));
  }
  EXPECT_EQ(names.size(), 43U);
  EXPECT_EQ(entries.size(), 43U * 4);
  EXPECT_EQ(scope.entries().size(), 43U * 4);
  for (const char* name : {"rpc-caller", "Rpc-Caller", "RPC-CALLER", "rpc-calle", "Content-Type",
                           "x-uber-rpc-routing-region", "FOO-BIN"}) {
    EXPECT_TRUE(names.contains(name)) << name;
  }
  EXPECT_FALSE(names.contains("foo-bi"));
}

// Visits all five million. An entry is known by its place, and a pair or triple by a number.
TEST(SpecialScope, VisitsEveryPairAndTripleOnce) {
  const SpecialScope scope;
  const std::size_t count = scope.entries().size();
  std::map<std::string, std::size_t> place_of;
  for (std::size_t i = 0; i < count; ++i) place_of[PrintCase({scope.entries()[i]})] = i;
  std::uint64_t pairs = 0;
  std::uint64_t triples = 0;
  std::uint64_t in_order = 0;
  // Within one first entry the visits must be strictly increasing in the places of the others,
  // pairs before the triples that they begin. That shows that there are no repeats.
  for (std::size_t first = 0; first < count; ++first) {
    std::size_t last_second = 0;
    const Entry* last_third = nullptr;
    bool had_any = false;
    scope.VisitBeginningWith(first, [&](const Metadata& metadata, bool is_in_order) {
      in_order += is_in_order ? 1 : 0;
      if (metadata.size() == 2) {
        ++pairs;
        const std::size_t second = place_of.at(PrintCase({metadata[1]}));
        if (had_any && second <= last_second) ADD_FAILURE() << PrintCase(metadata);
        had_any = true;
        last_second = second;
        last_third = nullptr;
        return;
      }
      ++triples;
      if (metadata[1] != scope.entries()[last_second]) ADD_FAILURE() << PrintCase(metadata);
      // The next that may come third.
      const Entry* next = last_third == nullptr ? scope.entries().data() : last_third + 1;
      while (next->name == metadata[0].name || next->name == metadata[1].name) ++next;
      if (metadata[2] != *next) ADD_FAILURE() << PrintCase(metadata);
      last_third = next;
    });
    if (HasFailure()) break;
  }
  EXPECT_EQ(pairs, scope.CountPairs());
  EXPECT_EQ(triples, scope.CountTriples());
  EXPECT_EQ(pairs, 43U * 42 * 16);
  EXPECT_EQ(triples, 43ULL * 42 * 41 * 64);
  EXPECT_EQ(in_order, pairs / 2 + triples / 6);
}

TEST(Scopes, AreWiderInTheWideExtent) {
  EXPECT_EQ(ScopeSize(Scope::kNames, Extent::kBasic), 1U + 131 + 131 * 131 + 131 * 131 * 131);
  EXPECT_EQ(ScopeSize(Scope::kNames, Extent::kWide), 1U + 256 + 65536 + 16777216);
  EXPECT_EQ(ScopeSize(Scope::kLanes, Extent::kWide), LaneScope(260).size());
  for (const Scope scope : {Scope::kNames, Scope::kLanes}) {
    EXPECT_LT(ScopeSize(scope, Extent::kBasic), ScopeSize(scope, Extent::kWide));
    EXPECT_NE(ScopeSentence(scope, Extent::kBasic), ScopeSentence(scope, Extent::kWide));
  }
}

// Under sanitizers, which make it ten times slower, only the beginning: the counts are of it alone.
TEST(Enumeration, OfLanesIsCompleteAndObeys) {
  const Progress until = [](std::uint64_t done, std::uint64_t) { return done < 100000; };
  const Progress progress = HEADERPROOF_SANITIZED ? until : nullptr;
  const DividedResult result =
      Enumerate(Scope::kLanes, Extent::kBasic, {OwningConverters()}, 2, progress);
  EXPECT_EQ(result.tally.violations, 0U);
  EXPECT_TRUE(result.tally.findings.empty());
  EXPECT_EQ(result.complete, progress == nullptr);
  if (!result.complete) return;
  EXPECT_EQ(result.tally.cases, LaneScope(130).size());
  // Each place of each length takes each of the 26 capitals once.
  EXPECT_EQ(result.tally.classes[static_cast<std::size_t>(InputClass::kNone)],
            26U * (130 * 131 / 2));
}

// Tallies of parts are added up: what is counted does not depend on how a run was divided.
TEST(Enumeration, CountsTheSameHoweverItIsDivided) {
  const LaneScope scope(12);
  Examiner whole({OwningConverters()});
  std::vector<Examiner> parts(3, Examiner({OwningConverters()}));
  for (std::uint64_t index = 0; index < scope.size(); ++index) {
    const Metadata metadata = {{scope.At(index), {"v"}}};
    whole.Examine(metadata, kMostOrders);
    parts[index * 7 / 5 % 3].Examine(metadata, kMostOrders);
  }
  Tally sum;
  for (const Examiner& part : parts) sum.Add(part.tally());
  EXPECT_EQ(sum.cases, whole.tally().cases);
  EXPECT_EQ(sum.checks, whole.tally().checks);
  EXPECT_EQ(sum.relations, whole.tally().relations);
  EXPECT_EQ(sum.classes, whole.tally().classes);
  EXPECT_EQ(sum.transparent_http2, whole.tally().transparent_http2);
  for (std::size_t path = 0; path < 2; ++path) {
    for (std::size_t kind = 0; kind < kDifferenceKindCount; ++kind) {
      EXPECT_EQ(sum.differences[path][kind].cases, whole.tally().differences[path][kind].cases);
      EXPECT_EQ(sum.differences[path][kind].smallest,
                whole.tally().differences[path][kind].smallest);
    }
  }
}

// A sample of a faulty converter: what is counted, and what is found.
TEST(Sampling, GivesTheSameOnAnyNumberOfThreads) {
  PlantedConverters planted;
  planted.PlantInAll([](Path, const Metadata& metadata, Outcome& outcome) {
    if (metadata.size() > 1) outcome.headers.clear();
  });
  const auto sample = [&](std::size_t threads) {
    return Sample(7, 3000, {planted.converter_set()}, threads, nullptr).tally;
  };
  const Tally expected = sample(1);
  ASSERT_FALSE(expected.findings.empty());
  for (const std::size_t threads : {2U, 5U}) {
    const Tally tally = sample(threads);
    EXPECT_EQ(tally.cases, expected.cases);
    EXPECT_EQ(tally.checks, expected.checks);
    EXPECT_EQ(tally.relations, expected.relations);
    EXPECT_EQ(tally.classes, expected.classes);
    EXPECT_EQ(tally.violations, expected.violations);
    ASSERT_EQ(tally.findings.size(), expected.findings.size());
    for (std::size_t i = 0; i < tally.findings.size(); ++i) {
      EXPECT_EQ(tally.findings[i].violation.detail, expected.findings[i].violation.detail);
      EXPECT_EQ(tally.findings[i].counterexample, expected.findings[i].counterexample);
    }
  }
}

TEST(Enumeration, ThatIsToldToStopIsNotComplete) {
  const DividedResult result = Enumerate(Scope::kLanes, Extent::kBasic, {OwningConverters()}, 1,
                                         [](std::uint64_t, std::uint64_t) { return false; });
  EXPECT_FALSE(result.complete);
  EXPECT_GT(result.tally.cases, 0U);
  EXPECT_LT(result.tally.cases, LaneScope(130).size());
}

TEST(Enumeration, FindsAFaultInTheLastPlaceAndReducesIt) {
  Converter direct = *FindConverter("direct");
  direct.convert = [](Path path, const Metadata& metadata, Outcome& outcome) {
    FindConverter("direct")->convert(path, metadata, outcome);
    if (outcome.headers.empty()) return;
    const std::string& name = metadata[0].name;
    if (name.size() > 20 && name.back() == '~') {
      outcome.headers[0].value += '!';
    }
  };
  ConverterSet converter_set = OwningConverters();
  converter_set[static_cast<std::size_t>(KeyPolicy::kDirect)] = &direct;
  const DividedResult result =
      Enumerate(Scope::kLanes, Extent::kBasic, {converter_set}, 2,
                [](std::uint64_t done, std::uint64_t) { return done < 150000; });
  ASSERT_FALSE(result.tally.findings.empty());
  for (const Finding& finding : result.tally.findings) {
    EXPECT_EQ(PrintCase(finding.counterexample), std::string(20, 'a') + "~: x\n");
  }
}

// Octets 41-5a and no others, in every place and on both paths; each with a case that shows it.
TEST(Edges, AreSharpExactlyAtTheCapitals) {
  const Edges edges = FindEdges(OwningConverters());
  EXPECT_EQ(edges.tally.violations, 0U);
  for (const Path path : kPaths) {
    for (const OctetPlace place : kOctetPlaces) {
      for (unsigned octet = 0; octet < 256; ++octet) {
        const OctetEdge& edge = edges.At(path, place, static_cast<unsigned char>(octet));
        EXPECT_GT(edge.cases, 0U);
        EXPECT_EQ(edge.sharp(), octet >= 'A' && octet <= 'Z')
            << PathName(path) << " " << OctetPlaceName(place) << " " << octet;
        if (!edge.sharp()) continue;
        EXPECT_FALSE(Check(OwningConverters(), edge.smallest).transparent(path))
            << PrintCase(edge.smallest);
      }
    }
  }
  EXPECT_EQ(PrintCase(edges.At(Path::kResponse, OctetPlace::kOnly, 'A').smallest), "A:\n");
  for (const SharpNames& names : edges.names) {
    EXPECT_EQ(names.without, 0U) << PrintCase(names.first_without);
    EXPECT_GT(names.count, 26U * kMostEdgeOctets * (kMostEdgeOctets + 1) / 2);
  }
  // A capital that a special name has does more than one that none has.
  const DifferenceSet c = edges.At(Path::kRequest, OctetPlace::kInner, 'C').kinds;
  const DifferenceSet q = edges.At(Path::kRequest, OctetPlace::kInner, 'Q').kinds;
  EXPECT_TRUE(c.Has(DifferenceKind::kFieldChanged));
  EXPECT_FALSE(q.Has(DifferenceKind::kFieldChanged));
  EXPECT_TRUE(q.Has(DifferenceKind::kOriginalSpelling));
}

// A converter that minds another octet, in the last place alone, has an edge there.
TEST(Edges, MoveWithTheConverter) {
  Converter direct = *FindConverter("direct");
  direct.convert = [](Path path, const Metadata& metadata, Outcome& outcome) {
    FindConverter("direct")->convert(path, metadata, outcome);
    if (outcome.headers.empty()) return;
    if (metadata[0].name.ends_with('~')) outcome.headers[0].value += '!';
  };
  ConverterSet converter_set = OwningConverters();
  converter_set[static_cast<std::size_t>(KeyPolicy::kDirect)] = &direct;
  const Edges edges = FindEdges(converter_set);
  EXPECT_TRUE(edges.At(Path::kResponse, OctetPlace::kLast, '~').sharp());
  EXPECT_TRUE(edges.At(Path::kResponse, OctetPlace::kOnly, '~').sharp());
  EXPECT_FALSE(edges.At(Path::kResponse, OctetPlace::kInner, '~').sharp());
  EXPECT_GT(edges.tally.violations, 0U);
}

// It does not mind uppercase letters behind the second word of a name.
TEST(Edges, NameTheNameWhoseLetterMakesNoDifference) {
  Converter direct = *FindConverter("direct");
  direct.convert = [](Path path, const Metadata& metadata, Outcome& outcome) {
    const bool is_behind = std::ranges::any_of(metadata, [](const Entry& entry) {
      return entry.name.size() == 18 && HasUppercase(entry.name.substr(16));
    });
    FindConverter(is_behind ? "canonicalizing" : "direct")->convert(path, metadata, outcome);
  };
  ConverterSet converter_set = OwningConverters();
  converter_set[static_cast<std::size_t>(KeyPolicy::kDirect)] = &direct;
  const Edges edges = FindEdges(converter_set);
  EXPECT_TRUE(edges.At(Path::kRequest, OctetPlace::kLast, 'Q').sharp());
  EXPECT_EQ(edges.names[0].without, 52U);
  EXPECT_EQ(edges.names[0].first_without.front().name, std::string(16, 'a') + "Aa");
}

constexpr FoldScope kSmallFoldScope{.most_octets = 20, .most_octets_of_pairs = 4};

FoldResult TryFold(const FoldFunctions& functions, std::size_t threads = 2) {
  return EnumerateFold(functions, kSmallFoldScope, threads, nullptr);
}

// Lowercases as it should but for the octet in `place` after an octet in the place before.
template <std::size_t kPlace, unsigned char kBefore, unsigned char kOctet>
bool FoldWronglyAfter(std::string_view name, char* to) {
  const bool changed = FoldInto(name, to);
  if (name.size() > kPlace && name[kPlace - 1] == static_cast<char>(kBefore) &&
      name[kPlace] == static_cast<char>(kOctet)) {
    to[kPlace] = static_cast<char>(name[kPlace] ^ 0x20);
    return true;
  }
  return changed;
}

TEST(FoldEnumeration, IsCompleteAndFindsNoFault) {
  for (const std::size_t threads : {1U, 3U}) {
    const FoldResult result = TryFold({}, threads);
    EXPECT_TRUE(result.complete);
    EXPECT_EQ(result.lanes, CountLanes(kSmallFoldScope));
    EXPECT_EQ(result.pairs, CountPairs(kSmallFoldScope));
    EXPECT_TRUE(result.faults.empty());
  }
}

TEST(FoldEnumeration, FindsAFoldThatIsWrongBesideOneOctet) {
  // A carry from the lane before, an octet with the high bit, and what comes just after 'Z'.
  for (const auto fold : {FoldWronglyAfter<7, 0xff, '['>, FoldWronglyAfter<15, '@', 0xda>,
                          FoldWronglyAfter<3, 0x33, 0x7b>}) {
    const FoldResult result = TryFold({.fold_into = fold});
    ASSERT_FALSE(result.faults.empty());
    std::string folded(result.faults.front().name);
    fold(result.faults.front().name, folded.data());
    EXPECT_NE(folded, Fold(result.faults.front().name));
    EXPECT_EQ(TryFold({.fold_into = fold}, 1).faults.front().name, result.faults.front().name);
  }
}

TEST(FoldEnumeration, FindsAWriteBesideTheNameAndAWrongAnswer) {
  const FoldResult beside = TryFold({.fold_into = [](std::string_view name, char* to) {
    if (name.size() == 13) to[13] = '\0';
    return FoldInto(name, to);
  }});
  ASSERT_FALSE(beside.faults.empty());
  EXPECT_EQ(beside.faults.front().name.size(), 13U);
  EXPECT_FALSE(TryFold({.fold_into = [](std::string_view name, char* to) {
                 return FoldInto(name, to) || name.size() == 20;
               }}).faults.empty());
  EXPECT_FALSE(TryFold({.has_uppercase = [](std::string_view name) {
                 return HasUppercase(name) && !name.ends_with('Z');
               }}).faults.empty());
}

TEST(FoldEnumeration, SaysThatItWasStopped) {
  const FoldResult result =
      EnumerateFold({}, kSmallFoldScope, 1, [](std::uint64_t, std::uint64_t) { return false; });
  EXPECT_FALSE(result.complete);
  EXPECT_LT(result.lanes, CountLanes(kSmallFoldScope));
}

}  // namespace
}  // namespace headerproof
