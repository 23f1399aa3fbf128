/* A portrait in words and tables. */
#include <math.h>

#include "folder.h"
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

/* ----------------------------------------------------------------------------------------- words
 */

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

/* ---------------------------------------------------------------------------------------- tables
 */

static lash_status write_measures(const portrait *p, const char *folder, lash_error *error) {
  const lash_measures *m = &p->study->measures;
  char path[1200], verdict[VERDICT_MAX];
  FILE *out = folder_open(folder, "measures.csv", path, sizeof path, error);
  if (!out) return LASH_FAILURE;
  verdict_of(p, verdict);
  fputs("measure,value\n", out);
  for (size_t i = 0; i < m->count; i++) {
    fprintf(out, "\"%s\"", m->item[i].text);
    folder_number(out, p->values[i]);
    fputc('\n', out);
  }
  fprintf(out, "motion,%s\n", verdict);
  return folder_close(out, path, error);
}

static lash_status write_phase(const portrait *p, const char *folder, lash_error *error) {
  const lash_record *r = p->record;
  char path[1200];
  FILE *out = folder_open(folder, "phase.csv", path, sizeof path, error);
  if (!out) return LASH_FAILURE;
  fprintf(out, "time,\"%s\",\"%s\"\n", column_name(p, p->plane[0]), column_name(p, p->plane[1]));
  for (size_t i = portrait_first_row(p); i < r->rows; i++) {
    fprintf(out, "%.12g", r->time[i]);
    for (size_t k = 0; k < 2; k++) folder_number(out, lash_record_column(r, p->plane[k])[i]);
    fputc('\n', out);
  }
  return folder_close(out, path, error);
}

static lash_status write_section(const portrait *p, const char *folder, lash_error *error) {
  char path[1200];
  FILE *out = folder_open(folder, "section.csv", path, sizeof path, error);
  if (!out) return LASH_FAILURE;
  fprintf(out, "time,\"%s\",\"%s\"\n", column_name(p, p->plane[0]), column_name(p, p->plane[1]));
  for (size_t i = 0; i < p->sections; i++) {
    fprintf(out, "%.12g", p->section[i]);
    for (size_t k = 0; k < 2; k++) {
      folder_number(out, lash_record_at(p->record, p->plane[k], p->section[i]));
    }
    fputc('\n', out);
  }
  return folder_close(out, path, error);
}

static lash_status write_orbit(const portrait *p, const portrait_joint *j, const char *folder,
                               lash_error *error) {
  const lash_record *r = p->record;
  char path[1200], name[64];
  snprintf(name, sizeof name, "orbit_GFORCE_%d.csv", j->clearance.force);
  FILE *out = folder_open(folder, name, path, sizeof path, error);
  if (!out) return LASH_FAILURE;
  fputs("time,x,y,z\n", out);
  for (size_t i = portrait_first_row(p); i < r->rows; i++) {
    fprintf(out, "%.12g", r->time[i]);
    for (size_t k = 0; k < 3; k++) folder_number(out, lash_record_column(r, j->column[k])[i]);
    fputc('\n', out);
  }
  return folder_close(out, path, error);
}

static lash_status write_density(const portrait_joint *j, const char *folder, lash_error *error) {
  const double turn = 360;
  char path[1200], name[64];
  snprintf(name, sizeof name, "contact_GFORCE_%d.csv", j->clearance.force);
  FILE *out = folder_open(folder, name, path, sizeof path, error);
  if (!out) return LASH_FAILURE;
  fputs("degrees,share_of_time\n", out);
  for (int i = 0; i < PORTRAIT_BINS; i++) {
    fprintf(out, "%g", (i + 0.5) * turn / PORTRAIT_BINS);
    folder_number(out, j->share[i]);
    fputc('\n', out);
  }
  return folder_close(out, path, error);
}

static lash_status write_spectrum(const portrait *p, const char *folder, lash_error *error) {
  char path[1200];
  FILE *out = folder_open(folder, "spectrum.csv", path, sizeof path, error);
  if (!out) return LASH_FAILURE;
  fprintf(out, "frequency,\"%s\",\"%s\"\n", column_name(p, p->plane[0]),
          column_name(p, p->plane[1]));
  for (size_t i = 0; i < p->spectrum[0].count; i++) {
    fprintf(out, "%.12g", p->spectrum[0].step * (double)i);
    for (size_t k = 0; k < 2; k++) folder_number(out, p->spectrum[k].amplitude[i]);
    fputc('\n', out);
  }
  return folder_close(out, path, error);
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
