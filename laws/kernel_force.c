/* The force of a law from outside and its derivatives, whatever they are made from. */
#include <math.h>
#include <string.h>

#include "law_watch.h"
#include "open_impl.h"

/* Imaginary steps have no cancellation, so they may be as small as one likes. */
#define TINY 1e-200

static double by_complex_step(const open_law *law, const double *p, const double *x, double *d) {
  for (size_t k = 0; k < law->variables; k++) {
    double pairs[2 * OPEN_VARIABLES] = {0}, result[2];
    for (size_t i = 0; i < law->variables; i++) pairs[2 * i] = x[i];
    pairs[2 * k + 1] = TINY;
    law->given.force_complex(p, pairs, result);
    d[k] = result[1] / TINY;
  }
  return law->given.force(p, x);
}

/* Central differences at a step of the cube root of round-off; speeds share their scale. */
static double by_differences(const open_law *law, const double *p, const double *x, double *d) {
  const double share = 6e-6;
  for (size_t k = 0; k < law->variables; k++) {
    double scale = fabs(x[k]), step, at[OPEN_VARIABLES], ahead;
    if (law->variables == 3 && k > 0) scale = fmax(fabs(x[1]), fabs(x[2]));
    step = share * (scale > 0 ? scale : 1e-3);
    memcpy(at, x, law->variables * sizeof *at);
    at[k] = x[k] + step;
    ahead = law->given.force(p, at);
    bool edge = law->variables == 2 && x[k] < step; /* speed and load are not negative */
    at[k] = edge ? x[k] : x[k] - step;
    d[k] = (ahead - law->given.force(p, at)) / (edge ? step : 2 * step);
  }
  return law->given.force(p, x);
}

static double ask(const open_law *law, const double *p, const double *x, double *d) {
  if (law->given.evaluate) return law->given.evaluate(law->given.context, p, x, d);
  if (!d) return law->given.force(p, x);
  if (law->given.gradient) return law->given.gradient(p, x, d);
  return law->given.force_complex ? by_complex_step(law, p, x, d) : by_differences(law, p, x, d);
}

double open_force(const open_law *law, const double *p, const double *x, double *d) {
  if (law->formula[FORMULA_FORCE].expr) return open_formula_value(law, FORMULA_FORCE, p, x, d);
  law_begins();
  const double force = ask(law, p, x, d);
  law_ends();
  return force;
}
