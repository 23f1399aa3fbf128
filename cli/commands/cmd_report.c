/* lash report: results as a page that opens anywhere, without a network. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli.h"
#include "files.h"
#include "json.h"
#include "option_keys.h"
#include "paths.h"
#include "report.h"

typedef struct arguments {
  const char *folder, *out, *title;
  bool still, json;
} arguments;

static const struct argp_option options[] = {
    {"out", OPTION_TEXT(arguments, out), "FILE", 0,
     "Page to write (default DIR/report.html; report_static.html)", 0},
    OPTION_LETTER('o'),
    {"static", OPTION_TRUE(arguments, still), NULL, 0,
     "No scripts: drawings instead of film and curves, to print", 0},
    {"title", OPTION_TEXT(arguments, title), "TEXT", 0,
     "Heading of the page (default: the folder's name)", 0},
    {"json", OPTION_TRUE(arguments, json), NULL, 0, "Say as JSON what was written", 0},
    {0}};

static error_t parse(int key, char *arg, struct argp_state *state) {
  arguments *a = state->input;
  if (option_take(options, key, arg, a, NULL)) return 0;
  switch (key) {
    case ARGP_KEY_ARG:
      if (a->folder) argp_error(state, "one folder at a time: '%s' is too many", arg);
      a->folder = arg;
      return 0;
    case ARGP_KEY_END:
      if (!a->folder) argp_error(state, "which folder of results?");
      return 0;
    default:
      return ARGP_ERR_UNKNOWN;
  }
}

static const struct argp argp = {
    options,
    parse,
    "DIR",
    "Make one self-contained HTML page of a folder of results: the mechanism as a film in space, "
    "curves to zoom into, tables to sort, all figures.\v"
    "DIR is what run, validate, compare or sweep wrote; its folders become sections.\n"
    "Example:\n"
    "  lash run validation/rssr/rssr.adm --end 0.05 --dtout 5e-5 --out results\n"
    "  lash report results\n"
    "then open results/report.html in a browser. To print, or for a PDF:\n"
    "  lash report results --static\n",
    NULL,
    NULL,
    NULL};

/* The folder's own name, for the heading. To be freed. */
static char *default_title(const char *folder) {
  size_t length = strlen(folder);
  while (length > 1 && folder[length - 1] == '/') length--;
  size_t start = length;
  while (start > 0 && folder[start - 1] != '/') start--;
  return strndup(folder + start, length - start);
}

static lash_status write_page(const report *r, const char *path, const char *title, bool still,
                              lash_error *error) {
  out_file page;
  lash_status status = out_open(&page, path, error);
  if (status == LASH_OK) status = report_write(r, title, still, page.stream, error);
  return out_close(&page, status, error);
}

static void say(const arguments *a, const report *r, const char *path) {
  size_t tables = 0, figures = 0, films = 0;
  for (size_t i = 0; i < r->sections; i++) {
    tables += r->section[i].curves.tables;
    figures += r->section[i].figures;
    films += r->section[i].scene != NULL;
  }
  if (a->json) {
    json j = json_object_to(stdout);
    json_string(&j, "page", path);
    json_integer(&j, "sections", (long long)r->sections);
    json_integer(&j, "tables", (long long)tables);
    json_integer(&j, "figures", (long long)figures);
    json_integer(&j, "films", (long long)films);
    json_end(&j);
  } else {
    printf("%s: %zu section%s, %zu tables, %zu figures, %zu film%s\n", path, r->sections,
           r->sections == 1 ? "" : "s", tables, figures, films, films == 1 ? "" : "s");
  }
}

/* A page is no place for a table that was meant to be shown in it. */
static lash_status check_name(const char *out, lash_error *error) {
  const char *dot = out ? strrchr(out, '.') : NULL;
  if (!out || (dot && (lash_same_name(dot, ".html") || lash_same_name(dot, ".htm"))))
    return LASH_OK;
  return lash_fail(error, LASH_BAD_INPUT, "--out wants a file that ends in .html, not '%s'", out);
}

static lash_status make_page(void *context, lash_error *error) {
  const arguments *a = context;
  report r;
  lash_status status = check_name(a->out, error);
  if (status != LASH_OK) return status;
  /* a run that is writing there would be shown half done; a page elsewhere needs no right to write
   * into the folder */
  struct stat about;
  const bool there = !a->out && stat(a->folder, &about) == 0 && S_ISDIR(about.st_mode);
  status = there ? folder_claim(a->folder, error) : LASH_OK;
  if (status == LASH_OK) status = report_read(&r, a->folder, error);
  if (status != LASH_OK) return status;
  const char *usual = a->still ? "report_static.html" : "report.html";
  char *path = a->out ? strdup(a->out) : path_join(a->folder, usual);
  char *title = a->title ? strdup(a->title) : default_title(a->folder);
  status = write_page(&r, path, title ? title : "", a->still, error);
  if (status == LASH_OK) say(a, &r, path);
  report_free(&r);
  free(path);
  free(title);
  return status;
}

static lash_status run(int argc, char **argv) {
  arguments a = {.folder = NULL};
  return cli_run(&argp, argc, argv, &a, NULL, make_page);
}

const lash_command cmd_report = {
    .name = "report", .summary = "make a page of results: film, curves, tables", .run = run};
