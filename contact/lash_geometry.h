/* Contact geometry: where two bodies touch, how deep, how fast, and what a force there does to
 * both.
 *
 *   lash_geometry joint = {.shape = LASH_BALL_SOCKET, .radius_i = 0.0105, .radius_j = 0.010};
 *   lash_geometry_check(&joint, &error);
 *   lash_geometry_eval(&joint, &socket, &ball, &set, &error);
 *   lash_contact_value f = lash_contact_eval(&law, set.point[0].delta, set.point[0].v, v0);
 *   lash_point_wrench(&set.point[0], f.force, friction, &on_socket, &on_ball);
 *
 * Body i is the outer or supporting one (socket, bearing, plane), body j the inner one (ball,
 * journal, sphere). All vectors are in one common system of axes. SI units; angles in radians.
 *
 * Signs: the unit normal n is the direction in which the contact pushes body j; delta > 0 is
 * penetration; v = d(delta)/dt exactly, and v = -n . u where u is the velocity of j's material
 * relative to i's at the contact point; slip = u + v n is its tangential part. One common contact
 * point, half-way between the two surfaces, serves both bodies, so that action and reaction share
 * one line: no net force, no net moment, and the power of both wrenches is -N v + T . slip exactly.
 *
 * Everything is a pure function of its arguments; nothing allocates. */
#ifndef LASH_GEOMETRY_H
#define LASH_GEOMETRY_H

#include "lash_core.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---------------------------------------------------------------------------------- description */

typedef enum lash_shape {
  LASH_BALL_SOCKET,     /* sphere j inside a hollow sphere i; frames at the two centres */
  LASH_JOURNAL_BEARING, /* cylinder j inside a bore i, touching at both ends of their overlap */
  LASH_AXIAL_STOPS,     /* end faces of j between two planes of i, normal to i's axis */
  LASH_SPHERE_SPHERE,   /* two spheres from outside */
  LASH_SPHERE_PLANE,    /* sphere j above the plane through frame i, whose axis points out of i */
  LASH_SPHERE_CYLINDER, /* sphere j outside cylinder i; beyond length_i the cylinder ends in a dome
                         */
  LASH_SPHERE_BORE,     /* sphere j inside a bore i of length length_i */
  LASH_PLANAR_SLIDER,   /* four corners of slider j between two faces of guide i, across its side */
  LASH_GUIDE,      /* eight corners of slider j in a guide i of rectangular bore, each against two
                      faces */
  LASH_GEAR_PAIR,  /* spur gears with involute teeth, both flanks, two pairs of teeth each */
  LASH_CAM_FLAT,   /* flat face of follower j on cam i */
  LASH_CAM_ROLLER, /* roller of follower j on cam i */
  LASH_SHAPE_COUNT
} lash_shape;

/* What the two bodies look like. Members a shape does not read stay 0.
 *
 *   shape            radius_i   radius_j   length_i          length_j         blend
 *   ball_socket      hollow     ball       -                 -                -
 *   journal_bearing  bore       journal    bearing           journal (0: sticks out at both ends)
 *   axial_stops      -          face rim   between stops     between faces    see below
 *   sphere_sphere    sphere i   sphere j   -                 -                -
 *   sphere_plane     -          sphere (0: a point)          -                -
 *   sphere_cylinder  cylinder   sphere     cylinder (0: endless)              -
 *   sphere_bore      bore       sphere     bore (0: endless) -                -
 *
 * Sliders: width along the side of the guide (x), height along y (not planar_slider), length along
 * the axis (guide 0: endless); edges rounded by `corner`. Marker axes of both are alike. Where the
 * guide ends first, its edge bears on the slider's face.
 *
 * Gears: teeth, module and pressure angle as standard spur gears without profile shift (tip radius
 * module (teeth/2 + 1)); axes parallel; a tooth of i is centred on its side (x), a space of j on
 * its own. `play` is backlash along the line of action beyond what the centre distance gives. Each
 * pair of teeth carries `share` of one pair's force: 1 within its path of contact, fading over a
 * twentieth of the pitch at its ends.
 *
 * Cams: base circle radius_i, from the cam's side (x) on about its axis: rise by `lift` over the
 * angle `rise`, `dwell`, `fall`, by the polynomial 35 u^4 - 84 u^5 + 70 u^6 - 20 u^7; or a profile
 * by points, lash_cam_by_points(). The cam pushes a flat face along its frame's axis (z), and a
 * roller of radius_j at its frame.
 *
 * The clearance of a hollow shape is radius_i - radius_j >= 0; that of stops (length_i -
 * length_j)/2 on each side. Frames sit in the middle of lengths, their axis along the length. A
 * flange of the journal that runs against the end faces of the bearing is the same shape with i and
 * j exchanged: the flanges are the stops.
 *
 * blend > 0 [rad] is the tilt at which the contact of a flat face has moved most of the way from
 * the middle of the face to its rim: about (typical penetration)/(rim radius). It keeps the contact
 * point a smooth function of tilt. Ignored when radius_j = 0 (a pin that touches on its axis). */
#define LASH_CAM_KNOTS 180

typedef struct lash_geometry {
  lash_shape shape;
  double radius_i, radius_j;                           /* m */
  double length_i, length_j;                           /* m */
  double blend;                                        /* rad */
  double width_i, width_j, height_i, height_j, corner; /* m */
  double teeth_i, teeth_j, module, pressure, play;     /* 1, 1, m, rad, m */
  double lift, rise, dwell, fall;                      /* m, rad */
  size_t knots; /* of a profile by points, at even angles: its support function with two derivatives
                 */
  double knot[LASH_CAM_KNOTS][3];
} lash_geometry;

/* Name of a shape ("ball_socket") and back; NULL and LASH_SHAPE_COUNT when there is none. */
LASH_API const char *lash_shape_name(lash_shape shape);
LASH_API lash_shape lash_shape_find(const char *name);

/* How many contact points the shape has. */
LASH_API size_t lash_shape_points(lash_shape shape);

/* Whether it reads the axis, and the side, of j's frame. */
LASH_API bool lash_shape_reads_axis(lash_shape shape);
LASH_API bool lash_shape_reads_side(lash_shape shape);

/* Gives a cam with its radius_i the closed cubic spline through `count` (8 to LASH_CAM_KNOTS)
 * values at even angles from its side on: lifts above radius_i as a flat follower feels them, or
 * radii of its outline, which then set radius_i to the least. Refuses an outline that is not
 * convex. */
typedef enum lash_cam_points { LASH_CAM_LIFTS, LASH_CAM_RADII } lash_cam_points;
LASH_API lash_status lash_cam_by_points(lash_geometry *cam, lash_cam_points kind,
                                        const double *value, size_t count, lash_error *error);

/* How far a cam reaches in a direction at an angle from its side, with two derivatives: what lifts
 * a flat follower. */
LASH_API void lash_cam_reach(const lash_geometry *cam, double angle, double reach[3]);

/* Gears at centre distance a: pairs in mesh on average, backlash along the line of action [m] and
 * working pressure angle [rad]. */
LASH_API double lash_gear_contact_ratio(const lash_geometry *gears, double a);
LASH_API double lash_gear_backlash(const lash_geometry *gears, double a);
LASH_API double lash_gear_angle(const lash_geometry *gears, double a);

/* Refuses sizes that make no sense, in words. Call once; evaluation trusts a checked geometry. */
LASH_API lash_status lash_geometry_check(const lash_geometry *geometry, lash_error *error);

/* Play of the joint [m]: radial for hollow shapes, per side for stops; 0 for outside contact. */
LASH_API double lash_geometry_clearance(const lash_geometry *geometry);

/* --------------------------------------------------------------------------------------- state */

/* Motion of one body's frame. `axis` and `side` are the unit z and x vectors of the frame; both are
 * needed of body i (they carry the tangents along with it); of body j by the shapes that say so
 * below. */
typedef struct lash_frame {
  double position[3]; /* m */
  double velocity[3]; /* m/s */
  double axis[3];     /* unit */
  double side[3];     /* unit, normal to axis */
  double spin[3];     /* angular velocity, rad/s */
} lash_frame;

/* --------------------------------------------------------------------------------------- result */

enum {
  LASH_POINT_CENTRED = 1, /* no eccentricity: n is arbitrary, its derivatives are given as zero */
  LASH_POINT_OUTSIDE =
      2,             /* not facing each other axially: delta = -distance, v and all partials 0 */
  LASH_POINT_END = 4 /* at the journal's own end, or on the dome of a cylinder */
};

#define LASH_GEOMETRY_POINTS 16

typedef struct lash_contact_point {
  double delta; /* penetration, m */
  double v;     /* its rate, m/s */
  double share; /* part of the joint's normal force this point carries: 1, 1/2 (journal), … */
  double eccentricity[3]; /* of j relative to i at this section, m */
  double normal[3];       /* unit: pushes j */
  double tangent[2][3];   /* unit; tangent[0] x tangent[1] = normal */
  double slip[3];         /* sliding velocity of j relative to i, m/s */
  double slip2[2];        /* its components along the tangents: `vt` of a friction law */
  double spin;            /* of j relative to i about the normal, rad/s */
  double roll[2];         /* and about the tangents: rolling */
  double surface_i[3];    /* contact point on the surface of i, global, m */
  double surface_j[3];    /* contact point on the surface of j, global, m */
  double arm_i[3];        /* from position i to the common contact point, m */
  double arm_j[3];        /* from position j to the common contact point, m */
  unsigned flags;         /* LASH_POINT_… */
} lash_contact_point;

typedef struct lash_contact_points {
  size_t count; /* lash_shape_points() of the shape, always */
  lash_contact_point point[LASH_GEOMETRY_POINTS];
} lash_contact_points;

/* Contact points at a state. Points of a journal: [0] towards -axis of i, [1] towards +axis; of the
 * stops likewise. Fails on a number that is not finite and on an axis that is not a unit vector. */
LASH_API lash_status lash_geometry_eval(const lash_geometry *geometry, const lash_frame *i,
                                        const lash_frame *j, lash_contact_points *set,
                                        lash_error *error);

/* ---------------------------------------------------------------------------------- derivatives */

/* Columns of every partial derivative below; each stands for three. Position and velocity are those
 * of j relative to i (a partial by i's own is the negative). A rotation is a small turn of one body
 * about its frame's position, in global axes, that leaves the velocities as they are. */
enum {
  LASH_D_POSITION = 0,
  LASH_D_VELOCITY = 3,
  LASH_D_ROTATION_I = 6,
  LASH_D_ROTATION_J = 9,
  LASH_D_SPIN_I = 12,
  LASH_D_SPIN_J = 15,
  LASH_D_COUNT = 18
};

/* Exact partial derivatives of a contact point: row by row what lash_contact_point holds. */
typedef struct lash_point_jacobian {
  double share[LASH_D_COUNT];
  double delta[LASH_D_COUNT];
  double v[LASH_D_COUNT];
  double normal[3][LASH_D_COUNT];
  double tangent[2][3][LASH_D_COUNT];
  double slip[3][LASH_D_COUNT];
  double slip2[2][LASH_D_COUNT];
  double spin[LASH_D_COUNT];
  double roll[2][LASH_D_COUNT];
  double arm_i[3][LASH_D_COUNT];
  double arm_j[3][LASH_D_COUNT];
} lash_point_jacobian;

/* Contact points as above (same bits) and their derivatives, as many as the shape has points. */
LASH_API lash_status lash_geometry_jacobian(const lash_geometry *geometry, const lash_frame *i,
                                            const lash_frame *j, lash_contact_points *set,
                                            lash_point_jacobian *jacobian, lash_error *error);

/* What surfaces that are no spheres make of the contact of a ball in its socket. Partials by
 * position and rotations; the other columns are not read. */
typedef struct lash_ball_bend {
  double delta, share, normal[3];
  double delta_by[LASH_D_COUNT], share_by[LASH_D_COUNT], normal_by[3][LASH_D_COUNT];
} lash_ball_bend;

/* Bends the point of a ball in its socket so, and, when wanted, its partials: the ball is touched
 * where `normal` says, and the velocities are those there. */
LASH_API void lash_geometry_bend_ball(const lash_geometry *geometry, const lash_frame *i,
                                      const lash_frame *j, const lash_ball_bend *bend,
                                      lash_contact_point *point, lash_point_jacobian *jac);

/* A tangent carried along when the normal moves from `from` to `to`, by the shortest turn, and how
 * it changes when all three do. Where the two point against each other it stays as it is. */
LASH_API void lash_carry_tangent(const double from[3], const double tangent[3], const double to[3],
                                 double out[3]);
LASH_API void lash_carry_tangent_change(const double from[3], const double tangent[3],
                                        const double to[3], const double d_from[3],
                                        const double d_tangent[3], const double d_to[3],
                                        double out[3]);

/* ------------------------------------------------------------------------------------- wrenches */

/* Force at, and torque about, the position of a body's frame. */
typedef struct lash_wrench {
  double force[3];  /* N */
  double torque[3]; /* N m */
} lash_wrench;

/* What the normal force N >= 0 and the tangential force T on body j (global vector, normal part not
 * removed) do to both bodies: N n + T on j, the opposite on i, along one line. */
LASH_API void lash_point_wrench(const lash_contact_point *point, double normal,
                                const double tangential[3], lash_wrench *on_i, lash_wrench *on_j);

/* Forces of the laws at a point, with their partials. friction[] is the resistance as friction laws
 * give it: the force on j is normal n - friction[0] tangent[0] - friction[1] tangent[1]. Where
 * `turns`, couples resist spin and rolling too: torque n + couple[0] tangent[0] + couple[1]
 * tangent[1] acts on i and its opposite on j. The share
 * of the point is already in these numbers. A law with v0 from lash_memory_trial() adds d_v0
 * dv0/ddelta to normal_d_delta and d_v0 dv0/dv to normal_d_v. */
typedef struct lash_point_load {
  double normal;         /* N */
  double normal_d_delta; /* N/m */
  double normal_d_v;     /* N s/m */
  double normal_d_share; /* N */
  double friction[2];    /* N */
  double friction_d_vt[2][2];
  double friction_d_normal[2];
  bool turns;         /* what follows counts */
  const double *turn; /* partials of the angle the bristles have turned by, LASH_D_COUNT, or NULL */
  double torque, couple[2]; /* N m */
  double friction_d_spin[2], friction_d_delta[2], friction_d_turn[2];
  double torque_d_vt[2], torque_d_normal, torque_d_spin, torque_d_delta, torque_d_turn;
  double couple_d_roll[2][2], couple_d_normal[2], couple_d_spin[2], couple_d_turn[2];
} lash_point_load;

/* Adds the couples of a load to both wrenches. */
LASH_API void lash_point_couples(const lash_contact_point *point, const lash_point_load *load,
                                 lash_wrench *on_i, lash_wrench *on_j);

/* The tangential force on j that a load stands for, as lash_point_wrench() wants it. */
LASH_API void lash_point_tangential(const lash_contact_point *point, const lash_point_load *load,
                                    double tangential[3]);

/* Partial derivatives of both wrenches: rows force x y z, torque x y z; columns LASH_D_…. */
LASH_API void lash_point_wrench_jacobian(const lash_contact_point *point,
                                         const lash_point_jacobian *jacobian,
                                         const lash_point_load *load, double on_i[6][LASH_D_COUNT],
                                         double on_j[6][LASH_D_COUNT]);

#ifdef __cplusplus
}
#endif

#endif
