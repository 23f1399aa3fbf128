/* The `lash` command: what its sub-commands share.
 *
 * A sub-command is one file cmd_<name>.c that defines a lash_command; lash.c lists them. Each
 * parses its own arguments with argp, takes --json, prints results on standard output and messages
 * on standard error, and returns a lash_status, which becomes the exit status. */
#ifndef LASH_CLI_H
#define LASH_CLI_H

#include <argp.h>
#include <stdio.h>

#include "lash_core.h"

typedef struct lash_command {
  const char *name;
  const char *summary;                       /* one line for `lash --help` */
  lash_status (*run)(int argc, char **argv); /* argv[0] is "lash <name>" */
  /* It may run user subroutines: `run` is called in a child, and the command takes
   * --routine-limit. */
  bool user_code;
  /* It takes laws by name: run in a child when one is from outside, and takes --routine-limit. */
  bool laws;
  bool jobs;   /* it runs them in jobs of a crew, and takes --routine-limit too */
  bool hidden; /* not for people */
} lash_command;

/* Prints "lash: message" on standard error and returns the error's status. */
lash_status cli_report(const lash_error *error);

/* argp_parse with our habits: errors exit with status 2, --help and --version work. A command calls
 * it before it does anything else: manual pages are made of the table it hands over. */
lash_status cli_parse(const struct argp *argp, int argc, char **argv, void *input);

/* A whole command: parses its arguments, does its work with them and reports what failed, be it the
 * first bad option (`bad`, or NULL: the work looks itself). Work that fails without words has said
 * them already, and only its status counts. */
lash_status cli_run(const struct argp *argp, int argc, char **argv, void *arguments,
                    const lash_error *bad, lash_status (*work)(void *arguments, lash_error *error));

#endif
