/* What a friction law must stand. */
#include <string.h>

#include "law_findings.h"

enum { STATES = 500 };

typedef struct state {
  double v, normal, z[LASH_FRICTION_STATES_MAX];
} state;

/* Speeds over five decades, loads over three; states that the law itself came to from rest. */
static state random_state(const lash_friction *law, uint64_t *seed) {
  state x = {.normal = pow(10, law_between(seed, 0, 3))};
  x.v = pow(10, law_between(seed, -5, 0)) * (splitmix64_unit(seed) < 0.5 ? -1 : 1);
  lash_friction_reset(law, x.z);
  lash_friction_input in = {.vt = {x.v, 0}, .normal = x.normal, .z = x.z};
  if (lash_friction_states(law))
    lash_friction_advance(law, &in, pow(10, law_between(seed, -6, -1)), x.z);
  return x;
}

static void evaluate(const lash_friction *law, const state *x, lash_friction_value *out) {
  lash_friction_input in = {.vt = {x->v, 0}, .normal = x->normal, .z = x->z};
  lash_friction_force(law, &in, out);
}

static double force_at(const lash_friction *law, const state *x) {
  lash_friction_value out;
  evaluate(law, x, &out);
  return out.force[0];
}

/* ---------------------------------------------------------------------------------- derivatives */

/* Difference quotients at two steps; `place` lies inside `x`. */
static double slope(const lash_friction *law, state *x, double *place, double *doubt) {
  double here = *place, quotient[2];
  for (int i = 0; i < 2; i++) {
    double step = fabs(here) * (i ? 5e-6 : 1e-5);
    *place = here + step;
    double ahead = force_at(law, x);
    *place = here - step;
    quotient[i] = (ahead - force_at(law, x)) / (2 * step);
    *place = here;
  }
  *doubt = fabs(quotient[1] - quotient[0]);
  return quotient[1];
}

static void check_derivatives(const lash_friction *law, lash_law_findings *f) {
  const double limit = 1e-6;
  law_worst worst = {0};
  const char *which = "vt";
  uint64_t seed = 1;
  size_t states = lash_friction_continuous_states(law);
  for (size_t i = 0; i < STATES; i++) {
    state x = random_state(law, &seed);
    lash_friction_value own;
    evaluate(law, &x, &own);
    for (size_t k = 0; k < 2 + states; k++) {
      double *place = k == 0 ? &x.v : k == 1 ? &x.normal : &x.z[k - 2], doubt;
      double mine = k == 0 ? own.d_vt[0][0] : k == 1 ? own.d_normal[0] : own.d_z[0][k - 2];
      double scale = fabs(*place), found = slope(law, &x, place, &doubt);
      if (!(scale > 0)) continue;
      double size = fabs(own.force[0]) + fabs(found * scale);
      if (!(size > 0) || doubt * scale > limit / 3 * size) continue;
      double before = worst.size;
      law_worse(&worst, fabs(mine - found) * scale / size, x.v, x.normal, 0, 0);
      if (worst.size != before) which = k == 0 ? "vt" : k == 1 ? "N" : "z";
    }
  }
  law_demand(f, "derivatives", worst.size, limit,
             "d force/d %s differs from differences by %.1e of the force at vt=%.3g N=%.3g", which,
             worst.size, worst.at[0], worst.at[1]);
}

/* ----------------------------------------------------------------------- sign, load, NaN, batch */

static void check_sides(const lash_friction *law, lash_law_findings *f) {
  law_worst odd = {0}, unloaded = {0}, bad = {0};
  uint64_t seed = 2;
  size_t states = lash_friction_states(law);
  bool own_level = law->law->traits & LASH_FRICTION_OWN_LEVEL;
  for (size_t i = 0; i < STATES; i++) {
    state x = random_state(law, &seed), mirror = x, free = x;
    double force = force_at(law, &x);
    law_worse(&bad, isfinite(force) ? 0 : 1, x.v, x.normal, 0, 0);
    if (!isfinite(force)) continue;
    mirror.v = -x.v;
    if (!states) law_worse(&odd, fabs(force + force_at(law, &mirror)), x.v, x.normal, 0, 0);
    free.normal = 0;
    if (!own_level) law_worse(&unloaded, fabs(force_at(law, &free)), x.v, 0, 0, 0);
  }
  law_demand(f, "finite", bad.size, 0, "%s at vt=%.3g N=%.3g",
             bad.size > 0 ? "NaN or infinity" : "force, e.g.", bad.at[0], bad.at[1]);
  if (states) {
    law_tell(f, "both directions alike", "has states; not asked");
  } else {
    law_demand(f, "both directions alike", odd.size, 0, "differ by %.3g N at vt=%.3g N=%.3g",
               odd.size, odd.at[0], odd.at[1]);
  }
  if (own_level) {
    law_tell(f, "no load, no friction", "has a level of its own in newtons; not asked");
  } else {
    law_tell(f, "no load, no friction", "%.3g N at vt=%.3g without load", unloaded.size,
             unloaded.at[0]);
  }
  state x = random_state(law, &seed);
  x.v = NAN;
  lash_friction_rate rate = {0};
  lash_friction_input in = {.vt = {NAN, 0}, .normal = x.normal, .z = x.z};
  if (states) lash_friction_rates(law, &in, &rate); /* it may reach the force by the states alone */
  bool lost = !isnan(force_at(law, &x)) && !(states && isnan(rate.zdot[0]));
  law_demand(f, "NaN in, NaN out", lost, 0, "%s", lost ? "a NaN in vt is lost" : "kept");
}

static void check_batch(const lash_friction *law, lash_law_findings *f) {
  enum { N = 101 };
  double vt[N], normal[N], z[N * LASH_FRICTION_STATES_MAX], force[N], d_vt[N], d_normal[N];
  size_t states = lash_friction_states(law), different = 0;
  uint64_t seed = 3;
  state x[N];
  for (size_t i = 0; i < N; i++) {
    x[i] = random_state(law, &seed);
    vt[i] = x[i].v, normal[i] = x[i].normal;
    for (size_t k = 0; k < states; k++) z[k * N + i] = x[i].z[k];
  }
  lash_friction_batch(law, N, vt, normal, z, force, d_vt, d_normal, NULL);
  for (size_t i = 0; i < N; i++) {
    lash_friction_value one;
    evaluate(law, &x[i], &one);
    different += memcmp(&one.force[0], &force[i], sizeof *force) != 0 ||
                 memcmp(&one.d_vt[0][0], &d_vt[i], sizeof *force) != 0 ||
                 memcmp(&one.d_normal[0], &d_normal[i], sizeof *force) != 0;
  }
  law_demand(f, "batch = scalar", (double)different, 0, "%zu of %d differ in a bit", different, N);
}

/* --------------------------------------------------------------------------------------- energy */

/* Work over full cycles vt = V sin wt, bristles advanced on the way, over the greatest possible. */
static double cycle_work(const lash_friction *law, double speed, double rate, double normal) {
  enum { CYCLES = 2, POINTS = 4000 };
  double work = 0, size = 0, h = 2 * acos(-1) / rate / POINTS;
  state x = {.normal = normal};
  lash_friction_reset(law, x.z);
  for (int i = 0; i < CYCLES * POINTS; i++) {
    x.v = speed * sin(rate * h * (i + 0.5));
    lash_friction_input in = {.vt = {x.v, 0}, .normal = normal, .z = x.z};
    if (lash_friction_states(law)) lash_friction_advance(law, &in, h / 2, x.z);
    double power = force_at(law, &x) * x.v;
    if (lash_friction_states(law)) lash_friction_advance(law, &in, h / 2, x.z);
    work += power, size += fabs(power);
  }
  return size > 0 ? work / size : 0;
}

static void check_energy(const lash_friction *law, lash_law_findings *f) {
  law_worst gain = {0};
  uint64_t seed = 4;
  for (int i = 0; i < 12; i++) {
    double speed = pow(10, law_between(&seed, -4, 0)), rate = pow(10, law_between(&seed, 0, 3));
    double normal = pow(10, law_between(&seed, 0, 3));
    law_worse(&gain, -cycle_work(law, speed, rate, normal), speed, rate, normal, 0);
  }
  if (law->law->traits & LASH_FRICTION_MAY_GAIN) {
    law_tell(f, "passive", "says itself that it may give energy; found %.2g of what moves",
             gain.size);
    return;
  }
  law_demand(f, "passive", gain.size, 1e-6,
             "gives %.2g of the energy moved in cycles of %.3g m/s at %.3g rad/s under %.3g N",
             gain.size, gain.at[0], gain.at[1], gain.at[2]);
}

/* ---------------------------------------------------------------------------------------- units */

static lash_status set_number(void *law, const char *name, double value, lash_error *error) {
  return lash_friction_set_number(law, name, value, error);
}

static void check_units(const lash_friction *law, lash_law_findings *f) {
  lash_friction strange = *law;
  const char *trouble = "";
  if (!law_units_known(&law->params, f)) return;
  if (!law_units_exchange(&law->params, set_number, &strange, &trouble) ||
      lash_friction_ready(&strange, NULL) != LASH_OK) {
    law_units_stuck(f, trouble);
    return;
  }
  double speed = law_unit_factor((law_unit){0, 1, -1});
  double newton = law_unit_factor((law_unit){1, 1, -2});
  law_worst worst = {0};
  uint64_t seed = 5;
  for (size_t i = 0; i < STATES; i++) {
    state x = random_state(law, &seed), y = x;
    lash_friction_reset(law, x.z); /* what unit a state has is the law's own business */
    lash_friction_reset(&strange, y.z);
    y.v *= speed, y.normal *= newton;
    double a = force_at(law, &x) * newton, b = force_at(&strange, &y),
           size = fmax(fabs(a), fabs(b));
    if (size > 0) law_worse(&worst, fabs(a - b) / size, x.v, x.normal, 0, 0);
  }
  law_units_differ(f, worst.size);
}

void lash_law_check_friction(const lash_friction *law, lash_law_findings *f) {
  f->count = 0;
  check_derivatives(law, f);
  check_sides(law, f);
  check_batch(law, f);
  check_energy(law, f);
  check_units(law, f);
}
