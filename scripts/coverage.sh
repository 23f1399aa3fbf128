#!/usr/bin/env bash
# Line coverage of the law library; needs gcovr (Debian package of that name).
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/setup.sh
command -v gcovr >/dev/null || { echo "coverage needs gcovr: apt-get install gcovr" >&2; exit 1; }
cmake --preset coverage >/dev/null
cmake --build --preset coverage -j "$(nproc)" -- --no-print-directory | grep -v '^\[' || true
ctest --preset coverage -j "$(nproc)" >/dev/null
gcovr --root . --filter 'contact/' --filter 'friction/' --filter 'film/' --filter 'wear/' --filter 'core/' build-coverage
