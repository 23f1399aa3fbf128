# A dataset of one's own
# Nine lines of Adams' language, run and drawn.
cat > out/gallery/pendulum.adm <<'EOF'
A pendulum of half a metre with a damper
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
PART/1, GROUND
MARKER/1, PART=1
PART/2, MASS=1, CM=3, IP=0.01, 0.01, 0.01, REULER=-60D, 0, 0
MARKER/2, PART=2
MARKER/3, PART=2, QP=0, -0.5, 0
JOINT/1, REVOLUTE, I=2, J=1
SFORCE/1, ROTATION, I=2, J=1, FUNCTION=-0.1*WZ(2,1,1)
ACCGRAV/JGRAV=-9.81
REQUEST/1, F2=AZ(2,1)\F3=WZ(2,1,1), CNAMES=,angle,rate
END
EOF
build/lash run out/gallery/pendulum.adm --end 10 --dtout 0.02 --out out/gallery/pendulum
build/lash plot out/gallery/pendulum --column request_1.angle --column kinetic --out out/gallery/14_pendulum.svg
