#!/usr/bin/env bash
# Runs the whole validation and puts its verdicts into docs/validation.md, below "Verdicts on record", and beside them those that the curves
# of ideal mechanisms and curves twice as far from these would get; then renews the numbers in the
# cases' READMEs that are those of rows (figures.py), and tells what is not as it was.
#   scripts/verdicts.sh [--update] [--resume DIR] [--jobs N]
# With --update the verdicts become those on record (claims.csv) too. With --resume DIR a run that was ended goes on, with LASH=… by the
# program that began it: results of one build are not taken by another. Without, 3 GB are kept in $TMPDIR for the while.
set -euo pipefail
cd "$(dirname "$0")/.."
export LC_ALL=C # one order for sort and join
page=docs/validation.md
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
update=() kept=$work/kept jobs=()
while [ $# -gt 0 ]; do
  case $1 in
    --update) update=(--update) ;;
    --resume | --jobs)
      [ $# -gt 1 ] || { echo "verdicts.sh: $1 wants a value" >&2; exit 2; }
      if [ "$1" = --resume ]; then kept=$2; else jobs=(--jobs "$2"); fi
      shift ;;
    *) echo "verdicts.sh: '$1' is none of --update, --resume DIR, --jobs N" >&2; exit 2 ;;
  esac
  shift
done

# Status 1 is of verdicts that differ, which is what other curves are for, or of runs that failed, which make no record.
validate() { # FILE OPTION…
  local status=0
  "${LASH:-build/lash}" validate --markdown --resume "$kept" "${jobs[@]}" "${@:2}" >"$work/$1" || status=$?
  if grep '^\*\*Failed runs' "$work/$1" >&2; then exit 1; fi
  [ $status -le 1 ]
}

# Number and verdict of every published claim.
published() { sed -n '/^### Published claims/,/^### /s/^| \[\([^]]*\)\][^|]* | \([^|]*\) |.*/\1|\2/p' "$1" | sort -t '|' -k 1,1; }

# Name and verdict of every row.
rows() { sed -n '/^### Rows: /,$s/^| \([^| ]*-[^| ]*\) |.* | \([^|]*\) |$/\1|\2/p' "$1" | sort -t '|' -k 1,1; }

# What is not as it was: published or rows.
changes() { # published|rows
  join -t '|' -a 1 -a 2 -e '(none)' -o 0,1.2,2.2 <("$1" "$work/before") <("$1" "$page") |
    awk -F '|' '$2 != $3 { print "  " $1 ": " $2 " -> " $3; n++ } END { if (!n) print "  none" }'
}

cp "$page" "$work/before"
validate verdicts "${update[@]}"
validate ideal --mutate ideal
validate doubled --mutate doubled
{
  echo "### The same claims on other curves"
  echo
  echo "Curves of the mechanism without clearance, and curves twice as far from these as those that were run. *not run*: nothing to be measured is left. Without the claims that have nothing to do with clearance."
  echo
  echo "| claim | as run | ideal | doubled |"
  echo "|---|---|---|---|"
  join -t '|' <(published "$work/verdicts") <(join -t '|' <(published "$work/ideal") <(published "$work/doubled")) |
    grep -v '^004' | sed 's/|/ | /g; s/.*/| & |/' || true
  echo
} >"$work/others"
sed -i '/^Made by `scripts\/verdicts.sh`/q' "$page"
{
  echo
  sed '/^### Rows: /,$d' "$work/verdicts"
  cat "$work/others"
  sed -n '/^### Rows: /,$p' "$work/verdicts"
} >>"$page"

echo "Published claims that changed:"
changes published
echo "Rows that changed:"
changes rows
echo "Numbers in the text of the cases that changed:"
python3 scripts/figures.py "$page" validation/*/README.md
