// The sweep of one place. A harness puts probe cases on the wire to a server or a client and
// observes what becomes of each; SweepPlace decides what is put there and what it means.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "src/converter/metadata.h"
#include "src/sweep/messages.h"
#include "src/sweep/sweep.h"

namespace headerproof {

// What was seen of one call, before anyone compares it with a plain call.
struct Observation {
  // kAccepted if the call was answered, whatever the status; kStreamError, kConnectionError,
  // kNoAnswer or kNotAsked.
  Disposition ending = Disposition::kNoAnswer;
  std::string status{};             // if answered: all that the answer says of the call's success
  std::optional<Metadata> shown{};  // all that the application was shown, if that is known
  std::string detail{};
  bool is_disturbed = false;  // another call on the same connection may have caused this
};

// How a plain call goes.
struct PlainCall {
  std::string status;
  std::optional<Metadata> shown;  // apart from its probe case; nothing if that is not known
};

// The plain name that every other is compared with.
const ProbeCase& Control();

// What the observation of a control says of plain calls.
PlainCall PlainCallFrom(Observation control);

bool IsPlain(const Observation& observation, const PlainCall& plain);

// What became of the probe case of `answer`.
void Conclude(const ProbeCase& probe_case, const PlainCall& plain, Observation observation,
              SweepAnswer& answer);

class Harness {
 public:
  virtual ~Harness() = default;

  // Puts as many of `cases` on one new connection as it can, in order, and returns what it observed
  // of them. A single case has the connection for itself, and is observed until it is certain
  // whether the connection survives. Empty: no case could be put on the wire.
  virtual std::vector<Observation> Try(std::span<const WireCase> cases) = 0;
};

// Tries every probe case in every form, in groups between two controls on one connection. A case
// that does not end like a plain call, or that another call may have disturbed, is tried again on a
// connection of its own. It has no answer unless a control is good after it: what a dead server did
// not deliver shows nothing.
std::vector<SweepAnswer> SweepPlace(Place place, std::span<const ProbeCase> probe_cases,
                                    Harness& harness);

}  // namespace headerproof
