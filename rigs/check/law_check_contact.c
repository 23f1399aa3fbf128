/* What a contact law must stand. */
#include <string.h>

#include "lash_rigs.h"
#include "law_findings.h"

enum { STATES = 1000 };

typedef struct state {
  double delta, v, v0;
} state;

/* Depths over five decades below the law's limit, speeds over four. */
static state random_state(const lash_contact *law, uint64_t *seed) {
  double deepest = fmin(1e-3, 0.9 * lash_contact_limit(law));
  double v0 = pow(10, law_between(seed, -3, 1));
  return (state){deepest * pow(10, law_between(seed, -5, 0)), law_between(seed, -1, 1) * v0, v0};
}

static lash_contact_value at(const lash_contact *law, state x) {
  return lash_contact_eval(law, x.delta, x.v, x.v0);
}

/* ---------------------------------------------------------------------------------- derivatives */

/* Difference quotient with its own error, from two step sizes; kinks are passed over. */
static bool slope(const lash_contact *law, state x, int k, double *value, double *doubt) {
  double *place[] = {&x.delta, &x.v, &x.v0}, here = *place[k];
  double scale = k == 0 ? x.delta : x.v0, quotient[2];
  bool cut = at(law, x).flags & LASH_CONTACT_CLAMPED;
  for (int i = 0; i < 2; i++) {
    double h = scale * (i ? 5e-6 : 1e-5);
    *place[k] = here + h;
    lash_contact_value ahead = at(law, x);
    *place[k] = here - h;
    lash_contact_value behind = at(law, x);
    *place[k] = here;
    if (cut != (bool)(ahead.flags & LASH_CONTACT_CLAMPED) ||
        cut != (bool)(behind.flags & LASH_CONTACT_CLAMPED))
      return false;
    quotient[i] = (ahead.force - behind.force) / (2 * h);
  }
  *value = quotient[1];
  *doubt = fabs(quotient[1] - quotient[0]) * scale;
  return true;
}

static void check_derivatives(const lash_contact *law, lash_law_findings *f) {
  const double limit = 1e-6;
  law_worst worst = {0};
  int which = 0;
  uint64_t seed = 1;
  for (size_t i = 0; i < STATES; i++) {
    state x = random_state(law, &seed);
    lash_contact_value here = at(law, x);
    double own[] = {here.d_delta, here.d_v, here.d_v0}, found, doubt;
    for (int k = 0; k < 3; k++) {
      double scale = k == 0 ? x.delta : x.v0;
      if (!slope(law, x, k, &found, &doubt)) continue;
      double size = fabs(here.force) + fabs(found * scale);
      if (!(size > 0) || doubt > limit / 3 * size) continue; /* a kink, or round-off */
      double before = worst.size;
      law_worse(&worst, fabs(own[k] - found) * scale / size, x.delta, x.v, x.v0, own[k]);
      if (worst.size != before) which = k;
    }
  }
  static const char *const names[] = {"delta", "v", "v0"};
  law_demand(f, "derivatives", worst.size, limit,
             "d force/d %s differs from differences by %.1e of the force at delta=%.3g v=%.3g "
             "v0=%.3g",
             names[which], worst.size, worst.at[0], worst.at[1], worst.at[2]);
}

/* ----------------------------------------------------------------------------- zero, NaN, batch */

static void check_apart(const lash_contact *law, lash_law_findings *f) {
  law_worst worst = {0};
  if (law->law->traits & LASH_CONTACT_TWO_SIDED) {
    law_tell(f, "without contact", "acts on two sides; not asked");
    return;
  }
  for (int i = -9; i <= 0; i++) {
    double delta = i == 0 ? 0 : -pow(10, i);
    lash_contact_value a = lash_contact_eval(law, delta, 1, 1);
    law_worse(&worst, fabs(a.force) + fabs(a.d_delta) + fabs(a.d_v), delta, 1, 1, 0);
  }
  law_demand(f, "without contact", worst.size, 0,
             "force and derivatives are %g at delta=%.3g (must be 0)", worst.size, worst.at[0]);
}

static void check_touch(const lash_contact *law, lash_law_findings *f) {
  double near = lash_contact_eval(law, 1e-12, 0, 1).force, jump;
  double deep = fmin(1e-5, 0.9 * lash_contact_limit(law));
  double size = lash_contact_eval(law, deep, 0, 1).force;
  law_demand(f, "begins at zero", size > 0 ? near / size : 0, 1e-3,
             "at rest the force is %.3g N at 1e-12 m, %.3g N at %.3g m", near, size, deep);
  jump = lash_contact_eval(law, 1e-12, 1, 1).force;
  if (jump > 1e-3 * size) {
    law_tell(f, "jump at touch", "approaching at 1 m/s the force begins with %.3g N", jump);
  }
}

static void check_numbers(const lash_contact *law, lash_law_findings *f) {
  law_worst bad = {0}, pull = {0};
  uint64_t seed = 2;
  bool two_sided = law->law->traits & LASH_CONTACT_TWO_SIDED;
  for (size_t i = 0; i < STATES; i++) {
    state x = random_state(law, &seed);
    lash_contact_value a = at(law, x);
    double sum = a.force + a.d_delta + a.d_v + a.d_v0;
    law_worse(&bad, isfinite(sum) ? 0 : 1, x.delta, x.v, x.v0, 0);
    if (!two_sided && isfinite(a.force)) law_worse(&pull, -a.force, x.delta, x.v, x.v0, 0);
  }
  law_demand(f, "finite", bad.size, 0, "%s at delta=%.3g v=%.3g v0=%.3g",
             bad.size > 0 ? "NaN or infinity" : "force and derivatives, e.g.", bad.at[0], bad.at[1],
             bad.at[2]);
  law_demand(f, "no tension", pull.size, 0, "pulls with %.3g N at delta=%.3g v=%.3g v0=%.3g",
             pull.size, pull.at[0], pull.at[1], pull.at[2]);
  bool lost = !isnan(lash_contact_eval(law, NAN, 1, 1).force) ||
              !isnan(lash_contact_eval(law, 1e-6, NAN, 1).force +
                     0 * lash_contact_eval(law, 1e-6, NAN, 1).d_v);
  law_demand(f, "NaN in, NaN out", lost, 0, "%s", lost ? "a NaN in delta or v is lost" : "kept");
}

static void check_batch(const lash_contact *law, lash_law_findings *f) {
  enum { N = 203 };
  double delta[N], v[N], v0[N], force[N], d_delta[N], d_v[N];
  uint64_t seed = 3;
  size_t different = 0;
  for (size_t i = 0; i < N; i++) {
    state x = random_state(law, &seed);
    delta[i] = i % 7 ? x.delta : -x.delta, v[i] = x.v, v0[i] = x.v0;
  }
  lash_contact_batch(law, N, delta, v, v0, force, d_delta, d_v);
  for (size_t i = 0; i < N; i++) {
    lash_contact_value one = lash_contact_eval(law, delta[i], v[i], v0[i]);
    different += memcmp(&one.force, &force[i], sizeof *force) != 0 ||
                 memcmp(&one.d_delta, &d_delta[i], sizeof *force) != 0 ||
                 memcmp(&one.d_v, &d_v[i], sizeof *force) != 0;
  }
  law_demand(f, "batch = scalar", (double)different, 0, "%zu of %d differ in a bit", different, N);
}

/* --------------------------------------------------------------------------------------- energy */

/* Work taken over one press and release delta = A (1 - cos wt)/2, over the greatest it could be. */
static double loop_work(const lash_contact *law, double depth, double speed) {
  enum { POINTS = 2000 };
  double work = 0, size = 0;
  for (int i = 0; i < POINTS; i++) {
    double phase = 2 * acos(-1) * (i + 0.5) / POINTS;
    double delta = depth * (1 - cos(phase)) / 2, v = speed * sin(phase);
    double force = lash_contact_eval(law, delta, v, speed).force;
    work += force * v;
    size += fabs(force * v);
  }
  return size > 0 ? work / size : 0;
}

static void check_energy(const lash_contact *law, lash_law_findings *f) {
  law_worst gain = {0};
  uint64_t seed = 4;
  for (int i = 0; i < 40; i++) {
    state x = random_state(law, &seed);
    law_worse(&gain, -loop_work(law, x.delta, x.v0), x.delta, x.v0, 0, 0);
  }
  if (law->law->traits & LASH_CONTACT_NOT_PASSIVE) {
    law_tell(f, "passive", "says itself that it may give energy: up to %.2g of what moves",
             gain.size);
    return;
  }
  law_demand(f, "passive", gain.size, 1e-6,
             "gives %.2g of the energy moved when pressed %.3g m and released with %.3g m/s",
             gain.size, gain.at[0], gain.at[1]);
}

static void check_restitution(const lash_contact *law, lash_law_findings *f) {
  lash_impact_result slow, fast;
  lash_error error;
  lash_status status = lash_impact_run(law, 1, 0.01, &slow, NULL, &error);
  if (!status) status = lash_impact_run(law, 1, 0.3, &fast, NULL, &error);
  if (status) {
    law_tell(f, "restitution", "no impact of 1 kg could be run: %.150s", error.message);
    return;
  }
  double worst = fmax(fmax(slow.e_out, fast.e_out) - 1, -fmin(slow.e_out, fast.e_out));
  law_demand(f, "restitution", worst, 1e-6,
             "1 kg comes back with %.6f of 0.01 m/s and %.6f of 0.3 m/s", slow.e_out, fast.e_out);
}

/* ---------------------------------------------------------------------------------------- units */

static lash_status set_number(void *law, const char *name, double value, lash_error *error) {
  return lash_contact_set_number(law, name, value, error);
}

static void check_units(const lash_contact *law, lash_law_findings *f) {
  lash_contact strange = *law;
  const char *trouble = "";
  if (!law_units_known(&law->params, f)) return;
  if (!law_units_exchange(&law->params, set_number, &strange, &trouble) ||
      lash_contact_ready(&strange, NULL) != LASH_OK) {
    law_units_stuck(f, trouble);
    return;
  }
  double metre = law_unit_factor((law_unit){0, 1, 0}),
         speed = law_unit_factor((law_unit){0, 1, -1});
  double newton = law_unit_factor((law_unit){1, 1, -2});
  law_worst worst = {0};
  uint64_t seed = 5;
  for (size_t i = 0; i < STATES; i++) {
    state x = random_state(law, &seed);
    x.delta *= 0.3; /* below the limit in both */
    double a = at(law, x).force * newton;
    double b = lash_contact_eval(&strange, x.delta * metre, x.v * speed, x.v0 * speed).force;
    double size = fmax(fabs(a), fabs(b));
    if (size > 0 && isfinite(a + b)) /* what is not was told as such */
      law_worse(&worst, fabs(a - b) / size, x.delta, x.v, x.v0, 0);
  }
  law_units_differ(f, worst.size);
}

void lash_law_check_contact(const lash_contact *law, lash_law_findings *f) {
  f->count = 0;
  check_derivatives(law, f);
  check_apart(law, f);
  check_touch(law, f);
  check_numbers(law, f);
  check_batch(law, f);
  check_energy(law, f);
  check_units(law, f);
  /* a law that fails at the basics is not put on the rig */
  if (f->met) check_restitution(law, f);
}
