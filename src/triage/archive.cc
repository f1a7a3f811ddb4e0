#include "src/triage/archive.h"

#include <archive.h>
#include <archive_entry.h>
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>

#include "src/cases/display.h"
#include "src/cases/escape.h"

namespace headerproof {
namespace {

struct FreeArchive {
  void operator()(archive* reading) const { archive_read_free(reading); }
};

std::string Lowercased(std::string_view text) {
  std::string lowercased(text);
  for (char& c : lowercased) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c | 0x20);
  }
  return lowercased;
}

// One archive, read from front to back.
class Reading {
 public:
  Reading(const std::string& file, const ArchiveVisitor& visitor)
      : file_(file), visitor_(visitor), archive_(archive_read_new()) {
    archive_read_support_filter_gzip(archive_.get());
    archive_read_support_format_tar(archive_.get());
    archive_read_support_format_zip(archive_.get());
  }

  // False if the visitor said to end.
  bool Read(const std::string* octets) {
    constexpr std::size_t kBlock = 1 << 16;
    const int opened =
        octets == nullptr
            ? archive_read_open_filename(archive_.get(), file_.c_str(), kBlock)
            : archive_read_open_memory(archive_.get(), octets->data(), octets->size());
    if (opened != ARCHIVE_OK) return Broken();
    for (;;) {
      archive_entry* entry = nullptr;
      const int result = archive_read_next_header(archive_.get(), &entry);
      if (result == ARCHIVE_EOF) return files_ != 0 || Fail("an archive without files");
      if (result != ARCHIVE_OK && result != ARCHIVE_WARN) return Broken();
      if (++entries_ > kMostArchiveEntries) {
        return Fail(fmt::format("more than {} entries; split it", kMostArchiveEntries));
      }
      if (const auto goes_on = ReadEntry(entry); !goes_on.has_value()) {
        return false;
      } else if (!*goes_on) {
        return true;
      }
    }
  }

 private:
  // Whether there is more to read; nothing if the visitor said to end.
  using GoesOn = std::optional<bool>;

  GoesOn ReadEntry(archive_entry* entry) {
    const bool is_file =
        archive_entry_filetype(entry) == AE_IFREG && archive_entry_hardlink(entry) == nullptr;
    const char* const raw_name = archive_entry_pathname(entry);
    const std::string name = raw_name == nullptr ? "(a name that cannot be read)" : raw_name;
    if (is_file && archive_entry_is_encrypted(entry) != 0) {
      ++files_;
      return AfterError(name, "encrypted; decrypt the archive and pack it anew");
    }
    std::string octets;
    // What an entry says of its size may be a lie in either direction, or stand for a hole.
    bool is_too_large = archive_entry_size(entry) > static_cast<la_int64_t>(kMostInputOctets);
    std::array<char, 1 << 16> block;
    for (;;) {
      // What no one wants to see is read too, so that all that is unpacked counts.
      const la_ssize_t got = archive_read_data(archive_.get(), block.data(), block.size());
      if (got == 0) break;
      if (got < 0) return Ended(Broken());
      unpacked_ += static_cast<std::size_t>(got);
      if (unpacked_ > kMostArchiveOctets) {
        return Ended(
            Fail(fmt::format("more than {} octets once unpacked; split it", kMostArchiveOctets)));
      }
      is_too_large =
          is_too_large || octets.size() + static_cast<std::size_t>(got) > kMostInputOctets;
      if (!is_too_large) octets.append(block.data(), static_cast<std::size_t>(got));
    }
    if (!is_file) return true;
    ++files_;
    if (is_too_large) {
      return AfterError(
          name, fmt::format("too large for an input: more than {} octets", kMostInputOctets));
    }
    if (IsArchive(name, octets)) {
      return AfterError(name, "an archive in an archive; unpack the outer one and name this");
    }
    if (!visitor_.on_file(file_ + ": " + name, octets)) return std::nullopt;
    return true;
  }

  GoesOn AfterError(const std::string& name, std::string_view what) {
    if (!visitor_.on_error(Prefix() + DisplayName(name) + ": " + std::string(what))) {
      return std::nullopt;
    }
    return true;
  }

  // An error that ends the archive but not what else there is to read.
  static GoesOn Ended(bool visitor_goes_on) {
    if (!visitor_goes_on) return std::nullopt;
    return false;
  }

  bool Broken() {
    const char* const why = archive_error_string(archive_.get());
    return Fail("a broken archive, or of a kind that is not read (these are: zip, tar, tar.gz): " +
                EscapeValue(why == nullptr ? "no more is known" : why));
  }

  bool Fail(std::string_view what) {
    return visitor_.on_error(Prefix() + std::string(what) +
                             (entries_ == 0 ? "" : fmt::format(", at entry {}", entries_)));
  }

  std::string Prefix() const { return EscapeValue(file_) + ": "; }

  const std::string& file_;
  const ArchiveVisitor& visitor_;
  std::unique_ptr<archive, FreeArchive> archive_;
  std::size_t entries_ = 0;
  std::size_t files_ = 0;
  std::size_t unpacked_ = 0;
};

}  // namespace

bool IsArchive(std::string_view name, std::string_view octets) {
  using std::string_view_literals::operator""sv;
  const std::string lowercased = Lowercased(name);
  constexpr std::size_t kUstarAt = 257;
  return std::ranges::any_of(std::array{".zip", ".tar", ".tar.gz", ".tgz"},
                             [&](const char* end) { return lowercased.ends_with(end); }) ||
         std::ranges::any_of(std::array{"PK\3\4"sv, "PK\5\6"sv, "\x1f\x8b\x08"sv},
                             [&](std::string_view start) { return octets.starts_with(start); }) ||
         (octets.size() > kUstarAt && octets.substr(kUstarAt).starts_with("ustar"));
}

bool ReadArchive(const std::string& file, const std::string* octets,
                 const ArchiveVisitor& visitor) {
  return Reading(file, visitor).Read(octets);
}

}  // namespace headerproof
