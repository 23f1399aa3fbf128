#!/usr/bin/env bash
# One impact of a ball in a socket by the loop of bounce.c, and a mechanism by that of drive.c: over the FMU's binary, over a
# binary compiled from the sources inside the FMU, and, where Wine and the compiler for Windows are here, over its DLL. The
# joint is the same to twelve digits, the mechanism to the last.
set -euo pipefail
lash=$1 programs=$2 source=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
"$lash" fmu joint --fmi 2 --shape ball --set Ri=0.0105 --set Rj=0.010 --normal lankarani_nikravesh --set K=1e10 --set e=0.9 --out joint.fmu
"$lash" fmu model "$source/validation/rssr/rssr.adm" --fmi 2 --kind fixed --step 1e-6 --out rssr.fmu
for fmu in joint rssr; do python3 -m zipfile -e $fmu.fmu $fmu; done
reference() { # FMU NAME: of a variable
  tr '>' '\n' < "$1/modelDescription.xml" | grep -F "name=\"$2\"" | sed 's/.*valueReference="\([0-9]*\)".*/\1/'
}
token() { sed -n 's/.*guid="\([^"]*\)".*/\1/p' "$1/modelDescription.xml"; }
joint=("$(token joint)" "$(reference joint 'inner.r[3]')" "$(reference joint 'inner.v[3]')" "$(reference joint 'inner.F[3]')")
rssr=("$(token rssr)" 0.004 1e-5 "$(reference rssr request_1.f1)" "$(reference rssr request_2.f1)" "$(reference rssr request_3.f6)")
# same FILE: against the first run
same() {
  paste bounce.txt "$1" | awk 'function off(a, b) { return a - b > 1e-12 * (b < 0 ? -b : b) || b - a > 1e-12 * (b < 0 ? -b : b) }
    off($1, $3) || off($2, $4) { bad = 1 } END { exit bad || NR != 2 }' || { echo "$1 differs:"; cat bounce.txt "$1"; exit 1; }
}
"$programs/fmu_bounce" joint/binaries/linux64/joint.so "file://$work/joint/resources" "${joint[@]}" > bounce.txt
"$programs/fmu_drive" rssr/binaries/linux64/rssr.so "file://$work/rssr/resources" "${rssr[@]}" > drive.txt
cat bounce.txt
tail -n 1 drive.txt
[ "$(wc -l < drive.txt)" = 400 ] || { echo "the mechanism did not run to its end"; exit 1; }
for fmu in joint rssr; do
  cc -std=gnu11 -O0 -w -fPIC -shared -ffp-contract=off $fmu/sources/*.c -o $fmu.so -lm
done
"$programs/fmu_bounce" ./joint.so "file://$work/joint/resources" "${joint[@]}" > sources.txt
same sources.txt
"$programs/fmu_drive" ./rssr.so "file://$work/rssr/resources" "${rssr[@]}" | cmp - drive.txt
# as the standard has it for sources that are linked into a program: every name with a prefix
cc -std=gnu11 -O0 -w -c -DFMI2_FUNCTION_PREFIX=joint_ -Ijoint/sources joint/sources/fmi2_binding.c -o prefixed.o
[ "$(nm prefixed.o | grep -c ' T joint_fmi2')" = 44 ] || { echo "FMI2_FUNCTION_PREFIX is not heeded"; exit 1; }
if command -v wine > /dev/null && command -v x86_64-w64-mingw32-gcc > /dev/null && [ -f joint/binaries/win64/joint.dll ]; then
  export WINEPREFIX=$programs/wine WINEDEBUG=-all WINEDLLOVERRIDES="mscoree,mshtml="
  for loop in bounce drive; do
    x86_64-w64-mingw32-gcc -std=gnu11 -O1 -w -D__USE_MINGW_ANSI_STDIO=1 -I"$source/fmi/interface" "$source/tests/fmi/$loop.c" -o $loop.exe
  done
  wine ./bounce.exe joint/binaries/win64/joint.dll joint/resources "${joint[@]}" | tr -d '\r' > windows.txt
  same windows.txt
  wine ./drive.exe rssr/binaries/win64/rssr.dll rssr/resources "${rssr[@]}" | tr -d '\r' | cmp - drive.txt
  echo "the same under Wine"
else
  echo "no Wine, or no compiler for Windows: its binaries were not run"
fi
