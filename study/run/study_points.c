/* Points of a study: their runs, alone or several at once, and what is measured of them. */
#include <stdlib.h>
#include <string.h>

#include "study_impl.h"

/* A run of a point under way: the point's own, or that of its ideal mechanism. */
typedef struct course {
  lash_model model;
  lash_session_options options;
  double from;
} course;

/* Energies are followed where something asks for them. */
static bool asks_for_energy(const lash_measures *measures) {
  bool asks = measures->count == 0;
  for (size_t k = 0; k < measures->count; k++) asks |= measures->item[k].kind->needs_audit;
  return asks;
}

static lash_status prepare(const lash_study_member *m, bool ideal, course *c, lash_error *error) {
  const lash_study *study = m->study;
  lash_status status = study_settle_times(study, m->names, &c->options, &c->from, error);
  if (ideal) c->options.without = study->ideal_without;
  if (status == LASH_OK)
    status = study_make_model(study, m->names, m->more, ideal, &c->model, error);
  c->options = study_settled(&c->options, &study->measures.columns);
  c->options.no_audit |= ideal || !asks_for_energy(&study->measures);
  return status;
}

/* Their runs; `record` gets those of members that are well so far. */
static lash_status run_all(lash_study_member *member, size_t count, bool ideal, bool all_or_none,
                           course *c, lash_record *record, lash_error *error) {
  lash_session_member *run = calloc(count + 1, sizeof *run);
  size_t runs = 0;
  if (!run) return lash_fail(error, LASH_FAILURE, "out of memory");
  for (size_t k = 0; k < count; k++) {
    lash_study_member *m = &member[k];
    if (m->status == LASH_OK) m->status = prepare(m, ideal, &c[k], &m->error);
    if (m->status == LASH_OK)
      run[runs++] = (lash_session_member){.model = &c[k].model, .options = &c[k].options};
    else if (ideal)
      lash_error_prefix(&m->error, "the ideal mechanism");
  }
  const lash_status status =
      runs ? lash_session_record_side_by_side(run, runs, all_or_none, NULL, error) : LASH_OK;
  for (size_t k = 0, r = 0; k < count && status == LASH_OK; k++) {
    lash_study_member *m = &member[k];
    if (m->status != LASH_OK) continue;
    m->status = run[r].status;
    m->error = run[r].error;
    record[k] = run[r++].record;
    if (m->status != LASH_OK && ideal) lash_error_prefix(&m->error, "the ideal mechanism");
  }
  free(run);
  return status;
}

static void measure(lash_study_member *m, const course *c, const lash_record *own,
                    const lash_record *ideal) {
  const lash_measure_source source = {.record = own,
                                      .ideal = ideal,
                                      .from = c->from,
                                      .model = &c->model,
                                      .run = &c->options,
                                      .names = m->names};
  if (m->status == LASH_OK)
    m->status = lash_measures_take(&m->study->measures, &source, m->values, &m->error);
}

static void free_models(course *c, size_t count) {
  for (size_t k = 0; c && k < count; k++)
    if (c[k].model.file) lash_model_free(&c[k].model);
}

/* The courses of the points themselves, and of their ideal mechanisms where these are needed. */
static lash_status run_and_measure(lash_study_member *member, size_t count, bool all_or_none,
                                   course *c, lash_record *record, lash_error *error) {
  const bool wanted = member[0].study->measures.need_ideal;
  lash_status status = run_all(member, count, false, all_or_none, c, record, error);
  if (status == LASH_OK && wanted)
    status = run_all(member, count, true, false, c + count, record + count, error);
  for (size_t k = 0; k < count && status == LASH_OK; k++) {
    measure(&member[k], &c[k], &record[k], wanted ? &record[count + k] : NULL);
    if (member[k].status != LASH_OK) continue;
    member[k].record = record[k];
    record[k] = (lash_record){0};
  }
  return status;
}

lash_status lash_study_points(lash_study_member *member, size_t count, bool all_or_none,
                              lash_error *error) {
  course *c = calloc(2 * count + 1, sizeof *c);
  lash_record *record = calloc(2 * count + 1, sizeof *record);
  lash_status status = LASH_OK;
  for (size_t k = 0; k < count; k++) {
    member[k].status = LASH_OK;
    member[k].record = (lash_record){0};
  }
  if (!c || !record)
    status = lash_fail(error, LASH_FAILURE, "out of memory");
  else if (count)
    status = run_and_measure(member, count, all_or_none, c, record, error);
  free_models(c, 2 * count);
  for (size_t k = 0; record && k < 2 * count; k++) lash_record_free(&record[k]);
  free(c);
  free(record);
  return status;
}

lash_status lash_study_point(const lash_study *study, const lash_names *names,
                             const lash_texts_list *more, double *values, lash_record *record,
                             lash_error *error) {
  lash_study_member m = {.study = study, .names = names, .more = more};
  const lash_status status = lash_study_points(&m, 1, false, error);
  if (status != LASH_OK) return status;
  if (m.status != LASH_OK) return *error = m.error, m.status;
  memcpy(values, m.values, study->measures.count * sizeof *values);
  if (record)
    *record = m.record;
  else
    lash_record_free(&m.record);
  return LASH_OK;
}

lash_status lash_study_record(const lash_study *study, const lash_names *names,
                              const lash_texts_list *more, lash_record *record, lash_error *error) {
  const lash_study_member m = {.study = study, .names = names, .more = more};
  course c = {.from = 0};
  *record = (lash_record){0};
  lash_status status = prepare(&m, false, &c, error);
  c.options.no_audit = study->run.no_audit;
  if (status == LASH_OK) status = lash_session_record(&c.model, &c.options, record, error);
  free_models(&c, 1);
  return status;
}

/* What takes steps of rk4, or of rk45: bdf leaves what is compiled to it. */
static bool in_lanes(const char *integrator) {
  return !integrator || lash_same_name(integrator, "rk4") || lash_same_name(integrator, "rk45") ||
         lash_same_name(integrator, "bdf");
}

size_t lash_study_abreast(const lash_study *study) {
  const lash_session_options *run = &study->run;
  const bool fits = in_lanes(run->integrator);
  const bool cartesian = run->engine && lash_same_name(run->engine, "cartesian");
  const bool energy = asks_for_energy(&study->measures) && !run->no_audit;
  return fits && !cartesian && !run->host && !energy ? lash_integrate_lanes() : 1;
}
