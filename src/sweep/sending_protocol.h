// How the parent and the helper program of sending.h talk: one line for each probe case, "SIDE NAME
// VALUE" with name and value in hex, each after an "x" so that none is empty; and one for each
// answer, "exit N" or "signal N". The exit status of a child is the number of a Disposition.
#pragma once

#include <string>
#include <string_view>

#include "src/sweep/sending.h"

namespace headerproof {

std::string WriteProbeCase(const SendingProbeCase& probe_case);

// Reads a line without its LF. Only lines that WriteProbeCase wrote.
SendingProbeCase ReadProbeCase(std::string_view line);

}  // namespace headerproof
