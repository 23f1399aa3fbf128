/* A dataset as an engine takes it: bodies, a kinematic tree with the joints that close loops, and
 * everything that acts between markers. Shared by the adapters; a host's user does not see it.
 *
 * An adapter fills scene->motion (how each body's part frame moves) and calls
 *
 *   lash_scene_place(scene, t, level)   markers follow
 *   lash_scene_loads(scene, error)      scene->load: what acts on each body
 *
 * whenever its engine evaluates forces, and lash_scene_commit() after each accepted step. Loads are
 * in the engine's consistent units: mass * length / time^2, the dataset's forces times UCF. */
#ifndef LASH_HOSTS_SCENE_H
#define LASH_HOSTS_SCENE_H

#include "lash_calls.h"
#include "lash_expr.h"
#include "lash_force_laws.h"
#include "lash_host.h"
#include "own_force.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ------------------------------------------------------------------------------ bodies, markers */

/* Body 0 is ground. Mass centre and inertia (about it) in part axes; starting velocity of the mass
 * centre and angular velocity in ground axes. */
typedef struct scene_body {
  const lash_part *part;
  bool point; /* POINT_MASS: no inertia, does not turn */
  double mass, cm[3], inertia[9];
  lash_pose start;
  double v[3], w[3];
  lash_pose home; /* the same as the dataset gives them, where `start` was set since */
  double home_v[3], home_w[3];
  int parent; /* in the tree; -1 for ground */
  int link;   /* to the parent; -1: free */
} scene_body;

/* Of a part frame, ground axes. */
typedef struct scene_motion {
  double r[3], R[9], v[3], w[3];
  double a[3], wd[3];
} scene_motion;

typedef struct scene_load {
  double force[3], torque[3]; /* torque about the mass centre; ground axes */
} scene_load;

typedef struct scene_marker {
  int id, body;
  bool floating;
  lash_pose local; /* in the part frame */
} scene_marker;

/* -------------------------------------------------------------------------------------- joints */

/* Types of links: a lash_joint_type, or a JPRIM that no joint is. */
enum {
  SCENE_JPRIM = LASH_JOINT_RACKPIN,
  SCENE_INLINE = SCENE_JPRIM + LASH_JPRIM_INLINE,
  SCENE_INPLANE = SCENE_JPRIM + LASH_JPRIM_INPLANE,
  SCENE_ORIENTATION = SCENE_JPRIM + LASH_JPRIM_ORIENTATION,
  SCENE_PARALLEL_AXES = SCENE_JPRIM + LASH_JPRIM_PARALLEL_AXES,
  SCENE_PERPENDICULAR = SCENE_JPRIM + LASH_JPRIM_PERPENDICULAR,
  SCENE_LINK_TYPES
};

/* What holds between the markers of a link: I stands at J, on z of J, in the plane across it; z
 * lies along z, all axes along each other, z square to z. */
typedef enum scene_place {
  SCENE_TOGETHER,
  SCENE_ON_LINE,
  SCENE_IN_PLANE,
  SCENE_ANYWHERE
} scene_place;
typedef enum scene_axes { SCENE_ANY_WAY, SCENE_ALONG_Z, SCENE_THE_SAME, SCENE_SQUARE } scene_axes;

/* A type of link: its name, what it holds, which MOTIONs it can have. */
typedef struct scene_link_kind {
  const char *name;
  scene_place place;
  scene_axes axes;
  bool slides, turns;
} scene_link_kind;

extern const scene_link_kind lash_scene_kinds[SCENE_LINK_TYPES];

/* A joint or a joint primitive. Marker indices. */
typedef struct scene_link {
  const lash_element *head;
  int type;
  int i, j;
  bool tree;        /* else it closes a loop */
  bool reversed;    /* tree: the child carries J */
  int child;        /* tree */
  double wrench[6]; /* on the part of I at I, ground axes, engine units; scene_reactions */
  int drive[2];     /* MOTIONs: translation, rotation; -1: none */
} scene_link;

/* A MOTION: what the joint coordinate of I in J does. */
typedef struct scene_drive {
  const lash_motion *motion;
  int link, function;
  bool rotation;
  double start;     /* coordinate at the start, full turns chosen to suit the function */
  double wrench[6]; /* as above */
} scene_drive;

/* ---------------------------------------------------------------------- functions and routines */

typedef struct scene_function {
  lash_expr *expr;
  const lash_element *owner;
  double *input, *scratch;
  int depth; /* evaluations under way, to see loops of VARIABLEs */
} scene_function;

/* Statements begin alike, with what every routine is told. */
typedef union scene_routine_element {
  struct {
    int ID, NPAR;
    const double *PAR;
  } any;
  struct sAdamsSforce sforce;
  struct sAdamsVforce vforce;
  struct sAdamsVtorque vtorque;
  struct sAdamsGforce gforce;
  struct sAdamsVariable variable;
  struct sAdamsRequest request;
  struct sAdamsCbksub callback;
  struct sAdamsSensor sensor;
} scene_routine_element;

typedef struct scene_routine {
  lash_routine routine;
  scene_routine_element element;
  const lash_element *owner;
} scene_routine;

/* --------------------------------------------------------------------------------------- forces */

typedef struct scene_force {
  const lash_element *head;
  lash_force_law law;
  int i, j, rm;
  int function[6];           /* -1: zero */
  int routine;               /* -1: none */
  const lash_own_force *own; /* NULL: none */
  size_t parameters;         /* of USER(…), for it */
  const double *parameter;
  struct lash_touch *touch; /* CONTACT: one of its places (lash_touch.h); else NULL */
  double angle;             /* coil: last accepted */
  lash_load load;           /* the result, dataset units */
  unsigned stamp;
} scene_force;

/* An angle that counts full turns: AX, AY or AZ of marker i about j, by id. */
typedef struct scene_turn {
  int axis, i, j;
  double last; /* at the last accepted step */
} scene_turn;

typedef struct scene_request {
  const lash_request *request;
  int function[8], routine;
} scene_request;

typedef struct scene_sensor {
  const lash_sensor *sensor;
  int function, evaluate, routine; /* -1: none */
  bool known, holds, fired; /* looked at before; the condition, then; an event not told yet */
  double excess;            /* over the wanted value, when last looked at */
  double held;              /* of the last event, for SENVAL */
} scene_sensor;

/* ----------------------------------------------------------------------------------- everything */

typedef struct lash_scene {
  const lash_model *model;
  scene_body *body;
  scene_motion *motion;
  scene_load *load;
  size_t body_count;
  int *order; /* moving bodies, parents first */
  scene_marker *marker;
  lash_sdk_marker *mark; /* their motion now; the same order as model->marker */
  size_t marker_count;
  scene_link *link;
  size_t link_count;
  scene_drive *drive;
  size_t drive_count;
  scene_function *function;
  size_t function_count;
  scene_routine *routine;
  size_t routine_count;
  scene_force *force;
  size_t force_count;
  lash_own_list own;
  lash_element *own_head;  /* of own forces that have no statement */
  lash_matrix_law *matrix; /* of bushings, beams and fields */
  size_t matrix_count;
  scene_turn *turn;
  size_t turn_count;
  scene_request *request;
  size_t request_count;
  scene_sensor *sensor;             /* as in the model */
  bool sensed;                      /* an event of a sensor: the engine's advance ends here */
  int *variable, *variable_routine; /* function and routine of each VARIABLE */
  lash_interpolant **spline;
  double time, start_time;
  double length;           /* typical of the mechanism, where there are contacts */
  lash_motion_level level; /* how far `mark` is good */
  bool reactions;          /* wrenches of links are those of this state */
  unsigned stamp;
  lash_loader *loader;
  lash_sdk_host sdk;
  char *folder;        /* of the dataset */
  lash_sdk_kept *kept; /* what libraries remember of this scene */
  lash_sdk_run run;
  lash_sdk_units units;
  lash_status failed; /* first failure inside an evaluation */
  lash_error failure;
} lash_scene;

/* Engine-independent part of a host. Refuses what the class cannot represent. */
lash_status lash_scene_create(const lash_host_class *host_class, const lash_model *model,
                              const lash_host_options *options, lash_scene **scene,
                              lash_error *error);
void lash_scene_free(lash_scene *scene);
void lash_scene_restart(lash_scene *scene); /* motion and memory as at the start */

/* Makes another state the start, or the dataset's again (bodies NULL), and restarts there. */
lash_status lash_scene_begin_at(lash_scene *scene, const lash_host_class *host_class, double t,
                                const lash_host_body *bodies, lash_error *error);

void lash_scene_place(lash_scene *scene, double t, lash_motion_level level);
lash_status lash_scene_loads(lash_scene *scene, lash_error *error);

/* Motion of the point `local` (part axes) of a body: everything of `mark` but its axes. */
void lash_scene_point(const scene_motion *body, const double local[3], lash_motion_level level,
                      lash_sdk_marker *mark);
lash_status lash_scene_commit(lash_scene *scene, lash_error *error);
lash_status lash_scene_start(lash_scene *scene, lash_error *error);

/* f, f', f'' of a drive's function at t. */
void lash_scene_drive(lash_scene *scene, const scene_drive *drive, double t, double jet[3]);

/* With accelerations placed, loads computed and the wrenches of loop links known, finds those of
 * the tree's links and splits off what drives do. */
void lash_scene_reactions(lash_scene *scene);

lash_status lash_scene_request(lash_scene *scene, size_t index, double values[8],
                               lash_error *error);

/* SENSORs: after each accepted step; and the id of the next that has an event to tell, 0: none. */
lash_status lash_scene_build_sensors(lash_scene *scene, lash_error *error);
void lash_scene_sense(lash_scene *scene);
int lash_scene_sensor(lash_scene *scene);

double lash_scene_size(const lash_scene *scene); /* a length typical of the mechanism */

/* --------------------------------------------------------- between the files of the scene alone */

lash_status lash_scene_tree(lash_scene *scene, const lash_host_class *host_class,
                            lash_error *error);
lash_status lash_scene_fit(lash_scene *scene, const lash_host_class *host_class, lash_error *error);
lash_status lash_scene_build_forces(lash_scene *scene, lash_error *error);
void lash_scene_evaluate(lash_scene *scene, scene_force *force);
scene_force *lash_scene_add_force(lash_scene *scene, const lash_element *head, lash_force_law law,
                                  const lash_ref *i, const lash_ref *j);
const lash_sdk_marker *lash_scene_mark(const lash_scene *scene, int index); /* -1: ground's frame */

/* CONTACTs: each place a force with a memory of its own. */
size_t lash_scene_contact_places(const lash_model *model);
lash_status lash_scene_build_contacts(lash_scene *scene, lash_error *error);
void lash_scene_contact_load(lash_scene *scene, scene_force *force);
void lash_scene_contacts_commit(lash_scene *scene);
void lash_scene_contacts_reset(lash_scene *scene);
void lash_scene_contacts_free(lash_scene *scene);
void lash_scene_shift(const double from[3], const double to[3], const double force[3],
                      double torque[3]);

lash_status lash_scene_function(lash_scene *scene, const lash_element *owner,
                                const lash_expression *expression, int *index, lash_error *error);
double lash_scene_value(lash_scene *scene, int function);
void lash_scene_turns_commit(lash_scene *scene);
void lash_scene_functions_free(lash_scene *scene);

lash_status lash_scene_routine(lash_scene *scene, lash_routine_kind kind, const lash_element *owner,
                               const lash_expression *expression,
                               const scene_routine_element *element, int *index, lash_error *error);
void lash_scene_call(lash_scene *scene, int routine, int iflag, double *result);
lash_status lash_scene_announce(lash_scene *scene, int event, lash_error *error);
void lash_scene_serve(lash_scene *scene);

/* Notes the first failure; the message is whole. */
void lash_scene_note(lash_scene *scene, const lash_error *error);
lash_status lash_scene_take_failure(lash_scene *scene, lash_error *error);
lash_status lash_scene_refuse(const lash_scene *scene, lash_status status, const lash_element *head,
                              lash_error *error, const char *format, ...) LASH_PRINTF(5, 6);

#ifdef __cplusplus
}
#endif

#endif
