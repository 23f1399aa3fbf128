/* SIMULATE in its kinds, and LINEAR. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "run.h"

/* ------------------------------------------------------------------------------------- settings */

static void take(double *to, double value) {
  if (isfinite(value) && value > 0) *to = value;
}

lash_status run_integrator(const run_session *session, lash_integrate_options *out,
                           lash_error *error) {
  const run_options *o = session->options;
  *out = lash_integrate_dataset(&session->model);
  if (o->integrator) out->integrator = o->integrator;
  take(&out->error, o->error);
  take(&out->hmax, o->hmax);
  take(&out->step, o->step);
  if (isfinite(o->radius)) out->spectral_radius = o->radius;
  if (isfinite(o->alpha)) out->project = false;
  out->audit = !o->no_audit;
  if (o->checkpoint || o->resume) {
    out->restart_outputs = isfinite(o->checkpoint_every) ? (size_t)o->checkpoint_every : 100;
  }
  if (out->hmin > 0 && out->hmax > 0 && out->hmin > out->hmax) {
    return lash_fail(error, LASH_BAD_INPUT, "HMIN %g exceeds HMAX %g", out->hmin, out->hmax);
  }
  return LASH_OK;
}

/* When a SIMULATE ends and how far apart its outputs are. */
static lash_status plan(const run_session *session, const lash_script_command *c, double *end,
                        double *dtout, lash_error *error) {
  *end = isfinite(c->end) ? c->end : session->t + c->duration;
  if (!isfinite(*end)) {
    return lash_fail(error, LASH_BAD_INPUT, "how long? Give --end T, or END= in SIMULATE");
  }
  if (!(*end > session->t)) {
    return lash_fail(error, LASH_BAD_INPUT, "the end, %g, is not behind the present time, %g", *end,
                     session->t);
  }
  const int steps = c->steps > 0 ? c->steps : 100;
  *dtout = isfinite(c->dtout) && c->dtout > 0 ? c->dtout : (*end - session->t) / steps;
  return LASH_OK;
}

/* ------------------------------------------------------------------------------------- dynamics */

static lash_status on_output(void *context, lash_system *system, double t, lash_error *error) {
  run_session *session = context;
  (void)system;
  session->totals.outputs++;
  return lash_tables_row(session->tables, t, session->run, error);
}

static lash_reaction on_event(void *context, const lash_switch_info *info, double t,
                              bool positive) {
  run_session *session = context;
  if (info->kind != LASH_SWITCH_SENSOR || !positive) return (lash_reaction){0};
  const lash_reaction reaction = lash_sensor_reaction(&session->model, info->id);
  const int index = lash_model_find(&session->model, LASH_KIND_SENSOR, info->id);
  if (index < 0) return reaction;
  const lash_sensor *sensor = &session->model.sensor.item[index];
  session->halted |= sensor->halt;
  if (!session->options->quiet) {
    fprintf(stderr, "lash: SENSOR/%d at time %.10g%s\n", info->id, t,
            sensor->halt           ? ": halt"
            : sensor->stop_command ? ": return to the next command"
                                   : "");
  }
  return reaction;
}

static bool on_step(void *context, const lash_integrate_statistics *statistics) {
  run_session *session = context;
  return run_progress_step(&session->progress, statistics);
}

static lash_status on_checkpoint(void *context, double t, lash_error *error) {
  run_session *session = context;
  (void)t;
  return session->options->checkpoint ? run_save(session, error) : LASH_OK;
}

static void add_up(run_session *session) {
  const lash_integrate_statistics *s = lash_integrate_statistics_of(session->run);
  lash_integrate_statistics *sum = &session->totals.count;
  sum->steps += s->steps, sum->rejections += s->rejections, sum->evaluations += s->evaluations;
  sum->jacobians += s->jacobians, sum->factorisations += s->factorisations;
  sum->events += s->events, sum->contact_events += s->contact_events;
  sum->restarts += s->restarts;
  sum->violation = fmax(sum->violation, s->violation);
  sum->drift = fmax(sum->drift, s->drift);
  sum->largest = fmax(sum->largest, s->largest);
  sum->smallest = sum->smallest > 0 ? fmin(sum->smallest, s->smallest) : s->smallest;
  session->totals.audit = *lash_integrate_audit(session->run);
  session->totals.dynamic = true;
}

static lash_status dynamics(run_session *session, double end, double dtout, lash_error *error) {
  lash_integrate_options options;
  lash_status status = run_integrator(session, &options, error);
  if (status != LASH_OK) return status;
  options.output_step = dtout;
  snprintf(session->totals.integrator, sizeof session->totals.integrator, "%s",
           options.integrator ? options.integrator : lash_integrator_default(session->system));
  status = lash_integrate_create(session->system, &options, session->t, session->y, &session->run,
                                 error);
  if (status == LASH_OK && session->saved) status = run_continue(session, error);
  if (status != LASH_OK) return status;

  const lash_watcher watcher = {session, on_output, on_event, on_step, on_checkpoint};
  run_progress_begin(&session->progress, session->t, end);
  status = lash_integrate_to(session->run, end, &watcher, error);
  run_progress_end(&session->progress);
  session->t = lash_integrate_time(session->run);
  memcpy(session->y, lash_integrate_state(session->run),
         lash_system_size(session->system)->y * sizeof *session->y);
  add_up(session);
  return status;
}

/* --------------------------------------------------------------------- kinematics and equilibrium
 */

static lash_status show_here(run_session *session, lash_error *error) {
  double position, velocity;
  lash_system_drift(session->system, &position, &velocity);
  session->totals.count.violation = fmax(session->totals.count.violation, fmax(position, velocity));
  session->totals.outputs++;
  return lash_tables_row(session->tables, session->t, NULL, error);
}

static lash_status equilibrium(run_session *session, lash_error *error) {
  const lash_equilibrium *e = &session->model.equilibrium;
  const int enough = 300; /* MAXIT is meant for Newton's method, whose steps are fewer */
  lash_statics_report report;
  return lash_system_statics(session->system, session->t, session->y, 0,
                             lash_given(&e->head, "MAXIT") && e->maxit > enough ? e->maxit : 0,
                             &report, error);
}

/* One analysis at each output time: kinematics, or equilibrium after equilibrium. */
static lash_status march(run_session *session, double end, double dtout, bool kinematic,
                         lash_error *error) {
  const double start = session->t;
  const size_t count = (size_t)ceil((end - start) / dtout - 1e-6);
  lash_status status = LASH_OK;
  run_progress_begin(&session->progress, start, end);
  for (size_t k = 0; k <= count && status == LASH_OK; k++) {
    session->t = k == count ? end : start + (double)k * dtout;
    status = kinematic ? lash_system_kinematics(session->system, session->t, session->y, error)
                       : equilibrium(session, error);
    if (status == LASH_OK) status = show_here(session, error);
    if (status == LASH_OK) status = lash_system_commit(session->system, error);
    session->totals.count.steps++;
    const lash_integrate_statistics now = {.time = session->t, .step = dtout};
    if (status == LASH_OK && !run_progress_step(&session->progress, &now)) {
      status = lash_fail(error, LASH_FAILURE, "interrupted at time %.10g", session->t);
    }
  }
  run_progress_end(&session->progress);
  return status;
}

/* ---------------------------------------------------------------------------------------- commands
 */

lash_status run_simulate(run_session *session, const lash_script_command *command,
                         lash_error *error) {
  const int freedoms = lash_system_size(session->system)->dof;
  lash_analysis analysis = command->analysis;
  double end = 0, dtout = 0;
  lash_status status = LASH_OK;
  if (analysis == LASH_ANALYSIS_TRANSIENT) {
    analysis = freedoms == 0 ? LASH_ANALYSIS_KINEMATIC : LASH_ANALYSIS_DYNAMIC;
  }
  const bool timed = analysis == LASH_ANALYSIS_DYNAMIC || analysis == LASH_ANALYSIS_KINEMATIC ||
                     analysis == LASH_ANALYSIS_QUASISTATIC;
  if (timed) status = plan(session, command, &end, &dtout, error);
  if (status != LASH_OK) return status;
  session->totals.simulations++;
  switch (analysis) {
    case LASH_ANALYSIS_KINEMATIC:
      session->totals.analysis = "kinematics";
      status = march(session, end, dtout, true, error);
      break;
    case LASH_ANALYSIS_QUASISTATIC:
      session->totals.analysis = "quasistatics";
      status = march(session, end, dtout, false, error);
      break;
    case LASH_ANALYSIS_STATIC:
      session->totals.analysis = "statics";
      status = equilibrium(session, error);
      if (status == LASH_OK) status = show_here(session, error);
      if (status == LASH_OK) status = lash_system_commit(session->system, error);
      break;
    case LASH_ANALYSIS_INITIAL_CONDITIONS:
      session->totals.analysis = "initial conditions";
      status = show_here(session, error);
      break;
    default:
      session->totals.analysis = "dynamics";
      status = dynamics(session, end, dtout, error);
      lash_integrate_free(session->run);
      session->run = NULL;
  }
  session->totals.end = session->t;
  return status;
}

lash_status run_linear(run_session *session, lash_error *error) {
  const lash_system_sizes *n = lash_system_size(session->system);
  size_t count = 2 * n->v + n->x;
  double *real = calloc(2 * count + 1, sizeof *real), *imaginary = real ? real + count : NULL;
  char path[1100];
  if (!real) return lash_fail(error, LASH_FAILURE, "out of memory for eigenvalues");
  session->totals.analysis = "linear";
  lash_system_set(session->system, session->t, session->y);
  lash_status status = lash_system_eigenvalues(session->system, real, imaginary, &count, error);
  snprintf(path, sizeof path, "%s/eigenvalues.csv", session->folder);
  FILE *file = status == LASH_OK ? fopen(path, "w") : NULL;
  if (status == LASH_OK && !file) {
    status = lash_fail(error, LASH_FAILURE, "cannot write %s: %s", path, strerror(errno));
  }
  if (status == LASH_OK) {
    fputs("mode,real,imaginary,frequency,damping_ratio\n", file);
    for (size_t k = 0; k < count; k++) {
      const double size = hypot(real[k], imaginary[k]);
      fprintf(file, "%zu,%.17g,%.17g,%.17g,%.17g\n", k + 1, real[k], imaginary[k],
              size / (2 * 3.14159265358979324), size > 0 ? -real[k] / size : 0);
    }
    if (fclose(file) != 0) {
      status = lash_fail(error, LASH_FAILURE, "cannot write %s: %s", path, strerror(errno));
    }
  }
  free(real);
  return status;
}
