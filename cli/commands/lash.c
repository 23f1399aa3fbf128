/* lash: one command, a sub-command per job. */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"
#include "files.h"
#include "json.h"
#include "lash_supervisor.h"
#include "locales.h"
#include "manual.h"
#include "paths.h"
#include "quote.h"
#include "terminal.h"

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
  X(wear)                \
  X(plot)                \
  X(diff)                \
  X(audit)               \
  X(report)              \
  X(validate)            \
  X(sub)                 \
  X(flex)                \
  X(hosts)               \
  X(graph)               \
  X(compile)             \
  X(fmu)                 \
  X(manual)

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
    if (!commands[i]->hidden) fprintf(out, "  %-11s %s\n", commands[i]->name, commands[i]->summary);
  }
  fputs(
      "\nEvery command takes --json (one JSON value on standard output) and --help, which shows "
      "an\n"
      "example; those that run user subroutines or laws from outside take\n"
      "--routine-limit SECONDS (a minute).\n"
      "Exit status: 0 success, 2 bad input, 3 not supported, 1 any other failure.\n",
      out);
}

static lash_error reported; /* the last one */

static void write_report(FILE *out, const lash_error *error) {
  fputs("lash: ", out);
  quote_terminal(out, error->message, true);
  fputc('\n', out);
}

/* At one stroke where memory allows: results on their way to the same place do not come between. */
lash_status cli_report(const lash_error *error) {
  reported = *error;
  char *text = NULL;
  size_t size = 0;
  FILE *line = open_memstream(&text, &size);
  if (line) write_report(line, error);
  if (line && fclose(line) == 0)
    fputs(text, stderr);
  else
    write_report(stderr, error);
  free(text);
  return error->status;
}

static const char *open_law; /* a law from outside on the command line; NULL: none */

/* Where a command's table goes when it is only asked for it. */
static const struct argp **wanted_argp;

/* What stands behind the '\v' of a command's text are examples to be pasted: they are printed as
 * they are, where argp would break their lines. */
static void print_usage(const struct argp *argp, char *name) {
  struct argp head = *argp;
  const char *examples = strchr(argp->doc ? argp->doc : "", '\v');
  char *doc = examples ? strndup(argp->doc, (size_t)(examples - argp->doc)) : NULL;
  if (doc) head.doc = doc;
  argp_help(&head, stdout, ARGP_HELP_LONG | ARGP_HELP_USAGE | ARGP_HELP_PRE_DOC, name);
  puts(
      "  -?, --help                 Give this help list\n"
      "      --usage                Give a short usage message");
  const char *text = examples ? examples + 1 : NULL;
  char *filtered = argp->help_filter ? argp->help_filter(ARGP_KEY_HELP_POST_DOC, text, NULL) : NULL;
  if (filtered || text) printf("\n%s", filtered ? filtered : text);
  if (filtered != text) free(filtered);
  free(doc);
}

/* What was printed must have come to its place, by us or by the child. */
static lash_status check_output(lash_status so_far) {
  const bool ours = fflush(stdout) != 0 || ferror(stdout);
  const int reason = !ours ? lash_supervised_unwritten() : errno ? errno : EIO;
  lash_error error;
  if (!reason) return so_far;
  lash_fail(&error, LASH_FAILURE, "cannot write the results: %s", strerror(reason));
  return cli_report(&error);
}

lash_status cli_parse(const struct argp *argp, int argc, char **argv, void *input) {
  if (wanted_argp) {
    *wanted_argp = argp;
    return LASH_BAD_INPUT;
  }
  argp_err_exit_status = LASH_BAD_INPUT;
  for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
    if (strcmp(argv[i], "--help") != 0 && strcmp(argv[i], "-?") != 0) continue;
    print_usage(argp, argv[0]);
    exit(check_output(LASH_OK));
  }
  int failed = argp_parse(argp, argc, argv, 0, NULL, input);
  if (!failed && open_law) lash_watch_foreign(open_law);
  if (!failed) return LASH_OK;
  return failed == ENOMEM ? LASH_FAILURE : LASH_BAD_INPUT;
}

lash_status cli_run(const struct argp *argp, int argc, char **argv, void *arguments,
                    const lash_error *bad,
                    lash_status (*work)(void *arguments, lash_error *error)) {
  lash_error error = {.message = ""};
  lash_status status = cli_parse(argp, argc, argv, arguments);
  if (status != LASH_OK) return status;
  if (bad && bad->status != LASH_OK) return cli_report(bad);
  status = work(arguments, &error);
  return status != LASH_OK && error.message[0] ? cli_report(&error) : status;
}

/* --------------------------------------------------------------------------------------- manual */

/* Commands that come in several forms: "compare" has another table for a dataset, "sub" nothing but
 * its three. */
static const struct {
  const char *command, *given, *words, *summary;
} forms[] = {
    {"compare", "MODEL.adm", "compare model", "one dataset under several laws or settings"},
    {"sub", "check", "sub check", "what a library of user subroutines exports and needs"},
    {"sub", "call", "sub call", "call one user subroutine with numbers from the command line"},
    {"sub", "test", "sub test", "put a force routine through what a solver asks of it"}};
enum { FORMS = sizeof forms / sizeof forms[0] };

static bool table_lost;

bool manual_whole(void) { return !table_lost; }

static bool limits_routines(const lash_command *command) {
  return command->user_code || command->jobs || command->laws;
}

/* Every command hands its table to cli_parse() before it does anything that can fail, but for want
 * of memory. */
static void ask_for_table(const lash_command *command, const char *second, manual_entry *entry) {
  char name[64], word[64];
  char *argv[] = {name, word, NULL};
  snprintf(name, sizeof name, "lash %s", command->name);
  snprintf(word, sizeof word, "%s", second ? second : "");
  entry->routine_limit = limits_routines(command);
  wanted_argp = &entry->argp;
  command->run(second ? 2 : 1, argv);
  wanted_argp = NULL;
  if (!entry->argp) table_lost = true;
}

bool manual_entry_at(size_t index, manual_entry *entry) {
  *entry = (manual_entry){.words = NULL};
  for (size_t i = 0; i < COMMAND_COUNT; i++) {
    const lash_command *c = commands[i];
    const bool only_forms = strcmp(c->name, "sub") == 0;
    if (c->hidden) continue;
    if (!only_forms && index-- == 0) {
      entry->words = c->name;
      entry->summary = c->summary;
      ask_for_table(c, NULL, entry);
      return entry->argp != NULL;
    }
    for (size_t k = 0; k < FORMS; k++) {
      if (strcmp(forms[k].command, c->name) != 0 || index-- > 0) continue;
      entry->words = forms[k].words;
      entry->summary = forms[k].summary;
      entry->second = only_forms ? forms[k].given : NULL;
      ask_for_table(c, forms[k].given, entry);
      return entry->argp != NULL;
    }
  }
  return false;
}

/* ------------------------------------------------------------------------------------ user code */

typedef struct command_line {
  const lash_command *command;
  int argc;
  char **argv;
} command_line;

/* Cuts off the row that was being written when the writer ended. */
static lash_status cut_torn_row(void *context, const char *path, const char *name,
                                lash_error *error) {
  FILE *file = fopen(path, "r+");
  long end = 0;
  (void)context, (void)name, (void)error;
  if (!file) return LASH_OK;
  if (fseek(file, 0, SEEK_END) == 0) end = ftell(file);
  while (end > 0 && fseek(file, end - 1, SEEK_SET) == 0 && fgetc(file) != '\n') end--;
  if (end < 0 || ftruncate(fileno(file), end) != 0) fprintf(stderr, "lash: cannot mend %s\n", path);
  fclose(file);
  return LASH_OK;
}

/* The last word on a run whose process is gone: whole rows, and a summary that says why. */
static void mend_folder(const char *folder, const lash_error *failure) {
  int held;
  lash_error error;
  if (folder_own(folder, &held, &error) != LASH_OK) return; /* somebody else's by now */
  folder_visit(folder, ".csv", cut_torn_row, NULL, &error);
  out_file out;
  lash_status status = out_open_in(&out, folder, "summary.json", &error);
  if (status == LASH_OK) {
    json j = json_object_to(out.stream);
    json_string(&j, "status", "failed");
    json_string(&j, "message", failure->message);
    json_string(&j, "folder", folder);
    json_number(&j, "end", lash_supervised_reached());
    json_end(&j);
  }
  if (out_close(&out, status, &error) != LASH_OK) cli_report(&error);
  folder_release(held);
  fprintf(stderr, "lash: what came before is in %s\n", folder);
}

/* What the command has to say it says itself; only its status goes to the parent. */
static lash_status run_in_child(void *context, lash_error *error) {
  const command_line *line = context;
  error->message[0] = '\0';
  const lash_status status = line->command->run(line->argc, line->argv);
  if (status != LASH_OK && fcntl(STDERR_FILENO, F_GETFD) < 0) *error = reported; /* nobody heard */
  return status;
}

static lash_status run_supervised(const command_line *line) {
  lash_error error = {.message = ""};
  const lash_supervisor_options options = {0};
  const lash_status status = lash_supervise(&options, run_in_child, (void *)(size_t)line, &error);
  if (status != LASH_OK && error.message[0]) {
    cli_report(&error);
    if (lash_supervised_folder()[0]) mend_folder(lash_supervised_folder(), &error);
  }
  return status;
}

/* Takes --routine-limit SECONDS out of the arguments; processes of a study find it in the
 * environment. */
static lash_status take_routine_limit(int *argc, char **argv) {
  static const char name[] = "--routine-limit";
  for (int i = 1; i < *argc; i++) {
    const bool joined =
        strncmp(argv[i], name, sizeof name - 1) == 0 && argv[i][sizeof name - 1] == '=';
    if (!joined && strcmp(argv[i], name) != 0) continue;
    const char *text = joined ? argv[i] + sizeof name : i + 1 < *argc ? argv[i + 1] : "";
    char *end;
    const double seconds = strtod(text, &end);
    if (!(seconds > 0) || *end || !isfinite(seconds)) {
      lash_error error;
      lash_fail(&error, LASH_BAD_INPUT, "%s wants seconds, more than 0, not '%s'", name, text);
      return cli_report(&error);
    }
    setenv("LASH_ROUTINE_LIMIT", text, 1);
    const int taken = joined ? 1 : 2;
    memmove(argv + i, argv + i + taken, (size_t)(*argc - i - taken + 1) * sizeof *argv);
    *argc -= taken;
    return LASH_OK;
  }
  return LASH_OK;
}

/* --from, or as much of it as argp takes for it. */
static bool is_from(const char *argument) {
  const size_t length = strcspn(argument, "=");
  return length > strlen("--") && length <= strlen("--from") &&
         strncmp(argument, "--from", length) == 0;
}

/* The first argument that speaks of laws from outside; NULL: there is none. */
static const char *open_law_among(int argc, char **argv) {
  for (int i = 1; i < argc; i++) {
    const char *value = strchr(argv[i], '=');
    if (is_from(argv[i])) return value ? value + 1 : argv[i + 1];
    if (strstr(argv[i], "::")) return argv[i][0] == '-' && value ? value + 1 : argv[i];
  }
  return NULL;
}

static lash_status run_command(const lash_command *command, int argc, char **argv) {
  static char title[64]; /* argp keeps it */
  snprintf(title, sizeof title, "lash %s", command->name);
  argv[0] = title;
  lash_status status = limits_routines(command) ? take_routine_limit(&argc, argv) : LASH_OK;
  if (status != LASH_OK) return status;
  if (command->laws) open_law = open_law_among(argc, argv);
  const command_line line = {command, argc, argv};
  status = command->user_code || open_law ? run_supervised(&line) : command->run(argc, argv);
  return check_output(status);
}

int main(int argc, char **argv) {
  plain_numbers_begin(); /* for good: user routines may call setlocale() */
  terminal_guard();
  const char *word = argc > 1 ? argv[1] : "--help";
  if (strcmp(word, "help") == 0 && argc > 2) { /* lash help CMD is lash CMD --help */
    argv[1] = argv[2];
    argv[2] = (char *)(uintptr_t) "--help";
    argc = 3;
    word = argv[1];
  }
  if (strcmp(word, "--help") == 0 || strcmp(word, "-?") == 0 || strcmp(word, "help") == 0) {
    print_help(stdout);
    return check_output(argc > 1 ? LASH_OK : LASH_BAD_INPUT);
  }
  if (strcmp(word, "--version") == 0 || strcmp(word, "-V") == 0) {
    puts("lash " LASH_VERSION);
    return check_output(LASH_OK);
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
