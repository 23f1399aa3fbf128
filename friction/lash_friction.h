/* Friction laws: tangential force as a function of sliding velocity, normal load and bristle state.
 *
 *   lash_friction law;
 *   lash_friction_begin(&law, "lugre", 1, &error);
 *   lash_friction_set(&law, "s0", "1e5", &error);
 *   …
 *   lash_friction_ready(&law, &error);
 *   lash_friction_force(&law, &input, &force);
 *
 * Signs: vt is the sliding velocity [m/s]; `force` is the resistance, along +vt in steady sliding,
 * so the force on the sliding body is -force [N]. normal >= 0 is the normal load [N]. Laws work on
 * a line (dim 1), in the contact plane (dim 2) or in the plane with a spin about its normal as
 * third component, given as a velocity (dim 3: lash_spin.h); components beyond dim are not read.
 *
 * States. A law with memory has `lash_friction_states()` numbers z: first the continuous ones,
 * whose rates lash_friction_rates() gives so that a host can integrate them, then discrete ones
 * (stick flags), which change only in lash_friction_settle(). In dim 2 and 3 each bristle is a
 * vector: x0, y0, x1, y1, … Alternatively lash_friction_advance() steps z internally, stably for
 * any step size. Both routes give the same curve. Evaluators read z and never write it: a trial
 * leaves no trace.
 *
 * A ready law is constant: evaluate it from any number of threads. Nothing here allocates. */
#ifndef LASH_FRICTION_H
#define LASH_FRICTION_H

#include "lash_core.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ----------------------------------------------------------------------------------- evaluation */

#define LASH_FRICTION_STATES_MAX 40
#define LASH_FRICTION_DIMS       3

/* What a law is asked at. `load` is the tangential force that the rest of the system applies to the
 * sliding body [N]; only laws that can truly stick (LASH_FRICTION_USES_LOAD) read it, and only at
 * rest: they then answer with the load itself, up to their static level. A negative normal load
 * counts as none. */
typedef struct lash_friction_input {
  double vt[LASH_FRICTION_DIMS];
  double normal;
  double load[LASH_FRICTION_DIMS];
  const double *z; /* states, or NULL for a law without any */
} lash_friction_input;

/* Force and its exact partial derivatives: d_vt[i][j] = d force[i] / d vt[j]; d_z[i][k] likewise.
 * Of d_z only the first lash_friction_states() columns are written. */
typedef struct lash_friction_value {
  double force[LASH_FRICTION_DIMS];
  double d_vt[LASH_FRICTION_DIMS][LASH_FRICTION_DIMS];
  double d_normal[LASH_FRICTION_DIMS];
  double d_load[LASH_FRICTION_DIMS][LASH_FRICTION_DIMS];
  double d_z[LASH_FRICTION_DIMS][LASH_FRICTION_STATES_MAX];
} lash_friction_value;

/* Rates of the states and their exact partial derivatives. Discrete states have zero rates. Only
 * the first lash_friction_states() rows and columns are written. */
typedef struct lash_friction_rate {
  double zdot[LASH_FRICTION_STATES_MAX];
  double d_vt[LASH_FRICTION_STATES_MAX][LASH_FRICTION_DIMS];
  double d_normal[LASH_FRICTION_STATES_MAX];
  double d_z[LASH_FRICTION_STATES_MAX][LASH_FRICTION_STATES_MAX];
} lash_friction_rate;

enum {
  LASH_FRICTION_HAS_STATE = 1,
  LASH_FRICTION_USES_LOAD = 2,     /* reads input.load near rest */
  LASH_FRICTION_DISCONTINUOUS = 4, /* the force jumps at vt = 0: give a host an event there */
  LASH_FRICTION_OWN_LEVEL = 8,     /* force level set in newtons (Fc, Fs), not by the normal load */
  LASH_FRICTION_MAY_GAIN = 16 /* not passive for every parameter; the note gives the condition */
};

#define LASH_FRICTION_CONSTANTS 48

/* c[LASH_FRICTION_STICK]: speed at or below which a law without state holds the load instead of
 * sliding [m/s]; 0 for laws whose force jumps at rest, negative for laws that creep. */
enum { LASH_FRICTION_STICK = 0 };

struct lash_friction;

/* A law: data plus pure functions. All laws are listed by the registry below; adding one means
 * writing one descriptor and naming it in registry.c. */
typedef struct lash_friction_law {
  uint32_t size, version; /* LASH_FRICTION_LAW_HEAD */
  const char *name;
  const char *const *aliases; /* NULL-terminated, or NULL */
  const char *formula;
  const char *citation;
  const char *note;
  unsigned traits; /* LASH_FRICTION_… */
  const lash_param *params;
  size_t param_count;

  /* Computes constants c[] from checked parameters; may refuse them. */
  lash_status (*prepare)(const lash_params *params, double *c, lash_error *error);

  /* Laws without state: resistance at speed s >= 0 under normal >= 0, with derivatives; the vector
   * form, the direction and the limit at rest are the library's business. NULL for laws with state.
   */
  void (*curve)(const double *c, double s, double normal, double *force, double *d_s,
                double *d_normal);

  /* Laws with state. `states` tells how many vectors (one number per dimension), scalars and
   * discrete numbers z holds, in that order. `force` and `rates` find their result zeroed, as far
   * as the law's states reach. `settle` may be NULL. in->z is not read by settle and advance: z is.
   */
  void (*states)(const double *c, size_t *vectors, size_t *scalars, size_t *discrete);
  void (*force)(const struct lash_friction *friction, const lash_friction_input *in,
                lash_friction_value *out);
  void (*rates)(const struct lash_friction *friction, const lash_friction_input *in,
                lash_friction_rate *out);
  void (*settle)(const struct lash_friction *friction, const lash_friction_input *in, double *z);
  void (*advance)(const struct lash_friction *friction, const lash_friction_input *in, double h,
                  double *z);

  /* n evaluations on a line, bit-identical to the scalar ones; no array is NULL. z and zdot belong
   * to laws with exactly one state; laws with more leave this NULL, and the library loops. */
  void (*batch)(const double *c, size_t n, const double *vt, const double *normal, const double *z,
                double *force, double *d_vt, double *d_normal, double *zdot);
} lash_friction_law;

enum { LASH_FRICTION_LAW_VERSION = 2 };
#define LASH_FRICTION_LAW_HEAD \
  .size = sizeof(lash_friction_law), .version = LASH_FRICTION_LAW_VERSION

/* A law with its parameters: plain data, copy it freely. */
typedef struct lash_friction {
  const lash_friction_law *law;
  lash_params params;
  size_t dim; /* 1, 2 or 3 */
  double c[LASH_FRICTION_CONSTANTS];
} lash_friction;

/* ------------------------------------------------------------------------------------- registry */

/* find: by name or alias, NULL when there is none. */
LASH_API size_t lash_friction_law_count(void);
LASH_API const lash_friction_law *lash_friction_law_at(size_t index);
LASH_API const lash_friction_law *lash_friction_law_find(const char *name);

/* --------------------------------------------------------------------------------- making a law */

/* Chooses the law and the dimension (1 to 3); an unknown name is an error that suggests the nearest
 * one. Every parameter has a default: with a normal load of 10 N all laws slide at 1 N, and those
 * with a static level break away at 1.5 N. */
LASH_API lash_status lash_friction_begin(lash_friction *friction, const char *name, size_t dim,
                                         lash_error *error);
/* The same with a law at hand, which need not be of the registry: its descriptor must outlive the
 * lash_friction. */
LASH_API lash_status lash_friction_choose(lash_friction *friction, const lash_friction_law *law,
                                          size_t dim, lash_error *error);

/* Call next, for surfaces that meet and part: defaults that suit them. Bristle laws then take
 * damping=bounded unless told otherwise, because their damping as published gives friction
 * coefficients of a hundred at the first touch of an impact. */
LASH_API void lash_friction_for_contact(lash_friction *friction);
/* Sets one parameter from text or a number. */
LASH_API lash_status lash_friction_set(lash_friction *friction, const char *name, const char *text,
                                       lash_error *error);
LASH_API lash_status lash_friction_set_number(lash_friction *friction, const char *name,
                                              double value, lash_error *error);
/* Checks that nothing is missing or contradictory and computes the constants. */
LASH_API lash_status lash_friction_ready(lash_friction *friction, lash_error *error);

/* -------------------------------------------------------------------------------------- calling */

/* How many numbers z holds (0 for laws without state), and how many of them are continuous. */
LASH_API size_t lash_friction_states(const lash_friction *friction);
LASH_API size_t lash_friction_continuous_states(const lash_friction *friction);

/* How many times its static level a law with damping=published resists a sudden start at `speed`,
 * s1 speed/mu_s: above 1 it overshoots. 0 for laws that cannot. */
LASH_API double lash_friction_kick(const lash_friction *friction, double speed);

/* z of bristles at rest, unloaded. Also what z becomes when the bodies separate. */
LASH_API void lash_friction_reset(const lash_friction *friction, double *z);

LASH_API void lash_friction_force(const lash_friction *friction, const lash_friction_input *in,
                                  lash_friction_value *out);

/* Rates of z; only the first lash_friction_states() entries are written. */
LASH_API void lash_friction_rates(const lash_friction *friction, const lash_friction_input *in,
                                  lash_friction_rate *out);

/* Turns all bristles by an angle in the plane: what a law remembers when its axes turn under it. */
LASH_API void lash_friction_turn(const lash_friction *friction, double angle, double *z);

/* At an accepted step: switches discrete states (stick and slip) and removes round-off excess. */
LASH_API void lash_friction_settle(const lash_friction *friction, const lash_friction_input *in,
                                   double *z);

/* Advances z by h seconds with vt and normal held: stable for every h, exact where the law allows.
 * Includes lash_friction_settle(). */
LASH_API void lash_friction_advance(const lash_friction *friction, const lash_friction_input *in,
                                    double h, double *z);

/* n one-dimensional evaluations over arrays, bit-identical to lash_friction_force and _rates with
 * dim 1. z and zdot are laid out state by state: z[k*n + i]. Any output may be NULL. */
LASH_API void lash_friction_batch(const lash_friction *friction, size_t n, const double *vt,
                                  const double *normal, const double *z, double *force,
                                  double *d_vt, double *d_normal, double *zdot);

#ifdef __cplusplus
}
#endif

#endif
