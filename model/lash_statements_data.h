/* What a dataset can say besides mechanics: data, states, output, geometry, settings.
 *
 * The other half of lash_statements.h; include lash_model.h to have both. */
#ifndef LASH_STATEMENTS_DATA_H
#define LASH_STATEMENTS_DATA_H

#include "lash_statements.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ------------------------------------------------------------------------------ data and states */

typedef struct lash_variable {
  lash_element head;
  double ic;
  lash_expression function;
} lash_variable;

typedef struct lash_diff {
  lash_element head;
  double ic[2];
  bool static_hold, implicit;
  lash_expression function;
} lash_diff;

typedef enum lash_array_type {
  LASH_ARRAY_NONE,
  LASH_ARRAY_IC,
  LASH_ARRAY_U,
  LASH_ARRAY_X,
  LASH_ARRAY_Y
} lash_array_type;

typedef struct lash_array {
  lash_element head;
  lash_array_type type;
  int size;
  lash_numbers numbers; /* IC */
  lash_refs variables;  /* U */
} lash_array;

typedef struct lash_string {
  lash_element head;
  const char *text;
} lash_string;

typedef struct lash_matrix {
  lash_element head;
  int rows, columns;
  int by_columns;      /* 0 RORDER, 1 CORDER */
  bool sparse;         /* SPARSE: I= J= VALUES= */
  lash_numbers values; /* as written */
  lash_numbers i, j;   /* sparse: row and column of each value, from 1 */
  const char *file;
} lash_matrix;

/* One curve: x and y of equal count. A family: z has one entry per curve and y holds
 * z.count * x.count values, curve after curve. */
typedef struct lash_spline_statement {
  lash_element head;
  lash_numbers x, y, z;
  lash_numbers y_given; /* the Y lists as written, one after the other */
  bool linear_extrapolate;
  const char *file, *block, *channel;
  const char *routine; /* reads the file when the system is made; else reading the dataset does */
} lash_spline_statement;

typedef struct lash_curve_statement {
  lash_element head;
  bool closed;
  lash_ref matrix;
  bool curve_points; /* the matrix holds points to pass through, else control points */
  int order;
  double minpar, maxpar;
  lash_expression function;
} lash_curve_statement;

typedef struct lash_lse {
  lash_element head;
  lash_ref x, u, y, ic; /* ARRAY */
  lash_ref a, b, c, d;  /* MATRIX */
  bool static_hold;
} lash_lse;

typedef struct lash_gse {
  lash_element head;
  int ns, no, ni, nd;
  lash_ref x, u, y, ic, xd, icd; /* ARRAY */
  bool static_hold, implicit;
  lash_expression function, sample_period;
  double sample_offset;
  lash_texts routines;  /* the first is also function.routine; partial derivatives follow */
  lash_texts interface; /* deriv, output, update, sample routines */
} lash_gse;

typedef struct lash_tfsiso {
  lash_element head;
  lash_ref x, u, y;
  lash_numbers numerator, denominator; /* ascending powers of s */
  bool static_hold;
} lash_tfsiso;

typedef struct lash_plant { /* PINPUT, POUTPUT */
  lash_element head;
  lash_refs variables;
} lash_plant;

/* ------------------------------------------------------------------------------- watching a run */

typedef enum lash_comparison { LASH_COMPARE_EQ, LASH_COMPARE_GE, LASH_COMPARE_LE } lash_comparison;

typedef struct lash_sensor {
  lash_element head;
  lash_comparison comparison;
  double value, error;
  bool halt, stop_command /* RETURN */, print, restart, codgen, yydump;
  double dt, stepsize; /* NAN when not given */
  lash_expression function, evaluate;
  lash_texts routines; /* of FUNCTION and EVALUATE, as far as these are USER(…) */
} lash_sensor;

typedef enum lash_request_type {
  LASH_REQUEST_NONE,
  LASH_REQUEST_DISPLACEMENT,
  LASH_REQUEST_VELOCITY,
  LASH_REQUEST_ACCELERATION,
  LASH_REQUEST_FORCE,
  LASH_REQUEST_EXPRESSIONS, /* F1…F8 */
  LASH_REQUEST_USER
} lash_request_type;

/* MREQUEST has the same type flags and lists of ids in parts, joints, forces. */
typedef struct lash_request {
  lash_element head;
  lash_request_type type;
  lash_ref i, j, rm;
  lash_expression f[8];
  lash_expression function;
  const char *comment, *results_name;
  lash_texts title, cnames, clabels, cunits;
  lash_refs parts, markers, joints; /* MREQUEST */
} lash_request;

typedef struct lash_cbksub {
  lash_element head;
  lash_expression function;
} lash_cbksub;

/* ------------------------------------------------------------------------------------- geometry */

typedef enum lash_graphics_shape {
  LASH_GRAPHICS_NONE,
  LASH_GRAPHICS_CYLINDER,  /* from cm along +z */
  LASH_GRAPHICS_ELLIPSOID, /* about cm; scale = diameters */
  LASH_GRAPHICS_BOX,       /* from corner along +x +y +z */
  LASH_GRAPHICS_FRUSTUM,
  LASH_GRAPHICS_TORUS,
  LASH_GRAPHICS_ARC,
  LASH_GRAPHICS_CIRCLE,
  LASH_GRAPHICS_OUTLINE,
  LASH_GRAPHICS_CURVE,
  LASH_GRAPHICS_SPRINGDAMPER,
  LASH_GRAPHICS_FORCE,
  LASH_GRAPHICS_EXTERNAL,
  LASH_GRAPHICS_PLANE,
  LASH_GRAPHICS_POINT
} lash_graphics_shape;

typedef struct lash_graphics {
  lash_element head;
  lash_graphics_shape shape;
  lash_ref cm;   /* the shape's frame: CM or CORNER or RM */
  lash_ref i, j; /* SPRINGDAMPER */
  double length, radius;
  double scale[3];     /* ELLIPSOID: diameters */
  double box[3];       /* BOX: edges */
  double top, bottom;  /* FRUSTUM: radii at the ends */
  double major, minor; /* TORUS */
  double range_angle;  /* RANGLE */
  double plane[4];     /* PLANE: xmin, xmax, ymin, ymax */
  int seg, sides;
  lash_refs outline; /* markers */
  lash_ref curve, crm;
  const char *file, *element;
  const char *etype;
  int eid;
  lash_ref emarker;
  double springdamper[8]; /* DA DB DC DD LA LB LC LD */
  int coils;
} lash_graphics;

/* ------------------------------------------------------------------------------ model-wide data */

/* Multiply a dataset value by these to get SI. */
typedef struct lash_unit_scale {
  double time, length, force, mass;
} lash_unit_scale;

/* In dataset units force * ucf = mass * length / time^2; ucf is 1000 for mm, kg, N, s. */
typedef struct lash_units {
  lash_element head;
  const char *force, *mass, *length, *time; /* names in full ("NEWTON"); NULL when not given */
  const char *system;
  double ucf;
  lash_unit_scale scale; /* all 1 when the dataset gives no units */
} lash_units;

typedef struct lash_gravity {
  lash_element head;
  double g[3];
} lash_gravity;

typedef struct lash_ic_settings {
  lash_element head;
  double error, verror, aerror, tlimit, alimit;
  int maxit, amaxit;
} lash_ic_settings;

typedef enum lash_integrator_type {
  LASH_INTEGRATOR_GSTIFF,
  LASH_INTEGRATOR_WSTIFF,
  LASH_INTEGRATOR_HASTIFF,
  LASH_INTEGRATOR_HHT,
  LASH_INTEGRATOR_NEWMARK,
  LASH_INTEGRATOR_ABAM,
  LASH_INTEGRATOR_RKF45,
  LASH_INTEGRATOR_CONSTANT_BDF
} lash_integrator_type;

typedef enum lash_formulation {
  LASH_FORMULATION_I3,
  LASH_FORMULATION_SI2,
  LASH_FORMULATION_SI1
} lash_formulation;

typedef struct lash_integrator {
  lash_element head;
  lash_integrator_type type;
  lash_formulation formulation;
  double error, hmax, hmin, hinit; /* NAN when not given */
  int maxit, kmax;
  double alpha, beta, gamma;
  int modified_corrector; /* 0 ORIGINAL, 1 MODIFIED */
  bool interpolate;
  lash_texts pattern;
  double adaptivity;
} lash_integrator;

typedef struct lash_kinematics {
  lash_element head;
  double error, aerror, tlimit, alimit;
  int maxit;
  double hmax;
} lash_kinematics;

typedef struct lash_equilibrium {
  lash_element head;
  bool dynamic; /* METHOD or flag DYNAMIC: settle by simulation */
  double error, imbalance, stability, tlimit, alimit;
  int maxit;
} lash_equilibrium;

typedef struct lash_output {
  lash_element head;
  bool reqsave, grsave, noprint, noseparator;
  bool ypr; /* angles of displacement requests are yaw, pitch, roll instead of psi, theta, phi */
} lash_output;

typedef struct lash_results {
  lash_element head;
  bool xrf, formatted;
  const char *comment;
} lash_results;

typedef struct lash_preferences {
  lash_element head;
  int nthreads;
  double contact_faceting_tolerance;
  const char *contact_geometry_library;
} lash_preferences;

#ifdef __cplusplus
}
#endif

#endif
