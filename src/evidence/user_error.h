// Why a command could not do what it was asked: it prints this and exits with 2.
#pragma once

#include <stdexcept>

namespace headerproof {

// what() is one line of printable ASCII, and names the file where there is one.
class UserError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace headerproof
