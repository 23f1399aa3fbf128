# With play and without
# Acceleration of a slider: the same dataset, once with the pin's play and once with an ideal pin.
build/lash run validation/slider_crank_clearance/slider_crank_clearance.adm --without JPRIM/1 --end 0.024 --dtout 1e-5 --out out/gallery/play
build/lash run validation/slider_crank_clearance/slider_crank_clearance.adm --without GFORCE/1 --end 0.024 --dtout 1e-5 --out out/gallery/ideal
build/lash plot out/gallery/play out/gallery/ideal --label play --label ideal --column request/1.f4 --out out/gallery/16_with_and_without.svg
