#!/usr/bin/env bash
# scripts/fuzz.sh TARGET|all SECONDS [LENGTH]: looks for trouble in a reader with libFuzzer, address and undefined-behaviour sanitizers.
#
# Targets are tests/fuzz/fuzz_TARGET.c. New inputs go to build-fuzz/corpus/TARGET; what breaks is kept in build-fuzz/findings/ and
# belongs, made small, into tests/fuzz/corpus/TARGET, which the tests replay. Inputs have LENGTH bytes at most, 8192 unless told:
# readers of one line get far more inputs in the same time when these are short. Needs Clang with its runtime (Debian: clang libclang-rt-14-dev).
set -euo pipefail
cd "$(dirname "$0")/.."
target=${1:?which target? see tests/fuzz} seconds=${2:-10} length=${3:-8192}
[ -f build-fuzz/Makefile ] || cmake -S . -B build-fuzz -DCMAKE_C_COMPILER=clang -DCMAKE_CXX_COMPILER=clang++ -DCMAKE_BUILD_TYPE=RelWithDebInfo \
  -DCMAKE_C_FLAGS=-Wno-unknown-warning-option -DLASH_FUZZ=ON -DLASH_SANITIZE=ON -DLASH_MUJOCO=OFF -DLASH_SIMBODY=OFF -DLASH_CHRONO=OFF >/dev/null
if [ "$target" = all ]; then
  targets=$(for file in tests/fuzz/fuzz_*.c; do basename "$file" .c | sed 's/^fuzz_//'; done)
else
  [ -f "tests/fuzz/fuzz_$target.c" ] || { echo "there is no target '$target'; see tests/fuzz" >&2; exit 2; }
  targets=$target
fi
# shellcheck disable=SC2046
cmake --build build-fuzz --target $(printf 'fuzz_%s ' $targets) -j "$(nproc)" -- --no-print-directory >/dev/null

try() { # NAME: one target; fails when it finds something
  mkdir -p "build-fuzz/corpus/$1" build-fuzz/findings
  local more=() log=build-fuzz/findings/$1.log verdict=clean
  case $1 in dataset | run) more=(tests/hosts/models) ;; esac
  ASAN_OPTIONS=detect_leaks=1:allocator_may_return_null=1 "build-fuzz/tests/fuzz_$1" -max_total_time="$seconds" -timeout=20 \
    -rss_limit_mb=4096 -max_len="$length" -dict="tests/fuzz/words.dict" -artifact_prefix="build-fuzz/findings/$1-" -print_final_stats=1 \
    "build-fuzz/corpus/$1" "tests/fuzz/corpus/$1" "${more[@]}" >"$log" 2>&1 || verdict="FOUND SOMETHING: $log"
  printf '%-12s %9s inputs  %5s edges  %s\n' "$1" "$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")" \
    "$(grep -o 'cov: [0-9]*' "$log" | tail -1 | cut -d' ' -f2)" "$verdict"
  [ "$verdict" = clean ]
}

failed=0
for name in $targets; do # as many at once as there are processors
  if [ "$(jobs -rp | wc -l)" -ge "$(nproc)" ]; then wait -n || failed=1; fi
  try "$name" &
done
while [ "$(jobs -rp | wc -l)" -gt 0 ]; do wait -n || failed=1; done
exit $failed
