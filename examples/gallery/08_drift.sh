# Creep under a load that shakes
# LuGre lets a body wander that should stay; the elasto-plastic law holds it.
build/lash compare drift --laws lugre,elasto_plastic --plot out/gallery/08_drift.svg
