/* What came out of a sweep, in words. */
#include <math.h>

#include "json.h"
#include "output.h"
#include "sweep.h"

/* -------------------------------------------------------------------------------------- summary */

typedef struct spread {
  double least, mean, greatest;
  size_t count, at_least, at_greatest;
} spread;

/* Over points that have a value: an impact that never was has no time. */
static spread spread_of(const lash_sweep *sweep, size_t measure) {
  spread s = {NAN, NAN, NAN, 0, 0, 0};
  double sum = 0;
  for (size_t i = 0; i < sweep->options->plan->points; i++) {
    const lash_point *p = &sweep->point[i];
    if (p->state != LASH_POINT_DONE || isnan(p->values[measure])) continue;
    const double value = p->values[measure];
    if (!(value >= s.least)) s.least = value, s.at_least = i;
    if (!(value <= s.greatest)) s.greatest = value, s.at_greatest = i;
    sum += value;
    s.count++;
  }
  if (s.count > 0) s.mean = sum / (double)s.count;
  return s;
}

/* "STRING/1.Rj=0.0095, rpm=500" */
static void write_place(const lash_plan *plan, size_t point, char *text, size_t size) {
  size_t used = 0;
  text[0] = '\0';
  for (size_t k = 0; k < plan->parameters && used < size; k++) {
    char word[LASH_WORD_MAX];
    lash_plan_value(plan, point, k, word, NULL);
    used += (size_t)snprintf(text + used, size - used, "%s%s=%s", k ? ", " : "",
                             plan->parameter[k].name, word);
  }
}

static void print_measures(const lash_sweep *sweep, FILE *out) {
  const lash_measures *measures = &sweep->options->study->measures;
  char place[400];
  table t = table_with("measure", "least", "at", "mean", "greatest", "at", NULL);
  for (size_t i = 0; i < measures->count; i++) {
    const spread s = spread_of(sweep, i);
    table_text(&t, measures->item[i].text);
    table_number(&t, s.least);
    write_place(sweep->options->plan, s.at_least, place, sizeof place);
    table_text(&t, s.count ? place : "-");
    table_number(&t, s.mean);
    table_number(&t, s.greatest);
    write_place(sweep->options->plan, s.at_greatest, place, sizeof place);
    table_text(&t, s.count ? place : "-");
  }
  table_show(&t, out);
}

static void print_failures(const lash_sweep *sweep, FILE *out) {
  enum { SHOWN = 10 };
  size_t listed = 0, failed = sweep->count[LASH_POINT_FAILED] + sweep->count[LASH_POINT_LOST];
  if (failed == 0) return;
  fprintf(out, "%zu point%s failed:\n", failed, failed == 1 ? "" : "s");
  for (size_t i = 0; i < sweep->options->plan->points && listed < SHOWN; i++) {
    const lash_point *p = &sweep->point[i];
    char place[400];
    if (p->state != LASH_POINT_FAILED && p->state != LASH_POINT_LOST) continue;
    write_place(sweep->options->plan, i, place, sizeof place);
    fprintf(out, "  %s: %s\n", place, p->reason);
    listed++;
  }
  if (failed > listed) fprintf(out, "  … and %zu more, see points.csv\n", failed - listed);
}

void sweep_print(const lash_sweep *sweep, FILE *out) {
  const lash_sweep_progress *p = &sweep->progress;
  const lash_sweep_options *o = sweep->options;
  const size_t open = sweep->count[LASH_POINT_OPEN];
  fprintf(out, "%zu points", p->finished);
  if (p->before) fprintf(out, ", %zu more from before", p->before);
  fprintf(out, ", in %s (%.2f s", o->folder, p->seconds);
  if (p->finished && p->seconds > 0) fprintf(out, ", %.3g per s", (double)p->finished / p->seconds);
  if (p->ranks > 1) fprintf(out, ", %d ranks", p->ranks);
  fputs(")\n", out);
  if (sweep->count[LASH_POINT_DONE]) print_measures(sweep, out);
  print_failures(sweep, out);
  if (open == 0) return;
  fprintf(out, "%zu of %zu points are still open; repeat the command%s to go on\n", open,
          o->plan->points, o->slices > 1 ? " (without --slice: all of them)" : "");
}

/* ----------------------------------------------------------------------------------------- JSON */

static void json_point(json *j, const lash_sweep *sweep, size_t index) {
  const lash_plan *plan = sweep->options->plan;
  json_object(j, NULL);
  json_integer(j, "point", (long long)index);
  for (size_t k = 0; k < plan->parameters; k++) {
    char word[LASH_WORD_MAX];
    double number;
    lash_plan_value(plan, index, k, word, &number);
    if (isnan(number))
      json_string(j, plan->parameter[k].name, word);
    else
      json_number(j, plan->parameter[k].name, number);
  }
  json_string(j, "reason", sweep->point[index].reason);
  json_object_end(j);
}

void sweep_print_json(const lash_sweep *sweep, FILE *out) {
  const lash_measures *measures = &sweep->options->study->measures;
  json j = json_object_to(out);
  json_string(&j, "folder", sweep->options->folder);
  json_integer(&j, "points", (long long)sweep->options->plan->points);
  json_integer(&j, "computed", (long long)sweep->progress.finished);
  json_integer(&j, "before", (long long)sweep->progress.before);
  json_integer(&j, "done", (long long)sweep->count[LASH_POINT_DONE]);
  json_integer(&j, "failed", (long long)sweep->count[LASH_POINT_FAILED]);
  json_integer(&j, "lost", (long long)sweep->count[LASH_POINT_LOST]);
  json_integer(&j, "open", (long long)sweep->count[LASH_POINT_OPEN]);
  json_integer(&j, "ranks", sweep->progress.ranks);
  json_number(&j, "seconds", sweep->progress.seconds);
  json_array(&j, "measures");
  for (size_t i = 0; i < measures->count; i++) {
    const spread s = spread_of(sweep, i);
    json_object(&j, NULL);
    json_string(&j, "measure", measures->item[i].text);
    json_string(&j, "unit", measures->item[i].kind->unit);
    json_integer(&j, "values", (long long)s.count);
    json_number(&j, "least", s.least);
    json_number(&j, "mean", s.mean);
    json_number(&j, "greatest", s.greatest);
    json_object_end(&j);
  }
  json_array_end(&j);
  json_array(&j, "failures");
  for (size_t i = 0; i < sweep->options->plan->points; i++) {
    if (sweep->point[i].reason) json_point(&j, sweep, i);
  }
  json_end(&j);
}
