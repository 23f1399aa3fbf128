/* The same dataset and the same laws in every host of this build, at the same accuracy.
 *
 *   LASH_SUBROUTINE_PATH=build build/benchmarks/hosts
 *
 * Each host begins coarse and halves its step (or tightens its accuracy tenfold) until it is within
 * 1 % of the peak contact force that the reference solver finds at its tightest, or, for the row of
 * four-bar windows, within 1e-5 rad of the pendulum's own equation. That setting is then timed,
 * without outputs. Times are those of the processor and of this run: read the ratios. */
#define _GNU_SOURCE
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lash_host.h"
#include "lash_space.h"
#include "paths.h"
#include "row.h"
#include "stopwatch.h"

enum { HALVINGS = 12 };

/* One mechanism: how far it runs, what is measured and what it should be. */
typedef struct bench {
  const char *name;
  lash_model model;
  double end, longest; /* longest: step to begin with */
  bool contact;        /* the peak of GFORCE/1 counts, else REQUEST/1 at the end */
  double truth, allowed;
} bench;

/* What a host is told: how to step, how often it stops for a look at the force, and how often when
 * it is timed. */
typedef struct setting {
  lash_host_options options;
  double sample, timed;
} setting;

/* Fixed-step hosts show every step. The others are looked at every eighth of the longest step, and
 * timed without these stops, as they would be run. */
static setting setting_of(const bench *b, const lash_host_class *host_class, int level) {
  const char *name = lash_host_name(host_class);
  const bool adaptive = strcmp(name, "reference") == 0 || strcmp(name, "simbody") == 0;
  setting s = {.options = {.step = ldexp(b->longest, -level)}};
  if (adaptive)
    s.options = (lash_host_options){.step = b->longest, .accuracy = pow(10, -3 - level)};
  s.timed = adaptive ? b->end : s.options.step;
  s.sample = !b->contact ? b->end : adaptive ? b->longest / 8 : s.options.step;
  return s;
}

/* To the end in stops of `sample`; with `peak`, the largest size of GFORCE/1 there. */
static lash_status advance(const bench *b, lash_host *host, double sample, double *peak,
                           lash_error *error) {
  const size_t stops = (size_t)ceil(b->end / sample - 1e-9);
  lash_status status = LASH_OK;
  for (size_t k = 1; k <= stops && status == LASH_OK; k++) {
    double f[6];
    status = lash_host_advance(host, k == stops ? b->end : (double)k * sample, error);
    if (status != LASH_OK || !peak) continue;
    status = lash_host_force(host, "GFORCE", 1, false, f, error);
    *peak = fmax(*peak, norm3(f));
  }
  return status;
}

/* NAN when the host fails. */
static double measure(const bench *b, const lash_host_class *host_class, const setting *s) {
  lash_host *host;
  lash_error error;
  double peak = 0, values[8] = {0};
  lash_status status = lash_host_create(host_class, &b->model, &s->options, &host, &error);
  if (status != LASH_OK) return NAN;
  status = advance(b, host, s->sample, b->contact ? &peak : NULL, &error);
  if (status == LASH_OK && !b->contact) status = lash_host_request(host, 0, values, &error);
  lash_host_free(host);
  return status != LASH_OK ? NAN : b->contact ? peak : values[0];
}

typedef struct timing {
  double seconds;
  size_t steps;
} timing;

static timing run(const bench *b, const lash_host_class *host_class, const setting *s) {
  lash_host *host;
  lash_error error;
  check(lash_host_create(host_class, &b->model, &s->options, &host, &error), &error);
  const double begun = now();
  check(advance(b, host, s->timed, NULL, &error), &error);
  const timing made = {now() - begun, lash_host_steps(host)};
  lash_host_free(host);
  return made;
}

static void compare(const bench *b) {
  double first = NAN;
  printf("%s, %g s\n", b->name, b->end);
  for (size_t h = 0; h < lash_host_count(); h++) {
    const lash_host_class *host_class = lash_host_at(h);
    for (int level = 0; level < HALVINGS; level++) {
      const setting chosen = setting_of(b, host_class, level);
      const lash_host_options options = chosen.options;
      const double off = fabs(measure(b, host_class, &chosen) - b->truth);
      if (!(off <= b->allowed) && level + 1 < HALVINGS) continue;
      const timing t = run(b, host_class, &chosen);
      if (h == 0) first = t.seconds;
      printf("  %-10s %8zu steps %9.4f s %8.2f us/step  time/reference %7.2f  ",
             lash_host_name(host_class), t.steps, t.seconds, 1e6 * t.seconds / (double)t.steps,
             t.seconds / first);
      printf("%s %.2g  off by %.2g %s\n", options.accuracy > 0 ? "accuracy" : "step",
             options.accuracy > 0 ? options.accuracy : options.step, off,
             off <= b->allowed ? "" : "(not reached)");
      fflush(stdout);
      break;
    }
  }
}

static void with_contact(const char *name, const char *file, double end, double longest) {
  bench b = {.name = name, .end = end, .contact = true, .longest = longest};
  char *path = path_join(MODELS, file);
  lash_error error;
  const setting tight = {.options = {.accuracy = 1e-11}, .sample = longest / 64};
  check(lash_model_read(&b.model, path, &error), &error);
  free(path);
  b.truth = measure(&b, lash_host_find("reference"), &tight);
  b.allowed = 0.01 * b.truth;
  printf("peak force %.2f N: ", b.truth);
  compare(&b);
  lash_model_free(&b.model);
}

static void row(int loops) {
  bench b = {.end = 0.1, .longest = 0.02, .truth = row_angle(loops, 0.1), .allowed = 1e-5};
  char name[80], *text = NULL;
  size_t size = 0;
  lash_error error;
  FILE *f = open_memstream(&text, &size);
  if (!f) exit(1);
  row_write(f, loops);
  fclose(f);
  snprintf(name, sizeof name, "%d four-bar window%s", loops, loops > 1 ? "s in a row" : "");
  b.name = name;
  check(lash_model_parse(&b.model, "row", text, size, &error), &error);
  compare(&b);
  lash_model_free(&b.model);
  free(text);
}

int main(void) {
  with_contact("RSSR with clearance", "rssr_clearance.adm", 0.005, 1.6e-5);
  with_contact("slider-crank with clearance", "slider_crank_clearance.adm", 0.001, 8e-6);
  row(1);
  row(8);
  return 0;
}
