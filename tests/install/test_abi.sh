#!/usr/bin/env bash
# The binary interface of the laws against the dump that is kept: a function that goes, a structure that changes its size
# or order break programs that were built before. With --update writes the dump anew, for a new version of the interface.
set -euo pipefail
source=$(realpath "$1")
kept=$source/tests/install/laws.abi
command -v abidiff >/dev/null || { echo "abidiff is not here (Debian: abigail-tools): skipped"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
folders=(core contact friction film wear mechanics model/expr laws)
build() { # TREE LIBRARY; debugging information carries the types
  (cd "$1" && cc -std=gnu11 -g -O0 -w -fvisibility=hidden -shared -fPIC "${folders[@]/#/-I}" $(printf '%s/*.c ' "${folders[@]}") -lm \
    -Wl,-soname,laws -o "$2")
}
build "$source" "$work/laws.so"
cd "$source"
headers=()
for folder in "${folders[@]}"; do headers+=(--headers-dir "$folder"); done
dump() { abidw "${headers[@]}" --drop-private-types --no-show-locs --no-corpus-path --no-comp-dir-path "$1"; }
if [ "${2:-}" = --update ]; then
  dump "$work/laws.so" >"$kept"
  exit 0
fi
dump "$work/laws.so" >"$work/now.abi"
abidiff --no-added-syms "$kept" "$work/now.abi" ||
  { echo "the interface is another: raise LASH_VERSION's minor number, then $0 . --update"; exit 1; }

# does it notice? one member more in a public structure
mkdir -p "$work/model"
for folder in "${folders[@]}"; do cp -r "$folder" "$work/$folder"; done
sed -i 's/  size_t dim; \/\* 1, 2 or 3 \*\//&\n  size_t more;/' "$work/friction/lash_friction.h"
build "$work" "$work/other.so"
cd "$work"
dump "$work/other.so" >"$work/other.abi"
if abidiff --no-added-syms "$kept" "$work/other.abi" >/dev/null; then
  echo "a changed structure goes unnoticed"
  exit 1
fi
echo "as recorded"
