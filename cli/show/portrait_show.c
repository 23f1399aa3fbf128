/* A portrait in words and tables. */
#include <math.h>

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
  table t;
  table_begin(&t, 2);
  table_text(&t, "measure");
  table_text(&t, "value");
  for (size_t i = 0; i < m->count; i++) {
    table_text(&t, m->item[i].text);
    table_number(&t, p->values[i]);
  }
  table_print(&t, out);
  table_free(&t);
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
  json j;
  verdict_of(p, verdict);
  json_start(&j, out);
  json_object(&j, NULL);
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
  json_array_end(&j);
  json_object_end(&j);
  json_end(&j);
}

/* --------------------------------------------------------------------------------------- tables */

static lash_status write_measures(const portrait *p, const char *folder, lash_error *error) {
  const lash_measures *m = &p->study->measures;
  char verdict[VERDICT_MAX];
  out_file out;
  const lash_status status = out_open_in(&out, folder, "measures.csv", error);
  if (status != LASH_OK) return out_close(&out, status, error);
  csv c = csv_to(out.stream);
  verdict_of(p, verdict);
  fputs("measure,value\n", c.out);
  for (size_t i = 0; i < m->count; i++) {
    csv_text(&c, m->item[i].text);
    csv_rounded(&c, p->values[i], 12);
    csv_row(&c);
  }
  csv_text(&c, "motion");
  csv_text(&c, verdict);
  csv_row(&c);
  return out_close(&out, LASH_OK, error);
}

static lash_status write_phase(const portrait *p, const char *folder, lash_error *error) {
  const lash_record *r = p->record;
  out_file out;
  const lash_status status = out_open_in(&out, folder, "phase.csv", error);
  if (status != LASH_OK) return out_close(&out, status, error);
  csv c = csv_to(out.stream);
  csv_text(&c, "time");
  for (size_t k = 0; k < 2; k++) csv_text(&c, column_name(p, p->plane[k]));
  csv_row(&c);
  for (size_t i = portrait_first_row(p); i < r->rows; i++) {
    csv_rounded(&c, r->time[i], 12);
    for (size_t k = 0; k < 2; k++) csv_rounded(&c, lash_record_column(r, p->plane[k])[i], 12);
    csv_row(&c);
  }
  return out_close(&out, LASH_OK, error);
}

static lash_status write_section(const portrait *p, const char *folder, lash_error *error) {
  out_file out;
  const lash_status status = out_open_in(&out, folder, "section.csv", error);
  if (status != LASH_OK) return out_close(&out, status, error);
  csv c = csv_to(out.stream);
  csv_text(&c, "time");
  for (size_t k = 0; k < 2; k++) csv_text(&c, column_name(p, p->plane[k]));
  csv_row(&c);
  for (size_t i = 0; i < p->sections; i++) {
    csv_rounded(&c, p->section[i], 12);
    for (size_t k = 0; k < 2; k++) {
      csv_rounded(&c, lash_record_at(p->record, p->plane[k], p->section[i]), 12);
    }
    csv_row(&c);
  }
  return out_close(&out, LASH_OK, error);
}

static lash_status write_orbit(const portrait *p, const portrait_joint *j, const char *folder,
                               lash_error *error) {
  const lash_record *r = p->record;
  char name[64];
  snprintf(name, sizeof name, "orbit_GFORCE_%d.csv", j->clearance.force);
  out_file out;
  const lash_status status = out_open_in(&out, folder, name, error);
  if (status != LASH_OK) return out_close(&out, status, error);
  csv c = csv_to(out.stream);
  fputs("time,x,y,z\n", c.out);
  for (size_t i = portrait_first_row(p); i < r->rows; i++) {
    csv_rounded(&c, r->time[i], 12);
    for (size_t k = 0; k < 3; k++) csv_rounded(&c, lash_record_column(r, j->column[k])[i], 12);
    csv_row(&c);
  }
  return out_close(&out, LASH_OK, error);
}

static lash_status write_density(const portrait_joint *j, const char *folder, lash_error *error) {
  const double turn = 360;
  char name[64];
  snprintf(name, sizeof name, "contact_GFORCE_%d.csv", j->clearance.force);
  out_file out;
  const lash_status status = out_open_in(&out, folder, name, error);
  if (status != LASH_OK) return out_close(&out, status, error);
  csv c = csv_to(out.stream);
  fputs("degrees,share_of_time\n", c.out);
  for (int i = 0; i < PORTRAIT_BINS; i++) {
    csv_rounded(&c, (i + 0.5) * turn / PORTRAIT_BINS, 6);
    csv_rounded(&c, j->share[i], 12);
    csv_row(&c);
  }
  return out_close(&out, LASH_OK, error);
}

static lash_status write_spectrum(const portrait *p, const char *folder, lash_error *error) {
  out_file out;
  const lash_status status = out_open_in(&out, folder, "spectrum.csv", error);
  if (status != LASH_OK) return out_close(&out, status, error);
  csv c = csv_to(out.stream);
  csv_text(&c, "frequency");
  for (size_t k = 0; k < 2; k++) csv_text(&c, column_name(p, p->plane[k]));
  csv_row(&c);
  for (size_t i = 0; i < p->spectrum[0].count; i++) {
    csv_rounded(&c, p->spectrum[0].step * (double)i, 12);
    for (size_t k = 0; k < 2; k++) csv_rounded(&c, p->spectrum[k].amplitude[i], 12);
    csv_row(&c);
  }
  return out_close(&out, LASH_OK, error);
}

lash_status portrait_write(const portrait *p, const char *folder, lash_error *error) {
  lash_status status = folder_make(folder, error);
  if (status == LASH_OK) status = write_measures(p, folder, error);
  if (status == LASH_OK) status = write_phase(p, folder, error);
  if (status == LASH_OK && p->section) status = write_section(p, folder, error);
  if (status == LASH_OK) status = write_spectrum(p, folder, error);
  for (size_t i = 0; i < p->joints && status == LASH_OK; i++) {
    status = write_orbit(p, &p->joint[i], folder, error);
    if (status == LASH_OK) status = write_density(&p->joint[i], folder, error);
  }
  return status == LASH_OK ? portrait_draw(p, folder, error) : status;
}
