#include "src/judge/difference.h"

#include <algorithm>
#include <functional>
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

// Original headers by the header that they spell; each list is sorted.
using Spellings = std::map<std::string, std::vector<HeaderPair>, std::less<>>;

Spellings GroupSpellings(const HeaderList& originals) {
  Spellings spellings;
  for (const HeaderPair& original : originals) {
    spellings[ModelLowercase(original.name)].push_back(original);
  }
  return spellings;
}

const std::vector<HeaderPair>& SpellingsOf(const Spellings& spellings, std::string_view name) {
  static const std::vector<HeaderPair> kNone;
  const auto found = spellings.find(name);
  return found == spellings.end() ? kNone : found->second;
}

// Calls emit(kind, subject) for every difference of two errors.
template <class Emit>
void VisitErrors(const Outcome& left, const Outcome& right, const Emit& emit) {
  if (left.ok()) return emit(DifferenceKind::kNewError, std::string_view());
  if (right.ok()) return emit(DifferenceKind::kErrorLost, std::string_view());
  if (left.error->code != right.error->code || left.error->entry != right.error->entry) {
    emit(DifferenceKind::kErrorChanged, std::string_view());
  } else if (left.error->message != right.error->message) {
    emit(DifferenceKind::kErrorText, std::string_view());
  }
}

// Calls emit(kind, subject) for every difference, headers by name.
template <class Emit>
void VisitDifferences(Path path, const Outcome& left, const Outcome& right, const Emit& emit) {
  if (left == right) return;
  if (!left.ok() || !right.ok()) return VisitErrors(left, right, emit);
  for (std::size_t field = 0; field < kFieldCount; ++field) {
    if (left.fields[field] == right.fields[field]) continue;
    emit(field == kEncodingField ? DifferenceKind::kEncodingChanged : DifferenceKind::kFieldChanged,
         kFieldWords[field]);
  }
  Spellings left_spellings;
  Spellings right_spellings;
  if (left.original_headers != right.original_headers) {
    left_spellings = GroupSpellings(left.original_headers);
    right_spellings = GroupSpellings(right.original_headers);
  }
  auto on_left = left.headers.begin();
  auto on_right = right.headers.begin();
  while (on_left != left.headers.end() || on_right != right.headers.end()) {
    const bool left_alone = on_right == right.headers.end() ||
                            (on_left != left.headers.end() && on_left->name < on_right->name);
    const bool right_alone = on_left == left.headers.end() ||
                             (on_right != right.headers.end() && on_right->name < on_left->name);
    if (left_alone) {
      emit(DifferenceKind::kHeaderLost, on_left->name);
      ++on_left;
    } else if (right_alone) {
      emit(KindOfGain(path, on_right->name), on_right->name);
      ++on_right;
    } else {
      if (on_left->value != on_right->value) emit(DifferenceKind::kValueChanged, on_left->name);
      if (SpellingsOf(left_spellings, on_left->name) !=
          SpellingsOf(right_spellings, on_left->name)) {
        emit(DifferenceKind::kOriginalSpelling, on_left->name);
      }
      ++on_left;
      ++on_right;
    }
  }
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
  std::vector<Difference> differences;
  VisitDifferences(path, left, right, [&](DifferenceKind kind, std::string_view subject) {
    differences.push_back({kind, std::string(subject)});
  });
  std::ranges::sort(differences);
  return differences;
}

DifferenceSet FindDifferences(Path path, const Outcome& left, const Outcome& right) {
  DifferenceSet set;
  VisitDifferences(path, left, right,
                   [&](DifferenceKind kind, std::string_view) { set.Add(kind); });
  return set;
}

}  // namespace headerproof
