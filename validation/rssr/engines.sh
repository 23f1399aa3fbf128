#!/usr/bin/env bash
# The deterministic run of this case (12 000 r/min, 0.1 mm, Lankarani-Nikravesh, controller) in several engines, side by side.
#   engines.sh [HOSTS [INERTIA [END]]]      reference,mujoco printed 0.025; INERTIA is printed or slender
# Simbody refuses the printed inertia, which no body can have. LASH names the program.
set -euo pipefail
hosts=${1:-reference,mujoco} inertia=${2:-printed} end=${3:-0.025}
here=$(dirname "$0")
settings=(
  # ten times the velocities of the dataset
  PART/2.VY=12.566370614359172 PART/2.WZ=1256.6370614359172
  PART/3.VX=1.3977916243037541 PART/3.VY=12.566370614359172 PART/3.VZ=5.584694024568139
  PART/3.WY=-170.69411763747265 PART/3.WZ=-149.02662810657937
  PART/4.VX=1.3977916243037541 PART/4.VZ=5.584694024568139 PART/4.WZ=-155.59360818483906
  "SFORCE/1.FUNCTION=10*(1256.6370614359172*TIME - AZ(22,11)) + 30*(1256.6370614359172 - WZ(22,11,11))"
  "STRING/1.STRING=outer=J normal=lankarani_nikravesh E=207e9 nu=0.3 Ri=0.010 Rj=0.0099 curvature=external e=0.9"
)
if [ "$inertia" = slender ]; then
  settings+=("PART/2.IP=6.3333e-7, 6.3333e-7, 6.3333e-7" "PART/3.IP=1e-6, 1.7489e-4, 1.7489e-4" "PART/4.IP=1.4146e-5, 1.4146e-5, 1.4146e-5")
fi
arguments=()
for setting in "${settings[@]}"; do arguments+=(--set "$setting"); done
"${LASH:-lash}" compare --hosts "$hosts" "$here/rssr.adm" --end "$end" --dtout 1e-6 --step 1e-6 "${arguments[@]}" "${@:4}"
