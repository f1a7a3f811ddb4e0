// The checks of the core as one small program, for what measures their strength: the coverage of
// each part alone, and wrong sources that some part has to notice. The parts are the engines', and
// ask what the tests ask; what is named here is only which inputs.
//
//   core_check SOURCE_FOLDER PART...
//
//   seeds        corpus/ and fuzz/seeds/, as every fuzz target reads them
//   quick        of the enumerated scopes, what a wrong converter is killed by in a moment
//   enumeration  all three enumerated scopes
//   golden       the outcomes recorded from yarpc-go
//   sample       metadata of the generator, from one seed
//
// Exit: 0, every part found what it should; 1, one did not: it says so, and no later one is run;
// 2, bad usage.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "src/cases/choices.h"
#include "src/cases/display.h"
#include "src/cases/generator.h"
#include "src/cases/text.h"
#include "src/converter/convert.h"
#include "src/converter/forward.h"
#include "src/converter/outcome.h"
#include "src/converter/way_back.h"
#include "src/engines/enumerate.h"
#include "src/engines/examine.h"
#include "src/engines/failure.h"
#include "src/engines/golden.h"
#include "src/engines/kill.h"
#include "src/engines/replay.h"
#include "src/fuzzing/check_headers.h"
#include "src/fuzzing/check_text_form.h"
#include "src/grammar/field.h"
#include "src/grammar/name.h"
#include "src/grammar/value.h"
#include "src/judge/converters.h"
#include "src/judge/describe.h"
#include "src/judge/model.h"
#include "src/judge/order.h"

namespace headerproof {
namespace {

std::vector<ConverterSet> AllSuites() {
  return {OwningConverters(), ZeroCopyConverters(), ModelConverters()};
}

// A name's domain, its first fault for each domain, and the table of octets agree.
std::string NameFault(std::string_view name) {
  for (const char c : name) {
    const auto octet = static_cast<unsigned char>(c);
    if (OctetDomain(octet) != kOctetDomain[octet]) return "the table of octets";
  }
  for (std::size_t d = 0; d < kDomainCount; ++d) {
    const auto domain = static_cast<Domain>(d);
    if (DomainName(domain).empty()) return "a domain without a name";
    if (FirstFault(name, domain).has_value() == IsIn(domain, name)) {
      return DisplayName(name) + " and the domain " + std::string(DomainName(domain));
    }
  }
  return {};
}

// What one rule for values allows, the wider ones allow.
std::string ValueFault(std::string_view value) {
  const bool is_field_value = IsFieldValue(value);
  const bool is_http2_value = IsHttp2Value(value);
  if (is_field_value && !is_http2_value) return "a value of RFC 9110 that RFC 9113 refuses";
  if (IsGrpcAcceptedValue(value) && is_http2_value && !is_field_value) {
    return "a value of gRPC and RFC 9113 that RFC 9110 refuses";
  }
  return {};
}

// A field is malformed by its value, or because no message may have it.
std::string FieldFaultFault(std::string_view name, std::string_view value) {
  const bool is_barred = IsConnectionSpecific(name) || (name == "te" && value != "trailers") ||
                         PseudoOf(name) == Pseudo::kUnknown;
  const auto fault = FirstFieldFault(name, value);
  if (fault.has_value() != (is_barred || !IsHttp2Value(value))) return "a fault of a field";
  if (fault && fault->position && *fault->position >= value.size()) return "a fault's place";
  return {};
}

// What may be forwarded and what is kept back are all that came, each value once.
std::string ForwardingFault(const Metadata& metadata) {
  const Forwardable parted = FilterForForwarding(metadata);
  std::size_t came = 0;
  std::size_t went = parted.kept_back.size();
  for (const Entry& entry : metadata) came += entry.values.size();
  for (const Entry& entry : parted.metadata) went += entry.values.size();
  for (const KeptBack& kept : parted.kept_back) {
    if (ForwardFaultText(kept.fault).empty()) return "a value is kept back without a reason";
  }
  return came == went ? "" : "values are lost in forwarding, or come from nowhere";
}

// What a person is shown of the case and its outcomes is printable.
std::string OutcomeFault(const Metadata& metadata) {
  std::string shown = DisplayCase(metadata);
  for (const Path path : kPaths) {
    shown += PathName(path);
    std::vector<Outcome> distinct;
    for (const Converter& converter : AllConverters()) {
      Outcome outcome;
      converter.convert(path, metadata, outcome);
      if (std::ranges::find(distinct, outcome) == distinct.end()) distinct.push_back(outcome);
    }
    for (const Outcome& outcome : distinct) shown += DescribeOutcome(path, outcome);
  }
  for (const char c : shown) {
    if (c != '\n' && (c < 0x20 || c > 0x7e)) return "a raw octet is shown";
  }
  return {};
}

// A zero-copy result that was moved is what the owning one is.
std::string MovedFault(const Metadata& metadata) {
  Outcome owned;
  ToOutcome(Convert<Path::kRequest, KeyPolicy::kGuarded, std::string>(metadata), owned);
  auto view = Convert<Path::kRequest, KeyPolicy::kGuarded, std::string_view>(metadata);
  ConversionView moved(std::move(view));
  view = std::move(moved);
  Outcome moved_outcome;
  ToOutcome(std::move(view), moved_outcome);
  return moved_outcome == owned ? "" : "a zero-copy result changes when it is moved";
}

// The way back of headers as they are spelled, reserved ones and rivals among them.
std::string WayBackFault(const Metadata& metadata) {
  Outcome request;
  for (const auto& [name, values] : metadata) {
    request.headers.push_back({name, values.empty() ? "" : values[0]});
  }
  Metadata expected;
  Metadata actual;
  const auto expected_error = ModelToMetadata(request, expected);
  const auto actual_error = ToMetadata(request.fields, request.headers, actual);
  return expected == actual && expected_error == actual_error ? "" : "the way back";
}

// Everything that is asked of a case, but of its order.
std::string CaseFault(const Metadata& metadata) {
  for (const auto& [name, values] : metadata) {
    if (std::string fault = NameFault(name); !fault.empty()) return fault;
    for (const std::string& value : values) {
      if (std::string fault = ValueFault(value); !fault.empty()) return fault;
      if (std::string fault = FieldFaultFault(name, value); !fault.empty()) return fault;
    }
  }
  for (const auto ask : {HeadersFault, ForwardingFault, OutcomeFault, MovedFault, WayBackFault}) {
    if (std::string fault = ask(metadata); !fault.empty()) return fault;
  }
  return {};
}

std::string SeedsFault(const std::string& source) {
  Examiner examiner(AllSuites());
  std::string fault;
  const OctetVisitor visitor = {
      .on_octets =
          [&](const std::string&, const std::string& octets) {
            const Metadata metadata = ParseCaseLeniently(octets);
            fault = TextFormFault(octets);
            if (fault.empty()) fault = CaseFault(metadata);
            if (fault.empty() && !examiner.Examine(metadata, kMostOrders)) {
              fault = DescribeFailure(metadata, examiner.Violations(metadata));
            }
            return fault.empty();
          },
      .on_error =
          [&fault](const std::string&, const std::string& message) {
            fault = message;
            return false;
          }};
  ReplayOctets({source + "/corpus", source + "/fuzz/seeds"}, visitor);
  return fault;
}

std::string QuickFault(const std::string&) {
  for (const ConverterSet& converter_set : AllSuites()) {
    if (KillByEnumeration(converter_set).killed)
      return "a metadata of the enumerated scopes is not obeyed";
  }
  return {};
}

std::string EnumerationFault(const std::string&) {
  constexpr std::size_t kThreads = 2;
  for (const Scope scope : kScopes) {
    const Tally tally =
        Enumerate(scope, Extent::kBasic, OwnConverterSets(), kThreads, nullptr).tally;
    if (tally.violations != 0) {
      return DescribeFailure(tally.findings[0].counterexample, {tally.findings[0].violation});
    }
  }
  return {};
}

std::string GoldenFault(const std::string& source) {
  for (const char* file : {"/golden/chosen.golden", "/golden/random.golden"}) {
    std::string text;
    if (!ReadCaseText(source + file, text)) return text;
    const auto parsed = ParseGolden(text);
    const auto* records = std::get_if<std::vector<GoldenRecord>>(&parsed);
    if (records == nullptr) return std::get<CaseError>(parsed).message;
    for (const ConverterSet& converter_set : AllSuites()) {
      const GoldenTally tally = CompareGolden(
          *records, *converter_set[static_cast<std::size_t>(KeyPolicy::kCanonicalizing)],
          *converter_set[static_cast<std::size_t>(KeyPolicy::kDirect)]);
      if (!tally.faults.empty()) return tally.faults[0].name + ": " + tally.faults[0].detail;
      if (tally.sets == 0) return "nothing recorded was compared";
    }
  }
  return {};
}

std::string SampleFault(const std::string&) {
  constexpr std::uint64_t kSeed = 1;
  constexpr std::uint64_t kCases = 500;
  SeededChoices choices(kSeed);
  Examiner examiner(AllSuites());
  for (std::uint64_t i = 0; i < kCases; ++i) {
    const Metadata metadata = GenerateMetadata(choices, {.with_huge_names = i % 64 == 0});
    if (std::string fault = CaseFault(metadata); !fault.empty()) return fault;
    if (!examiner.Examine(metadata, i % 16 == 0 ? kMostOrders : 0)) {
      return DescribeFailure(metadata, examiner.Violations(metadata));
    }
    if (std::string fault = TextFormFault(PrintCase(metadata)); !fault.empty()) return fault;
  }
  return {};
}

struct Part {
  std::string_view name;
  std::string (*fault)(const std::string& source);  // what is wrong; empty if nothing is
};

constexpr Part kParts[] = {{"seeds", SeedsFault},
                           {"quick", QuickFault},
                           {"enumeration", EnumerationFault},
                           {"golden", GoldenFault},
                           {"sample", SampleFault}};

const Part* FindPart(std::string_view name) {
  for (const Part& part : kParts) {
    if (part.name == name) return &part;
  }
  return nullptr;
}

int Run(const std::vector<std::string>& arguments) {
  std::vector<const Part*> parts;
  for (std::size_t i = 1; i < arguments.size(); ++i) parts.push_back(FindPart(arguments[i]));
  if (parts.empty() || std::ranges::find(parts, nullptr) != parts.end()) {
    std::fputs("usage: core_check SOURCE_FOLDER seeds|quick|enumeration|golden|sample...\n",
               stderr);
    return 2;
  }
  for (const Part* const part : parts) {
    const std::string fault = part->fault(arguments[0]);
    if (fault.empty()) continue;
    std::printf("%.*s: %s\n", static_cast<int>(part->name.size()), part->name.data(),
                fault.c_str());
    return 1;
  }
  return 0;
}

}  // namespace
}  // namespace headerproof

int main(int argc, char** argv) {
  return headerproof::Run({argv + 1, argv + argc});
}
