// The reports: they say what was judged, the same each time, and nothing raw reaches them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstring>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "properties/audit_hostile.h"
#include "properties/audit_synthetic.h"
#include "src/evidence/digest.h"
#include "src/report/escape.h"
#include "src/report/report.h"

namespace headerproof {
namespace {

Report ReportOn(const std::vector<Claim>& claims, std::vector<StoredEvidence> evidence) {
  return MakeReport(SyntheticClaims(claims), std::move(evidence), "0.1.0", kThisCommit, kThisDigest,
                    {});
}

std::vector<std::string> AllForms(const Report& report) {
  return {RenderTerminal(report, false), RenderJson(report), RenderMarkdown(report),
          RenderJunit(report),           RenderPage(report), RenderSarif(report),
          RenderAttestation(report, {})};
}

StoredEvidence RefutingEvidence() {
  StoredEvidence evidence = SyntheticEvidence("refuting");
  evidence.evidence.contradictions = {{"against-refuted", "It differs.", "A: x\n"}};
  evidence.evidence.differences["request"]["field-changed"] = {3, "Rpc-Caller: x\n"};
  return evidence;
}

// One claim for each verdict; the last is not as expected.
Report MixedReport() {
  Claim conditional = SyntheticClaim("conditional", "engine", VerdictKind::kHoldsConditionally);
  conditional.condition = "If it rains.";
  Claim refuted = SyntheticClaim("refuted", "refuting", VerdictKind::kRefuted);
  refuted.instead = "Do something else.";
  return ReportOn({SyntheticClaim("held"), conditional, refuted,
                   SyntheticClaim("missing", "none", VerdictKind::kUnknown),
                   SyntheticClaim("surprising", "none")},
                  {SyntheticEvidence(), RefutingEvidence()});
}

// A strict enough reading of XML: one root, every tag closed in turn, attributes quoted, no raw
// markup in text, known entities, no control octets. Returns what is wrong, or nothing.
std::string WrongInXml(std::string_view xml) {
  const std::string_view declaration = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  if (!xml.starts_with(declaration)) return "no declaration";
  xml.remove_prefix(declaration.size());
  std::vector<std::string> open;
  std::size_t roots = 0;
  const auto wrong_text = [](std::string_view text) {
    for (std::size_t i = 0; i < text.size(); ++i) {
      if ((text[i] < ' ' && text[i] != '\n') || text[i] > '~') return true;
      if (text[i] != '&') continue;
      bool is_known = false;
      for (const std::string_view entity : {"&lt;", "&gt;", "&amp;", "&quot;", "&#39;", "&#10;"}) {
        is_known = is_known || text.substr(i).starts_with(entity);
      }
      if (!is_known) return true;
    }
    return false;
  };
  while (!xml.empty()) {
    const std::size_t begin = std::min(xml.find('<'), xml.size());
    if (wrong_text(xml.substr(0, begin))) return "raw text: " + std::string(xml.substr(0, begin));
    xml.remove_prefix(begin);
    if (xml.empty()) break;
    const std::size_t end = xml.find('>');
    if (end == std::string_view::npos) return "a tag without an end";
    std::string tag(xml.substr(1, end - 1));
    xml.remove_prefix(end + 1);
    if (tag.starts_with('/')) {
      if (open.empty() || open.back() != tag.substr(1)) return "closes what is not open: " + tag;
      open.pop_back();
      continue;
    }
    if (tag.find('<') != std::string::npos || wrong_text(tag)) return "raw in a tag: " + tag;
    if (std::ranges::count(tag, '"') % 2 != 0) return "unbalanced quotes: " + tag;
    if (open.empty()) ++roots;
    if (!tag.ends_with('/')) open.push_back(tag.substr(0, tag.find(' ')));
  }
  if (!open.empty()) return "never closed: " + open.back();
  return roots == 1 ? "" : "not one root";
}

TEST(Report, CountsVerdictsAndNoticesTheUnexpected) {
  const Report report = MixedReport();
  EXPECT_EQ(report.Count(VerdictKind::kHolds), 1U);
  EXPECT_EQ(report.Count(VerdictKind::kHoldsConditionally), 1U);
  EXPECT_EQ(report.Count(VerdictKind::kRefuted), 1U);
  EXPECT_EQ(report.Count(VerdictKind::kUnknown), 2U);
  EXPECT_FALSE(report.as_expected());
  EXPECT_TRUE(ReportOn({SyntheticClaim()}, {SyntheticEvidence()}).as_expected());
  const Claim pessimistic = SyntheticClaim("claim", "engine", VerdictKind::kUnknown);
  EXPECT_FALSE(ReportOn({pessimistic}, {SyntheticEvidence()}).as_expected());
}

TEST(Report, IsAsExpectedInNoDirectionButTheExpectedOne) {
  for (const VerdictKind expected : {VerdictKind::kHolds, VerdictKind::kHoldsConditionally,
                                     VerdictKind::kRefuted, VerdictKind::kUnknown}) {
    for (const bool is_there : {true, false}) {
      std::vector<StoredEvidence> evidence;
      if (is_there) evidence.push_back(SyntheticEvidence());
      EXPECT_EQ(ReportOn({SyntheticClaim("claim", "engine", expected)}, evidence).as_expected(),
                expected == (is_there ? VerdictKind::kHolds : VerdictKind::kUnknown));
    }
  }
}

TEST(Report, SaysInEveryFormForPeopleWhatAClaimIsExcusedBy) {
  ClaimList claims = SyntheticClaims({SyntheticClaim("measured", "none"), SyntheticClaim()});
  claims.evidence[0].advisory = "a quiet machine";
  const auto report_on = [&claims](bool requires_all) {
    return MakeReport(claims, {SyntheticEvidence()}, "0.1.0", kThisCommit, kThisDigest, {},
                      requires_all);
  };
  EXPECT_FALSE(report_on(true).as_expected());
  const Report report = report_on(false);
  EXPECT_TRUE(report.as_expected());
  const std::string sentence = "Not expected to be shown here: none takes a quiet machine.";
  for (const std::string& form : {RenderTerminal(report, false), RenderMarkdown(report),
                                  RenderJunit(report), RenderPage(report), RenderJson(report)}) {
    EXPECT_NE(form.find(sentence), std::string::npos) << form;
  }
  EXPECT_NE(RenderTerminal(report, false).find("all as expected, 1 excused"), std::string::npos);
  EXPECT_NE(RenderMarkdown(report).find("holds (excused)"), std::string::npos);
  EXPECT_NE(RenderPage(report).find("Unknown and excused: measured."), std::string::npos);
  for (const std::string& form : {RenderTerminal(report, false), RenderMarkdown(report),
                                  RenderPage(report), RenderJson(report)}) {
    // It is said before the first claim.
    EXPECT_LT(form.find("1 claim is unknown and excused: measured."), form.find("A statement."))
        << form;
  }
}

TEST(Report, IsTheSameForTheSameEvidenceInAnyOrder) {
  const Claim claim = SyntheticClaim("refuted", "refuting");
  EXPECT_EQ(AllForms(ReportOn({claim}, {SyntheticEvidence(), RefutingEvidence()})),
            AllForms(ReportOn({claim}, {RefutingEvidence(), SyntheticEvidence()})));
}

TEST(Report, ShowsTheCounterexampleAndWhatToDoInsteadInEveryFormForPeople) {
  const Report report = MixedReport();
  for (const std::string& form : {RenderTerminal(report, false), RenderPage(report)}) {
    EXPECT_NE(form.find("A: x"), std::string::npos);
    EXPECT_NE(form.find("Do something else."), std::string::npos);
    EXPECT_NE(form.find("If it rains."), std::string::npos);
  }
}

TEST(Report, SaysWhatANamedDifferenceMeans) {
  const Report report = MixedReport();
  ASSERT_EQ(report.differences.size(), 1U);
  EXPECT_NE(report.differences[0].consequence.find("caller"), std::string::npos);
}

TEST(TerminalTable, FitsAHundredColumnsAndIsPlainUnlessColourIsAskedFor) {
  Claim claim = SyntheticClaim(std::string(300, 'i'), "none");
  claim.instead = std::string(300, 'w');
  Report hostile = HostileReport(std::string(300, 'h'));
  hostile.version = "0.1.0";  // our own: no evidence has a say in it
  for (const Report& report : {ReportOn({claim}, {RefutingEvidence()}), hostile}) {
    const std::string table = RenderTerminal(report, false);
    std::string line;
    for (const char c : table) {
      line = c == '\n' ? "" : line + c;
      ASSERT_LE(line.size(), 100U) << line;
    }
  }
  EXPECT_EQ(RenderTerminal(MixedReport(), false).find('\x1b'), std::string::npos);
  EXPECT_NE(RenderTerminal(MixedReport(), true).find('\x1b'), std::string::npos);
}

std::set<std::string> KeysOf(const nlohmann::json& object) {
  std::set<std::string> keys;
  for (const auto& [key, value] : object.items()) keys.insert(key);
  return keys;
}

TEST(AuditJson, HasTheDesignedKeys) {
  const auto json = nlohmann::json::parse(RenderJson(MixedReport()));
  for (const auto& claim : json["claims"]) {
    EXPECT_EQ(KeysOf(claim),
              (std::set<std::string>{"id", "statement", "path", "stack", "verdict", "expected",
                                     "evidence", "counterexamples", "other_counterexamples",
                                     "shown_by", "scope", "recorded", "excuse"}));
    for (const auto& evidence : claim["evidence"]) {
      EXPECT_EQ(KeysOf(evidence),
                (std::set<std::string>{"kind", "count", "command", "summary", "sha256"}));
    }
  }
  EXPECT_EQ(json["claims"][2]["verdict"], "refuted");
  EXPECT_EQ(json["claims"][2]["counterexamples"][0], "A: x\n");
  EXPECT_EQ(json["claims"][0]["evidence"][0]["count"], 100);
  EXPECT_EQ(json["tool"]["commit"], kThisCommit);
  EXPECT_EQ(json["versions"]["tested"], "1.2.3");
  EXPECT_EQ(json["limits"][0], "A limit.");
}

TEST(Junit, FailsTheUnexpectedAndSkipsTheExpectedUnknown) {
  const std::string xml = RenderJunit(MixedReport());
  EXPECT_EQ(WrongInXml(xml), "");
  EXPECT_NE(xml.find("tests=\"5\" failures=\"1\" errors=\"0\" skipped=\"1\""), std::string::npos);
  EXPECT_NE(xml.find("name=\"surprising\"><failure"), std::string::npos);
  EXPECT_NE(xml.find("name=\"missing\"><skipped"), std::string::npos);
}

TEST(Page, CanBeSignedForWhatItSays) {
  const Report report = MixedReport();
  const std::string page = RenderPage(report);
  EXPECT_NE(page.find(Sha256(RenderJson(report))), std::string::npos);
  for (const char* const part : {"Name<input", "Role<input", "Date<input", "Signature<"}) {
    EXPECT_NE(page.find(part), std::string::npos) << part;
  }
}

TEST(Page, LeadsNowhereButToItself) {
  const std::string page = RenderPage(
      MakeReport(BuiltInClaims(), {SyntheticEvidence()}, "0.1.0", kThisCommit, kThisDigest, {}));
  std::size_t links = 0;
  for (std::size_t at = page.find("href=\""); at != std::string::npos;
       at = page.find("href=\"", at + 1)) {
    const std::size_t begin = at + 6;
    const std::string target = page.substr(begin, page.find('"', begin) - begin);
    ASSERT_TRUE(target.starts_with('#')) << target;
    EXPECT_NE(page.find(" id=\"" + target.substr(1) + "\""), std::string::npos) << target;
    ++links;
  }
  EXPECT_GT(links, 20U);
}

TEST(Page, SaysWhyAClaimIsUnknownUnderWhatIsNotShown) {
  const std::string page = RenderPage(MixedReport());
  const std::size_t heading = page.find("Claims that are unknown, and why");
  ASSERT_NE(heading, std::string::npos);
  EXPECT_NE(page.find("There is no evidence none of this build.", heading), std::string::npos);
}

TEST(Page, NeedsNothingFromOutsideAndRunsNoScript) {
  const std::string page = RenderPage(MixedReport());
  for (const char* const outside : {"src=", "http://", "https://", "@import", "url(", "<script"}) {
    EXPECT_EQ(page.find(outside), std::string::npos) << outside;
  }
}

// The tags of a page or of XML, each with its attributes' names, and nothing of what is in them.
std::string SkeletonOf(std::string_view markup) {
  std::string skeleton;
  char quote = 0;
  bool is_in_tag = false;
  for (const char c : markup) {
    if (quote != 0) {
      if (c == quote) quote = 0;
    } else if (is_in_tag) {
      skeleton += c;
      if (c == '"' || c == '\'') quote = c;
      if (c == '>') is_in_tag = false;
    } else if (c == '<') {
      is_in_tag = true;
      skeleton += "\n<";
    }
  }
  return skeleton;
}

// What of `markdown` would mean something that the report's own text does not use, or nothing.
std::string WrongInMarkdown(const std::string& markdown) {
  std::istringstream lines(markdown);
  std::string last;  // line that is not blank
  std::size_t columns = 0;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("    ")) {
      if (last.starts_with("- ")) return "code that would be a list item's: " + line;
      continue;
    }
    for (const char* const own : {"<span class=\"varying\">", "</span>", "<br>"}) {
      for (std::size_t at = line.find(own); at != std::string::npos; at = line.find(own)) {
        line.erase(at, std::strlen(own));
      }
    }
    std::size_t pipes = 0;
    for (std::size_t i = 0; i < line.size(); ++i) {
      const bool is_broken = line.compare(i + 1, 8, "<!-- -->") == 0;
      const auto is_word = [&line](std::size_t at) {
        return at < line.size() && (std::isalnum(static_cast<unsigned char>(line[at])) != 0);
      };
      if (line[i] == '\\') {
        const bool is_mark =
            i + 1 < line.size() && std::ispunct(static_cast<unsigned char>(line[i + 1]));
        if (is_mark && !(line[i + 1] == '#' && is_word(i + 2))) ++i;
      } else if (line[i] == '|') {
        ++pipes;
      } else if (std::string_view("`[]$").find(line[i]) != std::string_view::npos ||
                 (line[i] == '<' && line.compare(i, 8, "<!-- -->") != 0) ||
                 (line[i] == '@' && !is_broken) || (line[i] == '#' && is_word(i + 1)) ||
                 line.compare(i, 3, "://") == 0 || line.compare(i, 4, "www.") == 0 ||
                 (line.compare(i, 3, "GH-") == 0 && is_word(i + 3))) {
        return line.substr(i);
      }
    }
    if (line.starts_with('|') && last.starts_with('|') && pipes != columns) return "a row: " + line;
    columns = pipes;
    if (!line.empty()) last = line;
  }
  return "";
}

// Texts of SARIF that a reader would take for a placeholder or a link; empty if there is none.
std::string WrongInSarif(const nlohmann::json& json) {
  if (json.is_structured()) {
    std::string wrong;
    for (const auto& [key, value] : json.items()) {
      const bool is_message = key == "text" && value.is_string();
      wrong += is_message || value.is_structured() ? WrongInSarif(value) : "";
    }
    return wrong;
  }
  const auto text = json.get<std::string>();
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size() &&
        (text[i + 1] == '[' || text[i + 1] == ']' || text[i + 1] == '\\')) {
      ++i;
    } else if (text[i] == '[' || text[i] == ']') {
      return text.substr(i);
    } else if (text[i] == '{' || text[i] == '}') {
      if (i + 1 == text.size() || text[i + 1] != text[i]) return text.substr(i);
      ++i;
    }
  }
  return "";
}

TEST(Report, NamesEachVersionThatAnyEvidenceIsOf) {
  StoredEvidence older = SyntheticEvidence("older");
  older.evidence.versions = {{"tested", "1.0.0"}};
  const Report report =
      MakeReport(SyntheticClaims({SyntheticClaim()}), {SyntheticEvidence(), older, older}, "0.1.0",
                 kThisCommit, kThisDigest, {});
  EXPECT_EQ(report.versions.at("tested"), "1.0.0, 1.2.3");
}

TEST(Report, LetsNoHostileOctetThroughInAnyField) {
  const Report report = HostileReport(HostileText());
  ASSERT_EQ(report.claims[0].verdict.kind(), VerdictKind::kRefuted);
  for (const std::string& form : AllForms(report)) {
    for (const char c : form) {
      ASSERT_TRUE(c == '\n' || (c >= ' ' && c <= '~')) << static_cast<int>(c);
    }
    EXPECT_EQ(form.find("hunter2"), std::string::npos);
  }
  EXPECT_NE(RenderPage(report).find("alert(1)"), std::string::npos);
}

TEST(Report, HasNoMarkupButItsOwnInAnyForm) {
  const Report report = HostileReport(HostileText());
  const Report plain = HostileReport("plain");
  EXPECT_EQ(SkeletonOf(RenderPage(report)), SkeletonOf(RenderPage(plain)));
  EXPECT_EQ(SkeletonOf(RenderJunit(report)), SkeletonOf(RenderJunit(plain)));
  EXPECT_EQ(WrongInXml(RenderJunit(report)), "");
  EXPECT_EQ(WrongInMarkdown(RenderMarkdown(report)), "");
  ASSERT_TRUE(nlohmann::json::accept(RenderJson(report)));
  EXPECT_EQ(WrongInSarif(nlohmann::json::parse(RenderSarif(report))), "");
}

TEST(EscapedMarkdown, MakesPlainWhatGitHubWouldChange) {
  for (const auto& [text, escaped] : std::vector<std::pair<std::string, std::string>>{
           {"a | b", "a \\| b"},
           {"`a` <b> &amp;", "\\`a\\` &lt;b&gt; &amp;amp;"},
           {"- a", "\\- a"},
           {"a - b", "a - b"},
           {"=== a", "\\=== a"},
           {"12. a", "12\\. a"},
           {"1) a", "1\\) a"},
           {"a\n- b\n", "a<br>- b"},
           {"12.5 s", "12\\.5 s"},
           {"12 s", "12 s"},
           {"12", "12"},
           {"@a", "@<!-- -->a"},
           {"http://a", "http:<!-- -->//a"},
           {"www.a", "www<!-- -->.a"},
           {"x #1", "x \\#<!-- -->1"},
           {"GH-1, a-1", "GH-<!-- -->1, a-1"},
           {"", ""}}) {
    EXPECT_EQ(EscapedMarkdown(text), escaped);
  }
}

TEST(TerminalTable, HasNoCommandForTheServiceThatShowsItsLog) {
  for (const char* const command : {"::error::x", "::error ::x", "  ::error::x", "##[error]x"}) {
    std::istringstream lines(RenderTerminal(HostileReport(command), false));
    for (std::string line; std::getline(lines, line);) {
      EXPECT_EQ(line.find("##["), std::string::npos) << line;
      const std::size_t first = std::min(line.find_first_not_of(' '), line.size());
      EXPECT_NE(line.compare(first, 2, "::"), 0) << line;
    }
  }
  EXPECT_EQ(EscapedLog("a ::b\n  ::c\n##[d]"), "a ::b\n  \\::c\n#\\#[d]");
}

TEST(EscapedSarif, LeavesNeitherPlaceholdersNorLinks) {
  EXPECT_EQ(EscapedSarif("a {0} [b](c)"), "a {{0}} \\[b\\](c)");
  EXPECT_EQ(EscapedSarif("\\[b\\](c) \\x0a"), "\\\\\\[b\\\\\\](c) \\x0a");
}

}  // namespace
}  // namespace headerproof
