/* Adams-Bashforth-Moulton of variable order and step: CVODE's Adams method with functional
 * iteration.
 *
 * Velocities are reduced to independent ones by coordinate partitioning (Wehage & Haug, J. Mech.
 * Design 104, 1982, 247-255): the columns of Phi_v that a pivoted QR factorisation takes first are
 * dependent, the others are integrated; the dependent ones follow from Phi_v v = nu at every
 * evaluation. A partition of velocities stays good much longer than one of positions would (a
 * shaft that turns about its own axis never leaves it), so all of q is integrated, and every
 * evaluation takes place at the nearest q on the constraints: neither level can drift. When the
 * dependent columns become ill-conditioned a new partition is chosen and the method starts anew. */
#include <cvode/cvode.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <stdlib.h>
#include <string.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#include "integrate_stepper.h"
#include "lapack.h"
#include "lash_space.h"

typedef struct abam {
  stepper base;
  SUNContext context;
  void *cvode;
  SUNNonlinearSolver solver;
  N_Vector u; /* [ q | independent v | x ] */
  size_t size, freedoms;
  int *order;               /* velocity columns: dependent ones first */
  double *rows, *dependent; /* dense Phi_v (column major), its dependent columns factorised */
  int *pivots;
  double *jacobian, *right, *y, *ydot, *scratch, *tau, *work;
  double condition, condition_at_start; /* smallest pivot over largest */
  lash_error trouble;
  long steps_seen, rejected_seen;
  bool fresh;
} abam;

static double *numbers(N_Vector v) { return N_VGetArrayPointer(v); }

/* ------------------------------------------------------------------------------------ partition */

static void fill_rows(abam *s) {
  const lash_pattern *p = lash_system_jacobian_pattern(s->base.system);
  const size_t m = s->base.n->constraints;
  lash_system_jacobian(s->base.system, s->jacobian);
  memset(s->rows, 0, m * s->base.n->v * sizeof *s->rows);
  for (size_t i = 0; i < m; i++) {
    for (int k = p->start[i]; k < p->start[i + 1]; k++) {
      s->rows[i + m * (size_t)p->index[k]] = s->jacobian[k];
    }
  }
}

/* Chooses dependent columns at the current state. */
static lash_status choose_partition(abam *s, lash_error *error) {
  const int m = (int)s->base.n->constraints, nv = (int)s->base.n->v;
  if (m == 0) {
    for (int k = 0; k < nv; k++) s->order[k] = k;
    return LASH_OK;
  }
  const int room = 2 * nv + 32 * (nv + 1);
  int info = 0;
  fill_rows(s);
  /* rotations are made to look small, so that translations become dependent first: a body turns
   * about the same axis for long, while the direction its centre moves in turns with it */
  const double small = 0.01 / s->base.length;
  for (size_t k = 0; k < (size_t)nv; k++) {
    if (k % 6 < 3) continue;
    for (size_t i = 0; i < (size_t)m; i++) s->rows[i + (size_t)m * k] *= small;
  }
  memset(s->order, 0, (size_t)nv * sizeof *s->order);
  dgeqp3_(&m, &nv, s->rows, &m, s->order, s->tau, s->work, &room, &info);
  if (info != 0) return lash_fail(error, LASH_FAILURE, "abam cannot partition the coordinates");
  for (int k = 0; k < nv; k++) s->order[k]--;
  return LASH_OK;
}

/* Solves the dependent velocities of s->y from the independent ones at the current q. */
static lash_status complete_velocities(abam *s, double *v, lash_error *error) {
  const size_t m = s->base.n->constraints;
  if (m == 0) return LASH_OK;
  const int order = (int)m, one = 1;
  int info = 0;
  fill_rows(s);
  lash_system_constraints(s->base.system, NULL, s->right, NULL);
  for (size_t k = 0; k < m; k++) {
    memcpy(s->dependent + k * m, s->rows + (size_t)s->order[k] * m, m * sizeof *s->rows);
  }
  for (size_t k = m; k < s->base.n->v; k++) {
    const double speed = v[s->order[k]], *column = s->rows + (size_t)s->order[k] * m;
    for (size_t i = 0; i < m; i++) s->right[i] -= column[i] * speed;
  }
  dgesv_(&order, &one, s->dependent, &order, s->pivots, s->right, &order, &info);
  if (info != 0) {
    return lash_fail(error, LASH_FAILURE, "abam: the mechanism is in a singular position");
  }
  for (size_t k = 0; k < m; k++) v[s->order[k]] = s->right[k];
  double least = INFINITY, most = 0;
  for (size_t k = 0; k < m; k++) {
    const double pivot = fabs(s->dependent[k * m + k]);
    least = fmin(least, pivot), most = fmax(most, pivot);
  }
  s->condition = least / most;
  return LASH_OK;
}

/* ------------------------------------------------------------------------- between u and the full
 * y */

static void pack(const abam *s, const double *y, double *u) {
  const lash_system_sizes *n = s->base.n;
  memcpy(u, y, n->q * sizeof *u);
  for (size_t k = 0; k < s->freedoms; k++)
    u[n->q + k] = y[n->q + (size_t)s->order[n->constraints + k]];
  memcpy(u + n->q + s->freedoms, y + n->q + n->v, n->x * sizeof *u);
}

/* y on the constraints at both levels. The guess of dependent velocities does not matter. */
static lash_status unpack(abam *s, double t, const double *u, double *y, lash_error *error) {
  const lash_system_sizes *n = s->base.n;
  memcpy(y, u, n->q * sizeof *y);
  memset(y + n->q, 0, n->v * sizeof *y);
  for (size_t k = 0; k < s->freedoms; k++)
    y[n->q + (size_t)s->order[n->constraints + k]] = u[n->q + k];
  memcpy(y + n->q + n->v, u + n->q + s->freedoms, n->x * sizeof *y);
  lash_system_normalise(y, n);
  lash_status status = lash_system_project(s->base.system, t, y, LASH_PROJECT_POSITION, 0, error);
  if (status == LASH_OK) status = complete_velocities(s, y + n->q, error);
  return status;
}

static int rates(realtype t, N_Vector u, N_Vector udot, void *data) {
  abam *s = data;
  lash_status status = unpack(s, t, numbers(u), s->y, &s->trouble);
  if (status == LASH_OK) status = stepper_rates(&s->base, t, s->y, s->ydot, &s->trouble);
  if (status != LASH_OK) return 1;
  pack(s, s->ydot, numbers(udot));
  /* rates were taken at Euler parameters of unit length; those of u turn at the same speed only
   * when theirs are as much longer as they are */
  for (size_t b = 0; b < s->base.n->bodies; b++) {
    const double *e = numbers(u) + 7 * b + 3;
    const double length = sqrt(parameters_square(e));
    for (size_t k = 0; k < 4; k++) numbers(udot)[7 * b + 3 + k] *= length;
  }
  return 0;
}

static int weights(N_Vector u, N_Vector w, void *data) {
  abam *s = data;
  (void)u; /* the last accepted y, which u has not left far */
  stepper_tolerances(&s->base, s->base.y1, s->scratch);
  pack(s, s->scratch, numbers(w));
  for (size_t k = 0; k < s->size; k++) numbers(w)[k] = 1 / numbers(w)[k];
  return 0;
}

static void silence(int code, const char *module, const char *function, char *text, void *data) {
  abam *s = data;
  (void)module, (void)function;
  if (code < 0 && s->trouble.message[0] == '\0') {
    lash_fail(&s->trouble, LASH_FAILURE, "%s", text);
  }
}

/* ----------------------------------------------------------------------------------- life cycle */

static lash_status create(stepper *base, lash_error *error) {
  abam *s = (abam *)base;
  const lash_system_sizes *n = base->n;
  const size_t m = n->constraints, nv = n->v;
  s->freedoms = nv - m;
  s->size = n->q + s->freedoms + n->x;
  s->order = calloc(nv + m + 1, sizeof *s->order);
  s->pivots = s->order ? s->order + nv : NULL;
  s->rows = calloc(m * nv + m * m + n->jacobian + m + 5 * n->y + nv + (2 * nv + 32 * (nv + 1)) + 1,
                   sizeof *s->rows);
  if (!s->order || !s->rows || SUNContext_Create(NULL, &s->context) != 0) {
    return lash_fail(error, LASH_FAILURE, "out of memory for the integrator");
  }
  s->dependent = s->rows + m * nv;
  s->jacobian = s->dependent + m * m;
  s->right = s->jacobian + n->jacobian;
  s->y = s->right + m, s->ydot = s->y + n->y;
  s->scratch = s->ydot + n->y; /* 3 y */
  s->tau = s->scratch + 3 * n->y, s->work = s->tau + nv;

  s->u = N_VNew_Serial((sunindextype)s->size, s->context);
  s->cvode = CVodeCreate(CV_ADAMS, s->context);
  if (s->u) s->solver = SUNNonlinSol_FixedPoint(s->u, 0, s->context);
  if (!s->u || !s->cvode || !s->solver) {
    return lash_fail(error, LASH_FAILURE, "out of memory for the integrator");
  }
  N_VConst(0, s->u);
  for (size_t b = 0; b < n->bodies; b++) numbers(s->u)[7 * b + 3] = 1;
  int highest = base->options->order;
  if (highest < 1 || highest > 12) highest = 12;
  int bad = CVodeSetErrHandlerFn(s->cvode, silence, s);
  bad |= CVodeInit(s->cvode, rates, 0, s->u);
  bad |= CVodeSetUserData(s->cvode, s);
  bad |= CVodeWFtolerances(s->cvode, weights);
  bad |= CVodeSetNonlinearSolver(s->cvode, s->solver);
  bad |= CVodeSetMaxOrd(s->cvode, highest);
  bad |= CVodeSetMaxNumSteps(s->cvode, -1);
  if (bad) return lash_fail(error, LASH_FAILURE, "CVODE cannot be set up");
  return LASH_OK;
}

static void destroy(stepper *base) {
  abam *s = (abam *)base;
  if (s->cvode) CVodeFree(&s->cvode);
  if (s->solver) SUNNonlinSolFree(s->solver);
  if (s->u) N_VDestroy(s->u);
  if (s->context) SUNContext_Free(&s->context);
  free(s->order);
  free(s->rows);
}

/* ---------------------------------------------------------------------------------------- steps */

static lash_status restart(stepper *base, double h, lash_error *error) {
  abam *s = (abam *)base;
  lash_system_set(base->system, base->t1, base->y1);
  lash_status status = choose_partition(s, error);
  if (status != LASH_OK) return status;
  pack(s, base->y1, numbers(s->u));
  status = unpack(s, base->t1, numbers(s->u), s->y, error);
  if (status != LASH_OK) return status;
  s->condition_at_start = s->condition;
  if (CVodeReInit(s->cvode, base->t1, s->u) != CV_SUCCESS) {
    return lash_fail(error, LASH_FAILURE, "abam cannot start at time %.10g", base->t1);
  }
  s->steps_seen = s->rejected_seen = 0;
  s->fresh = true;
  base->next = h;
  s->trouble.message[0] = '\0';
  return LASH_OK;
}

static lash_status first_step(abam *s, double limit, lash_error *error) {
  stepper *base = &s->base;
  double h = base->next > 0 ? base->next : base->options->hinit;
  if (!(h > 0)) {
    lash_status status = stepper_rates(base, base->t1, base->y1, s->ydot, error);
    if (status == LASH_OK)
      status = stepper_first_step(base, s->ydot, 1, limit, s->scratch, &h, error);
    if (status != LASH_OK) return status;
  }
  CVodeSetInitStep(s->cvode, fmin(h, limit - base->t1));
  s->fresh = false;
  return LASH_OK;
}

static void count_work(abam *s) {
  long steps = 0, errors = 0, failures = 0;
  CVodeGetNumSteps(s->cvode, &steps);
  CVodeGetNumErrTestFails(s->cvode, &errors);
  CVodeGetNumNonlinSolvConvFails(s->cvode, &failures);
  s->base.count->steps += (size_t)(steps - s->steps_seen);
  s->base.count->rejections += (size_t)(errors + failures - s->rejected_seen);
  s->steps_seen = steps, s->rejected_seen = errors + failures;
}

static lash_status advance(stepper *base, double limit, double hmax, lash_error *error) {
  abam *s = (abam *)base;
  const double worn = 0.1; /* the partition is renewed when it is this much worse than when new */
  lash_status status = LASH_OK;
  if (!s->fresh && base->n->constraints > 0 && s->condition < worn * s->condition_at_start) {
    base->count->restarts++;
    status = restart(base, 0, error);
  }
  if (status == LASH_OK && s->fresh) status = first_step(s, limit, error);
  if (status != LASH_OK) return status;
  CVodeSetMaxStep(s->cvode, isfinite(hmax) ? hmax : 0);
  CVodeSetMinStep(s->cvode, fmin(stepper_least(base), 0.5 * (limit - base->t1)));
  CVodeSetStopTime(s->cvode, limit);
  realtype t = base->t1;
  s->trouble.message[0] = '\0';
  const int flag = CVode(s->cvode, limit, s->u, &t, CV_ONE_STEP);
  count_work(s);
  if (flag < 0) {
    return lash_fail(
        error, LASH_FAILURE,
        "abam stops at time %.10g: %s; the mechanism may be stiff, try --integrator bdf", base->t1,
        s->trouble.message);
  }
  memcpy(base->y0, base->y1, base->n->y * sizeof *base->y0);
  base->t0 = base->t1;
  base->t1 = t;
  return unpack(s, t, numbers(s->u), base->y1, error);
}

static lash_status dense(stepper *base, double t, double *y, lash_error *error) {
  abam *s = (abam *)base;
  if (CVodeGetDky(s->cvode, t, 0, s->u) != CV_SUCCESS) {
    return lash_fail(error, LASH_FAILURE, "abam cannot interpolate at time %.10g", t);
  }
  return unpack(s, t, numbers(s->u), y, error);
}

const stepper_class stepper_abam = {
    .info = {"abam", "Adams-Bashforth-Moulton, orders 1 to 12, independent velocities", false},
    .size = sizeof(abam),
    .create = create,
    .destroy = destroy,
    .restart = restart,
    .advance = advance,
    .dense = dense,
    .lands_on_constraints = true,
};
