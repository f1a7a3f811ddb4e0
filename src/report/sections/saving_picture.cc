// The picture of what the change saves. Two columns, one for each path. Above: yarpc-go's time
// after the change, guarded and rejecting, in percent of less or more than before it, for each
// count of entries; a dashed line where the change itself reports to be; hollow marks where p is
// 0.05 or more. Below: the time of one conversion, both axes logarithmic.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <string_view>

#include "src/converter/key_policy.h"
#include "src/report/sections/saving.h"

namespace headerproof {
namespace {

constexpr double kWidth = 860;
constexpr double kHeight = 620;
constexpr double kPlotWidth = 310;
constexpr double kPlotHeight = 210;
constexpr std::array<double, 2> kLeft = {64, 490};  // of the plots, by path
constexpr std::array<double, 2> kTop = {64, 350};   // of the rows

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

// A value and its place between two ends, linear or by the logarithm.
struct Scale {
  double low;
  double high;
  bool is_logarithmic;

  double Share(double value) const {
    if (!is_logarithmic) return (value - low) / (high - low);
    return std::log(value / low) / std::log(high / low);
  }
};

struct Plot {
  double left;
  double top;
  Scale x;
  Scale y;

  double X(double value) const { return left + kPlotWidth * x.Share(value); }
  double Y(double value) const { return top + kPlotHeight * (1 - y.Share(value)); }
};

void Label(double x, double y, std::string_view anchor, std::string_view text, std::string& svg) {
  svg += fmt::format(
      "<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\" fill=\"currentColor\">{}</text>\n", x, y,
      anchor, text);
}

void Line(double x1, double y1, double x2, double y2, std::string_view style, std::string& svg) {
  svg += fmt::format("<path d=\"M{:.1f},{:.1f}L{:.1f},{:.1f}\" fill=\"none\" {}/>\n", x1, y1, x2,
                     y2, style);
}

constexpr std::string_view kGrid = "stroke=\"var(--line,#d5d9de)\"";

void Mark(double x, double y, const Series& series, bool is_filled, std::string& svg) {
  svg += fmt::format(
      "<path transform=\"translate({:.1f},{:.1f})\" d=\"{}\" stroke=\"{}\" stroke-width=\"1.6\" "
      "fill=\"{}\"/>\n",
      x, y, series.mark, series.colour, is_filled ? series.colour : "var(--page,#fff)");
}

// The plots' points of one series on one path, by entries.
std::map<std::uint64_t, const Measurement*> PointsOf(const std::vector<Measurement>& measurements,
                                                     const Series& series, std::string_view path) {
  std::map<std::uint64_t, const Measurement*> points;
  for (const Measurement& one : measurements) {
    if (one.subject == series.subject && one.policy == KeyPolicyName(series.policy) &&
        one.path == path) {
      points.emplace(one.entries, &one);
    }
  }
  return points;
}

template <class Value>
void DrawSeries(const Plot& plot, const std::map<std::uint64_t, const Measurement*>& points,
                const Series& series, const Value& value, bool shows_doubt, std::string& svg) {
  std::string line;
  for (const auto& [entries, point] : points) {
    line += fmt::format("{}{:.1f},{:.1f}", line.empty() ? "M" : "L",
                        plot.X(static_cast<double>(entries)), plot.Y(value(*point)));
  }
  if (line.empty()) return;
  svg += fmt::format("<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.4\"/>\n", line,
                     series.colour);
  for (const auto& [entries, point] : points) {
    const bool is_filled = !shows_doubt || point->is_significant();
    Mark(plot.X(static_cast<double>(entries)), plot.Y(value(*point)), series, is_filled, svg);
  }
}

void DrawFrame(const Plot& plot, const std::set<std::uint64_t>& entries, std::string_view title,
               std::string& svg) {
  svg += fmt::format(
      "<text x=\"{:.1f}\" y=\"{:.1f}\" fill=\"currentColor\" font-weight=\"600\">{}</text>\n",
      plot.left, plot.top - 14, title);
  for (const std::uint64_t count : entries) {
    const double x = plot.X(static_cast<double>(count));
    Line(x, plot.top, x, plot.top + kPlotHeight, kGrid, svg);
    Label(x, plot.top + kPlotHeight + 18, "middle", std::to_string(count), svg);
  }
  Label(plot.left + kPlotWidth, plot.top + kPlotHeight + 34, "end", "entries", svg);
}

// The names of `series`, in rows from `left`, `top`.
template <class AllSeries>
void DrawLegend(double left, double top, const AllSeries& all, std::string& svg) {
  double x = left;
  for (const Series& series : all) {
    Mark(x + 5, top - 4, series, true, svg);
    Label(x + 15, top, "start", series.label, svg);
    x += 42 + 6.6 * static_cast<double>(series.label.size());
  }
}

double ChangeOf(const Measurement& one) {
  return 100 * (one.ratio.value_or(1) - 1);
}
double TimeOf(const Measurement& one) {
  return one.nanoseconds;
}

// From the least to the most of what is drawn, with 0 and what is reported in it, in steps of 5.
Scale ChangeScale(const std::vector<Measurement>& measurements) {
  double low = -12;
  double high = 2;
  for (const Measurement& one : measurements) {
    if (one.subject != "yarpc-go") continue;
    low = std::min(low, ChangeOf(one));
    high = std::max(high, ChangeOf(one));
  }
  return {5 * std::floor(low / 5), 5 * std::ceil(high / 5), false};
}

// Whole powers of ten around what is drawn.
Scale TimeScale(const std::vector<Measurement>& measurements) {
  double low = 1e9;
  double high = 1;
  for (const Measurement& one : measurements) {
    if (one.nanoseconds <= 0) continue;
    low = std::min(low, one.nanoseconds);
    high = std::max(high, one.nanoseconds);
  }
  return {std::pow(10, std::floor(std::log10(low))), std::pow(10, std::ceil(std::log10(high))),
          true};
}

std::string TimeLabel(double nanoseconds) {
  if (nanoseconds < 1e3) return fmt::format("{:.0f} ns", nanoseconds);
  if (nanoseconds < 1e6) return fmt::format("{:.0f} us", nanoseconds / 1e3);
  return fmt::format("{:.0f} ms", nanoseconds / 1e6);
}

void DrawChanges(const Plot& plot, const std::vector<Measurement>& measurements,
                 std::string_view path, double reported, std::string& svg) {
  const double step = plot.y.high - plot.y.low > 40 ? 10 : 5;
  for (double value = plot.y.low; value <= plot.y.high; value += step) {
    const double y = plot.Y(value);
    const bool is_zero = std::abs(value) < 1e-9;
    Line(plot.left, y, plot.left + kPlotWidth, y, is_zero ? "stroke=\"currentColor\"" : kGrid, svg);
    Label(plot.left - 8, y + 4, "end", is_zero ? "0" : fmt::format("{:+.0f} %", value), svg);
  }
  const double y = plot.Y(reported);
  Line(plot.left, y, plot.left + kPlotWidth, y,
       fmt::format("stroke=\"{}\" stroke-dasharray=\"5 4\"", kBlue), svg);
  Label(plot.left + kPlotWidth, plot.top - 14, "end", fmt::format("reported {:+.2f} %", reported),
        svg);
  for (const Series& series : kSavings) {
    DrawSeries(plot, PointsOf(measurements, series, path), series, ChangeOf, true, svg);
  }
}

void DrawTimes(const Plot& plot, const std::vector<Measurement>& measurements,
               std::string_view path, std::string& svg) {
  for (double value = plot.y.low; value <= plot.y.high * 1.001; value *= 10) {
    Line(plot.left, plot.Y(value), plot.left + kPlotWidth, plot.Y(value), kGrid, svg);
    Label(plot.left - 8, plot.Y(value) + 4, "end", TimeLabel(value), svg);
  }
  for (const Series& series : kTimes) {
    DrawSeries(plot, PointsOf(measurements, series, path), series, TimeOf, false, svg);
  }
}

}  // namespace

std::string SavingPicture(const std::vector<Measurement>& measurements) {
  if (measurements.empty()) return {};
  std::set<std::uint64_t> entries;
  for (const Measurement& one : measurements)
    entries.insert(std::max<std::uint64_t>(one.entries, 1));
  const Scale x = {0.85, 1.15 * static_cast<double>(*entries.rbegin()), true};
  std::string svg = fmt::format(
      "<svg viewBox=\"0 0 {0} {1}\" role=\"img\" width=\"{0}\" height=\"{1}\" font-size=\"12\" "
      "font-family=\"inherit\" "
      "aria-label=\"What the change saves in yarpc-go, and how long one conversion takes\">\n",
      kWidth, kHeight);
  constexpr std::array<std::string_view, 2> kPathNames = {"request", "response"};
  for (std::size_t path = 0; path < kPathNames.size(); ++path) {
    const Plot changes = {kLeft[path], kTop[0], x, ChangeScale(measurements)};
    DrawFrame(changes, entries, fmt::format("yarpc-go, {} path", kPathNames[path]), svg);
    DrawChanges(changes, measurements, kPathNames[path],
                100 * (ReportedRatio(kPathNames[path]) - 1), svg);
    const Plot times = {kLeft[path], kTop[1], x, TimeScale(measurements)};
    DrawFrame(times, entries, fmt::format("One conversion, {} path", kPathNames[path]), svg);
    DrawTimes(times, measurements, kPathNames[path], svg);
  }
  DrawLegend(kLeft[0], 22, kSavings, svg);
  Label(kLeft[0] + 330, 22, "start",
        "time against before; dashed: as reported; hollow: p is 0.05 or more", svg);
  DrawLegend(kLeft[0], kHeight - 8, kTimes, svg);
  return svg + "</svg>\n";
}

}  // namespace headerproof
