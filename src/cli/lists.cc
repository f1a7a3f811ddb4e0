// The commands that print a list, for people and scripts: headerproof converters, domains, mutants
// and targets. Each prints the one list that the program itself uses.
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "src/cli/command.h"
#include "src/cli/commands.h"
#include "src/cli/target_list.h"
#include "src/grammar/name.h"
#include "src/judge/converters.h"
#include "src/mutants/express.h"
#include "src/mutants/mutants.h"

namespace headerproof {
namespace {

struct ListArguments {
  bool json = false;
};

int ListConverters(const ListArguments&) {
  for (const Converter& converter : AllConverters()) {
    Print("{:<22} {}\n", converter.name, converter.summary);
  }
  return kExitOk;
}

// The octets that are in `domain`, as ranges: "2d-2e 30-39 5f 61-7a".
std::string OctetRanges(Domain domain) {
  std::string ranges;
  for (int first = 0; first < 256; ++first) {
    const auto is_in = [domain](int octet) {
      return octet < 256 && OctetDomain(static_cast<unsigned char>(octet)) <= domain;
    };
    if (!is_in(first)) continue;
    int last = first;
    while (is_in(last + 1)) ++last;
    ranges += fmt::format("{}{:02x}", ranges.empty() ? "" : " ", first);
    if (last != first) ranges += fmt::format("-{:02x}", last);
    first = last;
  }
  return ranges;
}

constexpr std::pair<Domain, std::string_view> kDomainSources[] = {
    {Domain::kGrpc, "gRPC over HTTP/2, Header-Name: one or more"},
    {Domain::kToken, "RFC 9110 5.6.2, a token less uppercase: one or more"},
    {Domain::kHttp2, "RFC 9113 8.2.1: one or more, or a colon and then one or more"},
    {Domain::kLowercase, "all that ASCII lowercasing leaves alone: any number, also none"},
};

int ListDomains(const ListArguments&) {
  Print("Domains of names, each inside the next. Octets in hexadecimal.\n\n");
  for (const auto& [domain, source] : kDomainSources) {
    const auto count = std::ranges::count_if(
        kOctetDomain, [within = domain](Domain of_octet) { return of_octet <= within; });
    Print("{:<10} {:>3} octets  {}\n{:24}{}\n", DomainName(domain), count, source, "",
          OctetRanges(domain));
  }
  return kExitOk;
}

int ListMutants(const ListArguments& arguments) {
  auto list = nlohmann::ordered_json::array();
  for (const Mutant& mutant : AllMutants()) {
    auto beyond = nlohmann::ordered_json::object();
    std::vector<std::string_view> engines;  // those of `beyond`
    for (const std::string_view engine : LimitedEngines()) {
      const std::string_view why = WhyNot(engine, mutant);
      if (why.empty()) continue;
      beyond[std::string(engine)] = why;
      engines.push_back(engine);
    }
    const bool is_equivalent = !mutant.equivalent_because.empty();
    list.push_back({{"name", mutant.name},
                    {"summary", mutant.summary},
                    {"equivalent", is_equivalent},
                    {"equivalent_because", mutant.equivalent_because},
                    {"cannot_express", beyond}});
    if (arguments.json) continue;
    Print("{:<32} {}{}{}{}{}\n", mutant.name, mutant.summary, is_equivalent ? "; equivalent: " : "",
          mutant.equivalent_because, engines.empty() ? "" : "; not expressed by ",
          fmt::join(engines, ", "));
  }
  if (arguments.json) Print(list.dump() + "\n");
  return kExitOk;
}

int ListTargets(const ListArguments& arguments) {
  auto list = nlohmann::ordered_json::array();
  std::istringstream lines{std::string(TargetList())};
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line.starts_with('#')) continue;
    const std::size_t name_end = line.find(' ');
    const std::string name = line.substr(0, name_end);
    const std::string asks =
        line.substr(std::min(line.find_first_not_of(' ', name_end), line.size()));
    const bool judges = asks.starts_with("relation");
    list.push_back({{"name", name}, {"asks", asks}, {"judges_converters", judges}});
    if (!arguments.json) {
      Print("{:<15}{:<19}{}\n", name, judges ? "judges converters" : "", asks);
    }
  }
  if (arguments.json) Print(list.dump() + "\n");
  return kExitOk;
}

}  // namespace

void AddConverters(CLI::App& app, Action& action) {
  AddCommand(app, action, "converters", "List the converters", ListConverters);
}

void AddDomains(CLI::App& app, Action& action) {
  AddCommand(app, action, "domains", "Show which octets each domain of names allows", ListDomains);
}

void AddMutants(CLI::App& app, Action& action) {
  const auto [command, arguments] = AddCommand(
      app, action, "mutants", "List the wrong converters that engines have to notice", ListMutants);
  command->add_flag("--json", arguments->json, "Print one JSON array");
}

void AddTargets(CLI::App& app, Action& action) {
  const auto [command, arguments] =
      AddCommand(app, action, "targets",
                 "List the fuzz targets: what each asks, and if it judges converters", ListTargets);
  command->add_flag("--json", arguments->json,
                    "Print an array of objects with name, asks and judges_converters");
}

}  // namespace headerproof
