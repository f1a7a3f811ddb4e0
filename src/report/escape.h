// Text from evidence as each form may have it: whatever would mean something there is made plain.
// The text is printable ASCII already, with LF between lines, as all of a Report.
#pragma once

#include <string>
#include <string_view>

namespace headerproof {

// `text` with &, <, >, " and ' as entities: fit for HTML, SVG and XML, in text and in attributes.
std::string EscapedMarkup(std::string_view text);

// The same for an attribute of XML, in which the end of a line would be read as a space.
std::string EscapedXml(std::string_view text);

// For a paragraph or a cell of GitHub's Markdown: no markup, no HTML, no formula, no list, no link,
// and none of what becomes a link by itself (addresses, @names, #numbers). All on one line.
std::string EscapedMarkdown(std::string_view text);

// For a message of SARIF: no placeholder (3.11.5) and no link (3.11.6).
std::string EscapedSarif(std::string_view text);

// For a log of GitHub Actions, which obeys lines that begin with two colons, and "##[" anywhere.
std::string EscapedLog(std::string_view text);

}  // namespace headerproof
