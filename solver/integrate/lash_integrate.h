/* Moving a mechanism through time: one face for all integrators.
 *
 *   lash_integrate_options options = lash_integrate_defaults();
 *   options.output_step = 0.01;
 *   lash_integration *run;
 *   lash_integrate_create(system, &options, t, y, &run, &error);   y assembled, see lash_system.h
 *   lash_integrate_to(run, 5.0, &watcher, &error);                 as often as wanted
 *   const lash_integrate_statistics *s = lash_integrate_statistics_of(run);
 *   lash_integrate_free(run);
 *
 * Each step an integrator accepts is looked at before it counts. Switch functions of the system
 * (gaps, sensors, expression branches) are sampled inside the step; when one changes sign the
 * instant is located on the integrator's dense output, the step ends there, the system's memory is
 * committed there and the integrator starts anew. States shown to the watcher and committed lie on
 * the constraints to round-off: what the integrator gives is projected first, and the size of that
 * correction is reported as drift.
 *
 * A failed call leaves everything up to the last accepted step in place. */
#ifndef LASH_INTEGRATE_H
#define LASH_INTEGRATE_H

#include "lash_system.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ------------------------------------------------------------------------------------- choosing */

typedef struct lash_integrator_info {
  const char *name;    /* "bdf" */
  const char *summary; /* one line */
  bool fixed;          /* takes steps of options.step unless told otherwise */
} lash_integrator_info;

LASH_API size_t lash_integrator_count(void);
LASH_API lash_integrator_info lash_integrator_at(size_t index);

/* bdf; genalpha for systems with flexible bodies. */
LASH_API const char *lash_integrator_default(const lash_system *system);

/* Which equations explicit methods integrate: those recorded in tree coordinates and compiled where
 * the system qualifies (docs/compiled.md), or the Cartesian ones. */
typedef enum lash_equations_kind {
  LASH_EQUATIONS_AUTO,     /* the default: compiled where they can be and it pays */
  LASH_EQUATIONS_COMPILED, /* compiled, or LASH_UNSUPPORTED in words */
  LASH_EQUATIONS_CARTESIAN /* the solver's own */
} lash_equations_kind;

/* "auto", "compiled", "cartesian" in any case; false for other words. */
LASH_API bool lash_equations_find(const char *name, lash_equations_kind *engine);

/* The energy balance of a run that is over, for the next one to go on with. */
typedef struct lash_balance lash_balance;

typedef struct lash_integrate_options {
  const char *integrator; /* NULL: the default */
  double output_step;     /* time between outputs; 0: only at the ends */
  double error;           /* local error allowed, relative to the size of the motion; 0: chosen,
                           * 1e-8 for bdf and abam in smooth motion of rigid bodies, else 1e-6 */
  double step;            /* fixed step; for genalpha > 0 means fixed. 0: chosen */
  double hmin, hmax;      /* bounds; 0: none */
  double hinit;           /* first step; 0: chosen */
  double spectral_radius; /* genalpha: at infinite frequency, 0 (most damping) … 1 (none) */
  int order;              /* greatest order of bdf and abam; 0: the method's own */
  bool project;           /* explicit methods: back onto the constraints after every step */
  bool audit;             /* integrate powers for the energy balance */
  lash_equations_kind engine;
  const lash_balance
      *balance;           /* of an earlier run of the same elements; NULL: none. Read at once */
  size_t restart_outputs; /* start anew every so many outputs, for bit-identical resuming; 0: no */
} lash_integrate_options;

/* bdf, error 1e-6, projection, audit, spectral radius 0.8. */
LASH_API lash_integrate_options lash_integrate_defaults(void);

/* The same with what the dataset's INTEGRATOR statement says; its error is 0 unless given there. */
LASH_API lash_integrate_options lash_integrate_dataset(const struct lash_model *model);

/* ------------------------------------------------------------------------------------- watching */

typedef struct lash_integrate_statistics {
  size_t steps, rejections, evaluations, jacobians, factorisations;
  size_t events, contact_events, restarts;
  size_t singular;          /* positions passed where constraint rows depend on each other */
  double time, step;        /* now */
  size_t contacts;          /* touching now */
  double violation;         /* largest residual of Phi and Phi_v v - nu in accepted states */
  double drift;             /* the same before projection */
  double smallest, largest; /* steps taken */
} lash_integrate_statistics;

/* Energy balance since the start: change of kinetic + gravity = work of forces + work of motions.
 * `imbalance` is what is left over, `exchanged` the energy that went to and fro (sum of |power|
 * over time), and relative = |imbalance| / exchanged. */
typedef struct lash_audit {
  lash_energy start, now;
  double forces, motions; /* work done on the bodies */
  double dissipated;      /* work taken by forces and not kept in springs: taken - given */
  double taken, given;    /* by single forces that took more than they gave, and by the others */
  double imbalance, exchanged, relative;
  double worst; /* greatest |imbalance| over the run, relative to `exchanged` now */
} lash_audit;

/* What the caller wants done after an event. Zero everything: nothing special. */
typedef struct lash_reaction {
  bool stop;          /* end this lash_integrate_to() here, successfully */
  bool print;         /* show this state as an extra output */
  double output_step; /* > 0: from here on */
  double step;        /* > 0: the next step's size */
} lash_reaction;

/* What the SENSOR of this id asks for once its condition holds: HALT, RETURN, PRINT, DT, STEPSIZE.
 */
LASH_API lash_reaction lash_sensor_reaction(const struct lash_model *model, int id);

/* All members may be NULL. */
typedef struct lash_watcher {
  void *context;
  /* Each output, in order of time, with the system at that state. Not OK ends the run. */
  lash_status (*output)(void *context, lash_system *system, double t, lash_error *error);
  /* A switch changed sign at t: `positive` is its sign from now on. */
  lash_reaction (*event)(void *context, const lash_switch_info *info, double t, bool positive);
  /* After each step; false ends the run there, with LASH_FAILURE "interrupted". */
  bool (*proceed)(void *context, const lash_integrate_statistics *statistics);
  /* At every restart_outputs-th output, after it: the place to save. */
  lash_status (*checkpoint)(void *context, double t, lash_error *error);
} lash_watcher;

/* -------------------------------------------------------------------------------------- running */

typedef struct lash_integration lash_integration;

/* The state must be consistent (lash_system_assemble). Commits it. */
LASH_API lash_status lash_integrate_create(lash_system *system,
                                           const lash_integrate_options *options, double t,
                                           const double *y, lash_integration **run,
                                           lash_error *error);
LASH_API void lash_integrate_free(lash_integration *run);

/* Advances to `end`. The watcher sees the state at the start when nothing was shown there before,
 * then every output time, counted from the start of this call, and `end`. */
LASH_API lash_status lash_integrate_to(lash_integration *run, double end,
                                       const lash_watcher *watcher, lash_error *error);

/* Several integrations side by side, each with what lash_integrate_to() would do, bit for bit:
 * members of an ensemble, or points of a study, of one dataset. Where rk4 or rk45 takes steps of
 * compiled equations without the audit (rk45: without rows that close loops), and nothing happens
 * in a step but motion and contacts that last, up to four members share one pass over the list
 * (docs/compiled.md); where something else happens, a member goes its way alone for that step. Any
 * runs may be given: those that do not fit are run one after the other. `proceed` of a watcher is
 * asked less often. Each has its own outcome. */
typedef struct lash_side_by_side {
  lash_integration *run;
  double end;
  const lash_watcher *watcher;
  lash_status status; /* the outcome; nothing is done where it is not LASH_OK before */
  lash_error error;
  bool begun; /* of the function's own */
} lash_side_by_side;

/* How many steps of all members were taken in lanes: `in_lanes` may be NULL. */
LASH_API void lash_integrate_side_by_side(lash_side_by_side *member, size_t count,
                                          size_t *in_lanes);

/* Whether it is one that can share passes with others, as far as it can be told from it alone. */
LASH_API bool lash_integrate_joins(const lash_integration *run);

/* How many members share a pass on this processor; 1: none. */
LASH_API size_t lash_integrate_lanes(void);

/* Takes the steps that lead to `limit` (INFINITY: not known), but comes back as soon as one has
 * passed `t`. That step stays in hand: time, state and system are those at t, inside it and on the
 * constraints, and the next call goes on with it. So where one stops to look leaves no trace in the
 * motion. The watcher's outputs do not count here; an event's reaction may stop it before t. */
LASH_API lash_status lash_integrate_until(lash_integration *run, double t, double limit,
                                          const lash_watcher *watcher, lash_error *error);

/* Gives up what the step in hand reaches beyond the present time: before the system is changed or
 * saved there. */
LASH_API lash_status lash_integrate_land(lash_integration *run, lash_error *error);

/* Starts anew from the present state, after the system was changed from outside: inputs, elements
 * activated. Brings the state onto the constraints as they are now. */
LASH_API lash_status lash_integrate_restart(lash_integration *run, lash_error *error);

/* Inside watcher->event, for a contact that closes: the speed at which its gap does. `shortest`:
 * the least time over which to look. */
LASH_API double lash_integrate_approach(lash_integration *run, const lash_switch_info *info,
                                        double shortest);

/* Whether compiled equations are at work now; when not though they were asked for, why. */
LASH_API bool lash_integrate_compiled(const lash_integration *run, const char **reason);

LASH_API double lash_integrate_time(const lash_integration *run);
LASH_API const double *lash_integrate_state(const lash_integration *run);
LASH_API bool lash_integrate_stopped(const lash_integration *run); /* by an event's reaction */
LASH_API const lash_integrate_statistics *lash_integrate_statistics_of(const lash_integration *run);
LASH_API const lash_audit *lash_integrate_audit(lash_integration *run);
/* Works of all forces and of all motions up to t, and the energies they count from; for use inside
 * watcher->output. */
LASH_API void lash_integrate_works(const lash_integration *run, double t, double *forces,
                                   double *motions);
LASH_API lash_energy lash_integrate_energy_start(const lash_integration *run);
/* The balance up to now, freed by free(); NULL: out of memory. */
LASH_API lash_balance *lash_integrate_balance(lash_integration *run);
/* Work of force number i, respectively motion number i, so far. */
LASH_API double lash_integrate_force_work(const lash_integration *run, size_t force);
LASH_API double lash_integrate_motion_work(const lash_integration *run, size_t motion);

/* Everything needed to go on, valid inside watcher->checkpoint. Restoring needs an integration
 * created for the same system with the same options; lash_integrate_to() with the same `end` then
 * goes on as the saved run did, bit for bit. */
LASH_API size_t lash_integrate_memory_size(const lash_integration *run);
LASH_API void lash_integrate_save(const lash_integration *run, void *buffer);
LASH_API lash_status lash_integrate_restore(lash_integration *run, const void *buffer, size_t size,
                                            lash_error *error);

#ifdef __cplusplus
}
#endif

#endif
