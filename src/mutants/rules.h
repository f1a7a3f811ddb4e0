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

// Where an entry stands in its metadata.
struct Place {
  std::size_t entry;
  std::size_t entries;
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
  std::function<bool(const std::string& name, Place place)> has_uppercase;

  // What an entry's name means; `key` is the received name under the policy.
  std::function<Meaning(const std::string& received, const std::string& key)> meaning;

  // What becomes of an entry's values, and the error when that is kError.
  std::function<Taken(const std::vector<std::string>& values)> take;
  std::function<Error(const Refusal& refusal)> refuse;

  // Sets a request field that an entry names, and the encoding from a content-type's subtype.
  std::function<void(const std::string& value, std::string& field)> set_field;
  std::function<std::string(const std::string& content_type)> subtype;
  std::function<void(const std::string& subtype, std::string& encoding)> set_encoding;

  // Stores a header; `folded` is the key lowercased.
  std::function<void(const std::string& key, const std::string& folded, const std::string& value,
                     RuleStore& store)>
      store;

  // In which order the entries are taken: positions, in the given order when called.
  std::function<void(std::vector<std::size_t>& positions)> order;

  // The way back: which lowercased names it refuses, which values it leaves out.
  std::function<bool(const std::string& name)> is_refused_back;
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

// Parts of the rules that mutants build on: ASCII lowercasing, octet by octet; and the index of
// `name` among the names of the seven fields, or nothing.
std::string RuleFold(const std::string& name);
std::optional<std::size_t> RuleField(std::string_view name);

}  // namespace headerproof
