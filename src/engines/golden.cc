#include "src/engines/golden.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "src/cases/escape.h"
#include "src/judge/describe.h"
#include "src/judge/order.h"

namespace headerproof {
namespace {

template <class Enum>
constexpr std::size_t IndexOf(Enum value) {
  return static_cast<std::size_t>(value);
}

// Reads the recorded form line by line. A member that reads returns false on an error, which
// error() then is.
class GoldenReader {
 public:
  bool Read(std::string_view text) {
    while (!text.empty()) {
      ++line_;
      const std::size_t end = text.find('\n');
      const std::string_view line = text.substr(0, end);
      text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
      if (!line.empty() && line.front() != '#' && !ReadLine(line)) return false;
    }
    return FinishRecord();
  }

  const CaseError& error() const { return error_; }
  std::vector<GoldenRecord> Take() { return std::move(records_); }

 private:
  bool ReadLine(std::string_view line) {
    if (line.starts_with("case ")) return FinishRecord() && StartRecord(line.substr(5));
    if (records_.empty())
      return Fail(1, "something before the first case; write 'case NAME' first");
    if (line.starts_with("> ")) return ReadCaseLine(line.substr(2));
    if (line == "=") return StartOutcome();
    if (line.starts_with("  ")) return ReadPart(line.substr(2));
    return ReadHeading(line);
  }

  bool StartRecord(std::string_view name) {
    if (name.empty()) return Fail(6, "a case without a name");
    records_.push_back({.name = std::string(name), .metadata = {}, .outcomes = {}});
    targets_.clear();
    case_text_.clear();
    return true;
  }

  bool ReadCaseLine(std::string_view line) {
    if (!targets_.empty()) return Fail(1, "a line of a case after its outcomes; move it up");
    if (!ParseLine(line, 2)) return false;
    case_text_.append(line).append("\n");
    return true;
  }

  // "request before", "response before after": the sets that the outcomes below belong to.
  bool ReadHeading(std::string_view line) {
    for (const Path path : kPaths) {
      const std::string before = std::string(PathName(path)) + " before";
      const std::string after = std::string(PathName(path)) + " after";
      const bool has_before = line == before || line == before + " after";
      const bool has_after = line == after || line == before + " after";
      if (!has_before && !has_after) continue;
      auto& sets = records_.back().outcomes[IndexOf(path)];
      targets_.clear();
      if (has_before) targets_.push_back(&sets[IndexOf(Version::kBefore)]);
      if (has_after) targets_.push_back(&sets[IndexOf(Version::kAfter)]);
      const bool is_new =
          std::ranges::all_of(targets_, [](const OutcomeSet* set) { return set->empty(); });
      return is_new || Fail(1, "outcomes of this path and version a second time; join them");
    }
    return Fail(1,
                "neither 'case NAME', '> ENTRY', '=', a part, nor 'request' or 'response' with "
                "'before', 'after' or 'before after'");
  }

  bool StartOutcome() {
    if (targets_.empty()) {
      return Fail(1, "an outcome of no path and version; write 'request before' or the like first");
    }
    for (OutcomeSet* set : targets_) set->emplace_back();
    has_originals_ = false;
    return true;
  }

  bool ReadPart(std::string_view part) {
    constexpr std::string_view kHeader = "header ";
    constexpr std::string_view kOriginal = "original ";
    constexpr std::string_view kError = "error ";
    if (targets_.empty() || targets_.front()->empty()) {
      return Fail(1, "a part without an outcome; write '=' first");
    }
    if (part.starts_with(kHeader)) return ReadPair(part.substr(kHeader.size()), 9, AddHeader);
    if (part.starts_with(kOriginal)) {
      if (!std::exchange(has_originals_, true)) {
        ForEach([](Outcome& outcome) { outcome.original_headers.clear(); });
      }
      return ReadPair(part.substr(kOriginal.size()), 11, AddOriginal);
    }
    if (part.starts_with(kError)) {
      // The text is a value: read as the value of some entry.
      const std::string entry = "x: " + std::string(part.substr(kError.size()));
      return ReadPair(entry, 5, SetError);
    }
    return ReadPair(part, 2, SetField);
  }

  using Apply = bool (*)(const HeaderPair& pair, Outcome& outcome);

  // Reads `line`, which begins after `column` octets of its own line, as an entry with one value,
  // and applies it to the outcome in all the sets that it belongs to.
  bool ReadPair(std::string_view line, std::size_t column, Apply apply) {
    const std::optional<Metadata> parsed = ParseLine(line, column);
    if (!parsed) return false;
    if (parsed->size() != 1 || parsed->front().values.size() != 1) {
      return Fail(column + 1, "not a name with a value; write 'NAME: VALUE'");
    }
    const HeaderPair pair = {parsed->front().name, parsed->front().values[0]};
    bool applied = true;
    ForEach([&](Outcome& outcome) { applied = apply(pair, outcome) && applied; });
    return applied || Fail(column + 1, "a name out of order, or none of the seven fields'");
  }

  static bool Append(const HeaderPair& pair, HeaderList& list) {
    if (!list.empty() && !(list.back().name < pair.name)) return false;
    list.push_back(pair);
    return true;
  }
  static bool AddHeader(const HeaderPair& pair, Outcome& outcome) {
    return Append(pair, outcome.headers) && Append(pair, outcome.original_headers);
  }
  static bool AddOriginal(const HeaderPair& pair, Outcome& outcome) {
    return Append(pair, outcome.original_headers);
  }
  static bool SetError(const HeaderPair& pair, Outcome& outcome) {
    outcome.error = Error{.entry = Error::kNoEntry, .message = pair.value};
    return true;
  }
  static bool SetField(const HeaderPair& pair, Outcome& outcome) {
    const auto found = std::ranges::find(kFieldNames, pair.name);
    if (found == kFieldNames.end()) return false;
    outcome.fields[static_cast<std::size_t>(found - kFieldNames.begin())] = pair.value;
    return true;
  }

  template <class Visit>
  void ForEach(const Visit& visit) {
    for (OutcomeSet* set : targets_) visit(set->back());
  }

  std::optional<Metadata> ParseLine(std::string_view line, std::size_t column) {
    auto parsed = ParseCase(line);
    if (auto* metadata = std::get_if<Metadata>(&parsed)) return std::move(*metadata);
    auto& fault = std::get<CaseError>(parsed);
    Fail(column + fault.column, std::move(fault.message));
    return std::nullopt;
  }

  bool FinishRecord() {
    if (records_.empty()) return true;
    GoldenRecord& record = records_.back();
    record.metadata = std::get<Metadata>(ParseCase(case_text_));
    for (const auto& sets : record.outcomes) {
      for (const OutcomeSet& set : sets) {
        if (set.empty()) {
          return Fail(1, "the case above lacks outcomes; each needs both paths, before and after");
        }
        for (auto outcome = set.begin(); outcome != set.end(); ++outcome) {
          if (std::find(set.begin(), outcome, *outcome) != outcome) {
            return Fail(1, "an outcome twice in a set of the case above; sets have no repeats");
          }
        }
      }
    }
    return true;
  }

  bool Fail(std::size_t column, std::string message) {
    error_ = {line_, column, std::move(message)};
    return false;
  }

  std::vector<GoldenRecord> records_;
  std::string case_text_;             // of the last record
  std::vector<OutcomeSet*> targets_;  // within the last record
  bool has_originals_ = false;        // the last outcome states its original headers
  std::size_t line_ = 0;
  CaseError error_;
};

void PrintParts(std::string_view kind, const HeaderList& list, std::string& text) {
  for (const auto& [name, value] : list) {
    text.append("  ").append(kind).append(PrintCase({{name, {value}}}));
  }
}

void PrintSet(std::string_view heading, const OutcomeSet& set, std::string& text) {
  text.append(heading).append("\n");
  for (const Outcome& outcome : set) {
    text += "=\n";
    if (outcome.error) {
      text += "  error " + EscapeValue(outcome.error->message) + "\n";
      continue;
    }
    for (std::size_t field = 0; field < kFieldCount; ++field) {
      if (outcome.fields[field].empty()) continue;
      text += "  " + PrintCase({{std::string(kFieldNames[field]), {outcome.fields[field]}}});
    }
    PrintParts("header ", outcome.headers, text);
    if (outcome.original_headers != outcome.headers) {
      PrintParts("original ", outcome.original_headers, text);
    }
  }
}

void CompareSets(const GoldenRecord& record, Path path, Version version, const Converter& converter,
                 GoldenTally& tally) {
  if (record.metadata.size() > kMostEntriesInEveryOrder) {
    if (FindOrderReasons(path, converter.policy, record.metadata).any()) {
      ++tally.skipped;
      return;
    }
    ++tally.large;
  } else {
    ++tally.sets;
  }
  const OutcomeSet& recorded = record.outcomes[IndexOf(path)][IndexOf(version)];
  tally.outcomes[IndexOf(path)] += recorded.size();
  const OutcomeSet ours = OutcomesOverOrders(converter, path, record.metadata, kMostOrders);
  const auto report = [&](std::string_view what, const Outcome& outcome) {
    tally.faults.push_back(
        {record.name, path, version, std::string(what) + DescribeOutcome(path, outcome)});
  };
  const auto is_ours = [&](const Outcome& outcome) { return IsAmong(ours, outcome); };
  const auto is_recorded = [&](const Outcome& outcome) { return IsAmong(recorded, outcome); };
  if (const auto lost = std::ranges::find_if_not(recorded, is_ours); lost != recorded.end()) {
    report("recorded, and never ours: ", *lost);
  } else if (const auto new_one = std::ranges::find_if_not(ours, is_recorded);
             new_one != ours.end()) {
    report("ours in some order, and never recorded: ", *new_one);
  }
}

}  // namespace

std::string_view VersionName(Version version) {
  return version == Version::kBefore ? "before" : "after";
}

std::variant<std::vector<GoldenRecord>, CaseError> ParseGolden(std::string_view text) {
  GoldenReader reader;
  if (!reader.Read(text)) return reader.error();
  return reader.Take();
}

std::string PrintGolden(const std::vector<GoldenRecord>& records) {
  std::string text;
  for (const GoldenRecord& record : records) {
    text += (text.empty() ? "case " : "\ncase ") + record.name + "\n";
    for (const Entry& entry : record.metadata) {
      // One line for a value, each with its mark.
      const std::string printed = PrintCase({entry});
      for (std::string_view lines = printed; !lines.empty();
           lines.remove_prefix(lines.find('\n') + 1)) {
        text.append("> ").append(lines.substr(0, lines.find('\n') + 1));
      }
    }
    for (const Path path : kPaths) {
      const auto& [before, after] = record.outcomes[IndexOf(path)];
      const std::string name(PathName(path));
      if (before == after) {
        PrintSet(name + " before after", before, text);
      } else {
        PrintSet(name + " before", before, text);
        PrintSet(name + " after", after, text);
      }
    }
  }
  return text;
}

GoldenTally CompareGolden(const std::vector<GoldenRecord>& records, const Converter& before,
                          const Converter& after) {
  GoldenTally tally;
  for (const GoldenRecord& record : records) {
    ++tally.records;
    for (const Path path : kPaths) {
      CompareSets(record, path, Version::kBefore, before, tally);
      CompareSets(record, path, Version::kAfter, after, tally);
    }
  }
  return tally;
}

}  // namespace headerproof
