/* The reference solver as the engine of a session: all analyses, audit, checkpoints. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lash_random.h"
#include "lash_review.h"
#include "session_impl.h"

/* ------------------------------------------------------------------------------------- starting */

static void message(void *context, const char *text) { session_say(context, "%s", text); }

static lash_status make_system(lash_session *session, lash_system **system, lash_error *error) {
  const lash_session_options *o = &session->options;
  const lash_system_options options = {.alpha = isfinite(o->alpha) ? o->alpha : 0,
                                       .beta = isfinite(o->beta) ? o->beta : 0,
                                       .message = message,
                                       .message_context = session,
                                       .own = session->forces,
                                       .owns = session->force_count};
  return lash_system_create(session->model, &options, system, error);
}

static lash_status leave_out(const lash_session *session, lash_error *error) {
  const lash_texts_list *without = &session->options.without;
  lash_status status = LASH_OK;
  for (size_t i = 0; i < without->count && status == LASH_OK; i++) {
    char statement[64];
    snprintf(statement, sizeof statement, "%s", without->item[i]);
    char *slash = strchr(statement, '/');
    if (!slash) {
      return lash_fail(error, LASH_BAD_INPUT, "'%s' cannot be left out: write STATEMENT/ID",
                       statement);
    }
    *slash = '\0';
    status = lash_system_activate(session->system, statement, atoi(slash + 1), false, error);
    if (status != LASH_OK) lash_error_prefix(error, "without %s", without->item[i]);
  }
  return status;
}

static lash_status scatter(lash_session *session, lash_error *error) {
  const lash_session_options *o = &session->options;
  if (o->member == 0 || !(o->scatter > 0)) return LASH_OK;
  uint64_t state = SPLITMIX64_STEP * (uint64_t)o->member;
  for (size_t b = 0; b < lash_system_size(session->system)->bodies; b++) {
    for (size_t k = 0; k < 3; k++) session->y[7 * b + k] += o->scatter * splitmix64_swing(&state);
  }
  return lash_system_project(session->system, session->t, session->y, LASH_PROJECT_BOTH, 50, error);
}

static lash_status start(lash_session *session, lash_error *error) {
  const lash_session_options *o = &session->options;
  lash_status status = make_system(session, &session->system, error);
  if (status == LASH_OK) status = leave_out(session, error);
  if (status != LASH_OK) return status;
  const size_t size = lash_system_size(session->system)->y;
  session->y = calloc(2 * size + 1, sizeof *session->y);
  if (!session->y) return lash_fail(error, LASH_FAILURE, "out of memory for a run");
  lash_system_initial(session->system, &session->t, session->y);
  if (o->start_state) {
    session->t = o->start_time;
    memcpy(session->y, o->start_state, size * sizeof *session->y);
  }
  double *given = session->shown_state = session->y + size;
  memcpy(given, session->y, size * sizeof *given);
  status = lash_system_assemble(session->system, session->t, session->y, NULL, error);
  if (status == LASH_OK) status = scatter(session, error);
  if (status == LASH_OK) status = lash_system_commit(session->system, error);
  if (status == LASH_OK && o->watcher.message)
    lash_review_start(session->model, session->system, given, session->y, message, session);
  return status;
}

static lash_status open_tables(lash_session *session, const lash_tables_options *options,
                               lash_error *error) {
  return lash_tables_open(session->model, session->system, options, &session->tables, error);
}

/* ------------------------------------------------------------------------------------- dynamics */

static void take(double *to, double value) {
  if (isfinite(value) && value > 0) *to = value;
}

lash_status lash_session_integrator(const lash_session *session, lash_integrate_options *out,
                                    lash_error *error) {
  const lash_session_options *o = &session->options;
  *out = o->plain ? lash_integrate_defaults() : lash_integrate_dataset(session->model);
  if (o->integrator) out->integrator = o->integrator;
  if (o->engine && !lash_equations_find(o->engine, &out->engine)) {
    return lash_fail(error, LASH_BAD_INPUT,
                     "there is no engine '%s'; choose auto, compiled or cartesian", o->engine);
  }
  take(&out->error, o->error);
  take(&out->hmax, o->hmax);
  take(&out->step, o->step);
  if (isfinite(o->radius)) out->spectral_radius = o->radius;
  if (isfinite(o->alpha)) out->project = false;
  out->audit = !o->no_audit;
  out->output_step = session->output_step;
  out->balance = session->balance;
  if (o->checkpoint || o->resume)
    out->restart_outputs = o->checkpoint_every ? o->checkpoint_every : 100;
  if (out->hmin > 0 && out->hmax > 0 && out->hmin > out->hmax) {
    return lash_fail(error, LASH_BAD_INPUT, "HMIN %g exceeds HMAX %g", out->hmin, out->hmax);
  }
  return LASH_OK;
}

static lash_status on_output(void *context, lash_system *system, double t, lash_error *error) {
  lash_session *session = context;
  (void)system;
  return lash_session_output(session, t, error);
}

/* The value at the event is kept for SENVAL. A simulation that begins where the sensor ended the
 * one before stands on the threshold: to pass it is not another event. */
static lash_reaction on_sensor(lash_session *session, int id, double t) {
  const double same = 1e-6 * session->output_step;
  const int index = lash_model_find(session->model, LASH_KIND_SENSOR, id);
  lash_error ignored; /* a value that cannot be had will fail the next evaluation too */
  if (id == session->ended_by && fabs(t - session->from) <= same) return (lash_reaction){0};
  lash_system_set(session->system, t, lash_integrate_state(session->run));
  if (index >= 0) lash_system_sensor_hold(session->system, (size_t)index, &ignored);
  const lash_reaction reaction = session_sensor(session, id, t);
  if (reaction.stop) session->ended_by = id;
  return reaction;
}

static lash_reaction on_event(void *context, const lash_switch_info *info, double t,
                              bool positive) {
  lash_session *session = context;
  if (info->kind == LASH_SWITCH_SENSOR && positive) return on_sensor(session, info->id, t);
  if (info->kind == LASH_SWITCH_CONTACT) touches_event(session, info, t, positive);
  return (lash_reaction){0};
}

static bool on_step(void *context, const lash_integrate_statistics *statistics) {
  return session_proceed(context, statistics);
}

static lash_status on_checkpoint(void *context, double t, lash_error *error) {
  const lash_session *session = context;
  (void)t;
  return session->options.checkpoint && !session->by_hand ? checkpoint_save(session, error)
                                                          : LASH_OK;
}

/* An integration from the present state, unless one is under way. */
static lash_status begin_run(lash_session *session, lash_error *error) {
  if (session->run) return LASH_OK;
  lash_integrate_options options;
  lash_status status = lash_session_integrator(session, &options, error);
  if (status == LASH_OK && session->at_rest) /* motions set it going */
    status =
        lash_system_project(session->system, session->t, session->y, LASH_PROJECT_BOTH, 50, error);
  session->at_rest = false;
  if (status == LASH_OK) status = touches_at_start(session, error);
  if (status != LASH_OK) return status;
  snprintf(session->totals.integrator, sizeof session->totals.integrator, "%s",
           options.integrator ? options.integrator : lash_integrator_default(session->system));
  status = lash_integrate_create(session->system, &options, session->t, session->y, &session->run,
                                 error);
  return status == LASH_OK && session->saved ? checkpoint_continue(session, error) : status;
}

static lash_watcher watcher_of(lash_session *session) {
  return (lash_watcher){session, on_output, on_event, on_step, on_checkpoint};
}

/* What an integration that has come to `status` leaves in the session. */
static lash_status take_run(lash_session *session, lash_status status, lash_error *error) {
  if (!lash_integrate_stopped(session->run)) session->ended_by = 0;
  session->t = lash_integrate_time(session->run);
  memcpy(session->y, lash_integrate_state(session->run),
         lash_system_size(session->system)->y * sizeof *session->y);
  session->totals.stopped = lash_integrate_stopped(session->run);
  if (status == LASH_OK && session->arrays.no_memory)
    status = lash_fail(error, LASH_FAILURE, "out of memory for the results of a run");
  return status;
}

static lash_status integrate(lash_session *session, double end, lash_error *error) {
  const bool resumed = session->saved != NULL;
  lash_status status = begin_run(session, error);
  if (status != LASH_OK) return status;
  const lash_watcher watcher = watcher_of(session);
  if (!resumed || lash_integrate_time(session->run) < end) /* else it was saved at its very end */
    status = lash_integrate_to(session->run, end, &watcher, error);
  else
    session->shown = end;
  return take_run(session, status, error);
}

/* Counts an integration in the totals and lets go of it. */
static lash_status end_run(lash_session *session, lash_error *error) {
  if (!session->run) return LASH_OK;
  const lash_integrate_statistics *s = lash_integrate_statistics_of(session->run);
  lash_integrate_statistics *sum = &session->totals.count;
  sum->steps += s->steps, sum->rejections += s->rejections, sum->evaluations += s->evaluations;
  sum->jacobians += s->jacobians, sum->factorisations += s->factorisations;
  sum->events += s->events, sum->contact_events += s->contact_events;
  sum->restarts += s->restarts, sum->singular += s->singular;
  sum->time = s->time, sum->step = s->step, sum->contacts = s->contacts;
  sum->violation = fmax(sum->violation, s->violation);
  sum->drift = fmax(sum->drift, s->drift);
  sum->largest = fmax(sum->largest, s->largest);
  sum->smallest = sum->smallest > 0 ? fmin(sum->smallest, s->smallest) : s->smallest;
  session->totals.audit = *lash_integrate_audit(session->run);
  const char *reason;
  session->totals.compiled = lash_integrate_compiled(session->run, &reason);
  snprintf(session->totals.not_compiled, sizeof session->totals.not_compiled, "%s", reason);
  session->totals.dynamic = true;
  lash_status status = arrays_works(session, error);
  free(session->balance);
  session->balance = lash_integrate_balance(session->run);
  if (!session->balance && status == LASH_OK)
    status = lash_fail(error, LASH_FAILURE, "out of memory for the energy balance");
  lash_integrate_free(session->run);
  session->run = NULL;
  return status;
}

/* ------------------------------------------------------------------- kinematics and equilibrium */

static lash_status show_here(lash_session *session, lash_error *error) {
  double position, velocity;
  lash_system_drift(session->system, &position, &velocity);
  if (session->at_rest) velocity = 0; /* drives stand still there */
  session->totals.count.violation = fmax(session->totals.count.violation, fmax(position, velocity));
  return session_output(session, error);
}

static lash_status equilibrium(lash_session *session, lash_error *error) {
  const lash_equilibrium *e = &session->model->equilibrium;
  session->at_rest = true;
  const int enough = 300; /* MAXIT is meant for Newton's method, whose steps are fewer */
  lash_statics_report report;
  return lash_system_statics(session->system, session->t, session->y, 0,
                             lash_given(&e->head, "MAXIT") && e->maxit > enough ? e->maxit : 0,
                             &report, error);
}

/* One analysis at a time: kinematics, or equilibrium. */
static lash_status solve_at(lash_session *session, double t, bool kinematic, lash_error *error) {
  session->t = t;
  lash_status status = kinematic ? lash_system_kinematics(session->system, t, session->y, error)
                                 : equilibrium(session, error);
  if (status == LASH_OK) status = show_here(session, error);
  return status == LASH_OK ? lash_system_commit(session->system, error) : status;
}

/* One analysis at each output time. */
static lash_status march(lash_session *session, double end, double step, bool kinematic,
                         lash_error *error) {
  const double from = session->t;
  const size_t count = session_outputs(from, end, step);
  lash_status status = LASH_OK;
  const bool begun = session->by_hand && session->shown == from;
  for (size_t k = begun ? 1 : 0; k <= count && status == LASH_OK; k++) {
    status = solve_at(session, k == count ? end : from + (double)k * step, kinematic, error);
    session->totals.count.steps++;
    const lash_integrate_statistics now = {.time = session->t, .step = step};
    if (status == LASH_OK && !session_proceed(session, &now))
      status = session_interrupted(session, error);
  }
  return status;
}

/* ------------------------------------------------------------------------------------ analyses */

/* By more than an equilibrium or a projection that is found again leaves uncertain. */
static bool moved(const lash_session *session) {
  const size_t size = lash_system_size(session->system)->y;
  double greatest = 0, difference = 0;
  for (size_t i = 0; i < size; i++) {
    greatest = fmax(greatest, fabs(session->shown_state[i]));
    difference = fmax(difference, fabs(session->y[i] - session->shown_state[i]));
  }
  return difference > 1e-9 * greatest;
}

static lash_status analyse(lash_session *session, lash_analysis analysis, double end, double step,
                           lash_error *error) {
  switch (analysis) {
    case LASH_ANALYSIS_KINEMATIC:
      return march(session, end, step, true, error);
    case LASH_ANALYSIS_QUASISTATIC:
      return march(session, end, step, false, error);
    case LASH_ANALYSIS_STATIC:
      return solve_at(session, session->t, false, error);
    case LASH_ANALYSIS_INITIAL_CONDITIONS:
      return show_here(session, error);
    default: {
      const lash_status status = integrate(session, end, error);
      const lash_status ended = end_run(session, status == LASH_OK ? error : NULL);
      return status == LASH_OK ? ended : status;
    }
  }
}

static void note_shown(lash_session *session) {
  memcpy(session->shown_state, session->y,
         lash_system_size(session->system)->y * sizeof *session->y);
}

static lash_status simulate(lash_session *session, lash_analysis analysis, double end, double step,
                            lash_error *error) {
  const lash_status status = analyse(session, analysis, end, step, error);
  note_shown(session);
  return status;
}

lash_status solver_begin(lash_session *session, lash_watcher *watcher, lash_error *error) {
  *watcher = watcher_of(session);
  return begin_run(session, error);
}

lash_status solver_end(lash_session *session, lash_status status, lash_error *error) {
  if (session->run) status = take_run(session, status, error);
  const lash_status ended = end_run(session, status == LASH_OK ? error : NULL);
  note_shown(session);
  return status == LASH_OK ? ended : status;
}

static lash_status advance(lash_session *session, double end, lash_error *error) {
  if (lash_system_size(session->system)->dof > 0) {
    const lash_status status = integrate(session, end, error);
    lash_system_set(session->system, session->t, session->y);
    return status;
  }
  const double step = session->output_step > 0 ? session->output_step : end - session->t;
  return march(session, end, step, true, error);
}

static lash_status eigenvalues(lash_session *session, double **real, size_t *count,
                               lash_error *error) {
  const lash_system_sizes *n = lash_system_size(session->system);
  const size_t most = *count = 2 * n->v + n->x;
  *real = calloc(2 * most + 1, sizeof **real);
  if (!*real) return lash_fail(error, LASH_FAILURE, "out of memory for eigenvalues");
  lash_system_set(session->system, session->t, session->y);
  const lash_status status =
      lash_system_eigenvalues(session->system, *real, *real + most, count, error);
  memmove(*real + *count, *real + most, *count * sizeof **real);
  return status;
}

/* --------------------------------------------------------------------------- changes on the way */

static lash_status renew(lash_session *session, lash_error *error) {
  const lash_system_sizes before = *lash_system_size(session->system);
  lash_system *fresh;
  lash_status status = make_system(session, &fresh, error);
  if (status != LASH_OK) return status;
  const lash_system_sizes *after = lash_system_size(fresh);
  if (after->q != before.q || after->x != before.x || after->requests != before.requests) {
    lash_system_free(fresh);
    return lash_fail(
        error, LASH_UNSUPPORTED,
        "this change adds or removes parts, states or requests in the middle of a run");
  }
  lash_system_free(session->system);
  session->system = fresh;
  if (session->tables) lash_tables_system(session->tables, fresh);
  status = lash_system_project(fresh, session->t, session->y, LASH_PROJECT_BOTH, 50, error);
  return status == LASH_OK ? lash_system_commit(fresh, error) : status;
}

static lash_status activate(lash_session *session, const lash_script_command *c, bool on,
                            lash_error *error) {
  lash_status status = LASH_OK;
  for (size_t i = 0; i < c->ids.count && status == LASH_OK; i++) {
    status = lash_system_activate(session->system, lash_kind_name(c->target), c->ids.item[i].id, on,
                                  error);
  }
  if (status != LASH_OK) return status;
  return lash_system_project(session->system, session->t, session->y, LASH_PROJECT_BOTH, 50, error);
}

static lash_status input(lash_session *session, int id, const lash_input *value,
                         lash_error *error) {
  const lash_status status = lash_system_input(session->system, id, value, error);
  return status == LASH_OK && session->run ? lash_integrate_restart(session->run, error) : status;
}

/* -------------------------------------------------------------------------- looking, going back */

static lash_status measure(lash_session *session, const char *name, const int *arguments,
                           size_t count, double *value, lash_error *error) {
  return lash_system_measure(session->system, name, arguments, count, value, error);
}

static int request_id(const lash_session *session, size_t index) {
  const size_t count = lash_system_size(session->system)->requests;
  return index < count ? lash_system_request(session->system, index).id : 0;
}

static lash_status request(lash_session *session, size_t index, double values[8],
                           lash_error *error) {
  return lash_system_request_values(session->system, index, values, error);
}

static void state_size(const lash_session *session, size_t *numbers, size_t *bytes) {
  *numbers = lash_system_size(session->system)->y;
  *bytes = lash_system_memory_size(session->system);
}

/* What follows begins anew, so that it is the same when it is repeated from here. */
static lash_status take_state(lash_session *session, double *numbers, void *memory,
                              lash_error *error) {
  memcpy(numbers, session->y, lash_system_size(session->system)->y * sizeof *numbers);
  lash_system_save(session->system, memory);
  return end_run(session, error);
}

static lash_status put_state(lash_session *session, double t, const double *numbers,
                             const void *memory, lash_error *error) {
  lash_status status = end_run(session, error);
  free(session->balance); /* time goes back, and the books with it */
  session->balance = NULL;
  if (status == LASH_OK)
    status = lash_system_restore(session->system, memory, lash_system_memory_size(session->system),
                                 error);
  if (status != LASH_OK) return status;
  memcpy(session->y, numbers, lash_system_size(session->system)->y * sizeof *numbers);
  session->t = t;
  lash_system_set(session->system, t, session->y);
  return LASH_OK;
}

static void stop(lash_session *session) {
  lash_integrate_free(session->run);
  lash_system_free(session->system);
  free(session->y);
}

const session_engine session_solver = {.start = start,
                                       .stop = stop,
                                       .open_tables = open_tables,
                                       .renew = renew,
                                       .activate = activate,
                                       .simulate = simulate,
                                       .moved = moved,
                                       .advance = advance,
                                       .finish = end_run,
                                       .input = input,
                                       .measure = measure,
                                       .request_id = request_id,
                                       .request = request,
                                       .state_size = state_size,
                                       .take_state = take_state,
                                       .put_state = put_state,
                                       .eigenvalues = eigenvalues};
