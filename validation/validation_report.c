/* Writes curves, claims, plots and the page. */
#include "validation_report.h"

#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "csv.h"
#include "files.h"
#include "gnuplot.h"
#include "paths.h"
#include "program.h"
#include "quote.h"

/* --------------------------------------------------------------------------------------- tables */

/* Columns that begin with _ are for claims only. */
static bool shown(const run_setup *setup, size_t column) {
  return setup->column[column].name[0] != '_';
}

static void write_curves(csv *c, const void *context) {
  const run_job *job = context;
  const run_setup *s = job->setup;
  const run_result *r = &job->result;
  csv_text(c, "time_s");
  for (size_t k = 0; k < s->columns; k++)
    if (shown(s, k)) csv_text(c, s->column[k].name);
  csv_row(c);
  for (size_t i = 0; i < r->rows; i++) {
    for (size_t k = 0; k <= s->columns; k++)
      if (k == 0 || shown(s, k - 1)) csv_rounded(c, r->data[k * r->rows + i], 12);
    csv_row(c);
  }
}

lash_status report_curves(const char *folder, const case_results *results, lash_error *error) {
  lash_status status = LASH_OK;
  for (size_t i = 0; i < results->job_count && status == LASH_OK; i++) {
    const run_job *job = &results->jobs[i];
    if (job->member == 0 && job->setup->curves[0] && job->result.data) {
      status = csv_write_in(folder, job->setup->curves, write_curves, job, error);
    }
  }
  return status;
}

/* The rows of one run: `first` is its first member. Returns the number of its members. */
static size_t write_energy(csv *c, const case_results *results, size_t first) {
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
  csv_text(c, s->name);
  csv_text(c, s->integrator[0] ? s->integrator : "default");
  csv_count(c, members);
  csv_rounded(c, audited ? exchanged / (double)members : NAN, 6);
  csv_rounded(c, audited ? worst : NAN, 3);
  csv_text(c, !audited ? "none" : run_counts_energy(s) ? "counted" : "apart");
  csv_row(c);
  return members;
}

static void write_energies(csv *c, const void *context) {
  const case_results *results = context;
  fputs("run,integrator,members,exchanged_J,worst_imbalance_relative,balance\n", c->out);
  for (size_t i = 0; i < results->job_count;) i += write_energy(c, results, i);
}

lash_status report_energy(const char *folder, const case_results *results, lash_error *error) {
  return csv_write_in(folder, "energy.csv", write_energies, results, error);
}

static void write_claim(csv *c, const lash_claim *k) {
  const char *const texts[] = {k->id,        k->reading, k->quantity,
                               k->published, k->unit,    k->kind,
                               k->rule,      k->source,  lash_verdict_name(k->verdict),
                               k->expected,  k->failure};
  const bool known = isfinite(k->computed);
  for (size_t t = 0; t < sizeof texts / sizeof texts[0]; t++) csv_text(c, texts[t]);
  csv_rounded(c, k->computed, 12);
  csv_rounded(c, known ? k->low : NAN, 6);
  csv_rounded(c, known ? k->high : NAN, 6);
  csv_rounded(c, known ? (double)k->members : NAN, 17);
  csv_row(c);
}

static void write_claims(csv *c, const void *context) {
  const lash_validation_case *of = context;
  fputs(
      "id,reading,quantity,published,unit,kind,rule,source,verdict,expected,failure,computed,"
      "low,high,members\n",
      c->out);
  for (size_t i = 0; i < of->claim_count; i++) write_claim(c, &of->claim[i]);
}

lash_status report_claims(const char *folder, const lash_validation_case *c, lash_error *error) {
  return csv_write_in(folder, "claims.csv", write_claims, c, error);
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

/* Pictures in the making; they get their names when all of them are drawn. */
#define PART ".part"

static lash_status name_pictures(const char *folder, const char *ending, lash_error *error) {
  struct dirent **entry = NULL;
  char *tail = path_format(".%s" PART, ending);
  const int count = tail ? scandir(folder, &entry, NULL, NULL) : -1;
  lash_status status =
      count >= 0 ? LASH_OK : lash_fail(error, LASH_FAILURE, "cannot look into %s", folder);
  for (int i = 0; i < count; i++) {
    char *name = entry[i]->d_name, *from = path_join(folder, name);
    if (path_ends_in(name, tail)) {
      name[strlen(name) - strlen(PART)] = '\0';
      char *to = path_join(folder, name);
      if (status == LASH_OK && (!from || !to || rename(from, to) != 0))
        status = lash_fail(error, LASH_FAILURE, "cannot write %s in %s: %s", name, folder,
                           strerror(errno));
      free(to);
    }
    free(from);
    free(entry[i]);
  }
  free(entry);
  free(tail);
  return status;
}

/* The terminal and the style of all pictures, before a case's own commands. */
static char *plot_setup(const char *ending) {
  char *text = NULL, name[16], terminal[160];
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  if (!out) return NULL;
  snprintf(name, sizeof name, ".%s", ending);
  gnuplot_terminal(name, (gnuplot_sheet){1, 2, false}, terminal, sizeof terminal);
  if (strcmp(ending, "png") == 0) /* small ones, for pages that show many */
    snprintf(terminal, sizeof terminal, "pngcairo size 900,640 font 'sans,11'");
  fprintf(out, "ext='%s" PART "'\nset terminal %s\n", ending, terminal);
  gnuplot_style(out);
  fputs("set datafile separator ','\nset key autotitle columnhead opaque on\n", out);
  if (fclose(out) != 0) return text;
  for (char *p = text; *p; p++) { /* gnuplot -e takes one line */
    if (*p == '\n') *p = ';';
  }
  return text;
}

/* gnuplot runs in the folder of the results, so that plot.gp names curves without a path. */
lash_status report_plots(const char *folder, const char *case_folder, lash_error *error) {
  static const char *const endings[] = {"svg", "png"};
  char *relative = path_join(case_folder, "plot.gp");
  char *script = relative ? realpath(relative, NULL) : NULL; /* NULL: the case has none */
  lash_status status = LASH_OK;
  for (size_t i = 0; i < 2 && script && status == LASH_OK; i++) {
    char *setup = plot_setup(endings[i]);
    const char *const argv[] = {"gnuplot", "-e", setup ? setup : "", script, NULL};
    status = program_feed(argv, folder, "", 0, -1, error);
    if (status != LASH_OK) lash_error_prefix(error, "%s", script);
    if (status == LASH_OK) status = name_pictures(folder, endings[i], error);
    free(setup);
  }
  free(relative);
  free(script);
  return status;
}

/* ----------------------------------------------------------------------------------------- page */

static void write_cell(FILE *file, const char *text) {
  fputs("<td>", file);
  quote_html(file, text);
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

/* Pictures first, each a link to its drawing; then the files of numbers, folded. */
static void page_files(FILE *file, const char *out, const char *name) {
  char *path = path_join(out, name);
  struct dirent **entries = NULL;
  const int count = path ? scandir(path, &entries, NULL, alphasort) : 0;
  free(path);
  fputs("<div class=\"pictures\">\n", file);
  for (int i = 0; i < count; i++) {
    const char *entry = entries[i]->d_name;
    if (!path_ends_in(entry, ".png")) continue;
    const int stem = (int)strlen(entry) - 4;
    fprintf(file, "<a href=\"%s/%.*s.svg\"><img loading=\"lazy\" src=\"%s/%s\" alt=\"%.*s\"></a>\n",
            name, stem, entry, name, entry, stem, entry);
  }
  fputs("</div>\n<details><summary>Numbers</summary><p>\n", file);
  for (int i = 0; i < count; i++) {
    const char *entry = entries[i]->d_name;
    if (path_ends_in(entry, ".csv"))
      fprintf(file, "<a href=\"%s/%s\">%s</a>\n", name, entry, entry);
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

static void write_page(FILE *file, const char *out, const lash_validation *v) {
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
      quote_html(file, c->failed);
      fputc('\n', file);
    }
    page_files(file, out, c->name);
  }
  fputs("</html>\n", file);
}

lash_status report_page(const char *out, const lash_validation *v, lash_error *error) {
  out_file page;
  const lash_status status = out_open_in(&page, out, "index.html", error);
  if (status == LASH_OK) write_page(page.stream, out, v);
  return out_close(&page, status, error);
}
