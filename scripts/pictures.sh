#!/usr/bin/env bash
# Makes the pictures in the cases' READMEs anew: runs the cases (all, or those named) and copies the plots that each README shows,
# and draws the bond graphs.
set -euo pipefail
cd "$(dirname "$0")/.."
results=$(mktemp -d)
trap 'rm -rf "$results"' EXIT
build/lash validate --quick --out "$results" "$@" || echo "some verdicts differ from those on record" >&2
for folder in "$results"/*/; do
  name=$(basename "$folder")
  while read -r picture; do
    [ ! -f "$folder/$picture" ] || cp "$folder/$picture" "validation/$name/$picture"
  done < <(sed -n 's/.*!\[[^]]*\](\([^)/]*\.png\)).*/\1/p' "validation/$name/README.md")
done
for name in slider_crank three_ups_s; do
  build/lash graph "$name" --time 3 --svg "validation/$name/bonds.svg" >/dev/null
done
