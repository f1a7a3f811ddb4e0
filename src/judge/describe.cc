#include "src/judge/describe.h"

#include <algorithm>

#include "src/cases/display.h"
#include "src/grammar/special_name.h"

namespace headerproof {
namespace {

std::string Quoted(std::string_view name, std::string_view value) {
  return '"' + DisplayValue(name, value) + '"';
}

std::string DescribeError(const Error& error) {
  return std::string("the error ") + std::string(ErrorCodeName(error.code)) + " \"" +
         DisplayMessage(error.message) + "\"" +
         (error.entry == Error::kNoEntry ? "" : " at entry " + std::to_string(error.entry + 1));
}

// The first place where two sorted lists differ, in words.
std::string ContrastLists(const HeaderList& expected, const HeaderList& actual,
                          std::string_view what) {
  const auto [e, a] = std::ranges::mismatch(expected, actual);
  std::string text(what);
  if (a == actual.end() || (e != expected.end() && e->name < a->name)) {
    return text + ' ' + DisplayName(e->name) + " is missing";
  }
  if (e == expected.end() || a->name < e->name) {
    return text + ' ' + DisplayName(a->name) + ": " + Quoted(a->name, a->value) +
           " should not be there";
  }
  return text + ' ' + DisplayName(a->name) + " should be " + Quoted(e->name, e->value) + ", is " +
         Quoted(a->name, a->value);
}

}  // namespace

std::string DescribeContrast(const Outcome& expected, const Outcome& actual) {
  if (expected == actual) return "same";
  if (!expected.ok() || !actual.ok()) {
    return "expected " + (expected.ok() ? "no error" : DescribeError(*expected.error)) + ", got " +
           (actual.ok() ? "no error" : DescribeError(*actual.error));
  }
  for (std::size_t field = 0; field < kFieldCount; ++field) {
    if (expected.fields[field] == actual.fields[field]) continue;
    const std::string_view name = kFieldNames[field];
    return "field " + std::string(name) + " should be " + Quoted(name, expected.fields[field]) +
           ", is " + Quoted(name, actual.fields[field]);
  }
  if (expected.headers != actual.headers) {
    return ContrastLists(expected.headers, actual.headers, "header");
  }
  return ContrastLists(expected.original_headers, actual.original_headers, "original header");
}

std::string DescribeOutcome(Path path, const Outcome& outcome) {
  if (!outcome.ok()) return DescribeError(*outcome.error);
  std::string text;
  const auto add = [&text](const std::string& part) { text += (text.empty() ? "" : "; ") + part; };
  if (path == Path::kRequest) {
    for (std::size_t field = 0; field < kFieldCount; ++field) {
      if (outcome.fields[field].empty()) continue;
      add(std::string(kFieldNames[field]) + " = " +
          Quoted(kFieldNames[field], outcome.fields[field]));
    }
    if (text.empty()) add("no field is set");
  }
  if (outcome.headers.empty()) add("no headers");
  for (const auto& [name, value] : outcome.headers) {
    add("header " + DisplayName(name) + ": " + Quoted(name, value));
  }
  for (const auto& [name, value] : outcome.original_headers) {
    const bool is_header = std::ranges::binary_search(outcome.headers, name, {}, &HeaderPair::name);
    if (!is_header) add("spelled " + DisplayName(name));
  }
  return text;
}

std::string DescribeConsequence(Path path, const Difference& difference) {
  const std::string subject = DisplayName(difference.subject);
  switch (difference.kind) {
    case DifferenceKind::kNewError:
      return "A call that succeeded now fails: an entry that was skipped is read, and refused.";
    case DifferenceKind::kErrorLost:
      return "A call that was refused now passes.";
    case DifferenceKind::kErrorChanged:
      return "The call fails for another entry than before: whoever reads the error is sent to the "
             "wrong place.";
    case DifferenceKind::kErrorText:
      return "The error names the header as the peer spelled it: what matches on the text no "
             "longer "
             "does.";
    case DifferenceKind::kFieldChanged:
      return "The request's " + subject +
             " is lost or another: authorization, routing and metrics that use it see someone "
             "else, or no one.";
    case DifferenceKind::kEncodingChanged:
      return "The request's encoding is different: the body is handed to the wrong codec, or one "
             "that "
             "the peer chose.";
    case DifferenceKind::kReservedNameLeak:
      return "The reserved name " + subject +
             " is among the application's headers: forwarding them is refused as reserved, and "
             "an application may believe what only the transport may say.";
    case DifferenceKind::kContentTypeLeak:
      return "The transport's content-type is among the application's headers.";
    case DifferenceKind::kRoutingNameLeak:
      return "The routing name " + subject +
             " reaches the application, and goes on to where it forwards its headers.";
    case DifferenceKind::kHeaderGained:
      return "The application sees a header " + subject + " that it did not see before.";
    case DifferenceKind::kHeaderLost:
      return "The application no longer sees the header " + subject + ".";
    case DifferenceKind::kValueChanged:
      return "The header " + subject + " has a different value.";
    case DifferenceKind::kOriginalSpelling:
      return "The original spelling of " + subject + " is now the peer's: what " +
             (path == Path::kRequest ? std::string("forwards or signs headers by it")
                                     : std::string("hands it to the caller")) +
             " sees another name.";
  }
  return {};
}

}  // namespace headerproof
