/* A body that slides on a surface under any friction law: the engine of the friction rigs.
 *
 *   mass x'' = load(t, x, v) - friction(v - surface speed, normal)
 *
 * Laws with continuous force are integrated as they stand, bristle states included. Laws that jump
 * at rest (coulomb, stribeck, karnopp) are integrated as slip phases with a located end and stick
 * phases with a located break-away. Stick-slip switches inside a law (gms) are located too. */
#ifndef LASH_RIGS_SLIDER_H
#define LASH_RIGS_SLIDER_H

#include "lash_rigs.h"
#include "ode.h"

enum { SLIDER_STATES_MAX = 2 + LASH_FRICTION_STATES_MAX };

typedef enum slider_mode {
  SLIDER_SMOOTH, /* the law decides by itself */
  SLIDER_STICKS,
  SLIDER_SLIPS_FORWARD,
  SLIDER_SLIPS_BACK
} slider_mode;

typedef struct slider {
  /* set by the rig before slider_begin */
  const lash_friction *friction;
  double mass;                                                    /* kg */
  double normal;                                                  /* N */
  double surface_speed;                                           /* m/s */
  double typical_speed;                                           /* m/s: scale for tolerances */
  double (*load)(double t, double x, double v, const void *rig);  /* N */
  double (*watch)(double t, double x, double v, const void *rig); /* event function, or NULL */
  /* sees every step while its inside can still be sampled with slider_at; or NULL */
  void (*observe)(struct slider *s, double from, double to, void *observer);
  void *observer;
  const void *rig;

  /* current state, after slider_begin and each slider_step */
  double t, x, v;
  double z[LASH_FRICTION_STATES_MAX];
  slider_mode mode;
  int watched; /* the last step ended where `watch` rose (+1) or fell (-1) through zero */

  double bad_speed; /* where the law had no number in this step; NAN: it always had */

  ode *solver;
} slider;

/* Starts at t, x, v as set in the struct, bristles at rest. */
lash_status slider_begin(slider *s, lash_error *error);
void slider_end(slider *s);

/* One step of the integrator, at most to t_stop, ending at events. */
lash_status slider_step(slider *s, double t_stop, lash_error *error);

/* State and friction force at a time within the step that `observe` is shown. */
typedef struct slider_sample {
  double t, x, v, force;
  double z[LASH_FRICTION_STATES_MAX];
} slider_sample;

slider_sample slider_at(slider *s, double t);

#endif
