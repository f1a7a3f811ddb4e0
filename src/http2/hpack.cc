#include "src/http2/hpack.h"

#include <nghttp2/nghttp2.h>

#include <algorithm>
#include <array>
#include <cstdlib>

#include "src/http2/huffman.h"

namespace headerproof {
namespace {

constexpr std::size_t kStaticEntries = 61;
constexpr std::size_t kEntryOverhead = 32;  // RFC 7541 4.1

// How a field begins, by representation: an index of so many bits, under a pattern.
struct Prefix {
  unsigned bits;
  unsigned pattern;
};
constexpr std::array<Prefix, 5> kPrefixes = {
    {{4, 0x00}, {4, 0x10}, {6, 0x40}, {7, 0x80}, {4, 0x00}}};

std::size_t EntrySize(std::string_view name, std::string_view value) {
  return name.size() + value.size() + kEntryOverhead;
}

// RFC 7541 5.1: `value` in the low `bits` bits of an octet that begins with `pattern`, and more.
void AppendInteger(std::size_t value, unsigned bits, unsigned pattern, std::string& out) {
  const std::size_t most = (std::size_t{1} << bits) - 1;
  if (value < most) {
    out.push_back(static_cast<char>(pattern | value));
    return;
  }
  out.push_back(static_cast<char>(pattern | most));
  for (value -= most; value >= 0x80; value >>= 7) {
    out.push_back(static_cast<char>((value & 0x7f) | 0x80));
  }
  out.push_back(static_cast<char>(value));
}

// RFC 7541 5.2.
void AppendText(std::string_view text, bool huffman, std::string& out) {
  if (!huffman) {
    AppendInteger(text.size(), 7, 0x00, out);
    out.append(text);
    return;
  }
  std::string coded;
  AppendHuffman(text, coded);
  AppendInteger(coded.size(), 7, 0x80, out);
  out.append(coded);
}

}  // namespace

void HpackWriter::Append(std::string_view name, std::string_view value, HpackForm form,
                         std::string& block) {
  if (must_announce_) {
    AppendInteger(limit_, 5, 0x20, block);
    must_announce_ = false;
  }
  const auto [bits, pattern] = kPrefixes[static_cast<std::size_t>(form.representation)];
  const bool is_indexed = form.representation == Representation::kIndexed;
  const bool has_index = is_indexed || form.representation == Representation::kIndexedName;
  AppendInteger(has_index ? IndexOf(name, value) : 0, bits, pattern, block);
  if (!has_index) AppendText(name, form.huffman, block);
  if (!is_indexed) AppendText(value, form.huffman, block);
  if (form.representation != Representation::kIncremental) return;
  table_.push_front({std::string(name), std::string(value)});
  size_ += EntrySize(name, value);
  Evict();
}

bool HpackWriter::Holds(std::string_view name, std::string_view value) const {
  return IndexOf(name, value) != 0;
}

std::size_t HpackWriter::IndexOf(std::string_view name, std::string_view value) const {
  const auto found = std::ranges::find(table_, Field{std::string(name), std::string(value)});
  if (found == table_.end()) return 0;
  return kStaticEntries + 1 + static_cast<std::size_t>(found - table_.begin());
}

void HpackWriter::Evict() {
  while (size_ > limit_) {
    size_ -= EntrySize(table_.back().name, table_.back().value);
    table_.pop_back();
  }
}

void HpackWriter::LimitTable(std::size_t octets) {
  const std::size_t limit = std::min(octets, kFirstSize);
  if (limit == limit_) return;
  limit_ = limit;
  must_announce_ = true;
  Evict();
}

HpackReader::HpackReader() : inflater_(nullptr, &nghttp2_hd_inflate_del) {
  nghttp2_hd_inflater* inflater = nullptr;
  if (nghttp2_hd_inflate_new(&inflater) != 0) std::abort();  // out of memory
  inflater_.reset(inflater);
}

bool HpackReader::Read(std::string_view block, std::vector<Field>& fields) {
  const auto* at = reinterpret_cast<const std::uint8_t*>(block.data());
  std::size_t left = block.size();
  std::size_t field_octets = 0;
  for (;;) {
    nghttp2_nv field{};
    int flags = 0;
    const ssize_t used = nghttp2_hd_inflate_hd2(inflater_.get(), &field, &flags, at, left, 1);
    if (used < 0) return false;
    at += used;
    left -= static_cast<std::size_t>(used);
    if ((flags & NGHTTP2_HD_INFLATE_EMIT) != 0) {
      field_octets += field.namelen + field.valuelen + kEntryOverhead;
      if (field_octets > kMostFieldOctets) return false;
      fields.push_back({{reinterpret_cast<const char*>(field.name), field.namelen},
                        {reinterpret_cast<const char*>(field.value), field.valuelen}});
    }
    if ((flags & NGHTTP2_HD_INFLATE_FINAL) != 0) break;
    if (left == 0 && (flags & NGHTTP2_HD_INFLATE_EMIT) == 0) return false;
  }
  return nghttp2_hd_inflate_end_headers(inflater_.get()) == 0;
}

std::optional<std::string_view> FindField(const std::vector<Field>& fields, std::string_view name) {
  const auto found = std::ranges::find(fields, name, &Field::name);
  if (found == fields.end()) return std::nullopt;
  return found->value;
}

}  // namespace headerproof
