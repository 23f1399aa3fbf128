# A mass on a belt
# Friction that falls with speed feeds a vibration: the limit cycle of a squealing brake.
build/lash rig belt --law stribeck --plot out/gallery/09_belt.svg
