#include "integrate_ggl.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lash_space.h"

/* The derivative of Phi_v v - nu by the motion of one unit (six velocity unknowns: a body, or a
 * cell of flexible coordinates) that the row sees. */
typedef struct link {
  int row, unit;
  double by[6];
} link;

/* Rows that a column touches, while the pattern is found. */
typedef struct ggl_notes {
  int *row;
  size_t count, room;
  bool failed;
} ggl_notes;

struct ggl {
  ggl_notes *notes; /* NULL: nobody asks */
  lash_system *system;
  const lash_system_sizes *n;
  const lash_pattern *rows, *tangent;
  size_t size, v, x, lambda, mu; /* offsets of the blocks in Y */
  size_t units;
  double c;
  double *jacobian;      /* Phi_v */
  double *still, *moved; /* tangent by (v, x) and by q */
  double *e, *w;         /* Euler parameters and angular velocities + Phi_v^T mu at linearisation */
  link *links;
  size_t link_count;
  size_t *link_start; /* links of each unit: link_start[u] … link_start[u + 1] */
  int *colour;
  int colours;
  double *work; /* y + v + 3 constraints + jacobian */
  lash_pattern pattern;
  int *start, *index;
};

/* ------------------------------------------------------------------------------------ structure */

/* The next unit that a row sees, units ascending; *at is a place in the row. */
static bool next_unit(const ggl *g, size_t row, int *at, size_t *unit) {
  const int end = g->rows->start[row + 1];
  if (*at >= end) return false;
  *unit = (size_t)g->rows->index[*at] / 6;
  while (*at < end && (size_t)g->rows->index[*at] / 6 == *unit) ++*at;
  return true;
}

/* Counts the links of each unit: link_start[u + 1] holds those of u, then their sum. */
static size_t count_links(ggl *g) {
  size_t unit;
  for (size_t i = 0; i < g->n->constraints; i++)
    for (int at = g->rows->start[i]; next_unit(g, i, &at, &unit);) g->link_start[unit + 1]++;
  for (size_t b = 0; b < g->units; b++) g->link_start[b + 1] += g->link_start[b];
  return g->link_start[g->units];
}

static void fill_links(ggl *g) {
  size_t unit;
  for (size_t i = 0; i < g->n->constraints; i++)
    for (int at = g->rows->start[i]; next_unit(g, i, &at, &unit);)
      g->links[g->link_start[unit]++] = (link){.row = (int)i, .unit = (int)unit};
  for (size_t b = g->units; b > 0; b--) g->link_start[b] = g->link_start[b - 1];
  g->link_start[0] = 0;
}

/* Units of one colour share no constraint, so that they can be moved in one evaluation. */
static void choose_colours(ggl *g) {
  const int unset = -1;
  for (size_t b = 0; b < g->units; b++) g->colour[b] = unset;
  for (size_t b = 0; b < g->units; b++) {
    for (int c = 0; g->colour[b] == unset; c++) {
      bool taken = false;
      for (size_t k = g->link_start[b]; k < g->link_start[b + 1] && !taken; k++) {
        const size_t row = (size_t)g->links[k].row;
        for (int j = g->rows->start[row]; j < g->rows->start[row + 1]; j++) {
          taken = taken || g->colour[g->rows->index[j] / 6] == c;
        }
      }
      if (!taken) g->colour[b] = c;
      if (c + 1 > g->colours && !taken) g->colours = c + 1;
    }
  }
}

static int by_number(const void *a, const void *b) {
  const int x = *(const int *)a, y = *(const int *)b;
  return (x > y) - (x < y);
}

/* The pattern is what the columns touch when every number in them is one. */
static lash_status find_pattern(ggl *g, lash_error *error) {
  double *column = calloc(g->size + 1, sizeof *column);
  g->start = calloc(g->size + 1, sizeof *g->start);
  size_t room = 0, count = 0;
  ggl_notes notes = {0};
  g->notes = &notes;
  for (size_t j = 0; column && g->start && j < g->size && !notes.failed; j++) {
    notes.count = 0;
    ggl_column(g, j, column);
    if (notes.count > 0) qsort(notes.row, notes.count, sizeof *notes.row, by_number);
    if (count + notes.count > room) {
      room = 2 * (count + notes.count) + 64;
      int *more = realloc(g->index, room * sizeof *more);
      notes.failed |= !more;
      if (!more) break;
      g->index = more;
    }
    for (size_t i = 0; i < notes.count; i++) {
      double *value = &column[notes.row[i]];
      if (*value != 0) g->index[count++] = notes.row[i];
      *value = 0; /* once, and ready for the next column */
    }
    g->start[j + 1] = (int)count;
  }
  g->notes = NULL;
  free(notes.row);
  const bool failed = !column || !g->start || notes.failed;
  free(column);
  if (failed) return lash_fail(error, LASH_FAILURE, "out of memory");
  g->pattern = (lash_pattern){g->size, g->size, count, g->start, g->index};
  return LASH_OK;
}

static void fill(double *values, size_t count, double value) {
  for (size_t k = 0; k < count; k++) values[k] = value;
}

/* Numbers that cancel in no column: distinct irrationals would do, these do too. */
static void pretend_all_present(ggl *g) {
  g->c = 1000;
  fill(g->jacobian, g->rows->nonzeros, 1);
  fill(g->still, g->tangent->nonzeros, 1);
  fill(g->moved, g->tangent->nonzeros, 1);
  for (size_t b = 0; b < g->n->bodies; b++) {
    const double e[4] = {0.1, 0.2, 0.4, 0.8}, w[3] = {0.3, 0.5, 0.7};
    memcpy(g->e + 4 * b, e, sizeof e);
    memcpy(g->w + 3 * b, w, sizeof w);
  }
  for (size_t k = 0; k < g->link_count; k++) fill(g->links[k].by, 6, 1);
}

lash_status ggl_create(lash_system *system, ggl **made, lash_error *error) {
  ggl *g = calloc(1, sizeof *g);
  if (!g) return lash_fail(error, LASH_FAILURE, "out of memory");
  const lash_system_sizes *n = lash_system_size(system);
  g->system = system, g->n = n;
  g->units = n->bodies + n->cells;
  g->rows = lash_system_jacobian_pattern(system);
  g->tangent = lash_system_tangent_pattern(system);
  g->v = n->q, g->x = g->v + n->v, g->lambda = g->x + n->x, g->mu = g->lambda + n->constraints;
  g->size = g->mu + n->constraints;
  g->jacobian = calloc(g->rows->nonzeros + 1, sizeof(double));
  g->still = calloc(g->tangent->nonzeros + 1, sizeof(double));
  g->moved = calloc(g->tangent->nonzeros + 1, sizeof(double));
  g->e = calloc(4 * n->bodies + 1, sizeof(double));
  g->w = calloc(3 * n->bodies + 1, sizeof(double));
  g->work = calloc(n->y + 2 * n->v + 3 * n->constraints + g->rows->nonzeros + 1, sizeof(double));
  g->link_start = calloc(g->units + 1, sizeof *g->link_start);
  g->colour = calloc(g->units + 1, sizeof *g->colour);
  g->link_count = g->link_start ? count_links(g) : 0;
  g->links = calloc(g->link_count + 1, sizeof *g->links);
  lash_status status = LASH_OK;
  if (!g->jacobian || !g->still || !g->moved || !g->e || !g->w || !g->work || !g->link_start ||
      !g->colour || !g->links) {
    status = lash_fail(error, LASH_FAILURE, "out of memory");
  }
  if (status == LASH_OK) {
    fill_links(g);
    choose_colours(g);
    pretend_all_present(g);
    status = find_pattern(g, error);
  }
  if (status != LASH_OK)
    ggl_free(g);
  else
    *made = g;
  return status;
}

void ggl_free(ggl *g) {
  if (!g) return;
  void *const owned[] = {g->jacobian,   g->still,  g->moved, g->e,     g->w,    g->work,
                         g->link_start, g->colour, g->links, g->start, g->index};
  for (size_t i = 0; i < sizeof owned / sizeof owned[0]; i++) free(owned[i]);
  free(g);
}

size_t ggl_size(const ggl *g) { return g->size; }

const lash_pattern *ggl_pattern(const ggl *g) { return &g->pattern; }

/* ------------------------------------------------------------------------------------- residual */

/* out = Phi_v v - nu at the current state; `values`: room for Phi_v, `nu`: for the right side. */
static void velocity_residual(const ggl *g, const double *v, double *values, double *nu,
                              double *out) {
  lash_system_jacobian(g->system, values);
  lash_system_constraints(g->system, NULL, nu, NULL);
  for (size_t i = 0; i < g->n->constraints; i++) {
    double sum = -nu[i];
    for (int k = g->rows->start[i]; k < g->rows->start[i + 1]; k++) {
      sum += values[k] * v[g->rows->index[k]];
    }
    out[i] = sum;
  }
}

lash_status ggl_residual(ggl *g, double t, const double *Y, const double *Yp, double *R,
                         lash_error *error) {
  const lash_system_sizes *n = g->n;
  double *force = g->work, *pushed = g->work + n->v + n->x;
  lash_system_set(g->system, t, Y);
  lash_status status = lash_system_forces(g->system, force, force + n->v, error);
  if (status != LASH_OK) return status;

  memcpy(pushed, Y + g->v, n->v * sizeof *pushed);
  lash_system_add_reactions(g->system, Y + g->mu, 1, pushed);
  lash_system_qdot(Y, pushed, n, R);
  for (size_t k = 0; k < n->q; k++) R[k] = Yp[k] - R[k];

  lash_system_mass_times(g->system, Yp + g->v, R + g->v);
  lash_system_add_reactions(g->system, Y + g->lambda, 1, R + g->v);
  for (size_t k = 0; k < n->v; k++) R[g->v + k] -= force[k];
  for (size_t k = 0; k < n->x; k++) R[g->x + k] = Yp[g->x + k] - force[n->v + k];

  velocity_residual(g, Y + g->v, g->jacobian, g->work, R + g->lambda);
  lash_system_constraints(g->system, R + g->mu, NULL, NULL);
  return LASH_OK;
}

/* ----------------------------------------------------------------------------------- derivative */

/* d(Phi_v v - nu)/dq by moving all units of a colour along one of their six directions. A forward
 * difference: the numbers only steer Newton's iteration. */
static void differentiate_velocity_rows(ggl *g, double t, const double *Y) {
  const lash_system_sizes *n = g->n;
  const double step = 1e-7;
  double *y = g->work, *d = y + n->y, *before = d + 2 * n->v, *after = before + n->constraints;
  double *nu = after + n->constraints, *values = nu + n->constraints;
  memcpy(y, Y, n->y * sizeof *y);
  velocity_residual(g, Y + g->v, values, nu, before);
  for (int c = 0; c < g->colours; c++) {
    for (size_t k = 0; k < 6; k++) {
      memset(d, 0, n->v * sizeof *d);
      for (size_t b = 0; b < g->units; b++) {
        if (g->colour[b] == c) d[6 * b + k] = step;
      }
      lash_system_increment(Y, d, 1, n, y);
      lash_system_set(g->system, t, y);
      velocity_residual(g, Y + g->v, values, nu, after);
      for (size_t i = 0; i < g->link_count; i++) {
        link *l = &g->links[i];
        if (g->colour[l->unit] == c) l->by[k] = (after[l->row] - before[l->row]) / step;
      }
    }
  }
  lash_system_set(g->system, t, Y);
}

lash_status ggl_linearise(ggl *g, double t, double c, const double *Y, const double *Yp,
                          lash_error *error) {
  const lash_system_sizes *n = g->n;
  const lash_tangent_weights by_rates = {
      .acceleration = c, .velocity = 1, .rate = c, .state = 1, .constraint = 1};
  const lash_tangent_weights by_position = {.position = 1, .constraint = 1, .vdot = Yp + g->v};
  g->c = c;
  lash_system_set(g->system, t, Y);
  lash_status status = lash_system_tangent(g->system, &by_rates, Y + g->lambda, g->still, error);
  if (status == LASH_OK) {
    status = lash_system_tangent(g->system, &by_position, Y + g->lambda, g->moved, error);
  }
  if (status != LASH_OK) return status;
  lash_system_jacobian(g->system, g->jacobian);
  double *pushed = g->work;
  memcpy(pushed, Y + g->v, n->v * sizeof *pushed);
  lash_system_add_reactions(g->system, Y + g->mu, 1, pushed);
  for (size_t b = 0; b < n->bodies; b++) {
    memcpy(g->e + 4 * b, Y + 7 * b + 3, 4 * sizeof *g->e);
    memcpy(g->w + 3 * b, pushed + 6 * b + 3, 3 * sizeof *g->w);
  }
  differentiate_velocity_rows(g, t, Y);
  return LASH_OK;
}

static void note(ggl_notes *notes, size_t row) {
  if (notes->count == notes->room) {
    const size_t room = 2 * notes->room + 64;
    int *more = realloc(notes->row, room * sizeof *more);
    notes->failed |= !more;
    if (!more) return;
    notes->row = more, notes->room = room;
  }
  notes->row[notes->count++] = (int)row;
}

static inline void put(const ggl *g, double *column, size_t row, double value) {
  column[row] += value;
  if (g->notes) note(g->notes, row);
}

/* Column k of the matrix of e' = E(e)^T w / 2. */
static void turning_column(const double e[4], int k, double out[4]) {
  const double half[3][4] = {
      {-e[1], e[0], e[3], -e[2]}, {-e[2], -e[3], e[0], e[1]}, {-e[3], e[2], -e[1], e[0]}};
  for (int i = 0; i < 4; i++) out[i] = 0.5 * half[k][i];
}

/* Adds factor * (derivative by direction `k` of unit b's motion) to the rows of v, x and both kinds
 * of constraint. */
static void add_motion(const ggl *g, size_t b, size_t k, double factor, double *column) {
  const lash_pattern *t = g->tangent;
  const size_t column_of_t = 6 * b + k, dynamic = g->n->v + g->n->x;
  for (int i = t->start[column_of_t]; i < t->start[column_of_t + 1]; i++) {
    const size_t row = (size_t)t->index[i];
    put(g, column, row < dynamic ? g->v + row : g->mu + row - dynamic, factor * g->moved[i]);
  }
  for (size_t i = g->link_start[b]; i < g->link_start[b + 1]; i++) {
    put(g, column, g->lambda + (size_t)g->links[i].row, factor * g->links[i].by[k]);
  }
}

static void position_column(const ggl *g, size_t j, double *column) {
  const size_t b = j / 7, k = j % 7, rigid = 7 * g->n->bodies;
  put(g, column, j, g->c);
  if (j >= rigid) {
    add_motion(g, g->n->bodies + (j - rigid) / 6, (j - rigid) % 6, 1, column);
    return;
  }
  if (k < 3) {
    add_motion(g, b, k, 1, column);
    return;
  }
  /* d(e')/de, e' = Omega(w) e / 2 */
  const double *w = g->w + 3 * b, *e = g->e + 4 * b;
  const double omega[4][4] = {{0, -w[0], -w[1], -w[2]},
                              {w[0], 0, w[2], -w[1]},
                              {w[1], -w[2], 0, w[0]},
                              {w[2], w[1], -w[0], 0}};
  const size_t p = k - 3;
  for (size_t i = 0; i < 4; i++) put(g, column, 7 * b + 3 + i, -(0.5 * omega[i][p]));
  /* a change of Euler parameters turns the body by 2 E(e) de / |e|^2 */
  const double length2 = parameters_square(e);
  for (int axis = 0; axis < 3; axis++) {
    double half[4];
    turning_column(e, axis, half);
    add_motion(g, b, 3 + (size_t)axis, 4 * half[p] / length2, column);
  }
}

static void velocity_column(const ggl *g, size_t j, double *column) {
  const size_t b = j / 6, k = j % 6, dynamic = g->n->v + g->n->x;
  if (b >= g->n->bodies) {
    put(g, column, j + g->n->bodies, -(1));
  } else if (k < 3) {
    put(g, column, 7 * b + k, -(1));
  } else {
    double half[4];
    turning_column(g->e + 4 * b, (int)k - 3, half);
    for (size_t i = 0; i < 4; i++) put(g, column, 7 * b + 3 + i, -(half[i]));
  }
  const lash_pattern *t = g->tangent;
  for (int i = t->start[j]; i < t->start[j + 1]; i++) {
    const size_t row = (size_t)t->index[i];
    if (row < dynamic)
      put(g, column, g->v + row, g->still[i]);
    else
      put(g, column, g->lambda + row - dynamic, g->moved[i]); /* Phi_v */
  }
}

static void state_column(const ggl *g, size_t j, double *column) {
  const lash_pattern *t = g->tangent;
  for (int i = t->start[j]; i < t->start[j + 1]; i++) {
    put(g, column, g->v + (size_t)t->index[i], g->still[i]);
  }
}

/* lambda pushes v, mu pushes q. */
static void multiplier_column(const ggl *g, size_t row, bool stabilising, double *column) {
  for (int k = g->rows->start[row]; k < g->rows->start[row + 1]; k++) {
    const size_t at = (size_t)g->rows->index[k], b = at / 6, direction = at % 6;
    const double value = g->jacobian[k];
    if (!stabilising) {
      put(g, column, g->v + at, value);
    } else if (b >= g->n->bodies) {
      put(g, column, at + g->n->bodies, -(value));
    } else if (direction < 3) {
      put(g, column, 7 * b + direction, -(value));
    } else {
      double half[4];
      turning_column(g->e + 4 * b, (int)direction - 3, half);
      for (size_t i = 0; i < 4; i++) put(g, column, 7 * b + 3 + i, -(half[i] * value));
    }
  }
}

void ggl_column(const ggl *g, size_t j, double *column) {
  if (j < g->v)
    position_column(g, j, column);
  else if (j < g->x)
    velocity_column(g, j - g->v, column);
  else if (j < g->lambda)
    state_column(g, j - g->v, column);
  else if (j < g->mu)
    multiplier_column(g, j - g->lambda, false, column);
  else
    multiplier_column(g, j - g->mu, true, column);
}
