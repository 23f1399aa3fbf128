/* A session from inside: commands over one of two engines, and where results go. */
#ifndef LASH_SESSION_IMPL_H
#define LASH_SESSION_IMPL_H

#include "lash_host.h"
#include "lash_session.h"
#include "lash_tables.h"
#include "readings.h"

/* What carries out commands: the reference solver (session_solver.c) or a host (session_host.c).
 * Each leaves session->t at the present time. */
typedef struct session_engine {
  lash_status (*start)(lash_session *session, lash_error *error);
  void (*stop)(lash_session *session);
  lash_status (*open_tables)(lash_session *session, const lash_tables_options *options,
                             lash_error *error);
  /* After the model was changed: goes on from the present state. */
  lash_status (*renew)(lash_session *session, lash_error *error);
  lash_status (*activate)(lash_session *session, const lash_script_command *command, bool on,
                          lash_error *error);
  /* `analysis` is settled; `end` and `output_step` count where it goes through time. */
  lash_status (*simulate)(lash_session *session, lash_analysis analysis, double end,
                          double output_step, lash_error *error);
  bool (*moved)(const lash_session *session); /* since the last row; NULL: nothing moves it */
  lash_status (*advance)(lash_session *session, double end, lash_error *error);
  lash_status (*finish)(lash_session *session, lash_error *error); /* after advances */
  lash_status (*input)(lash_session *session, int id, const lash_input *input, lash_error *error);
  lash_status (*measure)(lash_session *session, const char *name, const int *arguments,
                         size_t count, double *value, lash_error *error);
  int (*request_id)(const lash_session *session, size_t index); /* 0 past the last */
  lash_status (*request)(lash_session *session, size_t index, double values[8], lash_error *error);
  /* The state: how many numbers and bytes it has, taking it, going back to it. */
  void (*state_size)(const lash_session *session, size_t *numbers, size_t *bytes);
  lash_status (*take_state)(lash_session *session, double *numbers, void *memory,
                            lash_error *error);
  lash_status (*put_state)(lash_session *session, double t, const double *numbers,
                           const void *memory, lash_error *error);
  lash_status (*eigenvalues)(lash_session *session, double **real, size_t *count,
                             lash_error *error);
} session_engine;

extern const session_engine session_solver, session_in_host;

/* Arrays under way (session_record.c). */
typedef struct session_arrays {
  double *time, *rows; /* row by row while it runs */
  size_t count, width, room;
  size_t request[LASH_COLUMNS_MAX]; /* of each column */
  lash_touch *touch;
  size_t touches, touch_room;
  bool no_memory; /* in a callback that cannot report */
  lash_force_work *work;
  size_t works;
  double *gaps; /* switch values */
} session_arrays;

struct lash_session {
  lash_session_options options;
  const char *file;
  lash_model own;
  const lash_model *model; /* own, or the caller's */
  lash_script script;
  lash_script_command single; /* stands for the command file when there is none */
  const lash_script_command *commands;
  size_t command_count, command; /* `command`: the one being carried out */
  const session_engine *engine;
  char *name, *folder;
  int ended_by;         /* id of the SENSOR that ended the last simulation; 0: none did */
  bool started, halted; /* halted: a SENSOR with HALT, or STOP, ended everything */
  double t, start;
  double from, to;       /* of the simulation under way, or of the advance */
  bool by_hand;          /* an advance: what was shown at this time is not shown again */
  bool at_rest;          /* in an equilibrium, without velocities */
  bool silent;           /* a Consub analyses: it says when to show */
  double shown;          /* time of the last output; NAN: none yet */
  double *shown_state;   /* at that time, as the last simulation left it; NULL in a host */
  lash_balance *balance; /* of the simulations before this one */
  double output_step;    /* its own, as a SENSOR may change it */
  lash_tables *tables;
  session_arrays arrays;
  lash_session_totals totals;
  lash_own_force *forces; /* of the caller's own */
  size_t force_count;
  void *saved;       /* a checkpoint to resume from, until it is reached */
  readings readings; /* files and libraries, for runs that are saved */
  bool over;         /* the run to be resumed came to its end before: there is nothing to do */
  /* the reference solver */
  lash_system *system;
  double *y;
  lash_integration *run;
  /* another host */
  lash_host *host;
  size_t host_steps; /* of hosts that stood in its place before */
  lash_host_body *bodies;
  size_t body_count;
};

/* Words to the watcher. */
void session_say(const lash_session *session, const char *format, ...) LASH_PRINTF(2, 3);

/* Whether it is known when to end: asked before anything is made, as long as only the options can
 * say it. */
lash_status session_check_end(const lash_session *session, lash_error *error);

/* A SIMULATE up to where the engine takes over: what it is, when it ends, how far apart its outputs
 * are. */
lash_status session_begin(lash_session *session, const lash_script_command *command,
                          lash_analysis *analysis, double *end, double *step, lash_error *error);

/* A dynamic simulation in the reference solver in two halves, session->run to be taken to its end
 * between them: its watcher; and the books, for the status it came to. */
lash_status solver_begin(lash_session *session, lash_watcher *watcher, lash_error *error);
lash_status solver_end(lash_session *session, lash_status status, lash_error *error);

/* One command; CONTROL (session_control.c). */
lash_status session_obey(lash_session *session, const lash_script_command *command,
                         lash_error *error);
lash_status session_control(lash_session *session, const lash_script_command *command,
                            lash_error *error);

/* One output: a row in every sink. */
lash_status session_output(lash_session *session, lash_error *error);

/* How many outputs there are behind the first. */
size_t session_outputs(double from, double to, double step);
bool session_proceed(lash_session *session, const lash_integrate_statistics *statistics);
lash_status session_interrupted(const lash_session *session, lash_error *error);

/* A SENSOR's condition has come to hold: says so and tells what is to be done. */
lash_reaction session_sensor(lash_session *session, int id, double t);

/* Arrays (session_record.c): before the first output, at each output, and touches of a dynamic
 * simulation in the solver (session_touch.c). */
lash_status arrays_begin(lash_session *session, lash_error *error);
lash_status arrays_row(lash_session *session, lash_error *error);
lash_status arrays_works(lash_session *session, lash_error *error);
void arrays_free(session_arrays *arrays);
lash_status touches_at_start(lash_session *session, lash_error *error);
void touches_event(lash_session *session, const lash_switch_info *info, double t, bool positive);

/* Checkpoint files (session_checkpoint.c): saving inside an integration; reading one; when all is
 * read, whether it belongs to this run; the command it was made in; going on from it. */
lash_status checkpoint_save(const lash_session *session, lash_error *error);
lash_status checkpoint_load(lash_session *session, lash_error *error);
lash_status checkpoint_check(lash_session *session, lash_error *error);
size_t checkpoint_command(const lash_session *session, double *start);
lash_status checkpoint_continue(lash_session *session, lash_error *error);

/* SAVE and RELOAD (session_state.c). */
lash_status state_save(lash_session *session, const lash_script_command *command,
                       lash_error *error);
lash_status state_reload(lash_session *session, const lash_script_command *command,
                         lash_error *error);

#endif
