/* lash: one command, a sub-command per job. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "locales.h"
#include "quote.h"

/* Adding a sub-command: write cmd_<name>.c, add its name here. */
#define LASH_COMMANDS(X) \
  X(laws)                \
  X(law)                 \
  X(impact)              \
  X(fit)                 \
  X(rig)                 \
  X(compare)             \
  X(check)               \
  X(run)                 \
  X(sweep)               \
  X(bifurcation)         \
  X(portrait)            \
  X(report)              \
  X(validate)            \
  X(sub)                 \
  X(flex)                \
  X(hosts)               \
  X(graph)

#define DECLARE(name) extern const lash_command cmd_##name;
LASH_COMMANDS(DECLARE)
#define POINTER(name) &cmd_##name,
static const lash_command *const commands[] = {LASH_COMMANDS(POINTER)};
enum { COMMAND_COUNT = sizeof commands / sizeof commands[0] };

static const char *command_name_at(size_t index, const void *context) {
  (void)context;
  return commands[index]->name;
}

static void print_help(FILE *out) {
  fputs(
      "Usage: lash COMMAND [OPTION...]\n"
      "Contact and friction laws for multibody programs: look at them, try them, run them.\n\n"
      "Commands:\n",
      out);
  for (size_t i = 0; i < COMMAND_COUNT; i++) {
    fprintf(out, "  %-11s %s\n", commands[i]->name, commands[i]->summary);
  }
  fputs(
      "\nEvery command takes --json (one JSON value on standard output) and --help, which shows "
      "an\n"
      "example. Exit status: 0 success, 2 bad input, 3 not supported, 1 any other failure.\n",
      out);
}

lash_status cli_report(const lash_error *error) {
  fputs("lash: ", stderr);
  quote_terminal(stderr, error->message, true);
  fputc('\n', stderr);
  return error->status;
}

lash_status cli_parse(const struct argp *argp, int argc, char **argv, void *input) {
  argp_err_exit_status = LASH_BAD_INPUT;
  int failed = argp_parse(argp, argc, argv, 0, NULL, input);
  if (!failed) return LASH_OK;
  return failed == ENOMEM ? LASH_FAILURE : LASH_BAD_INPUT;
}

static lash_status run_command(const lash_command *command, int argc, char **argv) {
  char title[64];
  snprintf(title, sizeof title, "lash %s", command->name);
  argv[0] = title;
  lash_status status = command->run(argc, argv);
  if (fflush(stdout) != 0 || ferror(stdout)) {
    lash_error error;
    lash_fail(&error, LASH_FAILURE, "cannot write the results: %s", strerror(errno));
    return cli_report(&error);
  }
  return status;
}

int main(int argc, char **argv) {
  plain_numbers_begin(); /* for good: user routines may call setlocale() */
  const char *word = argc > 1 ? argv[1] : "--help";
  if (strcmp(word, "--help") == 0 || strcmp(word, "-?") == 0 || strcmp(word, "help") == 0) {
    print_help(stdout);
    return argc > 1 ? LASH_OK : LASH_BAD_INPUT;
  }
  if (strcmp(word, "--version") == 0 || strcmp(word, "-V") == 0) {
    puts("lash " LASH_VERSION);
    return LASH_OK;
  }
  for (size_t i = 0; i < COMMAND_COUNT; i++) {
    if (strcmp(word, commands[i]->name) == 0)
      return (int)run_command(commands[i], argc - 1, argv + 1);
  }
  const char *near = lash_nearest_name(word, COMMAND_COUNT, command_name_at, NULL);
  fprintf(stderr, "lash: there is no command '%s'%s%s%s; `lash --help` lists them\n", word,
          near ? " (did you mean '" : "", near ? near : "", near ? "'?)" : "");
  return LASH_BAD_INPUT;
}
