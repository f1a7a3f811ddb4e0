// headerproof convert: outcomes, one JSON object a line. What it prints is data: escaped as a
// case's values are, neither cut nor masked.
#include <nlohmann/json.hpp>

#include "src/cases/escape.h"
#include "src/cli/command.h"
#include "src/cli/commands.h"
#include "src/engines/replay.h"
#include "src/judge/converters.h"

namespace headerproof {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<std::string_view, kFieldCount> kFieldKeys = {
    "caller",           "service",  "shard_key",       "routing_key",
    "routing_delegate", "encoding", "caller_procedure"};

Json ListOf(const HeaderList& headers) {
  Json list = Json::array();
  for (const auto& [name, value] : headers) {
    list.push_back({EscapeValue(name), EscapeValue(value)});
  }
  return list;
}

Json ObjectOf(const std::string& file, Path path, const Converter& converter,
              const Outcome& outcome) {
  Json object;
  object["file"] = EscapeValue(file);
  object["path"] = PathName(path);
  object["converter"] = converter.name;
  object["ok"] = outcome.ok();
  if (!outcome.ok()) {
    object["error"] = {{"code", ErrorCodeName(outcome.error->code)},
                       {"message", EscapeValue(outcome.error->message)}};
    return object;
  }
  if (path == Path::kRequest) {
    for (std::size_t field = 0; field < kFieldCount; ++field) {
      object["fields"][std::string(kFieldKeys[field])] = EscapeValue(outcome.fields[field]);
    }
  }
  object["headers"] = ListOf(outcome.headers);
  object["original_headers"] = ListOf(outcome.original_headers);
  return object;
}

struct ConvertArguments {
  std::vector<std::string> files;
  std::vector<Path> paths;
  std::string converter = "canonicalizing";
};

int Run(const ConvertArguments& arguments) {
  const Converter* const converter = FindConverter(arguments.converter);
  if (converter == nullptr) {
    return Complain("no converter is named {}; `headerproof converters` lists them",
                    EscapeValue(arguments.converter));
  }
  NoteInterrupts();
  Outcome outcome;
  const ReplayCounts counts =
      ReplayForCommand(arguments.files, [&](const std::string& file, const Metadata& metadata) {
        for (const Path path : arguments.paths) {
          converter->convert(path, metadata, outcome);
          Print(ObjectOf(file, path, *converter, outcome).dump() + "\n");
        }
      });
  return FinishReplay(counts);
}

}  // namespace

void AddConvert(CLI::App& app, Action& action) {
  const auto [command, arguments] =
      AddCommand(app, action, "convert", "Print what a converter makes of each case, as JSON", Run);
  AddFiles(command, arguments->files);
  AddPath(command, arguments->paths);
  command->add_option("--converter", arguments->converter, "One of `headerproof converters`")
      ->capture_default_str();
}

}  // namespace headerproof
