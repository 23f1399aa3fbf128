#!/usr/bin/env bash
# Installs what is missing, builds, and runs every test: as released, with the published mechanisms, then under sanitizers.
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/setup.sh

jobs=$(nproc)
for preset in release debug; do
  echo "== $preset =="
  cmake --preset "$preset" -DLASH_WERROR=ON >/dev/null
  cmake --build --preset "$preset" -j "$jobs" -- --no-print-directory | grep -v '^\[' || true
  ctest --preset "$preset" -j "$jobs"
  if [ "$preset" = release ]; then
    echo "== published mechanisms =="
    build/lash validate --quick --no-plots
  fi
done
# Where Clang's fuzzer is, three seconds of each target; longer by scripts/fuzz.sh itself.
if command -v clang >/dev/null && echo 'int LLVMFuzzerTestOneInput(const char *d, long n) { return d == 0 && n == 1; }' |
  clang -x c -fsanitize=fuzzer -o /dev/null - 2>/dev/null; then
  echo "== fuzzing =="
  scripts/fuzz.sh all 3
fi
