# From order to chaos
# A driven pendulum, looked at once per period, over the strength of the drive.
cat > out/gallery/driven.adm <<'EOF'
A driven pendulum
PART/1, GROUND
MARKER/1, PART=1
PART/2, MASS=1, CM=3, IP=1E-9, 1E-9, 1E-9
MARKER/2, PART=2
MARKER/3, PART=2, QP=0, -1, 0
JOINT/1, REVOLUTE, I=2, J=1
SFORCE/1, ROTATION, I=2, J=1, FUNCTION=1.2*COS(2*TIME/3)-0.5*WZ(2,1)
ACCGRAV/JGRAV=-1
END
EOF
build/lash bifurcation out/gallery/driven.adm --vary g=1:1.15:31 --set 'SFORCE/1.FUNCTION=${g}*COS(2*TIME/3)-0.5*WZ(2,1)' \
  --period '3*pi' --column 'WZ(2,1)' --skip 40 --keep 20 --integrator rk45 --engine compiled --out out/gallery/diagram
cp out/gallery/diagram/bifurcation.svg out/gallery/20_bifurcation.svg
