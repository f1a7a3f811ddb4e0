// One conversion of fifteen entries: each policy, both forms of the result, both paths, and the
// plain port before and after the change.
#include "bench/benches.h"
#include "bench/inputs.h"
#include "bench/plain_port.h"
#include "src/converter/convert.h"

namespace headerproof {
namespace {

template <Path path, KeyPolicy policy, class Text>
void RegisterForm(const std::string& prefix, const Metadata& metadata) {
  RegisterRun(prefix + SubjectName<policy, Text>(),
              [metadata] { return Convert<path, policy, Text>(metadata); });
}

template <Path path, KeyPolicy policy>
void RegisterPolicy(const std::string& prefix, const Metadata& metadata) {
  RegisterForm<path, policy, std::string>(prefix, metadata);
  RegisterForm<path, policy, std::string_view>(prefix, metadata);
}

template <Path path>
void RegisterPath(const std::string& input, const Metadata& metadata) {
  const std::string prefix = "convert/" + input + "/" + std::string(PathName(path)) + "/";
  RegisterPolicy<path, KeyPolicy::kCanonicalizing>(prefix, metadata);
  RegisterPolicy<path, KeyPolicy::kDirect>(prefix, metadata);
  RegisterPolicy<path, KeyPolicy::kGuarded>(prefix, metadata);
  RegisterPolicy<path, KeyPolicy::kRejecting>(prefix, metadata);
  for (const bool lowercases : {true, false}) {
    RegisterRun(prefix + "port/" + (lowercases ? "canonicalizing" : "direct"),
                [metadata, lowercases] {
                  if constexpr (path == Path::kRequest) {
                    return PlainToRequest(metadata, lowercases);
                  } else {
                    return PlainToHeaders(metadata, lowercases);
                  }
                });
  }
}

}  // namespace

void RegisterConvertBenches() {
  RegisterPath<Path::kRequest>("mix", RequestMix());
  RegisterPath<Path::kResponse>("mix", RequestMix());
  RegisterPath<Path::kRequest>("headers", HeadersAlone());
  RegisterPath<Path::kResponse>("headers", HeadersAlone());
}

}  // namespace headerproof
