/* Generalised-alpha on the Lie group of rigid motions, index 3: M. Arnold, O. Bruels, Convergence
 * of the generalized-alpha scheme for constrained mechanical systems, Multibody System Dynamics 18
 * (2007) 185-202; O. Bruels, A. Cardona, M. Arnold, Mechanism and Machine Theory 48 (2012) 121-137.
 *
 * With d = h v0 + h^2 ((1/2 - beta) a0 + beta a1):
 *   q1 = q0 (+) d,   v1 = v0 + h ((1 - gamma) a0 + gamma a1),
 *   (1 - alpha_m) a1 + alpha_m a0 = (1 - alpha_f) v1' + alpha_f v0',
 * and M v1' + Phi_v^T lambda1 = f1, Phi(q1) = 0. First-order states follow the same rule. The
 * algorithmic accelerations a sit (alpha_m - alpha_f) h ahead of v'; when the step changes they are
 * moved along with it, which keeps the second order. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "integrate_stepper.h"
#include "sparse_linear.h"

typedef struct genalpha {
  stepper base;
  double alpha_m, alpha_f, beta, gamma;
  /* From a step that had to be short back to a fixed one, from step to step. Of vibrations faster
   * than the step, h^2 a grows with the square of it and is damped by the spectral radius: so no
   * faster than that. */
  double growth;
  double *memory;
  linear *matrix;
  bool factored;        /* the matrix is factorised … */
  double factored_step; /* … for this step */
  /* How reactions turn with the bodies is costly to differentiate and rarely matters in steps this
   * short: it enters the matrix once iterations without it were slow, until the next restart. */
  bool turning_reactions;
  double *no_lambda; /* zeros */
  double *way;       /* the last correction */
  size_t nz;         /* v + x: numbers that have rates */
  /* nz numbers each: rates and algorithmic rates at both ends, differences, work */
  double *rate0, *rate1, *alg0, *alg1, *ahead, *d, *tolerance, *speed_tolerance;
  double *lambda0, *lambda1, *residual;
  double *f0, *f1; /* y' at both ends, for interpolation */
  double *full;    /* 3 y, work */
  double step;     /* of the last step taken; 0 after a restart */
} genalpha;

static void choose_coefficients(genalpha *s, double rho) {
  s->alpha_m = (2 * rho - 1) / (rho + 1);
  s->alpha_f = rho / (rho + 1);
  s->gamma = 0.5 + s->alpha_f - s->alpha_m;
  s->beta = 0.25 * (s->gamma + 0.5) * (s->gamma + 0.5);
  s->growth = fmax(1.02, pow(fmax(0.25, rho), -0.4)); /* 1 / sqrt(rho) is the limit */
}

static lash_status create(stepper *base, lash_error *error) {
  genalpha *s = (genalpha *)base;
  const double rho = base->options->spectral_radius;
  if (!(rho >= 0 && rho <= 1)) {
    return lash_fail(error, LASH_BAD_INPUT,
                     "genalpha: the spectral radius must lie between 0 and 1, not %g", rho);
  }
  choose_coefficients(s, rho);
  const size_t nz = base->n->v + base->n->x, nc = base->n->constraints, ny = base->n->y;
  s->nz = nz;
  double *m = calloc(8 * nz + 3 * nc + 2 * (nz + nc) + 5 * ny + 1, sizeof *m);
  s->memory = m;
  if (!m) return lash_fail(error, LASH_FAILURE, "out of memory for the integrator");
  double **const of_rates[] = {&s->rate0, &s->rate1, &s->alg0,      &s->alg1,
                               &s->ahead, &s->d,     &s->tolerance, &s->speed_tolerance};
  for (size_t i = 0; i < sizeof of_rates / sizeof of_rates[0]; i++, m += nz) *of_rates[i] = m;
  s->lambda0 = m, s->lambda1 = m + nc, s->residual = m + 2 * nc;
  s->f0 = s->residual + nz + nc, s->f1 = s->f0 + ny, s->full = s->f1 + ny;
  s->no_lambda = s->full + 3 * ny, s->way = s->no_lambda + nc;
  return linear_create(lash_system_tangent_pattern(base->system), &s->matrix, error);
}

static void destroy(stepper *base) {
  genalpha *s = (genalpha *)base;
  linear_free(s->matrix);
  free(s->memory);
}

/* y' = (N v, v', x') from the rates of v and x. */
static void full_rates(const genalpha *s, const double *y, const double *rate, double *f) {
  const lash_system_sizes *n = s->base.n;
  lash_system_qdot(y, y + n->q, n, f);
  memcpy(f + n->q, rate, s->nz * sizeof *f);
}

static lash_status restart(stepper *base, double h, lash_error *error) {
  genalpha *s = (genalpha *)base;
  const lash_system_sizes *n = base->n;
  lash_status status = stepper_rates(base, base->t1, base->y1, s->f1, error);
  if (status == LASH_OK)
    status = lash_system_accelerations(base->system, s->rate1, s->lambda1, error);
  if (status != LASH_OK) return status;
  memcpy(s->rate1, s->f1 + n->q, s->nz * sizeof *s->rate1);
  base->next = h > 0 ? h : base->options->step;
  if (!(h > 0) && s->step > 0) base->next = fmin(base->next, s->growth * s->step);
  s->step = 0;
  s->factored = s->turning_reactions = false;
  linear_reset(s->matrix);
  return LASH_OK;
}

/* ----------------------------------------------------------------------------- Newton iteration */

static lash_status factorise(genalpha *s, double h, lash_error *error) {
  const double a = (1 - s->alpha_m) / ((1 - s->alpha_f) * s->gamma * h), p = s->beta * h / s->gamma;
  /* rows times h, multipliers over h, constraints over p: no entry depends strongly on h */
  const lash_tangent_weights weights = {.acceleration = a * h,
                                        .velocity = h,
                                        .position = p * h,
                                        .rate = a * h,
                                        .state = h,
                                        .constraint = 1 / (p * h),
                                        .vdot = s->rate1};
  s->base.count->jacobians++;
  s->base.count->factorisations++;
  lash_status status = lash_system_tangent(s->base.system, &weights,
                                           s->turning_reactions ? s->lambda1 : s->no_lambda,
                                           linear_values(s->matrix), error);
  if (status == LASH_OK) status = linear_factor(s->matrix, error);
  s->factored = status == LASH_OK;
  s->factored_step = h;
  return status;
}

/* -(h r_v, h r_x, Phi / p) at y1. */
static lash_status evaluate_residual(genalpha *s, double t, double h, lash_error *error) {
  stepper *base = &s->base;
  const lash_system_sizes *n = base->n;
  double *r = s->residual, *force = s->full;
  base->count->evaluations++;
  lash_system_set(base->system, t, base->y1);
  lash_status status = lash_system_forces(base->system, force, force + n->v, error);
  if (status != LASH_OK) return status;
  lash_system_mass_times(base->system, s->rate1, r);
  memcpy(r + n->v, s->rate1 + n->v, n->x * sizeof *r);
  lash_system_add_reactions(base->system, s->lambda1, 1, r);
  for (size_t k = 0; k < s->nz; k++) r[k] = h * (force[k] - r[k]);
  lash_system_constraints(base->system, r + s->nz, NULL, NULL);
  const double p = s->beta * h / s->gamma;
  for (size_t k = 0; k < n->constraints; k++) r[s->nz + k] /= -p;
  return LASH_OK;
}

/* Adds a part of the correction s->way of (v, x) and of h lambda. Returns its size against the
 * tolerances; *moved is the part of it that moves positions. */
static double correct(genalpha *s, double h, double part, double *moved) {
  stepper *base = &s->base;
  const lash_system_sizes *n = base->n;
  const double a = (1 - s->alpha_m) / ((1 - s->alpha_f) * s->gamma * h), p = s->beta * h / s->gamma;
  double moves = 0, changes = 0;
  for (size_t k = 0; k < s->nz; k++) {
    const double z = part * s->way[k];
    base->y1[n->q + k] += z;
    s->rate1[k] += a * z;
    s->alg1[k] += z / (s->gamma * h);
    s->d[k] += p * z;
    const double move = (k < n->v ? p * z : z) / s->tolerance[k];
    const double change = z / s->speed_tolerance[k]; /* would add up from step to step */
    moves += move * move, changes += change * change;
  }
  for (size_t k = 0; k < n->constraints; k++) s->lambda1[k] += part * s->way[s->nz + k] / h;
  lash_system_increment(base->y0, s->d, 1, n, base->y1);
  const double count = (double)(s->nz > 0 ? s->nz : 1);
  *moved = sqrt(moves / count);
  return sqrt((moves + changes) / count);
}

/* What the residual still does along a correction: nothing once it is solved. */
static double along(const genalpha *s, const double *residual, const double *way) {
  double sum = 0;
  for (size_t k = 0; k < s->nz; k++) sum += residual[k] * way[k];
  return sum;
}

/* Friction that turns within a tiny speed lets a correction overshoot and the next one come back,
 * for ever. What still pushes along the last correction then has the other sign and is no smaller:
 * we go back to where it nearly vanishes, by regula falsi (Illinois), and learn the slope there. */
static lash_status turn_back(genalpha *s, double t, double h, double push, bool *turned,
                             lash_error *error) {
  enum { MOST_TRIALS = 12 };
  const double enough = 0.5 * push;
  double f = along(s, s->residual, s->way), moved;
  double low = 0, high = 1, f_low = push, f_high = f, at = 1;
  bool was_low = false, was_high = false;
  lash_status status = LASH_OK;
  *turned = push > 0 && f < -enough;
  for (int i = 0; *turned && i < MOST_TRIALS && fabs(f) > enough && status == LASH_OK; i++) {
    const double next = (low * f_high - high * f_low) / (f_high - f_low);
    correct(s, h, next - at, &moved);
    at = next;
    status = evaluate_residual(s, t, h, error);
    f = along(s, s->residual, s->way);
    if (f > 0) {
      low = at, f_low = f, f_high *= was_low ? 0.5 : 1;
    } else {
      high = at, f_high = f, f_low *= was_high ? 0.5 : 1;
    }
    was_low = f > 0, was_high = !was_low;
  }
  return status;
}

static void predict(genalpha *s, double h) {
  stepper *base = &s->base;
  const lash_system_sizes *n = base->n;
  memcpy(s->rate1, s->rate0, s->nz * sizeof *s->rate1);
  memcpy(s->lambda1, s->lambda0, n->constraints * sizeof *s->lambda1);
  for (size_t k = 0; k < s->nz; k++) {
    s->alg1[k] =
        ((1 - s->alpha_f) * s->rate1[k] + s->alpha_f * s->rate0[k] - s->alpha_m * s->alg0[k]) /
        (1 - s->alpha_m);
    base->y1[n->q + k] =
        base->y0[n->q + k] + h * ((1 - s->gamma) * s->alg0[k] + s->gamma * s->alg1[k]);
    s->d[k] =
        h * base->y0[n->q + k] + h * h * ((0.5 - s->beta) * s->alg0[k] + s->beta * s->alg1[k]);
  }
  lash_system_increment(base->y0, s->d, 1, n, base->y1);
}

/* Position tolerances for the increments of bodies, then those of the extra states. */
static void set_tolerances(genalpha *s) {
  stepper *base = &s->base;
  const lash_system_sizes *n = base->n;
  stepper_tolerances(base, base->y0, s->full);
  for (size_t k = 0; k < n->v; k++) s->tolerance[k] = base->options->error * base->scale[k];
  memcpy(s->tolerance + n->v, s->full + n->q + n->v, n->x * sizeof *s->tolerance);
  memcpy(s->speed_tolerance, s->full + n->q, s->nz * sizeof *s->speed_tolerance);
}

/* Solves the step from y0 with size h. *slow is set when it does not converge. */
static lash_status solve(genalpha *s, double t, double h, bool *slow, lash_error *error) {
  enum { MOST_ITERATIONS = 25 };
  const double enough = 1e-3, stale_ratio = 0.3;
  double last = 0, moved = 0, push = 0;
  bool made_here = false; /* the matrix is of this step */
  *slow = false;
  predict(s, h);
  for (int i = 0; i < MOST_ITERATIONS; i++) {
    bool fresh = false;  /* the matrix belongs to this very iterate */
    bool turned = false; /* from an overshoot */
    lash_status status = evaluate_residual(s, t, h, error);
    if (status == LASH_OK && i > 0) status = turn_back(s, t, h, push, &turned, error);
    if (turned) s->factored = false;
    if (status == LASH_OK && (!s->factored || fabs(h / s->factored_step - 1) > 0.25)) {
      status = factorise(s, h, error);
      fresh = true;
    }
    if (status != LASH_OK) return status;
    memcpy(s->way, s->residual, (s->nz + s->base.n->constraints) * sizeof *s->way);
    linear_solve(s->matrix, s->way);
    push = along(s, s->residual, s->way);
    const double size = correct(s, h, 1, &moved);
    if (!isfinite(size)) break;
    /* below this, the correction is round-off of positions */
    if (moved * s->base.options->error < 2e-15) return LASH_OK;
    if (i > 0) {
      const double ratio = size / last;
      if (ratio < 1 && ratio / (1 - ratio) * size < enough) return LASH_OK;
      if (ratio > stale_ratio && !fresh) {
        s->factored = false;
        s->turning_reactions |= made_here && !turned;
      } else if (ratio > 0.9 && i > 2 && !turned) {
        break;
      }
    } else if (size < 1e-2 * enough) {
      return LASH_OK;
    }
    last = size;
    made_here |= fresh;
  }
  if (moved * s->base.options->error < 1e-13) return LASH_OK;
  *slow = true;
  s->factored = false;
  return LASH_OK;
}

/* ---------------------------------------------------------------------------------------- steps */

/* Local error of positions and extra states: h^2 c (a1 - a0). Velocities are left out:
 * their error shows in differences of accelerations, which ring for a while after each change of
 * the step. A tenth of the tolerance makes up for it. */
static double estimate(const genalpha *s, double h) {
  const double c = 10 * fabs(s->beta + 0.5 * (s->alpha_m - s->alpha_f) - 1.0 / 6);
  double sum = 0;
  for (size_t k = 0; k < s->nz; k++) {
    const double change = s->alg1[k] - s->alg0[k];
    const double ratio = (k < s->base.n->v ? h * h : h) * c * change / s->tolerance[k];
    sum += ratio * ratio;
  }
  return sqrt(sum / (double)(s->nz > 0 ? s->nz : 1));
}

static void swap_ends(genalpha *s) {
  stepper *base = &s->base;
  double **const pairs[][2] = {{&base->y0, &base->y1},
                               {&s->rate0, &s->rate1},
                               {&s->alg0, &s->alg1},
                               {&s->lambda0, &s->lambda1},
                               {&s->f0, &s->f1}};
  for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
    double *swap = *pairs[i][0];
    *pairs[i][0] = *pairs[i][1], *pairs[i][1] = swap;
  }
}

/* Algorithmic rates at the start for a step of size h: (alpha_m - alpha_f) h ahead of the rates. */
static void place_algorithmic(genalpha *s, double ratio) {
  for (size_t k = 0; k < s->nz; k++) s->alg0[k] = s->rate0[k] + ratio * s->ahead[k];
}

/* Moved along with a step that grows by itself, what rings would ring as much more, and outgrow
 * the damping: by three times from step to step at a radius of 0.1. Where the error chooses steps
 * it sees to that. */
static lash_status go_on(genalpha *s, double h, bool *slow, lash_error *error) {
  const bool fixed = s->base.options->step > 0;
  place_algorithmic(s, fixed ? fmin(1, h / s->step) : h / s->step);
  return solve(s, s->base.t0 + h, h, slow, error);
}

/* The first step is taken twice: how fast the rates change, and so how far ahead of them the
 * algorithmic ones are to begin, is seen only at the end of it. Derivatives at the start would not
 * do: those of vibrations that are faster than the step are enormous. */
static lash_status begin(genalpha *s, double h, bool *slow, lash_error *error) {
  place_algorithmic(s, 0);
  lash_status status = solve(s, s->base.t0 + h, h, slow, error);
  if (status != LASH_OK || *slow) return status;
  for (size_t k = 0; k < s->nz; k++)
    s->ahead[k] = (s->alpha_m - s->alpha_f) * (s->rate1[k] - s->rate0[k]);
  place_algorithmic(s, 1);
  return solve(s, s->base.t0 + h, h, slow, error);
}

static lash_status try_until_accepted(genalpha *s, double limit, double hmax, double *h_taken,
                                      lash_error *error) {
  stepper *base = &s->base;
  const bool fixed = base->options->step > 0;
  bool rejected = false;
  for (double h = base->next;;) {
    bool slow;
    h = stepper_fit(base->t0, fmin(h, hmax), limit);
    set_tolerances(s);
    lash_status status = s->step > 0 ? go_on(s, h, &slow, error) : begin(s, h, &slow, error);
    double factor = 0.25;
    if (status == LASH_OK && !slow) {
      const double norm = estimate(s, h);
      factor = fmax(0.2, fmin(rejected ? 1 : 2, 0.9 * pow(fmax(norm, 1e-10), -1.0 / 3)));
      if (fixed || norm <= 1) {
        /* small changes are not worth a new factorisation */
        base->next = fixed ? fmin(base->options->step, s->growth * h)
                           : h * (factor > 1 && factor < 1.25 ? 1 : factor);
        *h_taken = h;
        return LASH_OK;
      }
    }
    base->count->rejections++;
    rejected = true;
    s->factored = s->factored && status == LASH_OK;
    h *= factor;
    lash_error small;
    if (stepper_too_small(base, base->t0, h, &small) != LASH_OK) {
      if (status == LASH_OK && error) *error = small;
      return LASH_FAILURE;
    }
  }
}

static lash_status advance(stepper *base, double limit, double hmax, lash_error *error) {
  genalpha *s = (genalpha *)base;
  lash_status status = LASH_OK;
  if (!(base->next > 0)) {
    base->next = base->options->hinit;
    if (!(base->next > 0))
      status = stepper_first_step(base, s->f1, 2, limit, s->full, &base->next, error);
  }
  if (status != LASH_OK) return status;
  for (size_t k = 0; k < s->nz; k++) s->ahead[k] = s->alg1[k] - s->rate1[k];
  swap_ends(s);
  base->t0 = base->t1;
  double h = 0;
  status = try_until_accepted(s, limit, hmax, &h, error);
  if (status != LASH_OK) {
    swap_ends(s);
    return status;
  }
  s->step = h;
  base->t1 = base->t0 + h >= limit ? limit : base->t0 + h;
  base->count->steps++;
  full_rates(s, base->y1, s->rate1, s->f1);
  return LASH_OK;
}

static lash_status dense(stepper *base, double t, double *y, lash_error *error) {
  const genalpha *s = (const genalpha *)base;
  (void)error;
  stepper_hermite(base, s->f0, s->f1, t, y);
  return LASH_OK;
}

/* Between those of both ends, of second order like the method. Those of the interpolated state
 * would cost a factorisation, and show accelerations of vibrations that the steps do not resolve.
 */
static void multipliers(const stepper *base, double t, double *lambda) {
  const genalpha *s = (const genalpha *)base;
  const double part = (t - base->t0) / (base->t1 - base->t0);
  for (size_t k = 0; k < base->n->constraints; k++)
    lambda[k] = s->lambda0[k] + part * (s->lambda1[k] - s->lambda0[k]);
}

const stepper_class stepper_genalpha = {
    .info = {"genalpha", "generalised-alpha on the Lie group, index 3, implicit, order 2", false},
    .size = sizeof(genalpha),
    .create = create,
    .destroy = destroy,
    .restart = restart,
    .advance = advance,
    .dense = dense,
    .multipliers = multipliers,
    .implicit = true,
};
