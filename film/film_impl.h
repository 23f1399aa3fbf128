/* What the files of film/ share among themselves. */
#ifndef LASH_FILM_IMPL_H
#define LASH_FILM_IMPL_H

#include <math.h>

#include "lash_film.h"
#include "lash_math.h"

#define LASH_COUNT(array) (sizeof(array) / sizeof(array)[0])

/* ----------------------------------------------------------------------------------- constants */

/* Places in c[]. */
enum {
  C_MU,       /* viscosity in force */
  C_R,        /* radius of the inner body */
  C_CLEAR,    /* radial clearance */
  C_L,        /* width; of a ball 0 */
  C_SCALE,    /* of the law's force */
  C_SHEAR,    /* torque per relative spin at the centre; of a ball the whole of it */
  C_EPS_FROM, /* where the eccentricity begins to bend */
  C_EPS_MAX,  /* what it never passes */
  C_CAVITATION,
  C_REYNOLDS, /* Reynolds number per relative spin; 0 when no density is given */
  C_ROUGH,    /* of the rough contact's force; 0 for smooth surfaces */
  C_SIGMA,    /* clearance over roughness */
  C_ARC,      /* half the arc over which rough surfaces are summed */
  C_RUB,      /* friction of rough contact: coefficient times radius */
  C_RUB_SPIN, /* relative spin at which it is reached */
  C_OWN
};

/* ----------------------------------------------------------------------------- parameter rows */

#define LASH_FILM_POSITIVE(name, unit, meaning) \
  { name, unit, meaning, NAN, 0, INFINITY, LASH_PARAM_MIN_OPEN, NULL }
#define LASH_FILM_OPTIONAL(name, unit, meaning, low) \
  { name, unit, meaning, NAN, low, INFINITY, LASH_PARAM_OPTIONAL | LASH_PARAM_MIN_OPEN, NULL }

enum { CAVITATION_CUT, CAVITATION_NONE };
extern const char *const lash_film_cavitations[];
enum { SHEAR_FULL, SHEAR_HALF };
extern const char *const lash_film_shears[];

/* clang-format off */
#define LASH_FILM_OIL_ROWS                                                                     \
  LASH_FILM_POSITIVE("viscosity", "Pa s", "dynamic viscosity of the oil, at T1 if that is given"), \
  LASH_FILM_OPTIONAL("T", "K", "temperature of the film, where two points are given", 0),          \
  LASH_FILM_OPTIONAL("T1", "K", "temperature at which the viscosity holds", 0),                    \
  LASH_FILM_OPTIONAL("T2", "K", "a second temperature", 0),                                        \
  LASH_FILM_OPTIONAL("viscosity2", "Pa s", "dynamic viscosity there", 0),                          \
  {"eps_max", "1", "eccentricity ratio that the law is never told to pass",                        \
   0.98, 0.5, 0.999, 0, NULL}

#define LASH_FILM_CAVITATION_ROW                                                     \
  {"cavitation", "1", "oil tears where it is pulled (pressure 0), or bears tension",  \
   CAVITATION_CUT, 0, CAVITATION_NONE, 0, lash_film_cavitations}

#define LASH_FILM_JOURNAL_ROWS                                                                  \
  LASH_FILM_POSITIVE("R", "m", "radius of the journal"),                                        \
  LASH_FILM_POSITIVE("c", "m", "radial clearance"),                                             \
  LASH_FILM_POSITIVE("L", "m", "width of the bearing"),                                         \
  LASH_FILM_OIL_ROWS,                                                                           \
  {"shear", "1", "oil all round is sheared, or half of it (the rest of the gap is dry)",        \
   SHEAR_FULL, 0, SHEAR_HALF, 0, lash_film_shears},                                             \
  LASH_FILM_OPTIONAL("density", "kg/m^3", "of the oil, to be told where the flow is turbulent", 0), \
  {"sigma", "m", "combined roughness; above 0 rough surfaces bear before they touch",           \
   0, 0, INFINITY, 0, NULL},                                                                    \
  LASH_FILM_OPTIONAL("asperities", "1", "eta beta sigma of rough surfaces", 0),                 \
  LASH_FILM_OPTIONAL("slope", "1", "sigma/beta of rough surfaces", 0),                          \
  LASH_FILM_OPTIONAL("Ea", "Pa", "1/((1-nu_i^2)/E_i + (1-nu_j^2)/E_j) of rough surfaces", 0),   \
  {"mu_a", "1", "friction coefficient of rough surfaces", 0, 0, INFINITY, 0, NULL},             \
  {"v_a", "m/s", "sliding speed at which it is reached", 1e-3, 0, INFINITY, LASH_PARAM_MIN_OPEN, NULL}
/* clang-format on */

/* Constants that the rows above decide; C_SCALE is left to the law. */
lash_status lash_film_prepare_journal(const lash_params *params, double *c, lash_error *error);
lash_status lash_film_prepare_oil(const lash_params *params, double *c, lash_error *error);

/* -------------------------------------------------------------------------------- half a circle */

/* Integrals over the half circle around a direction d, of h = 1 - xi cos t - eta sin t, t from d;
 * xi, eta: eccentricity along and across d. All come from G = int 1/h = 2 A/s, s^2 = 1 - eps^2. */
typedef struct half_circle {
  double s;                  /* sqrt(1 - eps^2) */
  double g, gc, gs;          /* int 1/h, cos/h^2, sin/h^2 */
  double cc, cs, ss;         /* int cos cos/h^3, cos sin/h^3, sin sin/h^3 */
  double ccc, ccs, css, sss; /* d(cc)/dxi, d(cc)/deta, d(cs)/deta, d(ss)/deta */
} half_circle;

void lash_half_circle(double xi, double eta, half_circle *h);

/* A direction that is there even when there is none. */
typedef struct film_direction {
  double size, d[2], n[2]; /* |V|; V/|V| and k x it */
} film_direction;

static inline film_direction film_direction_of(const double V[2]) {
  const double size = hypot(V[0], V[1]);
  film_direction f = {size, {1, 0}, {0, 1}};
  if (size > 0) {
    f.d[0] = V[0] / size, f.d[1] = V[1] / size;
    f.n[0] = -f.d[1], f.n[1] = f.d[0];
  }
  return f;
}

/* A force f_d along V and f_n across it, functions of xi and eta times -K |V|. */
typedef struct film_about {
  double f_d, f_n;
  double d_xi, d_eta, n_xi, n_eta; /* their slopes */
} film_about;

static inline void film_spread(double K, const film_direction *v, double xi, double eta,
                               const film_about *f, bool partials, lash_film_core *out) {
  for (int r = 0; r < 2; r++) out->force[r] = -K * v->size * (f->f_d * v->d[r] + f->f_n * v->n[r]);
  if (!partials) return;
  /* a turn of V by an angle turns d and n and moves xi, eta by eta, -xi */
  const double turn_d = f->d_xi * eta - f->d_eta * xi - f->f_n;
  const double turn_n = f->n_xi * eta - f->n_eta * xi + f->f_d;
  for (int r = 0; r < 2; r++) {
    const double by_xi = f->d_xi * v->d[r] + f->n_xi * v->n[r];
    const double by_eta = f->d_eta * v->d[r] + f->n_eta * v->n[r];
    const double by_turn = turn_d * v->d[r] + turn_n * v->n[r];
    const double along = f->f_d * v->d[r] + f->f_n * v->n[r];
    for (int k = 0; k < 2; k++) {
      out->d_e[r][k] = -K * v->size * (by_xi * v->d[k] + by_eta * v->n[k]);
      out->d_v[r][k] = -K * (along * v->d[k] + by_turn * v->n[k]);
    }
  }
}

/* Greatest of cos(t)/(1 - xi cos t - eta sin t)^3: where a short film presses most. */
double lash_short_peak(double xi, double eta);

/* Greatest pressure of a short bearing of these constants. */
double lash_short_bearing_peak(const double *c, const double e[2], const double V[2]);

/* Force of rough surfaces on j along e and its slope by eps, and the sum of their pressure with its
 * slope, all over c[C_ROUGH]. */
void lash_rough_force(const double *c, double eps, double force[2], double sum[2]);
lash_status lash_rough_prepare(const lash_params *params, double *c, lash_error *error);

extern const lash_film_law lash_film_short, lash_film_long, lash_film_finite, lash_film_ball;

#endif
