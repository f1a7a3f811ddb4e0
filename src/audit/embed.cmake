# Run at build time: writes OUTPUT, which defines the function NAME of HEADER to return the text of
# the file INPUT.
file(READ ${INPUT} text)
file(WRITE ${OUTPUT} "#include \"${HEADER}\"

namespace headerproof {

std::string_view ${NAME}() {
  return R\"headerproof(${text})headerproof\";
}

}  // namespace headerproof
")
