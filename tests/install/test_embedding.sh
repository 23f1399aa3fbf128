#!/usr/bin/env bash
# examples/embedding.c as an outside program, in C and in C++, from any folder; and what an installed command needs.
set -euo pipefail
source=$1 prefix=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$source"/examples/embedding.* "$work"
sed -n '/^```c$/,/^```$/{/^```/!p}' "$source/docs/embedding.md" | cmp - "$work/embedding.c" ||
  { echo "docs/embedding.md shows another program than examples/embedding.c"; exit 1; }
cp "$work/embedding.c" "$work/embedding.cpp"

# thrown at -1 m/s on a law that returns e = 0.5 exactly; then 2 N s/m on 1 kg for 0.1 s: 0.5 exp(-0.2)
expected='back at 0.500000 m/s
damped to 0.409365 m/s, again: same'
[ "$(wc -l <"$work/embedding.c")" -le 40 ] || { echo "examples/embedding.c has more than 40 lines"; exit 1; }
check() {
  local got
  got=$(cd / && "$2" "$work/embedding.adm")
  [ "$got" = "$expected" ] || { printf '%s: expected\n%s\ngot\n%s\n' "$1" "$expected" "$got"; exit 1; }
  echo "$1: as expected"
}

cat >"$work/CMakeLists.txt" <<'CMAKE'
cmake_minimum_required(VERSION 3.25)
project(embedding C CXX)
find_package(lash REQUIRED COMPONENTS multibody)
add_executable(in_c embedding.c)
target_link_libraries(in_c lash::multibody)
add_executable(in_cpp embedding.cpp)
target_link_libraries(in_cpp lash::multibody)
CMAKE
cmake -S "$work" -B "$work/b" -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_CXX_STANDARD=17 >/dev/null
cmake --build "$work/b" >/dev/null
check "find_package, C" "$work/b/in_c"
check "find_package, C++" "$work/b/in_cpp"

PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name lash_multibody.pc)")
export PKG_CONFIG_PATH
# shellcheck disable=SC2046
cc -std=c11 -Wall -Wextra -Werror "$work/embedding.c" $(pkg-config --cflags --libs lash_multibody) \
  -Wl,-rpath,"$(pkg-config --variable=libdir lash_multibody)" -o "$work/by_pc"
check "pkg-config, C" "$work/by_pc"

# a program that opens the library for its own eyes only, as scripting languages do
cat >"$work/plugin.c" <<'C'
#include <dlfcn.h>
#include <stdio.h>
int main(int argc, char **argv) {
  void *plugin = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
  if (!plugin) return fprintf(stderr, "%s\n", dlerror()), 1;
  int (*run)(int, char **) = (int (*)(int, char **))dlsym(plugin, "main_of_plugin");
  return run(argc - 1, argv + 1);
}
C
# shellcheck disable=SC2046
cc -shared -fPIC -Dmain=main_of_plugin "$work/embedding.c" $(pkg-config --cflags --libs lash_multibody) \
  -Wl,-rpath,"$(pkg-config --variable=libdir lash_multibody)" -o "$work/plugin.so"
cc "$work/plugin.c" -ldl -o "$work/host_of_plugin"
printf '#!/bin/sh\nexec "%s" "%s" "$@"\n' "$work/host_of_plugin" "$work/plugin.so" >"$work/as_plugin"
chmod +x "$work/as_plugin"
check "as a plug-in" "$work/as_plugin"

# the installed command finds its cases and its subroutine library
cd /
"$prefix/bin/lash" validate --quick impact_pendulum --out "$work/validation" >"$work/log" 2>&1 ||
  { cat "$work/log"; echo "the installed lash validate failed"; exit 1; }
[ -s "$work/validation/impact_pendulum" ] || [ -n "$(ls "$work/validation")" ]
echo "lash validate: as installed"
