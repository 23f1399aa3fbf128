/* User subroutines called by the system. */
#ifndef LASH_SOLVER_USER_H
#define LASH_SOLVER_USER_H

#include "lash_model.h"
#include "measure.h"
#include "system_impl.h"

typedef enum lash_user_kind {
  LASH_USER_SFORCE,
  LASH_USER_VFORCE,
  LASH_USER_VTORQUE,
  LASH_USER_GFORCE,
  LASH_USER_FIELD,
  LASH_USER_MFORCE,
  LASH_USER_VARIABLE,
  LASH_USER_DIFF,
  LASH_USER_MOTION,
  LASH_USER_REQUEST,
  LASH_USER_SENSOR,
  LASH_USER_SENSOR_VALUE, /* EVALUATE */
  LASH_USER_NORMAL,
  LASH_USER_TANGENTIAL,
  LASH_USER_CALLBACK,
  LASH_USER_DAMPING,
  LASH_USER_GSE,       /* the older form: rates and outputs at once */
  LASH_USER_GSE_RATES, /* the newer form */
  LASH_USER_GSE_OUTPUTS,
  LASH_USER_COUPLER, /* value, first and second derivatives */
  LASH_USER_COUPLER_GRADIENT,
  LASH_USER_COUPLER_SECOND,
  LASH_USER_CURVE
} lash_user_kind;

/* A FUNCTION=USER(…) of an element: what its routine is told about the element. Ids, not indices.
 */
typedef struct lash_user_source {
  lash_user_kind kind;
  int id, line;
  const char *owner;   /* "GFORCE/3" */
  const char *routine; /* ROUTINE= as written, or NULL */
  size_t count;        /* USER(…) */
  const double *parameters;
  int i, j, rm; /* marker ids */
  bool rotation, action_only;
  double value, error;            /* SENSOR */
  const char *logic;              /* SENSOR: "GE" */
  bool implicit, static_hold;     /* DIFF */
  double start[2];                /* DIFF, VARIABLE */
  const char *comment;            /* REQUEST */
  lash_texts titles;              /* REQUEST */
  int u, y, x, ic;                /* GSE: ids of its arrays */
  size_t states, inputs, outputs; /* GSE */
  const int *igeom, *jgeom;       /* contacts */
  size_t igeoms, jgeoms;
  size_t joints; /* COUPLER */
  int joint[3];
  char joint_type[3];
  int flex_body; /* MFORCE: id; j is its floating marker */
  size_t modes;
  bool closed; /* CURVE */
  double minpar, maxpar;
} lash_user_source;

/* Has the ROUTINE of a SPLINE read its file. */
lash_status lash_user_spline(lash_system *system, const lash_spline_statement *spline,
                             lash_error *error);

lash_status lash_user_add(lash_system *system, const lash_user_source *source, int *index,
                          lash_error *error);
void lash_user_clear(lash_system *system);

double lash_user_scalar(lash_system *system, int index);
void lash_user_vector(lash_system *system, int index, double *result);
void lash_user_motion(lash_system *system, int index, double t, double jet[3]);
void lash_user_field(lash_system *system, int index, double displacement[6], double rate[6],
                     double local[6]);
void lash_user_request(lash_system *system, int index, double values[8]);

/* MFORCE: six numbers and one per mode, times its factor when `scaled`. */
void lash_user_modal(lash_system *system, int index, bool scaled, double *load);

/* A routine for contacts, told about a point (lash_touch.h). */
struct lash_touch_point;
void lash_user_contact(lash_system *system, int index, const struct lash_touch_point *touch,
                       double values[3]);

/* COUPLER: `count` values of one of its three routines, given the displacements of its joints. */
void lash_user_coupler(lash_system *system, int index, const double *displacement, size_t count,
                       double *values);

/* CURVE: the derivative of the given order by the parameter. */
void lash_user_curve(lash_system *system, int index, double alpha, int order, double values[3]);

/* GSE: rates of states and outputs, given states and inputs. Either of the last two may be NULL. */
void lash_user_gse(lash_system *system, int index, const double *states, const double *inputs,
                   double *rates, double *outputs);

/* Damping ratios of a modal body's modes, whose frequencies are given in Hz. */
void lash_user_damping(lash_system *system, int index, const double *frequencies, size_t modes,
                       double *ratios);

/* Set-up passes, once the system stands; then what a routine asked for. */
lash_status lash_user_start(lash_system *system, lash_error *error);
void lash_user_depends(lash_system *system, int index, lash_dependence *dependence);

/* Values of a force routine and, when it gives them all by c_syspar, their gradients (added to
 * `gradient`, one per component); false when it does not. */
bool lash_user_partials(lash_system *system, int index, double values[6],
                        lash_gradient gradient[6]);

/* GFORCE and SFORCE routines may report the gaps of their contacts (c_lash_report_gap): how many
 * numbers there are over all routines, their values at the state last evaluated, and whose number
 * `index` is. */
size_t lash_user_gaps(const lash_system *system);
void lash_user_gap_values(const lash_system *system, double *values);
int lash_user_gap_owner(const lash_system *system, size_t index, const char **statement);

/* Says that states are being perturbed (dflag). */
void lash_user_difference(lash_system *system, bool on);

/* An accepted step; and what routines serialise. */
void lash_user_commit(lash_system *system);
size_t lash_user_memory_size(const lash_system *system);
void lash_user_save(const lash_system *system, void *buffer);
lash_status lash_user_restore(lash_system *system, const void *buffer, size_t size,
                              lash_error *error);

#endif
