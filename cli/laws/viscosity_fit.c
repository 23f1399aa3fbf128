/* From a test of a bearing to the viscosity of its oil. */
#include "law_views.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "json.h"
#include "lash_rigs.h"

enum { ABOVE_0 = LASH_PARAM_MIN_OPEN | LASH_PARAM_MAX_OPEN };
static const lash_param table_of_test[] = {
    {"load", "N", "on the journal or ball", NAN, 0, INFINITY, ABOVE_0, NULL},
    {"speed", "rad/s", "of the journal", NAN, 0, INFINITY, ABOVE_0 | LASH_PARAM_OPTIONAL, NULL},
    {"eccentricity", "1", "at which it stood, over the clearance", NAN, 0, 1,
     ABOVE_0 | LASH_PARAM_OPTIONAL, NULL},
    {"time", "s", "of a squeeze instead, without turning", NAN, 0, INFINITY,
     ABOVE_0 | LASH_PARAM_OPTIONAL, NULL},
    {"from", "1", "squeeze: eccentricity ratio at which it begins", 0, 0, 1, LASH_PARAM_MAX_OPEN,
     NULL},
    {"until", "1", "squeeze: eccentricity ratio at which it ends", 0.9, 0, 1, ABOVE_0, NULL}};

/* Either the place under a turning load, or the time of a squeeze. */
static lash_status read_test(const lash_params *p, lash_oil_test *test, lash_error *error) {
  const bool squeeze = lash_params_given(p, "time");
  const bool speed = lash_params_given(p, "speed"), place = lash_params_given(p, "eccentricity");
  if (squeeze ? speed || place : !speed || !place)
    return lash_fail(error, LASH_BAD_INPUT,
                     "a test of oil has load, speed and eccentricity, or load and the time of a "
                     "squeeze");
  *test = (lash_oil_test){.load = lash_params_get(p, "load"),
                          .speed = lash_params_get(p, "speed"),
                          .eps = lash_params_get(p, "eccentricity"),
                          .from = lash_params_get(p, "from"),
                          .until = lash_params_get(p, "until"),
                          .time = squeeze ? lash_params_get(p, "time") : 0};
  return LASH_OK;
}

static void print(const lash_film *film, double viscosity, bool as_json) {
  if (!as_json) {
    printf("%s\n  viscosity     %.6g Pa s\n", film->law->name, viscosity);
    return;
  }
  json j = json_object_to(stdout);
  json_string(&j, "film", film->law->name);
  json_number(&j, "viscosity", viscosity);
  json_end(&j);
}

lash_status viscosity_fit(const char *law, cli_settings *settings, bool as_json,
                          lash_error *error) {
  lash_film film;
  lash_params p;
  lash_oil_test test;
  double viscosity;
  const lash_params *const known[] = {&film.params, &p};
  lash_params_init(&p, "--film", table_of_test, sizeof table_of_test / sizeof *table_of_test);
  if (cli_settings_find(settings, "viscosity"))
    return lash_fail(error, LASH_BAD_INPUT, "the viscosity is what is sought");
  lash_status status = cli_settings_add(settings, "viscosity=1", false, error);
  if (!status) status = cli_settings_apply(settings, &p, error);
  if (!status) status = cli_film(law, settings, &film, error);
  if (!status) status = cli_settings_all_used(settings, known, 2, error);
  if (!status) status = lash_params_complete(&p, error);
  if (!status) status = read_test(&p, &test, error);
  if (!status) status = lash_fit_viscosity(&film, &test, &viscosity, error);
  if (!status) print(&film, viscosity, as_json);
  return status;
}
