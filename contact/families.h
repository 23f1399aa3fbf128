/* What the files of contact/ share among themselves: parameter rows, their checks, and the tables
 * of laws that the registry lists. */
#ifndef LASH_CONTACT_FAMILIES_H
#define LASH_CONTACT_FAMILIES_H

#include <math.h>

#include "lash_contact.h"

/* ------------------------------------------------------------------------------------ registry */

typedef struct lash_contact_family {
  const lash_contact_law *laws;
  size_t count;
} lash_contact_family;

extern const lash_contact_family lash_family_hysteresis, lash_family_elliptic, lash_family_viscous,
    lash_family_step_damped, lash_family_line_log, lash_family_line_power, lash_family_conformal;

#define LASH_COUNT(array) (sizeof(array) / sizeof(array)[0])
#define LASH_TABLE(array) (array), LASH_COUNT(array)
#define LASH_ALIASES(...) ((const char *const[]){__VA_ARGS__, NULL})
#define LASH_NO_ALIAS     NULL

/* ------------------------------------------------------------------------------ stiffness rows */

/* Unit, range and flags of the common kinds of parameter. */
#define LASH_OPTIONAL_POSITIVE NAN, 0, INFINITY, LASH_PARAM_OPTIONAL | LASH_PARAM_MIN_OPEN, NULL
#define LASH_REQUIRED_POSITIVE NAN, 0, INFINITY, LASH_PARAM_MIN_OPEN, NULL
#define LASH_OPTIONAL_POISSON  NAN, -1, 0.5, LASH_PARAM_OPTIONAL | LASH_PARAM_MIN_OPEN, NULL

/* clang-format off */
#define LASH_MATERIAL_ROWS                                               \
  {"E", "Pa", "Young's modulus of both bodies", LASH_OPTIONAL_POSITIVE}, \
  {"nu", "1", "Poisson's ratio of both bodies", LASH_OPTIONAL_POISSON},  \
  {"Ei", "Pa", "Young's modulus of body i", LASH_OPTIONAL_POSITIVE},     \
  {"nui", "1", "Poisson's ratio of body i", LASH_OPTIONAL_POISSON},      \
  {"Ej", "Pa", "Young's modulus of body j", LASH_OPTIONAL_POSITIVE},     \
  {"nuj", "1", "Poisson's ratio of body j", LASH_OPTIONAL_POISSON}
/* clang-format on */

enum { SIGMA_STANDARD, SIGMA_LINEAR_NU };
enum { POINT_EXTERNAL, POINT_INTERNAL, POINT_PLANE };
enum { LINE_INTERNAL, LINE_EXTERNAL };

extern const char *const lash_point_sigmas[];
extern const char *const lash_point_curvatures[];
extern const char *const lash_line_curvatures[];

/* clang-format off */
#define LASH_SIGMA_ROW                                                                   \
  {"sigma", "1", "compliance of a body: (1-nu^2)/E, or (1-nu)/E as some papers print",   \
   SIGMA_STANDARD, 0, SIGMA_LINEAR_NU, 0, lash_point_sigmas}

/* Stiffness of a point contact: K, or material and radii (then n must be 1.5). */
#define LASH_STIFFNESS_ROWS                                                                \
  {"K", "N/m^n", "stiffness; or give material and radii instead", LASH_OPTIONAL_POSITIVE}, \
  LASH_MATERIAL_ROWS,                                                                      \
  {"Ri", "m", "radius of body i (the socket)", LASH_OPTIONAL_POSITIVE},                    \
  {"Rj", "m", "radius of body j (the ball)", LASH_OPTIONAL_POSITIVE},                      \
  {"curvature", "1", "outer surfaces, ball in a socket, or ball i on a plane",             \
   POINT_EXTERNAL, 0, POINT_PLANE, 0, lash_point_curvatures},                              \
  LASH_SIGMA_ROW

#define LASH_EXPONENT_ROW \
  {"n", "1", "exponent of the penetration", 1.5, 0, 10, LASH_PARAM_MIN_OPEN, NULL}
/* clang-format on */

/* Stiffness of a point contact from the rows above. */
lash_status lash_point_stiffness(const lash_params *params, double n, double *K, lash_error *error);

/* 1/(sigma_i + sigma_j) from the material rows: E*, unless sigma is the linear one; and the
 * hysteresis of its rows. */
lash_status lash_point_modulus(const lash_params *params, double *c, double *modulus,
                               lash_error *error);

/* -------------------------------------------------------------------------------- line contact */

/* clang-format off */
#define LASH_LINE_ROWS                                                               \
  LASH_MATERIAL_ROWS,                                                                \
  {"Ri", "m", "radius of the hole (external: of body i)", LASH_REQUIRED_POSITIVE},   \
  {"Rj", "m", "radius of the pin (external: of body j)", LASH_REQUIRED_POSITIVE},    \
  {"L", "m", "length of the contact line", LASH_REQUIRED_POSITIVE},                  \
  {"curvature", "1", "pin in a hole, or two outer cylinders",                        \
   LINE_INTERNAL, 0, LINE_EXTERNAL, 0, lash_line_curvatures}
/* clang-format on */

typedef struct lash_line {
  double R_i, R_j, L;
  double dR; /* R_i - R_j in a hole, R_i + R_j outside */
  double modulus;
  bool internal;
} lash_line;

/* The line, and the hysteresis of its rows. */
lash_status lash_line_geometry(const lash_params *params, double *c, lash_line *line,
                               lash_error *error);

/* ----------------------------------------------------------------------------- hysteresis rows */

/* Restitution and floor of the approach speed, for laws that always dissipate. */
/* clang-format off */
#define LASH_V0_MIN_ROW \
  {"v0_min", "m/s", "approach speeds below this count as this", \
   1e-6, 0, INFINITY, LASH_PARAM_MIN_OPEN, NULL}
#define LASH_E_ROW(STANDARD) \
  {"e", "1", "coefficient of restitution asked for", STANDARD, 0, 1, LASH_PARAM_MIN_OPEN, NULL}

/* Rows of a law whose hysteresis factor is a choice of its own. */
#define LASH_HYSTERESIS_ROWS(STANDARD)                               \
  {"hysteresis", "1", "whose factor a(e) multiplies the elastic force", \
   STANDARD, 0, HYSTERESIS_COUNT - 1, 0, lash_hysteresis_choices},   \
  LASH_E_ROW(1), LASH_V0_MIN_ROW
/* clang-format on */

extern const char *const lash_hysteresis_choices[];

/* c[C_A] and c[C_V0_MIN] from those rows. */
lash_status lash_chosen_hysteresis(const lash_params *params, double *c, lash_error *error);

/* -------------------------------------------------------------- K delta^n (1 + a v/v0), shared */

lash_contact_value lash_power_eval(const double *c, double delta, double v, double v0);
size_t lash_power_batch(const double *c, size_t n, const double *delta, const double *v,
                        const double *v0, double *force, double *d_delta, double *d_v);

/* Fills c[C_K], c[C_N] and c[C_POWER]. */
void lash_set_power(double *c, double K, double n);

#endif
