/* What a portrait shows, found from the record of a run. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lash_poincare.h"
#include "portrait.h"

static const double two_pi = 6.283185307179586476925;

/* --------------------------------------------------------------------------------------- joints */

static bool left_out(const lash_study *study, int force) {
  char name[32];
  snprintf(name, sizeof name, "GFORCE/%d", force);
  for (size_t i = 0; i < study->run.without.count; i++) {
    if (lash_same_name(study->run.without.item[i], name)) return true;
  }
  return false;
}

lash_status portrait_find_joints(portrait *p, const lash_model *model, lash_study *study,
                                 lash_error *error) {
  static const char *const axis[] = {"DX", "DY", "DZ"};
  lash_clearance c;
  lash_status status = LASH_OK;
  for (size_t i = 0; lash_clearance_at(model, i, &c) && status == LASH_OK; i++) {
    if (left_out(study, c.force)) continue;
    if (p->joints == PORTRAIT_JOINTS_MAX) break;
    portrait_joint *j = &p->joint[p->joints++];
    j->clearance = c;
    for (size_t k = 0; k < 3 && status == LASH_OK; k++) {
      char text[96];
      snprintf(text, sizeof text, "%s(%d,%d,%d)", axis[k], c.inner, c.outer, c.outer);
      status =
          lash_columns_add(&study->measures.columns, text, &study->model, &j->column[k], error);
    }
    char measures[128];
    snprintf(measures, sizeof measures, "contact_fraction(GFORCE/%d),impacts(GFORCE/%d)", c.force,
             c.force);
    if (status == LASH_OK) {
      status = lash_measures_parse(measures, &study->model, &study->measures, error);
    }
  }
  return status;
}

static double range_of(const portrait *p, size_t column) {
  const double *x = lash_record_column(p->record, column);
  double least = INFINITY, greatest = -INFINITY;
  for (size_t r = portrait_first_row(p); r < p->record->rows; r++) {
    least = fmin(least, x[r]);
    greatest = fmax(greatest, x[r]);
  }
  return greatest - least;
}

/* A journal is looked at along its axis, a ball along the direction it moves least in. */
static void choose_plane(const portrait *p, portrait_joint *j) {
  const double visible = 0.01; /* of the play */
  size_t least = 2;
  for (size_t k = 0; k < 3 && j->clearance.sphere; k++) {
    if (range_of(p, j->column[k]) < range_of(p, j->column[least])) least = k;
  }
  j->plane[0] = least == 0 ? 1 : 0;
  j->plane[1] = least == 2 ? 1 : 2;
  j->spatial = j->clearance.sphere && range_of(p, j->column[least]) > visible * j->clearance.play;
}

/* Time in contact from a to b, spread over the angles at which the middle is then. Pieces are no
 * longer than outputs are apart. */
static void add_contact(const portrait *p, portrait_joint *j, double a, double b) {
  const lash_record *r = p->record;
  const double step = (r->end - r->start) / (double)r->rows, all = r->end - p->from;
  a = fmax(a, p->from);
  if (!(b > a)) return;
  const size_t pieces = (size_t)ceil((b - a) / step);
  for (size_t i = 0; i < pieces; i++) {
    const double t = a + ((double)i + 0.5) / (double)pieces * (b - a);
    const double x = lash_record_at(r, j->column[j->plane[0]], t);
    const double y = lash_record_at(r, j->column[j->plane[1]], t);
    double turn = atan2(y, x) / two_pi;
    if (turn < 0) turn += 1;
    const size_t bin = (size_t)(turn * PORTRAIT_BINS);
    if (isfinite(turn)) {
      j->share[bin < PORTRAIT_BINS ? bin : 0] += (b - a) / (double)pieces / all;
    }
  }
}

/* Contacts close and open at exact instants, whatever the outputs. */
static void find_density(const portrait *p, portrait_joint *j) {
  const lash_record *r = p->record;
  double begun = 0;
  int closed = 0;
  for (size_t i = 0; i < r->touches; i++) {
    const lash_touch *touch = &r->touch[i];
    if (touch->id != j->clearance.force || strcmp(touch->statement, "GFORCE") != 0) continue;
    if (touch->closes && closed++ == 0) begun = touch->time;
    if (!touch->closes && closed > 0 && --closed == 0) add_contact(p, j, begun, touch->time);
  }
  if (closed > 0) add_contact(p, j, begun, r->end);
}

/* -------------------------------------------------------------------------------------- section */

size_t portrait_first_row(const portrait *p) {
  const lash_record *r = p->record;
  const double slack = 1e-9 * (r->end - r->start);
  size_t first = 0;
  while (first + 1 < r->rows && r->time[first] < p->from - slack) first++;
  return first;
}

static lash_status find_section(portrait *p, lash_error *error) {
  const lash_record *r = p->record;
  const double slack = 1e-9;
  if (!p->crossing && !(p->period > 0)) return LASH_OK;
  const double periods = p->crossing ? 0 : (r->end - p->from) / p->period;
  const size_t room = p->crossing ? r->rows : (size_t)(periods + slack) + 1;
  p->section = malloc((room + 1) * sizeof *p->section);
  if (!p->section) return lash_fail(error, LASH_FAILURE, "out of memory for the section");
  if (p->crossing) {
    p->sections =
        lash_record_crossings(r, p->crossing_column, p->level, 1, p->from, p->section, room);
    return LASH_OK;
  }
  for (size_t k = 0; k < room; k++) {
    p->section[p->sections++] = fmin(p->from + (double)k * p->period, r->time[r->rows - 1]);
  }
  return LASH_OK;
}

/* ------------------------------------------------------------------------------------------ all */

static lash_status find_spectra(portrait *p, lash_error *error) {
  const lash_record *r = p->record;
  const size_t first = portrait_first_row(p);
  const double slack = 1e-6, dt = first + 1 < r->rows ? r->time[first + 1] - r->time[first] : 0;
  size_t count = r->rows - first;
  /* the last output may come early */
  if (count > 2 &&
      fabs(r->time[first + count - 1] - r->time[first + count - 2] - dt) > slack * dt) {
    count--;
  }
  lash_status status = LASH_OK;
  for (size_t k = 0; k < 2 && status == LASH_OK; k++) {
    status = lash_spectrum_of(lash_record_column(r, p->plane[k]) + first, count, dt,
                              &p->spectrum[k], error);
  }
  return status;
}

lash_status portrait_look(portrait *p, lash_error *error) {
  lash_status status = find_section(p, error);
  for (size_t i = 0; i < p->joints; i++) {
    choose_plane(p, &p->joint[i]);
    find_density(p, &p->joint[i]);
  }
  return status == LASH_OK ? find_spectra(p, error) : status;
}

void portrait_free(portrait *p) {
  free(p->section);
  for (size_t k = 0; k < 2; k++) lash_spectrum_free(&p->spectrum[k]);
}
