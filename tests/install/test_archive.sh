#!/usr/bin/env bash
# Packs the build into an archive, unpacks it in a folder of another name, and uses it from there: the command with a
# dataset and its subroutines, a program by pkg-config and one by find_package.
# usage: test_archive.sh SOURCE BUILD
set -euo pipefail
source=$1 build=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

(cd "$build" && cpack --config CPackConfig.cmake -B "$work/pack") >/dev/null
archive=$(echo "$work"/pack/lash-*.tar.gz)
(cd "$work/pack" && sha256sum --check --quiet "$(basename "$archive").sha256")
mkdir "$work/moved here"
tar -xzf "$archive" -C "$work/moved here"
prefix=$(echo "$work/moved here"/lash-*)

env -u LD_LIBRARY_PATH "$prefix/bin/lash" --version
env -u LD_LIBRARY_PATH -u LASH_SUBROUTINE_PATH "$prefix/bin/lash" run "$source/validation/rssr/rssr.adm" --end 0.001 \
  --out "$work/run" >/dev/null 2>&1
test -s "$work/run/summary.json"
for file in include/lash/lash_contact.h share/doc/lash/LICENSE share/doc/lash/docs/open-laws.md share/man/man1/lash-run.1; do
  test -s "$prefix/$file" || { echo "$file is not in the archive"; exit 1; }
done

cp "$source/tests/install/use_laws.c" "$work/use.c"
cat >"$work/CMakeLists.txt" <<'CMAKE'
cmake_minimum_required(VERSION 3.25)
project(use C)
find_package(lash REQUIRED)
add_executable(use use.c)
target_link_libraries(use lash::lash)
CMAKE
cmake -S "$work" -B "$work/built" -DCMAKE_PREFIX_PATH="$prefix" >/dev/null
cmake --build "$work/built" >/dev/null
[ "$("$work/built/use")" = 128.125 ]
export PKG_CONFIG_PATH=$prefix/lib/pkgconfig:$(echo "$prefix"/lib/*/pkgconfig)
eval cc "$work/use.c" "$(pkg-config --cflags --libs lash)" -o "$work/by_pkg_config"
[ "$(LD_LIBRARY_PATH=$(dirname "$(find "$prefix" -name liblash.so)") "$work/by_pkg_config")" = 128.125 ]
echo "$(basename "$archive"), $(($(stat -c %s "$archive") >> 10)) kB: unpacked elsewhere, it runs and serves programs"
