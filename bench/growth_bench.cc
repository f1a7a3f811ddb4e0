// How cost grows from 1 to 1,000 entries, and how a lookup's does, when names are distinct, when
// they are spellings of one name, and when a peer chose them to share a bucket of
// std::unordered_map.
#include "bench/benches.h"
#include "bench/inputs.h"
#include "bench/plain_port.h"
#include "src/converter/convert.h"

namespace headerproof {
namespace {

// Registers the conversion of `metadata`, and the lookup of each of its names in the result:
// find(result, name) says whether it is there.
template <class ConvertAll, class Find>
void RegisterGrowth(const std::string& names, const std::string& subject, const Metadata& metadata,
                    ConvertAll convert, Find find) {
  const std::string rest = names + "/" + subject + "/" + std::to_string(metadata.size());
  RegisterRun("growth/" + rest, [metadata, convert] { return convert(metadata); });
  benchmark::RegisterBenchmark(("lookup/" + rest).c_str(),
                               [metadata, convert, find](benchmark::State& state) {
                                 const auto converted = convert(metadata);
                                 for (auto _ : state) {
                                   std::size_t found = 0;
                                   for (const Entry& entry : metadata)
                                     found += find(converted, entry.name) ? 1U : 0U;
                                   benchmark::DoNotOptimize(found);
                                   if (found != metadata.size())
                                     state.SkipWithError("a name was not found");
                                 }
                               });
}

template <KeyPolicy policy, class Text>
void RegisterSubject(const std::string& names, const Metadata& metadata) {
  RegisterGrowth(
      names, SubjectName<policy, Text>(), metadata,
      [](const Metadata& input) { return Convert<Path::kRequest, policy, Text>(input); },
      [](const BasicConversion<Text>& converted, const std::string& name) {
        return converted.headers.Get(name).has_value();
      });
}

void RegisterPort(const std::string& names, const Metadata& metadata) {
  RegisterGrowth(
      names, "port/direct", metadata,
      [](const Metadata& input) { return PlainToRequest(input, false); },
      [](const PlainConversion<PlainRequest>& converted, const std::string& name) {
        return converted.result.headers.Get(name) != nullptr;
      });
}

void RegisterNames(const std::string& names, const Metadata& metadata) {
  RegisterSubject<KeyPolicy::kDirect, std::string>(names, metadata);
  RegisterSubject<KeyPolicy::kDirect, std::string_view>(names, metadata);
  RegisterSubject<KeyPolicy::kCanonicalizing, std::string>(names, metadata);
  RegisterSubject<KeyPolicy::kCanonicalizing, std::string_view>(names, metadata);
  RegisterPort(names, metadata);
}

}  // namespace

void RegisterGrowthBenches() {
  for (const std::size_t count : {1U, 10U, 100U, 1000U}) {
    RegisterNames("distinct", DistinctNames(count));
    RegisterNames("spellings", Spellings(count));
    RegisterNames("one-bucket", BucketSharers(count));
  }
}

}  // namespace headerproof
