// Why an audit could not be done: what the command prints in one line before it exits with 2.
#pragma once

#include <stdexcept>

namespace headerproof {

// what() is printable ASCII, one line, and names the file where there is one.
class AuditError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace headerproof
