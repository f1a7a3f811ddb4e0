// The parts of the converter, the text form, the minimizer and the generator as properties, checked
// by RapidCheck; and the store of headers as a machine with state.
#include <map>
#include <memory>
#include <optional>

#include "properties/arbitrary_metadata.h"
#include "properties/expect.h"
#include "src/cases/text.h"
#include "src/converter/headers.h"
#include "src/converter/way_back.h"
#include "src/judge/input_class.h"
#include "src/judge/model.h"

namespace headerproof {
namespace {

TEST(Fold, IsTheModelsLowercasingAndFoldsNothingTwice) {
  EXPECT_TRUE(CheckProperty([](const std::string& name) {
    const std::string folded = Fold(name);
    RC_ASSERT(folded == ModelLowercase(name));
    RC_ASSERT(Fold(folded) == folded);
    RC_ASSERT(folded.size() == name.size());
    RC_ASSERT(HasUppercase(name) == (folded != name));
    RC_ASSERT(HasUppercase(name) == (NameDomain(name) == Domain::kNone));
  }));
}

TEST(Fold, OfTwoNamesJoinedIsTheTwoFoldsJoined) {
  EXPECT_TRUE(CheckProperty([](const std::string& a, const std::string& b) {
    RC_ASSERT(Fold(a + b) == Fold(a) + Fold(b));
  }));
}

TEST(Text, LosesNothingOfAnyMetadata) {
  EXPECT_TRUE(CheckProperty([](const Metadata& metadata) {
    const std::string text = PrintCase(metadata);
    const auto parsed = ParseCase(text);
    RC_ASSERT(std::holds_alternative<Metadata>(parsed));
    RC_ASSERT(std::get<Metadata>(parsed) == metadata);
    RC_ASSERT(ParseCaseLeniently(text) == metadata);
  }));
}

TEST(Text, OfAnyOctetsIsSomeCaseWhoseTextIsCanonical) {
  EXPECT_TRUE(CheckProperty([](const std::string& octets) {
    const Metadata metadata = ParseCaseLeniently(octets);
    const auto again = ParseCase(PrintCase(metadata));
    RC_ASSERT(std::holds_alternative<Metadata>(again));
    RC_ASSERT(std::get<Metadata>(again) == metadata);
  }));
}

TEST(WayBack, NeverChangesMetadataOnAnErrorAndNeverMakesAnInvalidOne) {
  EXPECT_TRUE(CheckProperty([](const Metadata& present, const Metadata& source) {
    HeaderList headers;
    for (const Entry& entry : source) {
      headers.push_back({entry.name, entry.values.empty() ? "" : entry.values[0]});
    }
    Metadata metadata = present;
    const std::optional<Error> error = AppendHeaders(headers, metadata);
    if (error) {
      RC_ASSERT(metadata == present);
      RC_ASSERT(error->entry < headers.size());
      return;
    }
    RC_ASSERT(metadata.size() >= present.size());
    std::set<std::string> names;
    for (const Entry& entry : metadata) RC_ASSERT(names.insert(entry.name).second);
    for (std::size_t i = present.size(); i < metadata.size(); ++i) {
      RC_ASSERT(!HasUppercase(metadata[i].name));
      RC_ASSERT(!IsReserved(metadata[i].name));
      RC_ASSERT(metadata[i].values.size() == 1U);
      RC_ASSERT(!metadata[i].values[0].empty());
    }
  }));
}

TEST(Generator, MakesDistinctNamesInAnyCase) {
  EXPECT_TRUE(CheckProperty([](const Metadata& metadata) {
    std::set<std::string> names;
    for (const Entry& entry : metadata) RC_ASSERT(names.insert(entry.name).second);
  }));
}

TEST(Minimizer, GivesACaseThatShowsTheSameAndCannotBeReduced) {
  EXPECT_TRUE(CheckProperty([](const Metadata& metadata) {
    // What is shown: the classes of the case.
    const std::uint32_t classes = ClassifyInput(metadata).bits();
    const auto shows = [classes](const Metadata& reduced) {
      return ClassifyInput(reduced).bits() == classes;
    };
    const Metadata smallest = Minimize(metadata, shows);
    RC_ASSERT(shows(smallest));
    RC_ASSERT(Minimize(smallest, shows) == smallest);
  }));
}

// The store's rules on two maps.
struct PlainHeaders {
  std::map<std::string, std::string> items;
  std::map<std::string, std::string> original_items;
};

using Command = rc::state::Command<PlainHeaders, Headers>;

// A name out of few, so that commands meet: in any spelling.
std::string DrawName() {
  SeededChoices choices(*rc::gen::arbitrary<std::uint32_t>());
  constexpr std::array<std::string_view, 4> kNames = {"foo", "rpc-caller", "x-\xc9", ""};
  return Respell(choices, kNames[choices.Below(4)]);
}

std::map<std::string, std::string> MapOf(std::span<const Header> rows) {
  std::map<std::string, std::string> map;
  for (const auto& [name, value] : rows) RC_ASSERT(map.emplace(name, value).second);
  return map;
}

void AssertSame(const PlainHeaders& plain, const Headers& headers) {
  RC_ASSERT(MapOf(headers.items()) == plain.items);
  RC_ASSERT(MapOf(headers.original_items()) == plain.original_items);
}

struct With : Command {
  std::string name = DrawName();
  std::string value = *rc::gen::arbitrary<std::string>();

  void apply(PlainHeaders& plain) const override {
    plain.items[ModelLowercase(name)] = value;
    plain.original_items[name] = value;
  }
  void run(const PlainHeaders& plain, Headers& headers) const override {
    headers.With(name, value);
    AssertSame(nextState(plain), headers);
  }
  void show(std::ostream& os) const override { os << "With(" << DisplayName(name) << ")"; }
};

struct Del : Command {
  std::string name = DrawName();

  void apply(PlainHeaders& plain) const override {
    plain.items.erase(ModelLowercase(name));
    plain.original_items.erase(name);
  }
  void run(const PlainHeaders& plain, Headers& headers) const override {
    headers.Del(name);
    AssertSame(nextState(plain), headers);
  }
  void show(std::ostream& os) const override { os << "Del(" << DisplayName(name) << ")"; }
};

struct Get : Command {
  std::string name = DrawName();

  void run(const PlainHeaders& plain, Headers& headers) const override {
    const auto found = plain.items.find(ModelLowercase(name));
    const std::optional<std::string_view> value = headers.Get(name);
    RC_ASSERT(value.has_value() == (found != plain.items.end()));
    if (value) RC_ASSERT(*value == found->second);
  }
  void show(std::ostream& os) const override { os << "Get(" << DisplayName(name) << ")"; }
};

TEST(Headers, ActAsTwoMapsUnderAnyCommands) {
  EXPECT_TRUE(CheckProperty([] {
    Headers headers;
    rc::state::check(PlainHeaders(), headers, rc::state::gen::execOneOfWithArgs<With, Del, Get>());
  }));
}

}  // namespace
}  // namespace headerproof
