# One impact
# A ball of 1 kg meets a wall at 0.3 m/s under Flores' law: asked for 0.5, it gives 0.47 of the speed back.
build/lash impact --law flores --set e=0.5 --set K=1e8 --mass 1 --speed 0.3 --plot out/gallery/01_impact.svg
