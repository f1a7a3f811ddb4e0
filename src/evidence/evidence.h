// Evidence: what one run of one engine showed. One JSON object in one file, <id>.json. The audit
// computes every verdict from such files alone, so they are the contract between engines and audit.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headerproof {

inline constexpr std::uint64_t kEvidenceSchema = 1;

// The kinds of design.md, in the order in which reports list them.
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
  kCitation,
};
inline constexpr std::size_t kEvidenceKindCount = 11;

std::string_view EvidenceKindName(EvidenceKind kind);  // "enumeration", ...
std::optional<EvidenceKind> FindEvidenceKind(std::string_view name);

// A difference by name between two converters, as far as it was met.
struct DifferenceEvidence {
  std::uint64_t cases = 0;
  std::string smallest;  // case text
};

// Something that was seen and that a claim says cannot be.
struct Contradiction {
  std::string key;     // what it contradicts: a key of `counts`, or a claim's own
  std::string detail;  // a sentence
  std::optional<std::string> counterexample;  // case text; without one no claim is refuted by it
};

// What was counted under `key` held, but only under a condition.
struct Condition {
  std::string key;
  std::string sentence;
};

// With a p below this a measured difference is taken for one.
inline constexpr double kSignificantP = 0.05;

// What one conversion costs, measured, and how it compares with the version that lowercases.
struct Measurement {
  std::string subject;        // "yarpc-go" or "headerproof owning", without its version
  std::string policy;         // a key policy's name
  std::string path;           // "request" or "response"
  std::uint64_t entries = 0;  // of the metadata
  double nanoseconds = 0;     // of processor time, the median of the rounds
  std::optional<std::uint64_t> allocations;

  // The time by that of `canonicalizing`, same subject, path and entries: below 1, it is less. And
  // how probable a difference like this is if there is none (Mann-Whitney). No ratio of the version
  // that lowercases itself; no p where none was computed.
  std::optional<double> ratio;
  std::optional<double> p;

  bool is_significant() const { return p && *p < kSignificantP; }
};

// Reads a measurement as PrintEvidence prints it, strictly. Throws UserError.
class JsonPlace;
Measurement ParseMeasurement(JsonPlace place);

// Keys of `counts` that engines over the judge share: one for each relation, with the path where
// it has one: "transparent/request", "transparent-http2/request", "as-predicted/request",
// "safe/request", "order/request", the same for the response; "paths-agree"; "round-trip". An
// engine adds any others that its claims want.
struct Evidence {
  std::string id;  // a-z, 0-9, '-' and '.': the name of its file
  EvidenceKind kind = EvidenceKind::kEnumeration;
  std::string subject;      // what was tested, with its version
  std::string scope;        // a sentence: what was tried
  bool complete = false;    // the scope was finished
  std::uint64_t count = 0;  // checks
  std::map<std::string, std::uint64_t> counts;
  std::map<std::string, std::uint64_t> classes;  // of inputs really tried, by class
  std::map<std::string, std::map<std::string, DifferenceEvidence>> differences;  // by path, by kind
  std::map<std::string, std::string>
      counterexamples;  // case texts that show what the claims expect
  std::vector<Contradiction> contradictions;
  std::vector<Condition> conditions;
  std::vector<Measurement> measurements;  // of a benchmark
  std::string command;                    // the line that repeats it
  std::optional<std::uint64_t> seed;
  std::map<std::string, std::string> versions;  // of what was tested and what tested it
  std::string commit;                           // BuildCommit() of the engine
  double seconds = 0;
  std::map<std::string, double> durations;  // seconds, of parts of it, by what took them
  bool by_clock = false;                    // it ran for a time: another run counts otherwise
  std::vector<std::string> notes;           // sentences: what was skipped, limits
};

// The JSON text, ending with LF. Octets outside printable ASCII, in whatever field, are escaped as
// \xHH; case text keeps its LF. Keys in a fixed order: the same evidence gives the same octets.
std::string PrintEvidence(const Evidence& evidence);

// Whether its counts depend on how fast the machine was.
bool VariesByClock(const Evidence& evidence);

// Whether `id` is what `pattern` names: the same, or, with '*' at its end, anything that begins so.
bool IsNamed(std::string_view pattern, std::string_view id);

// Reads what PrintEvidence printed, strictly: a field that is missing (but `counterexamples`,
// `durations` and `by_clock`, which few engines have), unknown, repeated or of another type, a
// newer schema, a counterexample that is no case are errors. `file` is named in them. Throws
// UserError.
Evidence ParseEvidence(std::string_view text, const std::string& file);

// Writes `folder`/<id>.json, aside and renamed; `folder` is made. Throws UserError.
void WriteEvidence(const std::filesystem::path& folder, const Evidence& evidence);

// More than a file of evidence may have.
inline constexpr std::size_t kMostEvidenceOctets = std::size_t{64} << 20;

// Evidence as it was found.
struct StoredEvidence {
  Evidence evidence;
  std::string file;    // its path
  std::string sha256;  // of its octets
};

// Every *.json of `folder`, not below it, in octet order of their names. Throws UserError: if the
// folder cannot be read, or any file is malformed or named for another id.
std::vector<StoredEvidence> ReadEvidenceFolder(const std::filesystem::path& folder);

}  // namespace headerproof
