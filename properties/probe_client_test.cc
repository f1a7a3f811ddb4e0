// What the probe says of each kind of client, and its exit code.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "properties/probe_peers.h"
#include "src/probe/probe.h"

namespace headerproof {
namespace {

ProbeResult Probe(ClientManner manner, ProbeOptions options = {}) {
  const Listener listener = std::get<Listener>(Listen(0));
  const CallingClient client(listener.port, std::move(manner));
  return ProbeClients(listener, options);
}

// What a client does about malformed names, and nothing else.
ClientManner OnMalformed(React react, std::size_t calls_on_one = static_cast<std::size_t>(-1)) {
  return {.react =
              [react](const Event& headers) {
                return HasMalformedName(headers) ? react : React::kNothing;
              },
          .calls_on_one = calls_on_one};
}

TopicCount CountAt(const ProbeResult& result, Place place, Topic topic) {
  ProbeResult part = result;
  std::erase_if(part.sweep.answers,
                [place](const SweepAnswer& answer) { return answer.place != place; });
  return CountByTopic(part)[static_cast<std::size_t>(topic)];
}

bool HasNote(const ProbeResult& result, std::string_view text) {
  return std::ranges::any_of(result.notes, [text](const std::string& note) {
    return note.find(text) != std::string::npos;
  });
}

// Enough to ask each name in one form at the three places.
constexpr std::size_t kOneForm = 12'000;

void ExpectRefused(const ProbeResult& result) {
  EXPECT_EQ(ProbeExitCode(result), 0) << ProbeTable(result);
  EXPECT_GT(CountNames(result)[Verdict::kRefused], 2'900U) << ProbeTable(result);
  EXPECT_EQ(CountNames(result).undecided, 0U);
}

TEST(ProbeOfAClient, ThatResetsTheStream) {
  ExpectRefused(Probe(OnMalformed(React::kReset), {.most_requests = kOneForm}));
}

TEST(ProbeOfAClient, ThatGivesTheConnectionUp) {
  ExpectRefused(Probe(OnMalformed(React::kGoAway), {.most_requests = kOneForm}));
}

TEST(ProbeOfAClient, ThatClosesTheConnection) {
  ExpectRefused(Probe(OnMalformed(React::kClose), {.most_requests = kOneForm}));
}

// One connection for each call: closing says something only in the middle of an answer.
TEST(ProbeOfAClient, ThatMakesAConnectionForEachCall) {
  const ProbeResult result = Probe(OnMalformed(React::kReset, 1));
  ExpectRefused(result);
  EXPECT_TRUE(HasNote(result, "it closes the connection after each plain answer"));
  EXPECT_TRUE(HasNote(result, "the other wire forms are sampled")) << ProbeTable(result);
  EXPECT_EQ(result.limit, "");
}

TEST(ProbeOfAClient, ThatMakesAConnectionForEachCallAndCloses) {
  const ProbeResult result = Probe(OnMalformed(React::kClose, 1));
  const TopicCount headers = CountAt(result, Place::kResponseHeaders, Topic::kUppercase);
  EXPECT_GT(headers[Verdict::kRefused], 300U) << ProbeTable(result);
  EXPECT_EQ(headers[Verdict::kAccepted], 0U) << ProbeTable(result);
  // Of a block that ends an answer, this client says the same as of a plain one.
  const TopicCount trailers = CountAt(result, Place::kTrailers, Topic::kUppercase);
  EXPECT_GT(trailers[Verdict::kAccepted], 300U) << ProbeTable(result);
  EXPECT_EQ(trailers[Verdict::kRefused], 0U) << ProbeTable(result);
  EXPECT_EQ(ProbeExitCode(result), 1);
}

TEST(ProbeOfAClient, ThatAcceptsEverything) {
  for (const std::size_t calls_on_one : {std::size_t{1}, std::size_t{100}, std::size_t{100'000}}) {
    const ProbeResult result =
        Probe(OnMalformed(React::kNothing, calls_on_one), {.most_requests = 2'000});
    EXPECT_EQ(ProbeExitCode(result), 1);
    EXPECT_EQ(CountNames(result)[Verdict::kRefused], 0U) << ProbeTable(result);
    EXPECT_GT(CountNames(result)[Verdict::kAccepted], 500U) << ProbeTable(result);
  }
}

TEST(ProbeOfAClient, ThatRefusesEvenTheControl) {
  for (const React react : {React::kReset, React::kGoAway, React::kClose}) {
    const ProbeResult result = Probe({.react = [react](const Event&) { return react; }},
                                     {.most_time = std::chrono::seconds(20)});
    EXPECT_EQ(ProbeExitCode(result), 2);
    EXPECT_TRUE(result.why_not.starts_with("the client refuses a plain answer as well: "))
        << result.why_not;
  }
}

// A client that has called only a few times: what has no control after it does not count.
TEST(ProbeOfAClient, ThatMakesFewCalls) {
  ClientManner manner = OnMalformed(React::kReset);
  manner.most_calls = 3;
  ProbeResult result = Probe(manner, {.patience = std::chrono::milliseconds(300)});
  EXPECT_EQ(result.limit, "the client made no further call");
  EXPECT_EQ(ProbeExitCode(result), 2);
  EXPECT_EQ(CountNames(result)[Verdict::kRefused], 1U) << ProbeTable(result);
  manner.most_calls = 2;
  result = Probe(manner, {.patience = std::chrono::milliseconds(300)});
  EXPECT_EQ(CountNames(result)[Verdict::kRefused], 0U) << ProbeTable(result);
  EXPECT_EQ(CountNames(result)[Verdict::kNoAnswer], 1U) << ProbeTable(result);
}

TEST(ProbeOfAClient, ThatIsAskedUppercaseNamesFirst) {
  ClientManner manner = OnMalformed(React::kReset);
  const ProbeResult result = Probe(manner, {.most_requests = 400});
  EXPECT_EQ(ProbeExitCode(result), 2);
  const TopicCount first = CountAt(result, Place::kResponseHeaders, Topic::kUppercase);
  EXPECT_EQ(first.undecided, 0U) << ProbeTable(result);
  EXPECT_EQ(CountNames(result)[Verdict::kRefused],
            first[Verdict::kRefused] +
                CountAt(result, Place::kTrailers, Topic::kUppercase)[Verdict::kRefused]);
}

TEST(ProbeOfAClient, ThatLeavesItsConnectionsOpen) {
  const Listener listener = std::get<Listener>(Listen(0));
  // The first connection never ends; the calls come on others.
  const UniqueFd idle =
      std::get<UniqueFd>(Connect("127.0.0.1", listener.port, In(std::chrono::seconds(1))));
  const CallingClient client(listener.port, OnMalformed(React::kReset));
  const ProbeResult result = ProbeClients(listener, {.most_requests = 1'000});
  EXPECT_GT(CountNames(result)[Verdict::kRefused], 500U) << ProbeTable(result);
}

}  // namespace
}  // namespace headerproof
