#!/usr/bin/env bash
# scripts/verdicts.sh on a small suite: the page, the record and the numbers in the text are made anew and what changed is told, other curves
# are judged on the runs that were kept, a record that is killed goes on where it was, and a run that fails makes none.
set -euo pipefail
lash=$(realpath "$1") source=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "$1" >&2; cat "$work/said" >&2; exit 1; }
has() { grep -qF -- "$2" "$1" || fail "$1 has no '$2'"; }

mkdir -p "$work"/tree/{scripts,docs,validation/swing}
cd "$work/tree"
cp "$source"/scripts/{verdicts.sh,figures.py} scripts/
printf 'Before\n\n## Verdicts on record\n\nMade by `scripts/verdicts.sh` (`lash validate --markdown`).\n\nold\n### Rows: swing\n\n| 900-01 |  | swing |  | 1 | rad |  |  | not reproduced |\n' >docs/validation.md
cat >validation/swing/swing.adm <<'EOT'
Pendulum
PART/1, GROUND
MARKER/11, PART = 1
PART/2, MASS = 1, CM = 21, IP = 1E-3, 1E-3, 1E-3, REULER = -30D, 0, 0
MARKER/21, PART = 2, QP = 0, -1, 0
MARKER/22, PART = 2
JOINT/1, REVOLUTE, I = 22, J = 11
ACCGRAV/JGRAV = -9.81
REQUEST/1, F2 = AZ(22,11)
END
EOT
cat >validation/swing/runs.txt <<'EOT'
run small
model swing.adm
end 200
steps 2000
error 1e-10
column angle_rad = r1.F2

run large
like small
set PART/2.REULER = ${-60 + 0.1*u1}D, 0, 0
ideal small
members 8
EOT
cat >validation/swing/claims.csv <<'EOT'
id,reading,quantity,published,unit,kind,measure,rule,expected,source,note
900-01,,swing,,rad,trend,ptp(large.angle_rad),above 1.5,not reproduced,,
900-02,start=large,swing of the small one,,rad,trend,ptp(small.angle_rad),above 1.5,not reproduced,,
900-02l,start=twice as large,swing,,rad,trend,ptp(large.angle_rad),above 1.5,reproduced,,
900-c1,,energy,,,check,every.audit,below 1e-6,reproduced,,
EOT
echo 'It swings by 9.99 [1.00, 2.00]<!--900-01--> rad.' >validation/swing/README.md

record() { LASH=$lash bash scripts/verdicts.sh --jobs 1 "$@" >"$work/said" 2>&1; }
kept() { find "$1" -type f -not -name '*.part' -printf '%f %i\n' | sort; }

# as it should be
record --update --resume "$work/kept" || fail "no record was made"
has "$work/said" "900-01: not reproduced -> reproduced"
has "$work/said" "9.99 [1.00, 2.00]<!--900-01--> -> 2.10 [2.09, 2.10]"
has validation/swing/claims.csv "above 1.5,reproduced,,"
has docs/validation.md "| 900-01 | reproduced | not reproduced | reproduced |" # as run, ideal, doubled
has docs/validation.md "depends on start: not reproduced / reproduced"
has docs/validation.md "Before"
if grep -q '^old' docs/validation.md; then fail "the old record is still there"; fi
[ "$(kept "$work/kept" | wc -l)" = 9 ] || fail "not every run was kept"

# again: nothing is run, nothing changes
before=$(kept "$work/kept")
cp docs/validation.md "$work/page"
record --resume "$work/kept" || fail "no record was made of what was kept"
[ "$before" = "$(kept "$work/kept")" ] || fail "runs were carried out again"
[ "$(grep -c '^  none$' "$work/said")" = 2 ] || fail "something changed"
cmp docs/validation.md "$work/page"

# killed half-way
setsid env LASH="$lash" bash scripts/verdicts.sh --jobs 1 --resume "$work/half" >/dev/null 2>&1 &
group=$!
for _ in $(seq 6000); do
  [ "$(kept "$work/half" 2>/dev/null | wc -l)" -lt 2 ] || break
  sleep 0.01
done
kill -KILL -- "-$group"
wait "$group" 2>/dev/null || true
[ "$(kept "$work/half" | wc -l)" -lt 9 ] || echo "it had ended before it was killed"
cmp docs/validation.md "$work/page"
half=$(kept "$work/half")
record --resume "$work/half" || fail "the record was not resumed"
[ -z "$(comm -23 <(echo "$half") <(kept "$work/half"))" ] || fail "runs were carried out again"
cmp docs/validation.md "$work/page"

# numbers in the text that are not those on record are found
python3 scripts/figures.py --check docs/validation.md validation/swing/README.md || fail "the text differs"
sed -i 's/2\.10/2.11/' validation/swing/README.md
if python3 scripts/figures.py --check docs/validation.md validation/swing/README.md >"$work/said"; then fail "not found"; fi
python3 "$source/scripts/figures.py" --check "$source/docs/validation.md" "$source"/validation/*/README.md >"$work/said" ||
  fail "text of the cases is not of the record"

# a run that fails
sed -i 's/^model swing.adm/model nowhere.adm/' validation/swing/runs.txt
if record --resume "$work/kept"; then fail "a failed run made a record"; fi
has "$work/said" "9 of 9 runs failed"
cmp docs/validation.md "$work/page"
