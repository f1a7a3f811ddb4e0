#include "src/sweep/asking.h"

#include <algorithm>
#include <utility>

#include "src/cases/display.h"
#include "src/converter/fold.h"
#include "src/stacks/recorder.h"

namespace headerproof {
namespace {

void Sort(Metadata& metadata) {
  std::ranges::sort(metadata, {}, &Entry::name);
}

// What is left of `shown` without what a plain call shows: of each name as many values as there
// are more, the plain ones taken away where they are found.
Metadata Beyond(const Metadata& plain, Metadata shown) {
  for (const auto& [name, values] : plain) {
    const auto entry = std::ranges::find(shown, name, &Entry::name);
    if (entry == shown.end()) continue;
    for (const std::string& value : values) {
      const auto at = std::ranges::find(entry->values, value);
      if (at != entry->values.end()) entry->values.erase(at);
    }
    if (entry->values.empty()) shown.erase(entry);
  }
  std::erase_if(shown, [](const Entry& entry) { return entry.name == kProbeCaseName; });
  Sort(shown);
  return shown;
}

Metadata Lowercased(const Metadata& metadata) {
  Metadata lowercased;
  for (const auto& [name, values] : metadata) {
    for (const std::string& value : values) AppendValue(Fold(name), value, lowercased);
  }
  Sort(lowercased);
  return lowercased;
}

std::string InOneLine(const Metadata& metadata) {
  std::string text = DisplayCase(metadata, 4);
  if (!text.empty()) text.pop_back();
  for (std::size_t at; (at = text.find('\n')) != std::string::npos;) text.replace(at, 1, "; ");
  return text;
}

bool SameNames(const Metadata& a, const Metadata& b) {
  return std::ranges::equal(a, b, {}, &Entry::name, &Entry::name);
}

std::string DescribeChange(const Metadata& asked, const Metadata& shown) {
  if (shown == Lowercased(asked)) return "the name was lowercased";
  if (SameNames(asked, shown)) return "the value was changed: " + InOneLine(shown);
  return "shown as " + InOneLine(shown);
}

// `plain` is what a plain call shows besides, or nothing if the peer does not tell what it is
// shown; `plain_status` is how it ends.
SweepAnswer JudgeObservation(const ProbeCase& probe_case, const std::optional<Metadata>& plain,
                             const std::string& plain_status, Observation observation) {
  SweepAnswer answer{.detail = std::move(observation.detail)};
  if (observation.shown)
    answer.shown = Beyond(plain.value_or(Metadata{}), std::move(*observation.shown));
  const auto add_detail = [&answer](const std::string& text) {
    answer.detail = text + (answer.detail.empty() ? "" : "; " + answer.detail);
  };
  const bool delivered = !answer.shown.empty();
  switch (observation.ending) {
    case Ending::kNoAnswer:
      answer.disposition = Disposition::kNoAnswer;
      break;
    case Ending::kNotAsked:
      answer.disposition = Disposition::kNotAsked;
      break;
    case Ending::kStreamError:
      answer.disposition = Disposition::kStreamError;
      break;
    case Ending::kConnectionError:
      answer.disposition = Disposition::kConnectionError;
      break;
    case Ending::kAnswered: {
      const Metadata asked = AskedMetadata(probe_case);
      if (observation.status == plain_status) answer.detail.clear();
      if (!delivered && observation.status != plain_status) {
        answer.disposition = Disposition::kCallFailed;
      } else if (!delivered) {
        answer.disposition = plain ? Disposition::kDropped : Disposition::kLetPass;
      } else if (answer.shown == asked) {
        answer.disposition = Disposition::kUnchanged;
      } else {
        answer.disposition = Disposition::kChanged;
        add_detail(DescribeChange(asked, answer.shown));
      }
      return answer;
    }
  }
  if (delivered) add_detail("shown all the same: " + InOneLine(answer.shown));
  return answer;
}

}  // namespace

Metadata AskedMetadata(const ProbeCase& probe_case) {
  Metadata asked;
  for (const Field& field : probe_case.fields) AppendValue(field.name, field.value, asked);
  Sort(asked);
  return asked;
}

void AppendItem(const Item& item, HpackWriter& writer, std::string& block) {
  for (const Field& field : item.probe_case->fields) {
    writer.Append(field.name, field.value, item.form->hpack, block);
  }
}

bool NeedsPrimer(const Item& item, const HpackWriter& writer) {
  const Representation representation = item.form->hpack.representation;
  if (representation != Representation::kIndexed &&
      representation != Representation::kIndexedName) {
    return false;
  }
  return std::ranges::any_of(item.probe_case->fields, [&writer](const Field& field) {
    return !writer.Holds(field.name, field.value);
  });
}

WireForm PrimerForm(const WireForm& form) {
  return {form.name, {Representation::kIncremental, form.hpack.huffman}};
}

std::size_t FragmentOf(const WireForm& form, std::size_t octets) {
  // The last three octets of a block are, for most probe cases, the end of the name and the value.
  constexpr std::size_t kTail = 3;
  switch (form.cut) {
    case Cut::kEveryOctet:
      return 1;
    case Cut::kInField:
      if (octets > kTail) return std::min(octets - kTail, kMaxFramePayload);
      break;
    case Cut::kNone:
      break;
  }
  return kMaxFramePayload;
}

std::vector<SweepAnswer> AskAll(Place place, std::span<const ProbeCase> probe_cases,
                                const Asker& asker) {
  const ProbeCase control{ProbeCaseKind::kControl, {{"plain-name", "v"}}};
  Observation plain_observation = asker.ask_alone({&control, &kWireForms[0]});
  std::optional<Metadata> plain;
  if (plain_observation.shown) {
    plain = Beyond(AskedMetadata(control), std::move(*plain_observation.shown));
  }
  const std::string plain_status = plain_observation.status;
  std::array<std::optional<std::string>, kWireForms.size()> refused_forms;
  for (std::size_t form = 1; form < kWireForms.size(); ++form) {
    const Observation observation = asker.ask_alone({&control, &kWireForms[form]});
    const bool is_error = observation.ending == Ending::kStreamError ||
                          observation.ending == Ending::kConnectionError;
    if (is_error) refused_forms[form] = observation.detail;
  }

  std::vector<SweepAnswer> answers;
  answers.reserve(probe_cases.size() * kWireForms.size());
  std::vector<Item> items;
  std::vector<std::size_t> slots;  // of the items, in the answers
  for (std::size_t probe_case = 0; probe_case < probe_cases.size(); ++probe_case) {
    for (std::size_t form = 0; form < kWireForms.size(); ++form) {
      if (!refused_forms[form]) {
        slots.push_back(answers.size());
        items.push_back({&probe_cases[probe_case], &kWireForms[form]});
      }
      answers.push_back({.place = place,
                         .form = form,
                         .probe_case = probe_case,
                         .disposition = Disposition::kFormRefused,
                         .detail = refused_forms[form].value_or("")});
    }
  }

  std::vector<std::optional<Observation>> observations(items.size());
  for (std::size_t at = 0; at < items.size();) {
    const std::size_t asked = asker.ask_many(std::span(items).subspan(at), plain_status,
                                             std::span(observations).subspan(at));
    // Where the connection broke before anything was asked, one is asked alone all the same.
    const std::size_t next = at + std::max<std::size_t>(asked, 1);
    for (; at < next; ++at) {
      if (!observations[at]) observations[at] = asker.ask_alone(items[at]);
    }
  }

  for (std::size_t i = 0; i < items.size(); ++i) {
    SweepAnswer& answer = answers[slots[i]];
    SweepAnswer judged =
        JudgeObservation(*items[i].probe_case, plain, plain_status, std::move(*observations[i]));
    answer.disposition = judged.disposition;
    answer.shown = std::move(judged.shown);
    answer.detail = std::move(judged.detail);
  }
  return answers;
}

}  // namespace headerproof
