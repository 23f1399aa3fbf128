/* lash manual: manual pages and shell completion, made of what the commands say of themselves. It
 * is run when the project is built, and not shown among the commands. */
#include "cli.h"
#include "files.h"
#include "manual.h"
#include "paths.h"

static const struct argp_option options[] = {
    {"out", 'o', "DIR", 0, "Write man1/lash*.1, completions/lash and completions/_lash there", 0},
    {"json", 'J', NULL, 0, "Say as JSON what was written", 0},
    {0}};

typedef struct arguments {
  const char *out;
  bool json;
} arguments;

static error_t parse(int key, char *arg, struct argp_state *state) {
  arguments *a = state->input;
  switch (key) {
    case 'o':
      a->out = arg;
      return 0;
    case 'J':
      a->json = true;
      return 0;
    case ARGP_KEY_ARG:
      argp_error(state, "'%s' has no use here", arg);
      return 0;
    case ARGP_KEY_END:
      if (!a->out) argp_error(state, "where to? Give --out DIR");
      return 0;
    default:
      return ARGP_ERR_UNKNOWN;
  }
}

static const struct argp argp = {options,
                                 parse,
                                 NULL,
                                 "Write manual pages and shell completion.\v"
                                 "Example:\n  lash manual --out share\n",
                                 NULL,
                                 NULL,
                                 NULL};

static lash_status run(int argc, char **argv) {
  arguments a = {.out = NULL};
  lash_error error;
  size_t pages = 0;
  lash_status status = cli_parse(&argp, argc, argv, &a);
  if (status != LASH_OK) return status;
  status = manual_write(a.out, &pages, &error);
  if (status != LASH_OK) return cli_report(&error);
  printf(a.json ? "{\"pages\": %zu}\n" : "%zu pages\n", pages);
  return LASH_OK;
}

const lash_command cmd_manual = {.name = "manual",
                                 .summary = "write manual pages and shell completion",
                                 .run = run,
                                 .hidden = true};
