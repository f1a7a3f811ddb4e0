// The predicates on names and values against two oracles that are not ours: gRPC's C core and
// nghttp2. Every octet is tried in every place of names and values of up to 20 octets; random names
// follow. Where an oracle differs from the standard that a predicate implements, the difference is
// stated here, with its reason.
#include <grpc/grpc.h>
#include <gtest/gtest.h>
#include <nghttp2/nghttp2.h>

#include <algorithm>
#include <string>

#include "src/cases/choices.h"
#include "src/cases/generator.h"
#include "src/grammar/name.h"
#include "src/grammar/value.h"

namespace headerproof {
namespace {

grpc_slice BorrowedSlice(const std::string& octets) {
  return grpc_slice_from_static_buffer(octets.data(), octets.size());
}

bool GrpcAllowsName(const std::string& name) {
  return grpc_header_key_is_legal(BorrowedSlice(name)) != 0;
}
bool GrpcAllowsValue(const std::string& value) {
  return grpc_header_nonbin_value_is_legal(BorrowedSlice(value)) != 0;
}
bool GrpcSaysBinary(const std::string& name) {
  return grpc_is_binary_header(BorrowedSlice(name)) != 0;
}
const std::uint8_t* Octets(const std::string& text) {
  return reinterpret_cast<const std::uint8_t*>(text.data());
}
bool Nghttp2AllowsName(const std::string& name) {
  return nghttp2_check_header_name(Octets(name), name.size()) != 0;
}
bool Nghttp2AllowsValue(const std::string& value) {
  return nghttp2_check_header_value(Octets(value), value.size()) != 0;
}
bool Nghttp2AllowsValueOfRfc9113(const std::string& value) {
  return nghttp2_check_header_value_rfc9113(Octets(value), value.size()) != 0;
}

// Calls visit with every text of up to 20 octets that is 'a' but for one place.
template <class Visit>
void VisitEveryOctetInEveryPlace(const Visit& visit) {
  for (std::size_t length = 1; length <= 20; ++length) {
    for (std::size_t place = 0; place < length; ++place) {
      for (int octet = 0; octet < 256; ++octet) {
        std::string text(length, 'a');
        text[place] = static_cast<char>(octet);
        visit(text);
      }
    }
  }
}

template <class Visit>
void VisitNames(const Visit& visit) {
  visit(std::string());
  VisitEveryOctetInEveryPlace(visit);
  SeededChoices choices(19);
  for (int i = 0; i < 100000; ++i) visit(GenerateName(choices, Domain::kNone));
  for (int i = 0; i < 20000; ++i) visit(GenerateName(choices, Domain::kHttp2));
}

template <class Visit>
void VisitValues(const Visit& visit) {
  visit(std::string());
  VisitEveryOctetInEveryPlace(visit);
  SeededChoices choices(20);
  for (int i = 0; i < 100000; ++i) visit(GenerateValue(choices, "foo"));
}

TEST(Oracles, GrpcAllowsTheNamesOfTheDomainGrpc) {
  VisitNames([](const std::string& name) {
    ASSERT_EQ(GrpcAllowsName(name), IsIn(Domain::kGrpc, name)) << testing::PrintToString(name);
  });
}

// RFC 9110's tokens less uppercase, and with one leading colon: nghttp2 asks of a pseudo-header
// field's name that the rest is a token as well, which RFC 9113 8.2.1 does not ask of a receiver.
TEST(Oracles, Nghttp2AllowsTokensAndTokensBehindAColon) {
  int wider_than_nghttp2 = 0;
  VisitNames([&](const std::string& name) {
    const bool is_pseudo = name.starts_with(':');
    const bool expected = IsIn(Domain::kToken, is_pseudo ? name.substr(1) : name);
    ASSERT_EQ(Nghttp2AllowsName(name), expected) << testing::PrintToString(name);
    // What nghttp2 allows is in the domain http2; the delimiters are there besides.
    ASSERT_TRUE(!expected || IsIn(Domain::kHttp2, name)) << testing::PrintToString(name);
    if (expected || !IsIn(Domain::kHttp2, name)) return;
    ++wider_than_nghttp2;
    ASSERT_NE(name.find_first_of("\"(),/;<=>?@[\\]{}"), std::string::npos)
        << testing::PrintToString(name);
  });
  EXPECT_GT(wider_than_nghttp2, 1000);
}

TEST(Oracles, GrpcKnowsTheSameBinaryNames) {
  const auto compare = [](const std::string& name) {
    ASSERT_EQ(GrpcSaysBinary(name), IsBinaryName(name)) << testing::PrintToString(name);
  };
  VisitNames(compare);
  VisitEveryOctetInEveryPlace([&](const std::string& name) { compare(name + "-bin"); });
  for (const char* name : {"-bin", "a-bin", "a-Bin", "bin", "a-bin-", "a_bin"}) compare(name);
}

TEST(Oracles, GrpcAllowsItsAsciiValuesAndTheEmptyOne) {
  VisitValues([](const std::string& value) {
    ASSERT_EQ(GrpcAllowsValue(value), IsGrpcAcceptedValue(value)) << testing::PrintToString(value);
  });
}

// nghttp2's general check is RFC 9110's field-content without its rule about the ends.
TEST(Oracles, Nghttp2AllowsFieldContentWithBlanksAtTheEnds) {
  int blanks_at_the_ends = 0;
  VisitValues([&](const std::string& value) {
    const bool inside = IsFieldValue("a" + value + "a");
    ASSERT_EQ(Nghttp2AllowsValue(value), inside) << testing::PrintToString(value);
    ASSERT_EQ(Nghttp2AllowsValueOfRfc9113(value), IsFieldValue(value))
        << testing::PrintToString(value);
    blanks_at_the_ends += inside && !IsFieldValue(value) ? 1 : 0;
  });
  EXPECT_GT(blanks_at_the_ends, 80);
}

// RFC 9113 8.2.1 makes a receiver refuse less: control octets other than 00, 0a and 0d, and 7f.
TEST(Oracles, Nghttp2RefusesMoreValuesThanRfc9113AsksFor) {
  int refused = 0;
  VisitValues([&](const std::string& value) {
    const bool allowed = Nghttp2AllowsValueOfRfc9113(value);
    ASSERT_TRUE(!allowed || IsHttp2Value(value)) << testing::PrintToString(value);
    if (allowed || !IsHttp2Value(value)) return;
    ++refused;
    ASSERT_TRUE(std::ranges::any_of(value, [](char c) {
      return c == 0x7f || (c >= 0 && c < 0x20 && c != '\t' && c != '\n' && c != '\r' && c != 0);
    })) << testing::PrintToString(value);
  });
  EXPECT_GT(refused, 1000);
}

TEST(Oracles, CountTheOctetsThatTheirStandardsName) {
  int grpc = 0;
  int token = 0;
  int grpc_values = 0;
  int values = 0;
  int strict_values = 0;
  for (int octet = 0; octet < 256; ++octet) {
    const std::string text(1, static_cast<char>(octet));
    grpc += GrpcAllowsName(text) ? 1 : 0;
    token += Nghttp2AllowsName(text) ? 1 : 0;
    grpc_values += GrpcAllowsValue(text) ? 1 : 0;
    values += Nghttp2AllowsValue(text) ? 1 : 0;
    strict_values += Nghttp2AllowsValueOfRfc9113(text) ? 1 : 0;
  }
  EXPECT_EQ(grpc, 39);
  EXPECT_EQ(token, 51);
  EXPECT_EQ(grpc_values, 95);
  EXPECT_EQ(values, 224);
  EXPECT_EQ(strict_values, 222);
}

}  // namespace
}  // namespace headerproof
