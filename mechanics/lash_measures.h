/* Measures: the run-time functions of the Adams language (DX, VR, AZ, ACCX, …), one table of what
 * they are and what they mean over the motion of markers. The expressions of a dataset, the
 * reference solver, every host and the SDK functions c_sysfnc and c_sysary all ask here; a new
 * measure is a new row, and a case in measures.c where it is of a new form.
 *
 * Where a measure has no value by its formula it is given one, the same everywhere:
 *   - markers that coincide: VR is VM, the rate at which the distance begins to grow; partial
 *     derivatives of VR and of every magnitude that is 0 (DM, VM, WM) are 0;
 *   - axes at 0 or 180 degrees: PSI takes the whole turn and PHI is 0; at a pitch of +-90 degrees
 *     YAW takes it and ROLL is 0; AX, AY or AZ whose sine and cosine both vanish is 0;
 *   - AX, AY and AZ count full turns where the caller keeps the last accepted value
 *     (lash_angle_turned in lash_angles.h); all other angles lie in (-pi, pi]. */
#ifndef LASH_MEASURES_H
#define LASH_MEASURES_H

#include "lash_angles.h"
#include "lash_core.h"

#ifdef __cplusplus
extern "C" {
#endif

/* -------------------------------------------------------------------------------- what they are */

/* What a measure depends on, so that a solver knows when it is available. */
typedef enum lash_measure_class {
  LASH_MEASURE_DISPLACEMENT, /* positions and orientations */
  LASH_MEASURE_VELOCITY,
  LASH_MEASURE_ACCELERATION,
  LASH_MEASURE_FORCE, /* forces and reactions of elements */
  LASH_MEASURE_STATE, /* variables, differential equations, arrays, sensors */
  LASH_MEASURE_MODE_OF_ANALYSIS
} lash_measure_class;

/* How it is computed. A vector has three components in the axes of k, and a magnitude. */
typedef enum lash_measure_form {
  LASH_FORM_SEPARATION, /* vector: r_i - r_j */
  LASH_FORM_VELOCITY,   /* vector: its derivative as seen from l */
  LASH_FORM_SPIN,       /* vector: w_i - w_j */
  LASH_FORM_ACCELERATION,
  LASH_FORM_SPIN_RATE,
  LASH_FORM_INCLUDED,    /* angle at j between the lines to i and to k */
  LASH_FORM_APPROACH,    /* rate of the distance */
  LASH_FORM_DIRECTION,   /* an axis of i along an axis of j */
  LASH_FORM_ANGLE,       /* of i in j, lash_angle_form */
  LASH_FORM_ORIENTATION, /* Euler parameters of i in j, or the angle of a sequence of turns */
  LASH_FORM_BETWEEN,     /* force between markers i and j: the caller knows it */
  LASH_FORM_ELEMENT,     /* force of an element: the caller knows it */
  LASH_FORM_ASKED        /* anything else that only the caller knows */
} lash_measure_form;

/* Every measure: symbol, class, least and greatest number of integer arguments, arguments in words,
 * form and which of that form: 0 to 2 a component and 3 the magnitude of a vector, the kind of
 * angle, the component of a force (1 |F|, 2-4 F, 5 |T|, 6-8 T).
 * i: marker measured; j: from this marker; k: in the axes of this one; l: derivative taken in this
 * frame. A marker left out, or 0, is the ground frame. */
#define LASH_MEASURES(X)                                              \
  X(DX, DISPLACEMENT, 1, 3, "i[, j][, k]", SEPARATION, 0)             \
  X(DY, DISPLACEMENT, 1, 3, "i[, j][, k]", SEPARATION, 1)             \
  X(DZ, DISPLACEMENT, 1, 3, "i[, j][, k]", SEPARATION, 2)             \
  X(DM, DISPLACEMENT, 1, 2, "i[, j]", SEPARATION, 3)                  \
  X(AX, DISPLACEMENT, 1, 2, "i[, j]", ANGLE, LASH_ANGLE_AX)           \
  X(AY, DISPLACEMENT, 1, 2, "i[, j]", ANGLE, LASH_ANGLE_AY)           \
  X(AZ, DISPLACEMENT, 1, 2, "i[, j]", ANGLE, LASH_ANGLE_AZ)           \
  X(PSI, DISPLACEMENT, 1, 2, "i[, j]", ANGLE, LASH_ANGLE_PSI)         \
  X(THETA, DISPLACEMENT, 1, 2, "i[, j]", ANGLE, LASH_ANGLE_THETA)     \
  X(PHI, DISPLACEMENT, 1, 2, "i[, j]", ANGLE, LASH_ANGLE_PHI)         \
  X(YAW, DISPLACEMENT, 1, 2, "i[, j]", ANGLE, LASH_ANGLE_YAW)         \
  X(PITCH, DISPLACEMENT, 1, 2, "i[, j]", ANGLE, LASH_ANGLE_PITCH)     \
  X(ROLL, DISPLACEMENT, 1, 2, "i[, j]", ANGLE, LASH_ANGLE_ROLL)       \
  X(INCANG, DISPLACEMENT, 3, 3, "i, vertex, k", INCLUDED, 0)          \
  X(ORIENT, DISPLACEMENT, 3, 4, "type, comp, i[, j]", ORIENTATION, 0) \
  X(UVX, DISPLACEMENT, 3, 3, "i, j, component", DIRECTION, 0)         \
  X(UVY, DISPLACEMENT, 3, 3, "i, j, component", DIRECTION, 1)         \
  X(UVZ, DISPLACEMENT, 3, 3, "i, j, component", DIRECTION, 2)         \
  X(Q, DISPLACEMENT, 2, 2, "flexible body, mode", ASKED, 0)           \
  X(VX, VELOCITY, 1, 4, "i[, j][, k][, l]", VELOCITY, 0)              \
  X(VY, VELOCITY, 1, 4, "i[, j][, k][, l]", VELOCITY, 1)              \
  X(VZ, VELOCITY, 1, 4, "i[, j][, k][, l]", VELOCITY, 2)              \
  X(VM, VELOCITY, 1, 3, "i[, j][, l]", VELOCITY, 3)                   \
  X(VR, VELOCITY, 1, 3, "i[, j][, l]", APPROACH, 0)                   \
  X(WX, VELOCITY, 1, 3, "i[, j][, k]", SPIN, 0)                       \
  X(WY, VELOCITY, 1, 3, "i[, j][, k]", SPIN, 1)                       \
  X(WZ, VELOCITY, 1, 3, "i[, j][, k]", SPIN, 2)                       \
  X(WM, VELOCITY, 1, 2, "i[, j]", SPIN, 3)                            \
  X(QDOT, VELOCITY, 2, 2, "flexible body, mode", ASKED, 0)            \
  X(ACCX, ACCELERATION, 1, 4, "i[, j][, k][, l]", ACCELERATION, 0)    \
  X(ACCY, ACCELERATION, 1, 4, "i[, j][, k][, l]", ACCELERATION, 1)    \
  X(ACCZ, ACCELERATION, 1, 4, "i[, j][, k][, l]", ACCELERATION, 2)    \
  X(ACCM, ACCELERATION, 1, 3, "i[, j][, l]", ACCELERATION, 3)         \
  X(WDTX, ACCELERATION, 1, 4, "i[, j][, k][, l]", SPIN_RATE, 0)       \
  X(WDTY, ACCELERATION, 1, 4, "i[, j][, k][, l]", SPIN_RATE, 1)       \
  X(WDTZ, ACCELERATION, 1, 4, "i[, j][, k][, l]", SPIN_RATE, 2)       \
  X(WDTM, ACCELERATION, 1, 3, "i[, j][, l]", SPIN_RATE, 3)            \
  X(QDDOT, ACCELERATION, 2, 2, "flexible body, mode", ASKED, 0)       \
  X(FX, FORCE, 1, 3, "i[, j][, k]", BETWEEN, 2)                       \
  X(FY, FORCE, 1, 3, "i[, j][, k]", BETWEEN, 3)                       \
  X(FZ, FORCE, 1, 3, "i[, j][, k]", BETWEEN, 4)                       \
  X(FM, FORCE, 1, 2, "i[, j]", BETWEEN, 1)                            \
  X(TX, FORCE, 1, 3, "i[, j][, k]", BETWEEN, 6)                       \
  X(TY, FORCE, 1, 3, "i[, j][, k]", BETWEEN, 7)                       \
  X(TZ, FORCE, 1, 3, "i[, j][, k]", BETWEEN, 8)                       \
  X(TM, FORCE, 1, 2, "i[, j]", BETWEEN, 5)                            \
  X(JOINT, FORCE, 4, 4, "id, jflag, comp, rm", ELEMENT, 0)            \
  X(JPRIM, FORCE, 4, 4, "id, jflag, comp, rm", ELEMENT, 0)            \
  X(MOTION, FORCE, 4, 4, "id, jflag, comp, rm", ELEMENT, 0)           \
  X(PTCV, FORCE, 4, 4, "id, jflag, comp, rm", ELEMENT, 0)             \
  X(CVCV, FORCE, 4, 4, "id, jflag, comp, rm", ELEMENT, 0)             \
  X(GCON, FORCE, 1, 4, "id[, jflag][, comp][, rm]", ELEMENT, 0)       \
  X(SFORCE, FORCE, 4, 4, "id, jflag, comp, rm", ELEMENT, 0)           \
  X(VFORCE, FORCE, 4, 4, "id, jflag, comp, rm", ELEMENT, 0)           \
  X(VTORQUE, FORCE, 4, 4, "id, jflag, comp, rm", ELEMENT, 0)          \
  X(GFORCE, FORCE, 4, 4, "id, jflag, comp, rm", ELEMENT, 0)           \
  X(NFORCE, FORCE, 4, 4, "id, jflag, comp, rm", ELEMENT, 0)           \
  X(MFORCE, FORCE, 4, 4, "id, jflag, comp, rm", ELEMENT, 0)           \
  X(BEAM, FORCE, 4, 4, "id, jflag, comp, rm", ELEMENT, 0)             \
  X(BUSH, FORCE, 4, 4, "id, jflag, comp, rm", ELEMENT, 0)             \
  X(FIELD, FORCE, 4, 4, "id, jflag, comp, rm", ELEMENT, 0)            \
  X(SPDP, FORCE, 4, 4, "id, jflag, comp, rm", ELEMENT, 0)             \
  X(CONTACT, FORCE, 4, 4, "id, jflag, comp, rm", ELEMENT, 0)          \
  X(FRICTION, FORCE, 2, 4, "id, jflag[, comp][, rm]", ELEMENT, 0)     \
  X(VARVAL, STATE, 1, 1, "id", ASKED, 0)                              \
  X(DIF, STATE, 1, 1, "id", ASKED, 0)                                 \
  X(DIF1, STATE, 1, 1, "id", ASKED, 0)                                \
  X(ARYVAL, STATE, 2, 2, "id, component", ASKED, 0)                   \
  X(PINVAL, STATE, 2, 2, "id, component", ASKED, 0)                   \
  X(POUVAL, STATE, 2, 2, "id, component", ASKED, 0)                   \
  X(SENVAL, STATE, 1, 1, "id", ASKED, 0)                              \
  X(MODE, MODE_OF_ANALYSIS, 0, 0, "", ASKED, 0)

typedef enum lash_measure_kind {
#define LASH_MEASURE_SYMBOL(name, class, least, most, words, form, pick) LASH_MEASURE_##name,
  LASH_MEASURES(LASH_MEASURE_SYMBOL)
#undef LASH_MEASURE_SYMBOL
      LASH_MEASURE_COUNT
} lash_measure_kind;

typedef struct lash_measure_row {
  const char *name, *words;
  lash_measure_class depends_on;
  int least, most;
  lash_measure_form form;
  int pick;
} lash_measure_row;

LASH_API extern const lash_measure_row lash_measure_table[LASH_MEASURE_COUNT];

/* Kind of a name in any case, or -1; name, class and argument numbers of a kind. */
LASH_API int lash_measure_find(const char *name);
LASH_API const char *lash_measure_name(lash_measure_kind kind);
LASH_API lash_measure_class lash_measure_class_of(lash_measure_kind kind);
LASH_API int lash_measure_least_args(lash_measure_kind kind);
LASH_API int lash_measure_most_args(lash_measure_kind kind);
LASH_API const char *lash_measure_words(lash_measure_kind kind); /* its arguments: "i[, j][, k]" */
LASH_API bool lash_measure_counts_turns(lash_measure_kind kind);

/* The statement behind a measure of form ELEMENT: "BUSH" asks for a BUSHING. */
LASH_API const char *lash_measure_statement(lash_measure_kind kind);

#define LASH_MEASURE_ARGS 4

/* An array function is a list of measures with the same arguments: DISP is DX, DY, DZ, PSI, THETA,
 * PHI. */
typedef struct lash_measure_array {
  const char *name;
  int most; /* arguments; at least 1 */
  int count;
  lash_measure_kind kind[9];
} lash_measure_array;

LASH_API const lash_measure_array *lash_measure_array_find(
    const char *name); /* any case; or NULL */

/* Component `n` of an array as a measure: its kind, and its arguments from those of the array. */
LASH_API lash_measure_kind lash_measure_array_item(const lash_measure_array *array, int n,
                                                   const int *args, int count,
                                                   int item_args[LASH_MEASURE_ARGS]);

/* -------------------------------------------------------------------------- what they stand for */

/* Components of ORIENT: Euler parameters, then the angles from LASH_ANGLE_SEQUENCES on. */
#define LASH_ORIENT_ANGLES 4

/* Arguments sorted out: ids of the markers by role (0: ground), what else is asked for. `args` has
 * LASH_MEASURE_ARGS numbers, 0 where nothing was written. */
typedef struct lash_measure_question {
  int marker[4]; /* i, j, k, l */
  int component; /* DIRECTION 0-2, ORIENTATION see above, ELEMENT 1-8 */
  int id;        /* ELEMENT */
  bool on_j;     /* ELEMENT: the force on the part of J; its axes are marker[2] */
} lash_measure_question;

LASH_API lash_status lash_measure_ask(lash_measure_kind kind, const int args[LASH_MEASURE_ARGS],
                                      lash_measure_question *question, lash_error *error);

/* The one wording for a marker that is not there. */
LASH_API lash_status lash_measure_no_marker(const char *measure, int id, lash_error *error);

/* Magnitude or a component of a wrench: 1 |F|, 2-4 F, 5 |T|, 6-8 T. */
LASH_API double lash_wrench_component(const double wrench[6], int component);

/* ------------------------------------------------------------------------------------ computing */

/* Markers by role. Only what the form needs is read: k for components of vectors, l (NULL: ground)
 * where a derivative is taken, accelerations where they are measured. */
typedef struct lash_measured {
  const lash_marker_motion *i, *j, *k, *l;
  int component;
} lash_measured;

/* Value of a measure of any form up to ORIENTATION; angles in (-pi, pi], INCANG in [0, pi]. */
LASH_API double lash_motion_measure(lash_measure_kind kind, const lash_measured *at);

/* All values of an array function of such measures. */
LASH_API void lash_motion_array(const lash_measure_array *array, const lash_measured *at,
                                double *values);

/* Partial derivatives by reverse accumulation: `weight` times the change of the measure is the sum
 * of g . (change of a part of the motion of a marker). A turn is a small rotation of the axes. */
typedef struct lash_motion_weight {
  int role; /* 0 i, 1 j, 2 k, 3 l */
  enum { LASH_BY_PLACE, LASH_BY_TURN, LASH_BY_VELOCITY, LASH_BY_SPIN } part;
  double g[3];
} lash_motion_weight;

typedef struct lash_motion_weights {
  int count;
  lash_motion_weight item[6];
} lash_motion_weights;

/* None for accelerations. */
LASH_API void lash_motion_weigh(lash_measure_kind kind, const lash_measured *at, double weight,
                                lash_motion_weights *weights);

/* Value, first and second time derivative of a measure of displacements when no angular velocity
 * changes and the origins of i, j and k accelerate by bias[0], bias[1] and bias[2]. */
LASH_API void lash_motion_jet(lash_measure_kind kind, const lash_measured *at,
                              const double bias[3][3], double jet[3]);

#ifdef __cplusplus
}
#endif

#endif
