// The hostile report in a real browser: nothing in it runs, nothing is fetched, and the text is
// there to be read. Skipped by name where chromium is missing.
#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>

#include "properties/audit_hostile.h"
#include "properties/temporary_folder.h"
#include "src/report/report.h"

namespace headerproof {
namespace {

// A port of 127.0.0.1 at which nothing may ask for anything.
class Trap {
 public:
  Trap() : socket_(socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof(address);
    auto* const generic = reinterpret_cast<sockaddr*>(&address);
    if (bind(socket_, generic, size) != 0 || listen(socket_, 8) != 0 ||
        getsockname(socket_, generic, &size) != 0) {
      ADD_FAILURE() << "no port to listen at";
    }
    url_ = "http://127.0.0.1:" + std::to_string(ntohs(address.sin_port)) + "/";
  }
  Trap(const Trap&) = delete;
  Trap& operator=(const Trap&) = delete;
  ~Trap() { close(socket_); }

  const std::string& url() const { return url_; }

  // Whether anyone connected since the last call.
  bool Sprang() const {
    const int peer = accept4(socket_, nullptr, nullptr, SOCK_CLOEXEC);
    if (peer >= 0) close(peer);
    return peer >= 0;
  }

 private:
  int socket_;
  std::string url_;
};

// Everything by which a page could run a script or fetch something, if it stood there raw.
std::string HostileMarkup(const std::string& url) {
  return "<script>document.title='owned'</script></title></style></svg></pre>\"><script src=\"" +
         url + "a\"></script><img src='" + url +
         "b' onerror=document.title='owned'><link rel=" + "stylesheet href=" + url +
         "c><iframe src=" + url + "d></iframe>' style=\"background:url(" + url +
         "e)\" \x1b]0;owned\x07 \xe2\x80\xae{{{id}}}";
}

// The document that chromium makes of `page`, written out.
std::string DocumentOf(const std::string& page) {
  TemporaryFolder folder;
  const auto file = folder.path() / "page.html";
  std::ofstream(file) << page;
  const std::string command =
      "timeout 60 chromium --headless --no-sandbox --disable-gpu --no-first-run "
      "--disable-background-networking --disable-dev-shm-usage --user-data-dir=" +
      (folder.path() / "profile").string() + " --dump-dom file://" + file.string() + " 2>/dev/null";
  std::FILE* const output = popen(command.c_str(), "r");
  std::string document;
  for (int c = std::fgetc(output); c != EOF; c = std::fgetc(output)) {
    document += static_cast<char>(c);
  }
  EXPECT_EQ(pclose(output), 0);
  return document;
}

bool HasChromium() {
  return std::system("command -v chromium >/dev/null") == 0;
}

TEST(Browser, RunsAndFetchesNothingOfAHostileReportAndShowsItsText) {
  if (!HasChromium()) GTEST_SKIP() << "chromium is not installed";
  const Trap trap;
  const std::string document = DocumentOf(RenderPage(HostileReport(HostileMarkup(trap.url()))));
  EXPECT_FALSE(trap.Sprang());
  EXPECT_NE(document.find("<title>headerproof audit: "), std::string::npos);
  for (const char* const element : {"<script", "<img", "<link", "<iframe", "onerror=\""}) {
    EXPECT_EQ(document.find(element), std::string::npos) << element;
  }
  EXPECT_NE(document.find("&lt;script&gt;document.title='owned'&lt;/script&gt;"),
            std::string::npos);
  EXPECT_NE(document.find("\\x1b]0;owned\\x07 \\xe2\\x80\\xae{{{id}}}"), std::string::npos);
  EXPECT_NE(document.find("</html>"), std::string::npos);
}

TEST(Browser, WouldBeSeenToRunAndFetchWhatIsInAPageRaw) {
  if (!HasChromium()) GTEST_SKIP() << "chromium is not installed";
  const Trap trap;
  const std::string document =
      DocumentOf("<!DOCTYPE html><title>page</title><script>document.title = 'owned'; fetch('" +
                 trap.url() + "')</script>");
  EXPECT_TRUE(trap.Sprang());
  EXPECT_NE(document.find("<title>owned</title>"), std::string::npos);
}

}  // namespace
}  // namespace headerproof
