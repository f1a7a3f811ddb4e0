#include "bench/inputs.h"

#include <functional>
#include <string>
#include <unordered_set>

namespace headerproof {
namespace {

// "x-header-000000000", and so on; 18 octets.
std::string NumberedName(std::size_t number) {
  const std::string digits = std::to_string(number);
  return "x-header-" + std::string(9 - digits.size(), '0') + digits;
}

}  // namespace

Metadata RequestMix() {
  return {{"rpc-caller", {"my-caller"}},
          {"rpc-service", {"my-service"}},
          {"rpc-shard-key", {"shard-123"}},
          {"rpc-routing-key", {"routing-456"}},
          {"rpc-routing-delegate", {"delegate-789"}},
          {"rpc-encoding", {"proto"}},
          {"rpc-caller-procedure", {"CallerService::CallerMethod"}},
          {"x-custom-1", {"value1"}},
          {"x-custom-2", {"value2"}},
          {"x-custom-3", {"value3"}},
          {":authority", {"my-service.local:8080"}},
          {"content-type", {"application/grpc+proto"}},
          {"user-agent", {"grpc-go/1.67.3"}},
          {"grpc-accept-encoding", {"gzip"}},
          {"uber-trace-id", {"5f8a1b2c3d4e5f60:7a8b9c0d1e2f3a4b:0:1"}}};
}

Metadata HeadersAlone() {
  return {{":authority", {"my-service.local:8080"}},
          {"user-agent", {"grpc-go/1.67.3"}},
          {"grpc-accept-encoding", {"gzip"}},
          {"uber-trace-id", {"5f8a1b2c3d4e5f60:7a8b9c0d1e2f3a4b:0:1"}},
          {"authorization", {"Bearer eyJhbGciOiJIUzI1NiJ9"}},
          {"x-request-id", {"7f3c2a10-9d4e-4b6f-8a5c-1e2d3f4a5b6c"}},
          {"x-forwarded-for", {"10.1.2.3"}},
          {"x-tenant", {"acme"}},
          {"x-region", {"dca"}},
          {"accept-language", {"en"}},
          {"baggage", {"user=42"}},
          {"tracestate", {"vendor=1"}},
          {"x-custom-1", {"value1"}},
          {"x-custom-2", {"value2"}},
          {"x-custom-3", {"value3"}}};
}

Metadata FieldAndHeader() {
  return {{"rpc-caller", {"my-caller"}}, {"x-custom-1", {"value1"}}};
}

Metadata TwoHeaders() {
  return {{"x-custom-1", {"value1"}}, {"x-custom-2", {"value2"}}};
}

Metadata DistinctNames(std::size_t count) {
  Metadata metadata;
  for (std::size_t i = 0; i < count; ++i) metadata.push_back({NumberedName(i), {"value"}});
  return metadata;
}

Metadata Spellings(std::size_t count) {
  constexpr std::size_t kLetters = 16;
  Metadata metadata;
  for (std::size_t i = 0; i < count; ++i) {
    std::string name(kLetters, 'a');
    for (std::size_t letter = 0; letter < kLetters; ++letter) {
      if ((i >> letter & 1) != 0) name[letter] = 'A';
    }
    metadata.push_back({"x-" + name, {"value"}});
  }
  return metadata;
}

Metadata BucketSharers(std::size_t count) {
  std::unordered_set<std::string> sized;  // has the buckets of a map with room for as many
  sized.reserve(count);
  Metadata metadata;
  for (std::size_t number = 0; metadata.size() < count; ++number) {
    std::string name = NumberedName(number);
    if (sized.bucket(name) != 0) continue;
    metadata.push_back({std::move(name), {"value"}});
  }
  return metadata;
}

}  // namespace headerproof
