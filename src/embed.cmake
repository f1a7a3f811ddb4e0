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
file(READ ${INPUT} text)
file(WRITE ${OUTPUT} "#include \"${HEADER}\"

namespace headerproof {

std::string_view ${NAME}() {
  return R\"headerproof(${text})headerproof\";
}

}  // namespace headerproof
")
