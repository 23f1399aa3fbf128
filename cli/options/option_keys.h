/* Options whose argument goes into a member of the command's arguments as it is.
 *
 * The key of such an option says what is wanted and where it goes, so that neither a name for the
 * key nor a case in the parser is needed:
 *
 *   static const struct argp_option options[] = {
 *       {"end", OPTION_POSITIVE(arguments, end), "T", 0, "Simulate up to this time", 0},
 *       {"json", OPTION_TRUE(arguments, json), NULL, 0, "Print JSON", 0},
 *   …
 *   static error_t parse(int key, char *arg, struct argp_state *state) {
 *     arguments *a = state->input;
 *     if (option_take(options, key, arg, a, &a->error)) return 0;
 *
 * A letter of such an option stands in the row behind it:
 *
 *       {"out", OPTION_TEXT(arguments, out), "DIR", 0, "Write results there", 0},
 *       OPTION_LETTER('o'), */
#ifndef LASH_CLI_OPTION_KEYS_H
#define LASH_CLI_OPTION_KEYS_H

#include <argp.h>
#include <stddef.h>

#include "law_settings.h"

/* argp keeps 24 bits of a key with a sign: 4 for what is wanted, 19 for where it goes. */
enum {
  OPTION_PLACE_BITS = 19,
  WANTED_TEXT = 1,
  WANTED_NOTHING,
  WANTED_NUMBER,
  WANTED_POSITIVE,
  WANTED_COUNT,
  WANTED_FROM_ZERO,
  WANTED_TEXTS,
  WANTED_SETTING
};

#define OPTION_FITS(structure, member) \
  ((int)sizeof(char[offsetof(structure, member) >> OPTION_PLACE_BITS ? -1 : 1]) - 1)
#define OPTION_KEY(wanted, type, structure, member) \
  (_Generic(((structure *)0)->member, type          \
            : wanted)                               \
       << OPTION_PLACE_BITS |                       \
   (int)offsetof(structure, member) | OPTION_FITS(structure, member))

#define OPTION_TEXT(structure, member)     OPTION_KEY(WANTED_TEXT, const char *, structure, member)
#define OPTION_TRUE(structure, member)     OPTION_KEY(WANTED_NOTHING, bool, structure, member)
#define OPTION_NUMBER(structure, member)   OPTION_KEY(WANTED_NUMBER, double, structure, member)
#define OPTION_POSITIVE(structure, member) OPTION_KEY(WANTED_POSITIVE, double, structure, member)
#define OPTION_COUNT(structure, member) \
  OPTION_KEY(WANTED_COUNT, double, structure, member) /* 1, 2, … */
#define OPTION_FROM_ZERO(structure, member) OPTION_KEY(WANTED_FROM_ZERO, double, structure, member)
#define OPTION_TEXTS(structure, member)     OPTION_KEY(WANTED_TEXTS, lash_texts_list, structure, member)
#define OPTION_SETTING(structure, member) \
  OPTION_KEY(WANTED_SETTING, cli_settings, structure, member) /* NAME=VALUE */
#define OPTION_LETTER(letter) \
  { NULL, letter, NULL, OPTION_ALIAS, NULL, 0 }

/* Whether `key` is one of these. Its argument is then in `arguments`, or why not in `error`; once
 * there is one no other is made. It may be NULL where every text will do. */
bool option_take(const struct argp_option *options, int key, const char *arg, void *arguments,
                 lash_error *error);

/* Whether `key` is the one word beside options, which is then kept; a second one is refused in
 * these words. */
bool option_word(int key, const char *arg, const struct argp_state *state, const char **word,
                 const char *too_many);

/* The option with that letter; NULL: there is none. And the letter of an option, or 0. */
const struct argp_option *option_of_letter(const struct argp_option *options, int letter);
int option_letter(const struct argp_option *option);

#endif
