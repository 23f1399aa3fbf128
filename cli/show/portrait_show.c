/* A portrait in words and tables. */

#include "csv.h"
#include "files.h"
#include "json.h"
#include "lash_poincare.h"
#include "output.h"
#include "portrait.h"

enum { VERDICT_MAX = 32 };

static const char *column_name(const portrait *p, size_t column) {
  return p->study->measures.columns.item[column].text;
}

static void verdict_of(const portrait *p, char verdict[VERDICT_MAX]) {
  lash_verdict(p->repeats, p->has_lyapunov ? &p->lyapunov : NULL, verdict, VERDICT_MAX);
}

/* ---------------------------------------------------------------------------------------- words */

void portrait_print(const portrait *p, FILE *out) {
  const lash_measures *m = &p->study->measures;
  char verdict[VERDICT_MAX];
  table t = table_with("measure", "value", NULL);
  for (size_t i = 0; i < m->count; i++) {
    table_text(&t, m->item[i].text);
    table_number(&t, p->values[i]);
  }
  table_show(&t, out);
  for (size_t k = 0; k < 2; k++) {
    size_t peaks[PORTRAIT_PEAKS];
    const lash_spectrum *s = &p->spectrum[k];
    const size_t count = lash_spectrum_peaks(s, peaks, PORTRAIT_PEAKS);
    fprintf(out, "%s: mean %.4g; amplitudes", column_name(p, p->plane[k]), s->mean);
    for (size_t i = 0; i < count; i++) {
      fprintf(out, "%s %.4g at %.4g", i ? "," : "", s->amplitude[peaks[i]],
              s->step * (double)peaks[i]);
    }
    fputs(" 1/time\n", out);
  }
  if (p->section) fprintf(out, "section: %zu points\n", p->sections);
  if (!p->has_lyapunov && !(p->period > 0)) return;
  verdict_of(p, verdict);
  fprintf(out, "%s", verdict);
  if (p->has_lyapunov) {
    fprintf(out, ": largest Lyapunov exponent %.4g ± %.2g 1/time (standard error)",
            p->lyapunov.exponent, p->lyapunov.uncertainty);
  }
  fputc('\n', out);
}

void portrait_print_json(const portrait *p, FILE *out) {
  const lash_measures *m = &p->study->measures;
  char verdict[VERDICT_MAX];
  verdict_of(p, verdict);
  json j = json_object_to(out);
  json_string(&j, "verdict", verdict);
  json_integer(&j, "section_points", (long long)p->sections);
  json_object(&j, "measures");
  for (size_t i = 0; i < m->count; i++) json_number(&j, m->item[i].text, p->values[i]);
  json_object_end(&j);
  json_array(&j, "spectra");
  for (size_t k = 0; k < 2; k++) {
    size_t peaks[PORTRAIT_PEAKS];
    const lash_spectrum *s = &p->spectrum[k];
    const size_t count = lash_spectrum_peaks(s, peaks, PORTRAIT_PEAKS);
    json_object(&j, NULL);
    json_string(&j, "column", column_name(p, p->plane[k]));
    json_number(&j, "mean", s->mean);
    json_array(&j, "peaks");
    for (size_t i = 0; i < count; i++) {
      json_object(&j, NULL);
      json_number(&j, "frequency", s->step * (double)peaks[i]);
      json_number(&j, "amplitude", s->amplitude[peaks[i]]);
      json_object_end(&j);
    }
    json_array_end(&j);
    json_object_end(&j);
  }
  json_end(&j);
}

/* --------------------------------------------------------------------------------------- tables */

static void put_measures(csv *c, const void *context) {
  const portrait *p = ((const portrait_view *)context)->p;
  const lash_measures *m = &p->study->measures;
  char verdict[VERDICT_MAX];
  verdict_of(p, verdict);
  fputs("measure,value\n", c->out);
  for (size_t i = 0; i < m->count; i++) {
    csv_text(c, m->item[i].text);
    csv_rounded(c, p->values[i], 12);
    csv_row(c);
  }
  csv_text(c, "motion");
  csv_text(c, verdict);
  csv_row(c);
}

/* Of both columns of the plane over something. */
static void put_heading(csv *c, const portrait *p, const char *along) {
  csv_text(c, along);
  for (size_t k = 0; k < 2; k++) csv_text(c, column_name(p, p->plane[k]));
  csv_row(c);
}

/* The record's columns from the beginning on. */
static void put_columns(csv *c, const portrait *p, const size_t *column, size_t columns) {
  const lash_record *r = p->record;
  for (size_t i = portrait_first_row(p); i < r->rows; i++) {
    csv_rounded(c, r->time[i], 12);
    for (size_t k = 0; k < columns; k++) csv_rounded(c, lash_record_column(r, column[k])[i], 12);
    csv_row(c);
  }
}

static void put_phase(csv *c, const void *context) {
  const portrait *p = ((const portrait_view *)context)->p;
  put_heading(c, p, "time");
  put_columns(c, p, p->plane, 2);
}

static void put_section(csv *c, const void *context) {
  const portrait *p = ((const portrait_view *)context)->p;
  put_heading(c, p, "time");
  for (size_t i = 0; i < p->sections; i++) {
    csv_rounded(c, p->section[i], 12);
    for (size_t k = 0; k < 2; k++)
      csv_rounded(c, lash_record_at(p->record, p->plane[k], p->section[i]), 12);
    csv_row(c);
  }
}

static void put_spectrum(csv *c, const void *context) {
  const portrait *p = ((const portrait_view *)context)->p;
  put_heading(c, p, "frequency");
  for (size_t i = 0; i < p->spectrum[0].count; i++) {
    csv_rounded(c, p->spectrum[0].step * (double)i, 12);
    for (size_t k = 0; k < 2; k++) csv_rounded(c, p->spectrum[k].amplitude[i], 12);
    csv_row(c);
  }
}

static void put_orbit(csv *c, const void *context) {
  const portrait_view *v = context;
  fputs("time,x,y,z\n", c->out);
  put_columns(c, v->p, v->joint->column, 3);
}

static void put_density(csv *c, const void *context) {
  const double turn = 360;
  const portrait_joint *j = ((const portrait_view *)context)->joint;
  fputs("degrees,share_of_time\n", c->out);
  for (int i = 0; i < PORTRAIT_BINS; i++) {
    csv_rounded(c, (i + 0.5) * turn / PORTRAIT_BINS, 6);
    csv_rounded(c, j->share[i], 12);
    csv_row(c);
  }
}

void portrait_file(const portrait_view *v, const char *name, const char *ending, char file[64]) {
  if (v->joint)
    snprintf(file, 64, "%.30s_GFORCE_%d.%.3s", name, v->joint->clearance.force, ending);
  else
    snprintf(file, 64, "%.30s.%.3s", name, ending);
}

static lash_status write_table(const portrait_view *v, const char *folder, const char *name,
                               void (*put)(csv *c, const void *context), lash_error *error) {
  char file[64];
  portrait_file(v, name, "csv", file);
  return csv_write_in(folder, file, put, v, error);
}

lash_status portrait_write(const portrait *p, const char *folder, lash_error *error) {
  portrait_view v = {p, NULL};
  lash_status status = folder_make(folder, error);
  if (status == LASH_OK) status = write_table(&v, folder, "measures", put_measures, error);
  if (status == LASH_OK) status = write_table(&v, folder, "phase", put_phase, error);
  if (status == LASH_OK && p->section)
    status = write_table(&v, folder, "section", put_section, error);
  if (status == LASH_OK) status = write_table(&v, folder, "spectrum", put_spectrum, error);
  for (size_t i = 0; i < p->joints && status == LASH_OK; i++) {
    v.joint = &p->joint[i];
    status = write_table(&v, folder, "orbit", put_orbit, error);
    if (status == LASH_OK) status = write_table(&v, folder, "contact", put_density, error);
  }
  return status == LASH_OK ? portrait_draw(p, folder, error) : status;
}
