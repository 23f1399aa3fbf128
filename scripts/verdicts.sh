#!/usr/bin/env bash
# Runs the whole validation and puts its verdicts into docs/validation.md, below "Verdicts on record", and beside them those that the curves
# of ideal mechanisms and curves twice as far from these would get. With --resume DIR a run that was ended goes on, with LASH=… by the program
# that began it: results of one build are not taken by another. Without, 3 GB are kept in $TMPDIR for the while.
set -euo pipefail
cd "$(dirname "$0")/.."
page=docs/validation.md
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
[[ " $* " == *" --resume "* ]] || set -- "$@" --resume "$work/kept"

# Status 1, verdicts that differ, is what other curves are for.
validate() { # FILE OPTION…
  local status=0
  "${LASH:-build/lash}" validate --markdown "${@:2}" >"$work/$1" || status=$?
  [ $status -ne 1 ] || [ "$1" != verdicts ] || echo "some verdicts differ from those on record" >&2
  [ $status -le 1 ]
}

# Number and verdict of every published claim.
published() { sed -n '/^### Published claims/,/^### /s/^| \[\([^]]*\)\].* | \([^|]*\) |$/\1|\2/p' "$work/$1"; }

validate verdicts "$@"
validate ideal --mutate ideal "$@"
validate doubled --mutate doubled "$@"
{
  echo "### The same claims on other curves"
  echo
  echo "Curves of the mechanism without clearance, and curves twice as far from these as those that were run. *not run*: nothing to be measured is left. Without the claims that have nothing to do with clearance."
  echo
  echo "| claim | as run | ideal | doubled |"
  echo "|---|---|---|---|"
  join -t '|' <(published verdicts | sort) <(join -t '|' <(published ideal | sort) <(published doubled | sort)) |
    grep -v '^004' | sed 's/|/ | /g; s/.*/| & |/'
  echo
} >"$work/others"
sed -i '/^Made by `scripts\/verdicts.sh`/q' "$page"
{
  echo
  sed '/^### Rows: /,$d' "$work/verdicts"
  cat "$work/others"
  sed -n '/^### Rows: /,$p' "$work/verdicts"
} >>"$page"
