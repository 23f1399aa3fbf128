/* A picture of a sweep: curves over one parameter, maps over two. */
#include <math.h>
#include <stdlib.h>

#include "gnuplot.h"
#include "measure_axis.h"
#include "sweep.h"

lash_status sweep_plot_check(const lash_plan *plan, const char *file, lash_error *error) {
  const lash_status status = gnuplot_check_name("--plot", file, error);
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

/* What the axes of a picture show: parameters along, a measure up or as a colour. */
typedef struct axes {
  axis parameter[2], measure;
} axes;

/* --------------------------------------------------------------------------------------- curves */

typedef struct place {
  double x, y;
  size_t point;
} place;

static int by_place(const void *a, const void *b) {
  const place *p = a, *q = b;
  if (p->x != q->x) return p->x < q->x ? -1 : 1;
  return (p->y > q->y) - (p->y < q->y);
}

static double coordinate(const lash_plan *plan, size_t point, size_t parameter) {
  char word[LASH_WORD_MAX];
  double number = 0;
  if (parameter < plan->parameters) lash_plan_value(plan, point, parameter, word, &number);
  return number;
}

static double value_at(const lash_sweep *sweep, size_t point, size_t measure) {
  const lash_point *p = &sweep->point[point];
  return p->state == LASH_POINT_DONE ? p->values[measure] : NAN;
}

/* Rows "x y value" in the order of x: a line over one parameter, or dots over two. */
static void write_points(const lash_sweep *sweep, size_t measure, const axes *a, FILE *out) {
  const lash_plan *plan = sweep->options->plan;
  place *places = calloc(plan->points + 1, sizeof *places);
  for (size_t i = 0; places && i < plan->points; i++) {
    places[i] = (place){coordinate(plan, i, 0), coordinate(plan, i, 1), i};
  }
  if (places) qsort(places, plan->points, sizeof *places, by_place);
  for (size_t i = 0; places && i < plan->points; i++) {
    const double value = value_at(sweep, places[i].point, measure);
    fprintf(out, "%.9g %.9g ", places[i].x * a->parameter[0].factor,
            places[i].y * a->parameter[1].factor);
    if (isfinite(value))
      fprintf(out, "%.9g\n", value * a->measure.factor);
    else
      fputs("NaN\n", out);
  }
  free(places);
  fputs("e\n", out);
}

/* ----------------------------------------------------------------------------------------- maps */

/* The cell of a value on its axis: half-way to its neighbours, and as far on the outer sides. */
static void find_cell(const lash_plan *plan, size_t point, size_t parameter, double cell[2]) {
  const lash_parameter *p = &plan->parameter[parameter];
  const double here = coordinate(plan, point, parameter);
  double below = -INFINITY, above = INFINITY;
  size_t stride = 1;
  for (size_t k = parameter + 1; k < plan->parameters; k++) stride *= plan->parameter[k].count;
  for (size_t i = 0; i < p->count; i++) { /* all values of this parameter */
    const double other = coordinate(plan, i * stride, parameter);
    if (other < here) below = fmax(below, other);
    if (other > here) above = fmin(above, other);
  }
  if (p->logarithmic) {
    if (!isfinite(below)) below = isfinite(above) ? here * here / above : here / 2;
    if (!isfinite(above)) above = here * here / below;
    cell[0] = sqrt(below * here), cell[1] = sqrt(above * here);
  } else {
    if (!isfinite(below)) below = isfinite(above) ? 2 * here - above : here - 1;
    if (!isfinite(above)) above = 2 * here - below;
    cell[0] = 0.5 * (below + here), cell[1] = 0.5 * (above + here);
  }
}

/* Rows "x y x1 x2 y1 y2 value"; failed points stay white. */
static void write_cells(const lash_sweep *sweep, size_t measure, const axes *a, FILE *out) {
  const lash_plan *plan = sweep->options->plan;
  const double fx = a->parameter[0].factor, fy = a->parameter[1].factor;
  for (size_t i = 0; i < plan->points; i++) {
    const double value = value_at(sweep, i, measure);
    double x[2], y[2];
    if (!isfinite(value)) continue;
    find_cell(plan, i, 0, x);
    find_cell(plan, i, 1, y);
    fprintf(out, "%.9g %.9g %.9g %.9g %.9g %.9g %.9g\n", fx * coordinate(plan, i, 0),
            fy * coordinate(plan, i, 1), fx * x[0], fx * x[1], fy * y[0], fy * y[1],
            value * a->measure.factor);
  }
  fputs("e\n", out);
}

/* --------------------------------------------------------------------------------------- script */

static axes find_axes(const lash_sweep *sweep, size_t measure) {
  const lash_plan *plan = sweep->options->plan;
  const lash_measures *measures = &sweep->options->study->measures;
  axes a = {.measure = measure_axis(&sweep->options->study->model, measures, measure)};
  for (size_t k = 0; k < 2; k++) {
    a.parameter[k] = axis_with(k < plan->parameters ? plan->parameter[k].name : "", "");
    for (size_t i = 0; i < plan->points; i++) axis_see(&a.parameter[k], coordinate(plan, i, k));
    axis_fit(&a.parameter[k]);
  }
  for (size_t i = 0; i < plan->points; i++) axis_see(&a.measure, value_at(sweep, i, measure));
  axis_fit(&a.measure);
  return a;
}

static void draw_measure(const lash_sweep *sweep, size_t measure, FILE *out) {
  const lash_plan *plan = sweep->options->plan;
  const axes a = find_axes(sweep, measure);
  const bool map = plan->parameters == 2, grid = map && !plan->sample;
  gnuplot_label(out, "x", &a.parameter[0]);
  if (map) {
    fputs("set autoscale noextend\n", out);
    gnuplot_label(out, "y", &a.parameter[1]);
    gnuplot_title(out, a.measure.label);
    fputs(grid ? "plot '-' using 1:2:3:4:5:6:7 with boxxyerror fs solid noborder fc palette\n"
               : "plot '-' using 1:2:3 with points pt 7 palette\n",
          out);
  } else {
    gnuplot_label(out, "y", &a.measure);
    /* a few points are marked, many are a line */
    fputs(plan->points > 60 ? "plot '-' using 1:3 with lines lt 1\n"
                            : "plot '-' using 1:3 with linespoints lt 1 ps 0.4\n",
          out);
  }
  if (grid)
    write_cells(sweep, measure, &a, out);
  else
    write_points(sweep, measure, &a, out);
}

static gnuplot_sheet sheet_of(const lash_sweep *sweep) {
  const size_t count = sweep->options->study->measures.count;
  const int columns = count > 1 ? 2 : 1;
  return (gnuplot_sheet){columns, ((int)count + columns - 1) / columns, false};
}

static void write_script(const void *context, FILE *out) {
  const lash_sweep *sweep = context;
  const lash_plan *plan = sweep->options->plan;
  const gnuplot_sheet sheet = sheet_of(sweep);
  for (size_t k = 0; k < plan->parameters; k++) {
    if (plan->parameter[k].logarithmic) fprintf(out, "set logscale %c\n", k ? 'y' : 'x');
  }
  fprintf(out, "set multiplot layout %d,%d\n", sheet.rows, sheet.columns);
  for (size_t i = 0; i < sweep->options->study->measures.count; i++) draw_measure(sweep, i, out);
  fputs("unset multiplot\n", out);
}

lash_status sweep_plot(const lash_sweep *sweep, const char *file, lash_error *error) {
  return gnuplot_draw(file, sheet_of(sweep), write_script, sweep, error);
}
