#include "src/audit/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <string_view>
#include <utility>

#include "src/audit/from_tally.h"
#include "src/audit/golden_files.h"
#include "src/audit/run_mutants.h"
#include "src/audit/run_stacks.h"
#include "src/cases/text.h"
#include "src/engines/divide.h"
#include "src/engines/edges.h"
#include "src/engines/enumerate.h"
#include "src/engines/examine.h"
#include "src/engines/golden.h"
#include "src/engines/replay.h"
#include "src/engines/sample.h"
#include "src/evidence/audit_error.h"
#include "src/evidence/build_info.h"
#include "src/judge/order.h"
#include "src/report/sections/octet_map.h"

namespace headerproof {
namespace {

std::string OwnSubject() {
  return fmt::format("headerproof {}: four key policies, owning and zero-copy, and the model",
                     BuildVersion());
}

// Evidence about the shared implementation, from a divided run of the judge.
Evidence FromDivided(const DividedResult& result) {
  Evidence evidence;
  evidence.subject = OwnSubject();
  evidence.complete = result.complete;
  AddTally(result.tally, evidence);
  return evidence;
}

// How a scope compares with the basic one, where it is wider.
std::string Growth(Scope scope, Extent extent) {
  const std::uint64_t basic = ScopeSize(scope, Extent::kBasic);
  const std::uint64_t size = ScopeSize(scope, extent);
  return fmt::format("{} cases, {:.1f} times the {} of an audit without --budget.", size,
                     static_cast<double>(size) / static_cast<double>(basic), basic);
}

EngineRun EnumerationRun(Scope scope, const QuickOptions& options) {
  const std::string id = fmt::format("enumeration-{}", ScopeName(scope));
  const Extent extent = options.budget < kWideBudget ? Extent::kBasic : Extent::kWide;
  return {id, EvidenceKind::kEnumeration, std::string(ScopeSentence(scope, extent)),
          AuditCommand(id, options.budget), [scope, extent, options](const Progress& progress) {
            Evidence evidence = FromDivided(
                Enumerate(scope, extent, OwnConverterSets(), options.threads, progress));
            if (extent != Extent::kBasic) evidence.notes.push_back(Growth(scope, extent));
            return evidence;
          }};
}

void AddEdge(Path path, OctetPlace place, unsigned octet, const OctetEdge& edge,
             Evidence& evidence) {
  const std::string key = EdgeKey(path, OctetPlaceName(place), octet);
  const bool is_capital = octet >= 'A' && octet <= 'Z';
  ++evidence.counts[fmt::format("{}/{}", edge.sharp() ? "sharp" : "sealed", PathName(path))];
  if (edge.sharp()) {
    evidence.counterexamples[key] = PrintCase(edge.smallest);
    for (const std::string_view kind : edge.kinds.Names()) {
      evidence.counts[fmt::format("{}/{}", key, kind)] = 1;
    }
  }
  if (!edge.sharp()) {
    evidence.counts[fmt::format("sealed-cases/{}", PathName(path))] += edge.cases;
  }
  if (edge.sharp() == is_capital) return;
  evidence.contradictions.push_back(
      {fmt::format("{}/{}", is_capital ? "sharp" : "sealed", PathName(path)),
       fmt::format("octet {:02x}, {} in a name, makes {} difference", octet, OctetPlaceName(place),
                   is_capital ? "no" : "a"),
       edge.sharp() ? PrintCase(edge.smallest) : PrintCase({})});
}

EngineRun EdgesRun() {
  const std::string id = "edges";
  return {
      id, EvidenceKind::kEnumeration,
      "each of the 256 octets, alone, first, inner and last, in names of one to three octets and "
      "in every place of the special names, with every shape of values, and beside the name "
      "that lowercasing makes of it",
      AuditCommand(id), [](const Progress&) {
        const Edges edges = FindEdges(OwningConverters());
        Evidence evidence;
        evidence.subject = OwnSubject();
        evidence.complete = true;
        AddTally(edges.tally, evidence);
        for (const Path path : kPaths) {
          for (const OctetPlace place : kOctetPlaces) {
            for (unsigned octet = 0; octet < 256; ++octet) {
              AddEdge(path, place, octet, edges.At(path, place, static_cast<unsigned char>(octet)),
                      evidence);
            }
          }
        }
        return evidence;
      }};
}

EngineRun SampleRun(const QuickOptions& options) {
  constexpr std::uint64_t kCasesForASecond = 20'000;
  const std::string id = "sample";
  const std::uint64_t cases = options.budget * kCasesForASecond;
  return {
      id, EvidenceKind::kProperty,
      fmt::format("{} metadata of the generator, from seed {}; every sixteenth in all orders of "
                  "its entries",
                  cases, options.seed),
      AuditCommand(id, options.budget), [options, cases](const Progress& progress) {
        Evidence evidence =
            FromDivided(Sample(options.seed, cases, OwnConverterSets(), options.threads, progress));
        evidence.seed = options.seed;
        return evidence;
      }};
}

// Every case of the corpus, in all orders of its entries.
Evidence ReplayCorpus(const std::string& folder, const Progress& progress) {
  Examiner examiner(OwnConverterSets());
  bool stopped = false;
  std::string bad;
  const ReplayCounts counts =
      Replay({folder}, {.on_case =
                            [&](const std::string&, const Metadata& metadata) {
                              examiner.Examine(metadata, kMostOrders);
                              const std::uint64_t cases = examiner.tally().cases;
                              stopped = progress && !progress(cases, cases + 1);
                              return !stopped;
                            },
                        .on_error =
                            [&bad](const std::string&, const std::string& message) {
                              bad = message;
                              return false;
                            }});
  if (counts.errors != 0) throw AuditError("the corpus: " + bad);
  Tally tally = examiner.tally();
  MinimizeCounterexamples(OwnConverterSets(), tally);
  Evidence evidence;
  evidence.subject = OwnSubject();
  evidence.complete = !stopped;
  evidence.counts["cases"] = counts.cases;
  AddTally(tally, evidence);
  return evidence;
}

EngineRun CorpusRun(const std::string& folder) {
  const std::string id = "corpus";
  return {id, EvidenceKind::kCorpus, "every case of the corpus, in all orders of its entries",
          AuditCommand(id),
          [folder](const Progress& progress) { return ReplayCorpus(folder, progress); }};
}

// The recorded outcomes, compared with both forms.
Evidence CompareGoldenFolder(const GoldenFolder& golden) {
  Evidence evidence;
  evidence.subject = OwnSubject();
  evidence.versions.emplace("yarpc-go (recorded)", "1.89.5");
  evidence.counts["records"] = golden.records.size();
  evidence.counts["records-above-7f"] = golden.above_7f;
  for (const ConverterSet& converter_set : OwnConverterSets()) {
    const GoldenTally tally = CompareGolden(
        golden.records, *converter_set[static_cast<std::size_t>(KeyPolicy::kCanonicalizing)],
        *converter_set[static_cast<std::size_t>(KeyPolicy::kDirect)]);
    evidence.count += tally.sets + tally.large;
    evidence.counts["skipped"] += tally.skipped;
    for (const Path path : kPaths) {
      evidence.counts[fmt::format("outcomes/{}", PathName(path))] +=
          tally.outcomes[static_cast<std::size_t>(path)];
    }
    for (const auto& [name, path, version, detail] : tally.faults) {
      const auto record = std::ranges::find(golden.records, name, &GoldenRecord::name);
      evidence.contradictions.push_back(
          {fmt::format("golden/{}", PathName(path)),
           fmt::format("{}, {} the change: {}", name, VersionName(version), detail),
           PrintCase(record->metadata)});
    }
  }
  evidence.notes.push_back(
      fmt::format("{} records have names with octets above 7f, which Go lowercases by code point "
                  "and ours leave alone: they are not compared here, but with Go's lowercasing in "
                  "the tests of peers.",
                  golden.above_7f));
  evidence.complete = true;
  return evidence;
}

EngineRun GoldenRun(const std::string& folder) {
  const std::string id = "golden";
  return {id, EvidenceKind::kGolden,
          "every recorded outcome of yarpc-go 1.89.5, before and after the change, against both "
          "forms of ours over all orders of the entries",
          AuditCommand(id),
          [folder](const Progress&) { return CompareGoldenFolder(ReadGoldenFolder(folder)); }};
}

// What a text says, for claims about the text: nothing was run.
EngineRun CitationRun(std::string_view document, std::string_view section, std::string_view says) {
  return {fmt::format("citation-{}", document), EvidenceKind::kCitation,
          fmt::format("{}, section {}: {}", document, section, says),
          fmt::format("read {}, section {}", document, section), [document](const Progress&) {
            Evidence evidence;
            evidence.subject = document;
            evidence.complete = true;
            evidence.count = 1;
            evidence.counts["clauses"] = 1;
            return evidence;
          }};
}

}  // namespace

std::string AuditCommand(std::string_view id, unsigned budget) {
  const std::string with =
      budget == kDefaultBudget ? std::string() : fmt::format(" --budget {}", budget);
  return fmt::format("build/release/headerproof audit{} --only {} --rerun", with, id);
}

std::vector<EngineRun> QuickEngines(const QuickOptions& options) {
  std::vector<EngineRun> engines;
  engines.push_back(CorpusRun(options.corpus));
  engines.push_back(GoldenRun(options.golden));
  for (EngineRun& engine : engines) engine.always = true;  // they read files
  engines.push_back(EdgesRun());
  engines.push_back(SampleRun(options));
  engines.push_back(CitationRun("rfc7540", "8.1.2",
                                "field names are lowercased before they are encoded, and a message "
                                "with an uppercase one is malformed"));
  engines.push_back(
      CitationRun("rfc9113", "8.2.1",
                  "a name with an octet 41-5a is malformed, and every receiver checks "
                  "that"));
  for (EngineRun& engine : WireEngines()) engines.push_back(std::move(engine));
  engines.push_back(MutantsRun(options));
  engines.back().always = true;
  for (const Scope scope : kScopes) engines.push_back(EnumerationRun(scope, options));
  return engines;
}

Evidence RunEngine(const EngineRun& engine, const Progress& progress) {
  const auto start = std::chrono::steady_clock::now();
  Evidence evidence = engine.run(progress);
  evidence.id = engine.id;
  evidence.kind = engine.kind;
  evidence.scope = engine.scope;
  evidence.command = engine.command;
  evidence.commit = BuildCommit();
  evidence.versions.emplace("headerproof", BuildVersion());
  evidence.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return evidence;
}

}  // namespace headerproof
