# A modal body from a frame
# A flexible arm swung by its hub rings after the hub has stopped.
cat > out/gallery/arm.frame <<'EOF'
name arm
modes 4
material alu E 7e10 nu 0.33 rho 2700
section s rectangle 0.02 0.04
node 1 0 0 0
node 2 0.8 0 0
beam 1 2 s alu divide 8
interface 1 2
EOF
cat > out/gallery/arm.adm <<'EOF'
A flexible arm with a mass, swung by its hub
UNITS/SYSTEM = MKS
PART/1, GROUND
MARKER/1, PART = 1
PART/2, MASS = 1, CM = 21, IP = 0.01, 0.01, 0.01
MARKER/21, PART = 2
FLEX_BODY/3, FILE = arm.frame, CRATIO = 0.01
MARKER/31, FLEX_BODY = 3, NODE_ID = 1
MARKER/32, FLEX_BODY = 3, NODE_ID = 2
PART/4, MASS = 0.5, CM = 41, IP = 1E-4, 1E-4, 1E-4, QG = 0.8, 0, 0
MARKER/41, PART = 4
JOINT/1, REVOLUTE, I = 21, J = 1
JOINT/2, FIXED, I = 31, J = 21
JOINT/3, FIXED, I = 41, J = 32
MOTION/1, JOINT = 1, ROTATION, FUNCTION = STEP(TIME, 0, 0, 0.2, 90D)
REQUEST/1, F2 = DX(32,21,21) - 0.8\F3 = DY(32,21,21), CNAMES = , along, across
END
EOF
build/lash run out/gallery/arm.adm --end 0.5 --steps 400 --integrator genalpha --error 1e-4 --out out/gallery/arm
build/lash plot out/gallery/arm --column across --out out/gallery/24_modal_arm.svg
