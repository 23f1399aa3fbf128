/* Options of commands about an impact: the law, its parameters, masses and speed. */
#ifndef LASH_CLI_MEETING_H
#define LASH_CLI_MEETING_H

#include <argp.h>

#include "law_settings.h"

typedef struct meeting {
  const char *law;
  cli_settings settings;
  double mass, mass2, speed; /* mass2 0: the second body does not move */
  lash_error error;          /* of the first bad option */
} meeting;

/* An argp child; its input is a meeting with defaults in it. */
extern const struct argp meeting_argp;

/* Of both bodies together. */
double meeting_mass(const meeting *m);

#endif
