# A steel journal strikes its bearing
# Johnson's law for a line contact, with the hysteresis of Flores.
build/lash impact --law johnson --set E=207e9 --set nu=0.3 --set Ri=0.010 --set Rj=0.0095 --set L=0.015 \
  --set hysteresis=flores --set e=0.9 --speed 0.1 --plot out/gallery/03_journal.svg
