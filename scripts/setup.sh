#!/usr/bin/env bash
# Installs the packages that are missing; quick when nothing is.
set -euo pipefail

packages=(
  build-essential cmake pkg-config # compiler and build
  gfortran                         # Fortran user subroutines in the tests
  gcc-mingw-w64-x86-64-win32       # the subroutine library for Windows
  libsundials-dev                  # integrators (CVODE, IDA, KINSOL)
  libsuitesparse-dev liblapack-dev # sparse and dense linear algebra
  libmujoco-dev libsimbody-dev     # engines behind hosts/ and benchmarks; all works without them too
  calculix-ccx                     # solids for `lash flex calculix`; its test runs where it is
  libopenmpi-dev openmpi-bin       # sweeps over several machines; all works without them too
  locales                          # a decimal comma, for the tests of numbers as text
  python3                          # scripts/mutate.sh
  gnuplot-nox graphviz             # plots, bond graphs
  chromium                         # the report's page is tested in it
)
# Node.js and npm bring the driver of that test; whatever of them is here already will do.
command -v node >/dev/null || packages+=(nodejs)
command -v npm >/dev/null || packages+=(npm)

missing=()
for package in "${packages[@]}"; do
  state=$(dpkg-query --show --showformat='${db:Status-Status}' "$package" 2>/dev/null || true)
  [ "$state" = installed ] || missing+=("$package")
done
if [ ${#missing[@]} -gt 0 ]; then
  echo "Installing: ${missing[*]}"
  as_root=()
  [ "$(id -u)" -eq 0 ] || as_root=(sudo)
  "${as_root[@]}" apt-get update -qq
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
fi

browser=$(dirname "$0")/../tests/browser
[ -d "$browser/node_modules" ] || npm install --prefix "$browser" --no-audit --no-fund --no-package-lock --silent ||
  echo "playwright-core could not be installed: the browser test will be skipped"
