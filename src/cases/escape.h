// Octets as printable ASCII: the escapes of the text form of a case.
#pragma once

#include <string>
#include <string_view>

namespace headerproof {

// Appends `octet` as \xHH, lowercase.
void AppendHexEscape(unsigned char octet, std::string& text);

// Appends `value` as the text form of a case prints a value: every octet outside 20-7e, a
// backslash, and a space at either end are escaped.
void AppendEscapedValue(std::string_view value, std::string& text);

// Appends `name` as the text form of a case prints a name: every octet outside 21-7e, a backslash,
// a quotation mark, a colon that is not first or is alone, and a '#' that is first are escaped; the
// empty name is "".
void AppendEscapedName(std::string_view name, std::string& text);

std::string EscapeValue(std::string_view value);
std::string EscapeName(std::string_view name);

}  // namespace headerproof
