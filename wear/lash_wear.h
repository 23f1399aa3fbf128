/* Wear of a journal and its bearing: profiles on a grid, what they do to the gap, what sliding
 * takes away.
 *
 *   lash_wear wear;
 *   lash_wear_begin(&wear, "archard", &error);
 *   lash_wear_set(&wear, "k_i", "1e-15", &error);            of the bearing, 1/Pa = m^3/(N m)
 *   lash_wear_ready(&wear, R, L, c, &error);                 of the section that wears
 *   lash_wear_look(&wear, &profile, &place, false, &bed);    how deep the worn surfaces overlap
 *   lash_wear_take(&wear, &profile, &place, load, slid, &taken);
 *
 * Body 0 is the outer one (bearing), body 1 the inner one (journal); each keeps its own profile, on
 * its own material. Depths are counted outwards from the fresh circles and never heal.
 *
 * Gap at the angle phi from the bearing's x axis: c + w_0(phi) + w_1(phi - psi) - r cos(phi -
 * gamma). Where it is negative the surfaces overlap by o(phi) and press in proportion to it: a
 * Winkler bed. How much force that is, is the contact law's business: it is told the depth `delta`
 * at which fresh surfaces would store the bed's energy,
 *
 *   1/2 int o^2 dphi = U(c + delta),   U(r) = r^2/2 [alpha (1 + 2 cos^2) - 3 sin cos], cos = c/r.
 *
 * So every law serves, a fresh joint is the joint without wear, and the force -N grad(delta) is
 * conservative with a law that is; with the law `winkler` it is the bed's own. The bearing worn to
 * a larger circle gives Hertz' change of stiffness, delta^1.5/sqrt(c).
 *
 * What is taken away is put on the profiles without loss: their volume is the account's. SI. */
#ifndef LASH_WEAR_H
#define LASH_WEAR_H

#include "lash_core.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { LASH_WEAR_CELLS = 512 }; /* at most, around one body */
enum { LASH_WEAR_FACE = 16 };   /* of a socket (lash_wear_socket.h), along a quarter of a circle */

typedef enum lash_wear_law {
  LASH_WEAR_ARCHARD, /* depth = k int p |v| dt */
  LASH_WEAR_ENERGY   /* depth = k int (work of friction per area) */
} lash_wear_law;

/* A law with its parameters and the section it wears: plain data, constant once ready. */
typedef struct lash_wear {
  lash_wear_law law;
  lash_params params;
  size_t cells;
  bool persson;            /* pressure that wears: Persson's, else the bed's */
  double k[2];             /* of bearing and journal, 1/Pa */
  double layer[2];         /* what may be worn away; INFINITY: no matter */
  double modulus;          /* E*, Persson's alone */
  double sagitta, turn[2]; /* of the grid: c (1/cos(half a step) - 1), cosine and sine of a step */
  double R, L, c;          /* radius, length and clearance of the section */
  /* of a socket: cells along the edge of a face, tangents of their angles, and what a cell spans of
   * the unit sphere, for a quarter of the face */
  size_t face;
  double tangent[LASH_WEAR_FACE + 1];
  double area[LASH_WEAR_FACE / 2][LASH_WEAR_FACE / 2];
} lash_wear;

/* What the catalogue says of a law. */
typedef struct lash_wear_words {
  const char *name, *formula, *citation, *note;
  const lash_param *params;
  size_t param_count;
} lash_wear_words;

LASH_API size_t lash_wear_law_count(void);
LASH_API const char *lash_wear_law_name(size_t index);
LASH_API const lash_wear_words *lash_wear_law_at(size_t index);
LASH_API const lash_wear_words *lash_wear_law_find(const char *name); /* NULL: there is none */

LASH_API lash_status lash_wear_begin(lash_wear *wear, const char *law, lash_error *error);
LASH_API lash_status lash_wear_set(lash_wear *wear, const char *name, const char *text,
                                   lash_error *error);
LASH_API lash_status lash_wear_ready(lash_wear *wear, double R, double L, double c,
                                     lash_error *error);

/* ------------------------------------------------------------------------------------- profiles */

/* Depths by cell, body by body: all zero is fresh. The bearing's are those at its points, straight
 * between them; the journal's are coefficients of a quadratic spline, for it turns past the points.
 */
typedef struct lash_wear_profile {
  double depth[2][LASH_WEAR_CELLS];
} lash_wear_profile;

/* Depth at an angle on the body's own material. */
LASH_API double lash_wear_depth(const lash_wear *wear, const lash_wear_profile *profile, int body,
                                double angle);

/* Greatest depth, and the angle where it is. */
LASH_API double lash_wear_deepest(const lash_wear *wear, const lash_wear_profile *profile, int body,
                                  double *angle);

/* Volume that is gone. */
LASH_API double lash_wear_volume(const lash_wear *wear, const lash_wear_profile *profile, int body);

/* Refuses depths that are no numbers or negative (a hole in the table), and a layer that is worn
 * through, in words. */
LASH_API lash_status lash_wear_check(const lash_wear *wear, const lash_wear_profile *profile,
                                     lash_error *error);

/* ------------------------------------------------------------------------------------------ gap */

/* Where the journal is: distance of the centres, the angle of that line from the bearing's x axis,
 * and by how much the journal's x axis has turned against the bearing's. */
typedef struct lash_wear_place {
  double r, gamma, psi;
} lash_wear_place;

enum { LASH_WEAR_BY_R, LASH_WEAR_BY_GAMMA, LASH_WEAR_BY_PSI, LASH_WEAR_PLACES };

typedef struct lash_wear_bed {
  bool touching;
  double delta;                                   /* as above; < 0: the gap, at its narrowest */
  double by[LASH_WEAR_PLACES];                    /* its partials */
  double by2[LASH_WEAR_PLACES][LASH_WEAR_PLACES]; /* and theirs, when wanted */
} lash_wear_bed;

LASH_API void lash_wear_look(const lash_wear *wear, const lash_wear_profile *profile,
                             const lash_wear_place *place, bool second, lash_wear_bed *bed);

/* ----------------------------------------------------------------------------------------- wear */

/* What has been taken away, counted as it is taken; and the fastest rate at which a cell answers to
 * its own depth, summed up: k p/o times the way slid. Cycles may be jumped while it stays below 1.
 */
typedef struct lash_wear_tally {
  double volume[2]; /* m^3 */
  double stiffness;
  double deepest; /* sum of the greatest depths of every take, m: no place has lost more */
} lash_wear_tally;

/* Takes away what sliding by `slid` under the normal force `load` takes; of the energy law `slid`
 * is the work of friction over the load. Nothing where the surfaces do not touch. `to` may be
 * `profile` itself. */
LASH_API void lash_wear_take(const lash_wear *wear, const lash_wear_profile *profile,
                             const lash_wear_place *place, double load, double slid,
                             lash_wear_profile *to, lash_wear_tally *tally);

/* The same from so many profiles that press alike, `profile` being one of them. */
LASH_API void lash_wear_take_alike(const lash_wear *wear, const lash_wear_profile *profile,
                                   const lash_wear_place *place, double load, double slid,
                                   size_t count, lash_wear_profile *const *to,
                                   lash_wear_tally *const *tally);

/* A moment of a cycle: the force on the surfaces, the way slid in it, and the bed under it. */
typedef struct lash_wear_moment {
  double load, direction; /* N; angle of the force on the bearing from its x axis */
  double psi, slid;
  double stiffness; /* pressure over overlap, Pa/m */
  double surplus;   /* sum of all pressures over the load */
  double x, y;      /* the journal's centre; changes as the surfaces do */
} lash_wear_moment;

/* False where the surfaces do not touch there. */
LASH_API bool lash_wear_moment_of(const lash_wear *wear, const lash_wear_profile *profile,
                                  const lash_wear_place *place, double load, double slid,
                                  lash_wear_moment *moment);

/* Many cycles of these moments at once, loads and ways as they are, pressures as they come about:
 * implicit in the depths, so stable for any number of them, and of first order in 1/steps. The
 * bed's own pressure wears here, also with pressure=persson. */
LASH_API void lash_wear_jump(const lash_wear *wear, lash_wear_profile *profile,
                             lash_wear_moment *moments, size_t count, double cycles, size_t steps,
                             lash_wear_tally *tally);

/* Pressure on the bearing at an angle under the normal force `load` [Pa]. */
LASH_API double lash_wear_pressure(const lash_wear *wear, const lash_wear_profile *profile,
                                   const lash_wear_place *place, double load, double angle);

/* ---------------------------------------------------------------------------------- fresh beds */

/* Energy of a fresh bed per K R L, its force (U') and stiffness (U''), at r > c. */
LASH_API double lash_wear_energy(double r, double c, double *force, double *slope);

/* ------------------------------------------------------------------------------------ test rigs */

/* What the scar of a standard test tells of a wear coefficient, V = k W s: width of the scar that a
 * ring of radius R leaves in a block of the width b, and radius of the flat on a ball of radius R,
 * for a volume V; and their depths. */
LASH_API double lash_wear_block_scar(double V, double R, double b, double *depth);
LASH_API double lash_wear_ball_scar(double V, double R, double *depth);

/* And back: the volume of a scar of that width or radius. */
LASH_API double lash_wear_block_volume(double width, double R, double b, double *depth);
LASH_API double lash_wear_ball_volume(double radius, double R, double *depth);

#ifdef __cplusplus
}
#endif

#endif
