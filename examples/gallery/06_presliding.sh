# Presliding with memory
# Below break-away friction is a spring that remembers every reversal: the generalised Maxwell-slip law.
build/lash rig presliding --law gms --plot out/gallery/06_presliding.svg
