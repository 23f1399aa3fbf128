#!/usr/bin/env bash
# The reference checkers on FMUs of every kind: FMPy in LASH_FMPY (the folder that holds the package; LASH_PYTHON: which
# Python) and the C fmusim of Reference-FMUs in LASH_FMUSIM; LASH_FMI_SCHEMA adds the schemas. Without either of the first two
# there is nothing to run: status 77.
set -euo pipefail
lash=$1 source=$2
if [ -z "${LASH_FMPY:-}" ] && [ -z "${LASH_FMUSIM:-}" ]; then
  echo "neither LASH_FMPY nor LASH_FMUSIM is set: the reference checkers were not run"
  exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
joint=(--shape ball --set Ri=0.0105 --set Rj=0.010 --normal lankarani_nikravesh --set K=1e10 --set e=0.9)
failed=0
fail() {
  echo "FAILED: $*"
  failed=1
}
# close A B PART WHAT: |A - B| <= PART |B|
close() {
  awk -v a="$1" -v b="$2" -v p="$3" 'BEGIN { d = a - b; if (d < 0) d = -d; if (b < 0) b = -b; exit !(d <= p * b) }' ||
    fail "$4: $1 instead of $2"
}

"$lash" run "$source/validation/rssr/rssr.adm" --end 0.004 --dtout 1e-6 --no-audit --quiet --out run > /dev/null
peak=$(awk -F, 'NR > 1 && $2 > m { m = $2 } END { printf "%.17g", m }' run/request_2.csv)
# outputs of fmusim that meet the instant of the greatest force; it takes no times closer than 1e-5 s
interval=$(awk -F, 'NR > 1 && $2 > m { m = $2; t = $1 } END { printf "%.17g", t / int(t / 2e-5) }' run/request_2.csv)
place=$(tail -n 1 run/request_1.csv | cut -d, -f2)
for version in 2 3; do
  "$lash" fmu joint "${joint[@]}" --fmi $version --out joint$version.fmu
  "$lash" fmu joint "${joint[@]}" --friction lugre_n --set s0=1e5 --set mu_s=0.3 --set mu_k=0.2 --set vs=0.1 --latch state --fmi $version \
    --out state$version.fmu
  "$lash" fmu model "$source/validation/rssr/rssr.adm" --end 0.004 --fmi $version --out cs$version.fmu
  "$lash" fmu model "$source/validation/rssr/rssr.adm" --end 0.004 --kind me --fmi $version --out me$version.fmu
  "$lash" fmu model "$source/validation/rssr/rssr.adm" --end 0.004 --kind fixed --step 1e-6 --fmi $version --out fixed$version.fmu
done
for file in *.fmu; do
  "$lash" fmu check "$file" || fail "lash fmu check $file"
done

if [ -n "${LASH_FMPY:-}" ]; then
  export PYTHONPATH=$LASH_FMPY
  python=${LASH_PYTHON:-python3}
  for file in *.fmu; do
    said=$("$python" -m fmpy validate "$file" 2>&1 | tail -n 1)
    echo "FMPy: $file: $said"
    [ "$said" = "No problems found." ] || fail "FMPy validate $file"
  done
  for version in 2 3; do
    "$python" -m fmpy simulate --interface-type CoSimulation --stop-time 0.004 --output-interval 1e-5 --output-file cs.csv cs$version.fmu \
      > /dev/null 2>&1 || fail "FMPy simulate cs$version"
    close "$(tail -n 1 cs.csv | cut -d, -f2)" "$place" 1e-9 "FMPy cs$version, eccentricity at the end"
    "$python" -m fmpy simulate --interface-type ModelExchange --solver Euler --stop-time 1e-4 --output-interval 1e-6 --output-file me.csv \
      me$version.fmu > /dev/null 2>&1 || fail "FMPy simulate me$version"
  done
fi

if [ -n "${LASH_FMUSIM:-}" ]; then
  for version in 2 3; do
    "$LASH_FMUSIM" --interface-type cs --stop-time 0.004 --output-interval 5e-5 --output-file cs.csv cs$version.fmu ||
      fail "fmusim cs$version"
    close "$(tail -n 1 cs.csv | cut -d, -f2)" "$place" 1e-6 "fmusim cs$version, eccentricity at the end"
    "$LASH_FMUSIM" --interface-type cs --stop-time 0.004 --output-interval 5e-5 --output-file fixed.csv fixed$version.fmu ||
      fail "fmusim fixed$version"
    close "$(tail -n 1 fixed.csv | cut -d, -f2)" "$place" 1e-6 "fmusim fixed$version, eccentricity at the end"
    "$LASH_FMUSIM" --interface-type me --solver cvode --tolerance 1e-9 --stop-time 0.004 --output-interval "$interval" --output-file me.csv \
      me$version.fmu || fail "fmusim me$version"
    column=$(head -n 1 me.csv | tr ',' '\n' | grep -n 'request_2.f1' | cut -d: -f1)
    [ -n "$column" ] || fail "fmusim me$version: no column request_2.f1"
    greatest=$(awk -F, -v c="${column:-2}" 'NR > 1 && $c > m { m = $c } END { printf "%.17g", m }' me.csv)
    echo "fmusim me$version: greatest force $greatest, lash run $peak"
    close "$greatest" "$peak" 1e-3 "fmusim me$version, greatest force"
    "$LASH_FMUSIM" --interface-type me --solver cvode --stop-time 0.001 --output-interval 1e-4 joint$version.fmu > /dev/null ||
      fail "fmusim joint$version"
  done
  # a ball that comes with 0.1 m/s, 0.1 mm before it touches: instant, speed and force as the law has them
  awk 'BEGIN { print "\"time\",\"inner.r[1]\",\"inner.v[1]\""; for (k = 0; k <= 240; k++) printf "%.12g,%.17g,0.1\n", k * 5e-6, 4e-4 + k * 5e-7 }' > in.csv
  "$LASH_FMUSIM" --interface-type me --solver cvode --stop-time 0.0012 --output-interval 1e-5 --input-file in.csv --output-variable v0 \
    --output-variable normal_force --output-file impact.csv joint2.fmu || fail "fmusim joint2 with inputs"
  law=$("$lash" law lankarani_nikravesh --set K=1e10 --set e=0.9 --at delta=7e-6,v=0.1,v0=0.1 --json | sed -n 's/.*"force": \([^,]*\),.*/\1/p')
  close "$(awk -F, '$1 > 0.001069 { print $2; exit }' impact.csv)" "$law" 1e-9 "fmusim joint2, force 7 um deep"
  close "$(awk -F, '$3 > 0.05 { print $1; exit }' impact.csv)" 0.001 1e-8 "fmusim joint2, first touch"
  close "$(tail -n 1 impact.csv | cut -d, -f3)" 0.1 1e-12 "fmusim joint2, approach speed"
  "$LASH_FMUSIM" --interface-type cs --event-mode-used --early-return-allowed --stop-time 0.004 --output-interval 1e-4 --output-file ev.csv \
    cs3.fmu || fail "fmusim cs3 with events"
  grep -q '^0.0020902' ev.csv || fail "fmusim cs3: the first touch is not announced"
fi
exit $failed
