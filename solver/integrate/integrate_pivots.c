#include "integrate_pivots.h"

#include <math.h>

/* Rows this much less independent than they were are looked at closely; and the position is called
 * singular from here on. */
static const double suspicious = 0.3, singular = 5e-3;

void pivots_start(pivots *p, equations *e) {
  p->recorded = e->record != NULL;
  p->told = false;
  p->before = p->greatest = equations_independence(e, e->record ? e->work : NULL);
}

void pivots_move(pivots *p, equations *e) {
  const double fallen = p->before > 0 ? p->greatest / p->before : 1;
  pivots_start(p, e);
  p->greatest *= fallen;
}

/* Independence inside the step. */
static double inside(stepper *s, double t, double *work) {
  lash_error ignored; /* a state that cannot be had is no witness */
  if (s->class->dense(s, t, work, &ignored) != LASH_OK) return INFINITY;
  equations_set(s->equations, t, work);
  return equations_independence(s->equations, work + s->size);
}

/* A tree has no rows that could come to depend on each other. */
static bool has_none(const equations *e) { return e->record && !e->has_rows; }

bool pivots_near(const pivots *p, stepper *s, double *work) {
  const double near = 0.1 * p->greatest, far = 0.5 * p->greatest, h = s->t1 - s->t0;
  if (!s->equations->record || !p->recorded || has_none(s->equations)) return false;
  double low = smaller(p->before, equations_independence(s->equations, NULL));
  for (int k = 1; k < 4 && low > near && low < far; k++)
    low = smaller(low, inside(s, s->t0 + 0.25 * k * h, work));
  return low < near;
}

/* It falls and rises like |t - t*|: the least value between a and b by golden section. */
static double least(stepper *s, double a, double b, double *work, double *at) {
  const double golden = 0.6180339887498949;
  double c = b - golden * (b - a), d = a + golden * (b - a);
  double fc = inside(s, c, work), fd = inside(s, d, work);
  for (int k = 0; k < 25; k++) {
    if (fc < fd) {
      b = d, d = c, fd = fc;
      c = b - golden * (b - a), fc = inside(s, c, work);
    } else {
      a = c, c = d, fc = fd;
      d = a + golden * (b - a), fd = inside(s, d, work);
    }
  }
  *at = fc < fd ? c : d;
  return smaller(fc, fd);
}

static void say(stepper *s, double t, double *work) {
  char name[160] = "a row";
  inside(s, t, work);
  if (!s->equations->record) lash_system_dependent_row(s->system, name, sizeof name);
  lash_system_say(s->system,
                  "at time %.6g the mechanism passes a singular position, or one very near: %s "
                  "depends on the other constraints there. Which way it goes on is decided by "
                  "errors of integration: compare with a smaller --error, or change the geometry",
                  t, name);
}

enum { SAMPLES = 5, WORDS = 5 };

static void look_inside(pivots *p, stepper *s, double t1, double here, double *work) {
  const double h = t1 - s->t0;
  double value[SAMPLES + 1], at;
  int lowest = 0;
  for (int k = 0; k <= SAMPLES; k++) {
    value[k] = k == 0 ? p->before : k == SAMPLES ? here : inside(s, s->t0 + k * h / SAMPLES, work);
    if (value[k] < value[lowest]) lowest = k;
  }
  const double from = larger(0, lowest - 1), to = smaller(SAMPLES, lowest + 1);
  const double low = least(s, s->t0 + from * h / SAMPLES, s->t0 + to * h / SAMPLES, work, &at);
  /* at an end it belongs to one of the two steps that meet there: the one that has left it */
  if (!(low < singular * p->greatest) || at > t1 - 1e-4 * h) return;
  p->told = true; /* short steps may find it several times */
  if (s->count->singular++ < WORDS) say(s, at, work);
}

void pivots_watch(pivots *p, stepper *s, double t, const double *y, double *work) {
  if (p->recorded != (s->equations->record != NULL)) {
    pivots_move(p, s->equations);
    return;
  }
  if (has_none(s->equations)) return;
  const double here = equations_independence(s->equations, NULL);
  const double bound = suspicious * p->greatest;
  if (smaller(p->before, here) < bound && t > s->t0 && !p->told) {
    look_inside(p, s, t, here, work);
    equations_set(s->equations, t, y);
  }
  if (here > bound) p->told = false;
  p->before = here;
  p->greatest = larger(p->greatest, here);
}
