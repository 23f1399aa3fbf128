/* What sliding takes away, and the account of it. */
#include <math.h>

#include "lash_contact.h"
#include "lash_math.h"
#include "wear_impl.h"

/* ------------------------------------------------------------------------------------- profiles */

static double cell_area(const lash_wear *wear) {
  return wear->R * wear->L * 2 * LASH_PI / (double)wear->cells;
}

double lash_wear_volume(const lash_wear *wear, const lash_wear_profile *profile, int body) {
  double sum = 0;
  for (size_t k = 0; k < wear->cells; k++) sum += profile->depth[body][k];
  return sum * cell_area(wear);
}

double lash_wear_deepest(const lash_wear *wear, const lash_wear_profile *profile, int body,
                         double *angle) {
  double most = 0;
  if (angle) *angle = 0;
  for (size_t k = 0; k < wear->cells; k++) {
    const double at = 2 * LASH_PI * (double)k / (double)wear->cells;
    const double depth = lash_wear_depth(wear, profile, body, at);
    if (!(depth > most)) continue;
    most = depth;
    if (angle) *angle = at;
  }
  return most;
}

lash_status lash_wear_check(const lash_wear *wear, const lash_wear_profile *profile,
                            lash_error *error) {
  static const char *const whose[] = {"bearing", "journal"};
  for (int body = 0; body < 2; body++) {
    for (size_t k = 0; k < wear->cells; k++) {
      const double depth = profile->depth[body][k], at = 360.0 * (double)k / (double)wear->cells;
      if (!isfinite(depth) || depth < 0)
        return lash_fail(error, LASH_BAD_INPUT,
                         "the profile of the %s has a hole at %g degrees: depth %g m; depths are "
                         "numbers of 0 and above",
                         whose[body], at, depth);
    }
    double angle;
    const double deepest = lash_wear_deepest(wear, profile, body, &angle);
    if (deepest > wear->layer[body])
      return lash_fail(
          error, LASH_FAILURE, "the %s is worn through at %g degrees: depth %g m, layer_%c %g m",
          whose[body], angle * 180 / LASH_PI, deepest, "ij"[body], wear -> layer[body]);
  }
  return LASH_OK;
}

/* ------------------------------------------------------------------------- forces on the points */

/* The points under a load, first of all as the bed has them. */
typedef struct pressing {
  wear_grid grid;
  double force[LASH_WEAR_CELLS + 3]; /* of the points from grid.first to grid.last */
  double x, y, depth, width; /* resultant; greatest overlap; angle over which they overlap */
  double scale;              /* what became of one unit of the bed, N */
  double direction;          /* in which they press the bearing */
  double most;               /* greatest force of a point, N */
} pressing;

static void press_bed(const lash_wear *wear, const lash_wear_profile *profile,
                      const lash_wear_place *place, pressing *p) {
  const double cosine = cos(place->gamma), sine = sin(place->gamma);
  double along = 0, across = 0;
  wear_arc arc;
  lash_wear_arc(wear, profile, &p->grid, place, false, &arc);
  p->depth = p->width = 0;
  for (long n = 0; n < arc.count; n++) {
    const double q = arc.o[n] > 0 ? arc.o[n] : 0;
    p->force[n] = q;
    if (!(q > 0)) continue;
    along += q * arc.cosine[n], across += q * arc.sine[n];
    p->width += p->grid.step;
    if (q > p->depth) p->depth = q;
  }
  p->x = along * cosine - across * sine;
  p->y = along * sine + across * cosine;
}

/* Persson's pressure is that of round surfaces which touch over the same arc as deeply: their
 * clearance is depth cos/(1 - cos), which of fresh ones is their own. */
static void press_persson(const lash_wear *wear, double load, pressing *p) {
  const double half = fmin(0.5 * p->width, 0.5 * LASH_PI), middle = p->direction;
  const double c = p->depth * cos(half) / (1 - cos(half));
  const double angle = lash_persson_angle(wear->modulus * c * wear->L / load);
  double along = 0;
  p->grid.first = (long)floor((middle - angle) / p->grid.step);
  p->grid.last = (long)ceil((middle + angle) / p->grid.step);
  for (long m = p->grid.first; m <= p->grid.last; m++) {
    const double away = (double)m * p->grid.step - middle;
    const double q = lash_persson_pressure(angle, away);
    p->force[m - p->grid.first] = q;
    along += q * cos(away);
  }
  p->x = along, p->y = 0; /* the points carry the load, not what their steps miss of it */
}

static bool press(const lash_wear *wear, const lash_wear_profile *profile,
                  const lash_wear_place *place, double load, pressing *p) {
  if (!(place->r > wear->c) || !(load > 0)) return false;
  lash_wear_grid(wear, place, &p->grid);
  press_bed(wear, profile, place, p);
  if (!(hypot(p->x, p->y) > 0)) return false;
  p->scale = load / hypot(p->x, p->y);
  p->direction = atan2(p->y, p->x);
  if (wear->persson) press_persson(wear, load, p);
  const double unit = load / hypot(p->x, p->y);
  p->most = 0;
  for (long n = 0; n <= p->grid.last - p->grid.first; n++) {
    p->force[n] *= unit;
    if (p->force[n] > p->most) p->most = p->force[n];
  }
  return true;
}

/* --------------------------------------------------------------------------------------- taking */

static double take_from(const lash_wear *wear, const pressing *p, int body, double slid,
                        lash_wear_profile *profile) {
  const long cells = (long)wear->cells, count = p->grid.last - p->grid.first + 1;
  const spline_spot *j = &p->grid.journal_at;
  const double per_force = wear->k[body] * slid, depth = per_force / cell_area(wear);
  double sum = 0, *to = profile->depth[body];
  long k = (p->grid.first % cells + cells) % cells;
  if (body == 1) k = wear_near(k + j->middle, cells);
  for (long n = 0; n < count; n++, k = k + 1 == cells ? 0 : k + 1) {
    const double force = p->force[n];
    if (!(force > 0)) continue;
    if (body == 0)
      to[k] += force * depth;
    else
      wear_put(to, cells, k, j->value, force * depth);
    sum += force;
  }
  return sum * per_force;
}

/* Pressure over overlap: a point's force over its step, overlap and area. */
static double stiffness_of(const lash_wear *wear, const pressing *p) {
  return p->scale / (p->grid.step * wear->R * wear->L);
}

void lash_wear_take_alike(const lash_wear *wear, const lash_wear_profile *profile,
                          const lash_wear_place *place, double load, double slid, size_t count,
                          lash_wear_profile *const *to, lash_wear_tally *const *tally) {
  pressing p;
  if (!(slid > 0) || !press(wear, profile, place, load, &p)) return;
  const double k = fmax(wear->k[0], wear->k[1]);
  for (size_t n = 0; n < count; n++) {
    for (int body = 0; body < 2; body++)
      if (wear->k[body] > 0) tally[n]->volume[body] += take_from(wear, &p, body, slid, to[n]);
    tally[n]->stiffness += k * slid * stiffness_of(wear, &p);
    tally[n]->deepest += k * slid * p.most / cell_area(wear);
  }
}

void lash_wear_take(const lash_wear *wear, const lash_wear_profile *profile,
                    const lash_wear_place *place, double load, double slid, lash_wear_profile *to,
                    lash_wear_tally *tally) {
  lash_wear_take_alike(wear, profile, place, load, slid, 1, &to, &tally);
}

bool lash_wear_moment_of(const lash_wear *wear, const lash_wear_profile *profile,
                         const lash_wear_place *place, double load, double slid,
                         lash_wear_moment *moment) {
  pressing p;
  if (!press(wear, profile, place, load, &p)) return false;
  *moment = (lash_wear_moment){.load = load,
                               .direction = p.direction,
                               .psi = place->psi,
                               .slid = slid,
                               .stiffness = stiffness_of(wear, &p),
                               .x = place->r * cos(place->gamma),
                               .y = place->r * sin(place->gamma)};
  for (long n = 0; n <= p.grid.last - p.grid.first; n++) moment->surplus += p.force[n] / load;
  return true;
}

double lash_wear_pressure(const lash_wear *wear, const lash_wear_profile *profile,
                          const lash_wear_place *place, double load, double angle) {
  pressing p;
  if (!press(wear, profile, place, load, &p)) return 0;
  /* between two points as on a straight line; `angle` may be any number of turns away */
  const double turn = (double)wear->cells;
  const double from_first = angle / p.grid.step - (double)p.grid.first;
  const double at = from_first - turn * floor(from_first / turn);
  const long n = (long)floor(at);
  if (n >= p.grid.last - p.grid.first) return 0;
  const double part = at - (double)n;
  const double force = (1 - part) * p.force[n] + part * p.force[n + 1];
  return force / (p.grid.step * wear->R * wear->L);
}
