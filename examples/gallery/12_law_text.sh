# A file of laws
# A text file of formulas with parameters, units and ranges; each can be named wherever a law is named.
build/lash laws --from examples/law/shop.law
build/lash law check examples/law/shop::press_fit --plot out/gallery/12_law_text.svg
