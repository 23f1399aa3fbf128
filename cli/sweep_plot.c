/* A picture of a sweep: curves over one parameter, maps over two. */
#include <math.h>
#include <stdlib.h>

#include "output.h"
#include "sweep.h"

lash_status sweep_plot_check(const lash_plan *plan, const char *file, lash_error *error) {
  const lash_status status = plot_check_name(file, error);
  if (status != LASH_OK) return status;
  for (size_t k = 0; k < plan->parameters; k++) {
    for (size_t i = 0; plan->parameter[k].word && i < plan->parameter[k].count; i++) {
      double number;
      if (lash_parse_number(plan->parameter[k].word[i], &number)) continue;
      return lash_fail(error, LASH_UNSUPPORTED, "--plot needs numbers; '%s' of %s is none",
                       plan->parameter[k].word[i], plan->parameter[k].name);
    }
  }
  if (plan->parameters <= 2) return LASH_OK;
  return lash_fail(error, LASH_UNSUPPORTED,
                   "--plot shows one or two parameters, not %zu; points.csv has them all",
                   plan->parameters);
}

static void label(FILE *out, const char *axis, const char *text) {
  fprintf(out, "set %slabel ", axis);
  plot_quoted(out, text);
  fputc('\n', out);
}

typedef struct place {
  double x, y;
  size_t point;
} place;

static int by_place(const void *a, const void *b) {
  const place *p = a, *q = b;
  if (p->x != q->x) return p->x < q->x ? -1 : 1;
  return (p->y > q->y) - (p->y < q->y);
}

/* Rows "x [y] value" in the order of x and y; maps want a blank line where x changes. */
static void write_data(const lash_sweep *sweep, size_t measure, FILE *out) {
  const lash_plan *plan = sweep->options->plan;
  const bool map = plan->parameters == 2, grid = map && !plan->sample;
  place *places = calloc(plan->points + 1, sizeof *places);
  for (size_t i = 0; places && i < plan->points; i++) {
    char word[LASH_WORD_MAX];
    places[i].point = i;
    lash_plan_value(plan, i, 0, word, &places[i].x);
    if (map) lash_plan_value(plan, i, 1, word, &places[i].y);
  }
  if (places) qsort(places, plan->points, sizeof *places, by_place);
  for (size_t i = 0; places && i < plan->points; i++) {
    const lash_point *p = &sweep->point[places[i].point];
    const double value = p->state == LASH_POINT_DONE ? p->values[measure] : NAN;
    if (grid && i && places[i].x != places[i - 1].x) fputc('\n', out);
    fprintf(out, "%.9g ", places[i].x);
    if (map) fprintf(out, "%.9g ", places[i].y);
    if (isfinite(value))
      fprintf(out, "%.9g\n", value);
    else
      fputs("NaN\n", out);
  }
  free(places);
  fputs("e\n", out);
}

static void write_script(const void *context, FILE *out) {
  const lash_sweep *sweep = context;
  const lash_plan *plan = sweep->options->plan;
  const lash_measures *measures = &sweep->options->study->measures;
  const size_t columns = measures->count > 1 ? 2 : 1;
  const size_t rows = (measures->count + columns - 1) / columns;
  static const char *const axes[] = {"x", "y"};
  fputs("set datafile missing 'NaN'\nset grid lc rgb '#dddddd'\nset format '%g'\nunset key\n", out);
  for (size_t k = 0; k < plan->parameters; k++) {
    label(out, axes[k], plan->parameter[k].name);
    if (plan->parameter[k].logarithmic) fprintf(out, "set logscale %s\n", axes[k]);
  }
  fprintf(out, "set multiplot layout %zu,%zu\n", rows, columns);
  for (size_t i = 0; i < measures->count; i++) {
    fputs("set title ", out);
    plot_quoted(out, measures->item[i].text);
    if (plan->parameters == 1)
      fputs("\nplot '-' using 1:2 with linespoints lw 2 pt 7 ps 0.4\n", out);
    else if (plan->sample)
      fputs("\nplot '-' using 1:2:3 with points pt 7 palette\n", out);
    else
      fputs("\nset view map\nsplot '-' using 1:2:3 with points pt 5 ps 1.5 palette\n", out);
    write_data(sweep, i, out);
  }
  fputs("unset multiplot\n", out);
}

lash_status sweep_plot(const lash_sweep *sweep, const char *file, lash_error *error) {
  return plot_script(file, write_script, sweep, error);
}
