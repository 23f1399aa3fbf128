# Laws side by side in a mechanism
# Is the difference between two laws more than chance? Ensembles tell.
build/lash compare validation/rssr/rssr.adm --laws hertz,flores,exact --end 0.02 --ensemble 4 --out out/gallery/laws_rssr
cp out/gallery/laws_rssr/peak_GFORCE_1_0_1_0.svg out/gallery/18_laws_in_a_mechanism.svg
