/* Running cycles and jumping over others. */
#include "lash_wear_study.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "worn_joints.h"

enum { SUBSTEPS = 8 };

typedef struct moments {
  lash_wear_moment *item;
  size_t count;
} moments;

/* A joint while it is studied. */
typedef struct studied {
  int user;
  lash_joint joint;
  lash_joint_memory memory;
  lash_joint_worn worn;          /* the memory's */
  moments now[LASH_JOINT_WORN];  /* of the cycle looked at last … */
  moments half[LASH_JOINT_WORN]; /* … at the start, and half-way through a jump */
  moments *looking;
} studied;

typedef struct worker {
  const lash_wear_plan *plan;
  lash_session *session;
  lash_system *system;
  size_t joints;
  studied *joint;
  bool looking;
  double step; /* between moments, s */
  lash_wear_result *result;
} worker;

/* ------------------------------------------------------------------------------------ one cycle */

static lash_status ask(worker *w, studied *j, lash_error *error) {
  const lash_status status = lash_user_joint_ask(w->system, j->user, &j->joint, &j->memory, error);
  for (size_t s = 0; s < LASH_JOINT_WORN && !status; s++)
    lash_joint_worn_settle(&j->joint, &j->worn.site[s]);
  return status;
}

static lash_status tell(worker *w, studied *j, const lash_joint_worn *worn, lash_error *error) {
  const lash_status status = ask(w, j, error);
  if (status != LASH_OK) return status;
  for (size_t s = 0; s < LASH_JOINT_WORN; s++) {
    j->worn.site[s].profile = worn->site[s].profile;
    j->worn.site[s].tally = worn->site[s].tally;
  }
  return lash_user_joint_tell(w->system, j->user, &j->joint, &j->memory, error);
}

/* At each output of a cycle that is looked at. */
static lash_status keep_moment(void *context, lash_session *session, double t, lash_error *error) {
  worker *w = context;
  (void)session;
  (void)t;
  for (size_t k = 0; k < w->joints && w->looking; k++) {
    studied *j = &w->joint[k];
    const lash_status status = ask(w, j, error);
    if (status != LASH_OK) return status;
    for (size_t s = 0; s < LASH_JOINT_WORN; s++) {
      const lash_joint_worn_site *site = &j->worn.site[s];
      moments *m = &j->looking[s];
      if (m->count < w->plan->samples + 2 &&
          lash_wear_moment_of(&j->joint.wear, &site->profile, &site->at, site->load,
                              site->speed * w->step, &m->item[m->count]))
        m->count++;
    }
  }
  return LASH_OK;
}

static bool proceed(void *context, double from, double to, const lash_integrate_statistics *now) {
  const lash_wear_plan *plan = ((const worker *)context)->plan;
  (void)from, (void)to, (void)now;
  return !plan->proceed || plan->proceed(plan->context);
}

static lash_status run_cycles(worker *w, double cycles, lash_error *error) {
  if (!(cycles > 0)) return LASH_OK;
  w->result->runs += (size_t)ceil(cycles);
  const double to = lash_session_time(w->session) + cycles * w->plan->period;
  return lash_session_advance(w->session, to, error);
}

/* The volume that the moments would take, against what the cycle took: moments between outputs are
 * missed, impacts above all. */
static lash_status scale_moments(const studied *j, size_t s, const double before[2], moments *m,
                                 lash_error *error) {
  const lash_wear *wear = &j->joint.wear;
  const int body = wear->k[0] > 0 ? 0 : 1;
  const double taken = j->worn.site[s].tally.volume[body] - before[body];
  double seen = 0;
  for (size_t n = 0; n < m->count; n++)
    seen += wear->k[body] * m->item[n].load * m->item[n].surplus * m->item[n].slid;
  if (!(taken > 0)) m->count = 0;
  if (taken > 0 && !(seen > 0))
    return lash_fail(error, LASH_FAILURE,
                     "GFORCE joints touch so shortly that no moment of the cycle shows it; ask for "
                     "more --samples");
  for (size_t n = 0; n < m->count; n++) m->item[n].slid *= taken / seen;
  return LASH_OK;
}

/* Runs a cycle on these surfaces, one for each joint, which stay as they are. */
static lash_status look(worker *w, const lash_joint_worn *surfaces, double settle, bool half,
                        lash_error *error) {
  lash_status status = LASH_OK;
  double before[LASH_WEAR_JOINTS_MAX][LASH_JOINT_WORN][2];
  for (size_t k = 0; k < w->joints && !status; k++)
    status = tell(w, &w->joint[k], &surfaces[k], error);
  if (!status) status = run_cycles(w, settle, error);
  for (size_t k = 0; k < w->joints && !status; k++) {
    studied *j = &w->joint[k];
    j->looking = half ? j->half : j->now;
    for (size_t s = 0; s < LASH_JOINT_WORN; s++) {
      j->looking[s].count = 0;
      memcpy(before[k][s], surfaces[k].site[s].tally.volume, sizeof before[k][s]);
    }
    status = tell(w, j, &surfaces[k], error);
  }
  w->looking = true;
  if (!status) status = run_cycles(w, 1, error);
  w->looking = false;
  for (size_t k = 0; k < w->joints && !status; k++) {
    status = ask(w, &w->joint[k], error);
    for (size_t s = 0; s < LASH_JOINT_WORN && !status; s++)
      status = scale_moments(&w->joint[k], s, before[k][s], &w->joint[k].looking[s], error);
  }
  return status;
}

/* ------------------------------------------------------------------------------------ one jump */

static void jump(const studied *j, const moments *m, double cycles, size_t steps,
                 lash_joint_worn *worn) {
  for (size_t s = 0; s < LASH_JOINT_WORN; s++)
    if (m[s].count)
      lash_wear_jump(&j->joint.wear, &worn->site[s].profile, m[s].item, m[s].count, cycles, steps,
                     &worn->site[s].tally);
}

static double apart(const lash_joint *joint, const lash_joint_worn *a, const lash_joint_worn *b) {
  double most = 0;
  for (size_t s = 0; s < LASH_JOINT_WORN; s++)
    for (int body = 0; body < 2; body++)
      for (size_t k = 0; k < joint->wear.cells; k++)
        most =
            fmax(most, fabs(a->site[s].profile.depth[body][k] - b->site[s].profile.depth[body][k]));
  return most;
}

/* Surfaces before, half-way, and after by both kinds of moments. */
typedef struct jumping {
  lash_joint_worn before[LASH_WEAR_JOINTS_MAX], half[LASH_WEAR_JOINTS_MAX],
      after[LASH_WEAR_JOINTS_MAX], plain;
  double error[LASH_WEAR_JOINTS_MAX];
} jumping;

/* One jump with its error: how much of the growth it is, at the worst joint. */
static lash_status try_jump(worker *w, jumping *b, double cycles, double *part, lash_error *error) {
  for (size_t k = 0; k < w->joints; k++) {
    b->half[k] = b->before[k];
    jump(&w->joint[k], w->joint[k].now, cycles / 2, SUBSTEPS, &b->half[k]);
  }
  const lash_status status = look(w, b->half, w->plan->settle, true, error);
  *part = 0;
  for (size_t k = 0; k < w->joints && !status; k++) {
    const studied *j = &w->joint[k];
    double off = 0, grown;
    b->after[k] = b->plain = b->before[k];
    jump(j, j->half, cycles, 2 * SUBSTEPS, &b->after[k]);
    jump(j, j->now, cycles, 2 * SUBSTEPS, &b->plain);
    off = apart(&j->joint, &b->after[k], &b->plain);
    b->plain = b->before[k];
    jump(j, j->half, cycles, SUBSTEPS, &b->plain);
    off += apart(&j->joint, &b->after[k], &b->plain);
    grown = apart(&j->joint, &b->after[k], &b->before[k]);
    b->error[k] = off;
    if (grown > 0) *part = fmax(*part, off / grown);
  }
  return status;
}

static lash_status keep_stage(worker *w, const jumping *b, double cycles, lash_error *error) {
  lash_wear_result *r = w->result;
  for (size_t k = 0; k < w->joints; k++) {
    lash_wear_history *h = &r->joint[k];
    lash_wear_stage *room = realloc(h->stage, (r->stages + 1) * sizeof *room);
    if (!room) return lash_fail(error, LASH_FAILURE, "no memory for another stage");
    h->stage = room;
    room[r->stages] =
        (lash_wear_stage){.cycles = cycles,
                          .error = (r->stages ? room[r->stages - 1].error : 0) + b->error[k],
                          .worn = b->before[k]};
  }
  r->stages++;
  return LASH_OK;
}

static lash_status check_layers(const worker *w, const jumping *b, lash_error *error) {
  for (size_t k = 0; k < w->joints; k++)
    for (size_t s = 0; s < LASH_JOINT_WORN; s++) {
      const lash_status status =
          lash_wear_check(&w->joint[k].joint.wear, &b->before[k].site[s].profile, error);
      if (status != LASH_OK) {
        lash_error_prefix(error, "GFORCE/%d", w->result->joint[k].id);
        return status;
      }
    }
  return LASH_OK;
}

static lash_status go_on(worker *w, jumping *b, lash_error *error) {
  const lash_wear_plan *plan = w->plan;
  double done = 0, length = plan->cycles / 100;
  lash_status status = look(w, b->before, plan->first, false, error);
  for (size_t n = 0; n < plan->jumps && done < plan->cycles && !status; n++) {
    double part = 0;
    const double least = fmin(plan->cycles / (double)plan->jumps, plan->cycles - done);
    length = fmax(fmin(length, plan->cycles - done), least);
    status = try_jump(w, b, length, &part, error);
    while (!status && part > plan->tolerance && length > least) {
      length = fmax(length * fmax(0.2, 0.8 * plan->tolerance / part), least);
      status = try_jump(w, b, length, &part, error);
    }
    if (status) break;
    memcpy(b->before, b->after, sizeof b->before);
    done = plan->cycles - done - length > 1e-9 * plan->cycles ? done + length : plan->cycles;
    status = keep_stage(w, b, done, error);
    w->result->finished = done >= plan->cycles;
    if (!status && plan->jumped) status = plan->jumped(plan->context, w->result, error);
    if (!status) status = check_layers(w, b, error);
    length *= fmin(3, part > 0 ? 0.9 * plan->tolerance / part : 3);
    if (done < plan->cycles && !status) status = look(w, b->before, plan->settle, false, error);
  }
  return status;
}

/* ---------------------------------------------------------------------------------------- study */

lash_wear_plan lash_wear_defaults(void) {
  return (lash_wear_plan){.settle = 1, .first = 3, .samples = 360, .tolerance = 0.1, .jumps = 200};
}

static lash_status make_room(moments *m, size_t samples, lash_error *error) {
  m->item = calloc(samples + 2, sizeof *m->item);
  return m->item ? LASH_OK : lash_fail(error, LASH_FAILURE, "no memory for %zu moments", samples);
}

static lash_status find_joints(worker *w, lash_error *error) {
  lash_joint joint;
  int id;
  for (int user = lash_user_worn_joint(w->system, 0, &id, &joint); user >= 0;
       user = lash_user_worn_joint(w->system, user + 1, &id, &joint)) {
    if (w->joints == LASH_WEAR_JOINTS_MAX)
      return lash_fail(error, LASH_UNSUPPORTED, "more than %d joints wear", LASH_WEAR_JOINTS_MAX);
    if (lash_joint_wears_socket(&joint))
      return lash_fail(error, LASH_UNSUPPORTED,
                       "GFORCE/%d is a ball that wears its socket; only journals and bearings are "
                       "jumped over cycles. Run it (lash run) and ask a REQUEST for site -2, or "
                       "take wear= out of its STRING",
                       id);
    studied *j = &w->joint[w->joints];
    j->user = user;
    j->joint = joint;
    j->memory.worn = &j->worn;
    w->result->joint[w->joints++] = (lash_wear_history){.id = id, .joint = joint};
    w->result->joints = w->joints;
    for (size_t s = 0; s < LASH_JOINT_WORN; s++) {
      lash_status status = make_room(&j->now[s], w->plan->samples, error);
      if (!status) status = make_room(&j->half[s], w->plan->samples, error);
      if (status) return status;
    }
  }
  if (w->joints) return LASH_OK;
  return lash_fail(error, LASH_BAD_INPUT,
                   "no joint of this model wears; say wear=archard k_i=… in the STRING of a "
                   "Lash_revolute");
}

static lash_status start_surfaces(const worker *w, jumping *b, lash_error *error) {
  lash_status status = LASH_OK;
  for (size_t k = 0; k < w->joints && !status && w->plan->profile; k++)
    status = lash_wear_read(w->plan->profile, w->result->joint[k].id, &w->joint[k].joint,
                            &b->before[k], error);
  return status;
}

static lash_status work(worker *w, jumping *b, lash_error *error) {
  lash_status status = lash_session_start(w->session, error);
  w->system = lash_session_system(w->session);
  if (!status && !w->system)
    status = lash_fail(error, LASH_UNSUPPORTED, "wear over cycles runs in the reference solver");
  if (!status) status = find_joints(w, error);
  if (!status) status = start_surfaces(w, b, error);
  if (!status) status = keep_stage(w, b, 0, error);
  /* a routine has a memory once it has been asked at the start */
  if (!status) status = run_cycles(w, 1e-3, error);
  return status ? status : go_on(w, b, error);
}

lash_status lash_wear_study(const lash_study *study, const lash_wear_plan *plan,
                            lash_wear_result *result, lash_error *error) {
  *result = (lash_wear_result){.joints = 0};
  worker w = {.plan = plan, .result = result};
  lash_model model;
  lash_status status = lash_study_model(study, NULL, NULL, &model, error);
  lash_session_options options = study->run;
  options.output_step = plan->period / (double)plan->samples;
  options.no_audit = true;
  options.watcher =
      (lash_session_watcher){.context = &w, .output = keep_moment, .proceed = proceed};
  jumping *b = calloc(1, sizeof *b);
  w.joint = calloc(LASH_WEAR_JOINTS_MAX, sizeof *w.joint);
  if (!status && (!b || !w.joint)) status = lash_fail(error, LASH_FAILURE, "no memory for a study");
  if (!status) status = lash_session_open_model(&model, &options, &w.session, error);
  if (!status) {
    w.step = options.output_step;
    status = work(&w, b, error);
  }
  lash_session_free(w.session);
  lash_model_free(&model);
  for (size_t k = 0; w.joint && k < LASH_WEAR_JOINTS_MAX; k++)
    for (size_t s = 0; s < LASH_JOINT_WORN; s++) {
      free(w.joint[k].now[s].item);
      free(w.joint[k].half[s].item);
    }
  free(w.joint);
  free(b);
  return status;
}

void lash_wear_result_free(lash_wear_result *result) {
  for (size_t k = 0; k < result->joints; k++) free(result->joint[k].stage);
  *result = (lash_wear_result){.joints = 0};
}
