#!/usr/bin/env bash
# Installs what is missing, builds, and shows what Lash does: tables on screen, plots in out/demo/.
# With --no-validation without the published mechanisms, which take most of the time.
set -euo pipefail
cd "$(dirname "$0")/.."
case "${1:-}" in
  "" | --no-validation) ;;
  *) echo "demo.sh: '$1'? It takes --no-validation or nothing" >&2; exit 2 ;;
esac
scripts/setup.sh --demo
sundials=()
echo "Building: about a minute on two processors"
apart=(build/packages/usr/lib/*/cmake/sundials) # where set-up unpacked it; else it is installed
[ ! -d "${apart[0]}" ] || sundials=("-DSUNDIALS_DIR=$PWD/${apart[0]}")
cmake --preset release "${sundials[@]}" >/dev/null
cmake --build --preset release -j "$(nproc)" --target lash_cli lash_subroutines -- --no-print-directory | grep -v '^\[' || true

lash=build/lash
out=out/demo
mkdir -p "$out/validation"

show() {
  echo
  echo "\$ lash $*"
  "$lash" "$@"
}

echo "== Contact laws asked for a restitution of 0.7: what they return =="
show compare impact --laws exact,hertz,lankarani_nikravesh,hunt_crossley,flores,gonthier,impact \
  --set K=1e8 --set e=0.7 --set c=1e3 --set d=1e-4 --mass 1 --speed 0.3 --plot "$out/impact.svg"
echo "The first picture, after $SECONDS s: $out/impact.svg"

echo
echo "== A journal in its bearing: the line laws differ by a factor of twenty =="
for law in johnson radzimovsky esdu_78035 dubowsky_freudenstein liu ln_cylinder pereira hertz_line; do
  force=$("$lash" law "$law" --set E=207e9 --set nu=0.3 --set Ri=0.010 --set Rj=0.0095 --set L=0.015 \
    --at delta=1e-6 | awk '/force  / { print $2 }')
  printf '  %-22s %12s N at 1 um\n' "$law" "$force"
done

echo
echo "== From a real impact to parameters, also for Adams' IMPACT =="
show fit --mass 0.5 --speed 0.1 --restitution 0.9 --set E=207e9 --set nu=0.3 --set Ri=0.0105 --set Rj=0.010 \
  --set curvature=internal

echo
echo "== Friction: stick-slip of the 1995 LuGre paper, and who creeps under a load that should hold =="
show compare stick-slip --laws lugre,elasto_plastic,brown_mcphee --plot "$out/stick-slip.svg"
show compare drift --laws lugre,elasto_plastic,gms,brown_mcphee --plot "$out/drift.svg"
show compare presliding --laws dahl,lugre,elasto_plastic,gms --plot "$out/presliding.svg"

echo
echo "== Contact laws in a mechanism: which differences are more than chance =="
show compare validation/rssr/rssr.adm --laws hertz,lankarani_nikravesh,exact --end 0.05 --ensemble 6 --out "$out/laws"

echo
echo "== A clearance joint at work, as a film =="
show run validation/rssr/rssr.adm --end 0.05 --dtout 5e-5 --out "$out/validation/film_rssr"

echo
echo "Plots: $(ls "$out"/*.svg | tr '\n' ' ')"
if [ "${1:-}" = --no-validation ]; then
  show report "$out/validation" --title "A clearance joint at work"
  echo "Film and curves to zoom into: $out/validation/report.html"
  exit 0
fi

echo
echo "== Published mechanisms, claim by claim (some minutes; --no-validation leaves them out) =="
show validate --quick --out "$out/validation" || echo "Some verdicts differ from those on record: see the table above."
show report "$out/validation" --title "Published mechanisms, claim by claim"
echo "Validation: $out/validation/index.html; with film and curves to zoom into: $out/validation/report.html"
