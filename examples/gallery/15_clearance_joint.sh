# A clearance in a spatial four-bar
# The force in a ball joint with play, law and play as one line of words in the dataset.
build/lash run validation/rssr/rssr.adm --end 0.05 --dtout 2e-5 --out out/gallery/rssr
build/lash plot out/gallery/rssr --column GFORCE_1_FX,GFORCE_1_FY,GFORCE_1_FZ --out out/gallery/15_clearance_joint.svg
