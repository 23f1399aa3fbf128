# The journal in its bearing
# The path of the pin's centre within its play over two turns.
build/lash portrait validation/slider_crank_clearance/slider_crank_clearance.adm --without JPRIM/1 --period 0.012 --end 0.036 --from 0.012 \
  --plane 'request/2.f3,request/2.f4' --out out/gallery/portrait
cp out/gallery/portrait/orbit_GFORCE_1.svg out/gallery/21_orbit.svg
