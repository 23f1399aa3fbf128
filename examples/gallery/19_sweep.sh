# A parameter study
# The peak force over the play of the joint, on all cores.
build/lash sweep validation/rssr/rssr.adm --vary STRING/1.Rj=0.0092:0.0099:8 --measure 'peak(GFORCE(1,0,1,0)),impacts' \
  --end 0.02 --out out/gallery/sweep --plot out/gallery/19_sweep.svg
