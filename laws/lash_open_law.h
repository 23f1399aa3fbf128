/* For authors of laws: a library of laws that every Lash program can use by name.
 *
 *   #include "lash_open_law.h"
 *
 *   LASH_CONTACT_KERNEL(push, {
 *     double K = p[0], a = p[1];
 *     return K * pow(delta, 1.5) * (1 + a * v / v0);
 *   })
 *   static const lash_param params[] = {{"K", "N/m^1.5", "stiffness", 1e8, 0, INFINITY, 2, NULL},
 *                                       {"a", "1", "hysteresis factor", 0.3, 0, 10, 0, NULL}};
 *   static const lash_open_law laws[] = {{LASH_OPEN_LAW_HEAD, .kind = LASH_OPEN_CONTACT,
 *       .name = "push", .formula = "K delta^1.5 (1 + a v/v0)", .params = params, .param_count = 2,
 *       LASH_KERNELS(push)}};
 *   LASH_LAWS(laws);
 *
 *   cc -std=c11 -shared -fPIC -I… push.c -o mylaws.so
 *
 * Then normal=mylaws::push stands for this law in STRINGs, on the command line and in C calls
 * (lash_laws.h). The whole of it is in docs/open-laws.md.
 *
 * A library links nothing of Lash: the table it offers is all that the two know of each other. */
#ifndef LASH_OPEN_LAW_H
#define LASH_OPEN_LAW_H

#include "lash_contact.h"
#include "lash_friction.h"

#ifndef __cplusplus
#include <tgmath.h> /* pow(), exp(), … of complex numbers too; complex step derivatives need them */
#endif

#ifdef __cplusplus
extern "C" {
#endif

enum { LASH_OPEN_CONTACT, LASH_OPEN_LINE, LASH_OPEN_FRICTION };

/* One law, in one of two forms.
 *
 * By kernel: `force` alone suffices. p holds the parameters in the order of `params`; x holds
 * delta, v, v0 of a contact law (in contact, delta > 0), or s >= 0 and N >= 0 of a friction law
 * without state (resistance at sliding speed s under the load N). The derivatives come from
 * `gradient` where there is one; else from `force_complex`, exactly, by the complex step; else from
 * differences. No-contact, tension (cut to zero), direction of sliding and the plane are the
 * library's business, as is the batch.
 *
 * By descriptor: `contact` or `friction` point to the same structure as our own laws, with states,
 * batch, limit and all; then nothing else but kind is read. */
typedef struct lash_open_law {
  uint32_t size, version;                /* LASH_OPEN_LAW_HEAD */
  int kind;                              /* LASH_OPEN_… */
  const char *name;                      /* letters, digits, underscores */
  const char *formula, *citation, *note; /* one line each, or NULL */
  const lash_param *params;
  size_t param_count;

  double (*force)(const double *p, const double *x);
  /* x and result as pairs of real and imaginary parts */
  void (*force_complex)(const double *p, const double *x, double *result);
  /* d[k] = d force/d x[k]; returns the force */
  double (*gradient)(const double *p, const double *x, double *d);
  /* instead of the three above, for kernels that need to know which law they are: force, and with
   * `d` (it may be NULL) its derivatives; `derivatives` says in words where they come from, NULL:
   * "exact, by the law itself" */
  double (*evaluate)(void *context, const double *p, const double *x, double *d);
  void *context;
  const char *derivatives;
  unsigned traits; /* LASH_CONTACT_NOT_PASSIVE, LASH_FRICTION_MAY_GAIN, …; LASH_CONTACT_USES_V0
                      is found by trying, but with `evaluate` */

  const lash_contact_law *contact;
  const lash_friction_law *friction;
} lash_open_law;

enum { LASH_OPEN_LAW_VERSION = 2 };
#define LASH_OPEN_LAW_HEAD .size = sizeof(lash_open_law), .version = LASH_OPEN_LAW_VERSION

/* What a library offers, under the name `lash_laws`. */
typedef struct lash_law_library {
  uint32_t size, version;
  const lash_open_law *laws;
  size_t count;
} lash_law_library;

#ifdef _WIN32
#define LASH_LAWS_EXPORT __declspec(dllexport)
#else
#define LASH_LAWS_EXPORT __attribute__((visibility("default")))
#endif
#define LASH_LAWS(list)                                 \
  LASH_LAWS_EXPORT const lash_law_library lash_laws = { \
      sizeof(lash_law_library), LASH_OPEN_LAW_VERSION, list, sizeof(list) / sizeof((list)[0])}

/* A kernel written once, for real and complex numbers. The body is that of a function of p and
 * delta, v, v0 (or s, N) that returns the force; with <tgmath.h> pow, exp, tanh, … work on both.
 * Conditions ask LASH_RE(x). |x| of a complex number is not analytic: write LASH_ABS(x). */
#ifndef __cplusplus
#define LASH_CONTACT_KERNEL(law, ...)                                                             \
  static double law##_of(const double *p, double delta, double v, double v0)                      \
      __VA_ARGS__ static double _Complex law##_of_complex(const double *p, double _Complex delta, \
                                                          double _Complex v, double _Complex v0)  \
          __VA_ARGS__ static double law##_force(const double *p, const double *x) {               \
    return law##_of(p, x[0], x[1], x[2]);                                                         \
  }                                                                                               \
  static void law##_force_complex(const double *p, const double *x, double *result) {             \
    double _Complex f = law##_of_complex(p, LASH_PAIR(x), LASH_PAIR(x + 2), LASH_PAIR(x + 4));    \
    result[0] = __real__ f, result[1] = __imag__ f;                                               \
  }
#define LASH_FRICTION_KERNEL(law, ...)                                                        \
  static double law##_of(const double *p, double s, double N)                                 \
      __VA_ARGS__ static double _Complex law##_of_complex(const double *p, double _Complex s, \
                                                          double _Complex N)                  \
          __VA_ARGS__ static double law##_force(const double *p, const double *x) {           \
    return law##_of(p, x[0], x[1]);                                                           \
  }                                                                                           \
  static void law##_force_complex(const double *p, const double *x, double *result) {         \
    double _Complex f = law##_of_complex(p, LASH_PAIR(x), LASH_PAIR(x + 2));                  \
    result[0] = __real__ f, result[1] = __imag__ f;                                           \
  }
#define LASH_KERNELS(law) .force = law##_force, .force_complex = law##_force_complex
#define LASH_PAIR(x)      ((x)[0] + (x)[1] * 1.0i)
#define LASH_RE(x)        ((double)__real__(x))
#define LASH_ABS(x)       (LASH_RE(x) < 0 ? -(x) : (x))
#endif

#ifdef __cplusplus
}
#endif

#endif
