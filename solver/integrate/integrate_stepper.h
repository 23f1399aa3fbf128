/* What an integrator is to the driver: something that takes one step at a time.
 *
 * Adding an integrator: write integrate_<name>.c with a stepper_class, list it in
 * integrate_steppers.c. */
#ifndef LASH_INTEGRATE_STEPPER_H
#define LASH_INTEGRATE_STEPPER_H

#include "integrate_equations.h"
#include "lash_integrate.h"

typedef struct stepper stepper;

/* States have room for whole blocks of so many numbers, so that loops over them need no rest. */
enum { STEPPER_BLOCK = 8 };

/* fmax() and fmin() without a call: what happens in every step asks for them many times. */
static inline double larger(double a, double b) { return a > b || b != b ? a : b; }
static inline double smaller(double a, double b) { return a < b || b != b ? a : b; }

typedef struct stepper_class {
  lash_integrator_info info;
  size_t size; /* of the whole struct that begins with a stepper */
  /* Allocates the rest, after the base was filled. */
  lash_status (*create)(stepper *base, lash_error *error);
  void (*destroy)(stepper *base);
  /* Forgets all history and stands at base->t1, base->y1 (consistent). `h`: first step, 0: choose.
   */
  lash_status (*restart)(stepper *base, double h, lash_error *error);
  /* Takes one step from t1: moves (t1, y1) to (t0, y0) and fills t1, y1. Never evaluates beyond
   * `limit`, takes no step longer than hmax. */
  lash_status (*advance)(stepper *base, double limit, double hmax, lash_error *error);
  /* The state at t within the last step, good to the method's order; not projected. */
  lash_status (*dense)(stepper *base, double t, double *y, lash_error *error);
  /* The same roughly, where that is cheaper; NULL: it is not. */
  void (*sketch)(const stepper *base, double t, double *y);
  /* The multipliers there, of a method that solves for them; NULL: they follow from the state. */
  void (*multipliers)(const stepper *base, double t, double *lambda);
  /* y1 is already on the constraints after advance(). */
  bool lands_on_constraints;
  /* Contacts, which cost a method with a history its history, are left to rk45. */
  bool leaves_contacts;
  /* Steps are not kept short by what is steep. */
  bool implicit;
} stepper_class;

struct stepper {
  const stepper_class *class;
  equations *equations; /* Cartesian ones for methods that look into the system themselves */
  size_t size;          /* of a state of theirs */
  lash_system *system;
  const lash_system_sizes *n;
  const lash_integrate_options *options;
  lash_integrate_statistics *count;
  double t0, t1;     /* ends of the last step */
  double *y0, *y1;   /* states there */
  double next;       /* size the method would like for its next step */
  double length;     /* size of the mechanism, for tolerances */
  double error;      /* of a step, relative: options->error or a part of it */
  bool unchecked;    /* y1 was not held against the constraints: no drift worth a look was due */
  size_t asked;      /* how often whether stages are one list: steps taken by itself */
  int stiff_steps;   /* explicit methods: successive steps that stability alone keeps short */
  double *scale;     /* of increments, see lash_system_scale() */
  double *memory;    /* holds the three arrays here */
  double *magnitude; /* greatest |y| met so far per component of velocities and x */
};

extern const stepper_class stepper_bdf, stepper_genalpha, stepper_dopri, stepper_dop853,
    stepper_rk4, stepper_abam;

/* For who takes steps of rk4 or rk45 side by side: their stages, and their rates at (t1, y1). */
const lash_stages *stepper_rk4_stages(void);
double *stepper_rk4_rates(stepper *base);
const lash_stages *stepper_dopri_stages(void); /* of order 5 */
double *stepper_dopri_rates(stepper *base);
/* A step h from (t1, y1) whose stages somebody else has computed, to spare rk45 that when it comes
 * to try it next: where its end, the state of the last stage but one and rates go; h 0: none. */
typedef struct stepper_offer {
  double *end, *before, **k;
} stepper_offer;
stepper_offer stepper_dopri_offer(stepper *base, double h);
/* What rk45 makes of a step h that it would have accepted, with its error in tolerances and sums of
 * squares of how far rates and states of its last two stages are apart: the next step, and whether
 * this one is stiff. */
void stepper_dopri_accept(stepper *base, double h, double norm, double rates, double states);

const stepper_class *stepper_find(const char *name, lash_error *error);

lash_status stepper_create(const stepper_class *class, equations *integrated,
                           const lash_integrate_options *options, lash_integrate_statistics *count,
                           stepper **made, lash_error *error);
void stepper_free(stepper *s);

/* The part `share` of an error; double precision gives no less than 1e-12. */
double stepper_part(double error, double share);

/* Error weights: 1 / weight is the tolerance of each component of a state. */
void stepper_tolerances(const stepper *s, const double *y, double *tolerance);

/* Remembers how large velocities and states have been; call per accepted step. */
void stepper_note(stepper *s, const double *y);

/* Root mean square of error / tolerance. */
double stepper_norm(const double *error, const double *tolerance, size_t count);

/* A first step for a method of this order (Hairer, Norsett & Wanner I, II.4), from y1 with rates f;
 * uses one evaluation. `scratch` holds three states. */
lash_status stepper_first_step(stepper *s, const double *f, int order, double limit,
                               double *scratch, double *h, lash_error *error);

/* Whether the stages of a step are one list: of recorded equations, once so many steps were taken
 * that it is worth while. */
bool stepper_fuses(stepper *s, const lash_stages *stages);

/* Counts and evaluates y' at (t, y). */
lash_status stepper_rates(stepper *s, double t, const double *y, double *ydot, lash_error *error);

/* The step that ends at `limit` when h comes near it, without leaving a sliver behind. */
double stepper_fit(double t, double h, double limit);

/* The shortest step that still means something at the present time. */
double stepper_least(const stepper *s);

/* Fails in words when the step has become too small to go on. */
lash_status stepper_too_small(const stepper *s, double t, double h, lash_error *error);

/* Cubic Hermite interpolation of y between (t0, y0, f0) and (t1, y1, f1). */
void stepper_hermite(const stepper *s, const double *f0, const double *f1, double t, double *y);

#endif
