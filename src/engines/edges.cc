#include "src/engines/edges.h"

#include <string>
#include <utility>
#include <vector>

#include "src/converter/fold.h"
#include "src/engines/enumerate.h"
#include "src/engines/examine.h"
#include "src/grammar/special_name.h"

namespace headerproof {
namespace {

// The names in which octets are put: application's names of every length, and every special name,
// which a misspelling makes into an application's.
std::vector<std::string> HostNames() {
  std::vector<std::string> names;
  for (std::size_t size = 1; size <= kMostEdgeOctets; ++size) names.emplace_back(size, 'a');
  names.insert(names.end(), kFieldNames.begin(), kFieldNames.end());
  names.emplace_back("rpc-a");
  names.emplace_back(kContentTypeName);
  names.insert(names.end(), kRoutingNames.begin(), kRoutingNames.end());
  return names;
}

OctetPlace PlaceOf(std::size_t position, std::size_t size) {
  if (size == 1) return OctetPlace::kOnly;
  if (position == 0) return OctetPlace::kFirst;
  return position + 1 == size ? OctetPlace::kLast : OctetPlace::kInner;
}

// `name` with values of every shape; and where lowercasing changes it, next to the name that it
// becomes, before and after.
std::vector<Metadata> CasesOf(const std::string& name) {
  std::vector<Metadata> cases;
  const std::string folded = Fold(name);
  for (std::vector<std::string>& values : ValueShapes(name)) {
    const Entry entry = {name, std::move(values)};
    cases.push_back({entry});
    if (folded == name) continue;
    const Entry other = {folded, {"o"}};
    cases.push_back({entry, other});
    cases.push_back({other, entry});
  }
  return cases;
}

void Note(const Metadata& metadata, DifferenceSet kinds, OctetEdge& edge) {
  ++edge.cases;
  if (kinds.empty()) return;
  if (!edge.sharp() || IsSmaller(metadata, edge.smallest)) edge.smallest = metadata;
  edge.kinds.Add(kinds);
}

}  // namespace

std::string_view OctetPlaceName(OctetPlace place) {
  constexpr std::array<std::string_view, kOctetPlaceCount> kNames = {"only", "first", "inner",
                                                                     "last"};
  return kNames[static_cast<std::size_t>(place)];
}

Edges FindEdges(const ConverterSet& converter_set) {
  Edges edges;
  Examiner examiner({converter_set});
  for (const std::string& host : HostNames()) {
    for (std::size_t position = 0; position < host.size(); ++position) {
      const auto place = static_cast<std::size_t>(PlaceOf(position, host.size()));
      for (std::size_t octet = 0; octet < 256; ++octet) {
        std::string name = host;
        name[position] = static_cast<char>(octet);
        std::array<bool, 2> differs{};
        const std::vector<Metadata> cases = CasesOf(name);
        for (const Metadata& metadata : cases) {
          examiner.Examine(metadata);
          for (const Path path : kPaths) {
            const auto at = static_cast<std::size_t>(path);
            Note(metadata, examiner.differences(path), edges.paths[at][place][octet]);
            differs[at] = differs[at] || !examiner.differences(path).empty();
          }
        }
        if (!HasUppercase(name)) continue;
        for (std::size_t at = 0; at < differs.size(); ++at) {
          // A response has no reserved name, however the rest of it is spelled.
          if (kPaths[at] == Path::kResponse && IsReserved(name)) continue;
          SharpNames& names = edges.names[at];
          if (differs[at]) {
            ++names.count;
          } else if (names.without++ == 0) {
            names.first_without = cases.front();
          }
        }
      }
    }
  }
  edges.tally = examiner.tally();
  MinimizeCounterexamples({converter_set}, edges.tally);
  return edges;
}

}  // namespace headerproof
