/* One run of a dataset or of a command file, from the files to the numbers.
 *
 *   lash_session_options options = lash_session_defaults();
 *   options.end = 0.5;                                      a .acf file says this itself
 *   options.tables = true;                                  results on disk, in NAME.results
 *   lash_session *session;
 *   lash_status status = lash_session_open("model.adm", &options, &session, &error);
 *   if (status == LASH_OK) status = lash_session_run(session, &error);
 *   if (status != LASH_OK) puts(error.message);
 *   lash_session_free(session);
 *
 * A session reads the files, changes what it is told to, leaves out, assembles, scatters the
 * members of an ensemble, and carries out commands one after the other: SIMULATE in its kinds,
 * MODIFY, ACTIVATE, DEACTIVATE, SAVE, RELOAD, LINEAR, with SENSORs that end a simulation or hold a
 * value. It does so in the reference solver or in another host of lash_host.h; what a host cannot
 * do is refused in words, with statement, id and line.
 *
 * What comes out goes to as many of these as wanted: tables on disk (lash_tables.h), arrays in
 * memory (lash_record below), functions of the caller (lash_session_watcher).
 *
 * By hand, instead of lash_session_run():
 *
 *   lash_session_start(session, &error);
 *   while (lash_session_time(session) < 1) {
 *     lash_session_measure(session, "DX", markers, 2, &x, &error);
 *     lash_session_input(session, 7, &(lash_input){.value = -k * x}, &error);   VARIABLE/7
 *     lash_session_advance(session, lash_session_time(session) + 1e-3, &error);
 *   }
 *
 * A session belongs to one thread at a time; any number may live side by side. After a failure
 * everything up to it stays where it was put, and only looking and freeing make sense. */
#ifndef LASH_SESSION_H
#define LASH_SESSION_H

#include "lash_integrate.h"
#include "lash_model.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lash_session lash_session;

/* -------------------------------------------------------------------------------------- columns */

enum { LASH_COLUMNS_MAX = 64, LASH_REQUEST_COLUMNS = 8 };

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
LASH_API lash_status lash_columns_add(lash_columns *columns, const char *text,
                                      const lash_model *model, size_t *index, lash_error *error);

/* Adds the columns of a list, "DX(3,1),request/2.f1"; places[k] is where the k-th of them is, at
 * most `room`; `count` tells how many there are. */
LASH_API lash_status lash_columns_parse(lash_columns *columns, const char *list,
                                        const lash_model *model, size_t *places, size_t room,
                                        size_t *count, lash_error *error);

/* Length of the first piece of a list, up to a comma outside of brackets or the end. */
LASH_API size_t lash_list_piece(const char *list);

/* ------------------------------------------------------------------------------------- settings */

enum { LASH_TEXTS_MAX = 64 };

/* Texts "STATEMENT/ID.ARG=VALUE" for lash_model_set, or "STATEMENT/ID" for elements left out. They
 * must live as long as they are used. */
typedef struct lash_texts_list {
  const char *item[LASH_TEXTS_MAX];
  size_t count;
} lash_texts_list;

LASH_API lash_status lash_texts_add(lash_texts_list *list, const char *text, lash_error *error);

/* What a caller may watch; all members may be NULL. */
typedef struct lash_session_watcher {
  void *context;
  /* Each output, in order of time, with the session at that state. Not OK ends the run. */
  lash_status (*output)(void *context, lash_session *session, double t, lash_error *error);
  /* After each step, on the way between two times; false ends the run, "interrupted". */
  bool (*proceed)(void *context, double from, double to,
                  const lash_integrate_statistics *statistics);
  /* Words: with `fault`, what reading the files found; else what happens on the way. */
  void (*message)(void *context, bool fault, const char *text);
} lash_session_watcher;

/* Begin with lash_session_defaults(); zero and NULL mean "not given". Texts must outlive the
 * session. */
typedef struct lash_session_options {
  /* which engine: NULL is the reference solver with all it offers, else a host of `lash hosts` */
  const char *host;

  /* what to change in the dataset, and what to leave out of it */
  lash_texts_list sets, without;

  /* what to do when no command file says so */
  const char *analysis; /* NULL: dynamics, or kinematics where no freedom is left */
  double end;           /* NAN: not given */
  double output_step;   /* time between outputs; by hand: none but where advances end */
  size_t steps;         /* or how many there are; neither given: 100 */

  /* how: these, else what the dataset says, else the solver's own */
  const char *integrator;
  const char *engine; /* "cartesian", "auto" or "compiled": docs/compiled.md */
  double error, step, hmax;
  double radius;      /* spectral radius of genalpha; NAN: not given */
  double alpha, beta; /* of Baumgarte instead of projection; NAN: not given */
  bool plain;         /* take no notice of the dataset's INTEGRATOR */
  bool no_audit;      /* powers are not integrated: faster, no energy balance */

  /* where to start instead of at the dataset's initial conditions: sizes.y numbers; NULL: there */
  const double *start_state;
  double start_time; /* with start_state */
  /* Members of an ensemble: every body is moved at random by up to `scatter` lengths along each
   * axis, then brought back onto the constraints. Member 0 starts as it is; the others are the same
   * on every machine. */
  double scatter;
  size_t member;

  /* tables on disk */
  bool tables;
  const char *folder; /* NULL: NAME.results */
  bool req, res;      /* Adams' own formats too */
  const char *checkpoint, *resume;
  size_t checkpoint_every; /* outputs; 0: 100 */

  /* arrays in memory, see lash_session_take_record() */
  const lash_columns *columns; /* these, or … */
  bool requests;               /* … all columns of all requests, in their order */
  bool touches;                /* and contacts that close or open */

  lash_session_watcher watcher;
} lash_session_options;

LASH_API lash_session_options lash_session_defaults(void);

/* ----------------------------------------------------------------------------------- whole runs */

/* Reads a dataset (.adm) or a command file (.acf) with the dataset that it names, and makes the
 * changes. The session is to be freed in every case. */
LASH_API lash_status lash_session_open(const char *file, const lash_session_options *options,
                                       lash_session **session, lash_error *error);

/* For a model that the caller has read and changed: it is not touched and must outlive the
 * session. `sets` do not count. */
LASH_API lash_status lash_session_open_model(const lash_model *model,
                                             const lash_session_options *options,
                                             lash_session **session, lash_error *error);

/* Starts, carries out all commands and finishes. */
LASH_API lash_status lash_session_run(lash_session *session, lash_error *error);

/* True when the run to be resumed had come to its end before, as the folder's summary.json says:
 * lash_session_run() has then changed nothing. */
LASH_API bool lash_session_over(const lash_session *session);

/* Of a run that is saved or resumed: a checksum of its options and of the content of everything it
 * has read, libraries included; 0 of other runs. */
LASH_API uint64_t lash_session_fingerprint(const lash_session *session);
LASH_API void lash_session_free(lash_session *session);

/* Sums over all simulations. */
typedef struct lash_session_totals {
  size_t simulations, outputs;
  lash_integrate_statistics count;
  lash_audit audit; /* of the last dynamic simulation */
  bool dynamic;
  bool stopped; /* a SENSOR ended the last simulation */
  double end;
  char integrator[32];
  bool compiled;          /* compiled equations were at work when the last integration ended */
  char not_compiled[160]; /* why not, where that was asked for */
  const char *analysis;   /* of the last simulation; NULL: there was none */
} lash_session_totals;

LASH_API const lash_session_totals *lash_session_totals_of(const lash_session *session);
LASH_API const lash_model *lash_session_model(const lash_session *session);
LASH_API const char *lash_session_folder(
    const lash_session *session); /* NULL: no tables were opened */

/* --------------------------------------------------------------------------------- arrays of it */

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
  lash_force_work *work; /* of every force in the last simulation; NULL without audit */
  size_t works;
  double *state; /* y at the end, state_size numbers; none in another host */
  size_t state_size;
} lash_record;

/* Everything kept so far, which is the caller's from now on. */
LASH_API lash_status lash_session_take_record(lash_session *session, lash_record *record,
                                              lash_error *error);
LASH_API void lash_record_free(lash_record *record);

/* Values of column c. */
LASH_API const double *lash_record_column(const lash_record *record, size_t c);

/* All at once: a model, run in memory. The record is to be freed on success only. */
LASH_API lash_status lash_session_record(const lash_model *model,
                                         const lash_session_options *options, lash_record *record,
                                         lash_error *error);

/* Members of an ensemble or points of a study: each as by lash_session_record(), with the same
 * bits, but up to four of them side by side in one pass where lash_integrate.h can do that. */
typedef struct lash_session_member {
  const lash_model *model;
  const lash_session_options *options;
  lash_record record; /* to be freed where the status is LASH_OK */
  lash_status status;
  lash_error error;
} lash_session_member;

/* `in_lanes` (may be NULL): steps of all members that were taken so. With `all_or_none`, where the
 * first member turns out to be one that has to go alone, nothing is run and the status is
 * LASH_UNSUPPORTED: others are then better given processes of their own (lash_crew.h). Not LASH_OK:
 * there is nothing to free. */
LASH_API lash_status lash_session_record_side_by_side(lash_session_member *member, size_t count,
                                                      bool all_or_none, size_t *in_lanes,
                                                      lash_error *error);

/* -------------------------------------------------------------------------------------- by hand */

/* Makes the system or the host, at its assembled start, and opens the tables. */
LASH_API lash_status lash_session_start(lash_session *session, lash_error *error);

/* Whether the routine of a CONTROL command can be loaded; `file` is the command file. */
LASH_API lash_status lash_session_control_check(const char *file,
                                                const lash_script_command *command,
                                                lash_error *error);

/* Goes to `t`, as dynamics or, without freedom, as kinematics; outputs as in a SIMULATE, the
 * present state included when it was not shown yet. A SENSOR may end it before. */
LASH_API lash_status lash_session_advance(lash_session *session, double t, lash_error *error);

/* Ends the tables and counts everything in the totals. lash_session_run() does it itself. */
LASH_API lash_status lash_session_finish(lash_session *session, lash_error *error);

/* One output of the system's present state, for who moves the system himself (co-simulation). */
LASH_API lash_status lash_session_output(lash_session *session, double t, lash_error *error);

LASH_API double lash_session_time(const lash_session *session);

/* A force of the caller's own in every evaluation from the start on (lash_own_force.h), in any
 * host; before lash_session_start() or lash_session_run(). Copied; its name is not. */
LASH_API lash_status lash_session_force(lash_session *session, const lash_own_force *force,
                                        lash_error *error);

/* From now on VARIABLE `id` is this polynomial in time instead of its FUNCTION. */
LASH_API lash_status lash_session_input(lash_session *session, int id, const lash_input *input,
                                        lash_error *error);

/* Id of the index-th request, in the order of a record's columns; 0: there are no more. */
LASH_API int lash_session_request_id(const lash_session *session, size_t index);

/* At the present state: a run-time function such as DX(41,11), and a REQUEST by its id. */
LASH_API lash_status lash_session_measure(lash_session *session, const char *name,
                                          const int *arguments, size_t count, double *value,
                                          lash_error *error);
LASH_API lash_status lash_session_request(lash_session *session, int id,
                                          double values[LASH_REQUEST_COLUMNS], lash_error *error);

/* The present state as a block of bytes (malloc, the caller's), and back to it: what follows is
 * then the same to the last bit. In another host it is the motion of the parts alone; what force
 * laws remember begins anew there. */
LASH_API lash_status lash_session_save(lash_session *session, void **data, size_t *size,
                                       lash_error *error);
LASH_API lash_status lash_session_restore(lash_session *session, const void *data, size_t size,
                                          lash_error *error);

/* Eigenvalues at the present state, sorted by magnitude: `real` (malloc, the caller's) holds the
 * real parts, then as many imaginary ones. */
LASH_API lash_status lash_session_eigenvalues(lash_session *session, double **real, size_t *count,
                                              lash_error *error);

/* The equations behind it, at the present state; NULL in another host. And the other way round. */
LASH_API lash_system *lash_session_system(lash_session *session);
LASH_API struct lash_host *lash_session_host(lash_session *session);

/* The settings of the integrator as the session would use them. */
LASH_API lash_status lash_session_integrator(const lash_session *session,
                                             lash_integrate_options *options, lash_error *error);

#ifdef __cplusplus
}
#endif

#endif
