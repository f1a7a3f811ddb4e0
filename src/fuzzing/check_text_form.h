// The text form of a case, checked on any octets: reading is lossless, printing canonical, and what
// strict reading accepts, lenient reading reads alike.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "src/fuzzing/counts.h"

namespace headerproof {

// What is wrong with how `octets` are read and printed: printable ASCII; empty if nothing is.
//
//   lossless    reading what was printed gives the same metadata, strictly and leniently
//   canonical   printing that again gives the same text: printable ASCII, each line with its LF
//   strict      where strict reading accepts the octets, lenient reading gives the same metadata;
//               where it refuses, it names a line and a column within the text
std::string TextFormFault(std::string_view octets);

// The smallest part of `octets`, its octets made 'a' where they may be, that has a fault.
std::string MinimizeTextFormFault(std::string octets);

// A description of such a fault: the text, best minimized first, what differed, a line that replays
// it, a draft of a test.
std::string DescribeTextFormFault(std::string_view octets);

// Checks one input of the target. Does not return if there is a fault: prints the smallest octets
// that show one and aborts.
void FuzzTextForm(FuzzRecorder& recorder, const std::uint8_t* data, std::size_t size);

}  // namespace headerproof
