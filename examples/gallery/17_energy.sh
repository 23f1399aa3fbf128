# Where the energy goes
# What the contact of the four-bar dissipates, impact by impact.
build/lash run validation/rssr/rssr.adm --end 0.05 --dtout 1e-4 --out out/gallery/energy
build/lash plot out/gallery/energy --column kinetic --column dissipated --out out/gallery/17_energy.svg
