/* lash sub: look at user-subroutine libraries and try their routines. */
#include <string.h>

#include "sub.h"

static const char help[] =
    "Usage: lash sub check LIBRARY [--json]\n"
    "  or:  lash sub call LIBRARY::ROUTINE [OPTION...]\n"
    "  or:  lash sub test LIBRARY::ROUTINE [OPTION...]\n"
    "User subroutines (Adams C or Fortran interface) in shared libraries.\n\n"
    "  check  what a library exports and what it needs; nothing of it is run\n"
    "  call   call one routine with marker states and numbers from the command line\n"
    "  test   put a force routine through what a solver asks of it\n\n"
    "Examples:\n"
    "  cc -shared -fPIC -I subroutines/include spring.c -o spring.so\n"
    "  lash sub check spring.so\n"
    "  lash sub call ./spring.so::Gfosub --user 1000,20 --marker 11=0.1,0,0 --marker 21=0,0,0\n";

static lash_status run(int argc, char **argv) {
  const char *word = argc > 1 ? argv[1] : "";
  if (strcmp(word, "--help") == 0 || strcmp(word, "-?") == 0) {
    fputs(help, stdout);
    return LASH_OK;
  }
  static const struct {
    const char *name;
    char title[16];
    lash_status (*run)(int argc, char **argv);
  } words[] = {{"check", "lash sub check", sub_check},
               {"call", "lash sub call", sub_call},
               {"test", "lash sub test", sub_test}};
  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
    if (strcmp(word, words[i].name) != 0) continue;
    char title[16];
    strcpy(title, words[i].title);
    argv[1] = title;
    return words[i].run(argc - 1, argv + 1);
  }
  lash_error error;
  lash_fail(&error, LASH_BAD_INPUT,
            "sub needs 'test', 'check' or 'call', not '%s'; try `lash sub --help`", word);
  return cli_report(&error);
}

const lash_command cmd_sub = {
    .name = "sub", .summary = "look at and try user-subroutine libraries", .run = run};
