#!/usr/bin/env bash
# Installs the packages that are missing; quick when nothing is. With --demo only what scripts/demo.sh needs.
set -euo pipefail

# What building and showing need, and what only tests, other engines and other systems do.
packages=(
  gcc libc6-dev make cmake pkg-config # compiler and build
  libsuitesparse-dev liblapack-dev    # sparse and dense linear algebra
  gnuplot-nox                         # plots
  libzip-dev libxml2-dev              # FMUs: archives, checking their descriptions
)
rest=(
  build-essential              # C++ for some hosts and a test
  libsundials-dev              # integrators (CVODE, IDA); the demo takes it apart, see below
  graphviz                     # bond graphs
  gfortran                     # Fortran user subroutines in the tests
  gcc-mingw-w64-x86-64-win32   # the subroutine library and joints' FMUs for Windows
  libmujoco-dev libsimbody-dev # engines behind hosts/ and benchmarks; all works without them too
  calculix-ccx                 # solids for `lash flex calculix`; its test runs where it is
  libopenmpi-dev openmpi-bin   # sweeps over several machines; all works without them too
  python3-dev python3-numpy python3-setuptools python3-wheel python3-build   # the Python package
  python3-pytest python3-hypothesis python3-matplotlib                       # and its tests
  locales                      # a decimal comma, for the tests of numbers as text
  chromium                     # the report's page and the site are tested in it
  mkdocs python3-pymdownx libjs-katex       # the documents as a site
  clang lld wasi-libc libclang-rt-dev-wasm32 # the law explorer of that site
  libclang-rt-14-dev           # Clang's sanitizers: fuzzing
)
# Node.js and npm bring the driver of that test; whatever of them is here already will do.
command -v node >/dev/null || rest+=(nodejs)
command -v npm >/dev/null || rest+=(npm)
[ "${1:-}" = --demo ] || packages+=("${rest[@]}")

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

# SUNDIALS' package for developers wants MPI, PETSc and a Fortran compiler, 190 packages more, none of which is used here. For the demo
# it is only unpacked, with its libraries, where cmake is then told to look.
if [ "${1:-}" = --demo ]; then
  apart=$(dirname "$0")/../build/packages
  if ! dpkg-query --show libsundials-dev >/dev/null 2>&1 && [ ! -d "$apart/usr" ]; then
    mkdir -p "$apart"
    cd "$apart"
    mapfile -t parts < <(apt-cache depends libsundials-dev | sed -n 's/^ *Depends: \(libsundials-[a-z0-9-]*\)$/\1/p')
    apt-get download -qq libsundials-dev "${parts[@]}" 2>/dev/null
    for part in *.deb; do dpkg-deb --extract "$part" .; done
    rm ./*.deb
  fi
  exit 0
fi
browser=$(dirname "$0")/../tests/browser
[ -d "$browser/node_modules" ] || npm install --prefix "$browser" --no-audit --no-fund --no-package-lock --silent ||
  echo "playwright-core could not be installed: the browser test will be skipped"
