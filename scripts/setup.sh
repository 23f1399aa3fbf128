#!/usr/bin/env bash
# Installs the Debian packages that are missing; quick when nothing is.
set -euo pipefail

packages=(
  build-essential cmake pkg-config # compiler and build
  libsundials-dev                  # integrators (CVODE, IDA, KINSOL)
  libsuitesparse-dev               # sparse factorisation (KLU)
  liblapack-dev                    # dense factorisation
  gnuplot-nox                      # plots
  gcc-mingw-w64-x86-64-win32       # the subroutine library for Windows
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
