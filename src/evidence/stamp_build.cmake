# Run at build time: writes OUTPUT, the definitions of build_info.h, from VERSION and the tree SOURCE.
# OUTPUT is rewritten only when it changes, so that nothing is rebuilt without a reason.

cmake_minimum_required(VERSION 3.25)

# The digest is over what results depend on, and the same with and without git: neither bytecode nor
# hidden files count.
set(folders src fuzz peers golden corpus properties bench ci/strength)
list(TRANSFORM folders PREPEND ${SOURCE}/)
list(TRANSFORM folders APPEND /*)
file(GLOB_RECURSE files RELATIVE ${SOURCE} ${folders})
list(FILTER files EXCLUDE REGEX "(^|/)(__pycache__|build|\\.[^/]*)(/|$)")
list(APPEND files CMakeLists.txt CMakePresets.json)
list(SORT files)
set(listing "")
foreach(file IN LISTS files)
  file(SHA256 ${SOURCE}/${file} sum)
  string(APPEND listing "${sum}  ${file}\n")
endforeach()
string(SHA256 digest "${listing}")

# A source archive that was unpacked inside some other repository has no commit of its own.
execute_process(COMMAND git -C ${SOURCE} rev-parse --show-prefix HEAD
                OUTPUT_VARIABLE state RESULT_VARIABLE failed ERROR_QUIET
                OUTPUT_STRIP_TRAILING_WHITESPACE)
set(commit unknown)
if(NOT failed AND state MATCHES "^\n([0-9a-f]+)$")
  set(commit ${CMAKE_MATCH_1})
  execute_process(COMMAND git -C ${SOURCE} status --porcelain OUTPUT_VARIABLE changes)
  if(NOT changes STREQUAL "")
    string(APPEND commit "-dirty")
  endif()
endif()

# Written only if it changed.
file(CONFIGURE OUTPUT ${OUTPUT} CONTENT "#include \"src/evidence/build_info.h\"

namespace headerproof {

std::string_view BuildVersion() { return \"${VERSION}\"; }
std::string_view BuildCommit() { return \"${commit}\"; }
std::string_view BuildDigest() { return \"${digest}\"; }

}  // namespace headerproof
")
