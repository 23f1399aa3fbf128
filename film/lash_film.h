/* Film laws: what the oil between a journal and its bearing, or a ball and its socket, does to
 * both.
 *
 *   lash_film film;
 *   lash_film_begin(&film, "short", &error);
 *   lash_film_set(&film, "R", "0.01", &error);          journal radius
 *   lash_film_set(&film, "c", "20e-6", &error);         radial clearance
 *   lash_film_set(&film, "L", "0.01", &error);
 *   lash_film_set(&film, "viscosity", "0.05", &error);
 *   lash_film_ready(&film, &error);
 *   lash_film_eval(&film, &motion, true, &value);
 *
 * A film acts where the surfaces do not touch: it is no contact law. i is the outer body (bearing,
 * socket), j the inner one (journal, ball). A journal's law works in the plane normal to the
 * bearing's axis, axis 2 of what follows; a ball's law in space. Everything is SI.
 *
 * The film of a journal sees one velocity, V = u - (w_i + w_j)/2 k x e: turning and squeezing are
 * the same to it. V and the forces are the same in every frame that turns about k. The force is
 * F(e, V), of degree one in V and in the viscosity. The torques are not opposite: T_i + T_j and the
 * moment of the force's arm e balance, and the power of everything on both bodies is exactly
 * F.V - T_c (w_j - w_i), both terms <= 0 (with rough surfaces: less what their springs store).
 *
 * Beyond the law: a rigid bore would push without bound as e -> c. From eps_from =
 * 1 - 2 (1 - eps_max) on, the eccentricity that the law is told bends, twice differentiable, and
 * never passes eps_max < 1; the film stays finite and dissipative at every e, also where the
 * surfaces touch and a contact law acts beside it, and says so by LASH_FILM_BENT.
 *
 * Everything is a pure function of its arguments; nothing allocates. A ready film is constant. */
#ifndef LASH_FILM_H
#define LASH_FILM_H

#include "lash_core.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---------------------------------------------------------------------------------- evaluation */

/* Where the inner body is and how it moves: its centre relative to the outer one's. Of a journal
 * e[2], u[2] and the spins' components 0 and 1 are not read. */
typedef struct lash_film_motion {
  double e[3];                 /* m */
  double u[3];                 /* velocity of j's centre less that of i's, m/s */
  double spin_i[3], spin_j[3]; /* rad/s */
} lash_film_motion;

enum {
  LASH_FILM_BENT = 1,      /* the eccentricity lies beyond the law's validity, see above */
  LASH_FILM_TOUCHING = 2,  /* the surfaces overlap */
  LASH_FILM_CENTRED = 4,   /* no direction: partials are those of a direction chosen */
  LASH_FILM_CAVITATED = 8, /* part of the gap carries no pressure */
  LASH_FILM_TURBULENT = 16 /* beyond 41 sqrt(R/c); only where a density is given */
};

/* Rows and columns of the partial derivatives; each stands for three. */
enum { LASH_FILM_FORCE = 0, LASH_FILM_TORQUE_I = 3, LASH_FILM_TORQUE_J = 6, LASH_FILM_ROWS = 9 };
enum {
  LASH_FILM_BY_E = 0,
  LASH_FILM_BY_U = 3,
  LASH_FILM_BY_SPIN_I = 6,
  LASH_FILM_BY_SPIN_J = 9,
  LASH_FILM_COLUMNS = 12
};

typedef struct lash_film_value {
  double force[3];                 /* on j at its centre; the opposite acts on i at its own, N */
  double torque_i[3], torque_j[3]; /* about their own centres, N m */
  double power;                    /* taken from the bodies, W */
  double lost;                     /* of it what heats the oil and rubs: >= 0, W */
  double eps;                      /* |e|/c */
  double film;                     /* smallest film, c - |e|, m: negative where they overlap */
  unsigned flags;                  /* LASH_FILM_… */
  double by[LASH_FILM_ROWS][LASH_FILM_COLUMNS]; /* exact partials, when wanted */
} lash_film_value;

/* ---------------------------------------------------------------------------------------- laws */

typedef enum lash_film_kind { LASH_FILM_JOURNAL, LASH_FILM_BALL } lash_film_kind;

#define LASH_FILM_CONSTANTS 24

/* Force of a law at an eccentricity below 1, in units that its constants know. */
typedef struct lash_film_core {
  double force[2];             /* along axes 0 and 1; of a ball: along e, [0] alone */
  double d_e[2][2], d_v[2][2]; /* by the eccentricity over c, and by V */
  bool cavitated;
} lash_film_core;

typedef struct lash_film_law {
  uint32_t size, version;     /* LASH_FILM_LAW_HEAD */
  const char *name;           /* lower case with underscores */
  const char *const *aliases; /* NULL-terminated, or NULL */
  lash_film_kind kind;
  const char *formula, *citation, *note;
  const lash_param *params;
  size_t param_count;

  /* Computes the constants c[] from checked parameters; may refuse them. */
  lash_status (*prepare)(const struct lash_film_law *law, const lash_params *params, double *c,
                         lash_error *error);

  /* e: eccentricity over clearance, |e| < 1; V: the squeeze velocity, m/s. */
  void (*core)(const double *c, const double e[2], const double V[2], bool partials,
               lash_film_core *out);

  /* Greatest pressure there [Pa]. */
  double (*peak)(const double *c, const double e[2], const double V[2]);

  /* Pressure [Pa] at an angle from axis 0 and a distance z from the middle of the width; NULL where
   * the law does not know it. A ball's: `angle` from the direction of e. */
  double (*pressure)(const double *c, const double e[2], const double V[2], double angle, double z);
} lash_film_law;

enum { LASH_FILM_LAW_VERSION = 1 };
#define LASH_FILM_LAW_HEAD sizeof(lash_film_law), LASH_FILM_LAW_VERSION

/* A law with its parameters: plain data, copy it freely. */
typedef struct lash_film {
  const lash_film_law *law;
  lash_params params;
  double c[LASH_FILM_CONSTANTS];
} lash_film;

LASH_API size_t lash_film_law_count(void);
LASH_API const lash_film_law *lash_film_law_at(size_t index);

/* By name or alias; NULL when there is none. */
LASH_API const lash_film_law *lash_film_law_find(const char *name);

/* -------------------------------------------------------------------------------- making a law */

LASH_API lash_status lash_film_begin(lash_film *film, const char *name, lash_error *error);
LASH_API lash_status lash_film_set(lash_film *film, const char *name, const char *text,
                                   lash_error *error);
LASH_API lash_status lash_film_set_number(lash_film *film, const char *name, double value,
                                          lash_error *error);
LASH_API lash_status lash_film_ready(lash_film *film, lash_error *error);

/* ------------------------------------------------------------------------------------- calling */

/* Forces, torques and power; partials cost extra. */
LASH_API void lash_film_eval(const lash_film *film, const lash_film_motion *motion, bool partials,
                             lash_film_value *value);

/* Greatest pressure of the oil [Pa]. */
LASH_API double lash_film_peak(const lash_film *film, const lash_film_motion *motion);

/* Pressure of the oil at an angle from axis 0 (a ball's: from e) and at z from the middle of the
 * width; NAN where the law knows forces only. */
LASH_API double lash_film_pressure(const lash_film *film, const lash_film_motion *motion,
                                   double angle, double z);

/* Viscosity in force: at the film's temperature [Pa s]. */
LASH_API double lash_film_viscosity(const lash_film *film);

/* Force [0] along and [1] across e of a long bearing under a steady load whose film starts at the
 * largest gap and ends with pressure and slope 0 (Swift 1932, Stieber 1933), over
 * 12 mu L R^3 |V|/c^3, |V| = eps c w/2. Returns the angle beyond the smallest gap where it ends. */
LASH_API double lash_film_swift_stieber(double eps, double force[2]);

/* ------------------------------------------------------------------------------- rough surfaces */

/* (2 pi)^(-1/2) int_x^inf (s - x)^n exp(-s^2/2) ds for n = 2.5, and in *slope its derivative,
 * -2.5 times that for n = 1.5. Good to 1e-10. */
LASH_API double lash_rough_integral(double x, double *slope);

#ifdef __cplusplus
}
#endif

#endif
