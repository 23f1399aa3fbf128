/* Running a rig from names and settings. */
#include "rigging.h"

#include <stdio.h>

#include "output.h"

enum { CURVE_ROWS = 4001 };

lash_status rigging_find(const char *name, const lash_rig **rig, lash_error *error) {
  *rig = name ? lash_rig_find(name) : NULL;
  if (*rig) return LASH_OK;
  char names[128] = "";
  size_t used = 0;
  for (size_t i = 0; i < lash_rig_count() && used < sizeof names; i++) {
    used += (size_t)snprintf(names + used, sizeof names - used, "%s%s", i ? ", " : "",
                             lash_rig_at(i)->name);
  }
  return lash_fail(error, LASH_BAD_INPUT, "%s%s%s the rigs are %s",
                   name ? "there is no rig '" : "which rig?", name ? name : "", name ? "';" : "",
                   names);
}

static lash_status begin_wear(const char *law, cli_settings *settings, lash_wear *wear,
                              lash_error *error) {
  const lash_status status = lash_wear_begin(wear, law, error);
  return status ? status : cli_settings_apply(settings, &wear->params, error);
}

lash_status rigging_prepare(const lash_rig *rig, const char *law, cli_settings *settings,
                            rig_run *run, lash_error *error) {
  lash_status status = rig->run_film   ? cli_film(law, settings, &run->film, error)
                       : rig->run_wear ? begin_wear(law, settings, &run->wear, error)
                                       : cli_friction(law, settings, &run->friction, error);
  if (status != LASH_OK) return status;
  run->law = rig->run_film   ? run->film.law->name
             : rig->run_wear ? run->wear.params.owner
                             : run->friction.law->name;
  run->of_law = rig->run_film   ? run->film.params
                : rig->run_wear ? run->wear.params
                                : run->friction.params;
  lash_params_init(&run->params, rig->name, rig->params, rig->param_count);
  return cli_settings_apply(settings, &run->params, error);
}

static lash_status run_it(const lash_rig *rig, rig_run *r, lash_error *error) {
  if (rig->run_film) return rig->run_film(&r->film, &r->params, r->values, &r->curve, error);
  if (rig->run_wear) return rig->run_wear(&r->wear, &r->params, r->values, &r->curve, error);
  return rig->run(&r->friction, &r->params, r->values, &r->curve, error);
}

lash_status rigging_execute(const lash_rig *rig, rig_run *run, lash_error *error) {
  lash_status status = curve_allocate(&run->curve, CURVE_ROWS, error);
  if (status != LASH_OK) return status;
  status = run_it(rig, run, error);
  if (status != LASH_OK) curve_free(&run->curve);
  return status;
}
