// headerproof check: every relation on each case.
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
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
#include "src/peers/peer.h"
#include "src/peers/process_peer.h"

namespace headerproof {
namespace {

constexpr std::string_view kNotSmallest =
    "The case below is as small as was found; minimizing ends after so many tries.\n";

struct CheckArguments {
  std::vector<std::string> files;
  std::vector<Path> paths;
  std::string require;  // "" or "transparent"
  bool json = false;
  std::string peer;  // a command that starts one, or ""
};

class Checker {
 public:
  explicit Checker(const CheckArguments& arguments)
      : arguments_(arguments),
        examiner_(OwnConverterSets(),
                  {.request = IsAsked(Path::kRequest), .response = IsAsked(Path::kResponse)}) {
    if (!arguments.peer.empty())
      peers_ = PeerConverters(StartProcessPeer(arguments.peer, {.stop = InterruptFlag()}));
  }

  void Check(const std::string& file, const Metadata& metadata) {
    if (HasTooManyEntries(file, metadata)) {
      ++refused_;
      return;
    }
    ++cases_;
    passed_over_ = false;
    const Judgement judgement = headerproof::Check(OwningConverters(), metadata, {.relations = 0});
    const std::vector<Violation> violations = Violations(metadata);
    if (!violations.empty()) ++violating_;
    const bool passed_over = passed_over_;  // while reducing it, others may be
    if (passed_over) ++not_compared_;
    if (!std::ranges::all_of(arguments_.paths,
                             [&](Path path) { return judgement.transparent(path); })) {
      ++differing_;
    }
    if (arguments_.json) {
      PrintJson(file, judgement, violations, passed_over);
    } else {
      PrintLine(file, judgement, violations, passed_over);
      if (violations.empty()) return;
      bool is_smallest = false;
      const Metadata smallest = Minimize(
          metadata, [this](const Metadata& reduced) { return !Violations(reduced).empty(); },
          &is_smallest);
      if (!is_smallest) Print(kNotSmallest);
      Print(DescribeFailure(smallest, Violations(smallest), ReplayCommand()));
    }
  }

  void PrintSummary() const {
    if (arguments_.json) return;
    Print("{} {}: {}; the change makes {} (entries in the order given)\n", cases_,
          cases_ == 1 ? "case" : "cases",
          violating_ != 0      ? fmt::format("{} violate a relation", violating_)
          : not_compared_ != 0 ? std::string("no relation seen violated")
                               : std::string("every relation obeyed"),
          differing_ == 0 ? std::string("no difference to any")
                          : fmt::format("a difference to {}", differing_));
  }

  int exit_code() const {
    const bool missed = arguments_.require == "transparent" && differing_ != 0;
    if (violating_ != 0 || missed) return kExitDiffers;
    if (not_compared_ != 0) {
      return Complain(
          "not compared with the peer: {} of {} cases, of more than {} entries whose "
          "order decides; the peer promises no order",
          not_compared_, cases_, kMostEntriesInAnyOrder);
    }
    return refused_ != 0 ? kExitBadInput : kExitOk;
  }

 private:
  bool IsAsked(Path path) const {
    return std::ranges::find(arguments_.paths, path) != arguments_.paths.end();
  }

  // The violations of the shared implementation, in both its forms, and of the peer's converters,
  // in every order of the entries, on the paths asked for.
  std::vector<Violation> Violations(const Metadata& metadata) {
    std::vector<Violation> violations = examiner_.Violations(metadata);
    for (const PeerConverter& peer : peers_) {
      Comparison comparison = Compare(peer, metadata);
      std::ranges::move(comparison.violations, std::back_inserter(violations));
      for (const Path path : arguments_.paths) {
        passed_over_ = passed_over_ || comparison.passed_over[static_cast<std::size_t>(path)];
      }
    }
    std::erase_if(violations, [this](const Violation& found) { return !IsAsked(found.path); });
    return violations;
  }

  void PrintJson(const std::string& file, const Judgement& judgement,
                 const std::vector<Violation>& violations, bool passed_over) const {
    for (const Path path : arguments_.paths) {
      auto broken = nlohmann::ordered_json::array();
      for (const Violation& violation : violations) {
        if (violation.path != path) continue;
        broken.push_back(
            {{"relation", RelationName(violation.relation)}, {"detail", violation.detail}});
      }
      const nlohmann::ordered_json line = {
          {"file", EscapeValue(file)},
          {"path", PathName(path)},
          {"domain", DomainName(judgement.domain)},
          {"transparent", judgement.transparent(path)},
          {"differences", judgement.differences[static_cast<std::size_t>(path)].Names()},
          {"violations", broken},
          {"compared", !passed_over}};
      Print(line.dump() + "\n");
    }
  }

  void PrintLine(const std::string& file, const Judgement& judgement,
                 const std::vector<Violation>& violations, bool passed_over) const {
    Print("{}: {}; domain {}", EscapeValue(file),
          !violations.empty() ? "VIOLATES"
          : passed_over       ? "NOT COMPARED with the peer"
                              : "obeys",
          DomainName(judgement.domain));
    for (const Path path : arguments_.paths) {
      const auto names = judgement.differences[static_cast<std::size_t>(path)].Names();
      Print("; {}: {}{}", PathName(path), names.empty() ? "transparent" : "",
            fmt::join(names, " "));
    }
    Print("\n");
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
  Examiner examiner_;
  std::vector<PeerConverter> peers_;
  bool passed_over_ = false;  // on some path, by some peer, since it was last false
  std::size_t cases_ = 0;
  std::size_t refused_ = 0;
  std::size_t not_compared_ = 0;
  std::size_t violating_ = 0;
  std::size_t differing_ = 0;
};

int Run(const CheckArguments& arguments) {
  NoteInterrupts();
  try {
    Checker checker(arguments);
    const ReplayCounts counts = ReplayForCommand(
        arguments.files, [&checker](const std::string& file, const Metadata& metadata) {
          checker.Check(file, metadata);
        });
    if (!Interrupted() && counts.cases != 0) checker.PrintSummary();
    return FinishReplay(counts, checker.exit_code());
  } catch (const PeerError& error) {
    if (Interrupted()) {
      Complain("interrupted while the peer was asked");
      return kExitInterrupted;
    }
    return Complain(DescribePeerError(error, arguments.peer));
  }
}

}  // namespace

void AddCheck(CLI::App& app, Action& action) {
  const auto [command, arguments] =
      AddCommand(app, action, "check", "Check every relation on each case", Run);
  AddFiles(command, arguments->files);
  command->footer(JudgedCaseHelp());
  AddPath(command, arguments->paths);
  command
      ->add_option("--require", arguments->require,
                   "transparent: exit with 1 also if the change makes a difference to any case, in "
                   "the order of its entries")
      ->check(CLI::IsMember({"transparent"}));
  command->add_flag("--json", arguments->json, "Print one JSON object for each file and path");
  AddPeer(command, arguments->peer);
}

}  // namespace headerproof
