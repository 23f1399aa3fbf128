/* `lash run` behind its command line: a session carries out the commands of a simulation. */
#ifndef LASH_CLI_RUN_H
#define LASH_CLI_RUN_H

#include "lash_integrate.h"
#include "lash_model.h"
#include "lash_tables.h"

enum { RUN_SETS_MAX = 64 };

/* What the command line says; NAN or NULL where it says nothing. */
typedef struct run_options {
  const char *file; /* .adm or .acf */
  const char *host; /* another engine than the reference solver */
  const char *out;
  const char *integrator;
  const char *analysis;
  const char *checkpoint, *resume;
  const char *sets[RUN_SETS_MAX]; /* STATEMENT/ID.ARG=VALUE */
  size_t set_count;
  double end, dtout, steps, step, error, hmax, radius, alpha, beta;
  double checkpoint_every; /* outputs */
  bool req, res, json, quiet, no_audit;
} run_options;

typedef struct run_progress {
  bool terminal;
  double begun, last_shown; /* wall clock */
  double from, to;          /* simulated time of this command */
  bool shown;
} run_progress;

/* Sums over all commands of a session. */
typedef struct run_totals {
  size_t simulations, outputs;
  lash_integrate_statistics count;
  lash_audit audit; /* of the last dynamic simulation */
  bool dynamic;
  double end;
  char integrator[32];
  const char *analysis; /* of the last simulation */
} run_totals;

typedef struct run_session {
  const run_options *options;
  lash_model model;
  lash_script script;
  lash_script_command single; /* stands for the command file when there is none */
  const lash_script_command *commands;
  size_t command_count, command; /* `command`: the one being carried out */
  lash_system *system;
  double t, *y;
  char folder[1024], name[256];
  lash_tables *tables;
  lash_integration *run;
  const void *saved; /* a checkpoint to resume from, once reached */
  size_t saved_size;
  run_progress progress;
  run_totals totals;
  bool halted; /* a SENSOR with HALT ended everything */
  double wall;
} run_session;

/* Reads files, makes the system, opens results, does everything, closes. The session is filled as
 * far as things went, also on failure; run_free() always follows. */
lash_status run_all(run_session *session, const run_options *options, lash_error *error);
void run_free(run_session *session);

/* The files read and --set applied; and the folder of results named. */
lash_status run_read(run_session *session, const run_options *options, lash_error *error);
void run_choose_folder(run_session *session);

/* The same in another engine (run_host.c). */
lash_status run_in_host(run_session *session, const run_options *options, lash_error *error);

/* One SIMULATE. */
lash_status run_simulate(run_session *session, const lash_script_command *command,
                         lash_error *error);

/* LINEAR: eigenvalues at the present state, to standard output and eigenvalues.csv. */
lash_status run_linear(run_session *session, lash_error *error);

/* Integrator settings: the command line's, else the dataset's, else ours. */
lash_status run_integrator(const run_session *session, lash_integrate_options *options,
                           lash_error *error);

/* Checkpoint files (run_checkpoint.c). */
lash_status run_save(const run_session *session, lash_error *error);
lash_status run_load(run_session *session, lash_error *error);
lash_status run_continue(run_session *session, lash_error *error);
size_t run_saved_command(const run_session *session, double *start);

/* SAVE and RELOAD: the state, in the results' folder (run_state.c). */
lash_status run_save_state(const run_session *session, const lash_script_command *command,
                           lash_error *error);
lash_status run_reload_state(run_session *session, const lash_script_command *command,
                             lash_error *error);

/* Progress on a terminal, when something takes longer than a second (run_progress.c). */
double run_clock(void);
void run_progress_begin(run_progress *progress, double from, double to);
bool run_progress_step(run_progress *progress, const lash_integrate_statistics *statistics);
void run_progress_end(run_progress *progress);
void run_catch_interrupt(void);
bool run_interrupted(void);

/* DIR/summary.json and what a person reads (run_summary.c). `failure` NULL: all went well. */
void run_write_summary(run_session *session, const lash_error *failure, FILE *out);
void run_print_summary(const run_session *session, FILE *out);

#endif
