// The one list of commands, in the order of `headerproof --help`. Each is in the file of its name;
// those that only print a list are in lists.cc.
#pragma once

#include "src/cli/command.h"

namespace headerproof {

using AddFunction = void(CLI::App& app, Action& action);

extern AddFunction AddAudit, AddCheck, AddConvert, AddProbe, AddExplain, AddConverters, AddDomains,
    AddMutants, AddTargets, AddCorpus, AddEvidence;

inline constexpr AddFunction* kCommands[] = {
    AddAudit,   AddCheck,      AddConvert,
#ifdef HEADERPROOF_HAS_HTTP2
    AddProbe,
#endif
    AddExplain, AddConverters, AddDomains, AddMutants, AddTargets, AddCorpus, AddEvidence,
};

// `headerproof corpus ...`
extern AddFunction AddCorpusImport, AddCorpusMinimize, AddCorpusStats, AddCorpusRecord;

inline constexpr AddFunction* kCorpusCommands[] = {
    AddCorpusImport,
    AddCorpusMinimize,
    AddCorpusStats,
#ifdef HEADERPROOF_HAS_GRPC
    AddCorpusRecord,
#endif
};

}  // namespace headerproof
