#include "src/engines/enumerate.h"

#include <algorithm>
#include <utility>

#include "src/cases/generator.h"
#include "src/converter/fold.h"
#include "src/engines/examine.h"
#include "src/grammar/special_name.h"
#include "src/judge/order.h"

namespace headerproof {
namespace {

constexpr std::size_t kMostNameOctets = 3;

// The octets of the names in scope: in the basic extent those of ASCII, and above them the first,
// the last, and the one that begins most letters of European languages in UTF-8.
std::string NameOctets(Extent extent) {
  if (extent == Extent::kWide) return AllOctets();
  return AllOctets().substr(0, 0x80) + "\x80\xc3\xff";
}

NameScope NamesOf(Extent extent) {
  return NameScope(NameOctets(extent), kMostNameOctets);
}

LaneScope LanesOf(Extent extent) {
  return LaneScope(extent == Extent::kWide ? 260 : 130);
}

// The names that the special scope combines: the special ones and one application's, a binary one,
// each exact, capitalized, and (special ones) without the last octet; and then each in capitals.
std::vector<std::string> SpecialScopeNames() {
  std::vector<std::string> special(kFieldNames.begin(), kFieldNames.end());
  special.emplace_back(kContentTypeName);
  special.insert(special.end(), kRoutingNames.begin(), kRoutingNames.end());
  std::vector<std::string> names;
  std::vector<std::string> in_capitals;
  const auto add_spellings = [&](const std::string& name) {
    names.push_back(name);
    names.push_back(Capitalize(name));
    in_capitals.push_back(Uppercase(name));
  };
  for (const std::string& name : special) {
    add_spellings(name);
    names.push_back(name.substr(0, name.size() - 1));
  }
  add_spellings("foo-bin");
  names.insert(names.end(), in_capitals.begin(), in_capitals.end());
  return names;
}

// `base` to the power of `exponent`.
std::uint64_t Power(std::uint64_t base, std::size_t exponent) {
  std::uint64_t power = 1;
  while (exponent-- > 0) power *= base;
  return power;
}

}  // namespace

std::string AllOctets() {
  std::string octets(256, '\0');
  for (std::size_t i = 0; i < octets.size(); ++i) octets[i] = static_cast<char>(i);
  return octets;
}

std::vector<std::vector<std::string>> ValueShapes(std::string_view name) {
  const std::string one = Fold(name) == kContentTypeName ? "application/grpc+s" : "v";
  return {{}, {""}, {one}, {one, "w"}};
}

NameScope::NameScope(std::string alphabet, std::size_t most_octets)
    : alphabet_(std::move(alphabet)) {
  for (std::size_t i = 0; i < alphabet_.size(); ++i) {
    place_[static_cast<unsigned char>(alphabet_[i])] = i;
  }
  for (std::size_t length = 0; length <= most_octets; ++length) {
    size_ += Power(alphabet_.size(), length);
  }
}

std::string NameScope::At(std::uint64_t index) const {
  std::size_t length = 0;
  while (index >= Power(alphabet_.size(), length)) index -= Power(alphabet_.size(), length++);
  std::string name(length, alphabet_.front());
  for (std::size_t i = length; i > 0; --i) {
    name[i - 1] = alphabet_[index % alphabet_.size()];
    index /= alphabet_.size();
  }
  return name;
}

void NameScope::Advance(std::string& name) const {
  for (std::size_t i = name.size(); i > 0; --i) {
    const std::size_t place = place_[static_cast<unsigned char>(name[i - 1])] + 1;
    if (place < alphabet_.size()) {
      name[i - 1] = alphabet_[place];
      return;
    }
    name[i - 1] = alphabet_.front();
  }
  name.insert(name.begin(), alphabet_.front());
}

std::uint64_t LaneScope::size() const {
  const std::uint64_t places = most_octets_ * (most_octets_ + 1) / 2;
  return 255 * places + most_octets_;
}

std::string LaneScope::At(std::uint64_t index) const {
  std::size_t length = 1;
  while (index >= 255 * length + 1) index -= 255 * length++ + 1;
  std::string name(length, 'a');
  if (index == 0) return name;
  const std::uint64_t octet = (index - 1) % 255;
  name[(index - 1) / 255] = static_cast<char>(octet < 'a' ? octet : octet + 1);
  return name;
}

SpecialScope::SpecialScope() {
  for (const std::string& name : SpecialScopeNames()) {
    for (std::vector<std::string>& values : ValueShapes(name)) {
      entries_.push_back({name, std::move(values)});
    }
  }
}

std::uint64_t SpecialScope::CountPairs() const {
  const std::uint64_t shapes = ValueShapes("").size();
  const std::uint64_t names = entries_.size() / shapes;
  return names * (names - 1) * Power(shapes, 2);
}

std::uint64_t SpecialScope::CountTriples() const {
  const std::uint64_t shapes = ValueShapes("").size();
  const std::uint64_t names = entries_.size() / shapes;
  return names * (names - 1) * (names - 2) * Power(shapes, 3);
}

void SpecialScope::VisitBeginningWith(std::size_t first, const Visit& visit,
                                      std::size_t most_entries) const {
  Metadata pair(2);
  Metadata triple(3);
  pair[0] = triple[0] = entries_[first];
  for (std::size_t second = 0; second < entries_.size(); ++second) {
    if (entries_[second].name == pair[0].name) continue;
    pair[1] = triple[1] = entries_[second];
    visit(pair, first < second);
    if (most_entries < 3) continue;
    for (std::size_t third = 0; third < entries_.size(); ++third) {
      const Entry& entry = entries_[third];
      if (entry.name == triple[0].name || entry.name == triple[1].name) continue;
      triple[2] = entry;
      visit(triple, first < second && second < third);
    }
  }
}

std::string_view ScopeName(Scope scope) {
  constexpr std::array<std::string_view, kScopes.size()> kNames = {"names", "lanes", "special"};
  return kNames[static_cast<std::size_t>(scope)];
}

std::string_view ScopeSentence(Scope scope, Extent extent) {
  const bool is_wide = extent == Extent::kWide;
  switch (scope) {
    case Scope::kNames:
      return is_wide ? "every name of up to 3 octets (any octets), with one value"
                     : "every name of up to 3 octets of 00-7f, 80, c3 and ff, with one value";
    case Scope::kLanes:
      return is_wide ? "every octet in every place of every name of 1 to 260 octets that is 'a' "
                       "otherwise"
                     : "every octet in every place of every name of 1 to 130 octets that is 'a' "
                       "otherwise";
    case Scope::kSpecial:
      return "every ordered pair and triple of 43 names (special ones in four spellings, an "
             "application's binary one in three), each with no value, an empty one, one, or two; "
             "relation 5 on all orders of each";
  }
  return {};
}

std::uint64_t ScopeSize(Scope scope, Extent extent) {
  switch (scope) {
    case Scope::kNames:
      return NamesOf(extent).size();
    case Scope::kLanes:
      return LanesOf(extent).size();
    case Scope::kSpecial: {
      const SpecialScope special;
      return special.CountPairs() + special.CountTriples();
    }
  }
  return 0;
}

DividedResult Enumerate(Scope scope, Extent extent, const std::vector<ConverterSet>& converter_sets,
                        std::size_t threads, const Progress& progress) {
  constexpr std::uint64_t kGrain = 1 << 14;
  switch (scope) {
    case Scope::kNames: {
      const NameScope names = NamesOf(extent);
      return Divide(
          names.size(), kGrain, threads, converter_sets,
          [&names](std::uint64_t begin, std::uint64_t end, Examiner& examiner) {
            Metadata metadata = {{names.At(begin), {"v"}}};
            for (std::uint64_t index = begin; index < end; ++index) {
              examiner.Examine(metadata);
              names.Advance(metadata.front().name);
            }
          },
          progress);
    }
    case Scope::kLanes: {
      const LaneScope names = LanesOf(extent);
      return Divide(
          names.size(), kGrain, threads, converter_sets,
          [&names](std::uint64_t begin, std::uint64_t end, Examiner& examiner) {
            for (std::uint64_t index = begin; index < end; ++index) {
              examiner.Examine({{names.At(index), {"v"}}});
            }
          },
          progress);
    }
    case Scope::kSpecial: {
      const SpecialScope special;
      return Divide(
          special.entries().size(), 1, threads, converter_sets,
          [&special](std::uint64_t begin, std::uint64_t end, Examiner& examiner) {
            for (std::uint64_t first = begin; first < end; ++first) {
              special.VisitBeginningWith(first,
                                         [&examiner](const Metadata& metadata, bool in_order) {
                                           examiner.Examine(metadata, in_order ? kMostOrders : 0);
                                         });
            }
          },
          progress);
    }
  }
  return {};
}

}  // namespace headerproof
