#!/usr/bin/env bash
# Builds a small program with find_package, with pkg-config, and with the law library made by a single cc line. All
# three must print the same force.
set -euo pipefail
source=$1 prefix=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cp "$source/tests/install/use_laws.c" "$work/use.c"
expected=128.125 # K delta^1.5 (1 + 0.75 (1 - e^2) v/v0)

cat >"$work/bar.c" <<'C'
#include <lash_ancf.h>
#include <lash_reduce.h>
#include <stdio.h>
int main(int argc, char **argv) {
  lash_fe fe;
  lash_modal bar;
  lash_error error;
  if (argc != 2 || lash_fe_read_frame(&fe, argv[1], &error) != LASH_OK) return 1;
  if (lash_fe_reduce(&fe, 4, LASH_MODAL_DAMPING, &bar, &error) != LASH_OK) return 1;
  printf("%.10g\n", bar.mass);
  lash_modal_free(&bar);
  lash_fe_free(&fe);
  return 0;
}
C
printf '%s\n' 'material steel E 2e11 nu 0.3 rho 7850' 'section s rectangle 0.1 0.2' 'node 1 0 0 0' \
  'node 2 1 0 0' 'beam 1 2 s steel divide 8' 'hold 1' >"$work/bar.frame"

check() {
  local got
  got=$("$2")
  [ "$got" = "$expected" ] || { echo "$1: expected $expected, got $got"; exit 1; }
  echo "$1: $got"
}

cat >"$work/CMakeLists.txt" <<'CMAKE'
cmake_minimum_required(VERSION 3.25)
project(use C)
find_package(lash REQUIRED)
add_executable(use_shared use.c)
target_link_libraries(use_shared lash::lash)
add_executable(use_static use.c)
target_link_libraries(use_static lash::static)
add_executable(bar bar.c)
target_link_libraries(bar lash::flex)
CMAKE
cmake -S "$work" -B "$work/b" -DCMAKE_PREFIX_PATH="$prefix" >/dev/null
cmake --build "$work/b" >/dev/null
check "find_package, shared" "$work/b/use_shared"
check "find_package, static" "$work/b/use_static"
mass=$("$work/b/bar" "$work/bar.frame")
[ "$mass" = 157 ] || { echo "find_package, flex: expected 157 kg, got $mass"; exit 1; }

# what is not there is refused by name
sed 's/lash REQUIRED/lash REQUIRED COMPONENTS multibody nonsense/' "$work/CMakeLists.txt" >"$work/bad.txt"
mkdir "$work/bad" && mv "$work/bad.txt" "$work/bad/CMakeLists.txt"
if cmake -S "$work/bad" -B "$work/bad/b" -DCMAKE_PREFIX_PATH="$prefix" >"$work/bad.log" 2>&1 || ! grep -q nonsense "$work/bad.log"; then
  echo "find_package takes a component that does not exist"
  exit 1
fi

pc=$(dirname "$(find "$prefix" -name lash.pc)")
export PKG_CONFIG_PATH=$pc
# shellcheck disable=SC2046
cc "$work/use.c" $(pkg-config --cflags --libs lash) -Wl,-rpath,"$(pkg-config --variable=libdir lash)" -o "$work/use_pc"
check "pkg-config" "$work/use_pc"

cd "$source"
line=$(grep '^cc -std=c11' README.md)
[ -n "$line" ] || { echo "README.md has lost its cc line"; exit 1; }
eval "${line/-o liblash.so/-o $work/liblash.so}"
cc -Icore -Icontact -Ifriction "$work/use.c" -L"$work" -llash -Wl,-rpath,"$work" -o "$work/use_cc"
check "one cc line of the README" "$work/use_cc"
