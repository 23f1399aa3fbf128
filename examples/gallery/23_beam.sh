# A rod that bends
# The middle of a slender connecting rod at 150 rad/s, as an absolute-coordinate beam.
build/lash run tests/solver/data/flexible_slider_crank_beam.adm --end 0.0419 --steps 200 --integrator genalpha --error 1e-4 --out out/gallery/beam
build/lash plot out/gallery/beam --column request/1.f2 --out out/gallery/23_beam.svg
