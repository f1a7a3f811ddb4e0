// The sentences of the claims: no count in them is written by hand, evidence of this build fills it
// in.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <regex>
#include <set>

#include "properties/audit_synthetic.h"
#include "src/claims/claims_text.h"
#include "src/report/report.h"

namespace headerproof {
namespace {

Claim Counting() {
  Claim claim = SyntheticClaim();
  claim.statement = "It kills {evidence:engine/key} mutants.";
  return claim;
}

std::string StatementWith(const Claim& claim, const std::vector<StoredEvidence>& evidence) {
  const Report report =
      MakeReport(SyntheticClaims({claim}), evidence, "0.1.0", kThisCommit, kThisDigest, {});
  const std::string statement = report.claims[0].claim.statement;
  for (const std::string& form :
       {RenderPage(report), RenderMarkdown(report), RenderJson(report), RenderJunit(report)}) {
    EXPECT_NE(form.find(statement), std::string::npos) << form;
    EXPECT_EQ(form.find("{evidence"), std::string::npos);
  }
  return statement;
}

TEST(Statement, HasTheCountThatFreshAndFinishedEvidenceHas) {
  StoredEvidence evidence = SyntheticEvidence();
  EXPECT_EQ(StatementWith(Counting(), {evidence}), "It kills 100 mutants.");
  evidence.evidence.counts["key"] = 12345;
  EXPECT_EQ(StatementWith(Counting(), {evidence}), "It kills 12,345 mutants.");
}

TEST(Statement, SaysThatItsCountIsUnknownWithoutSuchEvidence) {
  const std::string unknown = "It kills an unknown number of mutants.";
  EXPECT_EQ(StatementWith(Counting(), {}), unknown);
  StoredEvidence evidence = SyntheticEvidence();
  EXPECT_EQ(StatementWith(Counting(), {Stale(evidence)}), unknown);
  evidence = SyntheticEvidence();
  evidence.evidence.ended = Ended::kStopped;
  EXPECT_EQ(StatementWith(Counting(), {evidence}), unknown);
  evidence = SyntheticEvidence();
  evidence.evidence.counts.clear();
  EXPECT_EQ(StatementWith(Counting(), {evidence}), unknown);
}

TEST(Statement, HasOnlyTheFloorOfACountThatVaries) {
  StoredEvidence evidence = SyntheticEvidence();
  evidence.evidence.by_clock = true;
  evidence.evidence.counts["key"] = 12345;
  EXPECT_EQ(StatementWith(Counting(), {evidence}), "It kills at least 100 mutants.");
}

TEST(Statement, NamesANeedOfItsClaimInEveryPlaceholder) {
  const std::string sound = "{evidence:mutants/killed/enumeration}";
  const auto error_with = [&sound](const std::string& placeholder) {
    return ErrorOf([&] {
      ParseClaims(Replaced(std::string(ClaimsText()), sound, placeholder), "claims.json");
    });
  };
  EXPECT_EQ(error_with(sound), "");
  for (const char* const wrong :
       {"{evidence:mutants/killed/other}", "{evidence:other/killed/enumeration}", "{evidence:}",
        "{evidence:mutants/killed/enumeration"}) {
    EXPECT_NE(error_with(wrong).find("has a placeholder that names no need"), std::string::npos)
        << wrong;
  }
}

// Every sentence of claims.json that a reader of the report sees.
std::vector<std::string> Sentences() {
  std::vector<std::string> sentences;
  const auto json = nlohmann::json::parse(ClaimsText());
  for (const char* const list : {"sections", "claims", "argument"}) {
    for (const auto& item : json[list]) {
      for (const char* const field :
           {"title", "strategy", "statement", "condition", "advisory", "instead", "text"}) {
        if (item.contains(field)) sentences.push_back(item[field].get<std::string>());
      }
    }
  }
  for (const auto& limit : json["limits"]) sentences.push_back(limit.get<std::string>());
  return sentences;
}

TEST(Sentences, HaveNoNumberThatIsNotInThisList) {
  // Each names something that does not follow from this code.
  const std::set<std::string> allowed = {
      "HTTP/2",
      "41-5a",
      "7f",
      "130 octets",  // octets
      "nghttp2",     // names
      "yarpc-go 1.89.5",
      "grpc-go 1.67.3",
      "grpc-go 1.85.0",
      "release 1.38.1",
      "release 1.39.0",        // versions
      "yarpc-go 2443",         // the change
      "15 lowercase entries",  // what the benchmark's key means
  };
  const std::regex number(
      "[0-9]|\\b(three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|hundred|thousand)"
      "\\b");
  for (std::string sentence : Sentences()) {
    sentence = std::regex_replace(sentence, std::regex("\\{evidence:[^}]*\\}"), "");
    for (auto text = allowed.rbegin(); text != allowed.rend(); ++text) {
      for (std::size_t at = sentence.find(*text); at != std::string::npos;
           at = sentence.find(*text)) {
        sentence.erase(at, text->size());
      }
    }
    EXPECT_FALSE(std::regex_search(sentence, number)) << sentence;
  }
}

}  // namespace
}  // namespace headerproof
