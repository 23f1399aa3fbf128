/* Arguments of commands that look at one file: its name, and --json. */
#ifndef LASH_CLI_ONE_FILE_H
#define LASH_CLI_ONE_FILE_H

#include <argp.h>
#include <stdbool.h>

typedef struct one_file {
  const char *what; /* "library", for complaints: set before parsing */
  const char *file;
  bool json;
} one_file;

extern const struct argp_option one_file_options[];

/* The parser of an argp whose input is a one_file. */
error_t one_file_parse(int key, char *arg, struct argp_state *state);

#endif
