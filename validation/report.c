/* Writes curves, claims, plots and the page. */
#include "report.h"

#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static FILE *open_in(const char *folder, const char *name, lash_error *error) {
  char path[1200];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen(path, "w");
  if (!file) lash_fail(error, LASH_FAILURE, "cannot write %s: %s", path, strerror(errno));
  return file;
}

static lash_status close_it(FILE *file, const char *name, lash_error *error) {
  if (fclose(file) == 0) return LASH_OK;
  return lash_fail(error, LASH_FAILURE, "cannot write %s: %s", name, strerror(errno));
}

lash_status report_folder(const char *path, lash_error *error) {
  if (mkdir(path, 0777) == 0 || errno == EEXIST) return LASH_OK;
  return lash_fail(error, LASH_FAILURE, "cannot make the folder %s: %s", path, strerror(errno));
}

/* --------------------------------------------------------------------------------------- tables */

/* Columns that begin with _ are for claims only. */
static bool shown(const run_setup *setup, size_t column) {
  return setup->column[column].name[0] != '_';
}

static lash_status write_curves(const char *folder, const run_job *job, lash_error *error) {
  const run_setup *s = job->setup;
  const run_result *r = &job->result;
  FILE *file = open_in(folder, s->curves, error);
  if (!file) return LASH_FAILURE;
  fputs("time_s", file);
  for (size_t c = 0; c < s->columns; c++) {
    if (shown(s, c)) fprintf(file, ",%s", s->column[c].name);
  }
  for (size_t i = 0; i < r->rows; i++) {
    fprintf(file, "\n%.12g", r->data[i]);
    for (size_t c = 0; c < s->columns; c++) {
      if (shown(s, c)) fprintf(file, ",%.12g", r->data[(c + 1) * r->rows + i]);
    }
  }
  fputc('\n', file);
  return close_it(file, s->curves, error);
}

lash_status report_curves(const char *folder, const case_results *results, lash_error *error) {
  lash_status status = LASH_OK;
  for (size_t i = 0; i < results->job_count && status == LASH_OK; i++) {
    const run_job *job = &results->jobs[i];
    if (job->member == 0 && job->setup->curves[0] && job->result.data) {
      status = write_curves(folder, job, error);
    }
  }
  return status;
}

/* A text as a CSV field. */
static void write_field(FILE *file, const char *text) {
  fputc('"', file);
  for (; *text; text++) {
    if (*text == '"') fputc('"', file);
    fputc(*text, file);
  }
  fputs("\",", file);
}

lash_status report_claims(const char *folder, const lash_validation_case *c, lash_error *error) {
  FILE *file = open_in(folder, "claims.csv", error);
  if (!file) return LASH_FAILURE;
  fputs(
      "id,quantity,published,unit,kind,rule,source,verdict,expected,failure,computed,spread,"
      "members\n",
      file);
  for (size_t i = 0; i < c->claim_count; i++) {
    const lash_claim *k = &c->claim[i];
    const char *const texts[] = {
        k->id,       k->quantity, k->published, k->unit,
        k->kind,     k->rule,     k->source,    lash_verdict_name(k->verdict),
        k->expected, k->failure};
    for (size_t t = 0; t < sizeof texts / sizeof texts[0]; t++) write_field(file, texts[t]);
    if (isfinite(k->computed))
      fprintf(file, "%.12g,%.6g,%zu\n", k->computed, k->spread, k->members);
    else
      fputs(",,\n", file);
  }
  return close_it(file, "claims.csv", error);
}

void report_number(const lash_claim *claim, char *text, size_t size) {
  if (!isfinite(claim->computed))
    snprintf(text, size, "-");
  else if (claim->members > 1)
    snprintf(text, size, "%.6g ± %.2g", claim->computed, claim->spread);
  else
    snprintf(text, size, strcmp(claim->kind, "check") == 0 ? "%.10g" : "%.6g", claim->computed);
}

/* ---------------------------------------------------------------------------------------- plots */

/* gnuplot in the folder of the results, so that plot.gp names curves without a path. */
static lash_status draw(const char *folder, const char *script, const char *terminal,
                        lash_error *error) {
  fflush(NULL);
  const pid_t process = fork();
  if (process < 0) return lash_fail(error, LASH_FAILURE, "cannot start gnuplot");
  if (process == 0) {
    if (chdir(folder) != 0) _exit(126);
    execlp("gnuplot", "gnuplot", "-e", terminal, script, (char *)NULL);
    _exit(127);
  }
  int status;
  if (waitpid(process, &status, 0) > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0) {
    return LASH_OK;
  }
  return lash_fail(error, LASH_FAILURE, "gnuplot failed on %s%s", script,
                   WIFEXITED(status) && WEXITSTATUS(status) == 127 ? ": it is not installed" : "");
}

lash_status report_plots(const char *folder, const char *case_folder, lash_error *error) {
  char relative[1200];
  snprintf(relative, sizeof relative, "%s/plot.gp", case_folder);
  if (access(relative, R_OK) != 0) return LASH_OK;
  char *script = realpath(relative, NULL);
  if (!script) return lash_fail(error, LASH_FAILURE, "cannot find %s", relative);
  static const char *const terminals[] = {
      "ext='svg'; set terminal svg size 900,600 background 'white'",
      "ext='png'; set terminal pngcairo size 900,600"};
  lash_status status = LASH_OK;
  for (size_t i = 0; i < 2 && status == LASH_OK; i++) {
    char setup[256];
    snprintf(setup, sizeof setup,
             "%s; set datafile separator ','; set key autotitle columnhead; set grid",
             terminals[i]);
    status = draw(folder, script, setup, error);
  }
  free(script);
  return status;
}

/* ----------------------------------------------------------------------------------------- page */

static void write_html(FILE *file, const char *text) {
  for (; *text; text++) {
    if (*text == '<')
      fputs("&lt;", file);
    else if (*text == '&')
      fputs("&amp;", file);
    else
      fputc(*text, file);
  }
}

static void write_cell(FILE *file, const char *text) {
  fputs("<td>", file);
  write_html(file, text);
}

static void page_claim(FILE *file, const lash_claim *k) {
  char number[96];
  report_number(k, number, sizeof number);
  fprintf(file, "<tr class=\"v%d%s\">", (int)k->verdict, k->surprise ? " surprise" : "");
  write_cell(file, k->id);
  write_cell(file, k->quantity);
  write_cell(file, k->published);
  write_cell(file, number);
  write_cell(file, k->unit);
  write_cell(file, lash_verdict_name(k->verdict));
  write_cell(file, k->failure[0] ? k->failure : k->note);
  fputs("\n", file);
}

static void page_links(FILE *file, const char *out, const char *name) {
  char path[1200];
  snprintf(path, sizeof path, "%s/%s", out, name);
  struct dirent **entries = NULL;
  const int count = scandir(path, &entries, NULL, alphasort);
  for (int i = 0; i < count; i++) {
    const char *entry = entries[i]->d_name, *dot = strrchr(entry, '.');
    if (dot && strcmp(dot, ".svg") == 0) {
      fprintf(file, "<img src=\"%s/%s\" alt=\"%s\">\n", name, entry, entry);
    } else if (dot && strcmp(dot, ".csv") == 0) {
      fprintf(file, "<a href=\"%s/%s\">%s</a>\n", name, entry, entry);
    }
    free(entries[i]);
  }
  free(entries);
}

lash_status report_page(const char *out, const lash_validation *v, lash_error *error) {
  FILE *file = open_in(out, "index.html", error);
  if (!file) return LASH_FAILURE;
  fputs(
      "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Lash: validation</title>\n"
      "<style>body{font:15px/1.4 sans-serif;max-width:70em;margin:2em auto;padding:0 1em}"
      "table{border-collapse:collapse}td,th{border:1px solid #ccc;padding:.2em .5em;"
      "text-align:left;vertical-align:top}.v0{background:#e6f5e6}.v1{background:#fbe9e7}"
      ".v2,.v3{background:#fff8e1}.surprise td:first-child{font-weight:bold;color:#b00}"
      "img{max-width:100%}</style>\n<h1>Validation</h1>\n",
      file);
  for (size_t i = 0; i < v->count; i++) {
    const lash_validation_case *c = &v->item[i];
    fprintf(file,
            "<h2 id=\"%s\">%s</h2>\n<table><tr><th>claim<th>quantity<th>published<th>computed"
            "<th>unit<th>verdict<th>note\n",
            c->name, c->name);
    for (size_t k = 0; k < c->claim_count; k++) page_claim(file, &c->claim[k]);
    fputs("</table>\n<p>", file);
    page_links(file, out, c->name);
  }
  fputs("</html>\n", file);
  return close_it(file, "index.html", error);
}
