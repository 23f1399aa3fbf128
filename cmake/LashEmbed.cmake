# Writes OUT, a C header with the text of FILE as the zero-terminated array NAME.
file(READ ${FILE} bytes HEX)
string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
string(REGEX REPLACE "((0x..,){20})" "\\1\n" bytes "${bytes}")
file(WRITE ${OUT} "static const char ${NAME}[] = {\n${bytes}0};\n")
