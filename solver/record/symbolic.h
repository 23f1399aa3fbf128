/* Vectors and matrices of terms: the geometry of core/lash_space.h, recorded instead of computed.
 * Constants fold and structural zeros drop out as tape.h says. */
#ifndef LASH_SOLVER_SYMBOLIC_H
#define LASH_SOLVER_SYMBOLIC_H

#include "tape.h"

typedef struct sym3 {
  lash_term e[3];
} sym3;

typedef struct sym33 { /* by rows */
  lash_term e[9];
} sym33;

static inline sym3 sym3_of(lash_tape *t, const double a[3]) {
  return (sym3){
      {lash_tape_constant(t, a[0]), lash_tape_constant(t, a[1]), lash_tape_constant(t, a[2])}};
}

static inline sym3 sym3_zero(lash_tape *t) {
  const lash_term zero = lash_tape_constant(t, 0);
  return (sym3){{zero, zero, zero}};
}

static inline sym33 sym33_of(lash_tape *t, const double A[9]) {
  sym33 out;
  for (int k = 0; k < 9; k++) out.e[k] = lash_tape_constant(t, A[k]);
  return out;
}

static inline sym3 sym3_add(lash_tape *t, sym3 a, sym3 b) {
  for (int k = 0; k < 3; k++) a.e[k] = lash_tape_add(t, a.e[k], b.e[k]);
  return a;
}

static inline sym3 sym3_sub(lash_tape *t, sym3 a, sym3 b) {
  for (int k = 0; k < 3; k++) a.e[k] = lash_tape_sub(t, a.e[k], b.e[k]);
  return a;
}

static inline sym3 sym3_neg(lash_tape *t, sym3 a) {
  for (int k = 0; k < 3; k++) a.e[k] = lash_tape_neg(t, a.e[k]);
  return a;
}

static inline sym3 sym3_scale(lash_tape *t, lash_term f, sym3 a) {
  for (int k = 0; k < 3; k++) a.e[k] = lash_tape_mul(t, f, a.e[k]);
  return a;
}

static inline lash_term sym3_sum(lash_tape *t, lash_term a, lash_term b, lash_term c) {
  return lash_tape_add(t, lash_tape_add(t, a, b), c);
}

static inline lash_term sym3_dot(lash_tape *t, sym3 a, sym3 b) {
  return sym3_sum(t, lash_tape_mul(t, a.e[0], b.e[0]), lash_tape_mul(t, a.e[1], b.e[1]),
                  lash_tape_mul(t, a.e[2], b.e[2]));
}

static inline lash_term sym3_norm(lash_tape *t, sym3 a) {
  return lash_tape_sqrt(t, sym3_dot(t, a, a));
}

static inline sym3 sym3_cross(lash_tape *t, sym3 a, sym3 b) {
  sym3 out;
  for (int k = 0; k < 3; k++) {
    const int l = (k + 1) % 3, m = (k + 2) % 3;
    out.e[k] = lash_tape_sub(t, lash_tape_mul(t, a.e[l], b.e[m]), lash_tape_mul(t, a.e[m], b.e[l]));
  }
  return out;
}

static inline sym3 sym33_column(sym33 A, int c) { return (sym3){{A.e[c], A.e[3 + c], A.e[6 + c]}}; }

static inline sym3 sym33_row(sym33 A, int r) {
  return (sym3){{A.e[3 * r], A.e[3 * r + 1], A.e[3 * r + 2]}};
}

static inline sym3 sym33_apply(lash_tape *t, sym33 A, sym3 b) {
  return (sym3){{sym3_dot(t, sym33_row(A, 0), b), sym3_dot(t, sym33_row(A, 1), b),
                 sym3_dot(t, sym33_row(A, 2), b)}};
}

static inline sym3 sym33_apply_transposed(lash_tape *t, sym33 A, sym3 b) {
  return (sym3){{sym3_dot(t, sym33_column(A, 0), b), sym3_dot(t, sym33_column(A, 1), b),
                 sym3_dot(t, sym33_column(A, 2), b)}};
}

static inline sym33 sym33_mul(lash_tape *t, sym33 A, sym33 B) {
  sym33 out;
  for (int r = 0; r < 3; r++)
    for (int c = 0; c < 3; c++) out.e[3 * r + c] = sym3_dot(t, sym33_row(A, r), sym33_column(B, c));
  return out;
}

static inline bool sym3_is_zero(const lash_tape *t, sym3 a) {
  return lash_tape_is(t, a.e[0], 0) && lash_tape_is(t, a.e[1], 0) && lash_tape_is(t, a.e[2], 0);
}

#endif
