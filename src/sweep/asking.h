// What the sweep's two sides share: an item to ask, what was seen of it, and the verdict on it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "src/converter/metadata.h"
#include "src/http2/frames.h"
#include "src/http2/hpack.h"
#include "src/sweep/probe_case.h"
#include "src/sweep/sweep.h"

namespace headerproof {

// One probe case in one form.
struct Item {
  const ProbeCase* probe_case = nullptr;
  const WireForm* form = nullptr;
};

// How a call ended, before anyone judges it.
enum class Ending : std::uint8_t {
  kAnswered,
  kStreamError,
  kConnectionError,
  kNoAnswer,
  kNotAsked
};

struct Observation {
  Ending ending = Ending::kNoAnswer;
  std::string status{};             // if answered: all that the answer says of the call's success
  std::optional<Metadata> shown{};  // all of it, what a plain call shows as well
  std::string detail{};
};

// True if the call ended as a plain one does.
inline bool IsPlain(const Observation& observation, const std::string& plain_status) {
  return observation.ending == Ending::kAnswered && observation.status == plain_status;
}

// Appends the item's fields, in its form, to a block. They must be in the table if the form needs
// it (NeedsPrimer).
void AppendItem(const Item& item, HpackWriter& writer, std::string& block);

// True if the form needs an entry that the table does not have. The primer of an item puts it
// there.
bool NeedsPrimer(const Item& item, const HpackWriter& writer);
WireForm PrimerForm(const WireForm& form);

// The largest piece for one frame of a block of `octets` octets (at least one).
std::size_t FragmentOf(const WireForm& form, std::size_t octets);

struct Asker {
  // Asks many on one connection; sets the observations that it is sure of, and returns how many
  // items, from the first, were put on the wire. `plain_status` is how a plain call ends.
  std::function<std::size_t(std::span<const Item> items, const std::string& plain_status,
                            std::span<std::optional<Observation>> observations)>
      ask_many;
  // Asks one, alone on a connection.
  std::function<Observation(const Item& item)> ask_alone;
};

// Asks every probe case in every form, and judges.
std::vector<SweepAnswer> AskAll(Place place, std::span<const ProbeCase> probe_cases,
                                const Asker& asker);

}  // namespace headerproof
