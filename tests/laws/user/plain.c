/* Laws by kernel alone, by kernel with derivatives of their own, and one whose derivative lies. */
#include <math.h>

#include "lash_open_law.h"

static double spring(const double *p, const double *x) { return p[0] * x[0] * sqrt(x[0]); }

static double spring_slopes(const double *p, const double *x, double *d) {
  d[0] = 1.5 * p[0] * sqrt(x[0]);
  d[1] = d[2] = 0;
  return spring(p, x);
}

static double spring_lies(const double *p, const double *x, double *d) {
  double force = spring_slopes(p, x, d);
  d[0] *= 1.01;
  return force;
}

static const lash_param params[] = {
    {"K", "N/m^1.5", "stiffness", 1e8, 0, INFINITY, LASH_PARAM_MIN_OPEN, NULL}};

static const lash_open_law laws[] = {
    {LASH_OPEN_LAW_HEAD, .kind = LASH_OPEN_CONTACT, .name = "by_differences", .params = params,
     .param_count = 1, .force = spring},
    {LASH_OPEN_LAW_HEAD, .kind = LASH_OPEN_CONTACT, .name = "with_slopes", .params = params,
     .param_count = 1, .force = spring, .gradient = spring_slopes},
    {LASH_OPEN_LAW_HEAD, .kind = LASH_OPEN_CONTACT, .name = "lies", .params = params,
     .param_count = 1, .force = spring, .gradient = spring_lies}};
LASH_LAWS(laws);
