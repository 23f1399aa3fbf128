/* From masses, material and speed to the parameters of a law. */
#include <math.h>

#include "lash_rigs.h"

/* ---------------------------------------------------------------------- the law's own parameter */

static lash_status set_e(lash_contact *contact, double e, double *returned, lash_error *error) {
  lash_status status = lash_contact_set_number(contact, "e", e, error);
  if (status == LASH_OK) status = lash_contact_ready(contact, error);
  if (status == LASH_OK) *returned = lash_restitution_of(lash_contact_hysteresis(contact));
  return status;
}

/* Most laws return something other than the e they are given; finds the e that returns `wanted`. */
static lash_status find_e(lash_contact *contact, double wanted, double *e, lash_error *error) {
  double low = 1e-3, high = 1, lowest, highest;
  lash_status status = set_e(contact, low, &lowest, error);
  if (status == LASH_OK) status = set_e(contact, high, &highest, error);
  if (status != LASH_OK) return status;
  if (!(lowest <= wanted && wanted <= highest)) {
    return lash_fail(
        error, LASH_BAD_INPUT,
        "%s can return a restitution from %.4g to %.4g, not %g; the law `exact` returns "
        "any",
        contact->law->name, lowest, highest, wanted);
  }
  for (int i = 0; i < 100 && high - low > 1e-15; i++) {
    double middle = low + (high - low) / 2, returned;
    status = set_e(contact, middle, &returned, error);
    if (status != LASH_OK) return status;
    if (returned < wanted) {
      low = middle;
    } else {
      high = middle;
    }
  }
  *e = high;
  return set_e(contact, high, &lowest, error);
}

/* ---------------------------------------------------------------------------------- a safe step */

/* Restitution seen by classical RK4 at a fixed step that starts `phase` of a step before touch. */
static double fixed_step_restitution(const lash_contact *contact, double mass, double speed,
                                     double h, double phase) {
  double x = -phase * h * speed, v = speed;
  for (int i = 0; i < 100000 && !(x <= 0 && v < 0); i++) {
    double k1 = -lash_contact_eval(contact, x, v, speed).force / mass;
    double v2 = v + h / 2 * k1;
    double k2 = -lash_contact_eval(contact, x + h / 2 * v, v2, speed).force / mass;
    double v3 = v + h / 2 * k2;
    double k3 = -lash_contact_eval(contact, x + h / 2 * v2, v3, speed).force / mass;
    double v4 = v + h * k3;
    double k4 = -lash_contact_eval(contact, x + h * v3, v4, speed).force / mass;
    x += h / 6 * (v + 2 * v2 + 2 * v3 + v4);
    v += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
  }
  return -v / speed;
}

static bool step_is_safe(const lash_contact *contact, double mass, double speed, double h,
                         double e_out) {
  enum { PHASES = 8 };
  for (int i = 0; i < PHASES; i++) {
    double e = fixed_step_restitution(contact, mass, speed, h, (double)i / PHASES);
    if (!(fabs(e - e_out) <= 0.01 * e_out)) return false;
  }
  return true;
}

static double safe_step(const lash_contact *contact, double mass, double speed,
                        const lash_impact_result *impact) {
  for (double parts = 10; parts < 1e5; parts *= 2) {
    double h = impact->contact_time / parts;
    if (step_is_safe(contact, mass, speed, h, impact->e_out)) return h;
  }
  return NAN;
}

/* -------------------------------------------------------------------------------- Adams' IMPACT */

static lash_status impact_restitution(const lash_fit_result *fit, double c, double mass,
                                      double speed, double *e, lash_error *error) {
  lash_contact law;
  lash_impact_result result;
  lash_status status = lash_contact_begin(&law, "impact", error);
  if (status == LASH_OK) status = lash_contact_set_number(&law, "K", fit->K, error);
  if (status == LASH_OK) status = lash_contact_set_number(&law, "n", fit->n, error);
  if (status == LASH_OK) status = lash_contact_set_number(&law, "c", c, error);
  if (status == LASH_OK) status = lash_contact_set_number(&law, "d", fit->impact_d, error);
  if (status == LASH_OK) status = lash_contact_ready(&law, error);
  if (status == LASH_OK) status = lash_impact_run(&law, mass, speed, &result, NULL, error);
  if (status == LASH_OK) *e = result.e_out;
  return status;
}

/* Restitution falls as damping grows: bracket from below, then bisect. */
static lash_status find_damping(lash_fit_result *fit, double mass, double speed,
                                lash_error *error) {
  double scale = fit->force_max / speed, low = 0, high = 1e-3 * scale, e = 1;
  lash_status status = LASH_OK;
  while (status == LASH_OK && e > fit->e_out && high < 1e4 * scale) {
    status = impact_restitution(fit, high, mass, speed, &e, error);
    if (status == LASH_OK && e > fit->e_out) low = high, high *= 2;
  }
  if (status != LASH_OK) return status;
  if (e > fit->e_out) {
    fit->impact_c = NAN; /* no damping makes IMPACT that plastic at this depth */
    return LASH_OK;
  }
  for (int i = 0; i < 60 && high - low > 1e-12 * high && status == LASH_OK; i++) {
    double middle = low + (high - low) / 2;
    status = impact_restitution(fit, middle, mass, speed, &e, error);
    if (e > fit->e_out) {
      low = middle;
    } else {
      high = middle;
    }
  }
  fit->impact_c = high;
  return status;
}

/* -------------------------------------------------------------------------------------- the fit */

lash_status lash_fit_run(lash_contact *contact, double mass, double speed, double restitution,
                         double depth_ratio, lash_fit_result *result, lash_error *error) {
  *result = (lash_fit_result){0};
  if (!(contact->law->traits & LASH_CONTACT_HYSTERESIS) ||
      contact->law->kind != LASH_CONTACT_POINT || lash_params_find(&contact->params, "e") < 0) {
    return lash_fail(
        error, LASH_BAD_INPUT,
        "fit works with the laws F = K delta^n (1 + a v/v0) that have a restitution; %s is "
        "not one of them; try exact",
        contact->law->name);
  }
  if (!(restitution > 0 && restitution <= 1)) {
    return lash_fail(error, LASH_BAD_INPUT, "the restitution must be in (0, 1], not %g",
                     restitution);
  }
  lash_status status = find_e(contact, restitution, &result->e_law, error);
  if (status != LASH_OK) return status;

  lash_impact_result impact;
  status = lash_impact_run(contact, mass, speed, &impact, NULL, error);
  if (status != LASH_OK) return status;
  lash_contact_value unit = lash_contact_eval(contact, 1, 0, speed);
  result->K = unit.force;
  result->n = unit.d_delta / unit.force;
  result->a = lash_contact_hysteresis(contact);
  result->e_out = impact.e_out;
  result->contact_time = impact.contact_time;
  result->delta_max = impact.delta_max;
  result->force_max = impact.force_max;
  result->safe_step = safe_step(contact, mass, speed, &impact);
  result->impact_d = depth_ratio * impact.delta_max;
  return find_damping(result, mass, speed, error);
}
