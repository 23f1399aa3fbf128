#include "curve_fit.h"

#include <math.h>
#include <stdlib.h>

enum { REACH = CURVE_GRID / 8 };

static const double golden = 0.6180339887498949;

/* Two curves over the same span, and both on the grid. */
typedef struct sheets {
  const curve_view *result, *reference;
  double from, to, step;
  bool scaled, stretched;
  double *a, *b;
} sheets;

static lash_status sheets_make(sheets *s, lash_error *error) {
  s->a = malloc(2 * CURVE_GRID * sizeof *s->a);
  if (!s->a) return lash_fail(error, LASH_FAILURE, "out of memory for a comparison");
  s->b = s->a + CURVE_GRID;
  s->step = (s->to - s->from) / (CURVE_GRID - 1);
  curve_view_sample(s->result, s->from, s->to, CURVE_GRID, s->a);
  curve_view_sample(s->reference, s->from, s->to, CURVE_GRID, s->b);
  return LASH_OK;
}

/* The move that brings the end `amount` later. */
static curve_fit move_by(const sheets *s, double amount) {
  if (s->stretched) return (curve_fit){0, 1 + amount / (s->to - s->from), 1, INFINITY};
  return (curve_fit){amount, 1, 1, INFINITY};
}

/* Sums over the points of both. */
typedef struct sums {
  double aa, ab, bb, dd;
  int n;
} sums;

static void sums_add(sums *s, double a, double b) {
  s->aa += a * a, s->ab += a * b, s->bb += b * b;
  s->dd += (a - b) * (a - b);
  s->n++;
}

static void judge(const sums *s, bool scaled, curve_fit *move) {
  double left = s->dd;
  if (scaled && s->bb > 0) {
    move->factor = s->ab / s->bb;
    left = fmax(s->aa - move->factor * s->ab, 0);
  }
  move->leaves = s->n ? sqrt(left / s->n) : INFINITY;
}

/* On the grid, where it is cheap. */
static void try_on_grid(const sheets *s, curve_fit *move) {
  sums sum = {0};
  for (int k = 0; k < CURVE_GRID; k++) {
    const double at = move->stretch * k + move->shift / s->step, share = at - floor(at);
    const int i = (int)floor(at);
    if (i < 0 || i + (share > 0) > CURVE_GRID - 1) continue;
    sums_add(&sum, share > 0 ? s->a[i] + share * (s->a[i + 1] - s->a[i]) : s->a[i], s->b[k]);
  }
  judge(&sum, s->scaled, move);
}

/* By the curves themselves. */
static void try_closely(const sheets *s, curve_fit *move) {
  const double low = fmax(s->from, s->from - move->shift / move->stretch),
               high = fmin(s->to, s->from + (s->to - s->from - move->shift) / move->stretch);
  sums sum = {0};
  for (int k = 0; k < CURVE_GRID; k++) {
    const double t = low + (high - low) * k / (CURVE_GRID - 1);
    sums_add(&sum, curve_view_at(s->result, s->from + move->stretch * (t - s->from) + move->shift),
             curve_view_at(s->reference, t));
  }
  judge(&sum, s->scaled, move);
}

/* The best step of the grid, the least where several are as good. */
static int best_step(const sheets *s) {
  double least = INFINITY;
  int best = 0;
  for (int k = -REACH; k <= REACH; k++) {
    curve_fit move = move_by(s, k * s->step);
    try_on_grid(s, &move);
    if (move.leaves < least || (move.leaves == least && abs(k) < abs(best)))
      least = move.leaves, best = k;
  }
  return best;
}

/* And the best place between its neighbours. */
static curve_fit search(const sheets *s) {
  const int best = best_step(s);
  double low = (best - 1) * s->step, high = (best + 1) * s->step;
  for (int k = 0; k < 40; k++) {
    const double u = high - golden * (high - low), v = low + golden * (high - low);
    curve_fit p = move_by(s, u), q = move_by(s, v);
    try_closely(s, &p), try_closely(s, &q);
    if (p.leaves < q.leaves)
      high = v;
    else
      low = u;
  }
  curve_fit found = move_by(s, (low + high) / 2), none = move_by(s, 0);
  try_closely(s, &found), try_closely(s, &none);
  return none.leaves <= found.leaves ? none : found;
}

static lash_status find(sheets s, curve_fit *fit, lash_error *error) {
  const lash_status status = sheets_make(&s, error);
  if (status == LASH_OK) *fit = search(&s);
  free(s.a);
  return status;
}

lash_status curve_fit_shift(const curve_view *result, const curve_view *reference, double from,
                            double to, bool scaled, curve_fit *fit, lash_error *error) {
  return find(
      (sheets){.result = result, .reference = reference, .from = from, .to = to, .scaled = scaled},
      fit, error);
}

lash_status curve_fit_stretch(const curve_view *result, const curve_view *reference, double from,
                              double to, curve_fit *fit, lash_error *error) {
  return find(
      (sheets){.result = result, .reference = reference, .from = from, .to = to, .stretched = true},
      fit, error);
}
