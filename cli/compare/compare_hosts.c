/* One dataset in several engines: runs, and what is kept of them. */
#include "compare_hosts.h"

#include <stdlib.h>
#include <string.h>

#include "files.h"
#include "paths.h"
#include "run.h"

static lash_status watch(void *context, lash_session *session, double t, lash_error *error) {
  host_record *r = context;
  (void)t;
  return host_impacts_watch(&r->impacts, lash_session_host(session), error);
}

/* One run of the session: all requests, and contacts as they come. */
static lash_status run(const lash_model *model, const lash_session_options *options, host_record *r,
                       lash_error *error) {
  lash_session *session;
  const double begun = run_clock();
  lash_status status = lash_session_open_model(model, options, &session, error);
  if (status == LASH_OK) status = lash_session_run(session, error);
  r->seconds = run_clock() - begun;
  if (status == LASH_OK) status = lash_session_take_record(session, &r->run, error);
  lash_session_free(session);
  if (status != LASH_OK) lash_error_prefix(error, "%s", r->host);
  return status;
}

lash_status host_record_run(const compare_hosts_options *o, const lash_model *model,
                            const char *name, const lash_host_options *how, host_record *r,
                            lash_error *error) {
  *r = (host_record){.host = name};
  lash_status status = host_impacts_begin(&r->impacts, model, error);
  char *folder = o->folder ? path_join(o->folder, r->host) : NULL;
  if (status == LASH_OK && o->folder) status = folder_make(folder, error);
  if (status != LASH_OK) {
    free(folder);
    return status;
  }
  lash_session_options options = lash_session_defaults();
  options.host = name;
  options.end = o->end;
  options.output_step = o->output_step;
  options.error = how->accuracy;
  if (how->fixed)
    options.step = how->step;
  else
    options.hmax = how->step;
  options.tables = o->folder != NULL;
  options.folder = folder;
  options.requests = true;
  options.watcher = (lash_session_watcher){.context = r, .output = watch};
  status = run(model, &options, r, error);
  free(folder);
  return status;
}

void host_record_free(host_record *r) {
  lash_record_free(&r->run);
  host_impacts_free(&r->impacts);
}

/* -------------------------------------------------------------------------------------- command */

static lash_status compare(const compare_hosts_options *o, const lash_model *model,
                           const char *const *names, size_t count, lash_error *error) {
  const lash_host_options how = {.step = o->step, .accuracy = o->accuracy};
  host_record list[HOSTS_MAX];
  lash_status status = LASH_OK;
  size_t done = 0;
  while (done < count && status == LASH_OK) {
    status = host_record_run(o, model, names[done], &how, &list[done], error);
    done++;
  }
  if (status == LASH_OK) status = compare_hosts_show(o, model, list, count, error);
  while (done > 0) host_record_free(&list[--done]);
  return status;
}

lash_status compare_hosts(const compare_hosts_options *o, lash_error *error) {
  lash_model model;
  const char *names[HOSTS_MAX];
  size_t count = 0;
  if (!o->model) {
    return lash_fail(error, LASH_BAD_INPUT,
                     "name the dataset: lash compare --hosts mujoco,simbody model.adm --end 1 "
                     "--dtout 0.01");
  }
  lash_status status = lash_model_read(&model, o->model, error);
  if (status == LASH_UNSUPPORTED) status = LASH_OK; /* each host says what it cannot take */
  for (size_t k = 0; k < o->set_count && status == LASH_OK; k++) {
    status = lash_model_set(&model, o->set[k].name, o->set[k].value, error);
  }
  for (size_t k = 0; k < o->without.count && status == LASH_OK; k++) {
    status = lash_model_activate(&model, o->without.item[k], false, error);
    if (status != LASH_OK) lash_error_prefix(error, "--without %s", o->without.item[k]);
  }
  if (status == LASH_OK && model.request.count == 0) {
    status = lash_fail(error, LASH_BAD_INPUT, "%s has no REQUEST to compare; add one", o->model);
  }
  if (status == LASH_OK)
    status = cli_names_split(o->hosts, names, &count, HOSTS_MAX, "hosts", error);
  if (status == LASH_OK && !count)
    status = lash_fail(error, LASH_BAD_INPUT, "name the hosts: --hosts mujoco,simbody");
  if (status == LASH_OK && o->orders)
    status = compare_orders(o, &model, names, count, error);
  else if (status == LASH_OK)
    status = compare(o, &model, names, count, error);
  lash_model_free(&model);
  return status;
}
