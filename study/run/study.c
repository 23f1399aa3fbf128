/* A study's case: a dataset made anew for each point, its settings, its run, its measures. */
#include <stdlib.h>
#include <string.h>

#include "files.h"
#include "lash_study.h"

/* What the solver cannot do it refuses itself, by name; other unsupported statements are harmless.
 */
static lash_status parse(const lash_study *study, const char *path, lash_model *model,
                         lash_error *error) {
  const lash_status status = lash_model_parse(model, path, study->text, study->size, error);
  return status == LASH_UNSUPPORTED ? LASH_OK : status;
}

lash_status lash_study_open(lash_study *study, const char *path, lash_error *error) {
  *study = (lash_study){.run = lash_session_defaults()};
  lash_status status = file_read(path, &study->text, &study->size, error);
  if (status == LASH_OK) status = parse(study, path, &study->model, error);
  return status;
}

void lash_study_close(lash_study *study) {
  if (study->model.file) lash_model_free(&study->model);
  free(study->text);
  *study = (lash_study){0};
}

lash_status lash_study_run(const lash_model *model, const lash_session_options *options,
                           const lash_columns *columns, lash_record *record, lash_error *error) {
  lash_session_options settled = *options;
  settled.columns = columns;
  settled.touches = true;
  if (!(settled.output_step > 0)) settled.steps = 1000;
  return lash_session_record(model, &settled, record, error);
}

/* The dataset with a point's settings; to be freed in every case. */
static lash_status make_model(const lash_study *study, const lash_names *names,
                              const lash_texts_list *more, bool ideal, lash_model *model,
                              lash_error *error) {
  lash_status status = parse(study, study->model.file, model, error);
  if (status == LASH_OK) status = lash_apply_sets(model, &study->sets, names, error);
  if (status == LASH_OK && more) status = lash_apply_sets(model, more, names, error);
  if (status == LASH_OK && ideal) status = lash_apply_sets(model, &study->ideal_sets, names, error);
  return status;
}

/* The times of a point, formulas filled in. */
static lash_status settle_times(const lash_study *study, const lash_names *names,
                                lash_session_options *run, double *from, lash_error *error) {
  const struct {
    const char *formula;
    double *value;
  } times[] = {{study->end_formula, &run->end},
               {study->from_formula, from},
               {study->output_formula, &run->output_step}};
  *run = study->run;
  *from = study->from;
  for (size_t i = 0; i < sizeof times / sizeof times[0]; i++) {
    if (!times[i].formula) continue;
    const lash_status status = lash_evaluate(times[i].formula, names, times[i].value, error);
    if (status != LASH_OK) return status;
  }
  return LASH_OK;
}

/* The model of a point, its settings made, and its run. Both are to be freed in every case. */
static lash_status run(const lash_study *study, const lash_session_options *options,
                       const lash_names *names, const lash_texts_list *more, bool ideal,
                       lash_model *model, lash_record *record, lash_error *error) {
  lash_status status = make_model(study, names, more, ideal, model, error);
  if (status == LASH_OK) {
    status = lash_study_run(model, options, &study->measures.columns, record, error);
  }
  if (status != LASH_OK && ideal) lash_error_prefix(error, "the ideal mechanism");
  return status;
}

static lash_status run_ideal(const lash_study *study, const lash_session_options *times,
                             const lash_names *names, const lash_texts_list *more,
                             lash_record *record, lash_error *error) {
  lash_model model;
  lash_session_options options = *times;
  options.without = study->ideal_without;
  const lash_status status = run(study, &options, names, more, true, &model, record, error);
  lash_model_free(&model);
  return status;
}

lash_status lash_study_model(const lash_study *study, const lash_names *names,
                             const lash_texts_list *more, lash_model *model, lash_error *error) {
  return make_model(study, names, more, false, model, error);
}

lash_status lash_study_check(const lash_study *study, const lash_names *names,
                             const lash_texts_list *more, lash_error *error) {
  lash_model model;
  lash_session_options times;
  double from;
  lash_status status = make_model(study, names, more, study->measures.need_ideal, &model, error);
  lash_model_free(&model);
  if (status == LASH_OK) status = settle_times(study, names, &times, &from, error);
  for (size_t i = 0; i < study->measures.count && status == LASH_OK; i++) {
    const char *time = study->measures.item[i].time;
    if (time[0]) status = lash_evaluate(time, names, &from, error);
  }
  return status;
}

static lash_status begin(const lash_study *study, const lash_names *names,
                         const lash_texts_list *more, bool ideal, lash_error *error) {
  lash_model model;
  lash_session *session = NULL;
  lash_session_options options;
  double from;
  lash_status status = settle_times(study, names, &options, &from, error);
  if (status != LASH_OK) return status;
  if (ideal) options.without = study->ideal_without;
  status = make_model(study, names, more, ideal, &model, error);
  if (status == LASH_OK) status = lash_session_open_model(&model, &options, &session, error);
  if (status == LASH_OK) status = lash_session_start(session, error);
  lash_session_free(session);
  lash_model_free(&model);
  return status;
}

lash_status lash_study_try(const lash_study *study, const lash_names *names,
                           const lash_texts_list *more, lash_error *error) {
  lash_status status = begin(study, names, more, false, error);
  if (status == LASH_OK && study->measures.need_ideal)
    status = begin(study, names, more, true, error);
  return status;
}

lash_status lash_study_record(const lash_study *study, const lash_names *names,
                              const lash_texts_list *more, lash_record *record, lash_error *error) {
  lash_model model;
  lash_session_options options;
  double from;
  lash_status status = settle_times(study, names, &options, &from, error);
  if (status != LASH_OK) return status;
  *record = (lash_record){0};
  status = run(study, &options, names, more, false, &model, record, error);
  lash_model_free(&model);
  return status;
}

lash_status lash_study_point(const lash_study *study, const lash_names *names,
                             const lash_texts_list *more, double *values, lash_record *record,
                             lash_error *error) {
  lash_model model;
  lash_record own = {0}, ideal = {0};
  lash_session_options options;
  double from;
  const bool wanted = study->measures.need_ideal;
  lash_status status = settle_times(study, names, &options, &from, error);
  if (status != LASH_OK) return status;
  status = run(study, &options, names, more, false, &model, &own, error);
  if (status == LASH_OK && wanted) status = run_ideal(study, &options, names, more, &ideal, error);
  if (status == LASH_OK) {
    const lash_measure_source source = {.record = &own,
                                        .ideal = wanted ? &ideal : NULL,
                                        .from = from,
                                        .model = &model,
                                        .run = &options,
                                        .names = names};
    status = lash_measures_take(&study->measures, &source, values, error);
  }
  lash_model_free(&model);
  lash_record_free(&ideal);
  if (status == LASH_OK && record)
    *record = own;
  else
    lash_record_free(&own);
  return status;
}
