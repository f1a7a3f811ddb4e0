// HPACK's Huffman code (RFC 7541 5.2 and appendix B), for writing any octets with it on purpose,
// also where it makes them longer. Reading is left to nghttp2.
#pragma once

#include <string>
#include <string_view>

namespace headerproof {

// Appends `octets` in the Huffman code, the last octet filled with ones.
void AppendHuffman(std::string_view octets, std::string& out);

}  // namespace headerproof
