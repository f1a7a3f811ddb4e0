// The helper program of sending.h.
#include "src/sweep/sending_child.h"

int main() {
  return headerproof::RunSendingChild();
}
