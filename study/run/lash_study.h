/* Studies: a dataset run in memory, and the numbers worth keeping of a run.
 *
 *   lash_model model;
 *   lash_model_read(&model, "model.adm", &error);
 *   lash_measures measures;
 *   lash_measures_parse("peak(request/2.f6),impacts", &model, &measures, &error);
 *   lash_run_options options = lash_run_defaults();
 *   options.end = 0.05;
 *   lash_record record;
 *   lash_run_dataset(&model, &options, &measures.columns, &record, &error);
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

#include "lash_integrate.h"
#include "lash_model.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ------------------------------------------------------------------------------------- settings */

enum { LASH_STUDY_SETS_MAX = 64, LASH_STUDY_TEXT_MAX = 1024 };

/* Texts "STATEMENT/ID.ARG=VALUE" for lash_model_set, or "STATEMENT/ID" for elements left out. They
 * must live as long as they are used. */
typedef struct lash_texts_list {
  const char *item[LASH_STUDY_SETS_MAX];
  size_t count;
} lash_texts_list;

lash_status lash_texts_add(lash_texts_list *list, const char *text, lash_error *error);

/* Names with numbers, for ${formula} inside the values of settings: ${rpm*pi/30}. */
typedef struct lash_names {
  const char *const *name;
  const double *value;
  size_t count;
} lash_names;

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

/* -------------------------------------------------------------------------------------- columns */

enum { LASH_COLUMNS_MAX = 64 };

/* A curve of a run: "request/12.f1" (f1 … f8, or a name from CNAMES), or a run-time function with
 * its ids: "DX(41,11)". */
typedef struct lash_column {
  char text[96]; /* as written */
  int request;   /* id; 0 when it is a function */
  int place;     /* of the request, from 0 */
  char function[24];
  int argument[8];
  size_t arguments;
} lash_column;

typedef struct lash_columns {
  lash_column item[LASH_COLUMNS_MAX];
  size_t count;
} lash_columns;

/* Adds a column unless it is there already; `index` is where it is. The model tells whether a
 * request exists and what its columns are called. */
lash_status lash_columns_add(lash_columns *columns, const char *text, const lash_model *model,
                             size_t *index, lash_error *error);

/* Adds the columns of a list, "DX(3,1),request/2.f1"; places[k] is where the k-th of them is, at
 * most `room`; `count` tells how many there are. */
lash_status lash_columns_parse(lash_columns *columns, const char *list, const lash_model *model,
                               size_t *places, size_t room, size_t *count, lash_error *error);

/* Length of the first piece of a list, up to a comma outside of brackets or the end. */
size_t lash_list_piece(const char *list);

/* ------------------------------------------------------------------------------------- one run */

typedef struct lash_run_options {
  double end;             /* required */
  double output_step;     /* 0: a thousandth of the run */
  const char *integrator; /* NULL, 0: what the dataset says, else the solver's own */
  double error, step, hmax;
  lash_texts_list without; /* elements to be deactivated */
  bool no_audit;           /* no dissipated energy: faster */
  /* Start here instead of at the dataset's initial conditions; NULL: no. Of sizes.y numbers. */
  const double *start_state;
  double start_time; /* with start_state */
  /* Members of an ensemble: every body is moved at random by up to `scatter` lengths along each
   * axis, then brought back onto the constraints. Member 0 starts as it is; the others are the same
   * on every machine. */
  double scatter;
  size_t member;
} lash_run_options;

lash_run_options lash_run_defaults(void);

/* A contact that closes or opens. */
typedef struct lash_touch {
  double time;
  bool closes;
  bool from_start;    /* it was closed when the run began */
  double speed;       /* approach speed of the gap, > 0, when it closes */
  char statement[16]; /* "CONTACT", "GFORCE" */
  int id;
} lash_touch;

/* Work that a force element did on the bodies. */
typedef struct lash_force_work {
  char statement[16];
  int id;
  double work;
} lash_force_work;

/* What a run leaves behind. */
typedef struct lash_record {
  size_t rows, columns;
  double *time;      /* rows */
  double *data;      /* column by column: data[c * rows + r] */
  lash_touch *touch; /* in order of time */
  size_t touches;
  double start, end; /* as far as it came */
  bool dynamic;      /* false: kinematics, no freedom was left; then no audit */
  bool stopped;      /* a SENSOR ended it before `end` */
  lash_integrate_statistics count;
  lash_audit audit;      /* unless no_audit */
  lash_force_work *work; /* of every force; NULL with no_audit */
  size_t works;
  double *state; /* y at the end, state_size numbers */
  size_t state_size;
} lash_record;

/* Runs a dataset: dynamics, or kinematics where no freedom is left. Only outputs, touches and sums
 * are kept. The record is to be freed on success only. */
lash_status lash_run_dataset(const lash_model *model, const lash_run_options *options,
                             const lash_columns *columns, lash_record *record, lash_error *error);
void lash_record_free(lash_record *record);

/* Values of column c. */
const double *lash_record_column(const lash_record *record, size_t c);

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
  const lash_run_options *run;
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
  lash_run_options run;
  lash_measures measures;
  double from; /* measures look at times from here on */
  /* Formulas for run.end, from and run.output_step where these depend on the point ("120/rpm");
   * NULL: the numbers count. */
  const char *end_formula, *from_formula, *output_formula;
  /* The ideal mechanism: the same dataset and settings, these left out instead of run.without, and
   * these settings on top. */
  lash_texts_list ideal_without, ideal_sets;
} lash_study;

/* Reads the dataset; the rest is empty, with lash_run_defaults(). To be closed in every case. */
lash_status lash_study_open(lash_study *study, const char *path, lash_error *error);
void lash_study_close(lash_study *study);

/* Makes the settings of a point, and does not run it. */
lash_status lash_study_check(const lash_study *study, const lash_names *names,
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

#ifdef __cplusplus
}
#endif

#endif
