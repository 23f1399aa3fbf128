/* The simulations of a case: what runs.txt says, one run carried out, many side by side. */
#ifndef LASH_VALIDATION_RUNS_H
#define LASH_VALIDATION_RUNS_H

#include "curve_set.h"
#include "formula.h"
#include "lash_core.h"

enum {
  RUN_NAME_MAX = 64,
  RUN_TEXT_MAX = 512,
  RUN_LETS_MAX = 48,
  RUN_SETS_MAX = 64,
  RUN_COLUMNS_MAX = 32,
  RUN_WITHOUTS_MAX = 16,
  RUN_SPLINES_MAX = 8,
  RUN_SIGNALS_MAX = 16,
  RUN_ENGINES_MAX = 4
};

/* `name = text`; the text is a formula, or for `set` holds ${formula} where numbers differ. */
typedef struct run_line {
  char name[RUN_NAME_MAX];
  char text[RUN_TEXT_MAX];
} run_line;

/* How the energy balance of a run counts. */
typedef enum run_audit {
  RUN_AUDIT_ON,
  RUN_AUDIT_APART, /* computed and shown, but not one of `every.audit` */
  RUN_AUDIT_OFF
} run_audit;

typedef struct run_setup {
  char name[RUN_NAME_MAX], model[RUN_NAME_MAX], curves[RUN_NAME_MAX];
  char ideal[RUN_NAME_MAX]; /* the run without clearance; empty: none */
  char integrator[RUN_NAME_MAX];
  char end[RUN_TEXT_MAX];
  run_line let[RUN_LETS_MAX], set[RUN_SETS_MAX], column[RUN_COLUMNS_MAX];
  run_line without[RUN_WITHOUTS_MAX];    /* elements to be deactivated: JOINT/4 */
  run_line spline[RUN_SPLINES_MAX];      /* id = RUN.COLUMN */
  char host[RUN_NAME_MAX];               /* other program; empty: the reference solver */
  char engine[RUN_NAME_MAX];             /* its equations: docs/compiled.md; empty: Cartesian */
  char partner[RUN_NAME_MAX];            /* run that goes on beside this one; empty: none */
  run_line take[RUN_SIGNALS_MAX];        /* VARIABLE here = VARIABLE of the partner */
  run_line give[RUN_SIGNALS_MAX];        /* VARIABLE of the partner = VARIABLE here */
  run_line engine_step[RUN_ENGINES_MAX]; /* other program = its fixed step */
  double exchange;                       /* time between two exchanges */
  size_t lets, sets, columns, withouts, splines, takes, gives, engine_steps;
  size_t steps, members, quick;
  bool kinematics;
  run_audit audit;
  bool modes;               /* frequencies at the start instead of a motion */
  double error, step, hmax; /* 0: the integrator's own */
  double radius;            /* of genalpha; 0: its own */
  double alpha, beta;       /* of Baumgarte; 0: projection instead */
} run_setup;

/* Curves from a file, by a name of their own: `curve fig12 = fig12.csv`. */
typedef struct run_curves {
  char name[RUN_TEXT_MAX];
  curve_set set;
} run_curves;

typedef struct run_list {
  run_setup *item;
  size_t count;
  run_curves *curve;
  size_t curves;
} run_list;

/* Reads curves from a file beside `path` into the list, unless there are some of that name. */
lash_status run_list_add_curves(run_list *list, const char *name, const char *path,
                                const char *file, lash_error *error);

/* A column of them, "force" or, where a name has other signs than letters and digits, with _ for
 * them; the only one there is, by whatever name. False, and why in `error`, when there is none. */
bool run_list_curve(const run_list *list, const char *name, const char *column,
                    formula_value *value, lash_error *error);
bool run_list_has_curves(const run_list *list, const char *name);

/* Adds a change of the dataset in the words of --set: STATEMENT/ID.ARG=VALUE. */
lash_status run_setup_set(run_setup *setup, const char *text, lash_error *error);

/* Has it run in another engine. */
lash_status run_setup_host(run_setup *setup, const char *host, lash_error *error);

lash_status run_list_read(const char *path, run_list *list, lash_error *error);
void run_list_free(run_list *list);
const run_setup *run_list_find(const run_list *list, const char *name);

/* Whether its energy balance is one of `every.audit`: it is integrated, alone, and not apart. */
bool run_counts_energy(const run_setup *setup);

/* What a run leaves behind: `columns` curves, the first is time. */
typedef struct run_result {
  lash_error failure; /* status OK: it ran to the end */
  size_t rows, columns;
  double *data;     /* column by column */
  double audit;     /* energy balance: what is left over at the worst time, relative to … */
  double exchanged; /* … all energy exchanged, J; both NAN without a balance */
  double contacts;  /* contacts begun or ended */
  double rank;      /* independent constraints */
  double seconds;   /* processor time */
} run_result;

void run_result_free(run_result *result);

/* One simulation of the list's. `folder` holds the dataset; `member` counts from 0. Failure is in
 * the result. Runs that the setup takes splines from are carried out first. */
void run_execute(const run_list *list, const run_setup *setup, const char *folder, size_t member,
                 run_result *result);

struct lash_model;

/* Reads the dataset at `path` with the lines `SPLINE/<id>, …` that the setup names replaced by
 * curves of the same member: torques computed backwards that then drive forwards (splines.c). */
lash_status read_with_splines(const run_list *list, const run_setup *setup, const char *folder,
                              size_t member, const char *path, struct lash_model *model,
                              lash_error *error);

/* Carries the unperturbed run to `time` (NAN: leaves it at its start) and shows the mechanism
 * there; kinematics when it has no freedom. What the visitor returns is returned. */
struct lash_system;
typedef lash_status (*run_visitor)(void *context, const struct lash_model *model,
                                   struct lash_system *system, lash_error *error);
lash_status run_visit(const run_list *list, const run_setup *setup, const char *folder, double time,
                      run_visitor visit, void *context, lash_error *error);

/* The same for a dataset by its path, which becomes the setup's. */
lash_status run_visit_file(const char *path, run_setup *setup, double time, run_visitor visit,
                           void *context, lash_error *error);

/* One piece of work for run_all(). */
typedef struct run_job {
  const run_list *list;
  const run_setup *setup;
  const char *folder;
  size_t member;
  bool done; /* before it began: the result was kept, or is made of another's */
  run_result result;
} run_job;

/* Told of each job that is finished, and how many of all are; and, with no job, now and then while
 * they are under way. False: they are ended. */
typedef bool (*run_watcher)(void *context, const run_job *job, size_t finished, size_t all);

/* Carries all jobs out, each in a process of its own, `side_by_side` at a time (0: one per
 * processor), but for those that are done. What comes of a job is in its result. */
lash_status run_all_jobs(run_job *jobs, size_t count, int side_by_side, run_watcher watch,
                         void *context, lash_error *error);

#endif
