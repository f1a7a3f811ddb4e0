// The forms that are templates filled with the view of the report: the page, Markdown and JUnit.
// A form differs from the others in its template and in how it escapes a text.
#include <fmt/format.h>

#include <kainjow/mustache.hpp>

#include "src/cases/printable.h"
#include "src/evidence/user_error.h"
#include "src/report/escape.h"
#include "src/report/templates.h"
#include "src/report/view.h"

namespace headerproof {
namespace {

using Data = kainjow::mustache::data;

// Mustache knows strings, lists, objects and flags. A text that is empty or null is a flag that is
// not set; a list `x` comes with the flag `has_x`; numbers are written for people.
Data DataOf(const Json& json) {
  if (json.is_boolean()) return Data{json.get<bool>()};
  if (json.is_null() || json == "") return Data{false};
  if (json.is_string()) return Data{json.get<std::string>()};
  if (json.is_number_float()) return Data{fmt::format("{:.1f}", json.get<double>())};
  if (json.is_number()) return Data{Grouped(json.get<std::uint64_t>())};
  Data data{json.is_array() ? Data::type::list : Data::type::object};
  for (const auto& [key, value] : json.items()) {
    if (json.is_array()) {
      data.push_back(DataOf(value));
    } else {
      data.set(key, DataOf(value));
      if (value.is_array()) data.set("has_" + key, !value.empty());
    }
  }
  return data;
}

// Markdown's indented code block, in which nothing means anything.
std::string CodeBlock(const std::string& text) {
  std::string block = "    ";
  for (const char c : text.empty() ? "(the empty metadata)" : text) {
    block += c;
    if (c == '\n') block += "    ";
  }
  return block.substr(0, block.find_last_not_of(" \n") + 1) + "\n";
}

std::string Render(std::string_view form, const Report& report,
                   const kainjow::mustache::mustache::escape_handler& escape) {
  Data view = DataOf(ViewOf(report));
  for (const auto& [name, text] :
       {std::pair("section", PageSectionTemplate()), std::pair("node", PageNodeTemplate()),
        std::pair("table", MarkdownSectionTemplate())}) {
    view.set(name,
             Data{kainjow::mustache::partial([partial = std::string(text)] { return partial; })});
  }
  view.set("code", Data{kainjow::mustache::lambda2(
                       [](const std::string& text, const kainjow::mustache::renderer& render) {
                         return CodeBlock(render(text, false));
                       })});
  kainjow::mustache::mustache form_template{std::string(form)};
  form_template.set_custom_escape(escape);
  std::string text = form_template.render(view);
  if (!form_template.is_valid()) {
    throw UserError("a template of the report is malformed: " + form_template.error_message());
  }
  return text;
}

}  // namespace

std::string RenderPage(const Report& report) {
  return Render(PageTemplate(), report, EscapedMarkup);
}

std::string RenderMarkdown(const Report& report) {
  std::string squeezed;
  for (const char c : Render(MarkdownTemplate(), report, EscapedMarkdown)) {
    // A part of the template that is left out leaves its blank lines.
    if (c != '\n' || !squeezed.ends_with("\n\n")) squeezed += c;
  }
  return squeezed;
}

std::string RenderJunit(const Report& report) {
  return Render(JunitTemplate(), report, EscapedXml);
}

}  // namespace headerproof
