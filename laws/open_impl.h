/* Inside of open laws: one law from outside, made into a descriptor like our own. */
#ifndef LASH_OPEN_IMPL_H
#define LASH_OPEN_IMPL_H

#include "lash_expr.h"
#include "lash_laws.h"
#include "lash_open_law.h"

enum { OPEN_SPLINES_MAX = 16 };
enum { OPEN_NAME_MAX = 192, OPEN_VARIABLES = 3, OPEN_FORMULAS = 4, OPEN_NODES_MAX = 400 };

/* The formulas of a law in a text; a bristle law has four, every other one. */
enum { FORMULA_FORCE = 0, BRISTLE_DECAY = 0, BRISTLE_STIFFNESS, BRISTLE_DAMPING, BRISTLE_VISCOUS };

typedef struct open_formula {
  lash_expr *expr;
  int *source; /* of each input: a variable (below OPEN_VARIABLES) or OPEN_VARIABLES + parameter */
} open_formula;

typedef struct open_law {
  char name[OPEN_NAME_MAX]; /* "mylaws::push" */
  char derivatives[32];     /* where they come from, in words */
  size_t variables;         /* 3 of a contact law, 2 of a friction law */
  lash_open_law given;      /* as its author wrote it, or made from a text */
  open_formula formula[OPEN_FORMULAS];
  lash_interpolant *spline[OPEN_SPLINES_MAX];
  size_t spline_count;
  bool bristle;
  bool from_text;           /* words, parameters, formulas and splines are its own */
  lash_contact_law contact; /* what the rest of Lash sees: size is 0 for the other kind */
  lash_friction_law friction;
} open_law;

/* The constants of a law from outside are those of the lash_contact or lash_friction they stand in:
 * its parameters and its law are beside them. The descriptor of either kind stands inside the law.
 */
static inline const lash_contact *open_contact_of(const double *c) {
  return (const lash_contact *)((const char *)c - offsetof(lash_contact, c));
}
static inline const lash_friction *open_friction_of(const double *c) {
  return (const lash_friction *)((const char *)c - offsetof(lash_friction, c));
}
static inline const open_law *open_behind_contact(const lash_contact_law *law) {
  return (const open_law *)((const char *)law - offsetof(open_law, contact));
}
static inline const open_law *open_behind_friction(const lash_friction_law *law) {
  return (const open_law *)((const char *)law - offsetof(open_law, friction));
}

static inline const char *open_or_empty(const char *text) { return text ? text : ""; }

/* Force at x with parameters p; d may be NULL. */
double open_force(const open_law *law, const double *p, const double *x, double *d);

/* One formula of a law from a text, likewise. */
double open_formula_value(const open_law *law, int which, const double *p, const double *x,
                          double *d);

/* Fill in law->contact or law->friction from law->given; law->name is set. */
lash_status open_finish_contact(open_law *law, lash_error *error);
lash_status open_finish_friction(open_law *law, lash_error *error);

/* Laws of a library or a text, as lists that stay. */
lash_status open_library(const char *path, const char *source, open_law ***laws, size_t *count,
                         lash_error *error);
lash_status open_table(const lash_law_library *table, const char *path, const char *source,
                       open_law ***laws, size_t *count, lash_error *error);
lash_status open_text(const char *text, const char *file, const char *source, open_law ***laws,
                      size_t *count, lash_error *error);
void open_free(open_law **laws, size_t count);

/* Compiles a formula over the law's variables and given.params; `at` stands in messages. */
lash_status open_compile(open_law *law, int which, const char *text, const lash_expr_options *at,
                         lash_error *error);

#endif
