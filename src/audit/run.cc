#include "src/audit/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

#include "src/audit/run_stacks.h"
#include "src/cases/escape.h"
#include "src/cases/text.h"
#include "src/engines/divide.h"
#include "src/engines/enumerate.h"
#include "src/engines/examine.h"
#include "src/engines/golden.h"
#include "src/engines/matrix.h"
#include "src/engines/mutation_evidence.h"
#include "src/engines/replay.h"
#include "src/engines/sample.h"
#include "src/engines/tally_evidence.h"
#include "src/evidence/digest.h"
#include "src/evidence/edge_key.h"
#include "src/evidence/user_error.h"
#include "src/judge/model.h"
#include "src/judge/order.h"
#include "src/unicode/fold.h"

namespace headerproof {
namespace {

// Evidence about the shared implementation.
Evidence FromTally(const Tally& tally, bool is_finished) {
  Evidence evidence;
  evidence.subject = fmt::format(
      "headerproof {}: four key policies, owning and zero-copy, and the model", BuildVersion());
  evidence.ended = FinishedIf(is_finished);
  AddTally(tally, evidence);
  return evidence;
}

// How a scope compares with the basic one, where it is wider.
std::string Growth(Scope scope, Extent extent) {
  const std::uint64_t basic = ScopeSize(scope, Extent::kBasic);
  const std::uint64_t size = ScopeSize(scope, extent);
  return fmt::format("{} cases, {:.1f} times the {} of an audit without --budget.", size,
                     static_cast<double>(size) / static_cast<double>(basic), basic);
}

Evidence RunEnumeration(Scope scope, Extent extent, std::size_t threads, const Progress& progress) {
  const auto result = Enumerate(scope, extent, OwnConverterSets(), threads, progress);
  Evidence evidence = FromTally(result.tally, result.complete);
  if (ScopeSize(scope, extent) != ScopeSize(scope, Extent::kBasic)) {
    evidence.notes.push_back(Growth(scope, extent));
  }
  return evidence;
}

// Whether an octet in a place makes a difference, as it has to.
void AddSharpness(Path path, OctetPlace place, unsigned octet, const OctetEdge& edge,
                  std::string_view form, Evidence& evidence) {
  const bool is_capital = octet >= 'A' && octet <= 'Z';
  ++evidence.counts[fmt::format("{}/{}", edge.sharp() ? "sharp" : "sealed", PathName(path))];
  if (!edge.sharp()) {
    evidence.counts[fmt::format("sealed-cases/{}", PathName(path))] += edge.cases;
  }
  if (edge.sharp() == is_capital) return;
  evidence.contradictions.push_back(
      {fmt::format("{}/{}", is_capital ? "sharp" : "sealed", PathName(path)),
       fmt::format("octet {:02x}, {} in a name, makes {} difference to the {} form", octet,
                   OctetPlaceName(place), is_capital ? "no" : "a", form),
       edge.sharp() ? PrintCase(edge.smallest)
                    : PrintCase({{std::string(1, static_cast<char>(octet)), {"v"}}})});
}

// What shows the difference, for the report's pictures.
void AddExample(Path path, OctetPlace place, unsigned octet, const OctetEdge& edge,
                Evidence& evidence) {
  if (!edge.sharp()) return;
  const std::string key = EdgeKey(path, OctetPlaceName(place), octet);
  evidence.examples[key] = PrintCase(edge.smallest);
  for (const std::string_view kind : edge.kinds.Names()) {
    evidence.counts[fmt::format("{}/{}", key, kind)] = 1;
  }
}

void AddSharpNames(Path path, const SharpNames& names, std::string_view form, Evidence& evidence) {
  const std::string key = fmt::format("sharp-names/{}", PathName(path));
  evidence.counts[key] += names.count;
  if (names.without == 0) return;
  evidence.contradictions.push_back(
      {key,
       fmt::format("{} names with an uppercase letter show no difference to the {} form",
                   names.without, form),
       PrintCase(names.first_without)});
}

Evidence RunEdges(std::size_t threads, const Progress& progress) {
  const std::vector<ConverterSet> sets = OwnConverterSets();
  std::vector<Edges> forms(sets.size());
  const bool is_complete = DivideAmong(
      sets.size(), 1, threads,
      [&](std::size_t, std::uint64_t begin, std::uint64_t) {
        forms[begin] = FindEdges(sets[begin]);
      },
      progress);
  return EdgesEvidence(forms, is_complete);
}

constexpr std::uint64_t kSampledForASecond = 20'000;

Evidence RunSample(const QuickOptions& options, const Progress& progress) {
  const auto result = Sample(options.seed, options.budget * kSampledForASecond, OwnConverterSets(),
                             options.threads, progress);
  Evidence evidence = FromTally(result.tally, result.complete);
  evidence.seed = options.seed;
  return evidence;
}

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
  if (counts.errors != 0) throw UserError("the corpus: " + bad);
  Tally tally = examiner.tally();
  MinimizeCounterexamples(OwnConverterSets(), tally);
  Evidence evidence = FromTally(tally, !stopped);
  evidence.counts["cases"] = counts.cases;
  return evidence;
}

// The model, lowercasing as Go does.
Converter ModelOfGo(KeyPolicy policy) {
  return {.name = "the model",
          .summary = "",
          .policy = policy,
          .convert =
              [policy](Path path, const Metadata& metadata, Outcome& outcome) {
                ModelConvert(path, policy, metadata, outcome, UnicodeFold);
              },
          .way_back = nullptr};
}

// Adds how `records` compare with `before` and `after`, counted under `key`.
void AddGolden(const std::vector<GoldenRecord>& records, const Converter& before,
               const Converter& after, std::string_view key, Evidence& evidence) {
  const GoldenTally tally = CompareGolden(records, before, after);
  evidence.count += tally.sets + tally.large;
  if (tally.skipped != 0) {
    evidence.counts["skipped"] += tally.skipped;
    evidence.notes.push_back(
        fmt::format("{} recorded sets of outcomes were not compared with {} and {}: of more than "
                    "{} entries not "
                    "every order is tried, and there the order decides.",
                    tally.skipped, before.name, after.name, kMostEntriesInEveryOrder));
  }
  for (const Path path : kPaths) {
    evidence.counts[fmt::format("{}/{}", key, PathName(path))] +=
        tally.outcomes[static_cast<std::size_t>(path)];
  }
  for (const auto& [name, path, version, detail] : tally.faults) {
    const auto record = std::ranges::find(records, name, &GoldenRecord::name);
    evidence.contradictions.push_back(
        {fmt::format("golden/{}", PathName(path)),
         fmt::format("{}, {} the change, {}: {}", name, VersionName(version), before.name, detail),
         PrintCase(record->metadata)});
  }
}

Evidence MatrixEvidence(const std::vector<MatrixEngine>& engines, const Progress& progress) {
  const auto results = RunMutants(engines, AllMutants(), progress);
  Evidence evidence;
  evidence.subject =
      fmt::format("headerproof {}: the judge and engines that ask it", BuildVersion());
  evidence.ended = FinishedIf(results.size() == engines.size() * AllMutants().size());
  AddMutationResults(results, evidence);
  return evidence;
}

Evidence RunMutantEngines(const QuickOptions& options, const Progress& progress) {
  const std::vector<Metadata> corpus = CasesBelow(options.corpus);
  const std::vector<GoldenRecord> golden = ReadGoldenFolder(options.golden).records;
  std::vector<MatrixEngine> engines = JudgingEngines(options.seed, corpus);
  engines.push_back({"yarpc-go", [&golden](const ConverterSet& converter_set) {
                       return KillByGolden(converter_set, golden);
                     }});
  Evidence evidence = MatrixEvidence(engines, progress);
  evidence.seed = options.seed;
  return evidence;
}

Evidence RunWireMutants(const Progress& progress) {
  const std::vector<Metadata> delivered = DeliveredByGrpc();
  return MatrixEvidence({{"wire",
                          [&delivered](const ConverterSet& converter_set) {
                            return KillByCases(converter_set, delivered);
                          }}},
                        progress);
}

}  // namespace

Evidence EdgesEvidence(const std::vector<Edges>& forms, bool is_complete) {
  Tally tally;
  for (const Edges& edges : forms) tally.Add(edges.tally);
  Evidence evidence = FromTally(tally, is_complete);
  for (const Edges& edges : forms) {
    const std::string_view form = &edges == &forms.front() ? "owning" : "zero-copy";
    for (const Path path : kPaths) {
      for (const OctetPlace place : kOctetPlaces) {
        for (unsigned octet = 0; octet < 256; ++octet) {
          const OctetEdge& edge = edges.At(path, place, static_cast<unsigned char>(octet));
          AddSharpness(path, place, octet, edge, form, evidence);
          if (&edges == &forms.front()) AddExample(path, place, octet, edge, evidence);
        }
      }
      AddSharpNames(path, edges.names[static_cast<std::size_t>(path)], form, evidence);
    }
  }
  return evidence;
}

Evidence FoldEvidence(const FoldResult& result) {
  Evidence evidence;
  evidence.subject = fmt::format("headerproof {}: FoldInto and HasUppercase", BuildVersion());
  evidence.ended = FinishedIf(result.complete);
  evidence.count = result.lanes + result.pairs;
  evidence.counts = {{"fold/lanes", result.lanes}, {"fold/pairs", result.pairs}};
  for (const auto& [name, detail] : result.faults) {
    evidence.contradictions.push_back({"fold", detail, PrintCase({{name, {"v"}}})});
  }
  return evidence;
}

Evidence GoldenEvidence(const GoldenFolder& golden) {
  Evidence evidence;
  evidence.subject = "yarpc-go 1.89.5, as recorded";
  evidence.ended = Ended::kFinished;
  evidence.counts["records"] = golden.records.size() + golden.lowercased_otherwise.size();
  const Converter before = ModelOfGo(KeyPolicy::kCanonicalizing);
  const Converter after = ModelOfGo(KeyPolicy::kDirect);
  AddGolden(golden.records, before, after, "outcomes", evidence);
  AddGolden(golden.lowercased_otherwise, before, after, "outcomes", evidence);
  for (const ConverterSet& set : OwnConverterSets()) {
    AddGolden(golden.records, *set[static_cast<std::size_t>(KeyPolicy::kCanonicalizing)],
              *set[static_cast<std::size_t>(KeyPolicy::kDirect)], "shared", evidence);
  }
  if (!golden.lowercased_otherwise.empty()) {
    evidence.notes.push_back(
        fmt::format("{} records have names that Go, which lowercases by code point, lowercases "
                    "otherwise than ASCII: they are held against the model alone, with Go's "
                    "lowercasing (Unicode {}); ours lowercases ASCII.",
                    golden.lowercased_otherwise.size(), UnicodeVersion()));
  }
  return evidence;
}

std::string AuditCommand(std::string_view id, unsigned budget) {
  const std::string with =
      budget == kDefaultBudget ? std::string() : fmt::format(" --budget {}", budget);
  return fmt::format("build/release/headerproof audit{} --only {} --rerun", with, id);
}

std::vector<EngineRun> QuickEngines(const QuickOptions& options) {
  using enum EvidenceKind;
  std::vector<EngineRun> engines = {
      {"corpus", kCorpus, "every case of the corpus, in all orders of its entries", "",
       [options](const Progress& progress) { return ReplayCorpus(options.corpus, progress); },
       true},
      {"golden", kGolden,
       "every recorded outcome of yarpc-go 1.89.5, before and after the change, against the model "
       "and "
       "both forms of ours over all orders of the entries",
       "", [options](const Progress&) { return GoldenEvidence(ReadGoldenFolder(options.golden)); },
       true},
      {"edges", kEnumeration,
       fmt::format(
           "each of the 256 octets in each place of names of 1 to {} octets and of the special "
           "names, with every shape of values, and next to the name that lowercasing makes of "
           "it, in both forms",
           kMostEdgeOctets),
       "", [options](const Progress& progress) { return RunEdges(options.threads, progress); }},
      {"enumeration-fold", kEnumeration,
       fmt::format(
           "lowercasing alone: each of the 256 octets in each place of names of up to {} "
           "octets that are one octet otherwise, for {} such octets; all pairs of octets in "
           "each two places of names of 2 to {} octets, for {}",
           FoldScope().most_octets, kFoldBackgrounds.size(), FoldScope().most_octets_of_pairs,
           kFoldBackgroundsOfPairs.size()),
       "",
       [options](const Progress& progress) {
         return FoldEvidence(EnumerateFold({}, {}, options.threads, progress));
       }},
      {"sample", kProperty,
       fmt::format("{} metadata of the generator, from seed {}; every sixteenth in all orders of "
                   "its entries",
                   options.budget * kSampledForASecond, options.seed),
       "", [options](const Progress& progress) { return RunSample(options, progress); }},
  };
  std::ranges::move(WireEngines(), std::back_inserter(engines));
  engines.push_back(
      {"mutants", kMutants,
       fmt::format(
           "each mutant against a part of the enumeration, {} sampled cases, the corpus, and "
           "outcomes recorded from yarpc-go",
           kMostSampled),
       "", [options](const Progress& progress) { return RunMutantEngines(options, progress); },
       true});
  if (WireLibraries().contains("grpc")) {
    engines.push_back({"mutants-wire", kMutants, "each mutant against what gRPC C++ delivers", "",
                       RunWireMutants, true});
  }
  const Extent extent = options.budget < kWideBudget ? Extent::kBasic : Extent::kWide;
  for (const Scope scope : kScopes) {
    engines.push_back({fmt::format("enumeration-{}", ScopeName(scope)), kEnumeration,
                       std::string(ScopeSentence(scope, extent)), "",
                       [scope, extent, options](const Progress& progress) {
                         return RunEnumeration(scope, extent, options.threads, progress);
                       }});
    engines.back().most = ScopeSize(scope, extent) * OwnConverterSets().size();
  }
  for (EngineRun& engine : engines) {
    if (engine.id == "corpus" || engine.id == "mutants") engine.reads["corpus"] = options.corpus;
    if (engine.id == "golden" || engine.id == "mutants") engine.reads["golden"] = options.golden;
    if (engine.command.empty()) engine.command = AuditCommand(engine.id, options.budget);
  }
  return engines;
}

void CheckInputs(const QuickOptions& options) {
  if (!std::filesystem::is_directory(options.corpus)) {
    throw UserError("no such folder of cases: " + EscapeValue(options.corpus));
  }
  ReadGoldenFolder(options.golden);
}

Evidence RunEngine(const EngineRun& engine, const Progress& progress) {
  const auto start = std::chrono::steady_clock::now();
  Evidence evidence = engine.run(progress);
  evidence.id = engine.id;
  evidence.kind = engine.kind;
  evidence.scope = engine.scope;
  evidence.command = engine.command;
  evidence.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  StampEvidence(evidence);
  for (const auto& [part, folder] : engine.reads) {
    const std::string read = FolderDigest(folder, part);
    if (read == PartDigest(part)) continue;
    evidence.digest = read;  // of no build
    evidence.notes.push_back(
        fmt::format("It read {}, whose files are not those of this build.", folder));
  }
  return evidence;
}

}  // namespace headerproof
