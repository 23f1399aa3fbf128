/* Calling a law: the vector form of laws without state, and the dispatch to laws with state. */
#include "law.h"

enum { CHUNK = 256 };

/* --------------------------------------------------------------------------- laws without state */

/* Below this speed a direction cannot be computed; smooth laws are linear there. */
#define LEAST_SPEED 1e-150

static void zero(double *x, size_t n) {
  for (size_t i = 0; i < n; i++) x[i] = 0.0;
}

/* At rest a law that sticks answers with the load, up to its level there. */
static void hold(const lash_friction *friction, const lash_friction_input *in, double normal,
                 lash_friction_value *out) {
  size_t dim = friction->dim;
  double level, d_s, d_level, size = lash_length(in->load, dim), u[LASH_FRICTION_DIMS] = {0.0};
  friction->law->curve(friction->c, 0.0, normal, &level, &d_s, &d_level);
  bool holds = size <= level;
  lash_direction(in->load, size, dim, u);
  for (size_t i = 0; i < dim; i++) {
    out->force[i] = holds ? in->load[i] : level * u[i];
    out->d_normal[i] = holds ? 0.0 : d_level * u[i];
    for (size_t j = 0; j < dim; j++) {
      double same = i == j ? 1.0 : 0.0;
      double turned = dim == 1 ? 0.0 : level / size * (same - u[i] * u[j]);
      out->d_load[i][j] = holds ? same : turned;
    }
  }
}

/* F(s) t and its Jacobian F' t t' + (F/s)(1 - t t'). */
static void slide(const lash_friction *friction, const lash_friction_input *in, double s,
                  double normal, lash_friction_value *out) {
  size_t dim = friction->dim;
  double f, d_s, d_normal, t[LASH_FRICTION_DIMS] = {0.0};
  friction->law->curve(friction->c, s, normal, &f, &d_s, &d_normal);
  if (dim == 1) {
    double sign = copysign(1.0, in->vt[0]);
    out->force[0] = sign * f;
    out->d_vt[0][0] = d_s;
    out->d_normal[0] = sign * d_normal;
    return;
  }
  bool rest = s < LEAST_SPEED;
  double ratio = rest ? d_s : f / s;
  if (!rest) lash_direction(in->vt, s, dim, t);
  for (size_t i = 0; i < dim; i++) {
    out->force[i] = ratio * in->vt[i];
    out->d_normal[i] = d_normal * t[i];
    for (size_t j = 0; j < dim; j++) {
      out->d_vt[i][j] = (i == j ? ratio : 0.0) + (d_s - ratio) * t[i] * t[j];
    }
  }
}

/* ------------------------------------------------------------------------------------- dispatch */

static size_t count_states(const lash_friction *friction, size_t *continuous) {
  size_t vectors = 0, scalars = 0, discrete = 0;
  if (friction->law->states) friction->law->states(friction->c, &vectors, &scalars, &discrete);
  *continuous = vectors * friction->dim + scalars;
  return *continuous + discrete;
}

size_t lash_friction_states(const lash_friction *friction) {
  size_t continuous;
  return count_states(friction, &continuous);
}

size_t lash_friction_continuous_states(const lash_friction *friction) {
  size_t continuous;
  count_states(friction, &continuous);
  return continuous;
}

void lash_friction_reset(const lash_friction *friction, double *z) {
  zero(z, lash_friction_states(friction));
}

/* The input with a normal load that is not negative. */
static lash_friction_input loaded(const lash_friction_input *in) {
  lash_friction_input copy = *in;
  copy.normal = lash_max(0.0, in->normal);
  return copy;
}

void lash_friction_force(const lash_friction *friction, const lash_friction_input *in,
                         lash_friction_value *out) {
  size_t dim = friction->dim, states = lash_friction_states(friction);
  lash_friction_input at = loaded(in);
  const size_t all = LASH_FRICTION_DIMS;
  zero(out->force, all);
  zero(out->d_normal, all);
  for (size_t i = 0; i < all; i++) {
    zero(out->d_vt[i], all);
    zero(out->d_load[i], all);
    zero(out->d_z[i], states);
  }
  if (friction->law->force) {
    friction->law->force(friction, &at, out);
  } else {
    double s = lash_length(at.vt, dim);
    if (s <= friction->c[LASH_FRICTION_STICK]) {
      hold(friction, &at, at.normal, out);
    } else {
      slide(friction, &at, s, at.normal, out);
    }
  }
  if (in->normal < 0.0) zero(out->d_normal, all);
}

void lash_friction_rates(const lash_friction *friction, const lash_friction_input *in,
                         lash_friction_rate *out) {
  size_t states = lash_friction_states(friction);
  lash_friction_input at = loaded(in);
  zero(out->zdot, states);
  zero(out->d_normal, states);
  for (size_t k = 0; k < states; k++) {
    zero(out->d_vt[k], LASH_FRICTION_DIMS);
    zero(out->d_z[k], states);
  }
  if (friction->law->rates) friction->law->rates(friction, &at, out);
  if (in->normal < 0.0) zero(out->d_normal, states);
}

void lash_friction_turn(const lash_friction *friction, double angle, double *z) {
  size_t vectors = 0, scalars, discrete, dim = friction->dim;
  if (dim < 2 || angle == 0.0 || !friction->law->states) return;
  friction->law->states(friction->c, &vectors, &scalars, &discrete);
  const double c = lash_cos(angle), s = lash_sin(angle);
  for (size_t k = 0; k < vectors; k++, z += dim) {
    const double x = z[0];
    z[0] = c * x - s * z[1];
    z[1] = s * x + c * z[1];
  }
}

void lash_friction_settle(const lash_friction *friction, const lash_friction_input *in, double *z) {
  lash_friction_input at = loaded(in);
  if (friction->law->settle) friction->law->settle(friction, &at, z);
}

void lash_friction_advance(const lash_friction *friction, const lash_friction_input *in, double h,
                           double *z) {
  lash_friction_input at = loaded(in);
  if (!friction->law->advance) return;
  friction->law->advance(friction, &at, h, z);
  lash_friction_settle(friction, in, z);
}

/* ---------------------------------------------------------------------------------------- batch */

static void put(double *to, size_t i, double value) {
  if (to) to[i] = value;
}

/* Laws with several states: one scalar evaluation after another. */
static void batch_by_scalars(const lash_friction *friction, size_t n, const double *vt,
                             const double *normal, const double *z, double *force, double *d_vt,
                             double *d_normal, double *zdot) {
  size_t states = lash_friction_states(friction);
  double own[LASH_FRICTION_STATES_MAX];
  lash_friction_value value;
  lash_friction_rate rate;
  for (size_t i = 0; i < n; i++) {
    for (size_t k = 0; k < states; k++) own[k] = z[k * n + i];
    lash_friction_input in = {.vt = {vt[i], 0.0}, .normal = normal[i], .z = own};
    lash_friction_force(friction, &in, &value);
    put(force, i, value.force[0]);
    put(d_vt, i, value.d_vt[0][0]);
    put(d_normal, i, value.d_normal[0]);
    if (!zdot) continue;
    lash_friction_rates(friction, &in, &rate);
    for (size_t k = 0; k < states; k++) zdot[k * n + i] = rate.zdot[k];
  }
}

void lash_friction_batch(const lash_friction *friction, size_t n, const double *vt,
                         const double *normal, const double *z, double *force, double *d_vt,
                         double *d_normal, double *zdot) {
  if (!friction->law->batch) {
    batch_by_scalars(friction, n, vt, normal, z, force, d_vt, d_normal, zdot);
    return;
  }
  /* results nobody asked for go to scratch, so that the kernels need no test in their loop */
  double scratch[4][CHUNK];
  for (size_t first = 0; first < n; first += CHUNK) {
    size_t count = n - first < CHUNK ? n - first : CHUNK;
    friction->law->batch(friction->c, count, vt + first, normal + first, z ? z + first : NULL,
                         force ? force + first : scratch[0], d_vt ? d_vt + first : scratch[1],
                         d_normal ? d_normal + first : scratch[2],
                         zdot ? zdot + first : scratch[3]);
  }
}
