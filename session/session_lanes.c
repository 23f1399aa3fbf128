/* Several sessions side by side. */
#include <stdlib.h>

#include "session_impl.h"

/* A member on its way. */
typedef struct traveller {
  lash_session *session;
  lash_watcher watcher;
  double end;
  bool together; /* it waits for the others between the two halves of its simulation */
} traveller;

/* One dynamic simulation in the reference solver and nothing else. */
static bool is_simple(const lash_session *s) {
  return s->engine == &session_solver && s->command_count == 1 && s->commands == &s->single &&
         s->single.kind == LASH_COMMAND_SIMULATE && !s->options.resume && !s->options.checkpoint;
}

/* Up to where its integration begins, or to its end where it has to go alone and `may` do so. */
static lash_status set_out(traveller *on, lash_session_member *m, bool may) {
  lash_session *s;
  lash_analysis analysis;
  double step;
  lash_error *error = &m->error;
  lash_status status = lash_session_open_model(m->model, m->options, &on->session, error);
  s = on->session;
  if (status != LASH_OK || !is_simple(s))
    return status == LASH_OK && may ? lash_session_run(s, error) : status;
  status = session_check_end(s, error);
  if (status == LASH_OK) status = lash_session_start(s, error);
  if (status != LASH_OK || lash_system_size(s->system)->dof == 0 ||
      (s->single.analysis != LASH_ANALYSIS_TRANSIENT &&
       s->single.analysis != LASH_ANALYSIS_DYNAMIC))
    return status == LASH_OK && may ? lash_session_run(s, error) : status;
  status = session_begin(s, &s->single, &analysis, &on->end, &step, error);
  if (status != LASH_OK) return status;
  on->together = true;
  return solver_begin(s, &on->watcher, error);
}

/* What is left when its integration is over. */
static lash_status arrive(traveller *on, lash_session_member *m) {
  lash_session *s = on->session;
  lash_status status = m->status;
  if (on->together) {
    status = solver_end(s, status, &m->error);
    s->totals.end = s->t;
    if (status == LASH_OK) status = lash_session_finish(s, &m->error);
  }
  return status == LASH_OK ? lash_session_take_record(s, &m->record, &m->error) : status;
}

static bool joins(const traveller *on, const lash_session_member *m) {
  return m->status == LASH_OK && on->together && lash_integrate_joins(on->session->run);
}

static void go(traveller *on, lash_session_member *member, size_t count, lash_side_by_side *run,
               size_t *in_lanes) {
  size_t runs = 0;
  for (size_t k = 0; k < count; k++)
    if (member[k].status == LASH_OK && on[k].together)
      run[runs++] = (lash_side_by_side){
          .run = on[k].session->run, .end = on[k].end, .watcher = &on[k].watcher};
  lash_integrate_side_by_side(run, runs, in_lanes);
  for (size_t k = 0; k < count; k++) {
    if (member[k].status == LASH_OK && on[k].together) {
      member[k].status = run->status;
      member[k].error = run++->error;
    }
    member[k].status = arrive(&on[k], &member[k]);
  }
}

lash_status lash_session_record_side_by_side(lash_session_member *member, size_t count,
                                             bool all_or_none, size_t *in_lanes,
                                             lash_error *error) {
  traveller *on = calloc(count + 1, sizeof *on);
  lash_side_by_side *run = calloc(count + 1, sizeof *run);
  const bool enough = on && run;
  bool refused = false;
  if (in_lanes) *in_lanes = 0;
  for (size_t k = 0; enough && !refused && k < count; k++) {
    member[k].record = (lash_record){0};
    member[k].status = set_out(&on[k], &member[k], k > 0 || !all_or_none);
    refused = k == 0 && all_or_none && !joins(&on[0], &member[0]);
  }
  if (enough && !refused) go(on, member, count, run, in_lanes);
  for (size_t k = 0; enough && k < count; k++) lash_session_free(on[k].session);
  free(on);
  free(run);
  if (!enough) return lash_fail(error, LASH_FAILURE, "out of memory for a group of runs");
  return refused ? lash_fail(error, LASH_UNSUPPORTED, "a run that has to go alone") : LASH_OK;
}
