#!/usr/bin/env bash
# Makes the documents, the reference of all public headers and the law explorer a site in build/site. Look at it with
#   python3 -m http.server --directory build/site
# (from files it works too, but for the search). Needs what scripts/setup.sh installs.
set -euo pipefail
cd "$(dirname "$0")/.."
mkdir -p build
site/make_site.py build
