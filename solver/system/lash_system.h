/* A mechanism as a system of equations: rigid and flexible bodies in space, built from a dataset
 * model.
 *
 *   lash_system *system;
 *   lash_system_create(model, NULL, &system, &error);      the model must outlive the system
 *   const lash_system_sizes *n = lash_system_size(system);
 *   double y[n->y], ydot[n->y];
 *   lash_system_initial(system, &t, y);                    as written in the dataset
 *   lash_system_assemble(system, t, y, NULL, &error);      made consistent with the constraints
 *   … lash_system_rates(system, t, y, ydot, &error);       as often as an integrator likes
 *   lash_system_commit(system, &error);                    once per accepted step
 *   lash_system_free(system);
 *
 * Unknowns. y = [ q | v | x ], in this order and contiguous:
 *   q  7 per moving body: centre of mass in ground axes (3), Euler parameters e0 e1 e2 e3 of the
 *      body's axes (4); need not be of unit length to be evaluated, see lash_system_normalise().
 *      Then the coordinates of flexible bodies, in cells of six (a vector space each).
 *   v  6 per moving body: velocity of the centre of mass in ground axes (3), angular velocity in
 *      body axes (3). Displacement *increments* live in the same space: q (+) d moves the centre by
 *      d[0..2] and turns the body by the rotation vector d[3..5] given in body axes, R <- R
 * exp(d~). Then the rates of the flexible coordinates, to which increments are simply added.
 *   x  extra first-order states: DIFF, LSE, GSE, TFSISO, bristles of friction laws.
 *
 * Equations, lambda one multiplier per kept constraint row:
 *   M v' + Phi_v^T lambda = f(t, q, v, x)      f: applied plus gyroscopic forces; M constant
 *   x'   = g(t, q, v, x)
 *   Phi(t, q) = 0,   Phi_v v = nu(t, q),   Phi_v v' = gamma(t, q, v)
 * Every constraint is holonomic: MOTIONs given by velocity or acceleration are integrated inside,
 * from the last committed time.
 *
 * Units are the dataset's; masses carry the factor that makes force = mass * acceleration hold in
 * them, so energies are force * length.
 *
 * Cost and memory. After lash_system_create() nothing below allocates unless it says so. A system
 * is one thread's at a time; several systems may run side by side. Asked twice at the same state,
 * every function gives the same bits twice. */
#ifndef LASH_SYSTEM_H
#define LASH_SYSTEM_H

#include "lash_core.h"
#include "lash_own_force.h"

#ifdef __cplusplus
extern "C" {
#endif

struct lash_model; /* model/lash_model.h */

typedef struct lash_system lash_system;

/* --------------------------------------------------------------------------------- making one */

typedef struct lash_system_options {
  /* Baumgarte stabilisation of lash_system_accelerations() and _rates(): gamma becomes
   * gamma - 2 alpha (Phi_v v - nu) - beta^2 Phi [1/time]. 0, 0 (the default) is none. */
  double alpha, beta;
  /* Folder in which user-subroutine libraries are looked for first; NULL: the dataset's folder. */
  const char *library_folder;
  /* Messages (redundant constraints, ignored arguments, user c_usrmes texts); NULL: dropped. */
  void (*message)(void *context, const char *text);
  void *message_context;
  /* Forces of the caller's own, `owns` of them; they must outlive the system. */
  const lash_own_force *own;
  size_t owns;
  /* Call every routine through the SDK, also those that offer a shorter way (c_lash_offer_force).
   */
  bool without_offers;
} lash_system_options;

/* Options may be NULL. What the solver cannot represent is LASH_UNSUPPORTED, naming statement, id
 * and line. Redundant constraints are found here, at the assembled initial configuration. */
LASH_API lash_status lash_system_create(const struct lash_model *model,
                                        const lash_system_options *options, lash_system **system,
                                        lash_error *error);
LASH_API void lash_system_free(lash_system *system);

typedef struct lash_system_sizes {
  size_t bodies;      /* moving bodies, those without mass at nodes of flexible bodies included */
  size_t cells;       /* six coordinates of flexible bodies each */
  size_t flexible;    /* flexible bodies */
  size_t q, v, x, y;  /* 7 bodies + 6 cells, 6 bodies + 6 cells, extra states, their sum */
  size_t constraints; /* kept rows = multipliers */
  size_t redundant;   /* rows dropped as redundant */
  size_t jacobian;    /* non-zeros of Phi_v */
  size_t tangent;     /* non-zeros of the tangent, below */
  size_t switches;    /* event functions */
  size_t motions, joints, forces, contacts, requests, sensors;
  int dof; /* degrees of freedom: velocity unknowns (3 for a point mass) minus kept rows */
} lash_system_sizes;

LASH_API const lash_system_sizes *lash_system_size(const lash_system *system);

/* A message to whoever listens, see lash_system_options. */
LASH_API void lash_system_say(const lash_system *system, const char *format, ...) LASH_PRINTF(2, 3);

/* Offsets of a part's numbers in y, by the id of its PART statement; false for ground or unknown.
 */
LASH_API bool lash_system_part(const lash_system *system, int part_id, size_t *q_offset,
                               size_t *v_offset);

/* A constraint row in words for reports: "JOINT/3 REVOLUTE (line 57): z axes parallel, x". Row
 * indices below sizes.constraints are kept, the next sizes.redundant are the dropped ones. */
LASH_API void lash_system_constraint_name(const lash_system *system, size_t row, char *text,
                                          size_t size);

/* ACTIVATE and DEACTIVATE: statement such as "JOINT", "MOTION", "SFORCE", "CONTACT", "SENSOR".
 * May change sizes and patterns and does allocate; the state vector y keeps its shape. */
LASH_API lash_status lash_system_activate(lash_system *system, const char *statement, int id,
                                          bool on, lash_error *error);

/* ------------------------------------------------------------------------------------ the state */

/* Initial conditions as the dataset gives them (not yet consistent). */
LASH_API void lash_system_initial(const lash_system *system, double *t, double *y);

/* Makes (t, y) the current state. Everything under "at the current state" below refers to it;
 * kinematics, forces, … are computed when first asked for and kept until the next call. */
LASH_API void lash_system_set(lash_system *system, double t, const double *y);

/* Forgets what only saves work (pivots of factorised matrices): what comes next depends on the
 * state alone, to the last bit. Integrators call it where they start anew. */
LASH_API void lash_system_forget(lash_system *system);

/* The current state, as last set. */
LASH_API double lash_system_time(const lash_system *system);
LASH_API const double *lash_system_state(const lash_system *system);

/* q' = N(q) v for all bodies: qdot of sizes.q numbers. */
LASH_API void lash_system_qdot(const double *q, const double *v, const lash_system_sizes *n,
                               double *qdot);

/* q_out = q (+) scale * d, with d of sizes.v numbers; q_out may be q. Keeps Euler parameters unit.
 */
LASH_API void lash_system_increment(const double *q, const double *d, double scale,
                                    const lash_system_sizes *n, double *q_out);

/* d such that q_a (+) d = q_b, rotations below half a turn. */
LASH_API void lash_system_difference(const double *q_a, const double *q_b,
                                     const lash_system_sizes *n, double *d);

/* Scales all Euler parameters in q to unit length; call once per accepted step. */
LASH_API void lash_system_normalise(double *q, const lash_system_sizes *n);

/* What an increment of each velocity unknown is measured against: `length` for displacements, 1 for
 * turns and gradients; sizes.v numbers. */
LASH_API void lash_system_scale(const lash_system *system, double length, double *scale);

/* An input from outside: from now on VARIABLE `id` is this polynomial in time instead of its
 * FUNCTION. A running integration must be told, see lash_integrate_restart(). */
typedef struct lash_input {
  double time, value, rate, curvature; /* value + rate (t - time) + curvature (t - time)^2 / 2 */
} lash_input;

LASH_API lash_status lash_system_input(lash_system *system, int id, const lash_input *input,
                                       lash_error *error);

/* ----------------------------------------------- explicit integrators: one call per evaluation */

/* Sets the state and writes y' = (N(q) v, v', g). Fails on a singular configuration, a force that
 * is not finite, or an error raised by a user subroutine. */
LASH_API lash_status lash_system_rates(lash_system *system, double t, const double *y, double *ydot,
                                       lash_error *error);

/* Brings y onto Phi = 0 and Phi_v v = nu with the smallest change in the mass metric (the masses of
 * flexible bodies lumped on the diagonal). Newton until
 * the constraints' residuals are below round-off level of the model's size or `iterations` are
 * spent (0: 10); fails when it does not converge. The current state is the projected one. */
enum { LASH_PROJECT_POSITION = 1, LASH_PROJECT_VELOCITY = 2, LASH_PROJECT_BOTH = 3 };
LASH_API lash_status lash_system_project(lash_system *system, double t, double *y, unsigned what,
                                         int iterations, lash_error *error);

/* How far the constraint rows are from depending on each other at the current state: the sine, in
 * the metric of the masses, between a row and those eliminated before it; the least of them. 1
 * without rows, 0 in a singular position. The row it belongs to, in words, when asked for then. */
LASH_API double lash_system_independence(lash_system *system);
LASH_API void lash_system_dependent_row(lash_system *system, char *text, size_t size);

/* Largest residuals of Phi and of Phi_v v - nu at the current state: cheap, to decide whether to
 * project. Either pointer may be NULL. */
LASH_API void lash_system_drift(lash_system *system, double *position, double *velocity);

/* The larger of both as a part of what lash_system_project() leaves as it is. */
LASH_API double lash_system_drift_part(lash_system *system);

/* --------------------------------------------------------- at the current state: the equations */

/* Diagonal blocks of M: the mass and the 3 by 3 inertia (row major) of each rigid body. */
LASH_API void lash_system_mass(const lash_system *system, size_t body, double *mass,
                               double inertia[9]);

/* out = M in. M is constant but for modal bodies. */
LASH_API void lash_system_mass_times(const lash_system *system, const double *in, double *out);

/* f (sizes.v) and g (sizes.x). Either pointer may be NULL. */
LASH_API lash_status lash_system_forces(lash_system *system, double *f, double *g,
                                        lash_error *error);

/* Constraint residuals Phi, right-hand sides nu and gamma (without Baumgarte terms),
 * sizes.constraints each; NULL pointers are skipped. */
LASH_API void lash_system_constraints(lash_system *system, double *phi, double *nu, double *gamma);

/* Phi_v by rows: pattern fixed at creation, values at the current state. */
typedef struct lash_pattern {
  size_t rows, columns, nonzeros;
  const int *start; /* rows + 1 (CSR) or columns + 1 (CSC) */
  const int *index; /* column (CSR) or row (CSC) of each non-zero, ascending */
} lash_pattern;

LASH_API const lash_pattern *lash_system_jacobian_pattern(const lash_system *system); /* CSR */
LASH_API void lash_system_jacobian(lash_system *system, double *values);

/* out += factor * Phi_v^T lambda. */
LASH_API void lash_system_add_reactions(lash_system *system, const double *lambda, double factor,
                                        double *out);

/* v' (sizes.v) and lambda (sizes.constraints) by the Schur complement Phi_v M^-1 Phi_v^T. Both are
 * also kept as the state's accelerations for reactions, ACC… measures and requests. */
LASH_API lash_status lash_system_accelerations(lash_system *system, double *vdot, double *lambda,
                                               lash_error *error);

/* For integrators that solve for v' and lambda themselves: makes theirs the state's. */
LASH_API void lash_system_set_accelerations(lash_system *system, const double *vdot,
                                            const double *lambda);

/* ------------------------------------------------------------ implicit integrators: the tangent
 *
 * Residuals, in the order of the unknowns' increments (dv-like: sizes.v, dx: sizes.x, dlambda):
 *   r_v = M v' - f + Phi_v^T lambda
 *   r_x = x' - g
 *   r_c = Phi
 * When the integrator moves its unknown z_v, the system sees v' move by `acceleration` z_v, v by
 * `velocity` z_v, and q (+) `position` z_v; for z_x, x' by `rate` z_x and x by `state` z_x. Then
 *   T = [ a M - v df/dv + p d(Phi_v^T lambda - f)/dq | -s df/dx        | Phi_v^T ]
 *       [ -v dg/dv - p dg/dq                         | r I - s dg/dx   | 0       ]
 *       [ p Phi_v                                    | 0               | 0       ]
 * scaled by `constraint` in the last block row (0: 1). Newmark and generalised-alpha, BDF and
 * Radau all fit. The pattern is CSC of order v + x + constraints and never changes. */
typedef struct lash_tangent_weights {
  double acceleration, velocity, position;
  double rate, state;
  double constraint;
  const double
      *vdot; /* v' of the residual, NULL: 0. It matters where M depends on q (modal bodies) */
} lash_tangent_weights;

LASH_API const lash_pattern *lash_system_tangent_pattern(const lash_system *system); /* CSC */
LASH_API lash_status lash_system_tangent(lash_system *system, const lash_tangent_weights *weights,
                                         const double *lambda, double *values, lash_error *error);

/* -------------------------------------------------------------- accepted steps, events, memory */

/* Tells the system that the current state is an accepted one: impact memory, discrete friction
 * states, integrals of velocity motions, c_timget, full turns of angles. Nothing else changes
 * memory: trial evaluations leave no trace. Before the first step, call it at the assembled initial
 * state. */
LASH_API lash_status lash_system_commit(lash_system *system, lash_error *error);

/* Functions whose sign changes mark events: gaps of contacts, SENSORs, and the switches (IF, MIN,
 * MAX, SIGN, IMPACT, …) of expressions that the motion depends on. The current state's values are
 * written to `values` (sizes.switches). */
typedef enum lash_switch_kind {
  LASH_SWITCH_CONTACT, /* gap of a contact: positive apart, negative touching */
  LASH_SWITCH_SENSOR,  /* positive while the SENSOR's condition holds */
  LASH_SWITCH_EXPRESSION
} lash_switch_kind;

typedef struct lash_switch_info {
  lash_switch_kind kind;
  const char *statement; /* "CONTACT", "SENSOR"; of an expression its owner, "SFORCE/12" */
  int id;                /* of the statement */
  const char *function;  /* of an expression: "SIGN", "IF", …; else NULL */
  bool jump;             /* the force itself may jump there, not its slope alone */
} lash_switch_info;

LASH_API lash_switch_info lash_system_switch(const lash_system *system, size_t index);
LASH_API lash_status lash_system_switches(lash_system *system, double *values, lash_error *error);

/* How much the function of an expression's switch may change when increments, velocities (sizes.v
 * numbers each) and extra states (sizes.x) are uncertain by these amounts. 0: it depends on time
 * alone. */
LASH_API double lash_system_switch_blur(lash_system *system, size_t index, const double *position,
                                        const double *velocity, const double *state);

/* Makes the jump of an expression's switch a smooth ramp while its function is within +-width of
 * zero; 0: a jump again. See lash_expr_soften(). */
LASH_API void lash_system_soften(lash_system *system, size_t index, double width);

/* What kind of analysis runs, for MODE and c_getmod: 1 kinematics, 3 initial conditions, 4 dynamics
 * (the default), 5 statics, 6 quasi-statics, 7 linear. */
LASH_API void lash_system_set_mode(lash_system *system, int mode);

/* Every bit that the future depends on apart from (t, y): memory as above, inputs from outside and
 * what user subroutines serialise. A run resumed from t, y and this buffer repeats the original bit
 * for bit. */
LASH_API size_t lash_system_memory_size(const lash_system *system);
LASH_API void lash_system_save(const lash_system *system, void *buffer);
LASH_API lash_status lash_system_restore(lash_system *system, const void *buffer, size_t size,
                                         lash_error *error);

/* --------------------------------------------------------- at the current state: what to look at
 *
 * Forces here are those of the accelerations last computed or set at this state; when there are
 * none yet they are computed first. Forces are in ground axes unless a marker `rm` (0: ground) is
 * named. */

typedef struct lash_energy {
  double kinetic;
  double gravity; /* potential, zero at the ground origin */
  double springs; /* potential of SPRINGDAMPER, BUSHING, BEAM, FIELD with constant matrices */
  double strain;  /* in flexible bodies */
} lash_energy;

LASH_API void lash_system_energy(lash_system *system, lash_energy *energy);

/* Energy kept in force element i < sizes.forces: its part of `springs`. */
LASH_API double lash_system_force_potential(lash_system *system, size_t force);

/* Power that the element delivers to the bodies [force * length / time]: i < sizes.motions for
 * motions; i < sizes.forces for all other forces (gravity excluded), contacts included. `lambda`:
 * multipliers of the constraints where they are known; NULL: those of this state. */
LASH_API lash_status lash_system_motion_power(lash_system *system, size_t motion,
                                              const double *lambda, double *power,
                                              lash_error *error);
LASH_API lash_status lash_system_force_power(lash_system *system, size_t force, double *power,
                                             lash_error *error);

/* Power lost in the structural damping of flexible body number i < sizes.flexible. */
LASH_API double lash_system_flexible_loss(lash_system *system, size_t index);

/* What an element is, for tables: statement name and id of joint / motion / force number i. */
typedef struct lash_element_name {
  const char *statement; /* "JOINT", "SFORCE", … */
  int id;
  size_t line;
} lash_element_name;

/* JOINT, JPRIM, COUPLER and GCON count as joints. */
LASH_API lash_element_name lash_system_joint(const lash_system *system, size_t index);
LASH_API lash_element_name lash_system_motion(const lash_system *system, size_t index);
LASH_API lash_element_name lash_system_force(const lash_system *system, size_t index);
LASH_API lash_element_name lash_system_request(const lash_system *system, size_t index);

/* Force (3) and torque (3) of joint, motion or force element on the part of its I marker, at the I
 * marker; with `on_j` on the part of J at the J marker. */
LASH_API lash_status lash_system_joint_wrench(lash_system *system, size_t joint, bool on_j, int rm,
                                              double wrench[6], lash_error *error);
LASH_API lash_status lash_system_motion_wrench(lash_system *system, size_t motion, bool on_j,
                                               int rm, double wrench[6], lash_error *error);
LASH_API lash_status lash_system_force_wrench(lash_system *system, size_t force, bool on_j, int rm,
                                              double wrench[6], lash_error *error);

/* What in the mechanism may be why an integration fails, in words; false where nothing is. */
LASH_API bool lash_system_suspect(const lash_system *system, char *words, size_t size);

/* A run-time function of the Adams language with its integer arguments, by name: "DX", "VR",
 * "JOINT", "VARVAL", … (SYSFNC), and the array forms "DISP", "VEL", "ARRAY", … (SYSARY; `count` in:
 * room, out: numbers written). */
LASH_API lash_status lash_system_measure(lash_system *system, const char *name,
                                         const int *arguments, size_t argument_count, double *value,
                                         lash_error *error);
LASH_API lash_status lash_system_array(lash_system *system, const char *name, const int *arguments,
                                       size_t argument_count, double *values, size_t *count,
                                       lash_error *error);

/* The eight columns of a REQUEST; sensors' values and conditions. */
LASH_API lash_status lash_system_request_values(lash_system *system, size_t request,
                                                double values[8], lash_error *error);
LASH_API lash_status lash_system_sensor(lash_system *system, size_t sensor, double *value,
                                        bool *holds, lash_error *error);

/* An event of the sensor: the value of its EVALUATE expression (else the sensed one) is kept for
 * SENVAL from now on. */
LASH_API lash_status lash_system_sensor_hold(lash_system *system, size_t sensor, lash_error *error);

/* Kinematics of a marker by id (0: ground): position, axes (columns x, y, z; row major), velocity,
 * angular velocity, all in ground axes. NULL pointers are skipped; false for an unknown id. */
LASH_API bool lash_system_marker(lash_system *system, int marker_id, double position[3],
                                 double axes[9], double velocity[3], double angular_velocity[3]);

/* Nodes of flexible body number i < sizes.flexible, for tables and films: how many, what they are
 * called ("FE_PART_5_NODE_1", "…_NODE_1+2" for the second between labelled ones), where they are.
 */
LASH_API size_t lash_system_flexible_nodes(const lash_system *system, size_t index);
LASH_API void lash_system_flexible_node(lash_system *system, size_t index, size_t node, char *name,
                                        size_t size, double position[3]);

/* ------------------------------------------------------------------------------------- analyses
 * These may allocate. All leave the system at the state they return. */

typedef struct lash_assembly_report {
  int position_iterations, velocity_iterations;
  double position_residual, velocity_residual; /* before the correction */
  double largest_move;                         /* greatest displacement of a body's centre */
  bool exact_kept;                             /* no EXACT coordinate had to be moved */
} lash_assembly_report;

/* Position, velocity and acceleration initial conditions. EXACT coordinates are held when the
 * constraints allow it. The report may be NULL. */
LASH_API lash_status lash_system_assemble(lash_system *system, double t, double *y,
                                          lash_assembly_report *report, lash_error *error);

/* Kinematics of a system without degrees of freedom: solves positions, velocities and accelerations
 * at t from the guess in y. Joint reactions and motion torques (inverse dynamics) follow.
 * Allocates. */
LASH_API lash_status lash_system_kinematics(lash_system *system, double t, double *y,
                                            lash_error *error);

typedef struct lash_statics_report {
  int iterations;
  double imbalance; /* largest residual force or torque left */
} lash_statics_report;

/* Static equilibrium at t near y (velocities set to zero). `imbalance` 0: 1e-9 of the largest
 * force. */
LASH_API lash_status lash_system_statics(lash_system *system, double t, double *y, double imbalance,
                                         int iterations, lash_statics_report *report,
                                         lash_error *error);

/* Eigenvalues of the system linearised at the current state, after removal of the constraints:
 * `count` pairs (in: room, out: found), sorted by magnitude, conjugate pairs together. */
LASH_API lash_status lash_system_eigenvalues(lash_system *system, double *real, double *imaginary,
                                             size_t *count, lash_error *error);

#ifdef __cplusplus
}
#endif

#endif
