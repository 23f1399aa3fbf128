# The power that flows
# The screw bond graph of a slider-crank, with the power in every bond.
build/lash graph slider_crank --time 3 --svg out/gallery/25_bond_graph.svg
