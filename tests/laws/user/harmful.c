/* Laws that end badly: one crashes, one calls exit(), both from 20 um on, so that the library
 * opens; two have no number somewhere. */
#include <math.h>
#include <stdlib.h>

#include "lash_open_law.h"

static double crash(const double *p, const double *x) {
  const double *volatile nowhere = NULL;
  return p[0] * x[0] + (x[0] > 2e-5 ? *nowhere : 0);
}

static double leave(const double *p, const double *x) {
  if (x[0] > 2e-5) exit(7);
  return p[0] * x[0];
}

static double none(const double *p, const double *x) { return x[0] > 1e-7 ? NAN : p[0] * x[0]; }

static double no_friction(const double *p, const double *x) {
  return x[0] > 1e-3 ? NAN : p[0] * x[0] * x[1];
}

static const lash_param stiffness[] = {
    {"K", "N/m", "stiffness", 1e6, 0, INFINITY, LASH_PARAM_MIN_OPEN, NULL},
    {"e", "1", "not used", 1, 0, 1, 0, NULL}};
static const lash_param slope[] = {
    {"c", "s/m", "friction per speed", 1, 0, INFINITY, LASH_PARAM_MIN_OPEN, NULL}};

#define LAW(law, sort, parameters)                                                           \
  {                                                                                          \
    LASH_OPEN_LAW_HEAD, .kind = sort, .name = #law, .params = parameters,                    \
                        .param_count = sizeof(parameters) / sizeof *parameters, .force = law \
  }
static const lash_open_law laws[] = {
    LAW(crash, LASH_OPEN_CONTACT, stiffness), LAW(leave, LASH_OPEN_CONTACT, stiffness),
    LAW(none, LASH_OPEN_CONTACT, stiffness), LAW(no_friction, LASH_OPEN_FRICTION, slope)};
LASH_LAWS(laws);
