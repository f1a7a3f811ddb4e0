// headerproof check: every relation on each case.
#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "src/cases/display.h"
#include "src/cases/escape.h"
#include "src/cli/command.h"
#include "src/cli/commands.h"
#include "src/engines/agree.h"
#include "src/engines/examine.h"
#include "src/engines/failure.h"
#include "src/engines/replay.h"
#include "src/judge/judge.h"
#include "src/judge/minimize.h"
#include "src/judge/order.h"
#include "src/peers/peer.h"
#include "src/peers/process_peer.h"

namespace headerproof {
namespace {

std::string Joined(const std::vector<std::string_view>& words) {
  std::string joined;
  for (const std::string_view word : words) joined.append(" ").append(word);
  return joined;
}

class Checker {
 public:
  explicit Checker(const CheckArguments& arguments)
      : arguments_(arguments), paths_(PathsFrom(arguments.path)) {
    options_.request = arguments.path != "response";
    options_.response = arguments.path != "request";
    if (!arguments.peer.empty()) peers_ = PeerConverters(StartProcessPeer(arguments.peer));
  }

  void Check(const std::string& file, const Metadata& metadata) {
    ++cases_;
    const Judgement judgement = headerproof::Check(OwningConverters(), metadata, options_);
    const std::vector<Violation> violations = Violations(metadata, judgement.violations);
    if (!violations.empty()) ++violating_;
    bool transparent = true;
    for (const Path path : paths_) transparent &= judgement.transparent(path);
    if (!transparent) ++differing_;
    if (arguments_.json) {
      PrintJson(file, judgement, violations);
    } else {
      PrintLine(file, judgement, violations);
      if (!violations.empty()) PrintFailure(metadata);
    }
  }

  void PrintSummary() const {
    if (arguments_.json) return;
    Print(fmt::format(
        "{} {}: {}; {}\n", cases_, cases_ == 1 ? "case" : "cases",
        violating_ == 0 ? std::string("every relation obeyed")
                        : fmt::format("{} violated a relation", violating_),
        differing_ == 0
            ? std::string("in the order given, the change makes no difference to any")
            : fmt::format("in the order given, the change makes a difference to {}", differing_)));
  }

  int exit_code() const {
    const bool missed = arguments_.require == "transparent" && differing_ != 0;
    return violating_ != 0 || missed ? kExitDiffers : kExitOk;
  }

 private:
  // The violations of both forms, and of the peer's converters, in every order, on the paths asked
  // for.
  std::vector<Violation> Violations(const Metadata& metadata, std::vector<Violation> violations) {
    const auto append = [&](const std::vector<Violation>& more) {
      for (const Violation& violation : more) {
        if (std::ranges::find(paths_, violation.path) != paths_.end()) {
          violations.push_back(violation);
        }
      }
    };
    append(headerproof::Check(ZeroCopyConverters(), metadata, options_).violations);
    append(CheckOrder(OwningConverters(), metadata));
    append(CheckOrder(ZeroCopyConverters(), metadata));
    for (const PeerConverter& peer : peers_) append(Compare(peer, metadata).violations);
    return violations;
  }

  void PrintJson(const std::string& file, const Judgement& judgement,
                 const std::vector<Violation>& violations) const {
    for (const Path path : paths_) {
      nlohmann::ordered_json line;
      line["file"] = EscapeValue(file);
      line["path"] = PathName(path);
      line["domain"] = DomainName(judgement.domain);
      line["transparent"] = judgement.transparent(path);
      line["differences"] = nlohmann::ordered_json::array();
      for (const std::string_view name :
           judgement.differences[static_cast<std::size_t>(path)].Names()) {
        line["differences"].push_back(name);
      }
      line["violations"] = nlohmann::ordered_json::array();
      for (const Violation& violation : violations) {
        if (violation.path != path) continue;
        line["violations"].push_back(
            {{"relation", RelationName(violation.relation)}, {"detail", violation.detail}});
      }
      Print(line.dump() + "\n");
    }
  }

  void PrintLine(const std::string& file, const Judgement& judgement,
                 const std::vector<Violation>& violations) const {
    std::string line = EscapeValue(file) + ": ";
    line += violations.empty() ? "obeys" : "VIOLATES";
    line += fmt::format("; domain {}", DomainName(judgement.domain));
    for (const Path path : paths_) {
      const DifferenceSet differences = judgement.differences[static_cast<std::size_t>(path)];
      line += fmt::format("; {}:{}", PathName(path),
                          differences.empty() ? " transparent" : Joined(differences.Names()));
    }
    Print(line + "\n");
  }

  void PrintFailure(const Metadata& metadata) {
    const auto violations = [this](const Metadata& reduced) {
      return Violations(reduced,
                        headerproof::Check(OwningConverters(), reduced, options_).violations);
    };
    const Metadata smallest =
        Minimize(metadata, [&](const Metadata& reduced) { return !violations(reduced).empty(); });
    Print(DescribeFailure(smallest, violations(smallest), ReplayCommand()));
  }

  // What replays a case from standard input, with the peer if there is one.
  std::string ReplayCommand() const {
    if (arguments_.peer.empty()) return std::string(kCheckCommand);
    const bool is_printable =
        std::ranges::all_of(arguments_.peer, [](char c) { return c >= ' ' && c <= '~'; });
    return "build/release/headerproof check --peer " +
           (is_printable ? ShellQuoted(arguments_.peer) : "COMMAND") + " -";
  }

  const CheckArguments& arguments_;
  std::vector<Path> paths_;
  CheckOptions options_;
  std::vector<PeerConverter> peers_;
  std::size_t cases_ = 0;
  std::size_t violating_ = 0;
  std::size_t differing_ = 0;
};

int CheckAll(const CheckArguments& arguments) {
  Checker checker(arguments);
  const ReplayCounts counts = ReplayForCommand(
      arguments.paths, [&checker](const std::string& file, const Metadata& metadata) {
        checker.Check(file, metadata);
      });
  if (Interrupted()) return FinishInterrupted(counts);
  if (counts.cases != 0) checker.PrintSummary();
  return Finish(counts.errors != 0 ? kExitBadInput : checker.exit_code());
}

}  // namespace

int RunCheck(const CheckArguments& arguments) {
  NoteInterrupts();
  try {
    return CheckAll(arguments);
  } catch (const PeerError& error) {
    Complain(DescribePeerError(error, arguments.peer));
    return Finish(kExitBadInput);
  }
}

}  // namespace headerproof
