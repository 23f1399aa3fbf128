#include "manual.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "files.h"
#include "option_keys.h"
#include "paths.h"

/* -------------------------------------------------------------------------------------- options */

void manual_options(const struct argp *argp, manual_visitor visit, void *context) {
  for (const struct argp_option *o = argp->options; o && (o->name || o->key || o->doc); o++) {
    if (o->name && !(o->flags & (OPTION_HIDDEN | OPTION_DOC))) visit(o, context);
  }
  for (const struct argp_child *c = argp->children; c && c->argp; c++)
    manual_options(c->argp, visit, context);
}

/* ----------------------------------------------------------------------------------------- roff */

/* A line of text: nothing in it is a request, and a minus is one that can be copied. */
static void roff_text(FILE *out, const char *text, size_t length) {
  bool begins = true;
  for (size_t i = 0; i < length; i++) {
    const char c = text[i];
    if (begins && (c == '.' || c == '\'')) fputs("\\&", out);
    if (c == '\\')
      fputs("\\e", out);
    else if (c == '-')
      fputs("\\-", out);
    else
      putc(c, out);
    begins = c == '\n';
  }
}

static void roff(FILE *out, const char *text) { roff_text(out, text, strlen(text)); }

static void heading(FILE *out, const char *page, const char *summary) {
  fputs(".TH ", out);
  for (const char *p = page; *p; p++) putc(toupper((unsigned char)*p), out);
  fprintf(out, " 1 \"\" \"lash %s\" \"Lash\"\n.SH NAME\n", LASH_VERSION);
  roff(out, page);
  fputs(" \\- ", out);
  roff(out, summary);
  fputc('\n', out);
}

static void write_option(const struct argp_option *o, void *context) {
  FILE *out = context;
  fputs(".TP\n", out);
  if (option_letter(o)) fprintf(out, "\\fB\\-%c\\fR, ", option_letter(o));
  fputs("\\fB\\-\\-", out);
  roff(out, o->name);
  fputs("\\fR", out);
  if (o->arg) {
    fputs("=\\fI", out);
    roff(out, o->arg);
    fputs("\\fR", out);
  }
  fputc('\n', out);
  roff(out, o->doc ? o->doc : "");
  fputc('\n', out);
}

/* Each way to call is a line of args_doc. */
static void write_synopsis(FILE *out, const manual_entry *e) {
  const char *line = e->argp->args_doc ? e->argp->args_doc : "";
  do {
    const size_t length = strcspn(line, "\n");
    fputs(".B lash ", out);
    roff_text(out, e->words, e->second ? strlen(e->words) : strcspn(e->words, " "));
    fputs("\n[\\fIOPTION\\fR...] ", out);
    roff_text(out, line, length);
    fputs("\n.br\n", out);
    line += length + (line[length] == '\n');
  } while (*line);
}

/* What follows the options in --help: as it stands, lines kept. */
static bool write_notes(FILE *out, const struct argp *argp) {
  const char *doc = argp->doc ? strchr(argp->doc, '\v') : NULL;
  const char *text = doc ? doc + 1 : NULL;
  char *filtered = NULL;
  if (argp->help_filter) {
    filtered = argp->help_filter(ARGP_KEY_HELP_POST_DOC, text, NULL);
    if (text && !filtered) return false;
    text = filtered;
  }
  if (text && *text) {
    fputs(".SH NOTES\n.nf\n", out);
    roff(out, text);
    fputs("\n.fi\n", out);
  }
  if (filtered && doc && filtered != doc + 1) free(filtered);
  return true;
}

static void write_status(FILE *out) {
  fputs(
      ".SH EXIT STATUS\n0 success, 2 bad input, 3 not supported, 1 any other failure.\n"
      ".SH SEE ALSO\n.BR lash (1)\n",
      out);
}

static bool write_page(FILE *out, const manual_entry *e, const char *page) {
  const char *doc = e->argp->doc ? e->argp->doc : "";
  heading(out, page, e->summary);
  fputs(".SH SYNOPSIS\n", out);
  write_synopsis(out, e);
  fputs(".SH DESCRIPTION\n", out);
  roff_text(out, doc, strcspn(doc, "\v"));
  fputs("\n.SH OPTIONS\n", out);
  manual_options(e->argp, write_option, out);
  static const struct argp_option more[] = {
      {"routine-limit", 0, "SECONDS", 0, "Give foreign code up that does not return (60)", 0},
      {"help", '?', NULL, 0, "Show what it takes", 0},
      {0}};
  if (e->routine_limit) write_option(&more[0], out);
  write_option(&more[1], out);
  const bool whole = write_notes(out, e->argp);
  write_status(out);
  return whole;
}

/* "sub call" has the page lash-sub-call.1. */
static char *page_name(const char *words) {
  char *name = path_format("lash-%s", words);
  for (char *p = name; p && *p; p++) {
    if (*p == ' ') *p = '-';
  }
  return name;
}

static bool write_overview(FILE *out, const void *context) {
  (void)context;
  manual_entry e;
  bool whole = true;
  heading(out, "lash", "contact and friction laws for multibody programs");
  fputs(
      ".SH SYNOPSIS\n.B lash\n\\fICOMMAND\\fR [\\fIOPTION\\fR...]\n.SH DESCRIPTION\n"
      "Contact and friction laws for multibody programs: look at them, try them, run them.\n"
      ".SH COMMANDS\n",
      out);
  for (size_t i = 0; manual_entry_at(i, &e); i++) {
    char *page = page_name(e.words);
    fputs(".TP\n.BR ", out);
    if (page)
      roff(out, page);
    else
      whole = false;
    fputs(" (1)\n", out);
    roff(out, e.summary);
    fputc('\n', out);
    free(page);
  }
  fputs(
      ".SH ENVIRONMENT\n.TP\n.B LASH_SUBROUTINE_PATH\nFolders, separated by colons, where "
      "libraries of user subroutines are looked for.\n.SH EXIT STATUS\n"
      "0 success, 2 bad input, 3 not supported, 1 any other failure.\n",
      out);
  return whole;
}

/* ---------------------------------------------------------------------------------------- files */

/* Writers say false where memory fails them. */
static lash_status write_file(const char *folder, const char *name,
                              bool (*write)(FILE *out, const void *context), const void *context,
                              lash_error *error) {
  out_file out;
  lash_status status = out_open_in(&out, folder, name, error);
  if (status == LASH_OK && (!write(out.stream, context) || !manual_whole()))
    status = lash_fail(error, LASH_FAILURE, "out of memory");
  return out_close(&out, status, error);
}

static bool page_file(FILE *out, const void *context) {
  const manual_entry *e = context;
  char *page = page_name(e->words);
  const bool whole = page && write_page(out, e, page);
  free(page);
  return whole;
}

lash_status manual_write(const char *folder, size_t *pages, lash_error *error) {
  manual_entry e;
  lash_status status = write_file(folder, "man1/lash.1", write_overview, NULL, error);
  if (status == LASH_OK) status = write_file(folder, "completions/lash", manual_bash, NULL, error);
  if (status == LASH_OK) status = write_file(folder, "completions/_lash", manual_zsh, NULL, error);
  *pages = 1;
  for (size_t i = 0; status == LASH_OK && manual_entry_at(i, &e); i++, ++*pages) {
    char *page = page_name(e.words);
    char *name = page ? path_format("man1/%s.1", page) : NULL;
    status = name ? write_file(folder, name, page_file, &e, error)
                  : lash_fail(error, LASH_FAILURE, "out of memory");
    free(page);
    free(name);
  }
  if (status == LASH_OK && !manual_whole())
    status = lash_fail(error, LASH_FAILURE, "out of memory");
  return status;
}
