# headerproof_embed(FILE NAME HEADER OUTPUT) compiles the text of FILE, as the function NAME that
# HEADER declares, into OUTPUT. Run as a script it writes OUTPUT.
if(NOT CMAKE_SCRIPT_MODE_FILE)
  function(headerproof_embed file name header output)
    add_custom_command(
      OUTPUT ${output}
      COMMAND ${CMAKE_COMMAND} -DINPUT=${CMAKE_CURRENT_SOURCE_DIR}/${file} -DNAME=${name}
              -DHEADER=${header} -DOUTPUT=${CMAKE_CURRENT_BINARY_DIR}/${output}
              -P ${CMAKE_CURRENT_FUNCTION_LIST_FILE}
      DEPENDS ${file} ${CMAKE_CURRENT_FUNCTION_LIST_FILE} VERBATIM)
  endfunction()
  return()
endif()
# In parts: a compiler need not take a literal of more than 65,536 octets (C++, [implimits]).
file(READ ${INPUT} text)
string(LENGTH "${text}" length)
set(parts "")
set(at 0)
while(at LESS length)
  string(SUBSTRING "${text}" ${at} 30000 part)
  string(APPEND parts "    text += R\"headerproof(${part})headerproof\";\n")
  math(EXPR at "${at} + 30000")
endwhile()
file(WRITE ${OUTPUT} "#include \"${HEADER}\"

#include <string>

namespace headerproof {

std::string_view ${NAME}() {
  static const std::string kText = [] {
    std::string text;
${parts}    return text;
  }();
  return kText;
}

}  // namespace headerproof
")
