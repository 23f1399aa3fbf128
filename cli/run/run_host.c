/* lash run --host: a dataset in another engine, results in the same files. */
#include <errno.h>
#include <math.h>
#include <string.h>

#include "lash_host.h"
#include "json.h"
#include "run.h"

static lash_status count_output(void *context, lash_host *host, lash_error *error) {
  run_session *session = context;
  session->totals.outputs++;
  session->totals.count.steps = lash_host_steps(host);
  session->totals.end = lash_host_time(host);
  if (!run_interrupted()) return LASH_OK;
  return lash_fail(error, LASH_FAILURE, "interrupted at time %.10g", session->totals.end);
}

/* What belongs to the reference solver alone. */
static lash_status check_options(const run_options *o, lash_error *error) {
  const struct {
    bool given;
    const char *name;
  } own[] = {{o->integrator, "--integrator"},
             {o->analysis, "--analysis"},
             {isfinite(o->radius), "--radius"},
             {isfinite(o->alpha), "--baumgarte"},
             {o->checkpoint, "--checkpoint"},
             {o->resume, "--resume"},
             {o->req, "--req"},
             {o->res, "--res"}};
  for (size_t k = 0; k < sizeof own / sizeof *own; k++) {
    if (!own[k].given) continue;
    return lash_fail(error, LASH_UNSUPPORTED, "%s is for the reference solver; host %s has its own",
                     own[k].name, o->host);
  }
  if (isfinite(o->step) && isfinite(o->hmax)) {
    return lash_fail(error, LASH_BAD_INPUT,
                     "--step and --hmax exclude each other in another host: the one fixes the "
                     "step, the other bounds it");
  }
  if (isfinite(o->end)) return LASH_OK;
  return lash_fail(error, LASH_BAD_INPUT, "how long? Give --end T");
}

static void write_summary(const run_session *session, const lash_error *failure, FILE *out) {
  const lash_host_class *host = lash_host_find(session->options->host);
  json j;
  json_start(&j, out);
  json_object(&j, NULL);
  json_string(&j, "model", session->model.file);
  json_string(&j, "status", failure ? "failed" : "finished");
  if (failure) json_string(&j, "message", failure->message);
  json_string(&j, "host", lash_host_name(host));
  json_string(&j, "version", lash_host_version(host));
  json_string(&j, "folder", session->folder);
  json_number(&j, "end", session->totals.end);
  json_integer(&j, "outputs", (long long)session->totals.outputs);
  json_integer(&j, "steps", (long long)session->totals.count.steps);
  json_number(&j, "wall_time", session->wall);
  json_object_end(&j);
  json_end(&j);
}

/* Only where there is something to tell: a dataset that is refused leaves no folder. */
static lash_status show(const run_session *session, lash_status status, lash_error *error) {
  const run_options *o = session->options;
  const lash_error *failure = status == LASH_OK ? NULL : error;
  char path[1100];
  snprintf(path, sizeof path, "%s/summary.json", session->folder);
  FILE *file = fopen(path, "w");
  if (!file) {
    return lash_fail(error, LASH_FAILURE, "cannot write %s: %s", path, strerror(errno));
  }
  write_summary(session, failure, file);
  fclose(file);
  if (o->json) {
    write_summary(session, failure, stdout);
  } else if (!o->quiet && !failure) {
    printf("host %s to time %g: %zu outputs in %s, %zu steps (%.3g s)\n", o->host,
           session->totals.end, session->totals.outputs, session->folder,
           session->totals.count.steps, session->wall);
  }
  return status;
}

lash_status run_in_host(run_session *session, const run_options *o, lash_error *error) {
  const double begun = run_clock();
  lash_status status = check_options(o, error);
  if (status == LASH_OK) status = run_read(session, o, error);
  if (status == LASH_OK && session->commands) {
    status =
        lash_fail(error, LASH_UNSUPPORTED,
                  "command files are for the reference solver; give host %s the .adm", o->host);
  }
  if (status != LASH_OK) return status;
  run_choose_folder(session);
  const double outputs = isfinite(o->steps) ? o->steps : 100;
  const lash_host_run_options run = {
      .end = o->end,
      .output_step = isfinite(o->dtout) ? o->dtout : o->end / outputs,
      .folder = session->folder,
      .host = {.step = isfinite(o->step)   ? o->step
                       : isfinite(o->hmax) ? o->hmax
                                           : 0,
               .fixed = isfinite(o->step),
               .accuracy = isfinite(o->error) ? o->error : 0},
      .output = count_output,
      .context = session};
  status = lash_host_run(o->host, &session->model, &run, error);
  session->wall = run_clock() - begun;
  return session->totals.outputs > 0 ? show(session, status, error) : status;
}
