#include "src/report/sections/octet_map.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <vector>

#include "src/cases/printable.h"
#include "src/converter/convert.h"
#include "src/engines/edges.h"
#include "src/grammar/name.h"
#include "src/judge/difference.h"
#include "src/report/report.h"

namespace headerproof {
namespace {

// What a difference does to an application, the gravest first.
struct Effect {
  char sign;
  std::string_view says;
  std::vector<DifferenceKind> kinds;
};

const std::array<Effect, 4>& Effects() {
  using enum DifferenceKind;
  static const std::array<Effect, 4> effects = {
      {{'F', "a field of the request is lost, or its encoding", {kFieldChanged, kEncodingChanged}},
       {'L',
        "a name that the library keeps for itself reaches the application",
        {kReservedNameLeak, kContentTypeLeak, kRoutingNameLeak}},
       {'E',
        "an error appears, vanishes or reads otherwise",
        {kNewError, kErrorLost, kErrorChanged, kErrorText}},
       {'S',
        "a header or its original spelling is another",
        {kHeaderGained, kHeaderLost, kValueChanged, kOriginalSpelling}}}};
  return effects;
}

bool HasKind(const Evidence& edges, Path path, unsigned octet, DifferenceKind kind) {
  return std::ranges::any_of(kOctetPlaces, [&](OctetPlace place) {
    return edges.counts.contains(EdgeKey(path, place, octet) + "/" +
                                 std::string(DifferenceName(kind)));
  });
}

// The signs of all effects of `octet`.
std::string SignsOf(const Evidence& edges, Path path, unsigned octet) {
  std::string signs;
  for (const Effect& effect : Effects()) {
    if (std::ranges::any_of(
            effect.kinds, [&](DifferenceKind kind) { return HasKind(edges, path, octet, kind); })) {
      signs += effect.sign;
    }
  }
  return signs;
}

// "41 A", or the number alone where there is no letter to show.
std::string OctetText(unsigned octet) {
  if (octet <= ' ' || octet >= 0x7f) return fmt::format("{:02x}", octet);
  return fmt::format("{:02x} {}", octet, static_cast<char>(octet));
}

constexpr int kCell = 34;
constexpr int kEdge = 26;

// The stronger, the narrower the domain; what differs is in another colour, and bears its signs.
std::string Cell(unsigned octet, const std::string& signs) {
  constexpr std::array<std::string_view, kDomainCount> kOpacity = {"0.26", "0.18", "0.11", "0.03",
                                                                   "0.03"};
  const int x = kEdge + kCell * static_cast<int>(octet % 16);
  const int y = kEdge + kCell * static_cast<int>(octet / 16);
  const bool is_sharp = !signs.empty();
  const auto domain = OctetDomain(static_cast<unsigned char>(octet));
  std::string cell = fmt::format(
      "<g><title>{}: {}{}</title><rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\" "
      "fill-opacity=\"{}\" stroke=\"var(--line)\"/>",
      EscapedMarkup(OctetText(octet)),
      domain == Domain::kNone ? "uppercase" : std::string(DomainName(domain)),
      is_sharp ? ", differs: " + signs : std::string(), x, y, kCell, kCell,
      is_sharp ? "var(--refuted-back)" : "var(--text)",
      is_sharp ? "1" : kOpacity[static_cast<std::size_t>(domain)]);
  const std::string glyph =
      octet > ' ' && octet < 0x7f ? std::string(1, static_cast<char>(octet)) : std::string();
  cell += fmt::format(
      "<text x=\"{}\" y=\"{}\" font-size=\"13\" text-anchor=\"middle\" fill=\"var(--text)\">{}"
      "</text>",
      x + kCell / 2, y + (is_sharp ? 15 : 22), EscapedMarkup(glyph));
  if (is_sharp) {
    cell += fmt::format(
        "<text x=\"{}\" y=\"{}\" font-size=\"10\" font-weight=\"bold\" text-anchor=\"middle\" "
        "fill=\"var(--refuted)\">{}</text>",
        x + kCell / 2, y + 29, signs);
  }
  return cell + "</g>";
}

ReportPicture Map(const Evidence& edges, Path path) {
  const int size = kEdge + 16 * kCell + 2;
  std::string svg = fmt::format(
      "<svg viewBox=\"0 0 {0} {0}\" width=\"{0}\" height=\"{0}\" role=\"img\" "
      "font-family=\"monospace\">",
      size);
  for (int i = 0; i < 16; ++i) {
    const int at = kEdge + kCell * i + kCell / 2;
    svg += fmt::format(
        "<text x=\"{0}\" y=\"18\" font-size=\"11\" text-anchor=\"middle\" "
        "fill=\"var(--faint)\">_{1:x}"
        "</text><text x=\"12\" y=\"{2}\" font-size=\"11\" text-anchor=\"middle\" "
        "fill=\"var(--faint)\">{1:x}_</text>",
        at, i, at + 4);
  }
  std::size_t sharp = 0;
  for (unsigned octet = 0; octet < 256; ++octet) {
    const std::string signs = SignsOf(edges, path, octet);
    if (!signs.empty()) ++sharp;
    svg += Cell(octet, signs);
  }
  svg += "</svg>";
  return {fmt::format("octets-{}", PathName(path)), std::move(svg),
          fmt::format("The {} path: of 256 octets in a name, {} make the two versions differ. Rows "
                      "are the first hexadecimal digit, columns the second.",
                      PathName(path), sharp),
          false};
}

// The smallest case for `octet` in `place`, on one line; or that there is none.
ReportCell CounterexampleCell(const Evidence& edges, Path path, OctetPlace place, unsigned octet) {
  const auto found = edges.examples.find(EdgeKey(path, place, octet));
  if (found == edges.examples.end()) return {"none", Tone::kFaint, false, {}};
  std::string line = found->second;
  while (line.ends_with('\n')) line.pop_back();
  for (std::size_t at = line.find('\n'); at != std::string::npos; at = line.find('\n', at)) {
    line.replace(at, 1, " | ");
  }
  return {line, Tone::kPlain, false, {}};
}

ReportTable Counterexamples(const Evidence& edges, Path path) {
  ReportTable table{fmt::format("{} path: the smallest case that differs, by place of the octet in "
                                "the name (a | ends a line)",
                                path == Path::kRequest ? "Request" : "Response"),
                    {"Octet", "Only", "First", "Inner", "Last", "Effects"},
                    {}};
  for (unsigned octet = 0; octet < 256; ++octet) {
    const std::string signs = SignsOf(edges, path, octet);
    if (signs.empty()) continue;
    std::vector<ReportCell> row = {{OctetText(octet), Tone::kPlain, false, {}}};
    for (const OctetPlace place : kOctetPlaces) {
      row.push_back(CounterexampleCell(edges, path, place, octet));
    }
    row.push_back({signs, Tone::kBad, false, {}});
    table.rows.push_back(std::move(row));
  }
  return table;
}

// "00-20, 3a, 7f-ff".
std::string Ranges(const std::vector<unsigned>& octets) {
  std::string text;
  for (std::size_t begin = 0; begin < octets.size();) {
    std::size_t end = begin + 1;
    while (end < octets.size() && octets[end] == octets[end - 1] + 1) ++end;
    if (!text.empty()) text += ", ";
    text += fmt::format("{:02x}", octets[begin]);
    if (end - begin > 1) text += fmt::format("-{:02x}", octets[end - 1]);
    begin = end;
  }
  return text;
}

std::uint64_t CountOf(const Evidence& edges, const std::string& key) {
  const auto found = edges.counts.find(key);
  return found == edges.counts.end() ? 0 : found->second;
}

// Octets that make no difference, outside http2 and inside, and why.
ReportTable Sealed(const Evidence& edges, Path path) {
  std::vector<unsigned> outside;
  std::vector<unsigned> inside;
  for (unsigned octet = 0; octet < 256; ++octet) {
    if (!SignsOf(edges, path, octet).empty()) continue;
    const bool is_http2 = OctetDomain(static_cast<unsigned char>(octet)) <= Domain::kHttp2;
    (is_http2 ? inside : outside).push_back(octet);
  }
  ReportTable table{
      fmt::format("{} path: octets that make no difference in any place, in {} cases",
                  path == Path::kRequest ? "Request" : "Response",
                  Grouped(CountOf(edges, fmt::format("sealed-cases/{}", PathName(path))))),
      {"Domain", "Octets", "Why there is no case"},
      {}};
  const auto add = [&](std::string_view domain, const std::vector<unsigned>& octets,
                       std::string why) {
    table.rows.push_back({{std::string(domain), Tone::kPlain, false, {}},
                          {Ranges(octets), Tone::kPlain, false, {}},
                          {std::move(why), Tone::kPlain, false, {}}});
  };
  add("outside http2", outside,
      "Lowercasing leaves it alone: both versions see one name (relation 1).");
  add("http2", inside, "The same; and HTTP/2 lets it through.");
  return table;
}

}  // namespace

std::optional<ReportSection> OctetMapSection(const Report& report) {
  const auto found = std::ranges::find_if(report.evidence, [&report](const StoredEvidence& stored) {
    return stored.evidence.id == "edges" && stored.evidence.digest == report.digest;
  });
  if (found == report.evidence.end()) return std::nullopt;
  const Evidence& edges = found->evidence;
  ReportSection section{"octets", "Which octet of a name makes a difference", {}, {}, {}};
  std::string signs;
  for (const Effect& effect : Effects()) {
    if (!signs.empty()) signs += "; ";
    signs += fmt::format("{}: {}", effect.sign, effect.says);
  }
  section.paragraphs = {
      "Each octet was put in each place of names: alone, first, inner, last; in an application's "
      "names and in the special ones. The stronger a square, the narrower the domain of its octet: "
      "grpc, token, http2, and, faintest, octets that HTTP/2 does not allow. A square with letters "
      "is one where the two versions differ.",
      signs + "."};
  for (const Path path : kPaths) {
    section.pictures.push_back(Map(edges, path));
    section.tables.push_back(Counterexamples(edges, path));
    section.tables.push_back(Sealed(edges, path));
  }
  return section;
}

}  // namespace headerproof
