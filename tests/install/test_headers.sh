#!/usr/bin/env bash
# Each installed header by itself, in both languages, without a warning.
set -euo pipefail
prefix=$2
cd "$prefix"/include/lash
compile() { # language standard header
  echo "#include \"$3\"" | "${CC:-cc}" -x "$1" -std="$2" -Wall -Wextra -Wpedantic -Werror -I. -fsyntax-only - ||
    { echo "$3 does not compile alone as $2"; exit 1; }
}
count=0
for header in *.h; do
  compile c c11 "$header"
  if command -v c++ >/dev/null; then compile c++ c++17 "$header"; fi
  count=$((count + 1))
done
for wanted in core contact friction geometry memory interpolant model system integrate host cosim runtime; do
  [ -f "lash_$wanted.h" ] || { echo "lash_$wanted.h is not installed"; exit 1; }
done
echo "$count headers"
