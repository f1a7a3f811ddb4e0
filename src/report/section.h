// Parts of a report that show evidence in a way of their own: a table, a picture. A part is made
// once, from evidence alone, and every form (HTML, Markdown, JSON) is made of it, so that they say
// the same. To add one: a function of the shape below in a file of its own, and its name in the
// list in report_sections.cc.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headerproof {

struct Report;

// How a cell is to be taken. Colour says it again, never alone: the text says it as well.
enum class Tone : std::uint8_t { kPlain, kNumber, kGood, kBad, kDoubtful, kFaint, kText };

struct ReportCell {
  std::string text;  // printable ASCII, as all of a Report; not escaped for any markup
  Tone tone = Tone::kPlain;
  bool varying = false;  // may differ between two runs of one build: times, counts by the clock
  std::string link;      // the id of something on the page that it leads to, or empty
};

struct ReportTable {
  std::string caption;
  std::vector<std::string> columns;           // the first names the rows
  std::vector<std::vector<ReportCell>> rows;  // each as long as `columns`
};

struct ReportPicture {
  std::string id;    // of the page's element, or empty
  std::string svg;   // one <svg> element; what comes from evidence went through EscapedMarkup()
  std::string says;  // a sentence: what a person who cannot see it has to know
  bool varying = false;
};

struct ReportSection {
  std::string id;  // of the page's element, a-z and '-'
  std::string title;
  std::vector<std::string> paragraphs;  // plain text
  std::vector<ReportPicture> pictures;  // what they show stands in the tables as well
  std::vector<ReportTable> tables;
};

// Nothing, if the evidence has nothing of the kind: then the report says nothing of it. Does not
// throw for any evidence that can be read.
using SectionMaker = std::optional<ReportSection> (*)(const Report& report);

// All sections that the evidence of this commit gives, in the order of the list.
std::vector<ReportSection> MakeSections(const Report& report);

// "good", "bad", ...: the class of such a cell in HTML.
std::string_view ToneName(Tone tone);

// `text` with &, <, >, " and ' as entities: fit for HTML, SVG and XML, in text and in attributes.
std::string EscapedMarkup(std::string_view text);

}  // namespace headerproof
