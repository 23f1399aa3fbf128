/* Contact laws: normal force as a function of penetration, penetration rate and approach speed.
 *
 *   lash_contact law;
 *   lash_contact_begin(&law, "lankarani_nikravesh", &error);
 *   lash_contact_set(&law, "K", "1e8", &error);
 *   lash_contact_set(&law, "e", "0.9", &error);
 *   lash_contact_ready(&law, &error);
 *   lash_contact_value f = lash_contact_eval(&law, delta, v, v0);
 *
 * Signs: delta > 0 is penetration [m], v = d(delta)/dt > 0 approaches [m/s], v0 > 0 is v at the
 * instant the contact began [m/s], force >= 0 pushes the bodies apart [N]. Two-sided laws (bistop)
 * return a negative force at the far stop. SI units throughout. Without contact the force is 0
 * whatever v and v0 are; a NaN in delta, or in contact in v or v0, comes out as a NaN force.
 *
 * A ready law is constant: evaluate it from any number of threads. Nothing here allocates. */
#ifndef LASH_CONTACT_H
#define LASH_CONTACT_H

#include "lash_core.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---------------------------------------------------------------------------------- evaluation */

enum {
  LASH_CONTACT_CLAMPED = 1, /* the formula gave tension; the force was cut to zero */
  LASH_CONTACT_BEYOND = 2 /* delta lies beyond the law's validity limit; the force is the limit's */
};

/* Force and its exact partial derivatives. */
typedef struct lash_contact_value {
  double force;   /* N */
  double d_delta; /* N/m */
  double d_v;     /* N s/m */
  double d_v0;    /* N s/m: how the force depends on the remembered approach speed */
  unsigned flags; /* LASH_CONTACT_… */
} lash_contact_value;

/* What touches: a point (ball, socket, plane) or a line (journal and bearing, roller). */
typedef enum lash_contact_kind { LASH_CONTACT_POINT, LASH_CONTACT_LINE } lash_contact_kind;

enum {
  LASH_CONTACT_USES_V0 = 1,    /* the force depends on v0: the host must remember it */
  LASH_CONTACT_USES_MASS = 2,  /* has a parameter m, the effective mass m1 m2/(m1 + m2) */
  LASH_CONTACT_HYSTERESIS = 4, /* F = f(delta) (1 + a v/v0): closed forms (1) to (3) hold */
  LASH_CONTACT_TWO_SIDED = 8,  /* also acts below delta = -gap, with a negative force */
  LASH_CONTACT_NOT_PASSIVE =
      16 /* may return energy it did not take; the descriptor's note says when */
};

#define LASH_CONTACT_CONSTANTS 16

/* A law: data plus pure functions. All laws are listed by the registry below. */
typedef struct lash_contact_law {
  uint32_t size, version;     /* LASH_CONTACT_LAW_HEAD */
  const char *name;           /* lower case with underscores */
  const char *const *aliases; /* NULL-terminated, or NULL */
  lash_contact_kind kind;
  const char *formula;  /* one line of text */
  const char *citation; /* author, year, journal volume:page */
  const char *note;     /* validity, pitfalls; may be "" */
  unsigned traits;      /* LASH_CONTACT_… */
  const lash_param *params;
  size_t param_count;
  const void *family; /* what this law adds to the family it belongs to; read by `prepare` alone */

  /* Computes the constants c[] the evaluator reads from checked parameters; may refuse them. */
  lash_status (*prepare)(const struct lash_contact_law *law, const lash_params *params, double *c,
                         lash_error *error);

  lash_contact_value (*eval)(const double *c, double delta, double v, double v0);

  /* n evaluations over arrays, bit-identical to eval. All six arrays have n elements; the results
   * must not overlap anything. Returns how many were beyond the law's validity limit. */
  size_t (*batch)(const double *c, size_t n, const double *delta, const double *v, const double *v0,
                  double *force, double *d_delta, double *d_v);

  /* Penetration at which the law stops being valid [m]; NULL when it has no limit. */
  double (*limit)(const double *c);
} lash_contact_law;

enum { LASH_CONTACT_LAW_VERSION = 1 };
#define LASH_CONTACT_LAW_HEAD sizeof(lash_contact_law), LASH_CONTACT_LAW_VERSION

/* A law with its parameters: plain data, copy it freely. */
typedef struct lash_contact {
  const lash_contact_law *law;
  lash_params params;
  double c[LASH_CONTACT_CONSTANTS];
} lash_contact;

/* ------------------------------------------------------------------------------------ registry */

LASH_API size_t lash_contact_law_count(void);
LASH_API const lash_contact_law *lash_contact_law_at(size_t index);

/* By name or alias; NULL when there is none. */
LASH_API const lash_contact_law *lash_contact_law_find(const char *name);

/* -------------------------------------------------------------------------------- making a law */

/* Chooses the law; an unknown name is an error that suggests the nearest one. */
LASH_API lash_status lash_contact_begin(lash_contact *contact, const char *name, lash_error *error);

/* The same with a law at hand, which need not be of the registry: its descriptor must outlive the
 * lash_contact. */
LASH_API void lash_contact_choose(lash_contact *contact, const lash_contact_law *law);

/* Sets one parameter from text or a number. */
LASH_API lash_status lash_contact_set(lash_contact *contact, const char *name, const char *text,
                                      lash_error *error);
LASH_API lash_status lash_contact_set_number(lash_contact *contact, const char *name, double value,
                                             lash_error *error);

/* Checks that nothing is missing or contradictory and computes the constants. */
LASH_API lash_status lash_contact_ready(lash_contact *contact, lash_error *error);

/* ------------------------------------------------------------------------------------- calling */

/* Both are inlined where the compiler sees fit, and are functions of the library for everybody
 * else; a DLL exports them from one file alone. */
#ifndef LASH_CONTACT_INLINE
#ifdef _WIN32
#define LASH_CONTACT_INLINE inline
#else
#define LASH_CONTACT_INLINE LASH_API inline
#endif
#endif

LASH_CONTACT_INLINE lash_contact_value lash_contact_eval(const lash_contact *contact, double delta,
                                                         double v, double v0) {
  return contact->law->eval(contact->c, delta, v, v0);
}

LASH_CONTACT_INLINE size_t lash_contact_batch(const lash_contact *contact, size_t n,
                                              const double *delta, const double *v,
                                              const double *v0, double *force, double *d_delta,
                                              double *d_v) {
  return contact->law->batch(contact->c, n, delta, v, v0, force, d_delta, d_v);
}

/* Validity limit of the law [m], INFINITY when it has none. */
LASH_API double lash_contact_limit(const lash_contact *contact);

/* -------------------------------------------------------------------------- closed-form impact */

/* Hysteresis factor a of a ready law with LASH_CONTACT_HYSTERESIS; 0 for elastic ones. */
LASH_API double lash_contact_hysteresis(const lash_contact *contact);

/* Restitution that F = f(delta)(1 + a v/v0) returns: (1 + W0(-(1+a) exp(-(1+a))))/a; 1 at a = 0. */
LASH_API double lash_restitution_of(double a);

/* Its inverse: the a for which the returned restitution is e, 0 < e <= 1. */
LASH_API double lash_hysteresis_for(double e);

/* Greatest penetration of an impact of effective mass m at speed v0 on K delta^n (1 + a v/v0) [m].
 */
LASH_API double lash_impact_depth(double K, double n, double a, double m, double v0);

/* ----------------------------------------------------------------------------------- stiffness */

/* 1/E* = (1-nu_i^2)/E_i + (1-nu_j^2)/E_j [Pa]. */
LASH_API double lash_contact_modulus(double E_i, double nu_i, double E_j, double nu_j);

/* Ri Rj/(Ri + Rj) (external) or Ri Rj/(Ri - Rj) (internal, Ri the socket) [m]. */
LASH_API double lash_contact_radius(double R_i, double R_j, bool internal);

/* (4/3) E* sqrt(R) [N/m^1.5]. */
LASH_API double lash_hertz_stiffness(double modulus, double radius);

/* ------------------------------------------------------------------ a pin that lies in its hole */

/* Persson 1964: plane, no friction, equal materials, c = Ri - Rj small against both radii. Q is the
 * load per length. The solution knows no approach: for that take a line law. */

/* E* c/Q at which the pin touches on an arc of +-angle [rad]; 0 at 84.83 degrees, which no load
 * exceeds while there is clearance. */
LASH_API double lash_persson_clearance(double angle);

/* Its inverse: the half-angle of contact [rad] for E* c/Q >= 0. */
LASH_API double lash_persson_angle(double clearance);

/* p R/Q at phi [rad] from the middle of the arc; 0 beyond it. */
LASH_API double lash_persson_pressure(double angle, double phi);

#ifdef __cplusplus
}
#endif

#endif
