/* lash sub test: what a force routine must stand before a solver can trust it. */
#include <math.h>
#include <string.h>

#include "lash_space.h"
#include "sub.h"

enum { RESULTS_MAX = 6, STATES = 12, CYCLE = 400 };

typedef struct trial {
  sub_bench *bench;
  const lash_routine *routine;
  sub_element element;
  lash_sdk_store store;
  lash_quantities declared; /* of the dependency pass */
  lash_partials partials;
  sub_marker given[SUB_ITEMS_MAX]; /* as typed */
  int i, j;                        /* places of the markers I and J in the bench */
  double length;                   /* by which states are moved */
  double now;                      /* when partials are asked for */
  unsigned random;
  size_t missed;
} trial;

static void tell(trial *t, const char *what, int met, const char *words) {
  static const char *const verdict[] = {"not met", "met", "told"};
  if (met == 0) t->missed++;
  printf("  %-8s %-22s %s\n", verdict[met], what, words);
}

/* --------------------------------------------------------------------------------------- states */

/* The same numbers every time, in (-1, 1). */
static double next_random(trial *t) {
  t->random = t->random * 1664525u + 1013904223u;
  return (double)(t->random >> 8) / (1u << 23) - 1;
}

static void turn(lash_sdk_marker *m, const double angle[3]) {
  double turned[3][3];
  const double size = sqrt(angle[0] * angle[0] + angle[1] * angle[1] + angle[2] * angle[2]);
  const double c = cos(size), s = size > 0 ? sin(size) / size : 1,
               k = size > 0 ? (1 - c) / (size * size) : 0.5;
  for (int col = 0; col < 3; col++) {
    const double x[3] = {m->axes[0][col], m->axes[1][col], m->axes[2][col]};
    const double dot = angle[0] * x[0] + angle[1] * x[1] + angle[2] * x[2];
    const double cross[3] = {angle[1] * x[2] - angle[2] * x[1], angle[2] * x[0] - angle[0] * x[2],
                             angle[0] * x[1] - angle[1] * x[0]};
    for (int r = 0; r < 3; r++) turned[r][col] = c * x[r] + s * cross[r] + k * dot * angle[r];
  }
  memcpy(m->axes, turned, sizeof turned);
}

/* Moves I: by 12 numbers of place, angle, velocity and spin, in lengths and radians. */
static void move(trial *t, const double by[12]) {
  lash_sdk_marker *m = &t->bench->marker[t->i].state;
  for (int k = 0; k < 3; k++) {
    m->r[k] += by[k] * t->length;
    m->v[k] += by[6 + k] * t->length;
    m->w[k] += by[9 + k];
  }
  turn(m, by + 3);
}

static void as_typed(trial *t) { memcpy(t->bench->marker, t->given, sizeof t->given); }

static void somewhere(trial *t) {
  double by[12];
  as_typed(t);
  for (int k = 0; k < 12; k++) by[k] = next_random(t) * (k < 6 ? 1 : 10);
  for (int k = 3; k < 6; k++) by[k] *= 0.3;
  move(t, by);
}

/* ---------------------------------------------------------------------------------------- calls */

static lash_status call(trial *t, int iflag, double time, lash_quantities *asked,
                        lash_partials *partials, double *result, lash_error *error) {
  lash_routine_arguments *a = &t->element.arguments;
  const lash_sdk_call how = {
      .host = &t->bench->host, .asked = asked, .partials = partials, .store = &t->store};
  a->iflag = iflag;
  a->dflag = partials != NULL;
  a->time = time;
  const lash_status status = lash_routine_call(t->routine, &how, a, error);
  if (!status && result)
    memcpy(result, a->output[0].values, (size_t)a->output[0].count * sizeof(double));
  return status;
}

static lash_status value(trial *t, double time, double *result, lash_error *error) {
  return call(t, 0, time, NULL, NULL, result, error);
}

static bool same_bits(const trial *t, const double *a, const double *b) {
  return memcmp(a, b, (size_t)t->element.arguments.output[0].count * sizeof *a) == 0;
}

static double size_of(const trial *t, const double *a) {
  double sum = 0;
  for (int k = 0; k < t->element.arguments.output[0].count; k++) sum += a[k] * a[k];
  return sqrt(sum);
}

/* ------------------------------------------------------------------------------------ the tests */

/* The same state gives the same bits, whatever was tried and given up in between. */
static lash_status purity(trial *t, lash_error *error) {
  double first[RESULTS_MAX], again[RESULTS_MAX], other[RESULTS_MAX];
  as_typed(t);
  lash_status status = value(t, 1e-3, first, error);
  if (!status) status = value(t, 1e-3, again, error);
  if (status) return status;
  const bool twice = same_bits(t, first, again);
  for (int k = 0; k < STATES && !status; k++) {
    somewhere(t);
    status = value(t, 1e-3 + 1e-4 * (k % 3), other, error);
  }
  as_typed(t);
  if (!status) status = value(t, 1e-3, again, error);
  if (status) return status;
  const bool after = same_bits(t, first, again);
  tell(t, "purity", twice && after,
       !twice  ? "called twice at one state it gives two forces"
       : after ? "the same state gives the same bits, after 12 trials that were given up too"
               : "after steps that were given up it gives another force: it writes its memory in "
                 "trials; do so at the end of a step only (c_timget, Cbksub)");
  return LASH_OK;
}

static bool is_declared(const trial *t, const lash_quantity *q) {
  for (size_t k = 0; k < t->declared.count; k++) {
    const lash_quantity *d = &t->declared.list[k];
    if (strcmp(d->name, q->name) == 0 && d->npar == q->npar &&
        memcmp(d->par, q->par, (size_t)q->npar * sizeof q->par[0]) == 0)
      return true;
  }
  return false;
}

/* What is asked for while stepping was named in the dependency pass. */
static lash_status dependencies(trial *t, lash_error *error) {
  lash_quantities asked = {0};
  lash_status status = LASH_OK;
  double ignored[RESULTS_MAX];
  char words[200] = "";
  for (int k = 0; k < STATES && !status; k++) {
    somewhere(t);
    status = call(t, 0, 1e-3, &asked, NULL, ignored, error);
  }
  for (size_t k = 0; k < asked.count && !words[0]; k++) {
    const lash_quantity *q = &asked.list[k];
    if (is_declared(t, q)) continue;
    snprintf(
        words, sizeof words,
        "it asks for %s(%d%s…) while stepping, not with iflag 3: ask before `if (iflag) return;`",
        q->name, q->npar ? q->par[0] : 0, q->npar > 1 ? "," : "");
  }
  const bool met = !words[0];
  if (met) snprintf(words, sizeof words, "%zu quantities, all named with iflag 3", asked.count);
  if (!status) tell(t, "dependencies", met, words);
  lash_quantities_free(&asked);
  return status;
}

/* Values of the quantity of one partial, at the present state. */
static lash_status quantity(const trial *t, const lash_quantity *q, double *values, int *count,
                            lash_error *error) {
  *count = 1;
  if (!q->array) return lash_sdk_scalar(&t->bench->host, q->name, q->par, q->npar, values, error);
  *count = 9;
  return lash_sdk_array(&t->bench->host, q->name, q->par, q->npar, values, count, error);
}

/* Saved (iflag 7), stepped on, restored (iflag 9): as before. */
static lash_status saving(trial *t, lash_error *error) {
  double before[RESULTS_MAX], after[RESULTS_MAX], other[RESULTS_MAX];
  char words[120];
  t->store.count = t->store.read = 0;
  lash_status status = call(t, 7, 1e-3, NULL, NULL, NULL, error);
  as_typed(t);
  if (!status) status = value(t, 2e-3, before, error);
  for (int k = 0; k < STATES && !status; k++) {
    somewhere(t);
    status = value(t, 3e-3 + 1e-3 * k, other, error);
    t->bench->run.time_converged = 3e-3 + 1e-3 * k;
  }
  t->store.read = 0;
  t->bench->run.time_converged = 0;
  if (!status) status = call(t, 9, 1e-3, NULL, NULL, NULL, error);
  as_typed(t);
  if (!status) status = value(t, 2e-3, after, error);
  if (status) return status;
  const bool met = same_bits(t, before, after);
  snprintf(words, sizeof words,
           met ? "after 12 steps and back the force is the same (%zu bytes saved)"
               : "after 12 steps and back the force is another: what it "
                 "remembers is not all saved with iflag 7 (%zu bytes)",
           t->store.count);
  tell(t, "save and restore", met, words);
  return LASH_OK;
}

/* Everything moved together, as one rigid body: the force along RM stays. A force that does not
 * would push the whole mechanism along: no action without its reaction. */
static lash_status reaction(trial *t, lash_error *error) {
  const double shift[3] = {0.7, -1.3, 0.4}, angle[3] = {0.3, -0.5, 0.8};
  double here[RESULTS_MAX], there[RESULTS_MAX], worst = 0, size = 0;
  char words[160];
  lash_status status = LASH_OK;
  for (int n = 0; n < STATES && !status; n++) {
    somewhere(t);
    status = value(t, 1e-3, here, error);
    for (int m = 0; m < t->bench->markers; m++) {
      lash_sdk_marker *marker = &t->bench->marker[m].state;
      lash_sdk_marker arrow = {.r = {0}};
      for (int k = 0; k < 3; k++)
        arrow.axes[k][0] = marker->r[k], arrow.axes[k][1] = marker->v[k],
        arrow.axes[k][2] = marker->w[k];
      turn(&arrow, angle);
      turn(marker, angle);
      for (int k = 0; k < 3; k++) {
        marker->r[k] = arrow.axes[k][0] + shift[k] * t->length;
        marker->v[k] = arrow.axes[k][1];
        marker->w[k] = arrow.axes[k][2];
      }
    }
    if (!status) status = value(t, 1e-3, there, error);
    size = fmax(size, size_of(t, here));
    for (int k = 0; k < t->element.arguments.output[0].count && !status; k++)
      worst = fmax(worst, fabs(here[k] - there[k]));
  }
  if (status) return status;
  const double share = size > 0 ? worst / size : 0;
  snprintf(words, sizeof words,
           "moved and turned together, the markers get a force that differs by %.2g%s", share,
           size > 0 ? "" : " (it was zero at all states)");
  tell(t, "action = reaction", share < 1e-6, words);
  return LASH_OK;
}

/* I swings about where it was typed, axis by axis, twice; the second time counts. */
static lash_status passivity(trial *t, lash_error *error) {
  const double period = 1;
  const int rows = t->element.arguments.output[0].count;
  double gained = 0, moved = 0, time = 0;
  char words[160];
  lash_status status = LASH_OK;
  const int forces = rows == 1 ? 1 : 3;
  for (int axis = 0; axis < 3 && !status; axis++) {
    double work = 0, exchanged = 0;
    for (int n = 0; n < 2 * CYCLE && !status; n++) {
      const double phase = 2 * M_PI * n / CYCLE, speed = 2 * M_PI / period * cos(phase);
      double by[12] = {0}, force[RESULTS_MAX] = {0}, power = 0;
      by[axis] = sin(phase);
      by[6 + axis] = speed;
      as_typed(t);
      const sub_marker *rm = &t->bench->marker[t->j];
      move(t, by);
      time += period / CYCLE;
      status = value(t, time, force, error);
      t->bench->run.time_converged = time;
      for (int k = 0; k < forces; k++) { /* along RM's axes, or from J to I */
        double along_axis = rm->state.axes[axis][k];
        if (rows == 1) {
          double d[3], size = 0;
          for (int c = 0; c < 3; c++) {
            d[c] = t->bench->marker[t->i].state.r[c] - rm->state.r[c];
            size += d[c] * d[c];
          }
          along_axis = size > 0 ? d[axis] / sqrt(size) : 0;
        }
        power += force[k] * along_axis * speed * t->length;
      }
      if (n < CYCLE) continue;
      work += power * period / CYCLE;
      exchanged += fabs(power) * period / CYCLE;
    }
    gained = fmax(gained, work);
    moved = fmax(moved, exchanged);
  }
  if (status) return status;
  const double share = moved > 0 ? gained / moved : 0;
  snprintf(words, sizeof words, "swung by %g along each axis it gives %.2g of the work it moves%s",
           t->length, share, moved > 0 ? "" : " (no force was met)");
  tell(t, "passive", share < 1e-3, words);
  return LASH_OK;
}

/* Along one direction of motion: what partials say, and what differences see. */
static lash_status along(trial *t, const sub_marker *at, const double by[12], double *worst,
                         lash_error *error) {
  const double h = 1e-6;
  const int rows = t->element.arguments.output[0].count;
  double force[2][RESULTS_MAX], told[RESULTS_MAX] = {0}, q[2][9], step[12];
  lash_status status = LASH_OK;
  for (int side = 0; side < 2 && !status; side++) {
    memcpy(t->bench->marker, at, sizeof t->given);
    for (int k = 0; k < 12; k++) step[k] = (side ? h : -h) * by[k];
    move(t, step);
    status = value(t, t->now, force[side], error);
  }
  for (size_t p = 0; p < t->partials.count && !status; p++) {
    const lash_partial *partial = &t->partials.list[p];
    int count = 0;
    for (int side = 0; side < 2 && !status; side++) {
      memcpy(t->bench->marker, at, sizeof t->given);
      for (int k = 0; k < 12; k++) step[k] = (side ? h : -h) * by[k];
      move(t, step);
      status = quantity(t, &partial->quantity, q[side], &count, error);
    }
    for (int c = 0; c < count && c * rows < partial->count && !status; c++) {
      double change = q[1][c] - q[0][c];
      change -= 2 * M_PI * round(change / (2 * M_PI)); /* an angle may pass its seam */
      for (int r = 0; r < rows; r++) told[r] += partial->values[r + c * rows] * change / (2 * h);
    }
  }
  if (status) return status;
  double apart = 0, size = size_of(t, told);
  for (int r = 0; r < rows; r++) {
    const double seen = (force[1][r] - force[0][r]) / (2 * h);
    apart = fmax(apart, fabs(told[r] - seen));
    size = fmax(size, fabs(seen));
  }
  if (size > 0) *worst = fmax(*worst, apart / size);
  return LASH_OK;
}

/* A step is accepted just before the present state, where the motion comes from: a routine that
 * remembers how a contact began has seen this one begin as it could. */
static lash_status come_from(trial *t, const sub_marker *at, lash_error *error) {
  const double step = 1e-3;
  double ignored[RESULTS_MAX];
  lash_sdk_marker *m = &t->bench->marker[t->i].state;
  for (int k = 0; k < 3; k++) m->r[k] -= step * m->v[k];
  const lash_status status = value(t, t->now, ignored, error);
  t->bench->run.time_converged = t->now;
  t->now += step;
  memcpy(t->bench->marker, at, sizeof t->given);
  return status;
}

static lash_status partials(trial *t, lash_error *error) {
  double ignored[RESULTS_MAX], by[12], worst = 0;
  char words[160];
  lash_status status = LASH_OK;
  size_t offered = 0;
  for (int n = 0; n < STATES && !status; n++) {
    sub_marker at[SUB_ITEMS_MAX];
    somewhere(t);
    memcpy(at, t->bench->marker, sizeof at);
    lash_partials_clear(&t->partials);
    t->now = 1e3 * (n + 1); /* behind all other tests */
    status = come_from(t, at, error);
    if (!status) status = call(t, 0, t->now, NULL, &t->partials, ignored, error);
    offered += t->partials.count;
    for (int k = 0; k < 12; k++) by[k] = next_random(t);
    if (!status && t->partials.count) status = along(t, at, by, &worst, error);
  }
  if (status) return status;
  snprintf(words, sizeof words, "differ from differences along 12 motions by %.2g of the slope",
           worst);
  if (!offered) snprintf(words, sizeof words, "it offers none; the solver takes differences");
  tell(t, "partials", offered ? worst < 1e-4 : 2, words);
  return LASH_OK;
}

/* ------------------------------------------------------------------------------------------ run */

static int place_of(const sub_bench *bench, int key, int otherwise) {
  if (!sub_has(bench, key)) return otherwise;
  const int id = (int)sub_number(bench, key, 0);
  for (int k = 0; k < bench->markers; k++) {
    if (bench->marker[k].id == id) return k;
  }
  return otherwise;
}

static lash_status check_kind(const trial *t, lash_error *error) {
  const lash_routine_kind kind = t->routine->kind;
  const bool force = kind == LASH_GFOSUB || kind == LASH_SFOSUB || kind == LASH_VFOSUB;
  if (force && t->bench->markers >= 2) return LASH_OK;
  return lash_fail(
      error, force ? LASH_BAD_INPUT : LASH_UNSUPPORTED,
      force ? "give two markers at least: --marker 11=x,y,z --marker 21=x,y,z"
            : "sub test is for routines of GFORCE, VFORCE and SFORCE; try `lash sub call`");
}

lash_status sub_test_run(sub_bench *bench, const lash_routine *routine, const sub_element *element,
                         lash_error *error) {
  static trial t; /* large */
  t = (trial){.bench = bench, .routine = routine, .element = *element, .random = 1};
  /* the element's results are its own copy's */
  for (int n = 0; n < 3; n++) t.element.arguments.output[n].values = t.element.result[n];
  t.element.arguments.element = &t.element.as;
  lash_status status = check_kind(&t, error);
  if (status) return status;
  memcpy(t.given, bench->marker, sizeof t.given);
  t.i = place_of(bench, SUB_I, 0);
  t.j = place_of(bench, SUB_J, 1);
  for (int k = 0; k < 3; k++)
    t.length = fmax(t.length, fabs(t.given[t.i].state.r[k] - t.given[t.j].state.r[k]));
  if (t.length == 0) t.length = 1e-3;
  t.length = sub_number(bench, SUB_SIZE, t.length);
  printf("%s of %s\n", routine->symbol, routine->library);
  static lash_status (*const tests[])(trial *, lash_error *) = {purity,   dependencies, saving,
                                                                reaction, passivity,    partials};
  status = call(&t, 1, 0, NULL, NULL, NULL, error);
  if (!status) status = call(&t, 3, 0, &t.declared, NULL, NULL, error);
  for (size_t k = 0; k < sizeof tests / sizeof tests[0] && !status; k++)
    status = tests[k](&t, error);
  if (!status && t.missed)
    status =
        lash_fail(error, LASH_FAILURE, "%zu demand%s not met; docs/adams-view.md has the traps",
                  t.missed, t.missed > 1 ? "s were" : " was");
  lash_quantities_free(&t.declared);
  lash_partials_free(&t.partials);
  lash_sdk_store_free(&t.store);
  return status;
}
