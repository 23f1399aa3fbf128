#!/usr/bin/env bash
# scripts/mutate.sh FOLDER [COUNT] [SEED]: how much the tests of a folder notice.
#
# Changes one token of the folder's C files at a time (an operator, a constant, a bound, a sign, a condition), builds, runs the
# folder's tests until one fails, the quick ones that have caught much first, the slow ones where these notice nothing, and prints
# the share of changes that were noticed and those that were not. A change that gives the same object code is left out; one that
# nothing notices is tried once more with the address sanitizer, so that overruns count. It works in a copy of the tree in build-
# mutants/, which the next call uses again, with what it found: your own tree is left alone, and a call that was ended goes on.
# COUNT changes (default 100) are drawn at random by SEED (default 1); COUNT 0 draws all of them. Changes that cannot matter are
# declared in tests/mutants.txt. --list shows the drawn changes without trying them; --only FILE:LINE tries all changes of one
# line; --within SECONDS leaves out tests that take longer.
set -euo pipefail
cd "$(dirname "$0")/.."
exec python3 scripts/mutate.py "$@"
