/* Manual pages (man1) and completion for bash and zsh, made of the tables of options that --help
 * shows: nothing is written down twice. */
#ifndef LASH_CLI_MANUAL_H
#define LASH_CLI_MANUAL_H

#include "cli.h"

/* One way to call a command: what stands behind "lash", its summary and its tables. */
typedef struct manual_entry {
  const char *words, *summary; /* "run"; "sub call" */
  const char *second;          /* the word to type behind the first; NULL: none */
  const struct argp *argp;
  bool routine_limit; /* it takes --routine-limit */
} manual_entry;

/* Writes DIR/man1/lash.1, a page per entry, and DIR/completions/lash (bash) and _lash (zsh). */
lash_status manual_write(const char *folder, size_t *pages, lash_error *error);

/* The commands to write about (lash.c); false behind the last. */
bool manual_entry_at(size_t index, manual_entry *entry);

/* False once a table could not be had, for want of memory: entries are missing. */
bool manual_whole(void);

/* The files of completion (manual_completion.c); the context is none, and they are always whole. */
bool manual_bash(FILE *out, const void *context);
bool manual_zsh(FILE *out, const void *context);

/* Calls `visit` for every option that is shown, those of children too. */
typedef void (*manual_visitor)(const struct argp_option *option, void *context);
void manual_options(const struct argp *argp, manual_visitor visit, void *context);

#endif
