/* Studies: the numbers worth keeping of a run, and what many runs have in common.
 *
 *   lash_model model;
 *   lash_model_read(&model, "model.adm", &error);
 *   lash_measures measures;
 *   lash_measures_parse("peak(request/2.f6),impacts", &model, &measures, &error);
 *   lash_session_options options = lash_session_defaults();
 *   options.end = 0.05;
 *   lash_record record;
 *   lash_study_run(&model, &options, &measures.columns, &record, &error);
 *   double value[LASH_MEASURES_MAX];
 *   lash_measure_source source = {.record = &record};
 *   lash_measures_take(&measures, &source, value, &error);
 *   lash_record_free(&record);
 *
 * Nothing touches the disk but the reading of the dataset and of user-subroutine libraries. Those
 * may keep globals, so a program that wants runs to be independent of each other gives each its own
 * process: lash_crew.h. Many points of a parameter study, kept safely on disk: lash_sweep.h. */
#ifndef LASH_STUDY_H
#define LASH_STUDY_H

#include "lash_session.h"

/* ------------------------------------------------------------------------------------- settings */

enum { LASH_STUDY_TEXT_MAX = 1024 };

/* Names with numbers, for ${formula} inside the values of settings: ${rpm*pi/30}. */
typedef struct lash_names {
  const char *const *name;
  const double *value;
  size_t count;
} lash_names;

/* The number of a name; false when there is none. */
bool lash_names_find(const lash_names *names, const char *name, double *value);

/* Replaces every ${formula} by its number, 17 digits. `names` may be NULL. */
lash_status lash_fill_in(const char *text, const lash_names *names, char *out, size_t size,
                         lash_error *error);

/* The number that a formula amounts to: "120/rpm". */
lash_status lash_evaluate(const char *formula, const lash_names *names, double *value,
                          lash_error *error);

/* True when `name` stands inside some ${…} of the text. */
bool lash_mentions(const char *text, const char *name);

/* Changes the model by all settings, ${…} filled in. */
lash_status lash_apply_sets(lash_model *model, const lash_texts_list *sets, const lash_names *names,
                            lash_error *error);

/* A model, run in memory with these columns and its contacts; outputs a thousandth of the run apart
 * unless told. The record is to be freed on success only. */
lash_status lash_study_run(const lash_model *model, const lash_session_options *options,
                           const lash_columns *columns, lash_record *record, lash_error *error);

/* ------------------------------------------------------------------------------------- measures */

enum { LASH_MEASURES_MAX = 32 };

typedef enum lash_measure_argument {
  LASH_TAKES_NOTHING,
  LASH_TAKES_COLUMN,
  LASH_TAKES_CONTACT,        /* optional: "GFORCE/1"; without it all contacts together */
  LASH_TAKES_TIME,           /* a time, as a formula: "60/rpm" */
  LASH_TAKES_COLUMN_AND_TIME /* "DX(3,1),60/rpm" */
} lash_measure_argument;

typedef struct lash_measure lash_measure;

/* What measures are taken of. Times before `from` are left out. */
typedef struct lash_measure_source {
  const lash_record *record;
  const lash_record *ideal; /* of the ideal mechanism; NULL unless asked for */
  double from;
  /* for measures that make runs of their own, and for formulas; may be NULL otherwise */
  const lash_model *model;
  const lash_session_options *run;
  const lash_names *names;
} lash_measure_source;

/* What a measure function gets. */
typedef struct lash_measure_input {
  const lash_measure *measure;
  const lash_measure_source *source;
  const lash_record *record; /* the source's */
  double from;
  double time;                        /* its argument, when it takes one */
  struct lash_measure_memory *memory; /* what measures of one run find together */
} lash_measure_input;

/* A kind of measure. Adding one: a function and a row in measure.c. NAN means "there is none": no
 * impact happened, no energy was followed. */
typedef struct lash_measure_kind {
  const char *name;
  lash_measure_argument argument;
  bool needs_ideal;
  const char *unit; /* in units of the dataset */
  const char *meaning;
  double (*value)(const lash_measure_input *input);
  /* instead of `value`, where something may fail: */
  lash_status (*find)(const lash_measure_input *input, double *value, lash_error *error);
  bool needs_audit; /* the energy balance of the run */
} lash_measure_kind;

size_t lash_measure_kinds(void);
const lash_measure_kind *lash_measure_kind_at(size_t index);

struct lash_measure {
  const lash_measure_kind *kind;
  char text[128];     /* as written: "peak(request/2.f6)" */
  size_t column;      /* of the columns below */
  char statement[16]; /* contact asked for; "" for all */
  int id;
  char time[64]; /* formula of a time */
};

typedef struct lash_measures {
  lash_measure item[LASH_MEASURES_MAX];
  size_t count;
  lash_columns columns; /* that they need */
  bool need_ideal;
} lash_measures;

/* Adds the measures of a list, "peak(request/2.f6),impacts(GFORCE/1)". Begin with {0}. */
lash_status lash_measures_parse(const char *text, const lash_model *model, lash_measures *measures,
                                lash_error *error);

/* One value per measure. */
lash_status lash_measures_take(const lash_measures *measures, const lash_measure_source *source,
                               double *values, lash_error *error);

/* ------------------------------------------------------------------------------- a study's case */

/* A dataset with settings, and what to measure: all that a point of a sweep, or a line of a
 * comparison, has in common with the others. */
typedef struct lash_study {
  lash_model model; /* as written, to check settings and measures against */
  char *text;       /* the dataset, to make it anew for each point */
  size_t size;
  lash_texts_list sets;
  lash_session_options run;
  lash_measures measures;
  double from; /* measures look at times from here on */
  /* Formulas for run.end, from and run.output_step where these depend on the point ("120/rpm");
   * NULL: the numbers count. */
  const char *end_formula, *from_formula, *output_formula;
  /* The ideal mechanism: the same dataset and settings, these left out instead of run.without, and
   * these settings on top. */
  lash_texts_list ideal_without, ideal_sets;
} lash_study;

/* Reads the dataset; the rest is empty, with lash_session_defaults(). To be closed in every case.
 */
lash_status lash_study_open(lash_study *study, const char *path, lash_error *error);
void lash_study_close(lash_study *study);

/* Makes the settings of a point, and does not run it. */
lash_status lash_study_check(const lash_study *study, const lash_names *names,
                             const lash_texts_list *more, lash_error *error);

/* Brings a point to its start, the ideal mechanism too where it is needed, and no further. */
lash_status lash_study_try(const lash_study *study, const lash_names *names,
                           const lash_texts_list *more, lash_error *error);

/* The dataset with a point's settings; lash_model_free() follows in every case. */
lash_status lash_study_model(const lash_study *study, const lash_names *names,
                             const lash_texts_list *more, lash_model *model, lash_error *error);

/* The run of a point and nothing else. */
lash_status lash_study_record(const lash_study *study, const lash_names *names,
                              const lash_texts_list *more, lash_record *record, lash_error *error);

/* One point: settings with `names` filled in, `more` settings on top (may be NULL), the run, the
 * ideal run when a measure needs it. `values` gets one number per measure; `record` (may be NULL)
 * the run itself, with the columns of the measures. Changes nothing in the study. */
lash_status lash_study_point(const lash_study *study, const lash_names *names,
                             const lash_texts_list *more, double *values, lash_record *record,
                             lash_error *error);

/* Several points at once, in this process: each as by lash_study_point(), to the last bit, and up
 * to four of them side by side (lash_session_record_side_by_side()). */
typedef struct lash_study_member {
  const lash_study *study; /* may differ in its run options */
  const lash_names *names;
  const lash_texts_list *more;
  double values[LASH_MEASURES_MAX];
  lash_record record; /* to be freed */
  lash_status status;
  lash_error error;
} lash_study_member;

/* `all_or_none` as above. Not LASH_OK: there is nothing to free. */
lash_status lash_study_points(lash_study_member *member, size_t count, bool all_or_none,
                              lash_error *error);

/* How many points of a study are worth giving to one process: more than one where they may run side
 * by side, by rk4 with steps of a given size and no measure of energy. */
size_t lash_study_abreast(const lash_study *study);

#endif
