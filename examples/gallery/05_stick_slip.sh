# Stick-slip
# A mass drawn by a spring over a rough table sticks and slips: the experiment of the LuGre paper, three laws.
build/lash compare stick-slip --laws lugre,elasto_plastic,brown_mcphee --plot out/gallery/05_stick_slip.svg
