// The written rules of conversion as parts that can be exchanged one by one: what mutants are made
// of. Plain code over maps, which shares no line with the shared converter or with the judge's
// model, so that a mutant is wrong by what was exchanged and by nothing else.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/converter/convert.h"
#include "src/converter/key_policy.h"
#include "src/converter/metadata.h"
#include "src/converter/outcome.h"

namespace headerproof {

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

// What a conversion makes of an entry's values.
struct Taken {
  enum class Kind : std::uint8_t { kSkip, kValue, kError } kind;
  std::string value = {};  // for kValue
};

// An entry with several values, for which a conversion stops.
struct Refusal {
  Path path;
  std::size_t entry;
  const std::string& received;
  const std::string& key;
  const std::vector<std::string>& values;
};

// Where an entry stands in its metadata, and how many values it has.
struct EntryPlace {
  std::size_t entry;
  std::size_t entries;
  std::size_t values;
};

// The two lists of the store that an application sees.
struct RuleStore {
  std::map<std::string, std::string> items;
  std::map<std::string, std::string> original_items;
};

// Every part is set; WrittenRules() has them as the rules are written.
struct Rules {
  // Lowercasing: of the policies that lowercase, of the store, and of the way back.
  std::function<std::string(const std::string& name)> fold;

  // What the policies guarded and rejecting ask about a name before anything else.
  std::function<bool(const std::string& name, EntryPlace place)> has_uppercase;

  // The error of the policy rejecting for a name of which has_uppercase is true.
  std::function<Error(const std::string& received, std::size_t entry)> reject;

  // What an entry's name means; `key` is the received name under the policy.
  std::function<Meaning(const std::string& received, const std::string& key)> meaning;

  // Whether an entry is left out before its values are looked at.
  std::function<bool(Path path, const Meaning& meaning, const std::vector<std::string>& values)>
      is_left_out;

  // What becomes of an entry's values, and the error when that is kError.
  std::function<Taken(const std::vector<std::string>& values)> take;
  std::function<Error(const Refusal& refusal)> refuse;

  // Sets the field of a request that an entry names, and the encoding from a content-type's
  // subtype.
  std::function<void(const std::string& value, std::size_t field, Outcome& request)> set_field;
  std::function<std::string(const std::string& content_type)> subtype;
  std::function<void(const std::string& subtype, std::string& encoding)> set_encoding;

  // Whether a request has what is no application's header among its headers as well.
  std::function<bool(const Meaning& meaning)> is_kept;

  // Stores a header; `folded` is the key lowercased.
  std::function<void(const std::string& key, const std::string& folded, const std::string& value,
                     RuleStore& store)>
      store;

  // In which order the entries are taken: positions, in the given order when called.
  std::function<void(const Metadata& metadata, std::vector<std::size_t>& positions)> order;

  // The way back: which headers it refuses, by their lowercased names, and which it leaves out.
  std::function<bool(const std::string& name, const std::string& value)> is_refused_back;
  std::function<bool(const std::string& value)> is_left_out_back;

  // A last look at an outcome that is no error. The rules leave it alone.
  std::function<void(Path path, Outcome& outcome)> finish;
};

Rules WrittenRules();

// Converts `metadata` as `rules` say.
void ConvertByRules(const Rules& rules, Path path, KeyPolicy policy, const Metadata& metadata,
                    Outcome& outcome);

// Turns `request`, which is no error, into metadata as `rules` say; empty on an error.
std::optional<Error> ToMetadataByRules(const Rules& rules, const Outcome& request,
                                       Metadata& metadata);

// Parts of the rules that mutants build on: ASCII lowercasing, octet by octet; the index of `name`
// among the names of the seven fields, or nothing; which of them is the encoding; what a key means;
// and an entry's one value.
std::string RuleFold(const std::string& name);
std::optional<std::size_t> RuleField(std::string_view name);
inline constexpr std::size_t kRuleEncoding = 5;
Meaning RuleMeaning(const std::string& key);
Taken RuleTake(const std::vector<std::string>& values);
std::string RuleSubtype(const std::string& content_type);
bool RuleIsReserved(const Meaning& meaning);

}  // namespace headerproof
