#!/usr/bin/env bash
# Installs the Debian packages that are missing; quick when nothing is.
set -euo pipefail

packages=(
  build-essential cmake pkg-config # compiler and build
  gfortran                         # Fortran user subroutines in the tests
  gcc-mingw-w64-x86-64-win32       # the subroutine library for Windows
  libsundials-dev                  # integrators (CVODE, IDA, KINSOL)
  libsuitesparse-dev liblapack-dev # sparse and dense linear algebra
  libmujoco-dev libsimbody-dev     # engines behind hosts/ and benchmarks; all works without them too
  calculix-ccx                     # solids for `lash flex calculix`; its test runs where it is
  gnuplot-nox                      # plots
)

missing=()
for package in "${packages[@]}"; do
  state=$(dpkg-query --show --showformat='${db:Status-Status}' "$package" 2>/dev/null || true)
  [ "$state" = installed ] || missing+=("$package")
done
[ ${#missing[@]} -gt 0 ] || exit 0

echo "Installing: ${missing[*]}"
as_root=()
[ "$(id -u)" -eq 0 ] || as_root=(sudo)
"${as_root[@]}" apt-get update -qq
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
