#!/usr/bin/env bash
# Parallel efficiency of `lash sweep`: the same sweep on one processor, on two, and on two MPI ranks, alternately.
# Efficiency by the clock: time on one / (2 * time on two). On a machine that is busy otherwise the clock says little;
# then look at the processor time: that of one process over that of two, which a lossless split leaves at 1.
# Usage: benchmarks/sweep.sh [BUILD [ROUNDS]]
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
lash=$(realpath "${1:-$root/build}")/lash
rounds=${2:-3}
model=$root/validation/slider_crank_clearance/slider_crank_clearance.adm
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

sweep=("$lash" sweep "$model" --without JPRIM/1 --vary STRING/1.Rj=0.0095:0.0099:40 --vary PART/4.MASS=0.1:0.2:5
  --measure 'peak(request/2.f6),impacts' --end 0.024 --integrator rk45 --quiet)
ranks=(mpirun -np 2 --oversubscribe)
[ "$(id -u)" -ne 0 ] || ranks+=(--allow-run-as-root)

measure() { # name, command…: adds wall-clock and processor seconds to lines of the file "name"
  local name=$1
  shift
  rm -rf "$name.out"
  TIMEFORMAT='%R %U %S'
  { time "$@" --out "$name.out" >/dev/null 2>&1; } 2>>"$name"
}

for ((i = 0; i < rounds; i++)); do
  measure one "${sweep[@]}" --threads 1
  measure two "${sweep[@]}" --threads 2
  if command -v mpirun >/dev/null; then measure ranks "${ranks[@]}" "${sweep[@]}"; fi
done

best() { awk -v c="$2" '{ v = c == 1 ? $1 : $2 + $3; if (NR == 1 || v < m) m = v } END { print m }' "$1"; }
for name in two ranks; do
  [ -s "$name" ] || continue
  cmp one.out/points.csv "$name.out/points.csv"
  awk -v n="$name" -v a="$(best one 1)" -v b="$(best "$name" 1)" -v p="$(best one 2)" -v q="$(best "$name" 2)" 'BEGIN {
    printf "%-6s clock %.2f s on one, %.2f s: efficiency %.3f; processor %.2f s on one, %.2f s: ratio %.3f\n", n, a, b, a / (2 * b), p, q, p / q }'
done
