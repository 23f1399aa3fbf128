/* `--set NAME=VALUE` and `--law NAME`: choosing laws and parameters on the command line. */
#ifndef LASH_CLI_SETTINGS_H
#define LASH_CLI_SETTINGS_H

#include "lash_contact.h"
#include "lash_film.h"
#include "lash_friction.h"

enum { CLI_SETTINGS_MAX = 64, CLI_NAME_MAX = 64 };

/* One NAME=VALUE; `used` is set by whoever took it, so that nothing is ignored silently. */
typedef struct cli_setting {
  char name[CLI_NAME_MAX];
  const char *value;
  bool used;
} cli_setting;

typedef struct cli_settings {
  cli_setting item[CLI_SETTINGS_MAX];
  size_t count;
} cli_settings;

/* Reads "NAME=VALUE"; also "a=1,b=2" when `list` is set. The text must live on. */
lash_status cli_settings_add(cli_settings *settings, const char *text, bool list,
                             lash_error *error);

/* The setting of that name; NULL: there is none. */
cli_setting *cli_settings_find(cli_settings *settings, const char *name);

/* Gives each setting whose name the table knows to it. */
lash_status cli_settings_apply(cli_settings *settings, lash_params *params, lash_error *error);

/* Fails, naming the first setting that no one took. `context` lists what would have been known. */
lash_status cli_settings_all_used(const cli_settings *settings, const lash_params *const *known,
                                  size_t known_count, lash_error *error);

/* Makes a ready law from a name and settings. With `mass` > 0 it serves laws with a parameter m
 * that was not set. Settings the law does not know are left for others; check
 * cli_settings_all_used. */
lash_status cli_contact(const char *name, cli_settings *settings, double mass,
                        lash_contact *contact, lash_error *error);
lash_status cli_friction(const char *name, cli_settings *settings, lash_friction *friction,
                         lash_error *error);
lash_status cli_film(const char *name, cli_settings *settings, lash_film *film, lash_error *error);

/* NAME=FROM:TO[:COUNT] of --over; 201 points unless COUNT says otherwise. */
typedef struct cli_range {
  char name[16];
  double from, to;
  size_t count;
} cli_range;
lash_status cli_range_read(const char *text, cli_range *range, lash_error *error);
double cli_range_at(const cli_range *range, size_t index);

/* The numbers of --at, each where `place` says that its name stands; NULL and an error from it: it
 * stands nowhere. */
lash_status cli_at_read(const cli_settings *at,
                        double *(*place)(void *subject, const char *name, lash_error *error),
                        void *subject, lash_error *error);

/* The names of a list, cut in place: "hertz,flores"; `what` they are, for messages. */
lash_status cli_names_split(char *list, const char **name, size_t *count, size_t most,
                            const char *what, lash_error *error);

/* A finite number > 0, or an error that names the option. */
lash_status cli_positive(const char *option, const char *text, double *value, lash_error *error);

/* A whole number from `least` to ten million. */
lash_status cli_count(const char *option, const char *text, double least, double *value,
                      lash_error *error);

#endif
