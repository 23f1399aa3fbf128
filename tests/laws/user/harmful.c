/* Laws that end badly: one crashes, one calls exit(), two never return, all from 20 um on, so that
 * the library opens; two have no number somewhere. */
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

static double never(const double *p, const double *x) {
  for (volatile double still = x[0]; still > 2e-5;) continue;
  return p[0] * x[0];
}

/* The same as a whole descriptor. */
static lash_status prepare(const lash_contact_law *law, const lash_params *params, double *c,
                           lash_error *error) {
  (void)law, (void)error;
  c[0] = params->value[0];
  return LASH_OK;
}

static lash_contact_value eval(const double *c, double delta, double v, double v0) {
  (void)v, (void)v0;
  if (delta <= 0) return (lash_contact_value){0};
  return (lash_contact_value){.force = never(c, &delta), .d_delta = c[0]};
}

static size_t batch(const double *c, size_t n, const double *delta, const double *v,
                    const double *v0, double *force, double *d_delta, double *d_v) {
  for (size_t i = 0; i < n; i++) {
    const lash_contact_value value = eval(c, delta[i], v[i], v0[i]);
    force[i] = value.force, d_delta[i] = value.d_delta, d_v[i] = 0;
  }
  return 0;
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

static const lash_contact_law whole = {
    LASH_CONTACT_LAW_HEAD, .name = "whole",  .kind = LASH_CONTACT_POINT,
    .formula = "",         .citation = "",   .note = "",
    .params = stiffness,   .param_count = 2, .prepare = prepare,
    .eval = eval,          .batch = batch};

#define LAW(law, sort, parameters)                                                           \
  {                                                                                          \
    LASH_OPEN_LAW_HEAD, .kind = sort, .name = #law, .params = parameters,                    \
                        .param_count = sizeof(parameters) / sizeof *parameters, .force = law \
  }
static const lash_open_law laws[] = {
    LAW(crash, LASH_OPEN_CONTACT, stiffness),
    LAW(leave, LASH_OPEN_CONTACT, stiffness),
    LAW(never, LASH_OPEN_CONTACT, stiffness),
    {LASH_OPEN_LAW_HEAD, .kind = LASH_OPEN_CONTACT, .name = "whole", .params = stiffness,
     .param_count = 2, .contact = &whole},
    LAW(none, LASH_OPEN_CONTACT, stiffness),
    LAW(no_friction, LASH_OPEN_FRICTION, slope)};
LASH_LAWS(laws);
