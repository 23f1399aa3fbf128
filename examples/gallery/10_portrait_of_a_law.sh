# Portrait of a law
# Any law, ours or yours, through derivatives, energy, units, limits, with its picture.
build/lash law check lankarani_nikravesh --set K=1e8 --set e=0.7 --plot out/gallery/10_portrait_of_a_law.svg
