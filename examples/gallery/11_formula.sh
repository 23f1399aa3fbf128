# A law as a formula
# Typed at the prompt, with exact derivatives: a Hertz contact whose damping saturates.
build/lash law --formula 'K*delta^1.5*(1 + a*tanh(v/w))' --param K=1e8 --param a=0.4 --param w=0.1 \
  --at v=0.2,v0=0.2 --over delta=0:1e-4 --plot out/gallery/11_formula.svg
