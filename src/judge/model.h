// The model: a second, slow, obvious implementation of the written rules, and the oracle of the
// judge. It shares the types of metadata and outcome with the converter, and not a line of code or
// table more: where the two agree, two independent readings of the rules agree.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "src/converter/convert.h"
#include "src/converter/key_policy.h"
#include "src/converter/metadata.h"
#include "src/converter/outcome.h"

namespace headerproof {

// The name, with each octet 41-5a replaced by the one 20 higher.
std::string ModelLowercase(std::string_view name);

// The subtype in a content-type's value, or nothing.
std::string ModelSubtype(const std::string& value);

// A way to lowercase a name. Other systems have others: Go's works by code point (unicode/fold.h).
using ModelFold = std::string (*)(std::string_view name);

// What a conversion of `metadata` on `path` under `policy` has to return, for a system that
// lowercases by `fold`, in which ASCII letters are as in ModelLowercase. guarded is canonicalizing
// by its definition; what rejecting refuses is an octet 41-5a, whatever the fold.
void ModelConvert(Path path, KeyPolicy policy, const Metadata& metadata, Outcome& outcome,
                  ModelFold fold = ModelLowercase);

// What turning `request` into metadata has to give, its headers taken in their order.
std::optional<Error> ModelToMetadata(const Outcome& request, Metadata& metadata);

// What converting a request to metadata and back has to give for `request`, an outcome that is not
// an error: the request with the exceptions of relation 6, or the way back's error.
void ModelRoundTrip(const Outcome& request, Outcome& outcome);

// Predicates on names, by the model's own table.
bool ModelIsReserved(std::string_view name);
bool ModelIsRoutingName(std::string_view name);
bool ModelIsField(std::string_view name);

}  // namespace headerproof
