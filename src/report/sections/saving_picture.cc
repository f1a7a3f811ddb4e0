// The picture of what the change saves. Two columns, one for each path. Above: by how many percent
// yarpc-go's time after the change, guarded and rejecting is less or more than before it, for each
// count of entries; a dashed line is what the change itself reports; a mark is hollow where p is
// not significant. Below: the time of one conversion, both axes logarithmic.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <span>
#include <string_view>

#include "src/converter/key_policy.h"
#include "src/report/sections/saving.h"

namespace headerproof {
namespace {

constexpr double kWidth = 310;  // of a plot
constexpr double kHeight = 210;

// A line through measurements: whose, how it is drawn, and what it is called.
struct Series {
  std::string_view subject;
  KeyPolicy policy;
  std::string_view colour;
  std::string_view mark;  // a path around 0,0
  std::string_view label;
};

constexpr std::string_view kCircle = "M-4,0a4,4 0 1,0 8,0a4,4 0 1,0 -8,0z";
constexpr std::string_view kSquare = "M-3.6,-3.6h7.2v7.2h-7.2z";
constexpr std::string_view kTriangle = "M0,-4.6L4.6,3.6H-4.6z";
constexpr std::string_view kBlue = "var(--link,#0b57a4)";
constexpr std::string_view kGreen = "var(--holds,#176a34)";
constexpr std::string_view kBrown = "var(--unknown,#7a5200)";

constexpr std::array<Series, 3> kSavings = {{
    {"yarpc-go", KeyPolicy::kDirect, kBlue, kCircle, "after (direct)"},
    {"yarpc-go", KeyPolicy::kGuarded, kGreen, kSquare, "guarded"},
    {"yarpc-go", KeyPolicy::kRejecting, kBrown, kTriangle, "rejecting"},
}};
constexpr std::array<Series, 4> kTimes = {{
    {"yarpc-go", KeyPolicy::kCanonicalizing, kBrown, kTriangle, "yarpc-go before"},
    {"yarpc-go", KeyPolicy::kDirect, kBlue, kCircle, "yarpc-go after"},
    {"headerproof owning", KeyPolicy::kDirect, kGreen, kSquare, "headerproof direct, owning"},
    {"headerproof zero-copy", KeyPolicy::kDirect, kGreen, kCircle, "headerproof direct, zero-copy"},
}};

double ChangeOf(const Measurement& one) {
  return 100 * (one.ratio.value_or(1) - 1);
}

double LogTimeOf(const Measurement& one) {
  return std::log10(std::max(one.nanoseconds, 1.0));
}

std::string ChangeLabel(double percent) {
  return std::abs(percent) < 1e-9 ? "0" : fmt::format("{:+.0f} %", percent);
}

std::string TimeLabel(double log_time) {
  const double nanoseconds = std::pow(10, log_time);
  if (log_time < 2.5) return fmt::format("{:.0f} ns", nanoseconds);
  if (log_time < 5.5) return fmt::format("{:.0f} us", nanoseconds / 1e3);
  return fmt::format("{:.0f} ms", nanoseconds / 1e6);
}

// What the plots of a row have in common.
struct Row {
  double top;
  std::string_view title;  // with {} for the path
  std::span<const Series> series;
  double (*value)(const Measurement&);
  std::string (*label)(double);
  double low;  // of the axis, with `high` and `step`
  double high;
  double step;
  bool shows_chance;
};

// Widens the axis to whole steps around every value, so that each is in the plot.
void Widen(std::span<const Measurement> measurements, Row& row) {
  for (const Measurement& one : measurements) {
    const bool is_drawn =
        std::ranges::find(row.series, one.subject, &Series::subject) != row.series.end();
    if (!is_drawn) continue;
    row.low = std::min(row.low, row.step * std::floor(row.value(one) / row.step));
    row.high = std::max(row.high, row.step * std::ceil(row.value(one) / row.step));
  }
  if (row.high - row.low <= 8 * row.step) return;
  row.step *= 2;
  row.low = row.step * std::floor(row.low / row.step);
}

std::string Text(double x, double y, std::string_view anchor, std::string_view text) {
  return fmt::format(
      "<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\" fill=\"currentColor\">{}</text>\n", x, y,
      anchor, text);
}

std::string Line(double x1, double y1, double x2, double y2, std::string_view style) {
  return fmt::format("<path d=\"M{:.1f},{:.1f}L{:.1f},{:.1f}\" fill=\"none\" {}/>\n", x1, y1, x2,
                     y2, style);
}

constexpr std::string_view kGrid = "stroke=\"var(--line,#d5d9de)\"";

std::string Mark(double x, double y, const Series& series, bool is_filled) {
  return fmt::format(
      "<path transform=\"translate({:.1f},{:.1f})\" d=\"{}\" stroke=\"{}\" stroke-width=\"1.6\" "
      "fill=\"{}\"/>\n",
      x, y, series.mark, series.colour, is_filled ? series.colour : "var(--page,#fff)");
}

std::string Legend(double x, double y, std::span<const Series> all) {
  std::string svg;
  for (const Series& series : all) {
    svg += Mark(x + 5, y - 4, series, true) + Text(x + 15, y, "start", series.label);
    x += 42 + 6.6 * static_cast<double>(series.label.size());
  }
  return svg;
}

std::string Plot(const Row& row, double left, std::string_view path,
                 std::span<const Measurement> measurements) {
  std::set<std::uint64_t> sizes;
  for (const Measurement& one : measurements) sizes.insert(std::max<std::uint64_t>(one.entries, 1));
  const double widest = std::log(1.15 * static_cast<double>(*sizes.rbegin()) / 0.85);
  const auto x_of = [&](std::uint64_t entries) {
    return left + kWidth * std::log(static_cast<double>(entries) / 0.85) / widest;
  };
  const auto y_of = [&row](double value) {
    return row.top + kHeight * (row.high - value) / (row.high - row.low);
  };
  const double right = left + kWidth;
  std::string svg = Text(left, row.top - 14, "start\" font-weight=\"600",
                         fmt::format(fmt::runtime(row.title), path));
  for (const std::uint64_t size : sizes) {
    svg += Line(x_of(size), row.top, x_of(size), row.top + kHeight, kGrid);
    svg += Text(x_of(size), row.top + kHeight + 18, "middle", std::to_string(size));
  }
  svg += Text(right, row.top + kHeight + 34, "end", "entries");
  for (double value = row.low; value < row.high + row.step / 2; value += row.step) {
    const std::string label = row.label(value);
    svg += Line(left, y_of(value), right, y_of(value),
                label == "0" ? "stroke=\"currentColor\"" : kGrid);
    svg += Text(left - 8, y_of(value) + 4, "end", label);
  }
  for (const Series& series : row.series) {
    std::map<std::uint64_t, const Measurement*> points;
    for (const Measurement& one : measurements) {
      if (one.subject == series.subject && one.policy == KeyPolicyName(series.policy) &&
          one.path == path) {
        points.emplace(std::max<std::uint64_t>(one.entries, 1), &one);
      }
    }
    std::string line;
    std::string marks;
    for (const auto& [size, point] : points) {
      const double y = y_of(row.value(*point));
      line += fmt::format("{}{:.1f},{:.1f}", line.empty() ? "M" : "L", x_of(size), y);
      marks += Mark(x_of(size), y, series, !row.shows_chance || point->is_significant());
    }
    if (line.empty()) continue;
    svg += fmt::format("<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.4\"/>\n", line,
                       series.colour);
    svg += marks;
  }
  if (!row.shows_chance) return svg;
  const double reported = 100 * (ReportedRatio(path) - 1);
  return svg +
         Line(left, y_of(reported), right, y_of(reported),
              fmt::format("stroke=\"{}\" stroke-dasharray=\"5 4\"", kBlue)) +
         Text(right, row.top - 14, "end", fmt::format("reported {:+.2f} %", reported));
}

}  // namespace

std::string SavingPicture(const std::vector<Measurement>& measurements) {
  if (measurements.empty()) return {};
  std::array<Row, 2> rows = {
      {{64, "yarpc-go, {} path", kSavings, ChangeOf, ChangeLabel, -15, 5, 5, true},
       {350, "One conversion, {} path", kTimes, LogTimeOf, TimeLabel, 2, 3, 1, false}}};
  std::string svg =
      "<svg viewBox=\"0 0 860 620\" role=\"img\" width=\"860\" height=\"620\" font-size=\"12\" "
      "font-family=\"inherit\" aria-label=\"What the change saves in yarpc-go, and how long one "
      "conversion takes\">\n";
  for (Row& row : rows) {
    Widen(measurements, row);
    svg += Plot(row, 64, "request", measurements) + Plot(row, 490, "response", measurements);
  }
  svg += Legend(64, 22, kSavings) +
         Text(394, 22, "start",
              fmt::format("time relative to before; dashed: as reported; hollow: p is {} or more",
                          kSignificantP)) +
         Legend(64, 612, kTimes);
  return svg + "</svg>\n";
}

}  // namespace headerproof
