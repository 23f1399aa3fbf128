#!/usr/bin/env bash
# Builds the Windows library and, where Wine is installed, compares its forces with those of the
# Linux library, bit for bit. Exit status 77: there is no cross compiler here.
# usage: test_windows.sh SOURCE BUILD
set -euo pipefail
source=$1 build=$2
command -v x86_64-w64-mingw32-gcc >/dev/null || exit 77

cmake -S "$source" -B "$build/windows" -DCMAKE_TOOLCHAIN_FILE="$source/cmake/mingw.cmake" \
  -DCMAKE_BUILD_TYPE=Release -DLASH_WERROR=ON >/dev/null
cmake --build "$build/windows" --target lash_subroutines lash_shared wine_host -j 2 >/dev/null

exports=$(x86_64-w64-mingw32-objdump -p "$build/windows/lash_subroutines.dll" | sed -n '/Ordinal\/Name/,$p')
for name in Gfosub GFOSUB Lash_spherical LASH_SPHERICAL Lash_revolute LASH_REVOLUTE Sfosub SFOSUB \
  Vfosub VFOSUB Cnfsub CNFSUB Cffsub CFFSUB Gse_deriv GSE_DERIV Gsesub GSESUB Difsub DIFSUB \
  Reqsub REQSUB Cbksub CBKSUB MS_CNFSUB MS_CFFSUB; do
  grep -qw "$name" <<<"$exports" || { echo "the DLL does not export $name"; exit 1; }
done
if grep -qw c_sysary <<<"$exports"; then echo "the DLL exports the host's functions"; exit 1; fi
if grep -q 'lash_contact_eval' <<<"$exports"; then echo "the DLL exports its copy of the laws"; exit 1; fi

# the law library as a DLL: it shows what is public, and a user of the DLL links
dll=$(find "$build/windows" -name 'liblash*.dll')
laws=$(x86_64-w64-mingw32-objdump -p "$dll" | sed -n '/Ordinal\/Name/,$p')
for name in lash_version lash_contact_eval lash_contact_batch lash_friction_force lash_geometry_eval lash_memory_commit; do
  grep -qw "$name" <<<"$laws" || { echo "liblash.dll does not export $name"; exit 1; }
done
if grep -qw lash_power_eval <<<"$laws"; then echo "liblash.dll exports what is private"; exit 1; fi
printf '#include <lash_contact.h>\n%s\n' 'int main(void) { lash_contact c; return lash_contact_begin(&c, "hertz", 0) || !lash_version(); }' |
  x86_64-w64-mingw32-gcc -x c -DLASH_DLL -Wall -Wextra -Werror -I"$source/core" -I"$source/contact" - -x none "$dll" -o "$build/windows/use_dll.exe"

wine=$(command -v wine64 || command -v wine || { [ -x /usr/lib/wine/wine64 ] && echo /usr/lib/wine/wine64; } || true)
if [ -z "$wine" ]; then
  echo "the DLL is built; no Wine here to run it"
  exit 0
fi
export WINEPREFIX=$build/wine WINEDEBUG=-all
"$build/tests/wine_host" "$build/liblash_subroutines.so" >"$build/forces-linux.txt"
(cd "$build/windows" && "$wine" ./wine_host.exe lash_subroutines.dll) | tr -d '\r' >"$build/forces-windows.txt"
[ "$(wc -l <"$build/forces-linux.txt")" -eq 400 ]
cmp "$build/forces-linux.txt" "$build/forces-windows.txt"
echo "400 wrenches, the same to the last bit"
