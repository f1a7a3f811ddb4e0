// The written rules of conversion as parts that can be replaced one by one: what mutants are made
// of. Plain code over maps, which shares no line with the shared converter or with the judge's
// model, so that a mutant is wrong by the part that was replaced and by nothing else.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/converter/convert.h"
#include "src/converter/key_policy.h"
#include "src/converter/metadata.h"
#include "src/converter/outcome.h"

namespace headerproof {

using Values = std::vector<std::string>;
using Positions = std::vector<std::size_t>;

// What a name means to a conversion.
struct Meaning {
  enum class Kind : std::uint8_t {
    kField,
    kReserved,
    kContentType,
    kRoutingName,
    kApplication
  } kind;
  std::size_t field = 0;  // which of the seven, for kField
};

// What a conversion does with an entry's values: skips the entry, takes a value, or stops.
struct Taken {
  enum class Kind : std::uint8_t { kSkip, kValue, kStop } kind;
  std::string value = {};
};
inline Taken Skip() {
  return {Taken::Kind::kSkip};
}
inline Taken Take(std::string value) {
  return {Taken::Kind::kValue, std::move(value)};
}
inline Taken Stop() {
  return {Taken::Kind::kStop};
}

// One entry on its way through a conversion. The parts of the rules set the second half, in order.
struct Step {
  Path path;
  const Metadata& metadata;
  std::size_t position;  // of the entry
  const std::string& received = metadata[position].name;
  const Values& values = metadata[position].values;

  std::string key = {};  // the received name under the policy
  Meaning meaning = {Meaning::Kind::kApplication};
  std::string value = {};
  std::string lowercased = {};  // the key, lowercased
};

// The two lists of headers that an application sees.
struct RuleStore {
  std::map<std::string, std::string> items;
  std::map<std::string, std::string> original_items;

  void With(const Step& step) {
    items[step.lowercased] = step.value;
    original_items[step.key] = step.value;
  }
};

// The rules' own: lowercasing, octet by octet; the index of `name` among the names of the seven
// fields, or nothing; what a key means; what is taken of values; a content-type's subtype; the
// error for several values.
std::string RuleFold(const std::string& name);
std::optional<std::size_t> RuleField(std::string_view name);
inline constexpr std::size_t kRuleEncoding = 5;
Meaning RuleMeaning(const std::string& key);
Taken RuleTake(const Values& values);
std::string RuleSubtype(const std::string& content_type);
Error RuleRefuse(const Step& step);
bool IsReserved(const Meaning& meaning);  // a field, or another name that begins with "rpc-"

// Each part is as the rules are written, unless a mutant replaces it.
struct Rules {
  // Lowercasing: of the policies that lowercase, of the store, and of the way back.
  std::function<std::string(const std::string& name)> fold = RuleFold;

  // What the policies guarded and rejecting ask about a name first.
  std::function<bool(const Step& step)> has_uppercase = [](const Step& step) {
    return RuleFold(step.received) != step.received;
  };

  // The error of the policy rejecting for a name of which has_uppercase is true.
  std::function<Error(const Step& step)> reject = [](const Step& step) {
    return Error{ErrorCode::kInvalidArgument, step.position,
                 "header name is not lowercase: " + step.received};
  };

  std::function<Meaning(const Step& step)> meaning = [](const Step& step) {
    return RuleMeaning(step.key);
  };

  // Whether an entry is left out before its values are looked at.
  std::function<bool(const Step& step)> is_left_out = [](const Step& step) {
    return step.path == Path::kResponse && IsReserved(step.meaning);
  };

  std::function<Taken(const Values& values)> take = RuleTake;
  std::function<Error(const Step& step)> refuse = RuleRefuse;

  // Sets a field of a request, and its encoding from a content-type's subtype.
  std::function<void(const Step& step, Outcome& request)> set_field =
      [](const Step& step, Outcome& request) { request.fields[step.meaning.field] = step.value; };
  std::function<std::string(const std::string& content_type)> subtype = RuleSubtype;
  std::function<void(const std::string& subtype, std::string& encoding)> set_encoding =
      [](const std::string& found, std::string& encoding) {
        if (encoding.empty()) encoding = found;
      };

  // Whether a request also has an entry that is not an application's among its headers.
  std::function<bool(const Meaning& meaning)> is_kept = [](const Meaning&) { return false; };

  std::function<void(const Step& step, RuleStore& store)> store =
      [](const Step& step, RuleStore& headers) { headers.With(step); };

  // The order in which the entries are taken: positions, in the given order when called.
  std::function<void(const Metadata& metadata, Positions& positions)> order = [](const Metadata&,
                                                                                 Positions&) {};

  // The way back: which headers it refuses, by their lowercased names, and which it leaves out.
  std::function<bool(const std::string& name, const std::string& value)> is_refused_back =
      [](const std::string& name, const std::string&) { return name.starts_with("rpc-"); };
  std::function<bool(const std::string& value)> is_left_out_back = [](const std::string& value) {
    return value.empty();
  };

  // A last change to an outcome that is not an error.
  std::function<void(Path path, Outcome& outcome)> finish = [](Path, Outcome&) {};
};

// Converts `metadata` by `rules`.
void ConvertByRules(const Rules& rules, Path path, KeyPolicy policy, const Metadata& metadata,
                    Outcome& outcome);

// Turns `request`, which is not an error, into metadata by `rules`; empty on an error.
std::optional<Error> ToMetadataByRules(const Rules& rules, const Outcome& request,
                                       Metadata& metadata);

}  // namespace headerproof
