// Header blocks (RFC 7541). The writer gives each field the form that it is told to, whatever its
// name and value are: nghttp2's own deflater chooses forms itself. The reader is nghttp2's
// inflater.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

struct nghttp2_hd_inflater;

namespace headerproof {

struct Field {
  std::string name;
  std::string value;

  friend bool operator==(const Field&, const Field&) = default;
};

// RFC 7541 6.1 and 6.2.
enum class Representation : std::uint8_t {
  kLiteral,       // without indexing
  kNeverIndexed,  // never indexed
  kIncremental,   // with incremental indexing: enters the dynamic table
  kIndexed,       // an entry of the dynamic table
  kIndexedName,   // without indexing, the name from an entry of the dynamic table
};

struct HpackForm {
  Representation representation = Representation::kLiteral;
  bool huffman = false;  // for the strings that are written out

  friend bool operator==(const HpackForm&, const HpackForm&) = default;
};

// One connection's encoder and its dynamic table.
class HpackWriter {
 public:
  // Appends a field. An entry that kIndexed or kIndexedName needs must be in the table (Holds).
  void Append(std::string_view name, std::string_view value, HpackForm form, std::string& block);

  // True if the dynamic table has this field.
  bool Holds(std::string_view name, std::string_view value) const;

  // The peer's SETTINGS_HEADER_TABLE_SIZE. The table never grows beyond 4,096 octets; where it gets
  // smaller, the next block says so first.
  void LimitTable(std::size_t octets);

 private:
  static constexpr std::size_t kFirstSize = 4096;

  std::size_t IndexOf(std::string_view name, std::string_view value) const;  // 0: none
  void Evict();

  std::deque<Field> table_;  // newest first
  std::size_t size_ = 0;     // as RFC 7541 4.1 counts
  std::size_t limit_ = kFirstSize;
  bool must_announce_ = false;
};

// One connection's decoder.
class HpackReader {
 public:
  static constexpr std::size_t kMostFieldOctets = 1U << 20;  // as RFC 7541 4.1 counts

  HpackReader();

  // Appends the fields of a whole block to `fields`; false if it is not a header block, or if its
  // fields are larger than kMostFieldOctets together: a block may be a thousand times smaller than
  // its fields. The rest of the connection cannot be read then.
  bool Read(std::string_view block, std::vector<Field>& fields);

 private:
  std::unique_ptr<nghttp2_hd_inflater, void (*)(nghttp2_hd_inflater*)> inflater_;
};

// The value of the first field named `name`, or nothing.
std::optional<std::string_view> FindField(const std::vector<Field>& fields, std::string_view name);

}  // namespace headerproof
