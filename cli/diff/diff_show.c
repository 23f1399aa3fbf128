/* What a comparison found, for people and for programs. */
#include <math.h>
#include <stdlib.h>

#include "diff.h"
#include "json.h"
#include "output.h"
#include "quote.h"

/* --------------------------------------------------------------------------------------- people */

static void print_name(const curve_pair *pair, FILE *out) {
  char shown[192];
  quote_visible(pair->name, shown, sizeof shown);
  fputs(shown, out);
  quote_visible(pair->unit, shown, sizeof shown);
  if (pair->unit[0]) fprintf(out, " (%s)", shown);
}

static void print_difference(const diff_column *c, FILE *out) {
  const curve_difference *d = &c->difference;
  print_name(c->pair, out);
  fprintf(out, ": %s\n", c->same ? "inside of its tube" : d->words);
  if (isfinite(d->leaves_at))
    fprintf(out,
            "  leaves its tube at %.6g: %.6g, allowed %.6g to %.6g; outside %.3g %% of the time\n",
            d->leaves_at, d->leaves_value, d->leaves_low, d->leaves_high, 100 * d->outside);
  fprintf(out, "  greatest difference %.3g of the range, at %.6g; rms %.3g\n", d->greatest,
          d->greatest_at, d->rms);
  fprintf(out, "  peak %.6g at %.6g, reference %.6g at %.6g\n", d->peak[0], d->peak_at[0],
          d->peak[1], d->peak_at[1]);
  fprintf(out, "  later by %.4g (leaves rms %.3g), times %.6g (leaves %.3g)", d->shift,
          d->shift_leaves, d->scale, d->scale_leaves);
  if (isfinite(d->phase)) fprintf(out, "; lags %.4g deg at %.4g", d->phase, d->frequency);
  fputc('\n', out);
}

static void print_statistics(const diff_column *c, bool all, FILE *out) {
  print_name(c->pair, out);
  fprintf(out, ": %s\n", c->same ? "alike" : "not alike");
  if (c->same && !all) return;
  table t = table_with("  statistic", "result", "reference", "probability", NULL);
  for (size_t i = 0; i < c->statistics; i++) {
    const curve_statistic *s = &c->statistic[i];
    table_format(&t, "  %s%s", s->name, s->differs ? " *" : "");
    for (int side = 0; side < 2; side++)
      table_format(&t, "%.4g ± %.2g", s->mean[side], s->reach[side]);
    table_number(&t, s->probability);
  }
  table_show(&t, out);
}

/* The columns in the order of how far they are off. */
static int by_size(const void *a, const void *b) {
  const diff_column *p = *(const diff_column *const *)a, *q = *(const diff_column *const *)b;
  const double x = p->difference.greatest, y = q->difference.greatest;
  return x > y ? -1 : x < y;
}

enum { SHOWN = 12 };

static void print_columns(const diff *d, const diff_options *o, FILE *out) {
  const diff_column **order = calloc(d->count + 1, sizeof *order);
  size_t shown = 0, wanted = 0;
  for (size_t i = 0; order && i < d->count; i++) order[i] = &d->column[i];
  if (order) qsort(order, d->count, sizeof *order, by_size);
  for (size_t i = 0; order && i < d->count; i++) {
    if (order[i]->same && !o->all) continue;
    if (++wanted > SHOWN && !o->all) continue;
    shown++;
    if (o->chaotic)
      print_statistics(order[i], o->all, out);
    else
      print_difference(order[i], out);
  }
  if (wanted > shown) fprintf(out, "and %zu more (--all shows them)\n", wanted - shown);
  free(order);
}

void diff_print(const diff *d, const diff_options *o, FILE *out) {
  print_columns(d, o, out);
  if (d->reference.steps[0]) fprintf(out, "steps of the reference: %s\n", d->reference.steps);
  if (d->result.steps[0]) fprintf(out, "steps of the result: %s\n", d->result.steps);
  if (d->note[0]) fprintf(out, "%s\n", d->note);
  if (d->pairs.missing) {
    char shown[192];
    quote_visible(d->pairs.missed, shown, sizeof shown);
    fprintf(out, "%zu column%s of the reference %s not in the result: %s%s\n", d->pairs.missing,
            d->pairs.missing == 1 ? "" : "s", d->pairs.missing == 1 ? "is" : "are", shown,
            d->pairs.missing == 1 ? "" : ", …");
  }
  fprintf(out, "%s: %zu of %zu columns %s\n", diff_same(d) ? "same" : "differs",
          d->count - d->differing, d->count, o->chaotic ? "alike" : "inside of their tubes");
}

/* ------------------------------------------------------------------------------------- programs */

static void json_difference(json *j, const curve_difference *d) {
  json_string(j, "cause", curve_cause_name(d->cause));
  json_string(j, "words", d->words);
  const struct {
    const char *key;
    double value;
  } numbers[] = {{"cause_at", d->cause_at},
                 {"from", d->from},
                 {"to", d->to},
                 {"range", d->range},
                 {"greatest", d->greatest},
                 {"greatest_at", d->greatest_at},
                 {"rms", d->rms},
                 {"shift", d->shift},
                 {"shift_leaves", d->shift_leaves},
                 {"scale", d->scale},
                 {"scale_leaves", d->scale_leaves},
                 {"offset", d->offset},
                 {"offset_leaves", d->offset_leaves},
                 {"frequency", d->frequency},
                 {"phase", d->phase},
                 {"peak", d->peak[0]},
                 {"peak_at", d->peak_at[0]},
                 {"reference_peak", d->peak[1]},
                 {"reference_peak_at", d->peak_at[1]},
                 {"tube_time", d->tube.time},
                 {"tube_value", d->tube.value},
                 {"leaves_at", d->leaves_at},
                 {"outside", d->outside}};
  for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
    json_number(j, numbers[i].key, numbers[i].value);
}

static void json_statistics(json *j, const diff_column *c) {
  json_array(j, "statistics");
  for (size_t i = 0; i < c->statistics; i++) {
    const curve_statistic *s = &c->statistic[i];
    json_object(j, NULL);
    json_string(j, "name", s->name);
    json_number(j, "result", s->mean[0]);
    json_number(j, "result_reach", s->reach[0]);
    json_number(j, "reference", s->mean[1]);
    json_number(j, "reference_reach", s->reach[1]);
    json_number(j, "probability", s->probability);
    json_boolean(j, "differs", s->differs);
    json_object_end(j);
  }
  json_array_end(j);
}

void diff_json(const diff *d, const diff_options *o, FILE *out) {
  json j = json_object_to(out);
  json_string(&j, "result", o->result);
  json_string(&j, "reference", o->reference);
  json_boolean(&j, "same", diff_same(d));
  json_integer(&j, "compared", (long long)d->count);
  json_integer(&j, "differing", (long long)d->differing);
  json_integer(&j, "missing", (long long)d->pairs.missing);
  if (d->note[0]) json_string(&j, "note", d->note);
  json_array(&j, "columns");
  for (size_t i = 0; i < d->count; i++) {
    const diff_column *c = &d->column[i];
    json_object(&j, NULL);
    json_string(&j, "name", c->pair->name);
    json_string(&j, "unit", c->pair->unit);
    json_boolean(&j, "same", c->same);
    if (o->chaotic)
      json_statistics(&j, c);
    else
      json_difference(&j, &c->difference);
    json_object_end(&j);
  }
  json_end(&j);
}
