/* The Schur complement S = J M^-1 J^T of the constraints: symmetric, positive definite once
 * redundant rows are gone, and sparse because a row meets only rows that share a body. It is
 * factorised within the skyline that schur_plan.c laid out: no allocation, no search. */
#include "schur.h"

#include "bodies.h"
#include "constraint.h"
#include "hinge.h"

/* Single rows: M^-1 J^T, and for a hinged body what is left of it along the hinge's direction. */
static void weigh_singles(lash_system *system) {
  lash_schur *schur = system->schur;
  for (size_t k = 0; k < schur->single_count; k++) {
    const size_t row = (size_t)schur->single[k];
    for (size_t b = schur->first[row]; b < schur->first[row + 1]; b++) {
      const lash_schur_block *block = &schur->block[b];
      const double *J = system->jacobian + block->jacobian;
      double *W = schur->weighted + 6 * b;
      if (block->hinge >= 0) {
        const lash_hinge *hinge = &schur->hinge[block->hinge];
        W[0] = lash_hinge_along(hinge, J);
        W[1] = hinge->inverse_mass * W[0];
        continue;
      }
      if (lash_unit_is_cell(system, block->body)) {
        const double *inverse =
            system->cell_inverse + 6 * ((size_t)block->body - system->body_count);
        for (int c = 0; c < 6; c++) W[c] = inverse[c] * J[c];
        continue;
      }
      const lash_body *body = &system->body[block->body];
      for (int c = 0; c < 3; c++) W[c] = body->inverse_mass * J[c];
      mul33_3(body->inverse_inertia, J + 3, W + 3);
    }
  }
}

/* Adds the lower triangle of a symmetric matrix of order 3 to the skyline. */
static void add_triangle(const lash_schur_point *point, double *restrict value, double xx,
                         double yx, double yy, double zx, double zy, double zz) {
  double *x = value + point->target[0], *y = value + point->target[1];
  double *z = value + point->target[2];
  x[0] += xx;
  y[0] += yx, y[1] += yy;
  z[0] += zx, z[1] += zy, z[2] += zz;
}

/* Rows that hold a point: the same for all three at once, and their products with each other. */
static void weigh_point(lash_system *system, const lash_schur_point *point) {
  lash_schur *schur = system->schur;
  const double *X = system->jacobian + point->turning, *Y = X + point->apart;
  const double *Z = Y + point->apart;
  double *W = schur->weighted + point->weighted, *value = schur->skyline.value;
  const size_t apart = point->apart;
  if (point->hinge >= 0) {
    const lash_hinge *hinge = &schur->hinge[point->hinge];
    const double *N = hinge->direction, m = hinge->inverse_mass;
    const double x = point->sign * N[0] + dot3(X, N + 3), y = point->sign * N[1] + dot3(Y, N + 3);
    const double z = point->sign * N[2] + dot3(Z, N + 3), mx = m * x, my = m * y, mz = m * z;
    W[0] = x, W[1] = mx;
    W[apart] = y, W[apart + 1] = my;
    W[2 * apart] = z, W[2 * apart + 1] = mz;
    add_triangle(point, value, mx * x, my * x, my * y, mz * x, mz * y, mz * z);
    return;
  }
  const lash_body *body = &system->body[point->body];
  const double m = body->inverse_mass;
  double x[3], y[3], z[3];
  mul33_3(body->inverse_inertia, X, x);
  mul33_3(body->inverse_inertia, Y, y);
  mul33_3(body->inverse_inertia, Z, z);
  add_triangle(point, value, m + dot3(x, X), dot3(y, X), m + dot3(y, Y), dot3(z, X), dot3(z, Y),
               m + dot3(z, Z));
  copy3(x, W + 3);
  copy3(y, W + apart + 3);
  copy3(z, W + 2 * apart + 3);
}

static double pair_product(const lash_system *system, const lash_schur_pair *pair) {
  const lash_schur *schur = system->schur;
  const double *W = schur->weighted + 6 * pair->a;
  if (pair->kind == LASH_PAIR_HINGED) return W[1] * schur->weighted[6 * pair->b];
  const double *J = system->jacobian + schur->block[pair->b].jacobian;
  const double turning = W[3] * J[3] + W[4] * J[4] + W[5] * J[5];
  if (pair->kind == LASH_PAIR_TURNS) return turning;
  return (W[0] * J[0] + W[1] * J[1] + W[2] * J[2]) + turning;
}

static void fill_products(lash_system *system) {
  lash_schur *schur = system->schur;
  lash_skyline *sky = &schur->skyline;
  for (size_t k = 0; k < sky->start[sky->order]; k++) sky->value[k] = 0;
  weigh_singles(system);
  for (size_t p = 0; p < schur->point_count; p++) weigh_point(system, &schur->point[p]);
  for (size_t p = 0; p < schur->pair_count; p++)
    sky->value[schur->pair[p].target] += pair_product(system, &schur->pair[p]);
}

/* Near a singular position a row may depend on the others up to round-off: it then holds by
 * itself, and is left out until the mechanism has moved on. */
static double reciprocal(double pivot, double diagonal) {
  return pivot > 1e-11 * diagonal ? 1 / pivot : 0;
}

/* L D L^T within the skyline, row by row. L is kept in place, the pivots keep reciprocals. Returns
 * the row that failed, or -1. */
static int factorise_by_rows(lash_skyline *sky) {
  const int n = (int)sky->order;
  for (int r = 0; r < n; r++) {
    double *row = sky->value + sky->start[r] - sky->first[r]; /* row[j], j >= first */
    double pivot = row[r];
    for (int c = sky->first[r]; c < r; c++) {
      const double *other = sky->value + sky->start[c] - sky->first[c];
      double sum = row[c];
      for (int k = sky->first[r] > sky->first[c] ? sky->first[r] : sky->first[c]; k < c; k++)
        sum -= row[k] * other[k];
      row[c] = sum;
    }
    for (int c = sky->first[r]; c < r; c++) {
      const double factor = row[c] * sky->pivot[c];
      pivot -= factor * row[c];
      row[c] = factor;
    }
    if (!isfinite(pivot)) return r;
    sky->pivot[r] = reciprocal(pivot, row[r]);
  }
  return -1;
}

/* Three rows that all meet, such as those of a ball joint that closes the only loop. */
static bool three_rows(const lash_skyline *sky) {
  return sky->order == 3 && sky->by_rows && sky->start[3] == 6;
}

/* The same for those, written out: rows are (value[0]), (value[1], [2]), (value[3], [4], [5]). */
static int factorise_three(lash_skyline *sky) {
  double *v = sky->value, *inverse = sky->pivot;
  if (!isfinite(v[0])) return 0;
  inverse[0] = reciprocal(v[0], v[0]);
  const double factor = v[1] * inverse[0], second = v[2] - factor * v[1];
  v[1] = factor;
  if (!isfinite(second)) return 1;
  inverse[1] = reciprocal(second, v[2]);
  v[4] -= v[3] * v[1];
  const double first = v[3] * inverse[0], last = v[4] * inverse[1];
  const double third = (v[5] - first * v[3]) - last * v[4];
  v[3] = first, v[4] = last;
  if (!isfinite(third)) return 2;
  inverse[2] = reciprocal(third, v[5]);
  return -1;
}

static void solve_three(const lash_skyline *sky, double *restrict z) {
  const double *v = sky->value, *inverse = sky->pivot;
  const double y = z[1] - v[1] * z[0], last = inverse[2] * ((z[2] - v[3] * z[0]) - v[4] * y);
  const double middle = y * inverse[1] - v[4] * last;
  z[0] = (z[0] * inverse[0] - v[3] * last) - v[1] * middle;
  z[1] = middle;
  z[2] = last;
}

/* The same column by column, L being kept by columns, too. */
static int factorise_by_columns(lash_skyline *sky) {
  const int n = (int)sky->order;
  for (int r = 0; r < n; r++) sky->pivot[n + r] = sky->value[sky->start[r + 1] - 1];
  for (int k = 0; k < n; k++) {
    const double pivot = sky->value[sky->start[k + 1] - 1];
    if (!isfinite(pivot)) return k;
    const double inverse = reciprocal(pivot, sky->pivot[n + k]);
    double *column = sky->column + sky->column_start[k] - (k + 1); /* column[j], j > k */
    sky->pivot[k] = inverse;
    for (int j = k + 1; j <= sky->last[k]; j++)
      column[j] = sky->first[j] <= k ? sky->value[sky->start[j] + (size_t)(k - sky->first[j])] : 0;
    for (int r = k + 1; r <= sky->last[k]; r++) {
      if (sky->first[r] > k) continue;
      double *row = sky->value + sky->start[r] - sky->first[r];
      const double factor = column[r] * inverse;
      row[k] = factor;
      for (int j = k + 1; j <= r; j++) row[j] -= factor * column[j];
    }
    for (int j = k + 1; j <= sky->last[k]; j++) column[j] *= inverse;
  }
  return -1;
}

lash_status lash_schur_factor(lash_system *system, lash_error *error) {
  lash_schur *schur = system->schur;
  if (schur->stamp == system->stamp) return LASH_OK;
  lash_constraints_update_free(system);
  const lash_status status = lash_hinges_update(system, error);
  if (status != LASH_OK) return status;
  fill_products(system);
  const int bad = three_rows(&schur->skyline) ? factorise_three(&schur->skyline)
                  : schur->skyline.by_rows    ? factorise_by_rows(&schur->skyline)
                                              : factorise_by_columns(&schur->skyline);
  if (bad < 0) {
    schur->stamp = system->stamp;
    return LASH_OK;
  }
  char name[160];
  lash_system_constraint_name(system, (size_t)schur->order[bad], name, sizeof name);
  return lash_fail(error, LASH_FAILURE,
                   "%s: at time %g the mechanism is in a singular configuration: %s depends on the "
                   "other constraints there; change the start, the geometry or the drive",
                   system->file, system->t, name);
}

double lash_schur_least(const lash_schur *schur, size_t *row) {
  const lash_skyline *sky = &schur->skyline;
  double least = INFINITY;
  for (size_t r = 0; r < sky->order; r++) {
    const double diagonal =
        sky->by_rows ? sky->value[sky->start[r + 1] - 1] : sky->pivot[sky->order + r];
    const double part = sky->pivot[r] > 0 ? 1 / (sky->pivot[r] * diagonal) : 0;
    if (!(part < least)) continue;
    least = part;
    if (row) *row = (size_t)schur->order[r];
  }
  return least;
}

/* z = L^-1 z. */
static void eliminate(const lash_skyline *sky, double *z) {
  const int n = (int)sky->order;
  for (int r = 1; r < n && sky->by_rows; r++) {
    const double *row = sky->value + sky->start[r] - sky->first[r];
    double sum = z[r];
    for (int k = sky->first[r]; k < r; k++) sum -= row[k] * z[k];
    z[r] = sum;
  }
  for (int k = 0; k < n && !sky->by_rows; k++) {
    const double *column = sky->column + sky->column_start[k] - (k + 1);
    for (int j = k + 1; j <= sky->last[k]; j++) z[j] -= column[j] * z[k];
  }
}

/* z = S^-1 z, in elimination order. */
static void solve_factored(const lash_skyline *sky, double *restrict z) {
  const int n = (int)sky->order;
  if (three_rows(sky)) {
    solve_three(sky, z);
    return;
  }
  eliminate(sky, z);
  for (int r = 0; r < n; r++) z[r] *= sky->pivot[r];
  for (int r = n - 1; r > 0; r--) {
    const double *restrict row = sky->value + sky->start[r] - sky->first[r];
    for (int k = sky->first[r]; k < r; k++) z[k] -= row[k] * z[r];
  }
}

/* What each body does when only its own hinge, if it has one, holds it. `hinged`: right-hand sides
 * of hinged rows, NULL: those of accelerations. */
static void accelerate_alone(const lash_system *system, const double *f, const double *gamma,
                             const double *hinged, double *a) {
  const lash_schur *schur = system->schur;
  for (size_t b = 1; b < system->body_count; b++) {
    const size_t at = 6 * (b - 1);
    const int h = schur->body_hinge[b];
    if (h >= 0) {
      const lash_hinge *hinge = &schur->hinge[h];
      lash_hinge_accelerate(system, hinge, f ? f + at : NULL, hinge->direct ? hinged : gamma,
                            a + at);
    } else if (f) {
      const lash_body *body = &system->body[b];
      for (size_t k = at; k < at + 3; k++) a[k] = body->inverse_mass * f[k];
      mul33_3(body->inverse_inertia, f + at + 3, a + at + 3);
    } else {
      memset(a + at, 0, 6 * sizeof *a);
    }
  }
  /* cells of flexible bodies only ever come here to be projected, without forces */
  if (system->size.cells)
    memset(a + 6 * (system->body_count - 1), 0, 6 * system->size.cells * sizeof *a);
}

/* z = J a - gamma in elimination order. */
static void residuals(const lash_system *system, const double *gamma, const double *a, double *z) {
  const lash_schur *schur = system->schur;
  for (size_t k = 0; k < schur->skyline.order; k++) z[k] = -gamma[schur->order[k]];
  for (size_t k = 0; k < schur->single_count; k++) {
    const size_t row = (size_t)schur->single[k];
    for (size_t b = schur->first[row]; b < schur->first[row + 1]; b++)
      z[row] += dot6(system->jacobian + schur->block[b].jacobian, a + schur->block[b].at);
  }
  for (size_t p = 0; p < schur->point_count; p++) {
    const lash_schur_point *point = &schur->point[p];
    const double *B = system->jacobian + point->turning, *u = a + point->at;
    double *rows = z + point->row;
    const double x = point->sign * u[0] + dot3(B, u + 3);
    const double y = point->sign * u[1] + dot3(B + point->apart, u + 3);
    rows[2] += point->sign * u[2] + dot3(B + 2 * point->apart, u + 3);
    rows[0] += x, rows[1] += y;
  }
}

static void push_point(lash_system *system, const lash_schur_point *point, const double *force,
                       double *a) {
  lash_schur *schur = system->schur;
  const double *X = schur->weighted + point->weighted, *Y = X + point->apart;
  const double *Z = Y + point->apart, fx = force[0], fy = force[1], fz = force[2];
  if (point->hinge >= 0) {
    schur->hinge[point->hinge].push += fx * X[1] + fy * Y[1] + fz * Z[1];
    return;
  }
  const double x = a[3] - (fx * X[3] + fy * Y[3] + fz * Z[3]);
  const double y = a[4] - (fx * X[4] + fy * Y[4] + fz * Z[4]);
  const double z = a[5] - (fx * X[5] + fy * Y[5] + fz * Z[5]);
  a[0] -= fx * X[0];
  a[1] -= fy * Y[1];
  a[2] -= fz * Z[2];
  store3(x, y, z, a + 3);
}

/* a -= M^-1 J^T z; what hinged bodies feel is gathered and turned into motion at the end. */
static void push_bodies(lash_system *system, const double *z, double *a) {
  lash_schur *schur = system->schur;
  for (size_t h = 0; h < schur->hinge_count; h++) schur->hinge[h].push = 0;
  for (size_t k = 0; k < schur->single_count; k++) {
    const size_t row = (size_t)schur->single[k];
    for (size_t b = schur->first[row]; b < schur->first[row + 1]; b++) {
      const lash_schur_block *block = &schur->block[b];
      const double *restrict W = schur->weighted + 6 * b;
      double *restrict target = a + block->at;
      if (block->hinge >= 0)
        schur->hinge[block->hinge].push += z[row] * W[1];
      else
        for (int c = 0; c < 6; c++) target[c] -= z[row] * W[c];
    }
  }
  for (size_t p = 0; p < schur->point_count; p++)
    push_point(system, &schur->point[p], z + schur->point[p].row, a + schur->point[p].at);
  for (size_t h = 0; h < schur->hinge_count; h++) {
    const lash_hinge *hinge = &schur->hinge[h];
    const double push = hinge->push, *restrict direction = hinge->direction;
    double *restrict target = a + 6 * (hinge->body - 1);
    for (int c = 0; c < 6; c++) target[c] -= push * direction[c];
  }
}

static void solve(lash_system *system, const double *f, const double *gamma, const double *hinged,
                  double *a, double *lambda) {
  lash_schur *schur = system->schur;
  double *z = system->right + system->size.constraints;
  accelerate_alone(system, f, gamma, hinged, a);
  residuals(system, gamma, a, z);
  solve_factored(&schur->skyline, z);
  push_bodies(system, z, a);
  for (size_t k = 0; k < schur->skyline.order; k++) lambda[schur->order[k]] = z[k];
}

void lash_schur_solve(lash_system *system, const double *f, const double *gamma, double *a,
                      double *lambda) {
  lash_constraints_update(system);
  solve(system, f, gamma, gamma, a, lambda);
}

void lash_schur_accelerate(lash_system *system, const double *f, const double *gamma, double *a,
                           double *lambda) {
  solve(system, f, gamma, NULL, a, lambda);
}

/* Balance of the hinged bodies gives the multipliers that the solution could do without. */
void lash_schur_complete(lash_system *system, const double *f, const double *a, double *lambda) {
  lash_schur *schur = system->schur;
  lash_constraints_update(system);
  for (size_t h = 0; h < schur->hinge_count; h++) {
    const lash_body *body = &system->body[schur->hinge[h].body];
    const size_t at = 6 * (size_t)(schur->hinge[h].body - 1);
    double rest[6], momentum[3];
    mul33_3(body->inertia, a + at + 3, momentum);
    for (size_t k = 0; k < 3; k++) {
      rest[k] = f[at + k] - body->mass * a[at + k];
      rest[k + 3] = f[at + k + 3] - momentum[k];
    }
    for (size_t k = 0; k < schur->skyline.order; k++)
      for (size_t b = schur->first[k]; b < schur->first[k + 1]; b++) {
        const lash_schur_block *block = &schur->block[b];
        if (block->hinge != (int)h) continue;
        for (size_t c = 0; c < 6; c++)
          rest[c] -= lambda[schur->order[k]] * system->jacobian[block->jacobian + c];
      }
    lash_hinge_reactions(system, &schur->hinge[h], rest, lambda);
  }
}

void lash_jacobian_times(const lash_system *system, const double *v, double *out) {
  for (size_t k = 0; k < system->size.constraints; k++) {
    const int row = system->kept[k];
    double sum = 0;
    for (size_t b = system->row_block[row]; b < system->row_block[row + 1]; b++)
      sum += dot6(system->jacobian + 6 * b, v + 6 * (system->block_body[b] - 1));
    out[k] = sum;
  }
}
