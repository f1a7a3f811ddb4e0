#include "src/triage/archive.h"

#include <archive.h>
#include <archive_entry.h>
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <memory>

#include "src/cases/display.h"
#include "src/cases/escape.h"
#include "src/converter/fold.h"

namespace headerproof {
namespace {

struct FreeArchive {
  void operator()(archive* reading) const { archive_read_free(reading); }
};

// One archive, read from front to back.
class Reading {
 public:
  Reading(const std::string& file, const InputVisitor& visitor)
      : file_(file), visitor_(visitor), archive_(archive_read_new()) {
    archive_read_support_filter_gzip(archive_.get());
    archive_read_support_format_tar(archive_.get());
    archive_read_support_format_zip(archive_.get());
  }

  // False if the visitor ended it.
  bool Read(const std::string* octets) {
    constexpr std::size_t kBlock = 1 << 16;
    const int opened =
        octets == nullptr
            ? archive_read_open_filename(archive_.get(), file_.c_str(), kBlock)
            : archive_read_open_memory(archive_.get(), octets->data(), octets->size());
    bool has_more = opened == ARCHIVE_OK || Broken();
    while (has_more) has_more = ReadEntry();
    return goes_on_;
  }

 private:
  // False at the end, after what is broken or too large, and if the visitor ends the reading.
  bool ReadEntry() {
    archive_entry* entry = nullptr;
    const int result = archive_read_next_header(archive_.get(), &entry);
    if (result == ARCHIVE_EOF) return files_ == 0 && Fail("an archive without files");
    if (result != ARCHIVE_OK && result != ARCHIVE_WARN) return Broken();
    if (++entries_ > kMostArchiveEntries) {
      return Fail(fmt::format("more than {} entries; split it", kMostArchiveEntries));
    }
    const bool is_file =
        archive_entry_filetype(entry) == AE_IFREG && archive_entry_hardlink(entry) == nullptr;
    if (is_file) ++files_;
    const char* const raw_name = archive_entry_pathname(entry);
    const std::string name = raw_name == nullptr ? "(a name that cannot be read)" : raw_name;
    const auto refuse = [&](std::string_view what) {
      return goes_on_ = visitor_.on_error(
                 fmt::format("{}: {}: {}", EscapeValue(file_), DisplayName(name), what));
    };
    if (is_file && archive_entry_is_encrypted(entry) != 0) {
      return refuse("encrypted; decrypt the archive and pack it again");
    }
    // The size that an entry states may be wrong in either direction, or that of a hole.
    bool is_too_large = archive_entry_size(entry) > static_cast<la_int64_t>(kMostInputOctets);
    std::string octets;
    std::array<char, 1 << 16> block;
    // What is not wanted is read too, so that all that is unpacked counts.
    while (const la_ssize_t got = archive_read_data(archive_.get(), block.data(), block.size())) {
      if (got < 0) return Broken();
      const auto size = static_cast<std::size_t>(got);
      unpacked_ += size;
      if (unpacked_ > kMostArchiveOctets) {
        return Fail(fmt::format("more than {} octets once unpacked; split it", kMostArchiveOctets));
      }
      is_too_large |= octets.size() + size > kMostInputOctets;
      if (!is_too_large) octets.append(block.data(), size);
    }
    if (!is_file) return true;
    if (is_too_large) {
      return refuse(fmt::format("too large for an input: more than {} octets", kMostInputOctets));
    }
    if (IsArchive(name, octets)) {
      return refuse("an archive in an archive; unpack the outer one and name this one");
    }
    return goes_on_ = visitor_.on_input(file_ + ": " + name, octets);
  }

  bool Broken() {
    const char* const why = archive_error_string(archive_.get());
    return Fail("a broken archive, or of a kind that is not read (these are: zip, tar, tar.gz): " +
                EscapeValue(why == nullptr ? "no more is known" : why));
  }

  bool Fail(std::string_view what) {
    goes_on_ =
        visitor_.on_error(fmt::format("{}: {}{}", EscapeValue(file_), what,
                                      entries_ == 0 ? "" : fmt::format(", at entry {}", entries_)));
    return false;
  }

  const std::string& file_;
  const InputVisitor& visitor_;
  std::unique_ptr<archive, FreeArchive> archive_;
  std::size_t entries_ = 0;
  std::size_t files_ = 0;
  std::size_t unpacked_ = 0;
  bool goes_on_ = true;  // as the visitor says
};

}  // namespace

bool IsArchive(std::string_view name, std::string_view octets) {
  using std::string_view_literals::operator""sv;
  const std::string lowercased = Fold(name);
  constexpr std::size_t kUstarAt = 257;
  return std::ranges::any_of(std::array{".zip", ".tar", ".tar.gz", ".tgz"},
                             [&](const char* end) { return lowercased.ends_with(end); }) ||
         std::ranges::any_of(std::array{"PK\3\4"sv, "PK\5\6"sv, "\x1f\x8b\x08"sv},
                             [&](std::string_view start) { return octets.starts_with(start); }) ||
         (octets.size() > kUstarAt && octets.substr(kUstarAt).starts_with("ustar"));
}

bool ReadArchive(const std::string& file, const std::string* octets, const InputVisitor& visitor) {
  return Reading(file, visitor).Read(octets);
}

}  // namespace headerproof
