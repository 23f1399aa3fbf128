/* The tangent matrix of the implicit residuals: pattern once, values as often as asked.
 *
 * Exact are the partial derivatives of functions (and of user subroutines that give them),
 * constraint Jacobians, gyroscopic terms, and the turning reactions of the common joints. Central
 * differences over the bodies concerned do for the rest: directions in which forces of given
 * components act, springs and bushings, contacts, rarer constraints. */
#include "tangent.h"

#include "bodies.h"
#include "constraint.h"
#include "flexible.h"
#include "force_elements.h"
#include "geometric.h"
#include "measure.h"
#include "rows.h"
#include "storage.h"
#include "system_states.h"
#include "user.h"

/* Where things stand in the columns. Column groups: units (6 columns each), extra states,
 * multipliers. A unit's column lists row units, then rows of extra states, then kept constraint
 * rows. */
typedef struct lash_tangent {
  int *start, *index;
  size_t *unit_start;    /* by column unit: the row units of its columns are … */
  int *unit_row;         /* … these, ascending; the place in the list is the ordinal */
  int *state_body;       /* [state row][column body]: offset in the column, or -1 */
  int *body_state;       /* [row body][state column]: ordinal, or -1 */
  int *state_state;      /* [state row][state column]: offset, or -1 */
  int *block_row;        /* per Jacobian block: offset of its row in the body's columns */
  int *block_transposed; /* per Jacobian block: offset of its body in the multiplier's column */
  lash_dependence *force_needs, *state_needs;
  lash_force_partials partials;
  double *scratch; /* generalised forces of one element; then gradients of its components */
} lash_tangent;

/* ------------------------------------------------------------------------------------- pattern */

static void state_needs(lash_system *system, const lash_states *states, lash_dependence *needs) {
  if (states->kind == LASH_STATES_DIFF) {
    if (states->function >= 0) lash_function_depends(system, states->function, needs);
    return;
  }
  for (size_t k = 0; k < states->count; k++) needs->state[states->first + k] = true;
  if (states->kind == LASH_STATES_BRISTLE) {
    lash_mark_depends(system, system->force[states->force].i, needs);
    lash_mark_depends(system, system->force[states->force].j, needs);
  }
  for (size_t k = 0; k < states->inputs; k++)
    if (system->variable[states->input[k]].function >= 0)
      lash_function_depends(system, system->variable[states->input[k]].function, needs);
}

/* A block of six by six that may be there. */
typedef struct block_place {
  int column, row; /* units */
} block_place;

/* The pattern before it is numbered: blocks, and flags where something may stand. */
typedef struct flags {
  block_place *block;
  size_t block_count;
  bool *state_body, *body_state, *state_state;
} flags;

static void flag_unit(flags *at, int row, int column) {
  *LASH_APPEND(NULL, at->block, at->block_count) = (block_place){column, row};
}

static void flag_force(const lash_system *system, const lash_force *force,
                       const lash_dependence *needs, flags *at) {
  const size_t nb = system->body_count, nx = system->size.x;
  const int rows[2] = {system->mark[force->i].body, system->mark[force->j].body};
  for (int r = 0; r < 2; r++) {
    if (!rows[r]) continue;
    for (size_t b = 1; b < nb; b++)
      if (needs->body[b]) flag_unit(at, rows[r], (int)b);
    for (size_t x = 0; x < nx; x++)
      if (needs->state[x]) at->body_state[(size_t)rows[r] * nx + x] = true;
  }
}

static void flag_group(const lash_system *system, const lash_group *group, flags *at) {
  if (!group->active) return;
  const size_t first = system->row_block[group->first_row];
  const size_t end = system->row_block[group->first_row + 1];
  for (size_t a = first; a < end; a++)
    for (size_t b = first; b < end; b++)
      flag_unit(at, system->block_body[a], system->block_body[b]);
}

/* Notes which blocks the flexible bodies name. */
typedef struct flag_sink {
  lash_block_sink base;
  flags *at;
} flag_sink;

static void flag_block(lash_block_sink *base, int row, int column, const double *entries,
                       size_t stride) {
  (void)entries, (void)stride;
  flag_unit(((flag_sink *)base)->at, row, column);
}

static int by_column(const void *a, const void *b) {
  const block_place *x = a, *y = b;
  return x->column != y->column ? (x->column > y->column) - (x->column < y->column)
                                : (x->row > y->row) - (x->row < y->row);
}

/* The row units of each column unit, each once. */
static void list_units(lash_system *system, lash_tangent *tangent, flags *at) {
  size_t count = 0;
  if (at->block_count > 0) qsort(at->block, at->block_count, sizeof *at->block, by_column);
  tangent->unit_start = lash_take(&system->row_store, system->unit_count + 1, sizeof(size_t));
  tangent->unit_row = lash_take(&system->row_store, at->block_count, sizeof(int));
  for (size_t k = 0; k < at->block_count; k++) {
    if (k > 0 && by_column(&at->block[k - 1], &at->block[k]) == 0) continue;
    tangent->unit_row[count++] = at->block[k].row;
    tangent->unit_start[at->block[k].column + 1] = count;
  }
  for (size_t u = 0; u < system->unit_count; u++)
    if (tangent->unit_start[u + 1] < tangent->unit_start[u])
      tangent->unit_start[u + 1] = tangent->unit_start[u];
}

static flags find_flags(lash_system *system, lash_tangent *tangent) {
  const size_t nb = system->body_count, nu = system->unit_count, nx = system->size.x;
  flags at = {NULL, 0, lash_borrow(nx * nb, sizeof(bool)), lash_borrow(nb * nx, sizeof(bool)),
              lash_borrow(nx * nx, sizeof(bool))};
  for (size_t u = 1; u < nu; u++) flag_unit(&at, (int)u, (int)u);
  flag_sink sink = {{flag_block}, &at};
  lash_flexible_tangent(system, &(lash_tangent_weights){0}, &sink.base);
  for (size_t k = 0; k < system->force_count; k++) {
    const lash_force *force = &system->force[k];
    lash_dependence_begin(system, &system->row_store, &tangent->force_needs[k]);
    lash_force_depends(system, force, &tangent->force_needs[k]);
    if (force->user >= 0) lash_user_depends(system, force->user, &tangent->force_needs[k]);
    flag_force(system, force, &tangent->force_needs[k], &at);
  }
  for (size_t g = 0; g < system->group_count; g++) flag_group(system, &system->group[g], &at);
  for (size_t k = 0; k < system->states_count; k++) {
    const lash_states *states = &system->states[k];
    lash_dependence_begin(system, &system->row_store, &tangent->state_needs[k]);
    state_needs(system, states, &tangent->state_needs[k]);
    for (size_t row = states->first; row < states->first + states->count; row++) {
      at.state_state[row * nx + row] = true;
      for (size_t b = 1; b < nb; b++)
        if (tangent->state_needs[k].body[b]) at.state_body[row * nb + b] = true;
      for (size_t x = 0; x < nx; x++)
        if (tangent->state_needs[k].state[x]) at.state_state[row * nx + x] = true;
    }
  }
  return at;
}

/* Entries of one column: counted when `index` is NULL, written otherwise. */
static size_t body_column(lash_system *system, lash_tangent *tangent, const flags *at,
                          const lash_unit_rows *rows, size_t body, int *index) {
  const size_t nb = system->body_count, nx = system->size.x, nv = system->size.v;
  size_t count = 0;
  for (size_t k = tangent->unit_start[body]; k < tangent->unit_start[body + 1]; k++)
    for (int c = 0; c < 6; c++, count++)
      if (index) index[count] = 6 * (tangent->unit_row[k] - 1) + c;
  for (size_t x = 0; body < nb && x < nx; x++) {
    if (!at->state_body[x * nb + body]) continue;
    tangent->state_body[x * nb + body] = (int)count;
    if (index) index[count] = (int)(nv + x);
    count++;
  }
  for (size_t k = rows->start[body]; k < rows->start[body + 1]; k++, count++) {
    tangent->block_row[rows->met[k].block] = (int)count;
    if (index) index[count] = (int)(nv + nx + (size_t)rows->met[k].row);
  }
  return count;
}

static size_t state_column(lash_system *system, lash_tangent *tangent, const flags *at,
                           size_t state, int *index) {
  const size_t nb = system->body_count, nx = system->size.x, nv = system->size.v;
  size_t count = 0;
  int ordinal = 0;
  for (size_t r = 1; r < nb; r++) {
    if (!at->body_state[r * nx + state]) continue;
    tangent->body_state[r * nx + state] = ordinal++;
    for (size_t c = 0; c < 6; c++, count++)
      if (index) index[count] = (int)(6 * (r - 1) + c);
  }
  for (size_t x = 0; x < nx; x++) {
    if (!at->state_state[x * nx + state]) continue;
    tangent->state_state[x * nx + state] = (int)count;
    if (index) index[count] = (int)(nv + x);
    count++;
  }
  return count;
}

static size_t multiplier_column(lash_system *system, lash_tangent *tangent, size_t kept,
                                int *index) {
  const int row = system->kept[kept];
  size_t count = 0;
  for (int unit = 0; (unit = lash_row_next_unit(system, (size_t)row, unit)) > 0;)
    for (size_t b = system->row_block[row]; b < system->row_block[row + 1]; b++) {
      if (system->block_body[b] != unit) continue;
      tangent->block_transposed[b] = (int)count;
      for (int c = 0; c < 6; c++, count++)
        if (index) index[count] = 6 * (unit - 1) + c;
    }
  return count;
}

static void number_columns(lash_system *system, lash_tangent *tangent, const flags *at) {
  const size_t nv = system->size.v, nx = system->size.x, m = system->size.constraints;
  const size_t n = nv + nx + m;
  const lash_unit_rows rows = lash_rows_by_unit(system, system->kept, m, NULL);
  tangent->start = lash_take(&system->row_store, n + 1, sizeof(int));
  for (int pass = 0; pass < 2; pass++) {
    size_t at_value = 0;
    int *index = pass ? tangent->index : NULL;
    for (size_t column = 0; column < n; column++) {
      int *here = index ? index + at_value : NULL;
      tangent->start[column] = (int)at_value;
      if (column < nv)
        at_value += body_column(system, tangent, at, &rows, column / 6 + 1, here);
      else if (column < nv + nx)
        at_value += state_column(system, tangent, at, column - nv, here);
      else
        at_value += multiplier_column(system, tangent, column - nv - nx, here);
    }
    tangent->start[n] = (int)at_value;
    if (!pass) tangent->index = lash_take(&system->row_store, at_value, sizeof(int));
  }
  system->size.tangent = (size_t)tangent->start[n];
  system->tangent_pattern = (lash_pattern){.rows = n,
                                           .columns = n,
                                           .nonzeros = system->size.tangent,
                                           .start = tangent->start,
                                           .index = tangent->index};
}

static int *unset(lash_system *system, size_t count) {
  int *list = lash_take(&system->row_store, count, sizeof *list);
  for (size_t k = 0; k < count; k++) list[k] = -1;
  return list;
}

void lash_tangent_plan(lash_system *system) {
  const size_t nb = system->body_count, nx = system->size.x;
  const size_t blocks = system->row_block[system->row_count];
  lash_tangent *tangent = system->tangent = lash_take(&system->row_store, 1, sizeof *tangent);
  tangent->state_body = unset(system, nx * nb);
  tangent->body_state = unset(system, nb * nx);
  tangent->state_state = unset(system, nx * nx);
  tangent->block_row = unset(system, blocks);
  tangent->block_transposed = unset(system, blocks);
  tangent->force_needs =
      lash_take(&system->row_store, system->force_count, sizeof *tangent->force_needs);
  tangent->state_needs =
      lash_take(&system->row_store, system->states_count, sizeof *tangent->state_needs);
  const size_t gradient = 2 * system->size.v + nx;
  tangent->scratch = lash_take(&system->row_store, system->size.v + 6 * gradient, sizeof(double));
  for (int k = 0; k < 6; k++) {
    double *q = tangent->scratch + system->size.v + (size_t)k * gradient;
    tangent->partials.gradient[k] = (lash_gradient){q, q + system->size.v, q + 2 * system->size.v};
  }
  flags at = find_flags(system, tangent);
  list_units(system, tangent, &at);
  number_columns(system, tangent, &at);
}

const lash_pattern *lash_system_tangent_pattern(const lash_system *system) {
  return &system->tangent_pattern;
}

void lash_tangent_dense(const lash_system *system, const double *values, double *dense) {
  const lash_pattern *pattern = &system->tangent_pattern;
  const size_t n = pattern->columns;
  memset(dense, 0, n * n * sizeof *dense);
  for (size_t column = 0; column < n; column++)
    for (int k = pattern->start[column]; k < pattern->start[column + 1]; k++)
      dense[column * n + (size_t)pattern->index[k]] = values[k];
}

/* -------------------------------------------------------------------------------------- values */

/* Place of a row unit in the list of a column unit, where it is for sure. */
static size_t unit_ordinal(const lash_tangent *tangent, int row, int column) {
  const int *list = tangent->unit_row + tangent->unit_start[column];
  size_t low = 0, high = tangent->unit_start[column + 1] - tangent->unit_start[column] - 1;
  while (low < high) {
    const size_t middle = (low + high) / 2;
    if (list[middle] < row)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* Address of entry (row body, 0) in column `c` of a body. */
static double *body_entry(const lash_system *system, double *values, int row, int column, int c) {
  const lash_tangent *tangent = system->tangent;
  return values + tangent->start[6 * (column - 1) + c] + 6 * unit_ordinal(tangent, row, column);
}

static double *body_state_entry(const lash_system *system, double *values, int row, size_t state) {
  const lash_tangent *tangent = system->tangent;
  const int ordinal = tangent->body_state[(size_t)row * system->size.x + state];
  return values + tangent->start[system->size.v + state] + 6 * ordinal;
}

/* Adds blocks to the values of the tangent. */
typedef struct value_sink {
  lash_block_sink base;
  const lash_system *system;
  double *values;
} value_sink;

static void add_block(lash_block_sink *base, int row, int column, const double *entries,
                      size_t stride) {
  const value_sink *sink = (value_sink *)base;
  for (int c = 0; c < 6; c++) {
    double *entry = body_entry(sink->system, sink->values, row, column, c);
    for (size_t r = 0; r < 6; r++) entry[r] += entries[r * stride + (size_t)c];
  }
}

static void add_flexible(const lash_system *system, const lash_tangent_weights *weights,
                         double *values) {
  value_sink sink = {{add_block}, system, values};
  lash_flexible_tangent(system, weights, &sink.base);
}

static void add_inertia(const lash_system *system, const lash_tangent_weights *weights,
                        double *values) {
  for (int b = 1; b < (int)system->body_count; b++) {
    const lash_body *body = &system->body[b];
    double momentum[3];
    mul33_3(body->inertia, body->wb, momentum);
    for (int c = 0; c < 3; c++) {
      body_entry(system, values, b, b, c)[c] += weights->acceleration * body->mass;
      double unit[3] = {0}, column[3], turned[3];
      unit[c] = 1;
      column3(body->inertia, c, column);
      double *entry = body_entry(system, values, b, b, c + 3) + 3;
      axpy3(weights->acceleration, column, entry);
      if (body->point) continue;
      cross3(unit, momentum, turned); /* d(w x J w) */
      add_cross3(1, body->wb, column, turned);
      axpy3(weights->velocity, turned, entry);
    }
  }
}

static void add_constraints(lash_system *system, const lash_tangent_weights *weights,
                            double *values) {
  const lash_tangent *tangent = system->tangent;
  const double factor = weights->position * (weights->constraint != 0 ? weights->constraint : 1);
  const size_t first = system->size.v + system->size.x;
  for (size_t k = 0; k < system->size.constraints; k++) {
    const int row = system->kept[k];
    for (size_t b = system->row_block[row]; b < system->row_block[row + 1]; b++) {
      const double *J = system->jacobian + 6 * b;
      double *column = values + tangent->start[first + k] + tangent->block_transposed[b];
      for (int c = 0; c < 6; c++) {
        values[tangent->start[6 * (system->block_body[b] - 1) + c] + tangent->block_row[b]] +=
            factor * J[c];
        column[c] += J[c];
      }
    }
  }
}

/* Subtracts weight * change (six numbers for each of the two bodies) from a column. */
static void subtract(double *entry, double weight, const double *change) {
  for (int k = 0; k < 6; k++) entry[k] -= weight * change[k];
}

static void add_force(lash_system *system, size_t index, const lash_tangent_weights *weights,
                      double *values) {
  lash_force *force = &system->force[index];
  if (!force->active) return;
  lash_tangent *tangent = system->tangent;
  const lash_dependence *needs = &tangent->force_needs[index];
  const int rows[2] = {system->mark[force->i].body, system->mark[force->j].body};
  double moved[12], sped[12];
  if (!rows[0] && !rows[1]) return; /* of a modal load only the reaction counts here */
  lash_force_prepare(system, force, &tangent->partials);
  for (int b = 1; b < (int)system->body_count; b++) {
    if (!needs->body[b]) continue;
    for (int c = 0; c < 6; c++) {
      if (weights->position != 0)
        lash_force_by_increment(system, force, &tangent->partials, b, c, moved);
      if (weights->velocity != 0)
        lash_force_by_velocity(system, force, &tangent->partials, b, c, sped);
      for (int r = 0; r < 2; r++) {
        if (!rows[r] || (r && rows[1] == rows[0])) continue;
        double *entry = body_entry(system, values, rows[r], b, c);
        if (weights->position != 0) subtract(entry, weights->position, moved + 6 * r);
        if (weights->velocity != 0) subtract(entry, weights->velocity, sped + 6 * r);
      }
    }
  }
  for (size_t x = 0; x < system->size.x; x++) {
    if (!needs->state[x] || weights->state == 0) continue;
    lash_force_by_state(system, force, &tangent->partials, x, moved);
    for (int r = 0; r < 2; r++)
      if (rows[r] && !(r && rows[1] == rows[0]))
        subtract(body_state_entry(system, values, rows[r], x), weights->state, moved + 6 * r);
  }
}

/* Partials of extra states are exact for expressions and matrices. */
static void add_states(lash_system *system, const lash_tangent_weights *weights, double *values) {
  const lash_tangent *tangent = system->tangent;
  const size_t nb = system->body_count, nx = system->size.x, nv = system->size.v;
  lash_gradient *gradient = &system->gradient;
  for (size_t row = 0; row < nx; row++) {
    memset(gradient->q, 0, (2 * nv + nx) * sizeof(double));
    lash_state_rate_gradient(system, (int)row, 1, gradient);
    for (size_t b = 1; b < nb; b++) {
      const int offset = tangent->state_body[row * nb + b];
      if (offset < 0) continue;
      for (size_t c = 0; c < 6; c++)
        values[tangent->start[6 * (b - 1) + c] + offset] -=
            weights->position * gradient->q[6 * (b - 1) + c] +
            weights->velocity * gradient->v[6 * (b - 1) + c];
    }
    for (size_t x = 0; x < nx; x++) {
      const int offset = tangent->state_state[row * nx + x];
      if (offset < 0) continue;
      values[tangent->start[nv + x] + offset] +=
          (x == row ? weights->rate : 0) - weights->state * gradient->x[x];
    }
  }
}

static void add_geometric(lash_system *system, const lash_tangent_weights *weights,
                          const double *lambda, double *values) {
  double *change = system->tangent->scratch;
  if (weights->position == 0) return;
  for (size_t g = 0; g < system->group_count; g++) {
    lash_group *group = &system->group[g];
    if (!group->active || !lash_group_loaded(system, group, lambda)) continue;
    const size_t first = system->row_block[group->first_row];
    const size_t end = system->row_block[group->first_row + 1];
    for (size_t a = first; a < end; a++)
      for (int c = 0; c < 6; c++) {
        lash_group_by_increment(system, group, lambda, system->block_body[a], c, change);
        for (size_t b = first; b < end; b++) {
          double *entry =
              body_entry(system, values, system->block_body[b], system->block_body[a], c);
          const double *from = change + 6 * (system->block_body[b] - 1);
          for (int k = 0; k < 6; k++) entry[k] += weights->position * from[k];
        }
      }
    lash_group_end_increments(system, group);
  }
}

/* What stands for nothing keeps only its inertia. */
static void still_idle(lash_system *system, double *values) {
  const lash_tangent *tangent = system->tangent;
  for (size_t column = 0; column < system->tangent_pattern.columns; column++)
    for (int k = tangent->start[column]; k < tangent->start[column + 1]; k++) {
      const size_t row = (size_t)tangent->index[k];
      if (lash_unknown_is_idle(system, row) || lash_unknown_is_idle(system, column))
        values[k] = row == column ? 1 : 0;
    }
}

static bool any_idle(const lash_system *system) {
  for (size_t b = 1; b < system->body_count; b++)
    if (system->body[b].point) return true;
  for (size_t k = 0; k < system->flexible_count; k++)
    if (system->flexible[k].idle) return true;
  return false;
}

void lash_tangent_mass(lash_system *system, double *values) {
  const lash_tangent_weights weights = {.acceleration = 1, .position = 1};
  const lash_tangent *tangent = system->tangent;
  const size_t nv = system->size.v, nx = system->size.x;
  memset(values, 0, system->size.tangent * sizeof *values);
  for (int b = 1; b < (int)system->body_count; b++) {
    const lash_body *body = &system->body[b];
    for (int c = 0; c < 3; c++) {
      body_entry(system, values, b, b, c)[c] = body->mass;
      column3(body->inertia, c, body_entry(system, values, b, b, c + 3) + 3);
    }
  }
  add_flexible(system, &(lash_tangent_weights){.acceleration = 1}, values);
  add_constraints(system, &weights, values);
  for (size_t x = 0; x < nx; x++)
    values[tangent->start[nv + x] + tangent->state_state[x * nx + x]] = 1;
}

lash_status lash_system_tangent(lash_system *system, const lash_tangent_weights *weights,
                                const double *lambda, double *values, lash_error *error) {
  lash_status status = lash_forces_update(system, error);
  if (status != LASH_OK) return status;
  lash_constraints_update(system);
  memset(values, 0, system->size.tangent * sizeof *values);
  add_inertia(system, weights, values);
  if (system->flexible_count) add_flexible(system, weights, values);
  add_constraints(system, weights, values);
  lash_user_difference(system, true);
  for (size_t k = 0; k < system->force_count; k++) add_force(system, k, weights, values);
  lash_user_difference(system, false);
  add_states(system, weights, values);
  add_geometric(system, weights, lambda, values);
  if (any_idle(system)) still_idle(system, values);
  return lash_system_take_failure(system, error);
}
