#include "src/triage/corpus_folder.h"

#include <filesystem>
#include <utility>
#include <variant>

#include "src/cases/printable.h"
#include "src/cases/text.h"
#include "src/engines/replay.h"
#include "src/evidence/digest.h"
#include "src/evidence/files.h"
#include "src/evidence/user_error.h"
#include "src/triage/new_files.h"

namespace headerproof {
namespace {

namespace fs = std::filesystem;

// True if `file` is the case whose canonical text is `text`, under any comment.
bool Holds(const std::string& file, const std::string& text) {
  std::string there;
  if (!ReadCaseText(file, there)) return false;
  const auto parsed = ParseCase(there);
  const auto* const metadata = std::get_if<Metadata>(&parsed);
  return metadata != nullptr && PrintCase(*metadata) == text;
}

}  // namespace

CorpusFolder::CorpusFolder(std::string folder) : folder_(std::move(folder)) {
  std::error_code error;
  if (!fs::is_directory(folder_, error)) return;
  Replay({fs::path(folder_) / ""},
         {.on_case =
              [this](const std::string& file, const Metadata& metadata) {
                cases_.emplace(PrintCase(metadata), file);
                return true;
              },
          .on_error = [](const std::string&, const std::string&) { return true; }});
}

std::map<std::string, std::string> CorpusFolder::FindFaults(FaultFinder& finder) const {
  std::map<std::string, std::string> faults;
  for (const auto& [text, file] : cases_) {
    if (const auto fault = finder.Find(ParseCaseLeniently(text))) faults.emplace(fault->name, file);
  }
  return faults;
}

CorpusFolder::Placed CorpusFolder::Put(const std::string& shows, std::string_view comment,
                                       const std::string& text) {
  if (const auto found = cases_.find(text); found != cases_.end()) return {found->second, false};
  MakeFolder(folder_);
  const std::string digest = Sha256(text);
  for (const std::size_t digits : {8U, 16U, 64U}) {
    const std::string file = fs::path(folder_) / (shows + "-" + digest.substr(0, digits) + ".case");
    const bool is_new = PutFile(file, "# " + std::string(comment) + "\n" + text);
    if (!is_new && !Holds(file, text)) continue;
    cases_.emplace(text, file);
    return {file, is_new};
  }
  throw UserError(Printable(folder_) + ": other files have the names of the case " + shows + "-" +
                  digest.substr(0, 8) + "; move them away");
}

}  // namespace headerproof
