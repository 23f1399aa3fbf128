/* Shortening of a modal body: geometric stiffness of its inertia loads and of forces at its
 * interfaces, projected on the modes.
 *
 * A load (accelerations 1 and s of the body, unit forces at interface nodes) puts the ties of the
 * model under tension; the tension's geometric stiffness between two modes, sign reversed, is the
 * work the load does over the shortening of that pair (lash_modal.h). A free body is loaded
 * together with the inertia of the rigid motion the load would cause, so that no support matters:
 * shortening is then measured from the mean axes. */
#include <stdlib.h>
#include <string.h>

#include "lapack.h"
#include "reduce_internal.h"

enum { RIGID = 6, FIRST = 3, SECOND = 9, INERTIA = FIRST + SECOND };

typedef struct loads {
  const reduction *r;
  band factor;    /* of the held model */
  double *motion; /* rigid, six columns; NULL for held bodies */
  double *work;
  size_t count;
  double *tension; /* [load * ties + tie] */
  size_t *node;    /* interface nodes, in the order of their forces */
} loads;

/* The acceleration of a mass point in inertia load `index`: unit, or position times unit. */
static void acceleration(const lash_fe_point *point, size_t index, double out[3]) {
  memset(out, 0, 3 * sizeof *out);
  if (index < FIRST) {
    out[index] = 1;
  } else {
    out[(index - FIRST) % 3] = point->position[(index - FIRST) / 3];
  }
}

static void inertia_load(const lash_fe *fe, size_t index, double *f) {
  for (size_t e = 0; e < fe->point_mass.count; e++) {
    const lash_entry *m = &fe->point_mass.item[e];
    const lash_fe_point *to = &fe->point[m->row];
    double a[3];
    acceleration(&fe->point[m->column], index, a);
    for (int t = 0; t < to->terms; t++) f[to->dof[t]] += m->value * reduce_dot(to->shape[t], a, 3);
  }
}

/* Takes off the inertia of the rigid acceleration x that the load causes: (B' M B) x = B' f. */
static void relieve(const loads *w, double *f) {
  int n = w->r->n, size = RIGID, one = 1, pivots[RIGID], info;
  double A[RIGID * RIGID], x[RIGID], *Mb = w->work;
  for (int j = 0; j < RIGID; j++) {
    sparse_multiply(&w->r->M, w->motion + (size_t)j * (size_t)n, Mb);
    for (int i = 0; i < RIGID; i++)
      A[j * RIGID + i] = reduce_dot(w->motion + (size_t)i * (size_t)n, Mb, n);
    x[j] = reduce_dot(w->motion + (size_t)j * (size_t)n, f, n);
  }
  dgesv_(&size, &one, A, &size, pivots, x, &size, &info);
  for (int j = 0; j < RIGID; j++) {
    sparse_multiply(&w->r->M, w->motion + (size_t)j * (size_t)n, Mb);
    for (int i = 0; i < n; i++) f[i] -= x[j] * Mb[i];
  }
}

/* Tension of every tie under a load, which is overwritten. */
static void solve_tension(const loads *w, double *f, double *tension) {
  const lash_fe *fe = w->r->fe;
  if (w->motion) relieve(w, f);
  band_solve(&w->factor, f, (size_t)w->r->n, w->work);
  for (size_t t = 0; t < fe->tie_count; t++) {
    tension[t] = 0;
    for (int i = 0; i < 12; i++)
      if (fe->tie[t].dof[i] >= 0) tension[t] += fe->tie[t].force[i] * f[fe->tie[t].dof[i]];
  }
}

/* The model held: six coordinates of a free body, none of a held one. */
static lash_status hold(loads *w, const double centre[3], lash_error *error) {
  const reduction *r = w->r;
  size_t n = (size_t)r->n;
  int *order = malloc((n + 1) * sizeof *order), fixed = r->rigid ? RIGID : 0;
  if (!order) return lash_fail(error, LASH_FAILURE, "no memory for the shortening");
  for (int i = 0; i < r->n; i++) order[i] = i;
  lash_status status = LASH_OK;
  if (fixed) {
    reduce_rigid_motion(r->fe, centre, w->motion);
    if (!reduce_holding(r, w->motion, r->n, order))
      status = lash_fail(error, LASH_BAD_INPUT, "the nodes of the model lie at one point");
  }
  if (status == LASH_OK)
    status = band_factor(&w->factor, &r->K, &r->M, 0, order + fixed, r->n - fixed, error);
  free(order);
  return status;
}

/* All tensions: inertia loads, then three forces per interface node. */
static void solve_loads(const loads *w, double *f) {
  const lash_fe *fe = w->r->fe;
  size_t n = (size_t)w->r->n, ties = fe->tie_count, load = 0;
  for (; load < INERTIA; load++) {
    memset(f, 0, n * sizeof *f);
    inertia_load(fe, load, f);
    solve_tension(w, f, w->tension + load * ties);
  }
  for (; load < w->count; load++) {
    size_t force = load - INERTIA;
    int equation = fe->node[w->node[force / 3]].dof[force % 3];
    memset(f, 0, n * sizeof *f);
    if (equation >= 0) f[equation] = 1;
    solve_tension(w, f, w->tension + load * ties);
  }
}

/* Adds `work`, what load `load` does over the shortening of a pair of modes. */
static void add_work(lash_modal *body, const loads *w, size_t load, size_t pair, double work) {
  if (load < FIRST) {
    body->shortening[pair].first[load] += work;
  } else if (load < INERTIA) {
    body->shortening[pair].second[(load - FIRST) / 3][(load - FIRST) % 3] += work;
  } else {
    size_t force = load - INERTIA;
    body->node[w->node[force / 3]].shortening[pair][force % 3] += work;
  }
}

/* The tie's geometric stiffness between modes k and l, for unit tension. */
static void project(const reduction *r, const lash_fe_tie *tie, lash_modal *body, const loads *w,
                    size_t index) {
  size_t count = body->mode_count, n = (size_t)r->n, ties = r->fe->tie_count;
  for (size_t k = 0; k < count; k++) {
    const double *psi = r->mode + (r->rigid + k) * n;
    double Kpsi[12] = {0};
    for (int i = 0; i < 12; i++)
      for (int j = 0; j < 12; j++)
        if (tie->dof[j] >= 0) Kpsi[i] += tie->stiffness[i][j] * psi[tie->dof[j]];
    for (size_t l = 0; l < count; l++) {
      const double *other = r->mode + (r->rigid + l) * n;
      double unit = 0;
      for (int i = 0; i < 12; i++)
        if (tie->dof[i] >= 0) unit += Kpsi[i] * other[tie->dof[i]];
      for (size_t load = 0; load < w->count; load++)
        add_work(body, w, load, k * count + l, -unit * w->tension[load * ties + index]);
    }
  }
}

lash_status reduce_shortening(const reduction *r, lash_modal *body, lash_error *error) {
  const lash_fe *fe = r->fe;
  size_t n = (size_t)r->n, interfaces = 0;
  double centre[3];
  for (int i = 0; i < 3; i++) centre[i] = body->first[i] / body->mass;
  for (size_t i = 0; i < fe->node_count; i++) interfaces += fe->node[i].interface;
  loads w = {.r = r, .count = INERTIA + 3 * interfaces};
  w.node = malloc((interfaces + 1) * sizeof *w.node);
  double *room = malloc(((RIGID + 2) * n + w.count * fe->tie_count + 1) * sizeof *room);
  if (!room || !w.node) {
    free(room);
    free(w.node);
    return lash_fail(error, LASH_FAILURE, "no memory for the shortening");
  }
  for (size_t i = 0, at = 0; i < fe->node_count; i++)
    if (fe->node[i].interface) w.node[at++] = i;
  double *f = room;
  w.work = f + n;
  w.motion = r->rigid ? w.work + n : NULL;
  w.tension = w.work + (RIGID + 1) * n;
  lash_status status = lash_modal_allocate_shortening(body, error);
  if (status == LASH_OK) status = hold(&w, centre, error);
  if (status == LASH_OK) {
    solve_loads(&w, f);
    for (size_t t = 0; t < fe->tie_count; t++) project(r, &fe->tie[t], body, &w, t);
  }
  band_free(&w.factor);
  free(room);
  free(w.node);
  return status;
}
