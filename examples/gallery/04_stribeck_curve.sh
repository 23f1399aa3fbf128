# Friction over speed
# Brown and McPhee's smooth curve: static peak, fall, no jump at rest.
build/lash law brown_mcphee --at N=10 --over vt=-0.02:0.02 --plot out/gallery/04_stribeck_curve.svg
