# Writes OUT, a C file with the files page.css and page.js of FOLDER as zero-terminated arrays.
set(text "#include \"report.h\"\n")
foreach(kind IN ITEMS css js)
  file(READ ${FOLDER}/page.${kind} bytes HEX)
  string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
  string(REGEX REPLACE "((0x..,){20})" "\\1\n" bytes "${bytes}")
  string(APPEND text "const char report_${kind}[] = {\n${bytes}0};\n")
endforeach()
file(WRITE ${OUT} "${text}")
