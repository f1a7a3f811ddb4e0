# Run at build time: writes OUTPUT, the definitions of build_info.h, from VERSION and the state of
# the tree SOURCE. It is rewritten only when it changes, so that nothing is rebuilt for nothing.
execute_process(COMMAND git -C ${SOURCE} rev-parse --show-toplevel HEAD
                OUTPUT_VARIABLE state RESULT_VARIABLE failed ERROR_QUIET
                OUTPUT_STRIP_TRAILING_WHITESPACE)
set(top "")
if(NOT failed)
  string(REGEX REPLACE "\n.*" "" top "${state}")
  string(REGEX REPLACE ".*\n" "" commit "${state}")
endif()
file(REAL_PATH ${SOURCE} source)

# A source archive unpacked inside some other repository has no commit of its own.
if(top STREQUAL source)
  execute_process(COMMAND git -C ${SOURCE} diff HEAD --binary OUTPUT_VARIABLE difference)
  execute_process(COMMAND git -C ${SOURCE} ls-files --others --exclude-standard
                  OUTPUT_VARIABLE new_files)
  string(REGEX REPLACE "\n$" "" new_files "${new_files}")
  string(REPLACE "\n" ";" new_files "${new_files}")
  foreach(file IN LISTS new_files)
    if(EXISTS ${SOURCE}/${file})
      file(SHA256 ${SOURCE}/${file} digest)
      string(APPEND difference "${file} ${digest}\n")
    endif()
  endforeach()
  if(NOT difference STREQUAL "")
    string(SHA256 digest "${difference}")
    string(SUBSTRING ${digest} 0 12 digest)
    set(commit "${commit}-dirty.${digest}")
  endif()
else()
  file(GLOB_RECURSE sources RELATIVE ${SOURCE} ${SOURCE}/src/* ${SOURCE}/corpus/*)
  list(SORT sources)
  set(all "")
  foreach(file IN LISTS sources)
    file(SHA256 ${SOURCE}/${file} digest)
    string(APPEND all "${file} ${digest}\n")
  endforeach()
  string(SHA256 digest "${all}")
  string(SUBSTRING ${digest} 0 12 digest)
  set(commit "unknown.${digest}")
endif()

set(text "#include \"src/evidence/build_info.h\"

namespace headerproof {

std::string_view BuildVersion() {
  return \"${VERSION}\";
}

std::string_view BuildCommit() {
  return \"${commit}\";
}

}  // namespace headerproof
")
set(old "")
if(EXISTS ${OUTPUT})
  file(READ ${OUTPUT} old)
endif()
if(NOT text STREQUAL old)
  file(WRITE ${OUTPUT} "${text}")
endif()
