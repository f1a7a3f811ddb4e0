// What the template page.html.mustache is filled with, part by part. The engine escapes every value
// but the pictures.
#pragma once

#include <kainjow/mustache.hpp>
#include <string>
#include <vector>

#include "src/report/report.h"

namespace headerproof {

using PageData = kainjow::mustache::data;

// Sets `class` and `verdict`.
void SetVerdict(VerdictKind kind, PageData& object);

// One object for each text, under the key `text`.
PageData Texts(const std::vector<std::string>& texts);

// Sets `key` to a flag that says whether the list `name` has anything in it, and the list.
void SetList(const std::string& name, PageData list, PageData& object);

PageData ClaimsData(const Report& report);    // the steps of the argument, with their claims
PageData EvidenceData(const Report& report);  // each piece once
PageData SectionData(const ReportSection& section);

}  // namespace headerproof
