// What the probe says of each kind of server, and its exit code.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <string>
#include <string_view>
#include <vector>

#include "properties/probe_peers.h"
#include "src/cases/text.h"
#include "src/probe/probe.h"
#include "src/stacks/metadata_fields.h"

namespace headerproof {
namespace {

ProbeResult Probe(Reply reply, ProbeOptions options = {}) {
  const ReplyingServer server(std::move(reply));
  return ProbeServer("127.0.0.1", server.port(), options);
}

// A server that answers plain requests, and those with a malformed name by `refuse`.
ProbeResult ProbeRefusing(Reply refuse, ProbeOptions options = {}) {
  return Probe(
      [refuse](RawConnection& connection, const Event& request) {
        if (HasMalformedName(request)) return refuse(connection, request);
        AnswerOk(request.stream, connection);
        return true;
      },
      options);
}

Reply AnswerAlways(std::vector<Field> fields) {
  return [fields](RawConnection& connection, const Event& request) {
    AnswerWith(fields, request.stream, connection);
    return true;
  };
}

bool ResetIt(RawConnection& connection, const Event& request) {
  connection.QueueReset(request.stream, kProtocolError);
  return true;
}

TopicCount Uppercase(const ProbeResult& result) {
  return CountByTopic(result)[static_cast<std::size_t>(Topic::kUppercase)];
}

bool HasNote(const ProbeResult& result, std::string_view text) {
  return std::ranges::any_of(result.notes, [text](const std::string& note) {
    return note.find(text) != std::string::npos;
  });
}

// Every illegal name was refused, in the table and in the exit code.
void ExpectRefused(const ProbeResult& result) {
  EXPECT_EQ(ProbeExitCode(result), 0) << ProbeTable(result);
  const TopicCount names = CountNames(result);
  EXPECT_GT(names[Verdict::kRefused], 900U);
  EXPECT_EQ(names.undecided, 0U);
  EXPECT_EQ(names[Verdict::kNoAnswer], 0U);
}

TEST(ProbeOfAServer, ThatResetsTheStream) {
  const ProbeResult result = ProbeRefusing(ResetIt);
  ExpectRefused(result);
  EXPECT_EQ(CountNames(result)[Verdict::kNotAsked], 0U) << "connections are cheap: all is asked";
  EXPECT_EQ(result.limit, "");
  EXPECT_NE(ProbeTable(result).find("stream-error (RST_STREAM PROTOCOL_ERROR)"), std::string::npos);
}

TEST(ProbeOfAServer, ThatAnswersAnotherStatus) {
  for (const std::vector<Field>& fields :
       {std::vector<Field>{{":status", "400"}},
        {{":status", "401"}},
        {{":status", "200"}, {"grpc-status", "3"}, {"grpc-message", "bad name"}}}) {
    ExpectRefused(ProbeRefusing(AnswerAlways(fields)));
  }
}

TEST(ProbeOfAServer, WhoseMessagesDifferFromCallToCall) {
  std::atomic<int> calls = 0;
  const ProbeResult result = Probe([&calls](RawConnection& connection, const Event& request) {
    AnswerWith({{":status", "200"},
                {"grpc-status", "12"},
                {"grpc-message", "request " + std::to_string(++calls)}},
               request.stream, connection);
    return true;
  });
  EXPECT_EQ(ProbeExitCode(result), 1) << ProbeTable(result);
  EXPECT_EQ(CountNames(result)[Verdict::kRefused], 0U);
}

// A server without the path answers plain requests with 404; a name that it lets pass gets no
// worse.
TEST(ProbeOfAServer, ThatHasNoSuchPath) {
  const ProbeResult result = Probe([](RawConnection& connection, const Event& request) {
    AnswerWith({{":status", HasMalformedName(request) ? "200" : "404"}}, request.stream,
               connection);
    return true;
  });
  EXPECT_EQ(ProbeExitCode(result), 1) << ProbeTable(result);
  EXPECT_EQ(CountNames(result)[Verdict::kRefused], 0U);
}

TEST(ProbeOfAServer, ThatClosesTheConnection) {
  for (const Reply& refuse : {Reply([](RawConnection&, const Event&) { return false; }),
                              Reply([](RawConnection& connection, const Event& request) {
                                connection.QueueGoAway(request.stream, kProtocolError);
                                return false;
                              }),
                              Reply([](RawConnection& connection, const Event&) {
                                connection.QueueGoAway(0, kNoError);
                                return false;
                              }),
                              Reply([](RawConnection& connection, const Event& request) {
                                AnswerWith({{":status", "400"}}, request.stream, connection);
                                connection.QueueGoAway(request.stream, kProtocolError);
                                return false;
                              })}) {
    const ProbeResult result = ProbeRefusing(refuse);
    ExpectRefused(result);
    EXPECT_TRUE(HasNote(result, "it gave the connection up on")) << ProbeTable(result);
    EXPECT_TRUE(HasNote(result, "the other wire forms are sampled")) << ProbeTable(result);
    EXPECT_GT(CountNames(result)[Verdict::kNotAsked], 0U);
  }
}

TEST(ProbeOfAServer, ThatLimitsTheRate) {
  for (const int limit : {200, 7, 1}) {
    // Of resets on one connection; a new one begins with a plain request.
    int resets = 0;
    const ProbeResult result =
        Probe([&resets, limit](RawConnection& connection, const Event& request) {
          if (request.stream == 1) resets = 0;
          if (!HasMalformedName(request)) {
            AnswerOk(request.stream, connection);
            return true;
          }
          ResetIt(connection, request);
          if (++resets <= limit) return true;
          connection.QueueGoAway(request.stream, kEnhanceYourCalm);
          return false;
        });
    ExpectRefused(result);
    EXPECT_TRUE(HasNote(result, "it limits the rate")) << ProbeTable(result);
  }
}

TEST(ProbeOfAServer, ThatTakesFewRequestsOnAConnection) {
  const ProbeResult result = Probe([](RawConnection& connection, const Event& request) {
    if (HasMalformedName(request)) {
      ResetIt(connection, request);
    } else {
      AnswerOk(request.stream, connection);
    }
    if (request.stream < 2 * 50) return true;
    connection.QueueGoAway(request.stream, kNoError);
    return false;
  });
  ExpectRefused(result);
}

// Closing says nothing there, neither of a name that is refused nor of one that is accepted.
TEST(ProbeOfAServer, ThatEndsTheConnectionAfterEachAnswer) {
  for (const bool says_so : {false, true}) {
    for (const bool refuses : {false, true}) {
      const ProbeResult result =
          Probe([says_so, refuses](RawConnection& connection, const Event& request) {
            if (refuses && HasMalformedName(request)) {
              ResetIt(connection, request);
            } else {
              AnswerOk(request.stream, connection);
            }
            if (says_so) connection.QueueGoAway(request.stream, kNoError);
            return false;
          });
      EXPECT_TRUE(HasNote(result, "only the first request on a connection"));
      if (refuses) ExpectRefused(result);
      if (refuses) continue;
      EXPECT_EQ(ProbeExitCode(result), 1) << ProbeTable(result);
      EXPECT_EQ(CountNames(result)[Verdict::kRefused], 0U) << ProbeTable(result);
    }
  }
}

// Echoes what `show` makes of a request's fields.
Reply Echo(std::function<void(Metadata&)> show) {
  return [show](RawConnection& connection, const Event& request) {
    Metadata shown;
    for (const Field& field : request.fields) {
      if (field.name.starts_with(':')) continue;
      AppendValue(field.name, field.value, shown);
    }
    show(shown);
    std::string block;
    connection.writer().Append(":status", "200", {}, block);
    connection.QueueHeaders(request.stream, block, false);
    const std::string text = PrintCase(shown);
    std::string message(1, '\0');
    AppendBigEndian(static_cast<std::uint32_t>(text.size()), 4, message);
    connection.QueueData(request.stream, message + text, false);
    AnswerWith({{"grpc-status", "0"}}, request.stream, connection);
    return true;
  };
}

TEST(ProbeOfAServer, ThatDropsMalformedNames) {
  const ProbeResult result = Probe(Echo([](Metadata& shown) {
    std::erase_if(shown, [](const Entry& entry) { return IsMalformedName(entry.name); });
  }));
  EXPECT_TRUE(result.echoes);
  EXPECT_EQ(ProbeExitCode(result), 0) << ProbeTable(result);
  const TopicCount names = CountNames(result);
  EXPECT_GT(names[Verdict::kDropped], 9'000U);
  EXPECT_EQ(names[Verdict::kRefused], 0U);
  EXPECT_NE(ProbeTable(result).find("0 refused, " + std::to_string(names[Verdict::kDropped]) +
                                    " dropped, 0 delivered, 0 accepted"),
            std::string::npos)
      << ProbeTable(result);
  EXPECT_NE(ProbeJson(result).find("\"verdict\":\"dropped\""), std::string::npos);
}

TEST(ProbeOfAServer, ThatDeliversThem) {
  const ProbeResult result = Probe(Echo([](Metadata&) {}));
  EXPECT_EQ(ProbeExitCode(result), 1);
  EXPECT_GT(Uppercase(result)[Verdict::kUnchanged], 3'000U) << ProbeTable(result);
}

TEST(ProbeOfAServer, ThatLowercasesThem) {
  const ProbeResult result = Probe(Echo([](Metadata& shown) {
    for (Entry& entry : shown)
      std::ranges::transform(entry.name, entry.name.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 0x20) : c;
      });
  }));
  EXPECT_EQ(ProbeExitCode(result), 1);
  EXPECT_GT(Uppercase(result)[Verdict::kChanged], 3'000U) << ProbeTable(result);
  EXPECT_EQ(Uppercase(result)[Verdict::kUnchanged], 0U);
}

// What was shown was delivered, whatever becomes of the call.
TEST(ProbeOfAServer, ThatDeliversThemAndFails) {
  const Reply echo = Echo([](Metadata&) {});
  const ProbeResult result = Probe([echo](RawConnection& connection, const Event& request) {
    echo(connection, request);
    return !HasMalformedName(request);
  });
  EXPECT_EQ(ProbeExitCode(result), 1);
  EXPECT_GT(Uppercase(result)[Verdict::kUnchanged], 300U) << ProbeTable(result);
  EXPECT_EQ(Uppercase(result)[Verdict::kRefused], 0U);
}

TEST(ProbeOfAServer, ThatAcceptsThemAndDoesNotEcho) {
  const ProbeResult result = Probe(AnswerAlways({{":status", "200"}, {"grpc-status", "0"}}));
  EXPECT_EQ(ProbeExitCode(result), 1);
  EXPECT_FALSE(result.echoes);
  EXPECT_EQ(CountNames(result)[Verdict::kAccepted], CountNames(result)[Verdict::kAccepted]);
  EXPECT_GT(CountNames(result)[Verdict::kAccepted], 9'000U) << ProbeTable(result);
}

TEST(ProbeOfAServer, ThatEchoesOnlyWhatIsPlainDropsNothing) {
  const Reply echo = Echo([](Metadata&) {});
  const ProbeResult result = Probe([echo](RawConnection& connection, const Event& request) {
    if (!HasMalformedName(request)) return echo(connection, request);
    AnswerWith({{":status", "200"}, {"grpc-status", "0"}}, request.stream, connection);
    return true;
  });
  EXPECT_EQ(ProbeExitCode(result), 1);
  EXPECT_EQ(CountNames(result)[Verdict::kDropped], 0U) << ProbeTable(result);
}

TEST(ProbeOfAServer, ThatIsSilentAboutThem) {
  const ProbeResult result =
      ProbeRefusing([](RawConnection&, const Event&) { return true; },
                    {.patience = std::chrono::milliseconds(100), .most_requests = 2'000});
  EXPECT_EQ(ProbeExitCode(result), 2) << ProbeTable(result);
  EXPECT_GT(Uppercase(result)[Verdict::kNoAnswer], 300U) << ProbeTable(result);
  EXPECT_GT(CountByTopic(result)[6][Verdict::kAccepted], 0U) << ProbeTable(result);
}

TEST(ProbeOfAServer, ThatRefusesEvenTheControl) {
  const auto why_not = [](Reply reply) {
    const ProbeResult result = Probe(std::move(reply));
    EXPECT_EQ(ProbeExitCode(result), 2);
    return result.why_not;
  };
  const std::string refuses = "it refuses a plain request as well: ";
  EXPECT_EQ(why_not(AnswerAlways({{":status", "401"}})), refuses + "HTTP status 401");
  EXPECT_EQ(why_not(AnswerAlways({{":status", "400"}})), refuses + "HTTP status 400");
  EXPECT_EQ(why_not(AnswerAlways({{":status", "503"}})), refuses + "HTTP status 503");
  EXPECT_EQ(why_not(AnswerAlways({{":status", "200"}, {"grpc-status", "16"}})),
            refuses + "status 16");
  EXPECT_EQ(why_not(ResetIt), refuses + "RST_STREAM PROTOCOL_ERROR");
  EXPECT_EQ(why_not([](RawConnection& connection, const Event&) {
              connection.QueueGoAway(0, kProtocolError);
              return false;
            }),
            refuses + "GOAWAY PROTOCOL_ERROR");
  EXPECT_EQ(why_not([](RawConnection&, const Event&) { return false; }),
            "it speaks HTTP/2 but closed the connection on a plain request");
}

// No refusal counts if plain requests are refused after it as well.
TEST(ProbeOfAServer, ThatAnswersNothingMoreAfterTheFirst) {
  std::atomic<bool> is_broken = false;
  const ProbeResult result = Probe(
      [&is_broken](RawConnection& connection, const Event& request) {
        if (HasMalformedName(request)) is_broken = true;
        if (is_broken) return false;
        AnswerOk(request.stream, connection);
        return true;
      },
      {.most_time = std::chrono::seconds(2)});
  EXPECT_EQ(ProbeExitCode(result), 2) << ProbeTable(result);
  EXPECT_EQ(CountNames(result)[Verdict::kRefused], 0U) << ProbeTable(result);
  EXPECT_NE(result.limit, "");
}

// Nor do answers between two controls of which the second is refused.
TEST(ProbeOfAServer, WhoseConnectionsGoBad) {
  const ProbeResult result = Probe([](RawConnection& connection, const Event& request) {
    if (request.stream <= 3) {
      AnswerOk(request.stream, connection);
    } else {
      AnswerWith({{":status", "503"}}, request.stream, connection);
    }
    return true;
  });
  const TopicCount well_formed = CountByTopic(result)[static_cast<std::size_t>(Topic::kWellFormed)];
  EXPECT_EQ(well_formed[Verdict::kAccepted], 0U);
  EXPECT_EQ(CountNames(result)[Verdict::kRefused], 0U);
  EXPECT_EQ(ProbeExitCode(result), 2);
  EXPECT_NE(ProbeJson(result).find("a plain request is refused after it"), std::string::npos)
      << ProbeTable(result);
}

TEST(ProbeOfAServer, ThatIsNotAskedEverything) {
  ProbeResult result = ProbeRefusing(ResetIt, {.most_requests = 100});
  EXPECT_EQ(ProbeExitCode(result), 2) << "not every uppercase name";
  EXPECT_EQ(result.limit, "requests");
  result = ProbeRefusing(ResetIt, {.most_requests = 1'500});
  EXPECT_EQ(ProbeExitCode(result), 0) << "every name in one form: " << ProbeTable(result);
  EXPECT_GT(CountNames(result)[Verdict::kNotAsked], 5'000U);
  EXPECT_NE(ProbeTable(result).find("it ended before everything was asked: requests"),
            std::string::npos);
}

// Values, connection-specific fields and pseudo-header fields: seen, counted apart, and without
// weight for the exit code.
TEST(ProbeOfAServer, ThatRefusesNamesOnly) {
  const ProbeResult result = ProbeRefusing(ResetIt);
  EXPECT_EQ(ProbeExitCode(result), 0);
  const TopicCounts counts = CountByTopic(result);
  for (const Topic topic :
       {Topic::kValue, Topic::kConnectionField, Topic::kPseudoOrder, Topic::kPseudoTwice}) {
    EXPECT_GT(counts[static_cast<std::size_t>(topic)][Verdict::kAccepted], 0U)
        << TextOf(topic).title;
    const std::string line =
        std::string(TextOf(topic).title) + " (" + std::string(TextOf(topic).clause) + ")";
    EXPECT_NE(ProbeTable(result).find(line), std::string::npos) << line;
    EXPECT_NE(ProbeJson(result).find("\"clause\":\"RFC 9113 " + std::string(TextOf(topic).clause) +
                                     "\",\"decides_exit_code\":false"),
              std::string::npos);
  }
}

// What is on the wire when fields of the request itself are asked about.
TEST(ProbeOfAServer, WhatItIsAskedAboutTheRequestItself) {
  std::vector<std::vector<Field>> requests;
  Probe(
      [&requests](RawConnection& connection, const Event& request) {
        requests.push_back(request.fields);
        AnswerOk(request.stream, connection);
        return true;
      },
      {.most_requests = 3'000});
  const auto seen = [&requests](auto has) { return std::ranges::any_of(requests, has); };
  for (const std::string name : {":method", ":scheme", ":path", ":authority"}) {
    EXPECT_TRUE(seen([&](const std::vector<Field>& fields) {
      return fields.back().name == name && !fields.back().value.empty() &&
             std::ranges::count(fields, name, &Field::name) == 1;
    })) << name
        << " last";
    EXPECT_TRUE(seen([&](const std::vector<Field>& fields) {
      const auto at = std::ranges::find(fields, name, &Field::name);
      return at + 1 != fields.end() && (at + 1)->name == name && at->value == (at + 1)->value;
    })) << name
        << " twice";
  }
  EXPECT_TRUE(seen([](const std::vector<Field>& fields) {
    return fields.back() == Field{"te", "gzip"} &&
           std::ranges::count(fields, "te", &Field::name) == 1;
  }));
  EXPECT_TRUE(seen([](const std::vector<Field>& fields) {
    return fields.back() == Field{"x-value", std::string("a\0b", 3)};
  }));
}

}  // namespace
}  // namespace headerproof
