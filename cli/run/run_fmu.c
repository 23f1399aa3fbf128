#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "import.h"
#include "run.h"

/* A number that goes to and fro. */
typedef struct coupling {
  bool to_fmu;
  int variable;
  unsigned reference;
} coupling;

typedef struct pair {
  lash_session *session;
  fmu_import *fmu;
  double seconds; /* in a unit of the dataset's time */
  coupling list[LASH_TEXTS_MAX];
  size_t count;
} pair;

/* "VARIABLE/3"; false for another name. */
static bool variable_of(const char *text, size_t length, int *id) {
  char name[32];
  char *end;
  if (length >= sizeof name || strncasecmp(text, "VARIABLE/", 9) != 0) return false;
  snprintf(name, sizeof name, "%.*s", (int)length, text);
  *id = (int)strtol(name + 9, &end, 10);
  return *id > 0 && *end == '\0';
}

static lash_status read_signal(const pair *p, const char *text, coupling *s, lash_error *error) {
  const char *equals = strchr(text, '=');
  const size_t length = equals ? (size_t)(equals - text) : 0;
  char name[200];
  *s = (coupling){.variable = 0};
  if (equals && variable_of(text, length, &s->variable)) {
    snprintf(name, sizeof name, "%s", equals + 1);
  } else if (equals && variable_of(equals + 1, strlen(equals + 1), &s->variable)) {
    s->to_fmu = true;
    snprintf(name, sizeof name, "%.*s", (int)length, text);
  } else {
    return lash_fail(error, LASH_BAD_INPUT,
                     "--connect %s: write VARIABLE/ID=OUTPUT or INPUT=VARIABLE/ID", text);
  }
  if (lash_model_find(lash_session_model(p->session), LASH_KIND_VARIABLE, s->variable) < 0)
    return lash_fail(error, LASH_BAD_INPUT, "--connect %s: the dataset has no VARIABLE/%d", text,
                     s->variable);
  return fmu_import_find(p->fmu, name, s->to_fmu, &s->reference, error);
}

static lash_status to_fmu(pair *p, lash_error *error) {
  lash_status status = LASH_OK;
  for (size_t i = 0; i < p->count && status == LASH_OK; i++) {
    const coupling *s = &p->list[i];
    double value;
    if (!s->to_fmu) continue;
    status = lash_session_measure(p->session, "VARVAL", &s->variable, 1, &value, error);
    if (status == LASH_OK) status = fmu_import_set(p->fmu, s->reference, value, error);
  }
  return status;
}

static lash_status from_fmu(pair *p, lash_error *error) {
  lash_status status = LASH_OK;
  for (size_t i = 0; i < p->count && status == LASH_OK; i++) {
    const coupling *s = &p->list[i];
    lash_input input = {.time = lash_session_time(p->session)};
    if (s->to_fmu) continue;
    status = fmu_import_get(p->fmu, s->reference, &input.value, error);
    if (status == LASH_OK && !isfinite(input.value))
      status = lash_fail(error, LASH_FAILURE, "the FMU's output for VARIABLE/%d is %g", s->variable,
                         input.value);
    if (status == LASH_OK) status = lash_session_input(p->session, s->variable, &input, error);
  }
  return status;
}

/* Both take the step with what the other says at its beginning. */
static lash_status take_step(pair *p, double t, double next, bool *over, lash_error *error) {
  lash_status status = to_fmu(p, error);
  if (status == LASH_OK) status = from_fmu(p, error);
  if (status == LASH_OK) status = lash_session_advance(p->session, next, error);
  if (status == LASH_OK)
    status = fmu_import_step(p->fmu, t * p->seconds, (next - t) * p->seconds, over, error);
  *over |= lash_session_totals_of(p->session)->stopped;
  return status;
}

static lash_status run_pair(pair *p, const lash_session_options *o, lash_error *error) {
  const double from = lash_session_time(p->session);
  const double wanted =
      o->output_step > 0 ? o->output_step : (o->end - from) / (double)(o->steps ? o->steps : 100);
  const size_t count = (size_t)fmax(1, ceil((o->end - from) / wanted * (1 - 1e-9)));
  lash_status status = fmu_import_start(p->fmu, from * p->seconds, o->end * p->seconds, error);
  bool over = false;
  for (size_t k = 0; k < count && status == LASH_OK && !over; k++) {
    const double t = lash_session_time(p->session);
    status =
        take_step(p, t, k + 1 == count ? o->end : from + (double)(k + 1) * wanted, &over, error);
  }
  return status;
}

lash_status run_with_fmu(lash_session *session, const lash_session_options *options,
                         const run_fmu *with, lash_error *error) {
  pair p = {.session = session, .seconds = lash_session_model(session)->units.scale.time};
  if (!isfinite(options->end))
    return lash_fail(error, LASH_BAD_INPUT, "--fmu wants --end: how long are both to run?");
  if (with->connect.count == 0)
    return lash_fail(
        error, LASH_BAD_INPUT,
        "--fmu wants --connect VARIABLE/ID=OUTPUT or INPUT=VARIABLE/ID, or the FMU and "
        "the mechanism have nothing to say to each other");
  lash_status status = fmu_import_open(with->file, &p.fmu, error);
  for (size_t i = 0; i < with->connect.count && status == LASH_OK; i++)
    status = read_signal(&p, with->connect.item[i], &p.list[p.count++], error);
  if (status == LASH_OK) status = lash_session_start(session, error);
  if (status == LASH_OK) status = run_pair(&p, options, error);
  if (status == LASH_OK) status = lash_session_finish(session, error);
  fmu_import_free(p.fmu);
  return status;
}
