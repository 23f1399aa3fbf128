/* A sweep: hands out points, gathers results, keeps them. Rank 0 of an MPI job does all of this;
 * the other ranks offer their processors. Each rank computes in processes of its own, so that rank
 * 0 takes part too and a crash costs one point. */
#include "lash_sweep.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "lash_crew.h"
#include "log.h"
#include "readings.h"
#include "team.h"

/* ------------------------------------------------------------------------------ one point's run */

/* What is read on the way to the start of a point, as text in the place of numbers. */
static lash_status list_readings(const lash_sweep_options *o, size_t point,
                                 lash_crew_result *result, lash_error *error) {
  readings list = {0};
  char *text = NULL;
  size_t size = 0;
  readings_into(&list);
  readings_note_program();
  lash_status status = lash_plan_try(o->plan, o->study, point, error);
  readings_into(NULL);
  FILE *out = status == LASH_OK ? open_memstream(&text, &size) : NULL;
  if (out) readings_write(&list, out);
  if (status == LASH_OK && (!out || fclose(out) != 0))
    status = lash_fail(error, LASH_FAILURE, "out of memory");
  result->count = size / sizeof *result->values + 1;
  result->values = calloc(result->count, sizeof *result->values);
  if (result->values && text) memcpy(result->values, text, size);
  free(text);
  readings_free(&list);
  if (status == LASH_OK && !result->values)
    status = lash_fail(error, LASH_FAILURE, "out of memory");
  return status;
}

/* Behind the points' own numbers stand those that only ask what a point reads. */
static lash_status work(void *context, size_t index, lash_crew_result *result, lash_error *error) {
  const lash_sweep_options *o = context;
  if (index >= o->plan->points) return list_readings(o, index - o->plan->points, result, error);
  result->count = o->study->measures.count;
  result->values = calloc(result->count + 1, sizeof *result->values);
  if (!result->values) return lash_fail(error, LASH_FAILURE, "out of memory");
  return lash_plan_point(o->plan, o->study, index, result->values, error);
}

/* ---------------------------------------------------------------------------- between the ranks */

typedef enum message_kind {
  OFFER,  /* to rank 0: how many points this rank takes at a time */
  GIVE,   /* from rank 0: compute this point */
  RESULT, /* to rank 0 */
  STOP,   /* from rank 0: no more */
  GOODBYE /* to rank 0: the last one */
} message_kind;

typedef struct message {
  message_kind kind;
  bool lost;
  uint64_t number; /* point, or room */
  int status;
  double values[LASH_MEASURES_MAX];
  char reason[LASH_MESSAGE_MAX];
} message;

static message as_message(const lash_crew_result *result) {
  message m = {.kind = RESULT,
               .number = result->index,
               .status = result->failure.status,
               .lost = result->lost};
  if (m.status == LASH_OK)
    memcpy(m.values, result->values, result->count * sizeof *m.values);
  else
    memcpy(m.reason, result->failure.message, sizeof m.reason);
  return m;
}

static void rest(void) { usleep(500); }

/* What ranks other than 0 do: compute what they are given until told to stop. */
static lash_status assist(const team *t, lash_crew *crew, lash_error *error) {
  message m = {.kind = OFFER, .number = lash_crew_room(crew)};
  lash_status status = LASH_OK;
  t->send(0, &m, sizeof m);
  while (status == LASH_OK) {
    int from;
    size_t size;
    bool got = false;
    while (status == LASH_OK && t->receive(&from, &m, sizeof m, &size)) {
      if (m.kind == STOP) {
        m.kind = GOODBYE;
        t->send(0, &m, sizeof m);
        return LASH_OK;
      }
      status = lash_crew_give(crew, (size_t)m.number, error);
    }
    lash_crew_result result;
    if (status == LASH_OK) status = lash_crew_take(crew, 1, &result, &got, error);
    if (status == LASH_OK && got) {
      m = as_message(&result);
      free(result.values);
      t->send(0, &m, sizeof m);
    } else {
      rest();
    }
  }
  return status;
}

/* ----------------------------------------------------------------------------------- the master */

typedef struct master {
  const lash_sweep_options *options;
  lash_sweep *sweep;
  const team *team; /* NULL: alone */
  lash_crew *crew;
  sweep_log *log;
  size_t *room; /* points that each rank takes now; of rank 0 its crew says */
  size_t *todo, next;
  double begun;
} master;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* One line, without what would break the log. */
static char *as_reason(const char *text) {
  char *copy = strdup(text[0] ? text : "no reason was given");
  for (char *p = copy; p && *p; p++) {
    if ((unsigned char)*p < ' ') *p = ' ';
  }
  return copy;
}

static lash_status keep(master *m, const message *result, lash_error *error) {
  const size_t measures = m->options->study->measures.count;
  lash_point *p = &m->sweep->point[result->number];
  free(p->values);
  free(p->reason);
  *p = (lash_point){0};
  if (result->status == LASH_OK) {
    p->state = LASH_POINT_DONE;
    p->values = malloc((measures + 1) * sizeof *p->values);
    if (p->values) memcpy(p->values, result->values, measures * sizeof *p->values);
  } else {
    p->state = result->lost ? LASH_POINT_LOST : LASH_POINT_FAILED;
    p->reason = as_reason(result->reason);
    m->sweep->progress.failed++;
  }
  if (!p->values && !p->reason) return lash_fail(error, LASH_FAILURE, "out of memory for results");
  m->sweep->progress.finished++;
  return log_add(m->log, (size_t)result->number, p, error);
}

/* Gives out points as long as somebody takes them: a place at each rank in turn. */
static lash_status hand_out(master *m, lash_error *error) {
  const lash_sweep_progress *progress = &m->sweep->progress;
  const int ranks = m->team ? m->team->size : 1;
  lash_status status = LASH_OK;
  bool taken = true;
  while (taken && status == LASH_OK) {
    taken = false;
    for (int rank = 0; rank < ranks && m->next < progress->points && status == LASH_OK; rank++) {
      const size_t room = rank ? m->room[rank] : lash_crew_room(m->crew);
      if (room == 0) continue;
      const size_t point = m->todo[m->next++];
      taken = true;
      if (rank == 0) {
        status = lash_crew_give(m->crew, point, error);
      } else {
        const message give = {.kind = GIVE, .number = point};
        m->team->send(rank, &give, sizeof give);
        m->room[rank]--;
      }
    }
  }
  return status;
}

/* Takes all results that are there; waits a little when there are none. */
static lash_status take_in(master *m, lash_error *error) {
  lash_crew_result result;
  message text;
  int from, patience = m->team ? 1 : 200;
  size_t size;
  bool got, any = false;
  lash_status status;
  do {
    status = lash_crew_take(m->crew, patience, &result, &got, error);
    if (status != LASH_OK || !got) break;
    text = as_message(&result);
    free(result.values);
    status = keep(m, &text, error);
    patience = 0;
    any = true;
  } while (status == LASH_OK);
  while (m->team && status == LASH_OK && m->team->receive(&from, &text, sizeof text, &size)) {
    any = true;
    if (text.kind == OFFER) {
      m->room[from] = (size_t)text.number;
      continue;
    }
    m->room[from]++;
    status = keep(m, &text, error);
  }
  if (m->team && !any) rest();
  if (status == LASH_OK) status = log_sync(m->log, error);
  return status;
}

static lash_status compute(master *m, lash_error *error) {
  const lash_sweep_options *o = m->options;
  lash_sweep_progress *p = &m->sweep->progress;
  lash_status status = LASH_OK;
  while (status == LASH_OK && p->finished < p->points) {
    if (o->stop && o->stop(o->context)) {
      m->sweep->interrupted = true;
      break;
    }
    status = hand_out(m, error);
    if (status == LASH_OK) status = take_in(m, error);
    p->seconds = now() - m->begun;
    if (o->progress) o->progress(o->context, p);
  }
  return status;
}

/* What is left to do. */
static lash_status list_points(master *m, lash_error *error) {
  const lash_sweep_options *o = m->options;
  lash_sweep_progress *p = &m->sweep->progress;
  m->todo = malloc((o->plan->points + 1) * sizeof *m->todo);
  if (!m->todo) return lash_fail(error, LASH_FAILURE, "out of memory");
  for (size_t i = o->slice; i < o->plan->points; i += o->slices) {
    const lash_point_state state = m->sweep->point[i].state;
    const bool open = state == LASH_POINT_OPEN || state == LASH_POINT_LOST ||
                      (state == LASH_POINT_FAILED && o->retry_failed);
    if (open)
      m->todo[p->points++] = i;
    else
      p->before++;
  }
  return LASH_OK;
}

/* One job asks what a point reads. Points that cannot be begun read nothing that counts. */
static lash_status ask_one(master *m, size_t point, readings *reads, bool *found,
                           lash_error *error) {
  const lash_sweep_options *o = m->options;
  lash_crew_result result;
  bool got = false;
  lash_status status = lash_crew_give(m->crew, o->plan->points + point, error);
  while (status == LASH_OK && !got && !(o->stop && o->stop(o->context)))
    status = lash_crew_take(m->crew, 200, &result, &got, error);
  if (status != LASH_OK || !got) return status;
  if (result.failure.status == LASH_OK) {
    readings_take(reads, (const char *)result.values);
    *found = true;
  }
  free(result.values);
  if (!result.lost) return LASH_OK;
  *error = result.failure;
  lash_error_prefix(error, "looking at what a point reads");
  return error->status = LASH_FAILURE;
}

/* What the study reads: at its first point that can be begun, and, as words may be names of files,
 * with every word of every list. */
static lash_status ask_readings(master *m, readings *reads, lash_error *error) {
  enum { TRIED = 64 };
  const lash_plan *plan = m->options->plan;
  const size_t stride = plan->points / TRIED + 1;
  lash_status status = LASH_OK;
  bool found = false;
  for (size_t i = 0; i < plan->points && status == LASH_OK && !found; i += stride)
    status = ask_one(m, i, reads, &found, error);
  for (size_t k = 0; k < plan->parameters && !plan->sample; k++) {
    size_t apart = 1; /* between points that differ in this parameter alone */
    for (size_t j = k + 1; j < plan->parameters; j++) apart *= plan->parameter[j].count;
    const lash_parameter *p = &plan->parameter[k];
    double number;
    for (size_t v = 1; p->word && v < p->count && v < TRIED && status == LASH_OK; v++) {
      if (!lash_parse_number(p->word[v], &number))
        status = ask_one(m, v * apart, reads, &found, error);
    }
  }
  return status;
}

static lash_status lead(master *m, lash_error *error) {
  const lash_sweep_options *o = m->options;
  const int ranks = m->team ? m->team->size : 1;
  m->begun = now();
  m->room = calloc((size_t)ranks, sizeof *m->room);
  if (!m->room) return lash_fail(error, LASH_FAILURE, "out of memory");
  readings reads = {0};
  lash_status status = ask_readings(m, &reads, error);
  if (status == LASH_OK) status = log_open(o, &reads, m->sweep->point, &m->log, error);
  readings_free(&reads);
  if (status == LASH_OK) status = list_points(m, error);
  if (status == LASH_OK) status = compute(m, error);
  for (size_t i = 0; i < o->plan->points; i++) m->sweep->count[m->sweep->point[i].state]++;
  if (status == LASH_OK && m->sweep->count[LASH_POINT_OPEN] == 0) {
    status = log_write_table(o, m->sweep->point, error);
  }
  m->sweep->progress.seconds = now() - m->begun;
  return status;
}

/* Ranks may still be offering or computing: whatever comes before their goodbyes is passed over. */
static void dismiss(const team *t) {
  message m = {.kind = STOP};
  size_t size;
  int from, left = t->size - 1;
  for (int rank = 1; rank < t->size; rank++) t->send(rank, &m, sizeof m);
  while (left > 0) {
    if (t->receive(&from, &m, sizeof m, &size))
      left -= m.kind == GOODBYE;
    else
      rest();
  }
}

/* ---------------------------------------------------------------------------------------- sweep */

static lash_status check(const lash_sweep_options *o, lash_error *error) {
  if (o->study->measures.count == 0) {
    return lash_fail(error, LASH_BAD_INPUT,
                     "nothing to measure: give --measure, for instance peak(request/1.f2)");
  }
  if (o->slices < 1 || o->slice >= o->slices) {
    return lash_fail(error, LASH_BAD_INPUT, "slice %zu of %zu does not exist", o->slice + 1,
                     o->slices);
  }
  return LASH_OK;
}

static lash_status run_as_team(master *m, lash_error *error) {
  lash_status status = team_join(&m->team, error);
  if (status != LASH_OK) return status;
  m->sweep->progress.ranks = m->team->size;
  if (m->team->rank > 0) {
    m->sweep->assistant = true;
    status = assist(m->team, m->crew, error);
  } else {
    status = lead(m, error);
    dismiss(m->team);
  }
  /* jobs under way are ended before MPI is, which may take its time */
  lash_crew_stop(m->crew);
  m->crew = NULL;
  m->team->finish(status != LASH_OK && m->sweep->assistant);
  return status;
}

lash_status lash_sweep_run(const lash_sweep_options *options, lash_sweep **made,
                           lash_error *error) {
  lash_status status = check(options, error);
  if (status != LASH_OK) return status;
  const bool ranks = team_launched();
  lash_crew_options crew = {.side_by_side = options->side_by_side,
                            .processor_limit = options->processor_limit};
  if (ranks && crew.side_by_side < 1) crew.side_by_side = 1;
  lash_sweep *sweep = calloc(1, sizeof *sweep);
  lash_point *point = calloc(options->plan->points + 1, sizeof *point);
  if (!sweep || !point) {
    free(sweep);
    free(point);
    return lash_fail(error, LASH_FAILURE, "out of memory for %zu points", options->plan->points);
  }
  sweep->options = options;
  sweep->point = point;
  sweep->progress.ranks = 1;
  master m = {.options = options, .sweep = sweep};
  /* before anything else is open or started: jobs are copies of what is here now */
  status = lash_crew_start(&crew, work, (void *)(uintptr_t)options, &m.crew, error);
  if (status == LASH_OK) {
    sweep->progress.processors = (int)lash_crew_room(m.crew) - 1;
    status = ranks ? run_as_team(&m, error) : lead(&m, error);
  }
  lash_crew_stop(m.crew);
  log_close(m.log);
  free(m.room);
  free(m.todo);
  if (status == LASH_OK)
    *made = sweep;
  else
    lash_sweep_free(sweep);
  return status;
}

void lash_sweep_free(lash_sweep *sweep) {
  if (!sweep) return;
  for (size_t i = 0; i < sweep->options->plan->points; i++) {
    free(sweep->point[i].values);
    free(sweep->point[i].reason);
  }
  free(sweep->point);
  free(sweep);
}
