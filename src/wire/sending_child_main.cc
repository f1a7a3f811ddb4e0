// The helper program of sending.h.
#include "src/wire/sending_child.h"

int main() {
  return headerproof::RunSendingChild();
}
