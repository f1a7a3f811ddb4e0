// Evidence: what one run of one engine showed. One JSON object in one file, <id>.json, whose schema
// is docs/evidence.schema.json. The audit computes every verdict from such files alone, so they are
// the contract between engines and audit.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/evidence/build_info.h"
#include "src/evidence/enum_names.h"

namespace headerproof {

inline constexpr std::uint64_t kEvidenceSchema = 4;

// In the order in which reports list them.
enum class EvidenceKind : std::uint8_t {
  kEnumeration,
  kProperty,
  kCorpus,
  kFuzz,
  kWire,
  kGolden,
  kPeer,
  kMutants,
  kCoverage,
  kBenchmark,
};
inline constexpr std::size_t kEvidenceKindCount = 10;

constexpr std::array<std::string_view, kEvidenceKindCount> JsonNames(EvidenceKind /*kind*/) {
  return {"enumeration", "property", "corpus",  "fuzz",     "wire",
          "golden",      "peer",     "mutants", "coverage", "benchmark"};
}

// How a run ended. Only one that finished can support a claim.
enum class Ended : std::uint8_t {
  kFinished,  // it tried all of its scope
  kStopped,   // interrupted, out of its budget, or asked for less
  kFailed,    // it crashed, was killed, timed out, or found its own result wrong
};

constexpr std::array<std::string_view, 3> JsonNames(Ended /*ended*/) {
  return {"finished", "stopped", "failed"};
}

constexpr Ended FinishedIf(bool is_finished) {
  return is_finished ? Ended::kFinished : Ended::kStopped;
}

// A named difference between two converters.
struct DifferenceEvidence {
  std::uint64_t cases = 0;
  std::string smallest;  // case text
};

// What a counterexample is.
enum class CounterexampleType : std::uint8_t {
  kCase,         // the text of a case
  kRun,          // how a process ended, and on what input
  kSourceLine,   // a changed line of the source that no test noticed
  kMeasurement,  // what was measured, and what it had to be
};

constexpr std::array<std::string_view, 4> JsonNames(CounterexampleType /*type*/) {
  return {"case", "run", "source-line", "measurement"};
}

// Something that was seen and that a claim says cannot be.
struct Contradiction {
  std::string key;     // what it contradicts: a key of `counts`, or a claim's own
  std::string detail;  // a sentence
  std::optional<std::string> counterexample;  // without one no claim is refuted by it
  CounterexampleType type = CounterexampleType::kCase;
};

// What was counted under `key` held, but only under a condition.
struct Condition {
  std::string key;
  std::string sentence;
};

// A measured difference counts as significant if its p is below this.
inline constexpr double kSignificantP = 0.05;

// What one conversion costs, measured, and how it compares with the version that lowercases.
struct Measurement {
  std::string subject;        // "yarpc-go" or "headerproof owning", without its version
  std::string policy;         // a key policy's name
  std::string path;           // "request" or "response"
  std::uint64_t entries = 0;  // of the metadata
  double nanoseconds = 0;     // of processor time, the median of the rounds
  std::optional<std::uint64_t> allocations;

  // The time divided by that of `canonicalizing` in the same round, same subject, path and entries:
  // the median of the rounds, below 1 if it is less. How probable rounds like these are if there is
  // no difference (sign test, two-sided). And the interval that has the ratio with a confidence of
  // 95 %. The version that lowercases has none of these.
  std::optional<double> ratio;
  std::optional<double> p;
  std::optional<double> ratio_low;
  std::optional<double> ratio_high;

  bool is_significant() const { return p && *p < kSignificantP; }
};

// Keys of `counts` that engines over the judge share: one for each relation, with the path where
// it has one: "transparent/request", "transparent-http2/request", "as-predicted/request",
// "safe/request", "order/request", the same for the response; "paths-agree"; "round-trip". An
// engine adds any others that its claims need.
struct Evidence {
  std::string id;  // a-z, 0-9, '-' and '.': the name of its file
  EvidenceKind kind = EvidenceKind::kEnumeration;
  std::string subject;  // what was tested, with its version
  std::string scope;    // a sentence: what was tried
  Ended ended = Ended::kStopped;
  std::uint64_t count = 0;  // checks
  std::map<std::string, std::uint64_t> counts;
  std::map<std::string, std::uint64_t> classes;  // of inputs really tried, by class
  std::map<std::string, std::map<std::string, DifferenceEvidence>> differences;  // by path, by kind
  std::map<std::string, std::string> examples;  // case texts that show what the claims expect
  std::vector<Contradiction> contradictions;
  std::vector<Condition> conditions;
  std::vector<Measurement> measurements;  // of a benchmark
  std::string command;                    // the line that repeats it
  std::optional<std::uint64_t> seed;
  std::map<std::string, std::string> versions;  // of what was tested and what tested it
  std::string commit;                           // BuildCommit() of what was built, for people
  std::string depends_on;  // the part of the tree that it depends on (parts.txt); "" for all
  std::string digest;      // PartDigest(depends_on) of it: decides whether it is stale
  std::string started;     // when: UTC, as 2026-11-30T12:00:00Z
  double seconds = 0;      // how long it took
  std::map<std::string, double> durations;  // seconds, of parts of it, by what took them
  bool by_clock = false;                    // it ran for a time: another run has other counts
  std::vector<std::string> notes;           // sentences: what was skipped, limits

  bool finished() const { return ended == Ended::kFinished; }
};

// Says in `evidence`, of a run that just ended, that it is about the build with `digest`: its
// commit, which is known of this build alone, the versions of headerproof and of the compiler, when
// it started, and the subject, if it has none. Leaves out what was counted 0 times.
void StampEvidence(Evidence& evidence, std::string_view digest);

// The same, of this build: the digest of what it depends on.
void StampEvidence(Evidence& evidence);

// The JSON text, ending with LF. Octets outside printable ASCII, in whatever field, are escaped as
// \xHH; case text keeps its LF. Keys in a fixed order: the same evidence gives the same octets. The
// last field, `checksum`, is the SHA-256 of the text with 64 zeros in its place, so that a file
// that was changed by hand is not read.
std::string PrintEvidence(Evidence evidence);

// Whether its counts depend on how fast the machine was.
bool VariesByClock(const Evidence& evidence);

// Whether `name` is what `pattern` names: the same, or, with '*' at its end, anything that begins
// so.
bool IsNamed(std::string_view pattern, std::string_view name);

// The same for any of several.
bool IsAnyNamed(const std::vector<std::string>& patterns, std::string_view name);

// Reads what PrintEvidence printed, strictly: a field that is missing, unknown, repeated or of
// another type, another schema, case text that is not a case, a count of 0 or above the count of
// checks, and another checksum are errors, which name `file`, the line and the column. Throws
// UserError.
Evidence ParseEvidence(std::string_view text, const std::string& file);

// Reads a draft, as strictly: what a program of another language measured, for which
// `headerproof evidence draft` is the only writer of evidence files. It has the fields of evidence
// but `schema`, `commit` and `started`, which are added here, and may leave out any but id, kind,
// scope, ended, count, counts, command, digest and seconds. `digest` is that of the whole build
// that was measured, also if it depends on a part alone. Throws UserError.
Evidence ParseDraft(std::string_view text, const std::string& file);

// No evidence file has more.
inline constexpr std::size_t kMostEvidenceOctets = std::size_t{64} << 20;

// Evidence as it was found.
struct StoredEvidence {
  Evidence evidence;
  std::string file;          // its path
  std::string sha256;        // of its octets
  bool is_fresh = true;      // of what is here: it has the digest that this build has
  bool is_recorded = false;  // it was committed, and not made by this audit
};

// Writes `folder`/<id>.json, as a temporary file that is renamed, and makes `folder`. Returns what
// reading it would give. Throws UserError.
StoredEvidence WriteEvidence(const std::filesystem::path& folder, const Evidence& evidence);

// Every *.json of `folder`, not below it, in octet order of their names. Throws UserError: if the
// folder cannot be read, or any file is malformed or named for another id.
std::vector<StoredEvidence> ReadEvidenceFolder(const std::filesystem::path& folder);

// What is recorded: every *.json below `folder`, which need not exist. Throws the same.
std::vector<StoredEvidence> ReadRecordedEvidence(const std::filesystem::path& folder);

}  // namespace headerproof
