# Run at build time: writes OUTPUT, the definitions of build_info.h, from VERSION and the tree SOURCE.
# OUTPUT is rewritten only when it changes, so that nothing is rebuilt without a reason.

cmake_minimum_required(VERSION 3.25)

# Sets `result` to the digest of the files below the other arguments, which are folders of the tree or
# files. The same with and without git: neither bytecode nor hidden files count.
function(headerproof_digest result)
  set(globs ${ARGN})
  list(TRANSFORM globs PREPEND ${SOURCE}/)
  set(below ${globs})
  list(TRANSFORM below APPEND /*)
  file(GLOB_RECURSE files RELATIVE ${SOURCE} ${below})
  list(FILTER files EXCLUDE REGEX "(^|/)(__pycache__|\\.[^/]*)(/|$)")
  foreach(one IN LISTS ARGN)
    if(EXISTS ${SOURCE}/${one} AND NOT IS_DIRECTORY ${SOURCE}/${one})
      list(APPEND files ${one})
    endif()
  endforeach()
  list(SORT files)
  set(listing "")
  foreach(file IN LISTS files)
    file(SHA256 ${SOURCE}/${file} sum)
    string(APPEND listing "${sum}  ${file}\n")
  endforeach()
  string(SHA256 digest "${listing}")
  set(${result} ${digest} PARENT_SCOPE)
endfunction()

# What results depend on, and the compiler: all of it, and for each part that recorded evidence may depend on (a line of
# parts.txt: its name, and its folders and files) only that.
headerproof_digest(digest src fuzz peers golden corpus properties bench ci/strength ci/harness
                   CMakeLists.txt CMakePresets.json)
string(SHA256 digest "${digest} ${COMPILER}")
file(STRINGS ${CMAKE_CURRENT_LIST_DIR}/parts.txt lines REGEX "^[^#]")
set(parts "")
foreach(line IN LISTS lines)
  string(REPLACE " " ";" words "${line}")
  list(POP_FRONT words part)
  headerproof_digest(of_part ${words})
  string(APPEND parts "  if (part == \"${part}\") return \"${of_part}\";\n")
endforeach()

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
std::string_view BuildCompiler() { return \"${COMPILER}\"; }
std::string_view BuildDigest() { return \"${digest}\"; }
std::string_view PartDigest(std::string_view part) {
  if (part.empty()) return BuildDigest();
${parts}  return {};
}

}  // namespace headerproof
")
