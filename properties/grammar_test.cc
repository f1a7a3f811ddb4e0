// The octets and names of each domain, and what each standard allows in a value.
#include <gtest/gtest.h>

#include <array>
#include <string>

#include "src/cases/choices.h"
#include "src/cases/generator.h"
#include "src/grammar/field.h"
#include "src/grammar/name.h"
#include "src/grammar/special_name.h"
#include "src/grammar/value.h"

namespace headerproof {
namespace {

std::string OneOctet(int octet) {
  return std::string(1, static_cast<char>(octet));
}

template <class Predicate>
int CountOctets(const Predicate& predicate) {
  int count = 0;
  for (int octet = 0; octet < 256; ++octet) count += predicate(octet) ? 1 : 0;
  return count;
}

TEST(Grammar, CountsTheOctetsOfEachDomain) {
  const auto in = [](Domain domain) {
    return CountOctets([domain](int octet) { return IsIn(domain, OneOctet(octet)); });
  };
  EXPECT_EQ(in(Domain::kGrpc), 39);
  EXPECT_EQ(in(Domain::kToken), 51);
  EXPECT_EQ(in(Domain::kHttp2), 67);
  EXPECT_EQ(in(Domain::kLowercase), 230);
  EXPECT_EQ(in(Domain::kNone), 256);
}

// Each range as its standard writes it, not as the code has it.
TEST(Grammar, PutsEveryOctetWhereItsStandardDoes) {
  for (int octet = 0; octet < 256; ++octet) {
    const auto c = static_cast<char>(octet);
    const bool is_grpc = (octet >= '0' && octet <= '9') || (octet >= 'a' && octet <= 'z') ||
                         c == '_' || c == '-' || c == '.';
    const bool is_token =
        is_grpc || (octet != 0 && std::string("!#$%&'*+^`|~").find(c) != std::string::npos);
    const bool is_forbidden = octet <= 0x20 || (octet >= 0x41 && octet <= 0x5a) || octet >= 0x7f;
    const std::string name = OneOctet(octet);
    EXPECT_EQ(IsIn(Domain::kGrpc, name), is_grpc) << octet;
    EXPECT_EQ(IsIn(Domain::kToken, name), is_token) << octet;
    EXPECT_EQ(IsIn(Domain::kHttp2, name), !is_forbidden && c != ':') << octet;
    EXPECT_EQ(IsIn(Domain::kLowercase, name), octet < 0x41 || octet > 0x5a) << octet;
  }
}

TEST(Grammar, NestsTheDomains) {
  SeededChoices choices(1);
  constexpr std::array<Domain, 5> kDomains = {Domain::kGrpc, Domain::kToken, Domain::kHttp2,
                                              Domain::kLowercase, Domain::kNone};
  for (int i = 0; i < 20000; ++i) {
    const Domain asked = kDomains[choices.Below(5)];
    const std::string name = GenerateName(choices, asked);
    EXPECT_TRUE(IsIn(asked, name)) << testing::PrintToString(name);
    for (const Domain domain : kDomains) {
      EXPECT_EQ(IsIn(domain, name), NameDomain(name) <= domain) << testing::PrintToString(name);
    }
  }
}

TEST(Grammar, HoldsTheEmptyNameAndTheLoneColonToBeLowercaseAndNoMore) {
  EXPECT_EQ(NameDomain(""), Domain::kLowercase);
  EXPECT_EQ(NameDomain(":"), Domain::kLowercase);
}

TEST(Grammar, HoldsAPseudoHeadersNameToBeOfHttp2) {
  EXPECT_EQ(NameDomain(":authority"), Domain::kHttp2);
  EXPECT_EQ(NameDomain(":a"), Domain::kHttp2);
  EXPECT_EQ(NameDomain("::"), Domain::kLowercase);
  EXPECT_EQ(NameDomain(":a:b"), Domain::kLowercase);
  EXPECT_EQ(NameDomain("a:b"), Domain::kLowercase);
  EXPECT_EQ(NameDomain("foo:"), Domain::kLowercase);
  EXPECT_EQ(NameDomain(":Authority"), Domain::kNone);
}

TEST(Grammar, TellsLowercaseFromValid) {
  for (const char* name : {"a b", "x\x7f", "\x80", "x\xd9\xa3", "caf\xc3\xa9", "rpc-caller "}) {
    EXPECT_EQ(NameDomain(name), Domain::kLowercase) << name;
  }
  for (const char* name : {"x(y", "a,b", "a;b", "a@b"}) {
    EXPECT_EQ(NameDomain(name), Domain::kHttp2) << name;
  }
  for (const char* name : {"0", "123", "-", "_", ".", "--", "x.y_z-0"}) {
    EXPECT_EQ(NameDomain(name), Domain::kGrpc) << name;
  }
}

TEST(Grammar, FindsAnUppercaseLetterInTheLastPlaceOfEveryLength) {
  for (const std::size_t length :
       {1U, 15U, 16U, 63U, 64U, 65U, 127U, 128U, 255U, 256U, 16384U, 16385U}) {
    std::string name(length, 'a');
    EXPECT_EQ(NameDomain(name), Domain::kGrpc) << length;
    name.back() = 'A';
    EXPECT_EQ(NameDomain(name), Domain::kNone) << length;
    EXPECT_EQ(FirstFault(name, Domain::kLowercase)->position, length - 1);
  }
}

struct FaultExample {
  std::string name;
  Domain domain;
  std::size_t position;
  std::string_view clause;
};

TEST(Grammar, SaysByWhichClauseANameIsOutsideADomain) {
  constexpr std::string_view kEmpty = "RFC 9110 5.6.2: a name has at least one octet";
  constexpr std::string_view kUppercase =
      "RFC 9113 8.2.1 and RFC 7540 8.1.2: an uppercase letter (41-5a) makes the message malformed";
  constexpr std::string_view kColon =
      "RFC 9113 8.2.1: a colon may only begin a pseudo-header field's name";
  constexpr std::string_view kPseudo =
      "RFC 9113 8.3: a colon begins a pseudo-header field's name, not a field's";
  constexpr std::string_view kControl = "RFC 9113 8.2.1: a control octet or a space (00-20)";
  constexpr std::string_view kDel = "RFC 9113 8.2.1: DEL or an octet above it (7f-ff)";
  constexpr std::string_view kNotGrpc = "gRPC over HTTP/2, Header-Name: only 0-9 a-z _ - .";
  const FaultExample examples[] = {
      {"", Domain::kGrpc, 0, kEmpty},
      {"", Domain::kHttp2, 0, kEmpty},
      {":", Domain::kHttp2, 1,
       "RFC 9113 8.3: a pseudo-header field's name has an octet after the colon"},
      {"rpc-Caller", Domain::kHttp2, 4, kUppercase},
      {"aZ", Domain::kLowercase, 1, kUppercase},
      {"aA", Domain::kGrpc, 1, kUppercase},
      {"a:b", Domain::kHttp2, 1, kColon},
      {"::", Domain::kHttp2, 1, kColon},
      {":a", Domain::kToken, 0, kPseudo},
      {":path", Domain::kGrpc, 0, kPseudo},
      {"::", Domain::kGrpc, 0, kPseudo},
      {":a b", Domain::kHttp2, 2, kControl},
      {"a b", Domain::kHttp2, 1, kControl},
      {std::string("a\0", 2), Domain::kGrpc, 1, kControl},
      {"ab\x7f", Domain::kHttp2, 2, kDel},
      {"\xc3\xa9", Domain::kToken, 0, kDel},
      {"a(b", Domain::kToken, 1, "RFC 9110 5.6.2: a delimiter, no octet of a token"},
      {"a!b", Domain::kGrpc, 1, kNotGrpc},
      {"a(b", Domain::kGrpc, 1, kNotGrpc},
      {"a[b", Domain::kGrpc, 1, kNotGrpc},
      {"a@b", Domain::kGrpc, 1, kNotGrpc},
  };
  for (const FaultExample& example : examples) {
    const auto fault = FirstFault(example.name, example.domain);
    ASSERT_TRUE(fault) << testing::PrintToString(example.name);
    EXPECT_EQ(fault->position, example.position) << testing::PrintToString(example.name);
    EXPECT_EQ(fault->clause, example.clause);
  }
}

TEST(Grammar, FindsAFaultExactlyWhereADomainDoesNotHoldTheName) {
  SeededChoices choices(2);
  for (int i = 0; i < 20000; ++i) {
    const std::string name = GenerateName(choices, Domain::kNone);
    for (const Domain domain :
         {Domain::kGrpc, Domain::kToken, Domain::kHttp2, Domain::kLowercase}) {
      const auto fault = FirstFault(name, domain);
      ASSERT_EQ(fault.has_value(), !IsIn(domain, name)) << testing::PrintToString(name);
      if (!fault) continue;
      EXPECT_LE(fault->position, name.size());
      // All before the fault is in the domain, as far as it is a name at all.
      const std::string before = name.substr(0, fault->position);
      EXPECT_TRUE(before.empty() || before == ":" || IsIn(domain, before))
          << testing::PrintToString(name);
    }
  }
}

TEST(Grammar, KnowsABinaryNameByItsEnd) {
  EXPECT_TRUE(IsBinaryName("a-bin"));
  EXPECT_FALSE(IsBinaryName("-bin"));
  EXPECT_FALSE(IsBinaryName("bin"));
  EXPECT_FALSE(IsBinaryName("a-Bin"));
  EXPECT_FALSE(IsBinaryName("a-bin2"));
}

TEST(Grammar, CountsTheOctetsOfValues) {
  EXPECT_EQ(CountOctets([](int octet) { return IsGrpcAsciiValue(OneOctet(octet)); }), 95);
  // 21-7e and 80-ff alone; space and tab join them where they are not at an end.
  const auto inside = [](int octet) { return "a" + OneOctet(octet) + "a"; };
  EXPECT_EQ(CountOctets([](int octet) { return IsFieldValue(OneOctet(octet)); }), 222);
  EXPECT_EQ(CountOctets([&](int octet) { return IsFieldValue(inside(octet)); }), 224);
  // All but 00, 0a and 0d, and the same two at the ends.
  EXPECT_EQ(CountOctets([](int octet) { return IsHttp2Value(OneOctet(octet)); }), 251);
  EXPECT_EQ(CountOctets([&](int octet) { return IsHttp2Value(inside(octet)); }), 253);
}

TEST(Grammar, KeepsBlanksFromTheEndsOfValues) {
  for (const auto predicate : {IsFieldValue, IsHttp2Value}) {
    EXPECT_FALSE(predicate(" a"));
    EXPECT_FALSE(predicate("a "));
    EXPECT_FALSE(predicate("\ta"));
    EXPECT_FALSE(predicate(" "));
    EXPECT_TRUE(predicate("a\tb"));
    EXPECT_TRUE(predicate(""));
    EXPECT_TRUE(predicate("a,b"));
  }
}

TEST(Grammar, FindsAFaultExactlyInAValueThatHttp2DoesNotAllow) {
  std::string value(3, 'a');
  const auto check = [&value] {
    const auto fault = FirstFieldFault("a", value);
    ASSERT_EQ(fault.has_value(), !IsHttp2Value(value)) << testing::PrintToString(value);
    if (fault) {
      ASSERT_LT(fault->position.value(), value.size());
    }
  };
  for (int octet = 0; octet < 256; ++octet) {
    for (std::size_t place = 0; place < value.size(); ++place) {
      value = "aaa";
      value[place] = static_cast<char>(octet);
      check();
    }
    value = OneOctet(octet);
    check();
  }
  value.clear();
  check();
  EXPECT_EQ(FirstFieldFault("a", "b ")->position, 1U);
  EXPECT_EQ(FirstFieldFault("a", "\ta")->position, 0U);
  EXPECT_EQ(FirstFieldFault("a", "a \rb")->position, 2U);
}

TEST(Grammar, KnowsTheFieldsThatNoMessageMayHave) {
  for (const char* name :
       {"connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade"}) {
    EXPECT_TRUE(FirstFieldFault(name, "close")) << name;
    EXPECT_FALSE(FirstFieldFault(name, "close")->position) << name;
  }
  for (const char* value : {"gzip", "", "trailers, gzip", "trailers "}) {
    EXPECT_TRUE(FirstFieldFault("te", value)) << value;
  }
  EXPECT_FALSE(FirstFieldFault("te", "trailers"));
  for (const char* name : {"host", "content-length", "cookie", "connections", "a"}) {
    EXPECT_FALSE(FirstFieldFault(name, "gzip")) << name;
  }
}

TEST(Grammar, KnowsPseudoHeaderFields) {
  for (const char* name : {":method", ":scheme", ":authority", ":path", ":protocol"}) {
    EXPECT_EQ(PseudoOf(name), Pseudo::kRequest) << name;
    EXPECT_FALSE(FirstFieldFault(name, "/")) << name;
  }
  EXPECT_EQ(PseudoOf(":status"), Pseudo::kResponse);
  for (const char* name : {":a", ":", ":paths", "::path", ":Path"}) {
    EXPECT_EQ(PseudoOf(name), Pseudo::kUnknown) << name;
    EXPECT_TRUE(FirstFieldFault(name, "/")) << name;
  }
  for (const char* name : {"", "path", "a:path"}) EXPECT_EQ(PseudoOf(name), Pseudo::kNone) << name;
}

TEST(Grammar, HasTheEmptyValueOutsideGrpcsGrammarAndAccepted) {
  EXPECT_FALSE(IsGrpcAsciiValue(""));
  EXPECT_TRUE(IsGrpcAcceptedValue(""));
  EXPECT_TRUE(IsGrpcAcceptedValue(" a "));
  EXPECT_FALSE(IsGrpcAcceptedValue("a\tb"));
}

TEST(Grammar, ClassifiesSpecialNamesExactly) {
  for (std::size_t field = 0; field < kFieldCount; ++field) {
    EXPECT_EQ(ClassifyName(kFieldNames[field]), static_cast<SpecialName>(field));
    EXPECT_EQ(ClassifyName(Capitalize(kFieldNames[field])), SpecialName::kApplication);
    EXPECT_EQ(ClassifyName(std::string(kFieldNames[field]) + "-"), SpecialName::kOtherReserved);
  }
  EXPECT_EQ(ClassifyName("rpc-"), SpecialName::kOtherReserved);
  EXPECT_EQ(ClassifyName("rpc"), SpecialName::kApplication);
  EXPECT_EQ(ClassifyName("rpc_caller"), SpecialName::kApplication);
  EXPECT_EQ(ClassifyName("content-type"), SpecialName::kContentType);
  EXPECT_EQ(ClassifyName("content-typ"), SpecialName::kApplication);
  for (const std::string_view name : kRoutingNames) {
    EXPECT_EQ(ClassifyName(name), SpecialName::kRoutingName);
    EXPECT_FALSE(IsReserved(name));
  }
  EXPECT_EQ(ClassifyName(""), SpecialName::kApplication);
}

}  // namespace
}  // namespace headerproof
