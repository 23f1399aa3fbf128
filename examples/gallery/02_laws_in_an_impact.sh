# Five laws, one impact
# The same restitution asked of five laws: five loops, five answers. Only `exact` returns what was asked for.
build/lash compare impact --laws hertz,hunt_crossley,lankarani_nikravesh,flores,exact --set K=1e8 --set e=0.5 \
  --speed 0.3 --plot out/gallery/02_laws_in_an_impact.svg
