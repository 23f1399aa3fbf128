/* What a dataset can say: one struct per statement, as the model keeps them. Here bodies,
 * constraints and forces; the rest is in lash_statements_data.h.
 *
 * Included by lash_model.h, which explains units, references and memory. A number that is not given
 * is NAN unless a default stands in its statement's table; a text is NULL; a reference has id 0. */
#ifndef LASH_STATEMENTS_H
#define LASH_STATEMENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lash_core.h"

#ifdef __cplusplus
extern "C" {
#endif

/* --------------------------------------------------------------------------- statements by kind */

/* X(NAME, member of lash_model, type). The order is free; a new statement needs a line here, its
 * struct below, its array in lash_model and its row in statements.c. */
#define LASH_KINDS(X)                              \
  X(PART, part, lash_part)                         \
  X(POINT_MASS, point_mass, lash_part)             \
  X(FLEX_BODY, flex_body, lash_flex_body)          \
  X(FE_PART, fe_part, lash_fe_part)                \
  X(FE_NODE, fe_node, lash_fe_node)                \
  X(SECTION, section, lash_beam_section)           \
  X(MATERIAL, material, lash_beam_material)        \
  X(MARKER, marker, lash_marker)                   \
  X(JOINT, joint, lash_joint_statement)            \
  X(JPRIM, jprim, lash_jprim)                      \
  X(GCON, gcon, lash_gcon)                         \
  X(COUPLER, coupler, lash_coupler)                \
  X(GEAR, gear, lash_gear)                         \
  X(PTCV, ptcv, lash_ptcv)                         \
  X(CVCV, cvcv, lash_cvcv)                         \
  X(UCON, ucon, lash_gcon)                         \
  X(MOTION, motion, lash_motion)                   \
  X(FRICTION, friction, lash_joint_friction)       \
  X(SFORCE, sforce, lash_sforce)                   \
  X(VFORCE, vforce, lash_vector_force)             \
  X(VTORQUE, vtorque, lash_vector_force)           \
  X(GFORCE, gforce, lash_vector_force)             \
  X(MFORCE, mforce, lash_mforce)                   \
  X(SPRINGDAMPER, springdamper, lash_springdamper) \
  X(BUSHING, bushing, lash_bushing)                \
  X(BEAM, beam, lash_beam)                         \
  X(FIELD, field, lash_field)                      \
  X(CONTACT, contact, lash_contact_pair)           \
  X(VARIABLE, variable, lash_variable)             \
  X(DIFF, diff, lash_diff)                         \
  X(ARRAY, array, lash_array)                      \
  X(STRING, string, lash_string)                   \
  X(MATRIX, matrix, lash_matrix)                   \
  X(SPLINE, spline, lash_spline_statement)         \
  X(CURVE, curve, lash_curve_statement)            \
  X(LSE, lse, lash_lse)                            \
  X(GSE, gse, lash_gse)                            \
  X(TFSISO, tfsiso, lash_tfsiso)                   \
  X(PINPUT, pinput, lash_plant)                    \
  X(POUTPUT, poutput, lash_plant)                  \
  X(SENSOR, sensor, lash_sensor)                   \
  X(REQUEST, request, lash_request)                \
  X(MREQUEST, mrequest, lash_request)              \
  X(CBKSUB, cbksub, lash_cbksub)                   \
  X(GRAPHICS, graphics, lash_graphics)

/* Statements a model has at most once, without id; always present, with their defaults. head.line
 * is 0 until the file gives them. */
#define LASH_SINGLE_KINDS(X)                    \
  X(UNITS, units, lash_units)                   \
  X(ACCGRAV, gravity, lash_gravity)             \
  X(IC, ic, lash_ic_settings)                   \
  X(INTEGRATOR, integrator, lash_integrator)    \
  X(KINEMATICS, kinematics, lash_kinematics)    \
  X(EQUILIBRIUM, equilibrium, lash_equilibrium) \
  X(OUTPUT, output, lash_output)                \
  X(RESULTS, results, lash_results)             \
  X(PREFERENCES, preferences, lash_preferences)

typedef enum lash_kind {
  LASH_KIND_NONE,
#define LASH_KIND_ENUM(NAME, member, type) LASH_KIND_##NAME,
  LASH_KINDS(LASH_KIND_ENUM) LASH_SINGLE_KINDS(LASH_KIND_ENUM)
#undef LASH_KIND_ENUM
      LASH_KIND_COUNT
} lash_kind;

/* ------------------------------------------------------------------------------ building blocks */

/* What every element starts with. */
typedef struct lash_element {
  lash_kind kind;
  int id;           /* 0 for statements without id */
  int line;         /* of the statement's first line; 0 when not in a file */
  const char *name; /* from "! adams_view_name='…'" above the statement, or NULL */
  uint64_t given;   /* bit per row of the argument table; ask with lash_given */
  bool active;      /* false after DEACTIVATE */
  bool faulty;      /* it was read with errors; nothing further is checked about it */
} lash_element;

/* A reference to another element. Not given: id 0, index -1. */
typedef struct lash_ref {
  int id, index;
} lash_ref;

typedef struct lash_refs {
  size_t count;
  lash_ref *item;
} lash_refs;

typedef struct lash_numbers {
  size_t count;
  double *value;
} lash_numbers;

typedef struct lash_texts {
  size_t count;
  const char **item;
} lash_texts;

/* Where a stretch of an expression's text stands in the file: text + offset is at line, column
 * (both from 1). A piece ends where the next begins. */
typedef struct lash_piece {
  size_t offset;
  int line, column;
} lash_piece;

/* A function expression as text, continuation marks removed. For FUNCTION=USER(…) `user` is true
 * and the numbers of the list are in `parameters`; `routine` is the ROUTINE argument
 * ("library::name") or NULL for the default name. */
typedef struct lash_expression {
  const char *text; /* NULL when not given */
  size_t piece_count;
  const lash_piece *piece;
  bool user;
  lash_numbers parameters;
  const char *routine;
} lash_expression;

/* Line and column of text[offset]. */
LASH_API void lash_expression_where(const lash_expression *expression, size_t offset, int *line,
                                    int *column);

/* --------------------------------------------------------------------------------------- bodies */

/* bits of lash_part.exact */
enum {
  LASH_EXACT_X = 1,
  LASH_EXACT_Y = 2,
  LASH_EXACT_Z = 4,
  LASH_EXACT_PSI = 8,
  LASH_EXACT_THETA = 16,
  LASH_EXACT_PHI = 32
};

/* PART and POINT_MASS (which uses no inertia). Use lash_part_pose and lash_part_mass. */
typedef struct lash_part {
  lash_element head;
  bool ground;
  double mass;
  lash_ref cm, im;         /* markers; im defaults to cm */
  double ip[6];            /* xx yy zz xy xz yz, products as positive integrals */
  double qg[3], reuler[3]; /* part frame in ground; body 3-1-3 angles */
  double zg[3], xg[3];     /* the other way to orient: points on the z axis and in the x-z plane */
  double velocity[3];      /* VX VY VZ of the mass centre against ground, along axes of vm */
  double omega[3];         /* WX WY WZ along axes of wm */
  lash_ref vm, wm;         /* markers; default: ground axes, cm marker axes */
  unsigned exact;          /* LASH_EXACT_… coordinates that assembly must not change */
  const char *material_name; /* as written: NAME or id */
  lash_ref material;
} lash_part;

/* Extension: FILE names a modal file of ours, not a modal neutral file. Use lash_flex_body_pose. */
typedef struct lash_flex_body {
  lash_element head;
  const char *file;
  double qg[3], reuler[3], zg[3], xg[3];
  unsigned exact; /* LASH_EXACT_… of the frame */
  double velocity[3], omega[3];
  lash_ref vm, wm;
  lash_expression cratio;    /* modal damping ratio */
  lash_numbers modes;        /* selected mode numbers */
  lash_numbers dmode, vmode; /* modal coordinates and rates at the start */
} lash_flex_body;

typedef enum lash_fe_formulation {
  LASH_FE_CURED, /* no locking */
  LASH_FE_POISSON,
  LASH_FE_PLAIN
} lash_fe_formulation;

/* Use lash_fe_part_layout. Extensions: ELEMENTS, FORMULATION, starting velocities, and SECTION with
 * a single number, the id of a SECTION statement for all nodes. */
typedef struct lash_fe_part {
  lash_element head;
  const char *type; /* "3DBEAM" */
  lash_numbers node_labels;
  lash_numbers coordinates;  /* label x y z psi theta phi, per node */
  lash_numbers sections;     /* label area Iyy Izz Iyz Jxx, per node */
  const char *material_name; /* as written: NAME or id */
  lash_ref material;
  double cratiok, cratiom; /* damping matrix = cratiok stiffness + cratiom mass */
  double qg[3], reuler[3];
  int elements;                 /* between neighbouring nodes */
  int formulation;              /* lash_fe_formulation */
  double velocity[3], omega[3]; /* of the part's frame, as of a rigid body */
  lash_ref vm, wm;              /* markers; default: ground axes */
} lash_fe_part;

typedef struct lash_fe_node {
  lash_element head;
  lash_ref fe_part;
  int label;
  double s, angle; /* 0 … 1 along the beam: NAN for a node that COORDINATES has */
  double qg[3], reuler[3];
  lash_ref section;
  int section_node;
} lash_fe_node;

/* Extensions: DIAMETER and INNER_DIAMETER of round sections; SHEAR_Y and SHEAR_Z coefficients. */
typedef struct lash_beam_section {
  lash_element head;
  const char *type;
  double area, iyy, izz, iyz, jxx;
  double rect_base, rect_height;
  double diameter, inner_diameter;
  double shear_y, shear_z;
} lash_beam_section;

typedef struct lash_beam_material {
  lash_element head;
  const char *label; /* NAME= */
  double youngs_modulus, poissons_ratio, density;
} lash_beam_material;

/* On exactly one of part, point_mass, flex_body, fe_part. Use lash_marker_pose. */
typedef struct lash_marker {
  lash_element head;
  lash_ref part, point_mass, flex_body, fe_part;
  bool floating; /* the place of a force on part J; has no frame of its own */
  double qp[3], reuler[3];
  double zp[3], xp[3];
  bool usexp; /* xp fixes the x axis, zp the x-z plane */
  int node_id, node_label;
  lash_ref curve; /* floating on a curve (PTCV, CVCV) */
} lash_marker;

/* ---------------------------------------------------------------------------------- constraints */

typedef enum lash_joint_type {
  LASH_JOINT_NONE,
  LASH_JOINT_REVOLUTE,
  LASH_JOINT_TRANSLATIONAL,
  LASH_JOINT_CYLINDRICAL,
  LASH_JOINT_SPHERICAL,
  LASH_JOINT_FIXED,
  LASH_JOINT_PLANAR,
  LASH_JOINT_CONVEL,
  LASH_JOINT_HOOKE,
  LASH_JOINT_UNIVERSAL,
  LASH_JOINT_SCREW,
  LASH_JOINT_RACKPIN
} lash_joint_type;

typedef struct lash_joint_statement {
  lash_element head;
  lash_joint_type type;
  lash_ref i, j;
  double pitch;               /* SCREW: length per turn */
  double pd;                  /* RACKPIN: pitch diameter */
  double ic[2];               /* initial displacement and velocity of a one-freedom joint */
  double ictran[2], icrot[2]; /* CYLINDRICAL */
} lash_joint_statement;

typedef enum lash_jprim_type {
  LASH_JPRIM_NONE,
  LASH_JPRIM_ATPOINT,
  LASH_JPRIM_INLINE,
  LASH_JPRIM_INPLANE,
  LASH_JPRIM_ORIENTATION,
  LASH_JPRIM_PARALLEL_AXES,
  LASH_JPRIM_PERPENDICULAR
} lash_jprim_type;

typedef struct lash_jprim {
  lash_element head;
  lash_jprim_type type;
  lash_ref i, j;
} lash_jprim;

/* GCON and UCON: FUNCTION = 0. */
typedef struct lash_gcon {
  lash_element head;
  lash_ref i;
  lash_expression function;
} lash_gcon;

typedef struct lash_coupler {
  lash_element head;
  lash_refs joints; /* 2 or 3 */
  char type[3];     /* 'R' or 'T' per joint */
  double scales[3]; /* sum of scales[k] * q[k] = 0 */
  lash_expression function;
  lash_texts routines; /* value (also function.routine), first and second derivatives */
} lash_coupler;

typedef struct lash_gear {
  lash_element head;
  lash_refs joints;
  lash_ref cv; /* common-velocity marker */
} lash_gear;

typedef struct lash_ptcv {
  lash_element head;
  lash_ref i, jfloat, curve, rm;
} lash_ptcv;

typedef struct lash_cvcv {
  lash_element head;
  lash_ref ifloat, jfloat, icurve, jcurve, irm, jrm;
} lash_cvcv;

typedef enum lash_motion_axis {
  LASH_MOTION_JOINT_TRANSLATION,
  LASH_MOTION_JOINT_ROTATION,
  LASH_MOTION_X,
  LASH_MOTION_Y,
  LASH_MOTION_Z,
  LASH_MOTION_B1,
  LASH_MOTION_B2,
  LASH_MOTION_B3,
  LASH_MOTION_AXIS_NONE
} lash_motion_axis;

typedef enum lash_order { LASH_DISPLACEMENT, LASH_VELOCITY, LASH_ACCELERATION } lash_order;

/* On a joint, or between markers i and j along/about an axis of j. */
typedef struct lash_motion {
  lash_element head;
  lash_ref joint, i, j;
  lash_motion_axis axis;
  lash_order order; /* what FUNCTION prescribes */
  double icdisp, icvel;
  lash_expression function;
} lash_motion;

/* bits of lash_joint_friction.inputs, .effect and .inactive */
enum {
  LASH_FRICTION_PRELOAD = 1,
  LASH_FRICTION_REACTION_FORCE = 2,
  LASH_FRICTION_BENDING_MOMENT = 4,
  LASH_FRICTION_TORSIONAL_MOMENT = 8,
  LASH_FRICTION_ALL_INPUTS = 15
};
enum { LASH_FRICTION_STICTION = 1, LASH_FRICTION_SLIDING = 2, LASH_FRICTION_ALL_EFFECTS = 3 };
typedef enum lash_friction_formulation {
  LASH_FRICTION_ORIGINAL,
  LASH_FRICTION_LUGRE
} lash_friction_formulation;

typedef struct lash_joint_friction {
  lash_element head;
  lash_ref joint;
  lash_friction_formulation formulation;
  double mu_static, mu_dynamic;
  double stiction_transition_velocity, transition_velocity_coefficient;
  double max_stiction_deformation;
  double friction_force_preload, friction_torque_preload;
  double pin_radius, ball_radius, friction_arm, bending_reaction_arm;
  double reaction_arm, initial_overlap;
  int overlap_delta;                                  /* -1 DECREASE, 0 CONSTANT, 1 INCREASE */
  int yoke;                                           /* 0 I_YOKE, 1 J_YOKE */
  double bristle_stiffness, bristle_damping, viscous; /* LuGre: SIGMA0, SIGMA1, SIGMA2 */
  unsigned effect, inputs;
  int inactive_static; /* 1: no friction while an equilibrium is sought */
} lash_joint_friction;

/* --------------------------------------------------------------------------------------- forces */

typedef enum lash_sense { LASH_SENSE_NONE, LASH_TRANSLATION, LASH_ROTATION } lash_sense;

typedef struct lash_sforce {
  lash_element head;
  lash_ref i, j;
  lash_sense sense;
  bool action_only;
  lash_expression function;
} lash_sforce;

/* VFORCE (components 0-2), VTORQUE (3-5) and GFORCE (0-5): FX FY FZ TX TY TZ along axes of rm, or
 * all at once by `function` = USER(…). A component that is not given is zero. rm defaults to
 * ground. */
typedef struct lash_vector_force {
  lash_element head;
  lash_ref i, jfloat, rm;
  lash_expression component[6];
  lash_expression function;
} lash_vector_force;

/* A routine gives the load: FORCE=USER(...) as it is, FUNCTION=USER(...) with a factor. */
typedef struct lash_mforce {
  lash_element head;
  lash_ref flex_body, jfloat;
  lash_expression function;
} lash_mforce;

/* Translation: k c length force. Rotation: kt ct angle torque, stored in the same members. */
typedef struct lash_springdamper {
  lash_element head;
  lash_ref i, j;
  lash_sense sense;
  double k, c, reference, preload;
} lash_springdamper;

typedef struct lash_bushing {
  lash_element head;
  lash_ref i, j;
  double k[3], kt[3], c[3], ct[3], force[3], torque[3];
} lash_bushing;

typedef enum lash_beam_formulation {
  LASH_BEAM_LINEAR,
  LASH_BEAM_NONLINEAR,
  LASH_BEAM_STRING
} lash_beam_formulation;

typedef struct lash_beam {
  lash_element head;
  lash_ref i, j;
  double length, area, ixx, iyy, izz, asy, asz;
  double emodulus, gmodulus, cratio;
  lash_numbers cmatrix; /* 21 (lower triangle by columns) or 36 values */
  lash_beam_formulation formulation;
} lash_beam;

typedef struct lash_field {
  lash_element head;
  lash_ref i, j;
  double cratio;
  lash_numbers kmatrix, cmatrix; /* 36 values by columns, or none */
  double length[6], force[6];
  lash_beam_formulation formulation;
  lash_expression function;
} lash_field;

typedef enum lash_normal_law {
  LASH_NORMAL_NONE,
  LASH_NORMAL_IMPACT,
  LASH_NORMAL_POISSON,
  LASH_NORMAL_USER
} lash_normal_law;

typedef enum lash_coulomb {
  LASH_COULOMB_OFF,
  LASH_COULOMB_ON,
  LASH_COULOMB_DYNAMICS_ONLY,
  LASH_COULOMB_USER
} lash_coulomb;

typedef struct lash_contact_pair {
  lash_element head;
  lash_refs igeom, jgeom;           /* GRAPHICS */
  lash_refs iflip_geom, jflip_geom; /* GRAPHICS whose normal is turned */
  lash_normal_law law;
  double stiffness, damping, exponent, dmax;
  double penalty, restitution;
  bool augmented_lagrangian;
  lash_expression normal_function;
  lash_coulomb coulomb;
  double mu_static, mu_dynamic;
  double stiction_transition_velocity, friction_transition_velocity;
  bool stiction;
  double max_stiction_deformation;
  lash_expression friction_function;
} lash_contact_pair;

#ifdef __cplusplus
}
#endif

#endif
