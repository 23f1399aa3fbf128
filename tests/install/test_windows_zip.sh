#!/usr/bin/env bash
# Packs the Windows build into a zip, unpacks it, links a program against its DLL in three ways (import library, static
# library, find_package) and a law of one's own by its headers; runs them where Wine is.
# Exit status 77: there is no cross compiler here.
# usage: test_windows_zip.sh SOURCE BUILD
set -euo pipefail
source=$1 build=$2
cc=x86_64-w64-mingw32-gcc
command -v $cc >/dev/null || exit 77
work=$(mktemp -d)
# what a library imports and exports; whole, since a reader that leaves early would fail the writer of a pipe
tables() { x86_64-w64-mingw32-objdump -p "$1" >"$work/tables"; }
trap 'rm -rf "$work"' EXIT

cmake -S "$source" -B "$build/windows" -DCMAKE_TOOLCHAIN_FILE="$source/cmake/mingw.cmake" \
  -DCMAKE_BUILD_TYPE=Release -DLASH_WERROR=ON >/dev/null
cmake --build "$build/windows" -j 2 >/dev/null
(cd "$build/windows" && cpack --config CPackConfig.cmake -B "$work/pack") >/dev/null
archive=$(echo "$work"/pack/lash-*-windows-*.zip)
(cd "$work" && cmake -E tar xf "$archive")
prefix=$(echo "$work"/lash-*)
for file in bin/liblash.dll bin/lash_subroutines.dll lib/liblash.dll.a lib/liblash.a lib/liblash.def include/lash/lash_contact.h \
  include/lash/lash_film.h include/lash/lash_open_law.h lib/cmake/lash/lashConfig.cmake share/doc/lash/LICENSE; do
  test -s "$prefix/$file" || { echo "$file is not in the zip"; exit 1; }
done
grep -qw lash_contact_eval "$prefix/lib/liblash.def"
tables "$prefix/bin/liblash.dll"
if grep -i 'DLL Name: libgcc' "$work/tables"; then exit 1; fi

use=$source/tests/install/use_laws.c flags="-Wall -Wextra -Werror -D__USE_MINGW_ANSI_STDIO=1"
$cc $flags -DLASH_DLL -I"$prefix/include/lash" "$use" -L"$prefix/lib" -llash -o "$prefix/bin/by_import_library.exe"
$cc $flags -I"$prefix/include/lash" "$use" "$prefix/lib/liblash.a" -o "$prefix/bin/static.exe"
cat >"$work/CMakeLists.txt" <<CMAKE
cmake_minimum_required(VERSION 3.25)
project(use C)
find_package(lash REQUIRED COMPONENTS lash)
add_executable(by_cmake "$use")
target_link_libraries(by_cmake lash::lash)
CMAKE
cmake -S "$work" -B "$work/built" -DCMAKE_TOOLCHAIN_FILE="$source/cmake/mingw.cmake" -Dlash_DIR="$prefix/lib/cmake/lash" >/dev/null
cmake --build "$work/built" >/dev/null
cp "$work/built/by_cmake.exe" "$prefix/bin"
$cc -std=gnu11 -O2 -shared -I"$prefix/include/lash" "$source/examples/law/my_law.c" -o "$prefix/bin/my_law.dll"
tables "$prefix/bin/my_law.dll"
grep -qw lash_laws "$work/tables" || { echo "my_law.dll does not export lash_laws"; exit 1; }

wine=$(command -v wine64 || command -v wine || { [ -x /usr/lib/wine/wine64 ] && echo /usr/lib/wine/wine64; } || true)
if [ -z "$wine" ]; then
  echo "$(basename "$archive"): programs link; no Wine here to run them"
  exit 0
fi
export WINEPREFIX=$build/wine WINEDEBUG=-all
for program in by_import_library static by_cmake; do
  [ "$(cd "$prefix/bin" && "$wine" ./$program.exe | tr -d '\r')" = 128.125 ] || { echo "$program.exe gives another force"; exit 1; }
done
echo "$(basename "$archive"), $(($(stat -c %s "$archive") >> 10)) kB: three programs linked against it give 128.125 under Wine"
