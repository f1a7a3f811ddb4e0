#include "src/unicode/fold.h"

#include <utf8proc.h>

namespace headerproof {
namespace {

constexpr std::string_view kReplacement = "\xef\xbf\xbd";

}  // namespace

void AppendUtf8(char32_t code_point, std::string& text) {
  utf8proc_uint8_t octets[4];
  const auto size = utf8proc_encode_char(static_cast<utf8proc_int32_t>(code_point), octets);
  for (utf8proc_ssize_t i = 0; i < size; ++i) text += static_cast<char>(octets[i]);
}

char32_t SimpleLowercase(char32_t code_point) {
  return static_cast<char32_t>(utf8proc_tolower(static_cast<utf8proc_int32_t>(code_point)));
}

std::string UnicodeFold(std::string_view name) {
  std::string folded;
  const auto* at = reinterpret_cast<const utf8proc_uint8_t*>(name.data());
  auto left = static_cast<utf8proc_ssize_t>(name.size());
  while (left > 0) {
    utf8proc_int32_t code_point = 0;
    utf8proc_ssize_t size = utf8proc_iterate(at, left, &code_point);
    if (size <= 0) {
      size = 1;
      folded += kReplacement;
    } else {
      AppendUtf8(SimpleLowercase(static_cast<char32_t>(code_point)), folded);
    }
    at += size;
    left -= size;
  }
  return folded;
}

std::string_view UnicodeVersion() {
  return utf8proc_unicode_version();
}

}  // namespace headerproof
