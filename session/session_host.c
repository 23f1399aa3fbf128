/* Another host as the engine of a session: commands, sensors and requests through lash_host.h. What
 * is the reference solver's alone is refused in words. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "session_impl.h"

/* ------------------------------------------------------------------------------------- starting */

static const char *host_name_at(size_t index, const void *context) {
  (void)context;
  return lash_host_name(lash_host_at(index));
}

static lash_status find_host(const char *name, const lash_host_class **found, lash_error *error) {
  *found = lash_host_find(name);
  if (*found) return LASH_OK;
  const char *near = lash_nearest_name(name, lash_host_count(), host_name_at, NULL);
  return lash_fail(error, LASH_UNSUPPORTED,
                   "there is no host '%s' in this build%s%s%s; `lash hosts` lists those there are",
                   name, near ? " (did you mean '" : "", near ? near : "", near ? "'?)" : "");
}

/* What belongs to the reference solver alone. */
static lash_status check_options(const lash_session_options *o, lash_error *error) {
  const struct {
    bool given;
    const char *name;
  } own[] = {{o->integrator, "--integrator"},
             {o->engine, "--engine"},
             {isfinite(o->radius), "--radius"},
             {isfinite(o->alpha), "--baumgarte"},
             {o->checkpoint, "--checkpoint"},
             {o->resume, "--resume"},
             {o->req, "--req"},
             {o->res, "--res"},
             {o->start_state, "a state to start from"},
             {o->member && o->scatter > 0, "a scattered start"},
             {o->touches, "the list of contacts"}};
  for (size_t k = 0; k < sizeof own / sizeof *own; k++) {
    if (!own[k].given) continue;
    return lash_fail(error, LASH_UNSUPPORTED, "%s is for the reference solver; host %s has its own",
                     own[k].name, o->host);
  }
  if (o->step > 0 && o->hmax > 0) {
    return lash_fail(error, LASH_BAD_INPUT,
                     "--step and --hmax exclude each other in another host: the one fixes the "
                     "step, the other bounds it");
  }
  return LASH_OK;
}

static lash_status make_host(lash_session *session, lash_host **host, lash_error *error) {
  const lash_session_options *o = &session->options;
  const lash_host_class *host_class;
  const lash_status status = find_host(o->host, &host_class, error);
  const lash_host_options options = {.step = o->step > 0 ? o->step : o->hmax,
                                     .fixed = o->step > 0,
                                     .accuracy = o->error,
                                     .own = session->forces,
                                     .owns = session->force_count};
  if (status != LASH_OK) return status;
  return lash_host_create(host_class, session->model, &options, host, error);
}

/* A host has what the model has: elements that are left out are so in the session's own model. */
static lash_status leave_out(lash_session *session, lash_error *error) {
  const lash_texts_list *without = &session->options.without;
  lash_status status = LASH_OK;
  if (without->count && session->model != &session->own)
    return lash_fail(error, LASH_UNSUPPORTED,
                     "--without in host %s wants a model of the session's own; leave the elements "
                     "out by lash_model_activate",
                     session->options.host);
  for (size_t i = 0; i < without->count && status == LASH_OK; i++) {
    status = lash_model_activate(&session->own, without->item[i], false, error);
    if (status != LASH_OK) lash_error_prefix(error, "without %s", without->item[i]);
  }
  return status;
}

static lash_status start(lash_session *session, lash_error *error) {
  lash_status status = check_options(&session->options, error);
  if (status == LASH_OK) status = leave_out(session, error);
  if (status == LASH_OK) status = make_host(session, &session->host, error);
  if (status != LASH_OK) return status;
  session->t = lash_host_time(session->host);
  session->body_count = lash_host_body_count(session->host);
  session->bodies = calloc(session->body_count + 1, sizeof *session->bodies);
  if (!session->bodies) return lash_fail(error, LASH_FAILURE, "out of memory for a run");
  return lash_host_bodies(session->host, session->bodies, error);
}

static void stop(lash_session *session) {
  lash_host_free(session->host);
  free(session->bodies);
}

/* --------------------------------------------------------------------------------------- tables */

static lash_status table_request(void *context, size_t index, double values[8], lash_error *error) {
  return lash_host_request(((lash_session *)context)->host, index, values, error);
}

static lash_status table_part(void *context, size_t index, double numbers[LASH_PART_NUMBERS],
                              lash_error *error) {
  lash_session *session = context;
  const lash_host_body *body = &session->bodies[index];
  double rotation[9], angles[3];
  if (index == 0) {
    const lash_status status = lash_host_bodies(session->host, session->bodies, error);
    if (status != LASH_OK) return status;
  }
  memcpy(rotation, body->axes, sizeof rotation);
  lash_angles_313(rotation, angles);
  const double *const threes[] = {body->r, angles, body->v, body->w, body->a, body->wd};
  for (size_t k = 0; k < LASH_PART_NUMBERS; k++) numbers[k] = threes[k / 3][k % 3];
  return LASH_OK;
}

static lash_status open_tables(lash_session *session, const lash_tables_options *options,
                               lash_error *error) {
  const lash_tables_source source = {session, table_request, table_part};
  return lash_tables_open_source(session->model, &source, options, &session->tables, error);
}

/* -------------------------------------------------------------------------------------- running */

static lash_status here(lash_session *session, lash_error *error) {
  session->t = lash_host_time(session->host);
  session->totals.count.steps = session->host_steps + lash_host_steps(session->host);
  return session_output(session, error);
}

/* What the SENSORs want whose condition has come to hold at this step. */
static lash_reaction react(lash_session *session) {
  lash_reaction all = {0};
  int id;
  while ((id = lash_host_sensor(session->host))) {
    const lash_reaction one = session_sensor(session, id, lash_host_time(session->host));
    all.stop |= one.stop, all.print |= one.print;
    if (one.output_step > 0) all.output_step = one.output_step;
  }
  return all;
}

/* To the next output; sensors may stop on the way. */
static lash_status advance_to(lash_session *session, double t, lash_reaction *reaction,
                              lash_error *error) {
  *reaction = (lash_reaction){0};
  lash_status status = LASH_OK;
  while (status == LASH_OK && lash_host_time(session->host) < t && !reaction->stop &&
         !(reaction->output_step > 0)) {
    status = lash_host_advance(session->host, t, error);
    session->t = lash_host_time(session->host);
    if (status == LASH_OK) *reaction = react(session);
    if (status == LASH_OK && reaction->print && session->t < t) status = here(session, error);
  }
  return status;
}

/* Outputs from the present time on, until `end` or until a sensor ends it. */
static lash_status run_to(lash_session *session, double end, lash_error *error) {
  double from = session->t, step = session->output_step > 0 ? session->output_step : end - from;
  size_t count = session_outputs(from, end, step);
  lash_status status = here(session, error);
  for (size_t k = 1; k <= count && status == LASH_OK; k++) {
    const double next = k == count ? end : from + (double)k * step;
    lash_reaction reaction;
    status = advance_to(session, next, &reaction, error);
    if (status == LASH_OK && session->t >= next) status = here(session, error);
    if (status != LASH_OK) break;
    session->totals.stopped = reaction.stop;
    const lash_integrate_statistics now = {.time = session->t, .step = step};
    if (status == LASH_OK && !session_proceed(session, &now))
      status = session_interrupted(session, error);
    if (reaction.stop) return status;
    if (!(reaction.output_step > 0)) continue;
    from = session->t, step = session->output_step = reaction.output_step, k = 0;
    count = session_outputs(from, end, step);
  }
  return status;
}

static lash_status simulate(lash_session *session, lash_analysis analysis, double end, double step,
                            lash_error *error) {
  (void)step;
  if (analysis == LASH_ANALYSIS_INITIAL_CONDITIONS) return here(session, error);
  if (analysis == LASH_ANALYSIS_DYNAMIC) return run_to(session, end, error);
  return lash_fail(error, LASH_UNSUPPORTED,
                   "SIMULATE: %s is for the reference solver; host %s has dynamics alone",
                   session->totals.analysis, session->options.host);
}

static lash_status advance(lash_session *session, double end, lash_error *error) {
  return run_to(session, end, error);
}

static lash_status finish(lash_session *session, lash_error *error) {
  (void)session, (void)error;
  return LASH_OK;
}

/* --------------------------------------------------------------------------- changes on the way */

/* A host is made for its model, so a changed model needs another one, which goes on from the
 * present motion of the parts; what force laws remember begins anew. */
static lash_status renew(lash_session *session, lash_error *error) {
  lash_host *fresh = NULL;
  lash_status status = lash_host_bodies(session->host, session->bodies, error);
  if (status == LASH_OK) status = make_host(session, &fresh, error);
  if (status == LASH_OK && lash_host_body_count(fresh) != session->body_count)
    status = lash_fail(error, LASH_UNSUPPORTED,
                       "this change adds or removes parts in the middle of a run");
  if (status == LASH_OK) status = lash_host_set_state(fresh, session->t, session->bodies, error);
  if (status != LASH_OK) {
    lash_host_free(fresh);
    return status;
  }
  session->host_steps += lash_host_steps(session->host);
  lash_host_free(session->host);
  session->host = fresh;
  return LASH_OK;
}

static lash_status activate(lash_session *session, const lash_script_command *command, bool on,
                            lash_error *error) {
  (void)command, (void)on; /* the model knows */
  return renew(session, error);
}

static lash_status refuse(const lash_session *session, const char *what, lash_error *error) {
  return lash_fail(error, LASH_UNSUPPORTED, "%s is for the reference solver; host %s has none",
                   what, session->options.host);
}

static lash_status input(lash_session *session, int id, const lash_input *value,
                         lash_error *error) {
  (void)id, (void)value;
  return refuse(session, "a VARIABLE driven from outside", error);
}

static lash_status eigenvalues(lash_session *session, double **real, size_t *count,
                               lash_error *error) {
  (void)real, (void)count;
  return refuse(session, "LINEAR", error);
}

/* -------------------------------------------------------------------------- looking, going back */

static lash_status measure(lash_session *session, const char *name, const int *arguments,
                           size_t count, double *value, lash_error *error) {
  return lash_host_measure(session->host, name, arguments, count, value, error);
}

static int request_id(const lash_session *session, size_t index) {
  const lash_model *model = session->model;
  return index < model->request.count ? model->request.item[index].head.id : 0;
}

static lash_status request(lash_session *session, size_t index, double values[8],
                           lash_error *error) {
  return lash_host_request(session->host, index, values, error);
}

/* Place, axes and velocities of every part, the numbers that lash_host_set_state() reads. */
enum { BODY_NUMBERS = 18 };

static double *body_number(lash_session *session, size_t k) {
  lash_host_body *body = &session->bodies[k / BODY_NUMBERS];
  const size_t n = k % BODY_NUMBERS;
  if (n < 3) return &body->r[n];
  if (n < 12) return &body->axes[(n - 3) / 3][(n - 3) % 3];
  return n < 15 ? &body->v[n - 12] : &body->w[n - 15];
}

static void state_size(const lash_session *session, size_t *numbers, size_t *bytes) {
  *numbers = session->body_count * BODY_NUMBERS;
  *bytes = 0;
}

static lash_status take_state(lash_session *session, double *numbers, void *memory,
                              lash_error *error) {
  (void)memory;
  const lash_status status = lash_host_bodies(session->host, session->bodies, error);
  for (size_t k = 0; k < session->body_count * BODY_NUMBERS && status == LASH_OK; k++)
    numbers[k] = *body_number(session, k);
  return status;
}

static lash_status put_state(lash_session *session, double t, const double *numbers,
                             const void *memory, lash_error *error) {
  (void)memory;
  for (size_t k = 0; k < session->body_count * BODY_NUMBERS; k++)
    *body_number(session, k) = numbers[k];
  return lash_host_set_state(session->host, t, session->bodies, error);
}

const session_engine session_in_host = {.start = start,
                                        .stop = stop,
                                        .open_tables = open_tables,
                                        .renew = renew,
                                        .activate = activate,
                                        .simulate = simulate,
                                        .advance = advance,
                                        .finish = finish,
                                        .input = input,
                                        .measure = measure,
                                        .request_id = request_id,
                                        .request = request,
                                        .state_size = state_size,
                                        .take_state = take_state,
                                        .put_state = put_state,
                                        .eigenvalues = eigenvalues};
