#include "src/judge/minimize.h"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace headerproof {
namespace {

using Visit = std::function<bool(const Metadata& reduced)>;

// Neutral values, the simplest first.
constexpr std::array<std::string_view, 5> kNeutralValues = {"x", "y", "z", "",
                                                            "application/grpc+x"};

// How far a value is from the simplest; its length decides among those that are not neutral.
std::size_t ValueRank(std::string_view value) {
  const auto found = std::ranges::find(kNeutralValues, value);
  const auto rank = static_cast<std::size_t>(found - kNeutralValues.begin());
  return found == kNeutralValues.end() ? rank + value.size() : rank;
}

// How far an octet of a name is from the simplest.
int OctetRank(char c) {
  constexpr std::string_view kSimplest = "aAbB";
  if (const std::size_t at = kSimplest.find(c); at != std::string_view::npos) {
    return static_cast<int>(at);
  }
  const bool is_plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
  if (is_plain) return 4;
  return c >= 'A' && c <= 'Z' ? 5 : 6;
}

bool NamesAreDistinct(const Metadata& metadata) {
  std::set<std::string_view> names;
  return std::ranges::all_of(
      metadata, [&names](const Entry& entry) { return names.insert(entry.name).second; });
}

// Calls visit_chunk(start, size) for chunks of [0, size): the whole, halves, and so on to single
// places; returns true as soon as it does.
template <class VisitChunk>
bool VisitChunks(std::size_t size, const VisitChunk& visit_chunk) {
  for (std::size_t chunk = size; chunk > 0; chunk /= 2) {
    for (std::size_t start = 0; start + chunk <= size; start += chunk) {
      if (visit_chunk(start, chunk)) return true;
    }
    // The last chunk may be short of the end.
    if (size % chunk != 0 && visit_chunk(size - chunk, chunk)) return true;
  }
  return false;
}

// Every value of the entries [start, start + size) made neutral: "x", or by its place in the
// metadata. False if each of them is as simple already.
bool MakeNeutral(const Metadata& metadata, std::size_t start, std::size_t size, bool by_place,
                 Metadata& reduced) {
  std::size_t place = 0;
  for (std::size_t i = 0; by_place && i < start; ++i) place += metadata[i].values.size();
  bool simpler = false;
  for (std::size_t i = start; i < start + size; ++i) {
    for (std::size_t v = 0; v < metadata[i].values.size(); ++v) {
      const std::string_view neutral = kNeutralValues[by_place ? place++ % 3 : 0];
      if (ValueRank(metadata[i].values[v]) <= ValueRank(neutral)) continue;
      if (!simpler) reduced = metadata;
      reduced[i].values[v] = neutral;
      simpler = true;
    }
  }
  return simpler;
}

bool VisitNeutralValues(const Metadata& metadata, const Visit& visit) {
  for (const bool by_place : {false, true}) {
    if (VisitChunks(metadata.size(), [&](std::size_t start, std::size_t size) {
          Metadata reduced;
          return MakeNeutral(metadata, start, size, by_place, reduced) && visit(reduced);
        })) {
      return true;
    }
  }
  Metadata reduced = metadata;
  for (std::size_t i = 0; i < metadata.size(); ++i) {
    for (std::size_t v = 0; v < metadata[i].values.size(); ++v) {
      const std::string& value = metadata[i].values[v];
      for (const std::string_view neutral : kNeutralValues) {
        if (ValueRank(neutral) >= ValueRank(value)) break;
        reduced[i].values[v] = neutral;
        if (visit(reduced)) return true;
      }
      if (ValueRank(value) >= kNeutralValues.size() &&
          VisitChunks(value.size(), [&](std::size_t start, std::size_t size) {
            reduced[i].values[v] = std::string(value).erase(start, size);
            return ValueRank(reduced[i].values[v]) < ValueRank(value) && visit(reduced);
          })) {
        return true;
      }
      reduced[i].values[v] = value;
    }
  }
  return false;
}

bool VisitFewerEntries(const Metadata& metadata, const Visit& visit) {
  return VisitChunks(metadata.size(), [&](std::size_t start, std::size_t size) {
    Metadata reduced;
    reduced.reserve(metadata.size() - size);
    for (std::size_t i = 0; i < metadata.size(); ++i) {
      if (i < start || i >= start + size) reduced.push_back(metadata[i]);
    }
    return visit(reduced);
  });
}

bool VisitFewerValues(const Metadata& metadata, const Visit& visit) {
  Metadata reduced = metadata;
  for (std::size_t i = 0; i < metadata.size(); ++i) {
    const std::vector<std::string>& values = metadata[i].values;
    if (VisitChunks(values.size(), [&](std::size_t start, std::size_t size) {
          const auto first = values.begin() + static_cast<std::ptrdiff_t>(start);
          reduced[i].values.assign(values.begin(), first);
          reduced[i].values.insert(reduced[i].values.end(),
                                   first + static_cast<std::ptrdiff_t>(size), values.end());
          return visit(reduced);
        })) {
      return true;
    }
    reduced[i].values = values;
  }
  return false;
}

// Names made simpler by `change(name, start, size)`, which returns whether it changed the name.
template <class Change>
bool VisitNameChanges(const Metadata& metadata, const Visit& visit, const Change& change) {
  Metadata reduced = metadata;
  for (std::size_t i = 0; i < metadata.size(); ++i) {
    const std::string& name = metadata[i].name;
    if (VisitChunks(name.size(), [&](std::size_t start, std::size_t size) {
          reduced[i].name = name;
          return change(reduced[i].name, start, size) && NamesAreDistinct(reduced) &&
                 visit(reduced);
        })) {
      return true;
    }
    reduced[i].name = name;
  }
  return false;
}

bool VisitShorterNames(const Metadata& metadata, const Visit& visit) {
  return VisitNameChanges(metadata, visit,
                          [](std::string& name, std::size_t start, std::size_t size) {
                            name.erase(start, size);
                            return true;
                          });
}

// Replaces octets that are not as simple as `octet` already.
bool Simplify(std::string& name, std::size_t start, std::size_t size, char octet) {
  bool changed = false;
  for (std::size_t i = start; i < start + size; ++i) {
    if (OctetRank(name[i]) <= OctetRank(octet)) continue;
    name[i] = octet;
    changed = true;
  }
  return changed;
}

bool VisitSimplerOctets(const Metadata& metadata, const Visit& visit) {
  for (const char octet : {'a', 'A', 'b', 'B'}) {
    if (VisitNameChanges(metadata, visit,
                         [octet](std::string& name, std::size_t start, std::size_t size) {
                           return Simplify(name, start, size, octet);
                         })) {
      return true;
    }
  }
  return VisitNameChanges(metadata, visit,
                          [](std::string& name, std::size_t start, std::size_t size) {
                            bool changed = false;
                            for (std::size_t i = start; i < start + size; ++i) {
                              if (OctetRank(name[i]) != 5) continue;
                              name[i] = static_cast<char>(name[i] | 0x20);
                              changed = true;
                            }
                            return changed;
                          });
}

std::size_t EntriesAsked(const Metadata& metadata) {
  std::size_t entries = 1;
  for (const auto& [name, values] : metadata) {
    std::size_t octets = name.size();
    for (const std::string& value : values) octets += value.size();
    entries += 1 + octets / 32;
  }
  return entries;
}

// Asks whether cases show what they are to show, until too much was asked.
class Asker {
 public:
  explicit Asker(const Visit& shows) : shows_(shows) {}

  bool Shows(const Metadata& metadata) {
    if (exhausted_) return false;
    const std::size_t entries = EntriesAsked(metadata);
    exhausted_ = entries > left_;
    if (exhausted_) return false;
    left_ -= entries;
    return shows_(metadata);
  }

  bool exhausted() const { return exhausted_; }

 private:
  const Visit& shows_;
  std::size_t left_ = kMostEntriesAsked;
  bool exhausted_ = false;
};

// `metadata` without the entries that what it shows does not depend on, taken out by halves,
// quarters and so on; what is left makes every later step quick.
Metadata WithoutIdleEntries(Metadata metadata, Asker& asker) {
  for (std::size_t chunk = metadata.size() / 2; chunk > 0; chunk /= 2) {
    for (std::size_t at = 0; at < metadata.size() && !asker.exhausted();) {
      const std::size_t end = std::min(at + chunk, metadata.size());
      Metadata fewer(metadata.begin(), metadata.begin() + static_cast<std::ptrdiff_t>(at));
      fewer.insert(fewer.end(), metadata.begin() + static_cast<std::ptrdiff_t>(end),
                   metadata.end());
      if (asker.Shows(fewer)) {
        metadata = std::move(fewer);
      } else {
        at = end;
      }
    }
  }
  return metadata;
}

}  // namespace

bool VisitReductions(const Metadata& metadata, const Visit& visit) {
  return VisitNeutralValues(metadata, visit) || VisitFewerEntries(metadata, visit) ||
         VisitFewerValues(metadata, visit) || VisitShorterNames(metadata, visit) ||
         VisitSimplerOctets(metadata, visit);
}

Metadata Minimize(Metadata metadata, const std::function<bool(const Metadata& reduced)>& shows,
                  bool* is_smallest) {
  Asker asker(shows);
  metadata = WithoutIdleEntries(std::move(metadata), asker);
  Metadata next;
  const auto find_next = [&] {
    bool found = false;
    VisitReductions(metadata, [&](const Metadata& reduced) {
      found = asker.Shows(reduced);
      if (found) next = reduced;
      return found || asker.exhausted();
    });
    return found;
  };
  while (find_next()) std::swap(metadata, next);
  if (is_smallest != nullptr) *is_smallest = !asker.exhausted();
  return metadata;
}

}  // namespace headerproof
