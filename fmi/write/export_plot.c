/* The motion of a mechanism as a picture in its FMU's documentation: what each REQUEST shows first,
 * over the suggested time. */
#define _GNU_SOURCE /* mkstemps */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "export_parts.h"
#include "gnuplot.h"
#include "model_unit.h"
#include "paths.h"

enum { PANELS = 4, POINTS = 500 };

typedef struct motion {
  const unit_variable *shown[PANELS];
  size_t panels, points;
  double row[POINTS + 1][1 + PANELS]; /* time, then what is shown */
} motion;

static void choose(const model *m, motion *to) {
  for (size_t i = 0; i < m->requests.count && to->panels < PANELS; i++)
    if (m->requests.item[i].count)
      to->shown[to->panels++] = unit_at(&m->base.table, m->requests.item[i].at);
}

static lash_status look(unit *u, motion *to, lash_error *error) {
  const lash_status status = unit_refresh(u, UNIT_RESULTS, error);
  double *row = to->row[to->points++];
  row[0] = u->time;
  for (size_t k = 0; k < to->panels; k++) row[1 + k] = u->value[to->shown[k]->at];
  return status;
}

static lash_status move(unit *u, motion *to, lash_error *error) {
  const unit_stepping through = {.look = NULL};
  u->stop = u->suggested_stop;
  lash_status status = look(u, to, error);
  for (int k = 1; k <= POINTS && status == LASH_OK; k++) {
    unit_step done = {0};
    status = u->class->advance(u, u->stop * k / POINTS, &through, &done, error);
    if (status == LASH_OK) status = look(u, to, error);
    if (done.terminate) break;
  }
  return status;
}

static void draw(const void *context, FILE *out) {
  const motion *m = context;
  fprintf(out, "set multiplot layout %zu,1\n", m->panels);
  for (size_t k = 0; k < m->panels; k++) {
    axis x = axis_with("time", "s"), y = axis_with(m->shown[k]->name, m->shown[k]->unit);
    for (size_t i = 0; i < m->points; i++)
      axis_see(&x, m->row[i][0]), axis_see(&y, m->row[i][1 + k]);
    axis_fit(&x), axis_fit(&y);
    gnuplot_label(out, "x", &x);
    gnuplot_label(out, "y", &y);
    fputs("plot '-' with lines lt 1 notitle\n", out);
    for (size_t i = 0; i < m->points; i++)
      fprintf(out, "%.9g %.9g\n", m->row[i][0] * x.factor, m->row[i][1 + k] * y.factor);
    fputs("e\n", out);
  }
  fputs("unset multiplot\n", out);
}

lash_status export_plot(export_job *job, unit *u, lash_error *error) {
  motion *m = calloc(1, sizeof *m);
  char *file = path_format("%s/lash-fmu-XXXXXX.svg", getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp");
  lash_status status = m && file ? LASH_OK : lash_fail(error, LASH_FAILURE, "out of memory");
  const int made = status == LASH_OK ? mkstemps(file, 4) : -1;
  if (made >= 0) close(made);
  if (status == LASH_OK) choose((const model *)u, m);
  if (status == LASH_OK && m->panels) status = move(u, m, error);
  if (status == LASH_OK && m->panels)
    status = gnuplot_draw(file, (gnuplot_sheet){1, (int)m->panels, false}, draw, m, error);
  if (status == LASH_OK && m->panels) export_file(job, "documentation/motion.svg", file);
  if (made >= 0) remove(file);
  free(file);
  free(m);
  return status;
}
