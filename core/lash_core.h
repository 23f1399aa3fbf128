/* What every part of Lash shares: the status of a call, the error message, and parameter tables.
 *
 * A law describes its parameters in a `const` table; this module reads values for such a table from
 * text ("K=1e8") or numbers, and refuses whatever is unknown, missing or out of range, in words. */
#ifndef LASH_CORE_H
#define LASH_CORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of these headers; the build takes its own from here. While the major number is 0, a
 * new minor number may change what is public: libraries carry both in their name (docs/embedding.md
 * has the rules for structures that cross a library's border). */
#define LASH_VERSION        "0.1.0"
#define LASH_VERSION_NUMBER 100 /* 10000 major + 100 minor + patch */

/* Marks what other programs may call; all else stays inside its library. On Windows a DLL exports
 * it (compiled with LASH_BUILD_DLL) and users of the DLL import it (compiled with LASH_DLL). Define
 * it as nothing to take the sources into a library of your own that shows none of it. */
#ifndef LASH_API
#if !defined(_WIN32)
#define LASH_API __attribute__((visibility("default")))
#elif defined(LASH_BUILD_DLL)
#define LASH_API __declspec(dllexport)
#elif defined(LASH_DLL)
#define LASH_API __declspec(dllimport)
#else
#define LASH_API
#endif
#endif

/* LASH_VERSION of the library that is running. */
LASH_API const char *lash_version(void);

/* Structures that cross a library's border. A table that one library fills for another begins with
 * its size and the version of its meaning (law descriptors, lash_sdk_host), and a reader refuses
 * what it does not know. What a caller fills for one call (options, watchers, inputs) is zeroed
 * before members are set: zero means the usual, and a version with more members has libraries of
 * another name. */

/* ---------------------------------------------------------------------------- status and errors */

/* Every fallible function returns one of these; they are also the exit statuses of `lash`. */
typedef enum lash_status {
  LASH_OK = 0,
  LASH_FAILURE = 1,    /* something else failed: a file, the integrator, memory */
  LASH_BAD_INPUT = 2,  /* what the user gave is wrong; the message names it and the remedy */
  LASH_UNSUPPORTED = 3 /* legal, but not offered here */
} lash_status;

#define LASH_MESSAGE_MAX 1024

/* Filled by the function that fails; `message` is a whole sentence meant for the user. */
typedef struct lash_error {
  lash_status status;
  char message[LASH_MESSAGE_MAX];
} lash_error;

#if defined(__MINGW32__)
#define LASH_PRINTF(format_index, first) __attribute__((format(gnu_printf, format_index, first)))
#elif defined(__GNUC__)
#define LASH_PRINTF(format_index, first) __attribute__((format(printf, format_index, first)))
#else
#define LASH_PRINTF(format_index, first)
#endif

/* Sets status and message (printf style) and returns `status`. `error` may be NULL. */
LASH_API lash_status lash_fail(lash_error *error, lash_status status, const char *format, ...)
    LASH_PRINTF(3, 4);

/* Puts "context: " in front of the message, for callers that know where the fault lies. */
LASH_API void lash_error_prefix(lash_error *error, const char *format, ...) LASH_PRINTF(2, 3);

/* ----------------------------------------------------------------------------------- parameters */

enum {
  LASH_PARAM_OPTIONAL = 1, /* no default; the law copes without it (NAN when not given) */
  LASH_PARAM_MIN_OPEN = 2, /* `min` itself is not legal */
  LASH_PARAM_MAX_OPEN = 4  /* `max` itself is not legal */
};

/* One row of a parameter table. A parameter is required when its default is NAN and it is not
 * OPTIONAL. With `choices` (NULL-terminated) the value is a word, stored as its index. */
typedef struct lash_param {
  const char *name;           /* as typed: "K" */
  const char *unit;           /* SI: "N/m^n"; "1" when dimensionless */
  const char *meaning;        /* one line, lower case, no full stop */
  double standard;            /* the default, or NAN */
  double min, max;            /* legal range, inclusive unless flagged open */
  unsigned flags;             /* LASH_PARAM_… */
  const char *const *choices; /* words, or NULL for a number */
} lash_param;

#define LASH_PARAMS_MAX 32

/* Values for one table. Plain data: copy it freely. */
typedef struct lash_params {
  const char *owner; /* name of the law, for messages */
  const lash_param *table;
  size_t count;
  double value[LASH_PARAMS_MAX];
  uint32_t given; /* bit i: the user set parameter i */
} lash_params;

/* Starts a set of values: all defaults, nothing given. */
LASH_API void lash_params_init(lash_params *params, const char *owner, const lash_param *table,
                               size_t count);

/* Sets one parameter from text or from a number; range and finiteness are checked here. */
LASH_API lash_status lash_params_set(lash_params *params, const char *name, const char *text,
                                     lash_error *error);
LASH_API lash_status lash_params_set_number(lash_params *params, const char *name, double value,
                                            lash_error *error);

/* Call after the last set: fails when a required parameter has no value. */
LASH_API lash_status lash_params_complete(const lash_params *params, lash_error *error);

/* Index of a parameter, or -1. Case counts: e is a restitution, E a modulus. */
LASH_API int lash_params_find(const lash_params *params, const char *name);

/* Value of a parameter that the table is known to hold; NAN for a name it does not hold. */
LASH_API double lash_params_get(const lash_params *params, const char *name);
LASH_API bool lash_params_given(const lash_params *params, const char *name);

/* Writes the legal range in words: "in (0, 1]", "> 0", "one of internal, external". */
LASH_API void lash_param_range(const lash_param *param, char *text, size_t size);

/* -------------------------------------------------------------------------------------- helpers */

/* A number as people and Adams datasets write it: "1e8", "1.5", ".5", "2D3" is not one. False
 * unless the whole text is a finite number. */
LASH_API bool lash_parse_number(const char *text, double *value);

/* strtod() and "%.*g" with a decimal point under every locale of the process. `*end` (unless NULL)
 * is `text` when there is no number. Seventeen digits read back as the same bits. */
LASH_API double lash_read_number(const char *text, const char **end);
enum { LASH_NUMBER_MAX = 32 };
LASH_API const char *lash_write_number(double value, int digits, char text[LASH_NUMBER_MAX]);

/* True when the two names are equal, ignoring case and taking '-' for '_'. */
LASH_API bool lash_same_name(const char *a, const char *b);

/* Nearest of `count` names to `word` by edit distance, or NULL when none is near. `name_at` maps an
 * index to a name. */
LASH_API const char *lash_nearest_name(const char *word, size_t count,
                                       const char *(*name_at)(size_t index, const void *context),
                                       const void *context);

#ifdef __cplusplus
}
#endif

#endif
