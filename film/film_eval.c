/* From the motion of two centres to forces, torques, power and their partials. */
#include <string.h>

#include "film_impl.h"

/* ---------------------------------------------------------------------------- bent eccentricity */

/* The ratio the law is told, and its slope: x, then from + (most - from) tanh, never beyond most.
 */
static double bend(const double *c, double x, double *slope) {
  const double room = c[C_EPS_MAX] - c[C_EPS_FROM];
  *slope = 1;
  if (!(x > c[C_EPS_FROM])) return x;
  const double t = lash_tanh((x - c[C_EPS_FROM]) / room);
  *slope = 1 - t * t;
  return c[C_EPS_FROM] + room * t;
}

/* Eccentricity: as it is and as the law is told. */
typedef struct place {
  double eps, bent, slope; /* |e|/c, bent, d bent/d eps */
  double d[2];             /* direction of e */
  double told[2];
} place;

static place place_of(const double *c, const double e[2]) {
  place p;
  p.eps = hypot(e[0], e[1]) / c[C_CLEAR];
  p.bent = bend(c, p.eps, &p.slope);
  const double size = p.eps * c[C_CLEAR];
  p.d[0] = size > 0 ? e[0] / size : 1;
  p.d[1] = size > 0 ? e[1] / size : 0;
  for (int k = 0; k < 2; k++) p.told[k] = p.bent * p.d[k];
  return p;
}

/* Takes partials by what the law is told to partials by e itself. */
static void unbend(const double *c, const place *p, const double by[2], double out[2]) {
  const double along = by[0] * p->d[0] + by[1] * p->d[1];
  const double across = p->eps > 0 ? p->bent / p->eps : 1;
  for (int k = 0; k < 2; k++)
    out[k] = (across * by[k] + (p->slope - across) * along * p->d[k]) / c[C_CLEAR];
}

static void squeeze_velocity(const lash_film_motion *m, double V[2]) {
  const double half = 0.5 * (m->spin_i[2] + m->spin_j[2]);
  V[0] = m->u[0] + half * m->e[1];
  V[1] = m->u[1] - half * m->e[0];
}

/* -------------------------------------------------------------------------------------- journal */

/* Places of a journal's partials. */
enum { E0 = 0, E1 = 1, U0 = 3, SPIN_I = 8, SPIN_J = 11, TURN_I = 5, TURN_J = 8 };

/* What resists the relative spin, by it and by eps. */
typedef struct drag {
  double torque, by_spin, by_eps;
} drag;

static drag shear_of(const double *c, const place *p, double spin) {
  const double i2 = 1 / (1 - p->bent * p->bent), base = c[C_SHEAR] * sqrt(i2);
  return (drag){base * spin, base, base * spin * p->bent * i2 * p->slope};
}

static void add_rough(const double *c, const place *p, double spin, bool partials, drag *d,
                      double *radial, lash_film_value *value) {
  double force[2], sum[2];
  lash_rough_force(c, p->eps, force, sum);
  const double K = c[C_ROUGH], w0 = c[C_RUB_SPIN], size = sqrt(spin * spin + w0 * w0);
  const double rub = K * c[C_RUB] * spin / size;
  d->torque += rub * sum[0];
  d->by_spin += K * c[C_RUB] * sum[0] * w0 * w0 / (size * size * size);
  d->by_eps += rub * sum[1];
  *radial = K * force[0];
  for (int r = 0; r < 2; r++) value->force[r] += *radial * p->d[r];
  if (!partials) return;
  const double clear = c[C_CLEAR], slope = K * force[1] / clear;
  const double turn = p->eps > 0 ? *radial / (p->eps * clear) : slope;
  for (int r = 0; r < 2; r++)
    for (int k = 0; k < 2; k++)
      value->by[r][k] += turn * (r == k) + (slope - turn) * p->d[r] * p->d[k];
}

static void force_partials(const lash_film *film, const lash_film_motion *m, const place *p,
                           const lash_film_core *core, lash_film_value *value) {
  const double half = 0.5 * (m->spin_i[2] + m->spin_j[2]);
  for (int r = 0; r < 2; r++) {
    double *by = value->by[r];
    unbend(film->c, p, core->d_e[r], by);
    by[E0] -= half * core->d_v[r][1];
    by[E1] += half * core->d_v[r][0];
    by[U0] = core->d_v[r][0];
    by[U0 + 1] = core->d_v[r][1];
    by[SPIN_I] = by[SPIN_J] = 0.5 * (core->d_v[r][0] * m->e[1] - core->d_v[r][1] * m->e[0]);
  }
}

/* T_j = -D - m/2 and T_i = D - m/2 with m = e x F. */
static void torque_partials(const double *c, const lash_film_motion *m, const place *p,
                            const drag *d, lash_film_value *value) {
  static const int columns[] = {E0, E1, U0, U0 + 1, SPIN_I, SPIN_J};
  for (size_t k = 0; k < LASH_COUNT(columns); k++) {
    const int n = columns[k];
    double moment = m->e[0] * value->by[1][n] - m->e[1] * value->by[0][n], drags = 0;
    if (n == E0) moment += value->force[1];
    if (n == E1) moment -= value->force[0];
    if (n <= E1) drags = d->by_eps * p->d[n] / c[C_CLEAR];
    if (n == SPIN_I) drags = -d->by_spin;
    if (n == SPIN_J) drags = d->by_spin;
    value->by[TURN_I][n] = drags - 0.5 * moment;
    value->by[TURN_J][n] = -drags - 0.5 * moment;
  }
}

static void eval_journal(const lash_film *film, const lash_film_motion *m, bool partials,
                         lash_film_value *value) {
  const double *c = film->c, spin = m->spin_j[2] - m->spin_i[2];
  const place p = place_of(c, m->e);
  double V[2], radial = 0;
  lash_film_core core;
  squeeze_velocity(m, V);
  film->law->core(c, p.told, V, partials, &core);
  value->force[0] = core.force[0], value->force[1] = core.force[1];
  drag d = shear_of(c, &p, spin);
  if (partials) force_partials(film, m, &p, &core, value);
  value->lost = -(core.force[0] * V[0] + core.force[1] * V[1]);
  if (c[C_ROUGH] > 0) add_rough(c, &p, spin, partials, &d, &radial, value);
  const double half = 0.5 * (m->e[0] * value->force[1] - m->e[1] * value->force[0]);
  value->torque_i[2] = d.torque - half;
  value->torque_j[2] = -d.torque - half;
  value->lost += d.torque * spin;
  value->power = value->lost - radial * (m->u[0] * p.d[0] + m->u[1] * p.d[1]);
  if (partials) torque_partials(c, m, &p, &d, value);
  value->eps = p.eps;
  if (core.cavitated) value->flags |= LASH_FILM_CAVITATED;
  if (V[0] == 0 && V[1] == 0) value->flags |= LASH_FILM_CENTRED;
  if (c[C_REYNOLDS] * fabs(spin) > 41 * sqrt(c[C_R] / c[C_CLEAR]))
    value->flags |= LASH_FILM_TURBULENT;
}

/* ----------------------------------------------------------------------------------------- ball */

/* Distance over c, direction and speed along it. */
typedef struct line {
  double eps, d[3], speed;
} line;

static line line_of(const double *c, const lash_film_motion *m) {
  line l = {sqrt(m->e[0] * m->e[0] + m->e[1] * m->e[1] + m->e[2] * m->e[2]), {0, 0, 1}, 0};
  for (int k = 0; k < 3 && l.eps > 0; k++) l.d[k] = m->e[k] / l.eps;
  for (int k = 0; k < 3; k++) l.speed += l.d[k] * m->u[k];
  l.eps /= c[C_CLEAR];
  return l;
}

static void eval_ball(const lash_film *film, const lash_film_motion *m, bool partials,
                      lash_film_value *value) {
  const double *c = film->c;
  const line l = line_of(c, m);
  double slope;
  const double told[2] = {bend(c, l.eps, &slope), 0}, V[2] = {l.speed, 0};
  lash_film_core core;
  film->law->core(c, told, V, partials, &core);
  const double f = core.force[0];
  value->lost = -f * l.speed;
  for (int k = 0; k < 3; k++) {
    const double spin = m->spin_j[k] - m->spin_i[k];
    value->force[k] = f * l.d[k];
    value->torque_j[k] = -c[C_SHEAR] * spin;
    value->torque_i[k] = c[C_SHEAR] * spin;
    value->lost += c[C_SHEAR] * spin * spin;
  }
  value->power = value->lost;
  value->eps = l.eps;
  if (core.cavitated) value->flags |= LASH_FILM_CAVITATED;
  if (!(l.eps > 0)) value->flags |= LASH_FILM_CENTRED;
  if (!partials) return;
  const double by_eps = core.d_e[0][0] * slope / c[C_CLEAR], by_speed = core.d_v[0][0];
  const double turn = l.eps > 0 ? 1 / (l.eps * c[C_CLEAR]) : 0;
  for (int k = 0; k < 3; k++) { /* d(direction) and d(speed) by e */
    const double across = turn * (m->u[k] - l.speed * l.d[k]);
    for (int r = 0; r < 3; r++) {
      value->by[r][LASH_FILM_BY_E + k] =
          (by_eps * l.d[k] + by_speed * across) * l.d[r] + f * turn * ((r == k) - l.d[r] * l.d[k]);
      value->by[r][LASH_FILM_BY_U + k] = by_speed * l.d[k] * l.d[r];
    }
    value->by[LASH_FILM_TORQUE_J + k][LASH_FILM_BY_SPIN_J + k] = -c[C_SHEAR];
    value->by[LASH_FILM_TORQUE_J + k][LASH_FILM_BY_SPIN_I + k] = c[C_SHEAR];
    value->by[LASH_FILM_TORQUE_I + k][LASH_FILM_BY_SPIN_J + k] = c[C_SHEAR];
    value->by[LASH_FILM_TORQUE_I + k][LASH_FILM_BY_SPIN_I + k] = -c[C_SHEAR];
  }
}

/* --------------------------------------------------------------------------------------- public */

void lash_film_eval(const lash_film *film, const lash_film_motion *motion, bool partials,
                    lash_film_value *value) {
  const size_t size = partials ? sizeof *value : offsetof(lash_film_value, by);
  memset(value, 0, size);
  if (film->law->kind == LASH_FILM_BALL)
    eval_ball(film, motion, partials, value);
  else
    eval_journal(film, motion, partials, value);
  value->film = film->c[C_CLEAR] * (1 - value->eps);
  if (value->eps > film->c[C_EPS_FROM]) value->flags |= LASH_FILM_BENT;
  if (value->eps > 1) value->flags |= LASH_FILM_TOUCHING;
}

/* What a law's functions want. */
static void tell(const lash_film *film, const lash_film_motion *m, double e[2], double V[2]) {
  if (film->law->kind == LASH_FILM_BALL) {
    const line l = line_of(film->c, m);
    double slope;
    e[0] = bend(film->c, l.eps, &slope), e[1] = 0;
    V[0] = l.speed, V[1] = 0;
    return;
  }
  const place p = place_of(film->c, m->e);
  e[0] = p.told[0], e[1] = p.told[1];
  squeeze_velocity(m, V);
}

double lash_film_peak(const lash_film *film, const lash_film_motion *motion) {
  double e[2], V[2];
  tell(film, motion, e, V);
  return film->law->peak(film->c, e, V);
}

double lash_film_pressure(const lash_film *film, const lash_film_motion *motion, double angle,
                          double z) {
  double e[2], V[2];
  if (!film->law->pressure) return NAN;
  tell(film, motion, e, V);
  return film->law->pressure(film->c, e, V, angle, z);
}

double lash_film_viscosity(const lash_film *film) { return film->c[C_MU]; }
