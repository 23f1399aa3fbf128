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
