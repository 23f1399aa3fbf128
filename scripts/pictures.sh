#!/usr/bin/env bash
# Makes the pictures of docs/img and of the cases' READMEs anew: all of them, or those named.
#   scripts/pictures.sh [showcase|rigs|curves|sweep|precision|pendulum|bearing|report|oil|cases|library]…
# With RESUME=DIR, "cases" draws a whole validation whose results are kept there (`scripts/verdicts.sh --resume DIR`), not a quick one; with
# LASH=… by the program that kept them.
# "bearing" takes half an hour of processor time (two diagrams of 301 values), "cases" some minutes, the others a few minutes together. Needs
# Chromium, which draws SVG as PNG and shows the report.
set -euo pipefail
cd "$(dirname "$0")/.."
lash=${LASH:-build/lash}
img=docs/img
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome)

# A drawing with very many dots as a picture of twice its size in pixels.
dots() { # FILE.svg FILE.png WIDTH,HEIGHT
  "$browser" --headless --no-sandbox --disable-gpu --hide-scrollbars --force-device-scale-factor=2 --window-size="$3" \
    --screenshot="$2" "file://$(realpath "$1")" >/dev/null 2>&1
}

# A real mechanism: the case slider_crank_clearance over two turns.
showcase() {
  $lash validate slider_crank_clearance --quick --out "$work/validation" >/dev/null
  local results=$work/validation/slider_crank_clearance
  $lash plot "$results/curves_c0.5.csv" "$results/curves_ideal.csv" --label 'play 0.5 mm' --label ideal --column a \
    --to 0.024 --title 'Slider-crank, 5000 r/min: acceleration of the slider' --out $img/slider_crank.svg
}

# A curve that leaves its tube: a spring that is half as stiff again.
curves() {
  local model=tests/hosts/models/four_bar.adm
  $lash run $model --end 2 --steps 500 --out "$work/reference" --quiet
  $lash run $model --end 2 --steps 500 --set SPRINGDAMPER/1.K=60 --out "$work/result" --quiet
  $lash diff "$work/result" "$work/reference" --column request_1.f2 --value 0.03 --time 0.02 --plot $img/diff.svg || true
}

rigs() {
  $lash compare stick-slip --laws lugre,elasto_plastic,brown_mcphee --plot $img/stick-slip.svg >/dev/null
  $lash rig journal-bearing --law short --set R=0.01 --set c=20e-6 --set L=0.01 --set viscosity=0.05 --set experiment=orbit \
    --set load=60 --set swing=40 --set turns=8 --plot $img/film_orbit.svg >/dev/null
}

sweep() {
  $lash sweep validation/slider_crank_clearance/slider_crank_clearance.adm --vary rpm=1000:5000:5 --vary c=0.05e-3:0.5e-3:10 \
    --without JPRIM/1 --ideal-without GFORCE/1 --set 'MOTION/1.FUNCTION=${rpm*pi/30}*TIME' \
    --set 'PART/2.WZ=${rpm*pi/30}' --set 'PART/2.VY=${0.025*rpm*pi/30}' \
    --set 'PART/3.WZ=${-5/12*rpm*pi/30}' --set 'PART/3.VY=${0.025*rpm*pi/30}' --set 'STRING/1.Rj=${0.010-c}' \
    --end 120/rpm --from 60/rpm --integrator rk45 --error 1e-8 \
    --measure 'peak(request/1.f6),impacts,contact_fraction,deviation_rms(request/1.f2)' --out "$work/sweep" --plot $img/sweep.svg >/dev/null
}

# Work-precision diagrams, whose times are those of this machine.
precision() {
  LASH_SUBROUTINE_PATH=build build/benchmarks/precision "$work" >/dev/null
  cp "$work/precision.svg" $img/precision.svg
}

# The driven pendulum of docs/sweep.md.
pendulum() {
  sed -n '/^A driven damped pendulum/,/^END/p' docs/sweep.md > "$work/driven.adm"
  $lash bifurcation "$work/driven.adm" --vary g=0.9:1.5:301 --set 'SFORCE/1.FUNCTION=${g}*COS(2*TIME/3)-0.5*WZ(2,1)' --period '3*pi' \
    --column 'WZ(2,1)' --skip 60 --keep 60 --integrator rk45 --error 1e-8 --lyapunov --out "$work/diagram" >/dev/null
  dots "$work/diagram/bifurcation.svg" $img/bifurcation.png 900,640
  $lash portrait "$work/driven.adm" --set 'SFORCE/1.FUNCTION=1.5*COS(2*TIME/3)-0.5*WZ(2,1)' --plane 'AZ(2,1),WZ(2,1)' \
    --period '3*pi' --end '3*pi*550' --from '3*pi*50' --integrator rk45 --error 1e-8 --out "$work/portrait" >/dev/null
  dots "$work/portrait/phase.svg" $img/portrait.png 900,520
}

bearing() {
  local model=validation/slider_crank_clearance/slider_crank_clearance.adm how=(--without JPRIM/1 --engine auto)
  $lash portrait $model "${how[@]}" --set 'STRING/1.Rj=${0.010-0.5e-3}' --end 0.18 --from 0.132 --dtout 6e-6 --period 0.012 \
    --plane 'DX(41,11),VX(41,11)' --out "$work/bearing" >/dev/null
  dots "$work/bearing/orbit_GFORCE_1.svg" $img/slider_crank_orbit.png 560,560
  $lash bifurcation $model "${how[@]}" --vary c=0.05e-3:0.5e-3:301 --set 'STRING/1.Rj=${0.010-c}' --period 0.012 \
    --column 'request/2.f3,request/2.f4' --skip 10 --keep 16 --lyapunov --out "$work/clearances" >/dev/null
  dots "$work/clearances/bifurcation.svg" $img/slider_crank_clearance.png 900,940
  $lash bifurcation $model "${how[@]}" --vary rpm=2000:7000:301 --set 'MOTION/1.FUNCTION=${rpm*pi/30}*TIME' \
    --set 'PART/2.WZ=${rpm*pi/30}' --set 'PART/2.VY=${0.025*rpm*pi/30}' \
    --set 'PART/3.WZ=${-5/12*rpm*pi/30}' --set 'PART/3.VY=${0.025*rpm*pi/30}' \
    --set 'STRING/1.Rj=${0.010-0.2e-3}' --period 60/rpm --column 'request/2.f3,request/2.f4' \
    --skip 10 --keep 16 --lyapunov --out "$work/speeds" >/dev/null
  dots "$work/speeds/bifurcation.svg" $img/slider_crank_speed.png 900,940
}

# The screenshots of the browser test.
report() {
  local program
  program=$(realpath "$lash")
  (cd tests/browser && node test_report.mjs "$program" ../../validation "$work/report")
  cp "$work/report/page_light_1400.png" $img/report.png
  cp "$work/report/page_dark_600.png" $img/report_dark.png
  cp "$work/report/curve.png" $img/report_curve.png
  cp "$work/report/overlay.png" $img/report_overlay.png
  cp "$work/report/table.png" $img/report_table.png
}

# The page of a lubricated pin, a little past half a turn.
oil() {
  $lash run validation/library/oil_in_the_pin/pin.adm --without JPRIM/1 --end 0.012 --steps 600 --out "$work/oil" --quiet
  $lash report "$work/oil" >/dev/null
  sed 's#</body>#<script>setTimeout(() => { const f = lashReport.films[0]; f.frame = f.slider.value = 330; f.draw(); }, 300)</script></body>#' \
    "$work/oil/report.html" >"$work/oil/page.html"
  "$browser" --headless --no-sandbox --disable-gpu --virtual-time-budget=2000 --hide-scrollbars --window-size=1200,900 \
    --screenshot="$img/report_oil.png" "file://$work/oil/page.html" >/dev/null 2>&1
}

# Plots that the cases' READMEs show, and bond graphs.
cases() {
  local how=(--quick)
  [ -z "${RESUME:-}" ] || how=(--resume "$RESUME")
  $lash validate "${how[@]}" --out "$work/cases" || echo "some verdicts differ from those on record" >&2
  for folder in "$work"/cases/*/; do
    name=$(basename "$folder")
    while read -r picture; do
      [ ! -f "$folder/$picture" ] || cp "$folder/$picture" "validation/$name/$picture"
    done < <(sed -n 's/.*!\[[^]]*\](\([^)/]*\.png\)).*/\1/p' "validation/$name/README.md")
  done
  for name in slider_crank three_ups_s; do
    $lash graph "$name" --time 3 --svg "validation/$name/bonds.svg" >/dev/null
  done
}

# Those of the library of problems.
library() {
  $lash validate --suite benchmarks --out "$work/library" >/dev/null || echo "some benchmarks differ from those on record" >&2
  for folder in "$work"/library/*/; do
    [ ! -d "validation/library/$(basename "$folder")" ] || cp "$folder"/*.png "validation/library/$(basename "$folder")/"
  done
}

[ $# -gt 0 ] || set -- showcase rigs curves sweep precision pendulum bearing report oil cases library
for what in "$@"; do
  case $what in
    showcase | rigs | curves | sweep | precision | pendulum | bearing | report | oil | cases | library) echo "$what"; $what ;;
    *) echo "pictures.sh: '$what' is none of showcase, rigs, curves, sweep, precision, pendulum, bearing, report, oil, cases, library" >&2; exit 2 ;;
  esac
done
