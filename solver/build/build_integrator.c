/* What a dataset says about its own simulation: INTEGRATOR and SENSOR. */
#include <math.h>

#include "lash_integrate.h"
#include "lash_model.h"

static const char *const integrator_names[] = {
    [LASH_INTEGRATOR_GSTIFF] = "bdf",       [LASH_INTEGRATOR_WSTIFF] = "bdf",
    [LASH_INTEGRATOR_HASTIFF] = "bdf",      [LASH_INTEGRATOR_HHT] = "genalpha",
    [LASH_INTEGRATOR_NEWMARK] = "genalpha", [LASH_INTEGRATOR_ABAM] = "abam",
    [LASH_INTEGRATOR_RKF45] = "rk45",       [LASH_INTEGRATOR_CONSTANT_BDF] = "bdf"};

static void take(double *to, double value) {
  if (isfinite(value) && value > 0) *to = value;
}

lash_integrate_options lash_integrate_dataset(const lash_model *model) {
  lash_integrate_options options = lash_integrate_defaults();
  options.error = 0;
  const lash_integrator *dataset = &model->integrator;
  if (dataset->head.line <= 0) return options;
  options.integrator = integrator_names[dataset->type];
  if (lash_given(&dataset->head, "ERROR")) take(&options.error, dataset->error);
  take(&options.hmax, dataset->hmax);
  take(&options.hmin, dataset->hmin);
  take(&options.hinit, dataset->hinit);
  if (lash_given(&dataset->head, "KMAX")) options.order = dataset->kmax;
  /* HHT's alpha between -1/3 and 0 damps like this spectral radius */
  if (dataset->type == LASH_INTEGRATOR_HHT && dataset->alpha <= 0 && dataset->alpha > -1) {
    options.spectral_radius = (1 + dataset->alpha) / (1 - dataset->alpha);
  }
  return options;
}

lash_reaction lash_sensor_reaction(const lash_model *model, int id) {
  lash_reaction reaction = {0};
  const int index = lash_model_find(model, LASH_KIND_SENSOR, id);
  if (index < 0) return reaction;
  const lash_sensor *sensor = &model->sensor.item[index];
  reaction.stop = sensor->halt || sensor->stop_command;
  reaction.print = sensor->print || reaction.stop;
  take(&reaction.output_step, sensor->dt);
  take(&reaction.step, sensor->stepsize);
  return reaction;
}
