/* The language as data: which statements there are, which arguments each takes, where a value goes.
 *
 * Adding an argument: one row in its statement's table. Adding a statement: a line in LASH_KINDS, a
 * struct, and a STATEMENT with its rows. */
#ifndef LASH_MODEL_TABLE_H
#define LASH_MODEL_TABLE_H

#include <math.h>

#include "cursor.h"
#include "lash_model.h"

typedef enum argument_type {
  ARG_FLAG,       /* a word without value; int member = value */
  ARG_BOOL,       /* a word without value; bool member = value */
  ARG_SWITCH,     /* =ON, OFF, TRUE, FALSE, YES, NO; bool member */
  ARG_NUMBER,     /* double */
  ARG_VECTOR,     /* min_count … max_count numbers; double[max_count] */
  ARG_NUMBERS,    /* lash_numbers */
  ARG_INTEGER,    /* int */
  ARG_REF,        /* lash_ref to `target` */
  ARG_REFS,       /* lash_refs to `target` */
  ARG_CHOICE,     /* one word of `choices`; int */
  ARG_MASK,       /* words of `choices` joined by ':' or ','; unsigned, values or-ed */
  ARG_LETTERS,    /* single letters joined by ':'; char[max_count] */
  ARG_TEXT,       /* const char * */
  ARG_TEXTS,      /* joined by ':' or ','; lash_texts */
  ARG_REST,       /* the rest of the statement, whatever it holds; const char * */
  ARG_EXPRESSION, /* lash_expression */
  ARG_UNUSED      /* accepted with or without value, reported by `note` */
} argument_type;

enum {
  ARG_REQUIRED = 1,     /* with a group: one of the group is required */
  ARG_POSITIVE = 2,     /* > 0 */
  ARG_NOT_NEGATIVE = 4, /* >= 0 */
  ARG_REPEATS = 8,      /* NUMBERS: a second list is appended */
  ARG_QUIET = 16,       /* UNUSED: has no effect on results, so no warning */
  ARG_UNSUPPORTED = 32, /* UNUSED: leaving it out would change results */
  ARG_PATH = 64         /* TEXT: a '\\' belongs to it unless a comma or the end follows */
};

typedef struct choice {
  const char *word;
  int value;
} choice;

typedef struct argument {
  const char *name; /* "NO*" stands for every word that begins so */
  argument_type type;
  size_t offset;
  double standard;             /* default of numbers and integers */
  int value;                   /* FLAG, BOOL */
  size_t min_count, max_count; /* VECTOR, LETTERS, REFS, NUMBERS; 0 = any */
  lash_kind target;            /* REF, REFS */
  const choice *choices;       /* ends with a NULL word */
  unsigned flags;
  size_t shortest; /* length of an abbreviation that wins although others begin alike */
  char group;      /* arguments of one group but of different sides contradict each other */
  int side;
  const char *note; /* UNUSED: what the user should know */
} argument;

struct finish_context;

typedef struct statement {
  const char *name;
  lash_kind kind;
  const argument *arguments;
  size_t count;
  /* checks one element once references are resolved, and derives what depends on several arguments
   */
  void (*finish)(struct finish_context *context, void *element);
  const struct statement *base; /* shares the struct: its defaults hold where this one has no row */
  const char *unsupported;      /* read and kept, but not simulated: what to do instead */
} statement;

/* Rows. T is the struct; further designated members may follow. */
#define AT(T, member) .offset = offsetof(T, member)
#define FLAG(T, NAME, member, number, ...) \
  { .name = NAME, .type = ARG_FLAG, AT(T, member), .value = number, .side = number, __VA_ARGS__ }
#define BOOL(T, NAME, member, truth, ...) \
  { .name = NAME, .type = ARG_BOOL, AT(T, member), .value = truth, __VA_ARGS__ }
#define SWITCH(T, NAME, member, ...) \
  { .name = NAME, .type = ARG_SWITCH, AT(T, member), __VA_ARGS__ }
#define NUMBER(T, NAME, member, normal, ...) \
  { .name = NAME, .type = ARG_NUMBER, AT(T, member), .standard = normal, __VA_ARGS__ }
#define VECTOR(T, NAME, member, least, most, ...)                                           \
  {                                                                                         \
    .name = NAME, .type = ARG_VECTOR, AT(T, member), .min_count = least, .max_count = most, \
    __VA_ARGS__                                                                             \
  }
#define NUMBERS(T, NAME, member, ...) \
  { .name = NAME, .type = ARG_NUMBERS, AT(T, member), __VA_ARGS__ }
#define INTEGER(T, NAME, member, normal, ...) \
  { .name = NAME, .type = ARG_INTEGER, AT(T, member), .standard = normal, __VA_ARGS__ }
#define REF(T, NAME, member, KIND, ...) \
  { .name = NAME, .type = ARG_REF, AT(T, member), .target = LASH_KIND_##KIND, __VA_ARGS__ }
#define REFS(T, NAME, member, KIND, ...) \
  { .name = NAME, .type = ARG_REFS, AT(T, member), .target = LASH_KIND_##KIND, __VA_ARGS__ }
#define CHOICE(T, NAME, member, words, ...) \
  { .name = NAME, .type = ARG_CHOICE, AT(T, member), .choices = words, __VA_ARGS__ }
#define MASK(T, NAME, member, words, normal, ...)                                        \
  {                                                                                      \
    .name = NAME, .type = ARG_MASK, AT(T, member), .choices = words, .standard = normal, \
    __VA_ARGS__                                                                          \
  }
#define LETTERS(T, NAME, member, most, ...) \
  { .name = NAME, .type = ARG_LETTERS, AT(T, member), .max_count = most, __VA_ARGS__ }
#define TEXT(T, NAME, member, ...) \
  { .name = NAME, .type = ARG_TEXT, AT(T, member), __VA_ARGS__ }
#define TEXTS(T, NAME, member, ...) \
  { .name = NAME, .type = ARG_TEXTS, AT(T, member), __VA_ARGS__ }
#define REST(T, NAME, member, ...) \
  { .name = NAME, .type = ARG_REST, AT(T, member), __VA_ARGS__ }
#define EXPRESSION(T, NAME, member, ...) \
  { .name = NAME, .type = ARG_EXPRESSION, AT(T, member), __VA_ARGS__ }
#define UNUSED(NAME, why) \
  { .name = NAME, .type = ARG_UNUSED, .note = why }
#define QUIET(NAME) \
  { .name = NAME, .type = ARG_UNUSED, .flags = ARG_QUIET }
#define UNSUPPORTED(NAME, what) \
  { .name = NAME, .type = ARG_UNUSED, .flags = ARG_UNSUPPORTED, .note = what }
/* FUNCTION with its ROUTINE */
#define FUNCTION(T, member, ...) \
  EXPRESSION(T, "FUNCTION", member, __VA_ARGS__), TEXT(T, "ROUTINE", member.routine)

#define STATEMENT(NAME, rows, ...)                                             \
  const statement statement_##NAME = {.name = #NAME,                           \
                                      .kind = LASH_KIND_##NAME,                \
                                      .arguments = rows,                       \
                                      .count = sizeof(rows) / sizeof(rows)[0], \
                                      __VA_ARGS__}

/* -------------------------------------------------------------------------------------- look-up */

/* By kind; never NULL for a real kind. */
const statement *statement_of(lash_kind kind);

/* Element layout of a kind. */
size_t kind_size(lash_kind kind);
bool kind_single(lash_kind kind);

typedef enum match { MATCH_NONE, MATCH_ONE, MATCH_MANY } match;

/* What a word may be among names that are looked at one after the other. */
typedef struct candidates {
  slice word;
  const void *one, *other; /* rows whose names it is or abbreviates */
  bool whole;              /* it is the name of `one` */
} candidates;

/* Looks at one more name; true when the word is that name, and the search is over. */
bool candidate(candidates *of, const char *name, const void *row);
match candidates_match(const candidates *of);

/* Statement by name or unique abbreviation; with MATCH_MANY `other` is a second candidate. */
match statement_match(slice word, const statement **found, const statement **other);

/* Argument by name or abbreviation. `valued` (an '=' follows) prefers arguments that take a value.
 */
match argument_match(const statement *of, slice word, bool valued, const argument **found,
                     const argument **other);

bool argument_takes_value(const argument *row);
match choice_match(const choice *choices, slice word, const choice **found);

/* Nearest names for "did you mean", or NULL. */
const char *statement_nearest(slice word);
const char *argument_nearest(const statement *of, slice word);

/* Writes "A, B, C": the names of all arguments or choices. */
void argument_names(const statement *of, char *text, size_t size);
void choice_names(const choice *choices, char *text, size_t size);

/* Sets every member to its default: references to none, numbers to their standard. */
void element_defaults(const statement *of, void *element);

/* Whether the word is a legal statement without a place here, and what to write `instead`; NULL
 * when it may just be left out. */
bool foreign_statement(slice word, const char **instead);

#endif
