# The laws in your own C program
# One static library and a loop: a ball that bounces to rest.
cat > out/gallery/ball.c <<'EOF'
#include <stdio.h>
#include "lash_contact.h"
int main(void) {
  lash_contact law;
  lash_error error;
  if (lash_contact_begin(&law, "exact", &error) || lash_contact_set(&law, "K", "1e7", &error) ||
      lash_contact_set(&law, "e", "0.8", &error) || lash_contact_ready(&law, &error))
    return fprintf(stderr, "%s\n", error.message), 2;
  double x = 0.5, v = 0, v0 = 1, h = 1e-6;
  puts("time (s),height (m)");
  for (int i = 0; i < 2000000; i++) {
    if (x > 0) v0 = -v > 1e-3 ? -v : 1e-3;
    v += h * (-9.81 + lash_contact_eval(&law, -x, -v, v0).force);
    x += h * v;
    if (i % 2000 == 0) printf("%g,%g\n", i * h, x);
  }
}
EOF
cc -O2 -I core -I contact -I friction out/gallery/ball.c build/core/liblash.a -o out/gallery/ball -lm
out/gallery/ball > out/gallery/ball.csv
build/lash plot out/gallery/ball.csv --column height --out out/gallery/30_in_c.svg
