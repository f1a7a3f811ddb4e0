// Hostile surroundings: other locales, either signedness of char, NUL in names, views that nothing
// terminates, huge names and many entries. This file is built three times: as it is, and with all
// of the core under -fsigned-char and under -funsigned-char.
#include <gtest/gtest.h>
#include <stdlib.h>
#include <unistd.h>

#include <cctype>
#include <clocale>
#include <cwctype>
#include <filesystem>
#include <limits>
#include <locale>
#include <memory>

#include "properties/expect.h"
#include "properties/outcome_text.h"
#include "properties/temporary_folder.h"
#include "src/cases/choices.h"
#include "src/cases/display.h"
#include "src/cases/generator.h"
#include "src/converter/fold.h"
#include "src/grammar/value.h"

#if HEADERPROOF_SANITIZED
// glibc keeps the list that it makes of LOCPATH, and its only pointer to it goes when a locale is
// entered again.
extern "C" const char* __lsan_default_suppressions() {
  return "leak:argz_add_sep\n";
}
#endif

namespace headerproof {
namespace {

namespace fs = std::filesystem;

std::string AllOctets() {
  std::string octets(256, '\0');
  for (std::size_t i = 0; i < octets.size(); ++i) octets[i] = static_cast<char>(i);
  return octets;
}

// Everything that might ask a locale or depend on a char's sign, as one text.
std::string Digest() {
  const std::string octets = AllOctets();
  std::string digest = Fold(octets) + Uppercase(octets) + Capitalize(octets);
  for (const char octet : octets) {
    const std::string name(1, octet);
    digest += std::string(DomainName(NameDomain(name))) + DisplayName(name);
    digest += HasUppercase(name) ? 'U' : 'l';
    digest += IsGrpcAsciiValue(name) ? 'g' : '.';
    digest += IsFieldValue(name) ? 'f' : '.';
    digest += IsHttp2Value(name) ? 'h' : '.';
    digest += PrintCase({{name, {name}}});
    digest += PrintCase(ParseCaseLeniently("x" + name + ": " + name));
    for (const Path path : kPaths) {
      for (const Converter& converter : AllConverters()) {
        digest += Converted(converter.name, path, {{"I" + name, {name}}, {"rpc-" + name, {"1"}}});
      }
    }
  }
  digest += HoldsCredentials("AUTHORIZATION") ? "masked" : "plain";
  digest += HoldsCredentials("X-KIND") ? "masked" : "plain";
  return digest;
}

// The three builds of this test make one text; here is its sum. Where something that the text holds
// is changed on purpose, all three fail with the same new sum, which then belongs here.
TEST(Surroundings, GiveTheSameWhateverTheSignOfChar) {
  std::uint64_t sum = 0xcbf29ce484222325;  // FNV-1a
  for (const char c : Digest()) {
    sum = (sum ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  }
  EXPECT_EQ(sum, 12213773111249014672ULL);
}

TEST(Surroundings, HaveTheSignOfCharThatTheyWereBuiltFor) {
#if defined(HEADERPROOF_CHAR_IS_SIGNED)
  EXPECT_EQ(std::numeric_limits<char>::is_signed, HEADERPROOF_CHAR_IS_SIGNED != 0);
#endif
}

// Locales that are made here, in a folder of the test's own; the process's are put back.
class Locales : public testing::Test {
 protected:
  void SetUp() override { setenv("LOCPATH", folder_.c_str(), 1); }
  void TearDown() override {
    std::locale::global(std::locale::classic());
    unsetenv("LOCPATH");
  }

  // Builds a locale and makes it the process's. It has to work: the package `locales` has what it
  // needs.
  void Enter(const std::string& input, const std::string& charmap, const std::string& name) {
    const std::string command = "localedef -c -i " + input + " -f " + charmap + " " + folder_ +
                                "/" + name + " >/dev/null 2>&1";
    const int status = std::system(command.c_str());
    ASSERT_TRUE(fs::exists(folder_ + "/" + name)) << command << ": " << status;
    ASSERT_NE(std::setlocale(LC_ALL, name.c_str()), nullptr) << name;
    std::locale::global(std::locale(name));
  }

  const TemporaryFolder own_;
  const std::string folder_ = own_.path().string();
};

TEST_F(Locales, OfTurkeyChangeNothing) {
  const std::string before = Digest();
  Enter("tr_TR", "ISO-8859-9", "tr_TR.ISO-8859-9");
  // The locale is another: its small letters include those above 7f.
  EXPECT_EQ(std::tolower(0xd6), 0xf6);
  EXPECT_EQ(Digest(), before);
  EXPECT_EQ(Fold("TITLE-I\xdd"), "title-i\xdd");
  EXPECT_TRUE(Obeys({{"RPC-SERVICE-I", {"1"}}, {"rpc-servIce", {"2"}}, {"\xdd\xfd", {"3"}}}));
}

TEST_F(Locales, OfTurkeyInUtf8ChangeNothing) {
  const std::string before = Digest();
  Enter("tr_TR", "UTF-8", "tr_TR.UTF-8");
  EXPECT_EQ(std::towlower(L'I'), L'\x131');  // the small i without a dot
  EXPECT_EQ(Digest(), before);
}

TEST_F(Locales, OfLatin1ChangeNothing) {
  const std::string before = Digest();
  Enter("en_US", "ISO-8859-1", "en_US.ISO-8859-1");
  EXPECT_EQ(std::tolower(0xc9), 0xe9);
  EXPECT_EQ(Digest(), before);
  EXPECT_EQ(Fold("x-\xc9"), "x-\xc9");
}

TEST(Surroundings, TakeNulForAnOctetLikeAnyOther) {
  const std::string name("A\0B", 3);
  EXPECT_EQ(Fold(name), std::string("a\0b", 3));
  EXPECT_TRUE(HasUppercase(std::string_view("\0\0\0\0\0\0\0\0Z", 9)));
  EXPECT_TRUE(Obeys({{name, {std::string("\0", 1)}}, {"A", {"x"}}, {std::string("A\0", 2), {}}}));
}

// Each octet string in a block of exactly its size: AddressSanitizer sees a step outside.
TEST(Surroundings, NeedNoTerminator) {
  SeededChoices choices(21);
  for (int i = 0; i < 2000; ++i) {
    const Metadata metadata = GenerateMetadata(choices);
    std::vector<std::unique_ptr<char[]>> blocks;
    const auto copy = [&blocks](std::string_view octets) {
      blocks.push_back(std::make_unique<char[]>(octets.size()));
      std::ranges::copy(octets, blocks.back().get());
      return std::string_view(blocks.back().get(), octets.size());
    };
    std::vector<std::vector<std::string_view>> values;
    for (const Entry& entry : metadata) {
      values.emplace_back();
      for (const std::string& value : entry.values) values.back().push_back(copy(value));
    }
    std::vector<EntryView> views;
    for (std::size_t e = 0; e < metadata.size(); ++e) {
      views.push_back({copy(metadata[e].name), values[e]});
    }
    Outcome from_views;
    ToOutcome(Convert<Path::kRequest, KeyPolicy::kGuarded, std::string_view>(views), from_views);
    ASSERT_EQ(OutcomeText(from_views), Converted("guarded", Path::kRequest, metadata));
  }
}

TEST(Surroundings, HoldTenThousandEntries) {
  Metadata metadata;
  for (int i = 0; i < 10000; ++i) {
    std::string name = "X-Name-With-Thirty-Two-Octets-" + std::to_string(i);
    metadata.push_back({std::move(name), {"v"}});
  }
  metadata.push_back({"x-name-with-thirty-two-octets-5000", {"last"}});
  EXPECT_TRUE(Check(OwningConverters(), metadata).obeyed());
  const auto request =
      Convert<Path::kRequest, KeyPolicy::kCanonicalizing, std::string_view>(metadata);
  EXPECT_EQ(request.headers.size(), 10000U);
  EXPECT_EQ(request.headers.Get("X-NAME-WITH-THIRTY-TWO-OCTETS-5000"), "last");
}

TEST(Surroundings, HoldNamesAroundSixteenKibioctets) {
  for (const std::size_t length : {16383U, 16384U, 16385U, 65535U}) {
    for (const std::size_t place : {std::size_t{0}, length / 2, length - 1}) {
      std::string name(length, 'a');
      EXPECT_TRUE(Obeys({{name, {"v"}}}));
      name[place] = 'A';
      EXPECT_TRUE(HasUppercase(name));
      const Judgement judgement = Check(OwningConverters(), {{name, {"v"}}});
      EXPECT_TRUE(judgement.obeyed());
      EXPECT_FALSE(judgement.transparent(Path::kRequest));
    }
  }
}

}  // namespace
}  // namespace headerproof
