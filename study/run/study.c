/* A study's case: a dataset made anew for each point, its settings, its run, its measures. */
#include <stdlib.h>

#include "files.h"
#include "study_impl.h"

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

lash_session_options study_settled(const lash_session_options *options,
                                   const lash_columns *columns) {
  lash_session_options settled = *options;
  settled.columns = columns;
  settled.touches = true;
  if (!(settled.output_step > 0)) settled.steps = 1000;
  return settled;
}

lash_status lash_study_run(const lash_model *model, const lash_session_options *options,
                           const lash_columns *columns, lash_record *record, lash_error *error) {
  const lash_session_options settled = study_settled(options, columns);
  return lash_session_record(model, &settled, record, error);
}

lash_status study_make_model(const lash_study *study, const lash_names *names,
                             const lash_texts_list *more, bool ideal, lash_model *model,
                             lash_error *error) {
  lash_status status = parse(study, study->model.file, model, error);
  if (status == LASH_OK) status = lash_apply_sets(model, &study->sets, names, error);
  if (status == LASH_OK && more) status = lash_apply_sets(model, more, names, error);
  if (status == LASH_OK && ideal) status = lash_apply_sets(model, &study->ideal_sets, names, error);
  return status;
}

lash_status study_settle_times(const lash_study *study, const lash_names *names,
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

lash_status lash_study_model(const lash_study *study, const lash_names *names,
                             const lash_texts_list *more, lash_model *model, lash_error *error) {
  return study_make_model(study, names, more, false, model, error);
}

lash_status lash_study_check(const lash_study *study, const lash_names *names,
                             const lash_texts_list *more, lash_error *error) {
  lash_model model;
  lash_session_options times;
  double from;
  lash_status status =
      study_make_model(study, names, more, study->measures.need_ideal, &model, error);
  lash_model_free(&model);
  if (status == LASH_OK) status = study_settle_times(study, names, &times, &from, error);
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
  lash_status status = study_settle_times(study, names, &options, &from, error);
  if (status != LASH_OK) return status;
  if (ideal) options.without = study->ideal_without;
  status = study_make_model(study, names, more, ideal, &model, error);
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
