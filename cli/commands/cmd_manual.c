/* lash manual: manual pages and shell completion, made of what the commands say of themselves. It
 * is run when the project is built, and not shown among the commands. */
#include "cli.h"
#include "manual.h"
#include "option_keys.h"

typedef struct arguments {
  const char *out;
  bool json;
} arguments;

static const struct argp_option options[] = {
    {"out", OPTION_TEXT(arguments, out), "DIR", 0,
     "Write man1/lash*.1, completions/lash and completions/_lash there", 0},
    OPTION_LETTER('o'),
    {"json", OPTION_TRUE(arguments, json), NULL, 0, "Say as JSON what was written", 0},
    OPTION_LETTER('J'),
    {0}};

static error_t parse(int key, char *arg, struct argp_state *state) {
  arguments *a = state->input;
  if (option_take(options, key, arg, a, NULL)) return 0;
  switch (key) {
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

static lash_status write_all(void *context, lash_error *error) {
  const arguments *a = context;
  size_t pages = 0;
  const lash_status status = manual_write(a->out, &pages, error);
  if (status == LASH_OK) printf(a->json ? "{\"pages\": %zu}\n" : "%zu pages\n", pages);
  return status;
}

static lash_status run(int argc, char **argv) {
  arguments a = {.out = NULL};
  return cli_run(&argp, argc, argv, &a, NULL, write_all);
}

const lash_command cmd_manual = {.name = "manual",
                                 .summary = "write manual pages and shell completion",
                                 .run = run,
                                 .hidden = true};
