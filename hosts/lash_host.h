/* One law, every host: a dataset run by any multibody engine that is here.
 *
 *   const lash_host_class *class = lash_host_find("mujoco");
 *   lash_host *host;
 *   lash_host_create(class, model, &options, &host, &error);   the model must outlive the host
 *   lash_host_advance(host, 0.5, &error);                      as often as wanted
 *   lash_host_marker(host, 33, &marker, &error);
 *   lash_host_free(host);
 *
 * A host takes the whole dataset or refuses it: a statement it cannot represent is named with its
 * line, LASH_UNSUPPORTED, and nothing is simulated. Numbers in and out are in the dataset's units.
 * User subroutines see every host through the same SDK, and what a law remembers is committed once
 * per accepted step of the engine, never at a trial. A host belongs to one thread at a time. Whole
 * runs, with commands, sensors and results, are a session's: lash_session.h. */
#ifndef LASH_HOST_H
#define LASH_HOST_H

#include "lash_model.h"
#include "lash_own_force.h"
#include "lash_runtime.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ----------------------------------------------------------------------------------- which ones */

typedef struct lash_host_class lash_host_class;

/* How far a host can represent a type of joint: as part of the kinematic tree, or also where it
 * closes a loop. */
typedef enum lash_host_reach { LASH_REACH_NONE, LASH_REACH_TREE, LASH_REACH_LOOP } lash_host_reach;

/* The hosts of this build; the reference solver first when it is here. */
LASH_API size_t lash_host_count(void);
LASH_API const lash_host_class *lash_host_at(size_t index);
LASH_API const lash_host_class *lash_host_find(const char *name); /* NULL when it is not here */

LASH_API const char *lash_host_name(const lash_host_class *host_class);
LASH_API const char *lash_host_summary(
    const lash_host_class *host_class); /* one line: how it integrates */
LASH_API const char *lash_host_version(const lash_host_class *host_class);

/* What it can represent. `refuses` says whether it turns down every statement of a kind. */
LASH_API bool lash_host_refuses(const lash_host_class *host_class, lash_kind kind);
LASH_API lash_host_reach lash_host_joint_reach(const lash_host_class *host_class,
                                               lash_joint_type type);
LASH_API lash_host_reach lash_host_jprim_reach(const lash_host_class *host_class,
                                               lash_jprim_type type);

/* -------------------------------------------------------------------------------------- running */

typedef struct lash_host lash_host;

/* Motion of a moving part: place, velocity and acceleration of its mass centre, axes of its frame
 * (columns), angular velocity and acceleration; ground axes. */
typedef struct lash_host_body {
  int id; /* of the PART or POINT_MASS */
  double r[3], axes[3][3];
  double v[3], w[3];
  double a[3], wd[3];
} lash_host_body;

/* Zero everything for the host's own habits. */
typedef struct lash_host_options {
  double step;                /* fixed step (mujoco), largest step (others); model's time unit */
  double accuracy;            /* of adaptive hosts, relative; ignored by fixed steps */
  bool fixed;                 /* adaptive hosts too take steps of `step` exactly */
  const char *library_folder; /* where user-subroutine libraries are looked for first */
  const lash_own_force *own; /* forces of the caller's own, `owns` of them; must outlive the host */
  size_t owns;
} lash_host_options;

/* Builds the engine's model and sets the initial state of the dataset. */
LASH_API lash_status lash_host_create(const lash_host_class *host_class, const lash_model *model,
                                      const lash_host_options *options, lash_host **host,
                                      lash_error *error);
LASH_API void lash_host_free(lash_host *host);

/* Back to the initial state of the dataset, all memory forgotten as at creation. */
LASH_API lash_status lash_host_restart(lash_host *host, lash_error *error);

/* The moving parts, then the point masses, in the order of the dataset. */
LASH_API size_t lash_host_body_count(const lash_host *host);
LASH_API lash_status lash_host_bodies(lash_host *host, lash_host_body *bodies, lash_error *error);

/* Starts anew at time `t` with the parts where `bodies` puts them, in the order above;
 * accelerations are not read. What laws remember is forgotten as at creation, other states (DIFF,
 * …) begin as in the dataset. A host that assembles makes the state consistent; one that does not
 * refuses joints that are apart. After a failure only restart, set_state and free make sense. */
LASH_API lash_status lash_host_set_state(lash_host *host, double t, const lash_host_body *bodies,
                                         lash_error *error);

/* Steps until the time is exactly `t`, or ends at the first step at which the condition of a SENSOR
 * comes to hold. A failure leaves the host at its last accepted step. */
LASH_API lash_status lash_host_advance(lash_host *host, double t, lash_error *error);
LASH_API double lash_host_time(const lash_host *host);
LASH_API size_t lash_host_steps(const lash_host *host); /* accepted so far */

/* After an advance: the id of a SENSOR whose condition came to hold where it ended, each told once;
 * 0: no more of them. What follows from it is the caller's: see lash_sensor_reaction(). */
LASH_API int lash_host_sensor(lash_host *host);

/* ------------------------------------------------------------ what to look at, where it now is */

/* Motion of a marker by id, with accelerations, ground axes. */
LASH_API lash_status lash_host_marker(lash_host *host, int id, lash_sdk_marker *marker,
                                      lash_error *error);

/* Force and torque of element "JOINT", "MOTION", "SFORCE", … / id on the part of its I marker at I,
 * ground axes; with on_j on the part of J at J. */
LASH_API lash_status lash_host_force(lash_host *host, const char *statement, int id, bool on_j,
                                     double wrench[6], lash_error *error);

/* The eight columns of REQUEST number `index` of the model. */
LASH_API lash_status lash_host_request(lash_host *host, size_t index, double values[8],
                                       lash_error *error);

/* A run-time function of the Adams language with its ids, by name: "DX", "VARVAL", … */
LASH_API lash_status lash_host_measure(lash_host *host, const char *name, const int *arguments,
                                       size_t count, double *value, lash_error *error);

/* Forces at given marker motions, all through the host's SDK: `markers` holds one entry per MARKER
 * of the model, in its order; `loads` receives six numbers (on I, ground axes) per force element in
 * the order of lash_host_force_at. The engine is not touched, nothing is remembered. */
LASH_API lash_status lash_host_replay(lash_host *host, double t, const lash_sdk_marker *markers,
                                      double (*loads)[6], lash_error *error);
LASH_API size_t lash_host_force_count(const lash_host *host);
LASH_API const lash_element *lash_host_force_at(const lash_host *host, size_t index);

#ifdef __cplusplus
}
#endif

#endif
