/* Writes curves, claims, plots and the page. */
#include "validation_report.h"

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

/* The rows of one run: `first` is its first member. Returns the number of its members. */
static size_t write_energy(FILE *file, const case_results *results, size_t first) {
  const run_setup *s = results->jobs[first].setup;
  double worst = 0, exchanged = 0;
  size_t members = 0;
  for (; first + members < results->job_count && results->jobs[first + members].setup == s;
       members++) {
    const run_result *r = &results->jobs[first + members].result;
    worst = fmax(worst, r->audit);
    exchanged += r->exchanged;
  }
  const bool audited = isfinite(exchanged) && exchanged > 0;
  fprintf(file, "%s,%s,%zu,", s->name, s->integrator[0] ? s->integrator : "default", members);
  if (audited)
    fprintf(file, "%.6g,%.3g,%s\n", exchanged / (double)members, worst,
            run_counts_energy(s) ? "counted" : "apart");
  else
    fputs(",,none\n", file);
  return members;
}

lash_status report_energy(const char *folder, const case_results *results, lash_error *error) {
  FILE *file = open_in(folder, "energy.csv", error);
  if (!file) return LASH_FAILURE;
  fputs("run,integrator,members,exchanged_J,worst_imbalance_relative,balance\n", file);
  for (size_t i = 0; i < results->job_count;) i += write_energy(file, results, i);
  return close_it(file, "energy.csv", error);
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
      "id,reading,quantity,published,unit,kind,rule,source,verdict,expected,failure,computed,"
      "low,high,members\n",
      file);
  for (size_t i = 0; i < c->claim_count; i++) {
    const lash_claim *k = &c->claim[i];
    const char *const texts[] = {k->id,        k->reading, k->quantity,
                                 k->published, k->unit,    k->kind,
                                 k->rule,      k->source,  lash_verdict_name(k->verdict),
                                 k->expected,  k->failure};
    for (size_t t = 0; t < sizeof texts / sizeof texts[0]; t++) write_field(file, texts[t]);
    if (isfinite(k->computed))
      fprintf(file, "%.12g,%.6g,%.6g,%zu\n", k->computed, k->low, k->high, k->members);
    else
      fputs(",,,\n", file);
  }
  return close_it(file, "claims.csv", error);
}

void report_number(const lash_claim *claim, char *text, size_t size) {
  if (!isfinite(claim->computed))
    snprintf(text, size, "-");
  else if (claim->members > 1)
    snprintf(text, size, "%.4g [%.4g, %.4g]", claim->computed, claim->low, claim->high);
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
             "%s; set datafile separator ','; set key autotitle columnhead opaque; set grid",
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
  write_cell(file, k->reading);
  write_cell(file, k->quantity);
  write_cell(file, k->published);
  write_cell(file, number);
  write_cell(file, k->unit);
  write_cell(file, lash_verdict_name(k->verdict));
  write_cell(file, k->failure[0] ? k->failure : k->note);
  fputs("\n", file);
}

static bool ends_in(const char *name, const char *ending) {
  const size_t length = strlen(name), size = strlen(ending);
  return length > size && strcmp(name + length - size, ending) == 0;
}

/* Pictures first, each a link to its drawing; then the files of numbers, folded. */
static void page_files(FILE *file, const char *out, const char *name) {
  char path[1200];
  snprintf(path, sizeof path, "%s/%s", out, name);
  struct dirent **entries = NULL;
  const int count = scandir(path, &entries, NULL, alphasort);
  fputs("<div class=\"pictures\">\n", file);
  for (int i = 0; i < count; i++) {
    const char *entry = entries[i]->d_name;
    if (!ends_in(entry, ".png")) continue;
    const int stem = (int)strlen(entry) - 4;
    fprintf(file, "<a href=\"%s/%.*s.svg\"><img loading=\"lazy\" src=\"%s/%s\" alt=\"%.*s\"></a>\n",
            name, stem, entry, name, entry, stem, entry);
  }
  fputs("</div>\n<details><summary>Numbers</summary><p>\n", file);
  for (int i = 0; i < count; i++) {
    const char *entry = entries[i]->d_name;
    if (ends_in(entry, ".csv")) fprintf(file, "<a href=\"%s/%s\">%s</a>\n", name, entry, entry);
    free(entries[i]);
  }
  free(entries);
  fputs("</details>\n", file);
}

static const char style[] =
    "body{font:15px/1.45 system-ui,sans-serif;color:#222;max-width:76em;margin:2em auto;"
    "padding:0 1.2em}h1{margin-bottom:.2em}h2{margin-top:2.2em;border-bottom:2px solid #ddd;"
    "padding-bottom:.2em}table{border-collapse:collapse;width:100%;font-size:14px}"
    "td,th{border-bottom:1px solid #e3e3e3;padding:.3em .6em;text-align:left;vertical-align:top}"
    "th{background:#f6f6f6;position:sticky;top:0}td:nth-child(5){white-space:nowrap}"
    "td:nth-child(7){white-space:nowrap;font-weight:600}.v0 td:nth-child(7){color:#1b7f3b}"
    ".v4 td:nth-child(7){color:#b3261e}.v1 td:nth-child(7),.v3 td:nth-child(7),"
    ".v5 td:nth-child(7),.v6 td:nth-child(7){color:#9a6700}"
    ".v7 td:nth-child(7){color:#777}.surprise{background:#fdecea}"
    ".tally span{display:inline-block;margin-right:1.2em;font-weight:600}"
    ".pictures{display:grid;grid-template-columns:repeat(auto-fit,minmax(24em,1fr));gap:.8em;"
    "margin:1em 0}.pictures img{width:100%;border:1px solid #ddd;border-radius:4px}"
    "nav a{margin-right:1em}details a{margin-right:.8em}";

/* How many of each verdict, and where the cases are. */
static void page_head(FILE *file, const lash_validation *v) {
  fprintf(
      file,
      "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" "
      "content=\"width=device-width\"><title>Lash: validation</title>\n<style>%s</style>\n"
      "<h1>Validation</h1>\n<p>Published mechanisms, run and judged claim by claim. Rows in red "
      "differ from the verdict on record.\n<p class=\"tally\">",
      style);
  size_t claims[LASH_NOT_RUN + 1] = {0}, met = 0, checks = 0;
  for (size_t i = 0; i < v->count; i++) {
    lash_validation_count(&v->item[i], claims);
    lash_validation_checks(&v->item[i], &met, &checks);
  }
  for (lash_verdict i = LASH_REPRODUCED; i <= LASH_NOT_RUN; i++)
    if (claims[i]) fprintf(file, "<span>%zu %s</span>", claims[i], lash_verdict_name(i));
  fprintf(file, "\n<p>Published claims, each counted once. Checks of our own: %zu of %zu met.", met,
          checks);
  fputs("\n<nav>", file);
  for (size_t i = 0; i < v->count; i++)
    fprintf(file, "<a href=\"#%s\">%s</a>", v->item[i].name, v->item[i].name);
  fputs("</nav>\n", file);
}

lash_status report_page(const char *out, const lash_validation *v, lash_error *error) {
  FILE *file = open_in(out, "index.html", error);
  if (!file) return LASH_FAILURE;
  page_head(file, v);
  for (size_t i = 0; i < v->count; i++) {
    const lash_validation_case *c = &v->item[i];
    fprintf(
        file,
        "<h2 id=\"%s\">%s</h2>\n<table><tr><th>row<th>reading<th>quantity<th>published<th>computed"
        "<th>unit<th>verdict<th>note\n",
        c->name, c->name);
    for (size_t k = 0; k < c->claim_count; k++) page_claim(file, &c->claim[k]);
    fputs("</table>\n", file);
    if (c->failed[0]) {
      fputs("<p class=\"surprise\">", file);
      write_html(file, c->failed);
      fputc('\n', file);
    }
    page_files(file, out, c->name);
  }
  fputs("</html>\n", file);
  return close_it(file, "index.html", error);
}
