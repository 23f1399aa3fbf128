/* A joint: bodies that touch with clearance, or rub, described by a few words, evaluated with exact
 * partial derivatives, with a memory that belongs to its owner. Knows no host and no SDK.
 *
 *   lash_joint joint;                                              what it is; constant once made
 *   lash_joint_memory memory;                                      what it remembers
 *   lash_joint_make(&joint, "joint=spherical Ri=0.0105 Rj=0.01 normal=flores K=1e9 e=0.8", &error);
 *
 *   lash_joint_begin(&joint, t, &state);                           in every evaluation
 *   lash_joint_find_points(&joint, &memory, &socket, &ball, false, &points, state.site, &error);
 *   lash_joint_force_at(&joint, &memory, &points, &state, false, &force);
 *
 *   lash_joint_reset(&joint, &memory, &state);                     once, at the start
 *   lash_joint_commit(&joint, &memory, &state);                    once per accepted step
 *
 * A joint has one to sixteen sites (points of contact). What happens at a site is a
 * lash_joint_site; those of a joint in space are found from the motion of two frames, those of the
 * other forms are filled in by the caller. An evaluation reads the memory and never writes it, so a
 * step may be tried as often as one likes and given up without a trace; only reset and commit
 * write.
 *
 * joint and memory are plain data without pointers to each other: copy the memory to save it, copy
 * it back to restore it, keep as many of either as there are instances. Nothing allocates, nothing
 * is global. SI units throughout. */
#ifndef LASH_JOINT_H
#define LASH_JOINT_H

#include "lash_contact.h"
#include "lash_film.h"
#include "lash_friction.h"
#include "lash_geometry.h"
#include "lash_memory.h"
#include "lash_spin.h"
#include "lash_wear.h"
#include "lash_wear_socket.h"
#include "lash_words.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---------------------------------------------------------------------------------- description */

/* How a joint sees the bodies. */
typedef enum lash_joint_form {
  LASH_JOINT_SPACE,   /* two frames in space; geometry finds the contact points */
  LASH_JOINT_LINE,    /* distance along a line: contact */
  LASH_JOINT_SLIDE,   /* velocity along a line, load given: friction */
  LASH_JOINT_PLANE,   /* velocity in a plane, load given: friction */
  LASH_JOINT_CONTACT, /* penetration given: contact */
  LASH_JOINT_SLIP     /* sliding velocity and load given: friction */
} lash_joint_form;

/* A word that joint= takes. */
typedef struct lash_joint_kind {
  const char *name;
  lash_joint_form form;
  lash_shape shape;      /* LASH_JOINT_SPACE only */
  const char *curvature; /* what a law that computes its stiffness from radii is told, or NULL */
} lash_joint_kind;

/* find: by name; NULL when there is none. */
LASH_API size_t lash_joint_kind_count(void);
LASH_API const lash_joint_kind *lash_joint_kind_at(size_t index);
LASH_API const lash_joint_kind *lash_joint_kind_find(const char *name, lash_error *error);

enum { LASH_JOINT_SITES = 16, LASH_JOINT_LAWS = 2 };

typedef struct lash_joint {
  const lash_joint_kind *type;
  size_t geometry_count; /* 2: bearing and stops */
  lash_geometry geometry[LASH_JOINT_LAWS];
  bool has_gap;     /* touches where a site penetrates; otherwise always */
  bool has_contact; /* has a contact law; otherwise the load of a site is given */
  bool has_friction;
  bool has_rolling;  /* a couple resists rolling */
  bool has_film;     /* oil between journal and bearing, or ball and socket */
  bool has_wear;     /* journal and bearing wear, each end on its own; or socket and ball */
  bool states_given; /* the caller integrates the friction law's continuous states */
  lash_contact contact[LASH_JOINT_LAWS];
  lash_friction friction;  /* of dimension 3 where its bristles feel spin */
  lash_spin_pressure spin; /* how friction sees spin about the normal */
  double spin_a;           /* radius of the contact disc; 0: Hertz's, sqrt(spin_R delta) … */
  double spin_R;           /* … with this radius, and never above spin_most */
  double spin_most;
  lash_friction rolling; /* law that resists rolling, as a slip of rolling_R times its rate */
  double rolling_R;
  lash_film film;
  lash_wear wear;
  double stations; /* 1, 2 or 3 sections along the axis at which a journal's film is looked at */
  double touch;    /* distance at which a contact on a line begins */
  double load;     /* normal load that the words give to a joint without contact law */
  size_t site_count;
} lash_joint;

/* From text, which has to say joint=, normal= and so on: docs/subroutines.md lists the words. */
LASH_API lash_status lash_joint_make(lash_joint *joint, const char *text, lash_error *error);

/* The same from words that are already cut, for a type that is already known. Words that have been
 * taken are left alone. `load_given`: the caller gives the load, N= is not missed. */
LASH_API lash_status lash_joint_read(lash_joint *joint, const lash_joint_kind *type,
                                     const lash_words *words, bool load_given, lash_error *error);

/* From a shape and laws that are ready. Without `normal` the caller gives the load of each site;
 * `friction` (dimension 2) may be NULL. All is copied. */
LASH_API lash_status lash_joint_of_laws(lash_joint *joint, const lash_geometry *shape,
                                        const lash_contact *normal, const lash_friction *friction,
                                        lash_error *error);

/* Fills the gap of a ball or journal joint with oil. `film` needs no R, c and L (they are the
 * joint's) and need not be ready. */
LASH_API lash_status lash_joint_add_film(lash_joint *joint, const lash_film *film,
                                         lash_error *error);

/* Lets journal and bearing, or socket and ball, wear. `wear` needs not be ready: radius, length and
 * clearance are the joint's. */
LASH_API lash_status lash_joint_add_wear(lash_joint *joint, const lash_wear *wear,
                                         lash_error *error);

/* Numbers that belong to a joint, not to a law: the words that say them. A joint takes those that
 * `takes` says. */
typedef struct lash_joint_size {
  const char *name, *unit, *meaning;
} lash_joint_size;
LASH_API size_t lash_joint_size_count(void);
LASH_API lash_joint_size lash_joint_size_at(size_t index);
LASH_API bool lash_joint_takes(const lash_joint *joint, const char *name);

/* How many continuous states the friction of one site, and of all, has. */
LASH_API size_t lash_joint_site_states(const lash_joint *joint);
LASH_API size_t lash_joint_states(const lash_joint *joint);

/* --------------------------------------------------------------------------------------- states */

/* One site at a state. */
typedef struct lash_joint_site {
  double delta, v;   /* penetration and its rate */
  double share;      /* part of the law's force this site carries */
  double vt[2];      /* sliding velocity of the inner body */
  double normal;     /* load, where there is no contact law to compute it */
  double film;       /* power that the oil takes from the bodies; the first site's is the joint's */
  double spin;       /* of the inner body about the normal */
  double roll[2];    /* and about the tangents */
  double n[3], t[3]; /* normal and first tangent in the outer frame's axes; all zero: they rest */
  union {            /* where the inner body is, of joints that wear: */
    lash_wear_place at; /* a journal in its bearing, */
    double ball[3];     /* a ball in the axes of its socket */
  };
} lash_joint_site;

/* All of a site is numbers. */
enum { LASH_JOINT_SITE_NUMBERS = sizeof(lash_joint_site) / sizeof(double) };

typedef struct lash_joint_state {
  double time;
  lash_joint_site site[LASH_JOINT_SITES];
  double z[LASH_JOINT_SITES][LASH_FRICTION_STATES_MAX]; /* only where states_given */
} lash_joint_state;

/* Starts a state with empty sites, and copies one; states of the friction law are many, so they are
 * neither cleared nor copied where nobody gives them. */
LASH_API void lash_joint_begin(const lash_joint *joint, double time, lash_joint_state *state);
LASH_API void lash_joint_copy(const lash_joint *joint, const lash_joint_state *from,
                              lash_joint_state *to);

/* Whether the surfaces touch at a site, so that friction can act. */
LASH_API bool lash_joint_touches(const lash_joint *joint, const lash_joint_site *site);

/* --------------------------------------------------------------------------------------- memory */

/* What one site remembers: as of the last accepted step. */
typedef struct lash_joint_site_memory {
  lash_impact_memory impact;
  double z[LASH_FRICTION_STATES_MAX], rolling_z[LASH_FRICTION_STATES_MAX];
  double vt[3], normal; /* there; third the spin, as a velocity */
  double spin, roll[2], n[3], t[3];
  double touching;      /* 1 or 0 */
  double power, energy; /* taken from the bodies so far: W, J */
} lash_joint_site_memory;

enum { LASH_JOINT_WORN = 2 }; /* sites that wear: the ends of a journal */

/* What wore at one site, and how it rubbed at the last accepted step. */
typedef struct lash_joint_worn_site {
  lash_wear_profile profile; /* as the gap sees it */
  lash_wear_profile more;    /* worn away since: the gap sees it once it matters, or they part */
  double since;              /* no place of it is deeper, m */
  lash_wear_tally tally;
  lash_wear_place at;
  double load, speed; /* speed of sliding; of the energy law times friction over load */
  double half;        /* of the step that ended there: what it wore is taken with the next one's */
  double through;     /* 1: a layer is worn through */
} lash_joint_worn_site;

/* Lets the gap see everything. */
LASH_API void lash_joint_worn_settle(const lash_joint *joint, lash_joint_worn_site *site);

/* The same of a socket and its ball. */
typedef struct lash_joint_worn_socket {
  lash_wear_socket profile, more;
  double since;
  lash_wear_tally tally;
  lash_wear_ride ride;
  double load, power; /* power of friction */
  double half, through;
} lash_joint_worn_socket;

LASH_API void lash_joint_worn_socket_settle(const lash_joint *joint,
                                            lash_joint_worn_socket *socket);

/* Whether it is a socket that wears. */
static inline bool lash_joint_wears_socket(const lash_joint *joint) {
  return joint->has_wear && joint->wear.face > 0;
}

/* What wore of a joint: all zero is fresh. Large, so only joints that wear have one. */
typedef struct lash_joint_worn {
  union {
    lash_joint_worn_site site[LASH_JOINT_WORN];
    lash_joint_worn_socket socket;
  };
  double alike; /* 1: both ends have the same profile, as commit and restore found */
} lash_joint_worn;

/* Of bearing and journal, or socket and ball, whether the gap sees it yet or not: greatest depth,
 * m, and its angle on the body's own material; volume that is gone, and as it was counted while it
 * was taken, m^3. Where a socket is deepest is the angle about its z axis in angle[0] and that from
 * z in angle[1]: its ball wears alike all round. */
typedef struct lash_joint_worn_total {
  double depth[2], angle[2], volume[2], counted[2];
} lash_joint_worn_total;

LASH_API void lash_joint_worn_sum(const lash_joint *joint, const lash_joint_worn *worn,
                                  lash_joint_worn_total *total);

/* All zero is a memory that has not started; evaluating with it is as at the start of a motion. */
typedef struct lash_joint_memory {
  double time;               /* of the last accepted step */
  uint32_t started, stepped; /* has a state; has seen an accepted step */
  lash_joint_site_memory site[LASH_JOINT_SITES];
  lash_joint_worn *worn; /* the owner's, of a joint that wears; NULL: it stays fresh */
} lash_joint_memory;

/* Forgets everything, wear too: the state is where the motion begins. */
LASH_API void lash_joint_reset(const lash_joint *joint, lash_joint_memory *memory,
                               const lash_joint_state *now);

/* Accepts a step that ends in `now`; a memory that has not started starts there. */
LASH_API void lash_joint_commit(const lash_joint *joint, lash_joint_memory *memory,
                                const lash_joint_state *now);

/* The memory as so many plain numbers, for owners who save numbers. Restoring fails on another
 * count. */
enum {
  LASH_JOINT_DRY_NUMBERS = 3 + LASH_JOINT_SITES * (24 + 2 * LASH_FRICTION_STATES_MAX),
  LASH_JOINT_NUMBERS_MAX = LASH_JOINT_DRY_NUMBERS + sizeof(lash_joint_worn) / sizeof(double)
};
LASH_API size_t lash_joint_numbers(const lash_joint *joint);
LASH_API void lash_joint_save(const lash_joint *joint, const lash_joint_memory *memory,
                              double *numbers);
LASH_API lash_status lash_joint_restore(const lash_joint *joint, lash_joint_memory *memory,
                                        const double *numbers, size_t count, lash_error *error);

/* ----------------------------------------------------------------------------------- evaluation */

/* Forces of the laws at one site. */
typedef struct lash_joint_load {
  lash_point_load point; /* forces with partials; share included */
  double v0;             /* approach speed in force */
  double z[LASH_FRICTION_STATES_MAX], rolling_z[LASH_FRICTION_STATES_MAX];
  double d_z[2][LASH_FRICTION_STATES_MAX]; /* of the friction, by states that are given */
  bool carried;                            /* bristles were carried along from the accepted step */
} lash_joint_load;

/* Normal force, then friction under it. Partials of friction cost extra and are computed only when
 * wanted. */
LASH_API void lash_joint_evaluate(const lash_joint *joint, const lash_joint_memory *memory,
                                  const lash_joint_state *state, size_t site, bool partials,
                                  lash_joint_load *load);

/* Approach speed in force at a site: that of the instant at which the gap closed. */
LASH_API double lash_joint_approach(const lash_joint *joint, const lash_joint_memory *memory,
                                    const lash_joint_state *state, size_t site);

/* Rates of a site's states at the same state. */
LASH_API void lash_joint_rates(const lash_joint *joint, const lash_joint_site *site,
                               const lash_joint_load *load, lash_friction_rate *rate);

/* ------------------------------------------------------------------------------ joints in space */

/* What the oil does; it has no memory, so the motion alone decides. */
typedef struct lash_joint_film {
  lash_wrench on_outer, on_inner; /* at their frames */
  double power, lost;             /* taken from the bodies, and of it turned into heat, W */
  double film;                    /* the smallest, m */
  unsigned flags;                 /* LASH_FILM_… of all sections */
  double outer_by[6][LASH_D_COUNT], inner_by[6][LASH_D_COUNT], power_by[LASH_D_COUNT];
} lash_joint_film;

/* The film of a joint that has one, where its bodies are; also without contact points. */
LASH_API lash_status lash_joint_find_film(const lash_joint *joint, const lash_frame *outer,
                                          const lash_frame *inner, bool partials,
                                          lash_joint_film *film, lash_error *error);

/* How the film of one section moves: for the oil's pressure, pictures and checks. `section` counts
 * from 0 to stations - 1; a ball has one. */
LASH_API lash_status lash_joint_film_motion(const lash_joint *joint, const lash_frame *outer,
                                            const lash_frame *inner, size_t section,
                                            lash_film_motion *motion, lash_error *error);

/* Contact points of all shapes of a joint, in the order of its sites. */
typedef struct lash_joint_points {
  lash_contact_points set[LASH_JOINT_LAWS];
  lash_point_jacobian jacobian[LASH_JOINT_LAWS][LASH_GEOMETRY_POINTS]; /* when wanted */
  size_t first;         /* sites of the first shape */
  double axes[3][3];    /* rows: x, y, z of the outer frame */
  lash_joint_film film; /* where the joint has one */
} lash_joint_points;

LASH_API const lash_contact_point *lash_joint_point(const lash_joint_points *points, size_t site);
LASH_API const lash_point_jacobian *lash_joint_jacobian(const lash_joint_points *points,
                                                        size_t site);

/* Points and sites where the outer body (socket, bearing, plane) and the inner one are, on surfaces
 * as worn as the memory says. A journal that wears has to tell its `side` too. Fails when something
 * is worn through. */
LASH_API lash_status lash_joint_find_points(const lash_joint *joint,
                                            const lash_joint_memory *memory,
                                            const lash_frame *outer, const lash_frame *inner,
                                            bool partials, lash_joint_points *points,
                                            lash_joint_site *sites, lash_error *error);

/* Refuses a motion that would begin with the film of a joint squeezed out: the bodies overlap. */
LASH_API lash_status lash_joint_check_start(const lash_joint *joint,
                                            const lash_joint_points *points, lash_error *error);

/* Adds what a site's load does to both bodies, at their frames. */
LASH_API void lash_joint_add_wrench(const lash_joint_points *points, size_t site,
                                    const lash_point_load *load, lash_wrench *on_outer,
                                    lash_wrench *on_inner);

/* All sites together. */
typedef struct lash_joint_force {
  lash_joint_load load[LASH_JOINT_SITES];
  lash_wrench on_outer, on_inner;                              /* at their frames */
  double outer_by[6][LASH_D_COUNT], inner_by[6][LASH_D_COUNT]; /* partials, when wanted */
} lash_joint_force;

LASH_API void lash_joint_force_at(const lash_joint *joint, const lash_joint_memory *memory,
                                  const lash_joint_points *points, const lash_joint_state *state,
                                  bool partials, lash_joint_force *force);

#ifdef __cplusplus
}
#endif

#endif
