# needs gfortran
# The same in Fortran
# By-reference arguments, as Fortran subroutines for Adams are written.
cat > out/gallery/well.f90 <<'EOF'
subroutine SFOSUB(id, time, par, npar, dflag, iflag, value)
  implicit none
  integer :: id, npar
  double precision :: time, par(npar), value
  logical :: dflag, iflag
  double precision :: x
  integer :: markers(3)
  logical :: errflg
  markers = (/ int(par(1)), int(par(2)), int(par(2)) /)
  call SYSFNC('DZ', markers, 3, x, errflg)
  value = 4d0*x - 400d0*x**3
  if (iflag) value = 0
end subroutine
EOF
cat > out/gallery/well.adm <<'EOF'
A body between two valleys, shaken
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
PART/1, GROUND
MARKER/1, PART=1
PART/2, MASS=1, CM=2, IP=1E-4, 1E-4, 1E-4, QG=0, 0, 0.05
MARKER/2, PART=2
JOINT/1, TRANSLATIONAL, I=2, J=1
SFORCE/1, TRANSLATION, ACTIONONLY, I=2, J=1, FUNCTION=USER(2,1)\, ROUTINE=well::SFOSUB
SFORCE/2, TRANSLATION, ACTIONONLY, I=2, J=1, FUNCTION=0.16*COS(2.4*TIME)-0.3*VZ(2,1,1)
REQUEST/1, F2=DZ(2,1,1), CNAMES=,place
END
EOF
gfortran -shared -fPIC -O2 out/gallery/well.f90 -o out/gallery/well.so
build/lash run out/gallery/well.adm --end 60 --dtout 0.05 --out out/gallery/well
build/lash plot out/gallery/well --column place --out out/gallery/28_subroutine_in_fortran.svg
