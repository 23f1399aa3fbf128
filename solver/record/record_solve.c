/* The equations solved on the tape: mass matrix of the tree, its factors, and those of the rows
 * that close loops.
 *
 * M = L^T D L, eliminated from the last speed to the first, so that the factors have entries where
 * one body hangs below the other and nowhere else. Rows J u' = g follow by their Schur complement
 * S = J M^-1 J^T. Everything is unrolled; what is structurally zero is never recorded. */
#include "record_solve.h"

/* ------------------------------------------------------------------------------- sparse rows */

/* Place of entry `column` in a row that is sorted by columns; made (as zero) where it is new. */
static sparse_entry *entry(lash_recording *r, sparse_row *row, int column) {
  size_t at = 0;
  while (at < row->count && row->item[at].column < column) at++;
  if (at < row->count && row->item[at].column == column) return &row->item[at];
  LASH_APPEND(&r->store, row->item, row->count);
  memmove(row->item + at + 1, row->item + at, (row->count - 1 - at) * sizeof *row->item);
  row->item[at] = (sparse_entry){column, r->zero};
  return &row->item[at];
}

/* What two prescribed speeds have together is in the bias of accelerations. */
static void add_to(lash_recording *r, factors *f, int k, int l, lash_term value) {
  const int high = k > l ? k : l, low = k > l ? l : k, speeds = (int)r->speeds;
  if (low >= speeds || lash_tape_is(r->tape, value, 0)) return;
  sparse_row *row = high < speeds ? &f->M[high] : &f->driven[high - speeds];
  sparse_entry *e = entry(r, row, low);
  e->value = lash_tape_add(r->tape, e->value, value);
}

/* --------------------------------------------------------------------------- mass and forces */

static void add_mass(lash_recording *r, factors *f, int index) {
  lash_tape *t = r->tape;
  const lash_body *b = &r->system->body[index];
  const sym_body *body = &r->body[index];
  const lash_term mass = lash_tape_constant(t, b->mass);
  const sym33 inertia = sym33_of(t, b->inertia);
  for (size_t k = 0; k < body->columns; k++) {
    const sym_column *p = &body->column[k];
    const sym3 momentum = sym33_apply(t, inertia, p->spin);
    for (size_t l = 0; l <= k; l++) {
      const sym_column *q = &body->column[l];
      const lash_term along = p->fixed && q->fixed ? sym3_dot(t, p->local, q->local)
                                                   : sym3_dot(t, p->velocity, q->velocity);
      add_to(r, f, p->speed, q->speed,
             lash_tape_add(t, lash_tape_mul(t, mass, along), sym3_dot(t, momentum, q->spin)));
    }
  }
}

/* What forces and inertia at unchanged speeds do along each speed. */
static void add_force(lash_recording *r, factors *f, int index) {
  lash_tape *t = r->tape;
  const lash_body *b = &r->system->body[index];
  const sym_body *body = &r->body[index];
  const lash_term mass = lash_tape_constant(t, b->mass);
  double weight[3];
  scale3(b->mass, r->system->gravity, weight);
  const sym3 force = sym3_add(t, body->force, sym3_of(t, weight));
  const sym33 inertia = sym33_of(t, b->inertia);
  const sym3 spun = sym3_add(t, sym33_apply(t, inertia, body->alpha),
                             sym3_cross(t, body->w, sym33_apply(t, inertia, body->w)));
  size_t turning = 0;
  for (size_t k = 0; k < body->columns; k++)
    turning += body->column[k].speed < (int)r->speeds && !sym3_is_zero(t, body->column[k].spin);
  const sym3 torque = turning > 2 ? sym33_apply_transposed(t, body->R, body->torque) : body->torque;
  for (size_t k = 0; k < body->columns; k++) {
    const sym_column *c = &body->column[k];
    lash_term sum = f->Q[c->speed], inert;
    inert = body->a_fixed && c->fixed ? sym3_dot(t, body->a_local, c->local)
                                      : sym3_dot(t, body->a, c->velocity);
    sum = lash_tape_add(t, sum, sym3_dot(t, force, c->velocity));
    sum = lash_tape_sub(t, sum, lash_tape_mul(t, mass, inert));
    const sym3 spin = turning > 2 ? c->spin : sym33_apply(t, body->R, c->spin);
    if (!sym3_is_zero(t, c->spin)) {
      sum = lash_tape_add(t, sum, sym3_dot(t, torque, spin));
      sum = lash_tape_sub(t, sum, sym3_dot(t, spun, c->spin));
    }
    f->Q[c->speed] = sum;
  }
}

/* -------------------------------------------------------------------------------- factors of M */

static void factor_mass(lash_recording *r, factors *f) {
  lash_tape *t = r->tape;
  for (size_t k = r->speeds; k-- > 0;) {
    sparse_row *row = &f->M[k];
    const size_t below = row->count - 1; /* the last entry is the pivot */
    f->inverse[k] = lash_tape_div(t, r->one, row->item[below].value);
    lash_term *L = lash_borrow(below + 1, sizeof *L);
    for (size_t a = 0; a < below; a++) L[a] = lash_tape_mul(t, row->item[a].value, f->inverse[k]);
    for (size_t a = 0; a < below; a++)
      for (size_t b = 0; b <= a; b++)
        add_to(r, f, row->item[a].column, row->item[b].column,
               lash_tape_neg(t, lash_tape_mul(t, L[a], row->item[b].value)));
    for (size_t a = 0; a < below; a++) row->item[a].value = L[a];
  }
}

/* b <- L^-T b */
static void sweep_down(lash_recording *r, const factors *f, lash_term *b) {
  lash_tape *t = r->tape;
  for (size_t k = r->speeds; k-- > 0;) {
    const sparse_row *row = &f->M[k];
    if (lash_tape_is(t, b[k], 0)) continue;
    for (size_t a = 0; a + 1 < row->count; a++) {
      lash_term *to = &b[row->item[a].column];
      *to = lash_tape_sub(t, *to, lash_tape_mul(t, row->item[a].value, b[k]));
    }
  }
}

/* x <- L^-1 D^-1 x */
static void sweep_up(lash_recording *r, const factors *f, lash_term *x) {
  lash_tape *t = r->tape;
  for (size_t k = 0; k < r->speeds; k++) {
    const sparse_row *row = &f->M[k];
    x[k] = lash_tape_mul(t, x[k], f->inverse[k]);
    for (size_t a = 0; a + 1 < row->count; a++)
      x[k] = lash_tape_sub(t, x[k], lash_tape_mul(t, row->item[a].value, x[row->item[a].column]));
  }
}

/* -------------------------------------------------------------------------------- factors of S */

static lash_term metric(lash_recording *r, const factors *f, size_t row, const lash_term *b) {
  lash_tape *t = r->tape;
  const lash_term *a = f->Y[row];
  lash_term sum = r->zero;
  for (size_t i = 0; i < f->moved[row].count; i++) {
    const size_t k = f->moved[row].speed[i];
    if (lash_tape_is(t, b[k], 0)) continue;
    sum = lash_tape_add(t, sum, lash_tape_mul(t, lash_tape_mul(t, a[k], f->inverse[k]), b[k]));
  }
  return sum;
}

factors *record_factor(lash_recording *r) {
  factors *f = lash_take(&r->store, 1, sizeof *f);
  f->M = lash_take(&r->store, r->speeds, sizeof *f->M);
  f->inverse = lash_take(&r->store, r->speeds, sizeof *f->inverse);
  f->driven = lash_take(&r->store, r->driven, sizeof *f->driven);
  f->Q = lash_take(&r->store, record_columns(r), sizeof *f->Q);
  for (size_t k = 0; k < record_columns(r); k++) f->Q[k] = r->zero;
  for (size_t k = 0; k < r->speeds; k++) entry(r, &f->M[k], (int)k);
  for (size_t b = 1; b < r->system->body_count; b++) add_mass(r, f, (int)b);
  factor_mass(r, f);
  f->Y = lash_take(&r->store, r->row_count, sizeof *f->Y);
  f->moved = lash_take(&r->store, r->row_count, sizeof *f->moved);
  for (size_t j = 0; j < r->row_count; j++) {
    f->Y[j] = lash_take(&r->store, r->speeds, sizeof **f->Y);
    memcpy(f->Y[j], r->row[j].J, r->speeds * sizeof **f->Y);
    sweep_down(r, f, f->Y[j]);
    for (size_t k = 0; k < r->speeds; k++)
      if (!lash_tape_is(r->tape, f->Y[j][k], 0))
        *LASH_APPEND(&r->store, f->moved[j].speed, f->moved[j].count) = k;
  }
  const size_t m = r->row_count;
  f->S = lash_take(&r->store, m * m, sizeof *f->S);
  for (size_t i = 0; i < m; i++)
    for (size_t j = 0; j <= i; j++) f->S[i * m + j] = f->S[j * m + i] = metric(r, f, i, f->Y[j]);
  return f;
}

void record_keep_rows(lash_recording *r, factors *f, const size_t *kept, size_t count) {
  const size_t m = r->row_count;
  f->rows = count;
  f->row = lash_take(&r->store, count, sizeof *f->row);
  memcpy(f->row, kept, count * sizeof *kept);
  f->pivot = lash_take(&r->store, count, sizeof *f->pivot);
  f->diagonal = lash_take(&r->store, count, sizeof *f->diagonal);
  f->F = lash_take(&r->store, count * count, sizeof *f->F);
  lash_tape *t = r->tape;
  for (size_t i = 0; i < count; i++)
    for (size_t j = 0; j <= i; j++) f->F[i * count + j] = f->S[kept[i] * m + kept[j]];
  /* F = L D L^T from the first row on; rows below the diagonal hold L */
  lash_term *column = lash_borrow(count, sizeof *column);
  for (size_t k = 0; k < count; k++) {
    f->diagonal[k] = f->S[kept[k] * m + kept[k]];
    f->pivot[k] = f->F[k * count + k];
    const lash_term inverse = lash_tape_div(t, r->one, f->pivot[k]);
    for (size_t i = k + 1; i < count; i++) {
      column[i] = f->F[i * count + k];
      if (lash_tape_is(t, column[i], 0)) continue;
      const lash_term L = lash_tape_mul(t, column[i], inverse);
      for (size_t j = k + 1; j <= i; j++) {
        lash_term *to = &f->F[i * count + j];
        *to = lash_tape_sub(t, *to, lash_tape_mul(t, L, column[j]));
      }
      f->F[i * count + k] = L;
    }
    f->F[k * count + k] = inverse;
  }
}

/* right <- S^-1 right */
static void solve_rows(lash_recording *r, const factors *f, lash_term *right) {
  lash_tape *t = r->tape;
  const size_t n = f->rows;
  for (size_t i = 0; i < n; i++)
    for (size_t k = 0; k < i; k++)
      right[i] = lash_tape_sub(t, right[i], lash_tape_mul(t, f->F[i * n + k], right[k]));
  for (size_t i = n; i-- > 0;) {
    right[i] = lash_tape_mul(t, right[i], f->F[i * n + i]);
    for (size_t k = i + 1; k < n; k++)
      right[i] = lash_tape_sub(t, right[i], lash_tape_mul(t, f->F[k * n + i], right[k]));
  }
}

/* x += Y mu */
static void add_rows(lash_recording *r, const factors *f, const lash_term *mu, lash_term *x) {
  lash_tape *t = r->tape;
  for (size_t j = 0; j < f->rows; j++)
    for (size_t i = 0; i < f->moved[f->row[j]].count; i++) {
      const size_t k = f->moved[f->row[j]].speed[i];
      x[k] = lash_tape_add(t, x[k], lash_tape_mul(t, f->Y[f->row[j]][k], mu[j]));
    }
}

/* -------------------------------------------------------------------------------------- results */

lash_term record_accelerations(lash_recording *r, factors *f, lash_term *out) {
  lash_tape *t = r->tape;
  for (size_t b = 1; b < r->system->body_count; b++) add_force(r, f, (int)b);
  memcpy(out, f->Q, r->speeds * sizeof *out);
  sweep_down(r, f, out);
  lash_term quality = r->one;
  if (f->rows) {
    const lash_term part = lash_tape_constant(t, 1e-9);
    lash_term *mu = f->mu = lash_take(&r->store, f->rows, sizeof *mu);
    for (size_t j = 0; j < f->rows; j++) {
      mu[j] = lash_tape_sub(t, r->row[f->row[j]].right, metric(r, f, f->row[j], out));
      const lash_term left = lash_tape_sub(t, f->pivot[j], lash_tape_mul(t, part, f->diagonal[j]));
      quality = j ? lash_tape_min(t, left, quality) : left;
    }
    solve_rows(r, f, mu);
    add_rows(r, f, mu, out);
  }
  sweep_up(r, f, out);
  return quality;
}

void record_correction(lash_recording *r, factors *f, lash_term *position, lash_term *speed) {
  lash_tape *t = r->tape;
  lash_term *mu = lash_borrow(f->rows, sizeof *mu);
  lash_term *const out[2] = {position, speed};
  for (int level = 0; level < 2; level++) {
    for (size_t k = 0; k < r->speeds; k++) out[level][k] = r->zero;
    for (size_t j = 0; j < f->rows; j++) {
      const sym_row *row = &r->row[f->row[j]];
      mu[j] = lash_tape_neg(t, level ? row->rate : row->phi);
    }
    solve_rows(r, f, mu);
    add_rows(r, f, mu, out[level]);
    sweep_up(r, f, out[level]);
  }
}
