// The helper program of sending.h: reads probe cases from standard input, forks for each, and says
// on standard output how each child ended.
#pragma once

namespace headerproof {

// The whole program; returns its exit status. The process must not have used gRPC, nor have more
// than this thread. Core files are off from here on.
int RunSendingChild();

}  // namespace headerproof
