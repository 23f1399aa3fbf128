# needs mujoco
# The same dataset in another engine
# A four-bar in our solver and in MuJoCo, curve over curve.
build/lash run tests/hosts/models/four_bar.adm --end 1 --dtout 0.01 --out out/gallery/reference
build/lash run tests/hosts/models/four_bar.adm --host mujoco --end 1 --dtout 0.01 --out out/gallery/mujoco
build/lash plot out/gallery/reference out/gallery/mujoco --column request/1.f2 --out out/gallery/22_hosts.svg
