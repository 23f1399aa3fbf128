# A law in ten lines of C
# Compiled by one line, then used by name.
mkdir -p out/gallery/laws
cc -shared -fPIC -O2 -I core -I contact -I friction -I laws examples/law/my_law.c -o out/gallery/laws/my_law.so -lm
LASH_LAW_PATH=out/gallery/laws build/lash law check my_law::push --plot out/gallery/13_law_in_c.svg
