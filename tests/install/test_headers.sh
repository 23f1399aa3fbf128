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
# what a header declares is public
for header in lash_*.h; do
  if [ "$header" = lash_c_utils.h ] || [ "$header" = lash_routines.h ]; then continue; fi # of routines, not of ours
  perl -0pe 's{/\*.*?\*/}{}gs' "$header" |
    grep -nE '^(lash_|const |struct |void |double |int |bool |size_t |uint)[^=;{]*[ *]lash_[a-z_0-9]+\(' | sed "s/^/$header: without LASH_API: /" >&2 && exit 1
done
for wanted in core contact friction film wear geometry memory joint interpolant model session system integrate host cosim runtime; do
  [ -f "lash_$wanted.h" ] || { echo "lash_$wanted.h is not installed"; exit 1; }
done
echo "$count headers"
