/* The laws in a browser: what explorer.js calls, over plain numbers and pointers to texts.
 *
 * One law is chosen at a time. Families: 0 contact, 1 friction, 2 film. Texts from the page arrive
 * in `explorer_text`, messages leave through it; curves lie row by row in `explorer_data`. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "lash_contact.h"
#include "lash_film.h"
#include "lash_friction.h"
#include "lash_rigs.h"

#define EXPORT(name) __attribute__((export_name(#name))) name

enum { CONTACT, FRICTION, FILM };
enum { ROWS = 2000, IMPACT_STEPS = 20000, TEXT = LASH_MESSAGE_MAX };

static char text[TEXT];
static double data[4 * ROWS];
static lash_contact contact;
static lash_friction friction;
static lash_film film;
static int family;

char *EXPORT(explorer_text)(void) { return text; }
double *EXPORT(explorer_data)(void) { return data; }

/* ------------------------------------------------------------------------------------- the laws */

int EXPORT(explorer_laws)(int of) {
  return (int)(of == CONTACT    ? lash_contact_law_count()
               : of == FRICTION ? lash_friction_law_count()
                                : lash_film_law_count());
}

enum { NAME, FORMULA, CITATION, NOTE };

#define WORD_OF(l, what)                \
  ((what) == NAME       ? (l)->name     \
   : (what) == FORMULA  ? (l)->formula  \
   : (what) == CITATION ? (l)->citation \
                        : (l)->note)

const char *EXPORT(explorer_word)(int of, int law, int what) {
  const size_t index = (size_t)law;
  if (of == CONTACT) return WORD_OF(lash_contact_law_at(index), what);
  return of == FRICTION ? WORD_OF(lash_friction_law_at(index), what)
                        : WORD_OF(lash_film_law_at(index), what);
}

/* Chooses a law, all its parameters at their defaults. */
void EXPORT(explorer_choose)(int of, int law) {
  family = of;
  if (of == CONTACT) {
    lash_contact_choose(&contact, lash_contact_law_at((size_t)law));
  } else if (of == FILM) {
    lash_film_begin(&film, lash_film_law_at((size_t)law)->name, NULL);
  } else {
    lash_friction_choose(&friction, lash_friction_law_at((size_t)law), 1, NULL);
  }
}

/* ----------------------------------------------------------------- parameters of the chosen law */

static lash_params *params(void) {
  return family == CONTACT ? &contact.params : family == FRICTION ? &friction.params : &film.params;
}

int EXPORT(explorer_params)(void) { return (int)params()->count; }

enum { P_NAME, P_UNIT, P_MEANING, P_RANGE, P_CHOICE };

/* From P_CHOICE on the words a parameter may be, then NULL. */
const char *EXPORT(explorer_param_word)(int index, int what) {
  const lash_param *p = &params()->table[index];
  if (what == P_RANGE) {
    lash_param_range(p, text, sizeof text);
    return text;
  }
  if (what >= P_CHOICE) return p->choices ? p->choices[what - P_CHOICE] : NULL;
  return what == P_NAME ? p->name : what == P_UNIT ? p->unit : p->meaning;
}

enum { P_STANDARD, P_MIN, P_MAX, P_VALUE };

double EXPORT(explorer_param_number)(int index, int what) {
  const lash_param *p = &params()->table[index];
  return what == P_STANDARD ? p->standard
         : what == P_MIN    ? p->min
         : what == P_MAX    ? p->max
                            : params()->value[index];
}

int EXPORT(explorer_param_required)(int index) {
  const lash_param *p = &params()->table[index];
  return isnan(p->standard) && !(p->flags & LASH_PARAM_OPTIONAL);
}

static int told(lash_status status, const lash_error *error) {
  snprintf(text, sizeof text, "%s", status == LASH_OK ? "" : error->message);
  return (int)status;
}

/* Sets parameter `index` from the text in explorer_text; 0, or a status with a message there. */
int EXPORT(explorer_set)(int index) {
  lash_error error;
  char value[TEXT];
  memcpy(value, text, sizeof value);
  value[TEXT - 1] = '\0';
  return told(lash_params_set(params(), params()->table[index].name, value, &error), &error);
}

int EXPORT(explorer_ready)(void) {
  lash_error error;
  lash_status status = family == CONTACT    ? lash_contact_ready(&contact, &error)
                       : family == FRICTION ? lash_friction_ready(&friction, &error)
                                            : lash_film_ready(&film, &error);
  return told(status, &error);
}

/* ------------------------------------------------------------------------------------- numbers */

/* data: force, d_delta, d_v, d_v0; returns the flags. */
int EXPORT(explorer_contact)(double delta, double v, double v0) {
  lash_contact_value f = lash_contact_eval(&contact, delta, v, v0);
  memcpy(data, (double[]){f.force, f.d_delta, f.d_v, f.d_v0}, 4 * sizeof *data);
  return (int)f.flags;
}

/* data: force, d_vt, d_normal, with bristles at rest. */
void EXPORT(explorer_friction)(double vt, double normal) {
  double z[LASH_FRICTION_STATES_MAX];
  lash_friction_value f;
  lash_friction_reset(&friction, z);
  lash_friction_force(&friction, &(lash_friction_input){.vt = {vt, 0}, .normal = normal, .z = z},
                      &f);
  memcpy(data, (double[]){f.force[0], f.d_vt[0][0], f.d_normal[0]}, 3 * sizeof *data);
}

/* -------------------------------------------------------------------------------------- impact */

typedef struct impact {
  double mass, v0;
} impact;

static double slows(const impact *p, double delta, double v) {
  return -lash_contact_eval(&contact, delta, v, p->v0).force / p->mass;
}

/* One step of the classical Runge-Kutta method. */
static void step(const impact *p, double h, double *delta, double *v) {
  const double x = *delta, u = *v;
  const double a1 = slows(p, x, u), u2 = u + h / 2 * a1;
  const double a2 = slows(p, x + h / 2 * u, u2), u3 = u + h / 2 * a2;
  const double a3 = slows(p, x + h / 2 * u2, u3), u4 = u + h * a3;
  const double a4 = slows(p, x + h * u3, u4);
  *delta = x + h / 6 * (u + 2 * u2 + 2 * u3 + u4);
  *v = u + h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
}

/* Follows one impact with steps of h: how many there were until the bodies part, or -1. The speed
 * at the end is *v. Every `keep`-th step becomes a row: delta, force, v, t. */
static int follow(const impact *p, double h, int keep, double *v, int *rows) {
  double delta = 0;
  *v = p->v0;
  *rows = 0;
  for (int i = 0; i < IMPACT_STEPS; i++) {
    if (keep && i % keep == 0 && *rows < ROWS) {
      const double row[] = {delta, lash_contact_eval(&contact, delta, *v, p->v0).force, *v, i * h};
      memcpy(data + 4 * (*rows)++, row, sizeof row);
    }
    step(p, h, &delta, v);
    if (!isfinite(delta)) return -1;
    if (delta <= 0 && *v < 0) return i + 1;
  }
  return -1;
}

/* Rows of the force over the depth for a mass at a speed, and in *restitution's place, the first
 * double behind them, the speed after over that before. 0 when the bodies do not part. The step is
 * doubled from far too small until the impact fits. */
int EXPORT(explorer_impact)(double mass, double speed) {
  const impact p = {mass, speed};
  double v;
  int rows;
  for (double h = 1e-12; h < 1; h *= 2) {
    const int steps = follow(&p, h, 0, &v, &rows);
    if (steps < 0) continue;
    follow(&p, h, steps / (ROWS - 2) + 1, &v, &rows);
    data[4 * rows] = -v / speed;
    return rows;
  }
  return 0;
}

/* ----------------------------------------------------------------------------------- sliding */

/* Friction in steady sliding at speeds from -greatest to greatest: rows of vt and force. */
int EXPORT(explorer_sliding)(double greatest, double normal, int rows) {
  for (int i = 0; i < rows; i++) {
    const double v = greatest * (2 * (i + 0.5) / rows - 1);
    double z[LASH_FRICTION_STATES_MAX];
    lash_friction_input in = {.vt = {v, 0}, .normal = normal, .z = z};
    lash_friction_value f;
    lash_friction_reset(&friction, z);
    /* a tenth of a metre: a thousand times the way on which bristles settle */
    for (int k = 0; k < 100 && lash_friction_states(&friction); k++) {
      lash_friction_advance(&friction, &in, 1e-3 / fabs(v), z);
    }
    lash_friction_force(&friction, &in, &f);
    data[2 * i] = v;
    data[2 * i + 1] = f.force[0];
  }
  return rows;
}

/* To and fro: rows of way, speed and force. */
int EXPORT(explorer_ride)(double speed, double frequency, double normal, int rows) {
  lash_curve curve = {.capacity = (size_t)rows, .data = data};
  lash_friction_ride(&friction, speed, frequency, normal, &curve);
  return (int)curve.rows;
}

/* ---------------------------------------------------------------------------------------- films */

/* The inner centre at eps of the clearance along axis 0: a journal turns with `speed`, a ball moves
 * outwards with it. */
static lash_film_motion film_motion(double eps, double speed) {
  lash_film_motion m = {.e = {eps * lash_params_get(&film.params, "c"), 0, 0}};
  if (film.law->kind == LASH_FILM_BALL)
    m.u[0] = speed;
  else
    m.spin_j[2] = speed;
  return m;
}

int EXPORT(explorer_film_is_ball)(void) { return film.law->kind == LASH_FILM_BALL; }

/* data: e, force along and across, torque on j, power lost, smallest film, greatest pressure,
 * d force/d ex along and across; returns the flags. */
int EXPORT(explorer_film)(double eps, double speed) {
  const lash_film_motion m = film_motion(eps, speed);
  lash_film_value v;
  lash_film_eval(&film, &m, true, &v);
  const double row[] = {m.e[0],
                        v.force[0],
                        v.force[1],
                        v.torque_j[2],
                        v.lost,
                        v.film,
                        lash_film_peak(&film, &m),
                        v.by[0][LASH_FILM_BY_E],
                        v.by[1][LASH_FILM_BY_E]};
  memcpy(data, row, sizeof row);
  return (int)v.flags;
}

/* Rows of eccentricity over clearance and force, up to 0.95. */
int EXPORT(explorer_film_load)(double speed, int rows) {
  for (int i = 0; i < rows; i++) {
    const double eps = 0.95 * (i + 0.5) / rows;
    const lash_film_motion m = film_motion(eps, speed);
    lash_film_value v;
    lash_film_eval(&film, &m, false, &v);
    data[2 * i] = eps;
    data[2 * i + 1] = hypot(v.force[0], v.force[1]);
  }
  return rows;
}

/* Rows of angle in degrees and pressure in the middle of the width; 0 where the law does not know
 * it. */
int EXPORT(explorer_film_pressure)(double eps, double speed, int rows) {
  const lash_film_motion m = film_motion(eps, speed);
  const double turn = film.law->kind == LASH_FILM_BALL ? acos(-1) : 2 * acos(-1);
  for (int i = 0; i < rows; i++) {
    const double angle = turn * (i + 0.5) / rows;
    data[2 * i] = angle * 180 / acos(-1);
    data[2 * i + 1] = lash_film_pressure(&film, &m, angle, 0);
    if (isnan(data[2 * i + 1])) return 0;
  }
  return rows;
}
