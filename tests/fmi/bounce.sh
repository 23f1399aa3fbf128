#!/usr/bin/env bash
# One impact of a ball in a socket by the loop of bounce.c: over the FMU's binary, over a binary compiled from the sources
# inside the FMU, and, where Wine and the compiler for Windows are here, over its DLL. All the same to twelve digits.
set -euo pipefail
lash=$1 bounce=$2 source=$3 headers=$4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
"$lash" fmu joint --fmi 2 --shape ball --set Ri=0.0105 --set Rj=0.010 --normal lankarani_nikravesh --set K=1e10 --set e=0.9 --out joint.fmu
python3 -m zipfile -e joint.fmu fmu
reference() { # of a variable by its name
  tr '>' '\n' < fmu/modelDescription.xml | grep -F "name=\"$1\"" | sed 's/.*valueReference="\([0-9]*\)".*/\1/'
}
token=$(sed -n 's/.*guid="\([^"]*\)".*/\1/p' fmu/modelDescription.xml)
numbers=("$(reference 'inner.r[3]')" "$(reference 'inner.v[3]')" "$(reference 'inner.F[3]')")
# same FILE: against the first run
same() {
  paste native.txt "$1" | awk 'function off(a, b) { return a - b > 1e-12 * (b < 0 ? -b : b) || b - a > 1e-12 * (b < 0 ? -b : b) }
    off($1, $3) || off($2, $4) { bad = 1 } END { exit bad || NR != 2 }' || { echo "$1 differs:"; cat native.txt "$1"; exit 1; }
}
"$bounce" fmu/binaries/linux64/joint.so "file://$work/fmu/resources" "$token" "${numbers[@]}" > native.txt
cat native.txt
cc -std=gnu11 -O0 -w -fPIC -shared -ffp-contract=off fmu/sources/*.c -o own.so -lm
"$bounce" ./own.so "file://$work/fmu/resources" "$token" "${numbers[@]}" > sources.txt
same sources.txt
if command -v wine > /dev/null && command -v x86_64-w64-mingw32-gcc > /dev/null && [ -f fmu/binaries/win64/joint.dll ]; then
  x86_64-w64-mingw32-gcc -std=gnu11 -O1 -w -D__USE_MINGW_ANSI_STDIO=1 -I"$headers" "$source" -o bounce.exe
  WINEPREFIX=$work/wine WINEDEBUG=-all WINEDLLOVERRIDES="mscoree,mshtml=" wine ./bounce.exe fmu/binaries/win64/joint.dll fmu/resources "$token" "${numbers[@]}" |
    tr -d '\r' > windows.txt
  same windows.txt
  echo "the same under Wine"
else
  echo "no Wine, or no compiler for Windows: its binary was not run"
fi
