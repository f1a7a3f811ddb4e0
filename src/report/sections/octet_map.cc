// The map of octets.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "src/cases/printable.h"
#include "src/evidence/edge_key.h"
#include "src/grammar/name.h"
#include "src/report/escape.h"
#include "src/report/report.h"
#include "src/report/sections/sections.h"

namespace headerproof {
namespace {

constexpr std::array<std::string_view, 4> kPlaces = {"only", "first", "inner", "last"};

// What a difference does to an application, the most serious first.
struct Effect {
  char sign;
  std::string_view says;
  std::vector<std::string_view> differences;
};

const std::array<Effect, 4>& Effects() {
  static const std::array<Effect, 4> effects = {
      {{'F',
        "a field of the request or its encoding is lost",
        {"field-changed", "encoding-changed"}},
       {'L',
        "a name that the library reserves reaches the application",
        {"reserved-name-leak", "content-type-leak", "routing-name-leak"}},
       {'E',
        "an error appears, disappears or has another text",
        {"new-error", "error-lost", "error-changed", "error-text"}},
       {'S',
        "a header or its original spelling differs",
        {"header-gained", "header-lost", "value-changed", "original-spelling"}}}};
  return effects;
}

// For each octet, the signs of all its effects on `path`.
using Signs = std::array<std::string, 256>;

Signs SignsOf(const Evidence& edges, Path path) {
  Signs signs;
  for (unsigned octet = 0; octet < signs.size(); ++octet) {
    for (const Effect& effect : Effects()) {
      const bool has_effect = std::ranges::any_of(kPlaces, [&](std::string_view place) {
        return std::ranges::any_of(effect.differences, [&](std::string_view difference) {
          return edges.counts.contains(
              fmt::format("{}/{}", EdgeKey(path, place, octet), difference));
        });
      });
      if (has_effect) signs[octet] += effect.sign;
    }
  }
  return signs;
}

std::string Glyph(unsigned octet) {
  return octet > ' ' && octet < 0x7f ? std::string(1, static_cast<char>(octet)) : std::string();
}

// "41 A", or the number alone if the octet is not printable.
std::string OctetText(unsigned octet) {
  const std::string glyph = Glyph(octet);
  return fmt::format("{:02x}{}{}", octet, glyph.empty() ? "" : " ", glyph);
}

constexpr int kCell = 34;
constexpr int kEdge = 26;

std::string Label(int x, int y, int size, std::string_view style, std::string_view text) {
  return fmt::format("<text x=\"{}\" y=\"{}\" font-size=\"{}\" text-anchor=\"middle\" {}>{}</text>",
                     x, y, size, style, EscapedMarkup(text));
}

// The narrower the domain, the darker; an octet that makes a difference has another colour and its
// signs.
std::string Cell(unsigned octet, const std::string& signs) {
  constexpr std::array<std::string_view, kDomainCount> kOpacity = {"0.26", "0.18", "0.11", "0.03",
                                                                   "0.03"};
  const auto domain = OctetDomain(static_cast<unsigned char>(octet));
  const int x = kEdge + kCell * static_cast<int>(octet % 16);
  const int y = kEdge + kCell * static_cast<int>(octet / 16);
  const bool differs = !signs.empty();
  return fmt::format(
      "<g><title>{}: {}{}</title><rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\" "
      "fill-opacity=\"{}\" stroke=\"var(--line)\"/>{}{}</g>",
      EscapedMarkup(OctetText(octet)), domain == Domain::kNone ? "uppercase" : DomainName(domain),
      differs ? ", differs: " + signs : "", x, y, kCell, kCell,
      differs ? "var(--refuted-back)" : "var(--text)",
      differs ? "1" : kOpacity[static_cast<std::size_t>(domain)],
      Label(x + kCell / 2, y + (differs ? 15 : 22), 13, "fill=\"var(--text)\"", Glyph(octet)),
      Label(x + kCell / 2, y + 29, 10, "font-weight=\"bold\" fill=\"var(--refuted)\"", signs));
}

ReportPicture Map(Path path, const Signs& signs) {
  std::string svg = fmt::format(
      "<svg viewBox=\"0 0 {0} {0}\" width=\"{0}\" height=\"{0}\" role=\"img\" "
      "font-family=\"monospace\">",
      kEdge + 16 * kCell + 2);
  for (int i = 0; i < 16; ++i) {
    const int at = kEdge + kCell * i + kCell / 2;
    svg += Label(at, 18, 11, "fill=\"var(--faint)\"", fmt::format("_{:x}", i));
    svg += Label(12, at + 4, 11, "fill=\"var(--faint)\"", fmt::format("{:x}_", i));
  }
  for (unsigned octet = 0; octet < signs.size(); ++octet) svg += Cell(octet, signs[octet]);
  const auto same = static_cast<std::size_t>(std::ranges::count(signs, ""));
  return {fmt::format("octets-{}", PathName(path)), svg + "</svg>",
          fmt::format("The {} path: of {} octets in a name, {} make the two versions differ. Rows "
                      "are the first hexadecimal digit, columns the second.",
                      PathName(path), signs.size(), signs.size() - same)};
}

// The smallest case for an octet at a place, on one line; or that there is none.
ReportCell ExampleCell(const Evidence& edges, const std::string& key) {
  const auto found = edges.examples.find(key);
  if (found == edges.examples.end()) return {"none", Tone::kFaint};
  std::string line;
  for (const char c : found->second) line += c == '\n' ? " | " : std::string(1, c);
  return line.substr(0, line.find_last_not_of(" |") + 1);
}

ReportTable Examples(const Evidence& edges, Path path, const Signs& signs) {
  ReportTable table{fmt::format("{} path: the smallest case that differs, by place of the octet in "
                                "the name (a | ends a line)",
                                path == Path::kRequest ? "Request" : "Response"),
                    {"Octet", "Only", "First", "Inner", "Last", "Effects"},
                    {}};
  for (unsigned octet = 0; octet < signs.size(); ++octet) {
    if (signs[octet].empty()) continue;
    ReportRow row = {OctetText(octet)};
    for (const std::string_view place : kPlaces) {
      row.push_back(ExampleCell(edges, EdgeKey(path, place, octet)));
    }
    row.emplace_back(signs[octet], Tone::kBad);
    table.rows.push_back(std::move(row));
  }
  return table;
}

// "00-20, 3a, 7f-ff": the octets that make no difference, in HTTP/2's domain or outside of it.
std::string SameOctets(const Signs& signs, bool is_http2) {
  const auto is_meant = [&](unsigned octet) {
    return octet < signs.size() && signs[octet].empty() &&
           (OctetDomain(static_cast<unsigned char>(octet)) <= Domain::kHttp2) == is_http2;
  };
  std::string text;
  for (unsigned begin = 0; begin < signs.size(); ++begin) {
    if (!is_meant(begin)) continue;
    unsigned end = begin;
    while (is_meant(end + 1)) ++end;
    text += fmt::format("{}{:02x}", text.empty() ? "" : ", ", begin);
    if (end != begin) text += fmt::format("-{:02x}", end);
    begin = end;
  }
  return text;
}

ReportTable Same(const Evidence& edges, Path path, const Signs& signs) {
  const auto cases = edges.counts.find(fmt::format("sealed-cases/{}", PathName(path)));
  return {fmt::format("{} path: octets that make no difference at any place, in {} cases",
                      path == Path::kRequest ? "Request" : "Response",
                      Grouped(cases == edges.counts.end() ? 0 : cases->second)),
          {"Domain", "Octets", "Why no case differs"},
          {{"outside http2", SameOctets(signs, false),
            "Lowercasing leaves it unchanged, so both versions see the same name (relation 1)."},
           {"http2", SameOctets(signs, true), "The same; and HTTP/2 allows it."}}};
}

}  // namespace

std::optional<ReportSection> OctetMapSection(const Report& report) {
  const auto found = std::ranges::find_if(report.evidence, [](const StoredEvidence& stored) {
    return stored.evidence.id == "edges" && stored.is_fresh;
  });
  if (found == report.evidence.end()) return std::nullopt;
  const Evidence& edges = found->evidence;
  std::string legend;
  for (const Effect& effect : Effects()) {
    legend += fmt::format("{}{}: {}", legend.empty() ? "" : "; ", effect.sign, effect.says);
  }
  ReportSection section{
      "octets",
      "Which octets of a name make a difference",
      {"Each octet was tried at each place of a name (alone, first, inner, last), in ordinary "
       "names "
       "and in the special ones. The darker a square, the narrower the domain of its octet: grpc, "
       "token, http2 and, lightest, octets that HTTP/2 does not allow. The two versions differ for "
       "the squares with letters.",
       legend + "."}};
  for (const Path path : kPaths) {
    const Signs signs = SignsOf(edges, path);
    section.pictures.push_back(Map(path, signs));
    section.tables.push_back(Examples(edges, path, signs));
    section.tables.push_back(Same(edges, path, signs));
  }
  return section;
}

}  // namespace headerproof
