// Parts of a report that show evidence in a way of their own: a table, a picture. A section is made
// once, from evidence alone, and every form (HTML, Markdown, JSON) renders it. To add one, write a
// function of the shape below in a file of its own, and add it to sections.h and sections.cc.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/report/gsn/figure.h"

namespace headerproof {

struct Report;

// What a cell says about its value. The text says it too: colour is never the only sign.
enum class Tone : std::uint8_t { kPlain, kNumber, kGood, kBad, kDoubtful, kFaint, kText };

constexpr std::array<std::string_view, 7> JsonNames(Tone /*tone*/) {
  return {"plain", "number", "good", "bad", "doubtful", "faint", "text"};
}

struct ReportCell {
  std::string text;  // printable ASCII, as all of a Report; not escaped for any markup
  Tone tone = Tone::kPlain;
  bool varying = false;   // may differ between two runs of one build: times, counts by the clock
  std::string link = {};  // the id of the element on the page that it leads to, or empty

  ReportCell() = default;
  template <std::convertible_to<std::string_view> Text>
  // NOLINTNEXTLINE(google-explicit-constructor): most cells of a row are only a text.
  ReportCell(const Text& cell_text, Tone cell_tone = Tone::kPlain, bool is_varying = false,
             std::string leads_to = {})
      : text(std::string_view(cell_text)),
        tone(cell_tone),
        varying(is_varying),
        link(std::move(leads_to)) {}
};

using ReportRow = std::vector<ReportCell>;

struct ReportTable {
  std::string caption;
  std::vector<std::string> columns;  // the first names the rows
  std::vector<ReportRow> rows;       // each as long as `columns`
};

// Either one <svg> element or the tree of an argument.
struct ReportPicture {
  std::string id;    // of the page's element, or empty
  std::string svg;   // text from evidence in it went through EscapedMarkup()
  std::string says;  // a sentence for a person who cannot see the picture
  bool varying = false;
  std::optional<GsnNode> argument = {};
};

struct ReportSection {
  std::string id;  // of the page's element, a-z and '-'
  std::string title;
  std::vector<std::string> paragraphs;       // plain text
  std::vector<ReportPicture> pictures = {};  // what they show is in the tables as well
  std::vector<ReportTable> tables = {};
};

// Nothing if there is no evidence for the section. Does not throw for any evidence that can be
// read.
using SectionMaker = std::optional<ReportSection> (*)(const Report& report);

// All sections that there is fresh evidence for, in the order of the list.
std::vector<ReportSection> MakeSections(const Report& report);

}  // namespace headerproof
