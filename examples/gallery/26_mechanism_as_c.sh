# A mechanism as a C file
# The whole four-bar with its clearance joint as one file without dependencies, for real time.
build/lash compile validation/rssr/rssr.adm --step 1e-6 --end 0.02 --out out/gallery/rssr.c
cc -O2 out/gallery/rssr.c -o out/gallery/rssr_c -lm
out/gallery/rssr_c > out/gallery/motion.csv
build/lash plot out/gallery/motion.csv --column x_3,y_3 --out out/gallery/26_mechanism_as_c.svg
