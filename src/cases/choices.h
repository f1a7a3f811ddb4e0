// Sources of choices. A generator that asks for its choices one by one can be driven by a seed, by
// the octets of a fuzz input, or by a counter that runs through everything it could make.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace headerproof {

class Choices {
 public:
  virtual ~Choices() = default;

  // A number below `count`, which is at least 1. Generators arrange that 0 is the simplest choice.
  virtual std::uint32_t Below(std::uint32_t count) = 0;

  // True once in `count` times for a source that is random; 0 means no.
  bool OneIn(std::uint32_t count) { return Below(count) == count - 1; }
};

// Choices from a seed (SplitMix64): the same seed, the same choices, on every machine.
class SeededChoices final : public Choices {
 public:
  explicit SeededChoices(std::uint64_t seed) : state_(seed) {}
  std::uint32_t Below(std::uint32_t count) override {
    state_ += 0x9e3779b97f4a7c15;
    std::uint64_t mixed = state_;
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111eb;
    mixed ^= mixed >> 31;
    return static_cast<std::uint32_t>((mixed >> 32) * count >> 32);
  }

 private:
  std::uint64_t state_;
};

// Choices from octets, one to four for each; zeros when they run out. The octets are borrowed.
class OctetChoices final : public Choices {
 public:
  explicit OctetChoices(std::string_view octets) : octets_(octets) {}
  std::uint32_t Below(std::uint32_t count) override {
    std::uint32_t drawn = 0;
    for (std::uint64_t range = 1; range < count; range *= 256) {
      drawn = (drawn << 8) | Next();
    }
    return drawn % count;
  }

 private:
  unsigned char Next() {
    if (octets_.empty()) return 0;
    const auto octet = static_cast<unsigned char>(octets_.front());
    octets_.remove_prefix(1);
    return octet;
  }

  std::string_view octets_;
};

// Runs through every sequence of choices, in order: the last choice of a run changes first, as in a
// counter whose digits' ranges the generator sets. Use:
//
//   CountingChoices choices;
//   do { Use(Generate(choices)); } while (choices.Advance());
class CountingChoices final : public Choices {
 public:
  std::uint32_t Below(std::uint32_t count) override {
    if (next_ == digits_.size()) digits_.push_back({0, count});
    return digits_[next_++].value;
  }

  // Goes to the next sequence and starts a new run; false after the last.
  bool Advance() {
    digits_.resize(next_);
    next_ = 0;
    while (!digits_.empty() && digits_.back().value + 1 == digits_.back().count) {
      digits_.pop_back();
    }
    if (digits_.empty()) return false;
    ++digits_.back().value;
    return true;
  }

 private:
  struct Digit {
    std::uint32_t value;
    std::uint32_t count;
  };
  std::vector<Digit> digits_;
  std::size_t next_ = 0;
};

}  // namespace headerproof
