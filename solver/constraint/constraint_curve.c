#include "constraint_curve.h"

#include "bodies.h"
#include "constraint.h"
#include "lapack.h"
#include "storage.h"
#include "user.h"

/* ----------------------------------------------------------------------------------- the spline */

/* Second derivatives s at knots 0 … n of a spline over unit pieces: s[k-1] + 4 s[k] + s[k+1] =
 * 6 (p[k-1] - 2 p[k] + p[k+1]) inside; periodic, or the outer two pieces are one polynomial. */
static bool solve_second(lash_curve *curve, size_t knots) {
  const int n = (int)knots, three = 3;
  double *A = lash_borrow(knots * knots, sizeof *A), *b = lash_borrow(3 * knots, sizeof *b);
  int *pivot = lash_borrow(knots, sizeof *pivot), info;
  for (size_t k = 0; k < knots; k++) {
    const size_t before = (k + knots - 1) % knots, after = (k + 1) % knots;
    if (!curve->closed && (k == 0 || k == knots - 1)) {
      const size_t inner = k ? k - 1 : 1, next = k ? k - 2 : 2;
      A[k * knots + k] = 1;
      A[inner * knots + k] = -2;
      A[next * knots + k] = 1;
      continue;
    }
    A[before * knots + k] += 1;
    A[k * knots + k] += 4;
    A[after * knots + k] += 1;
    for (size_t c = 0; c < 3; c++)
      b[c * knots + k] = 6 * (curve->point[3 * before + c] - 2 * curve->point[3 * k + c] +
                              curve->point[3 * after + c]);
  }
  dgesv_(&n, &three, A, &n, pivot, b, &n, &info);
  for (size_t k = 0; k < knots; k++)
    for (size_t c = 0; c < 3; c++) curve->second[3 * k + c] = b[c * knots + k];
  return info == 0;
}

bool lash_curve_fit(lash_store *store, lash_curve *curve, const double *points, size_t count) {
  double d[3];
  sub3(points, points + 3 * (count - 1), d);
  if (curve->closed && count > 1 && norm3(d) == 0) count--; /* the first point given again */
  if (count < 4) return false;
  for (size_t k = 1; k < count; k++) {
    sub3(points + 3 * k, points + 3 * (k - 1), d);
    if (norm3(d) == 0) return false;
  }
  curve->pieces = curve->closed ? count : count - 1;
  curve->low = -1;
  curve->high = 1;
  curve->point = lash_take(store, 3 * (count + 1), sizeof(double));
  curve->second = lash_take(store, 3 * (count + 1), sizeof(double));
  memcpy(curve->point, points, 3 * count * sizeof(double));
  const bool solved = solve_second(curve, count);
  memcpy(curve->point + 3 * count, curve->point, 3 * sizeof(double)); /* closes the ring */
  memcpy(curve->second + 3 * count, curve->second, 3 * sizeof(double));
  return solved;
}

/* The parameter of a closed curve, brought into its range. */
static double ring(const lash_curve *curve, double alpha) {
  const double period = curve->high - curve->low;
  return curve->closed ? alpha - period * floor((alpha - curve->low) / period) : alpha;
}

static void curve_value(lash_system *system, const lash_curve *curve, double alpha,
                        double at[3][3]) {
  alpha = ring(curve, alpha);
  if (curve->user >= 0) {
    for (int order = 0; order < 3; order++)
      lash_user_curve(system, curve->user, alpha, order, at[order]);
    return;
  }
  const double scale = (double)curve->pieces / (curve->high - curve->low);
  const double u = (alpha - curve->low) * scale;
  const double piece = fmin((double)curve->pieces - 1, fmax(0, floor(u)));
  const double *p = curve->point + 3 * (size_t)piece, *s = curve->second + 3 * (size_t)piece;
  const double b = u - piece, a = 1 - b;
  for (int c = 0; c < 3; c++) {
    const double p0 = p[c], p1 = p[c + 3], s0 = s[c], s1 = s[c + 3];
    at[0][c] = a * p0 + b * p1 + ((a * a * a - a) * s0 + (b * b * b - b) * s1) / 6;
    at[1][c] = scale * (p1 - p0 - ((3 * a * a - 1) * s0 - (3 * b * b - 1) * s1) / 6);
    at[2][c] = scale * scale * (a * s0 + b * s1);
  }
}

/* ------------------------------------------------------------------------------------ a place on
 * it
 */

enum { SAMPLES = 400 };

static double sample(const lash_curve *curve, int k) {
  return curve->low + (curve->high - curve->low) * k / SAMPLES;
}

void lash_curve_finish(lash_system *system, lash_curve *curve) {
  double steepest[3] = {0};
  for (int k = 0; k <= SAMPLES; k++) {
    double at[3][3];
    curve_value(system, curve, sample(curve, k), at);
    for (int c = 0; c < 3; c++) steepest[c] = fmax(steepest[c], fabs(at[1][c]) / norm3(at[1]));
  }
  curve->across = 2;
  for (int c = 0; c < 2; c++)
    if (steepest[c] < steepest[curve->across]) curve->across = c;
}

static double nearest_sample(lash_system *system, const lash_curve *curve, const double p[3]) {
  double best = INFINITY, alpha = curve->low;
  for (int k = 0; k <= SAMPLES; k++) {
    double at[3][3], d[3];
    curve_value(system, curve, sample(curve, k), at);
    sub3(p, at[0], d);
    if (!(norm3(d) < best)) continue;
    best = norm3(d);
    alpha = sample(curve, k);
  }
  return alpha;
}

/* Newton on (p - c) . c' = 0, with steps of at most a fiftieth of the curve; far from the curve,
 * where that has no minimum, as if the curve were straight. */
static double nearest(lash_system *system, const lash_curve *curve, double alpha,
                      const double p[3]) {
  const double range = curve->high - curve->low, longest = range / 50;
  for (int k = 0; k < 100; k++) {
    double at[3][3], d[3];
    curve_value(system, curve, alpha, at);
    sub3(p, at[0], d);
    const double speed = dot3(at[1], at[1]), slope = speed - dot3(d, at[2]);
    double step = dot3(d, at[1]) / (slope > 0.1 * speed ? slope : speed);
    if (!isfinite(step)) break;
    step = fmin(longest, fmax(-longest, step));
    alpha += step;
    if (fabs(step) <= 1e-15 * range) break;
  }
  return alpha;
}

void lash_curve_nearest(lash_system *system, const lash_group *group, const double p[3],
                        const double velocity[3], lash_curve_place *place) {
  const lash_curve *curve = &system->curve[group->curve];
  double at[3][3], axis[3] = {0}, d[3], tangent[3];
  place->alpha = nearest(system, curve, system->angle[group->slot], p);
  curve_value(system, curve, place->alpha, at);
  const double speed = norm3(at[1]);
  for (int c = 0; c < 3; c++) tangent[c] = at[1][c] / speed;
  axis[curve->across] = 1;
  cross3(axis, tangent, place->normal[0]);
  const double length = norm3(place->normal[0]);
  for (int c = 0; c < 3; c++) place->normal[0][c] /= length;
  cross3(tangent, place->normal[0], place->normal[1]);
  sub3(p, at[0], d);
  /* on a plane curve these hold off the curve too */
  const double along = dot3(tangent, velocity) / speed;
  const double rate = dot3(at[1], velocity) / (speed * speed - dot3(d, at[2]));
  for (int k = 0; k < 2; k++) {
    place->offset[k] = dot3(place->normal[k], d);
    place->bend[k] = dot3(place->normal[k], at[2]) * rate * along;
  }
}

/* The marker in the curve's frame. */
static void marker_place(lash_system *system, const lash_group *group, double p[3]) {
  const lash_mark *i = lash_mark_at(system, group->i), *j = lash_mark_at(system, group->j);
  double d[3];
  sub3(i->r, j->r, d);
  mult33_3(j->A, d, p);
}

void lash_curve_start(lash_system *system, const lash_group *group) {
  double p[3];
  marker_place(system, group, p);
  system->angle[group->slot] = nearest_sample(system, &system->curve[group->curve], p);
}

void lash_curve_commit(lash_system *system, const lash_group *group) {
  const lash_curve *curve = &system->curve[group->curve];
  double p[3];
  marker_place(system, group, p);
  const double alpha = ring(curve, nearest(system, curve, system->angle[group->slot], p));
  system->angle[group->slot] = alpha;
  const double slack = 1e-9 * (curve->high - curve->low);
  if (curve->closed || (alpha >= curve->low - slack && alpha <= curve->high + slack)) return;
  const lash_owner *owner = &system->owner[group->owner];
  lash_system_note(system, LASH_FAILURE,
                   "%s:%d: %s/%d: at time %g its marker has left the end of CURVE/%d; make the "
                   "curve longer",
                   system->file, owner->line, owner->statement, owner->id, system->t, curve->id);
}
