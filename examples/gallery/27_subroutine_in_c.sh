# Your own Adams user subroutine
# A magnet as SFOSUB in C: loaded as Adams loads it, run without Adams.
cat > out/gallery/magnet.c <<'EOF'
#include "slv_c_utils.h"
adams_c_Sfosub Magnet;
void Magnet(const struct sAdamsSforce *sfo, double time, int dflag, int iflag, double *result) {
  int markers[2] = {(int)sfo->PAR[0], (int)sfo->PAR[1]}, errflg = 0;
  double gap = 1;
  (void)time, (void)dflag;
  c_sysfnc("DM", markers, 2, &gap, &errflg);
  *result = iflag ? 0 : -2e-4 / (gap * gap + 1e-4);
}
EOF
cat > out/gallery/magnet.adm <<'EOF'
A sledge on a spring before a magnet
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
PART/1, GROUND
MARKER/1, PART=1
PART/2, MASS=0.1, CM=2, IP=1E-4, 1E-4, 1E-4, QG=0, 0, 0.05
MARKER/2, PART=2
JOINT/1, TRANSLATIONAL, I=2, J=1
SPRINGDAMPER/1, I=2, J=1, TRANSLATION, K=40, C=0.05, LENGTH=0.06
SFORCE/1, TRANSLATION, I=2, J=1, FUNCTION=USER(2,1)\, ROUTINE=magnet::Magnet
REQUEST/1, F2=DZ(2,1,1), CNAMES=,gap
END
EOF
cc -shared -fPIC -O2 -I subroutines/include out/gallery/magnet.c -o out/gallery/magnet.so
build/lash run out/gallery/magnet.adm --end 2 --dtout 0.005 --out out/gallery/magnet
build/lash plot out/gallery/magnet --column gap --out out/gallery/27_subroutine_in_c.svg
