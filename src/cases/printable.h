// Makes text from outside (an evidence file, a peer, an error) safe for a terminal, a page or a
// file: printable ASCII of bounded length.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace headerproof {

inline constexpr std::size_t kMostTextOctets = 2000;

// `text` with every octet outside 20-7e written as \xHH, cut to `most` octets with its length.
std::string Printable(std::string_view text, std::size_t most = kMostTextOctets);

// The case whose text form is `text`, masked and cut as DisplayCase does.
std::string PrintableCase(std::string_view text);

// "16,843,009".
std::string Grouped(std::uint64_t number);

}  // namespace headerproof
