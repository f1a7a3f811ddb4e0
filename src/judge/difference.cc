#include "src/judge/difference.h"

#include <algorithm>
#include <map>

#include "src/judge/model.h"

namespace headerproof {
namespace {

constexpr std::size_t kEncodingField = 5;
constexpr std::array<std::string_view, kFieldCount> kFieldWords = {
    "caller",           "service",  "shard key",       "routing key",
    "routing delegate", "encoding", "caller procedure"};

// What a header that only the right side has is called.
DifferenceKind KindOfGain(Path path, std::string_view name) {
  const bool is_reserved = path == Path::kRequest ? ModelIsField(name) : ModelIsReserved(name);
  if (is_reserved) return DifferenceKind::kReservedNameLeak;
  if (path == Path::kRequest && name == "content-type") return DifferenceKind::kContentTypeLeak;
  if (path == Path::kRequest && ModelIsRoutingName(name)) return DifferenceKind::kRoutingNameLeak;
  return DifferenceKind::kHeaderGained;
}

std::map<std::string, std::string> MapOf(const HeaderList& headers) {
  std::map<std::string, std::string> map;
  for (const auto& [name, value] : headers) map.emplace(name, value);
  return map;
}

// Original headers by the header that they spell; each list is sorted.
std::map<std::string, HeaderList> GroupSpellings(const HeaderList& originals) {
  std::map<std::string, HeaderList> spellings;
  for (const HeaderPair& original : originals) {
    spellings[ModelLowercase(original.name)].push_back(original);
  }
  return spellings;
}

std::vector<Difference> ListErrorDifferences(const Outcome& left, const Outcome& right) {
  if (left.error == right.error) return {};
  if (left.ok()) return {{DifferenceKind::kNewError, ""}};
  if (right.ok()) return {{DifferenceKind::kErrorLost, ""}};
  if (left.error->code != right.error->code || left.error->entry != right.error->entry) {
    return {{DifferenceKind::kErrorChanged, ""}};
  }
  return {{DifferenceKind::kErrorText, ""}};
}

}  // namespace

std::string_view DifferenceName(DifferenceKind kind) {
  constexpr std::array<std::string_view, kDifferenceKindCount> kNames = {
      "new-error",         "error-lost",       "error-changed",      "error-text",
      "field-changed",     "encoding-changed", "reserved-name-leak", "content-type-leak",
      "routing-name-leak", "header-gained",    "header-lost",        "value-changed",
      "original-spelling"};
  return kNames[static_cast<std::size_t>(kind)];
}

std::vector<std::string_view> DifferenceSet::Names() const {
  std::vector<std::string_view> names;
  for (std::size_t i = 0; i < kDifferenceKindCount; ++i) {
    const auto kind = static_cast<DifferenceKind>(i);
    if (Has(kind)) names.push_back(DifferenceName(kind));
  }
  return names;
}

std::vector<Difference> ListDifferences(Path path, const Outcome& left, const Outcome& right) {
  if (left == right) return {};
  if (!left.ok() || !right.ok()) return ListErrorDifferences(left, right);
  std::vector<Difference> differences;
  const auto add = [&differences](DifferenceKind kind, std::string_view subject) {
    differences.push_back({kind, std::string(subject)});
  };
  for (std::size_t field = 0; field < kFieldCount; ++field) {
    if (left.fields[field] == right.fields[field]) continue;
    add(field == kEncodingField ? DifferenceKind::kEncodingChanged : DifferenceKind::kFieldChanged,
        kFieldWords[field]);
  }
  const auto left_values = MapOf(left.headers);
  const auto right_values = MapOf(right.headers);
  auto left_spellings = GroupSpellings(left.original_headers);
  auto right_spellings = GroupSpellings(right.original_headers);
  for (const auto& [name, value] : left_values) {
    const auto on_right = right_values.find(name);
    if (on_right == right_values.end()) {
      add(DifferenceKind::kHeaderLost, name);
      continue;
    }
    if (on_right->second != value) add(DifferenceKind::kValueChanged, name);
    if (left_spellings[name] != right_spellings[name]) add(DifferenceKind::kOriginalSpelling, name);
  }
  for (const auto& [name, value] : right_values) {
    if (!left_values.contains(name)) add(KindOfGain(path, name), name);
  }
  std::ranges::sort(differences);
  return differences;
}

DifferenceSet FindDifferences(Path path, const Outcome& left, const Outcome& right) {
  DifferenceSet set;
  for (const Difference& difference : ListDifferences(path, left, right)) set.Add(difference.kind);
  return set;
}

}  // namespace headerproof
