/* A unit: what an FMU holds, behind one small interface to which both versions of the standard are
 * bound.
 *
 *   unit *u = unit_open(&joint_unit, "/tmp/fmu/resources", &error);    reads, lists its variables
 *   unit_set(u, reference, value); unit_begin(u, &error);              parameters, then the start
 *   unit_get(u, reference, &value, &error);                            computes what is asked for
 *   unit_free(u);
 *
 * Numbers of a unit are one flat array of doubles, `value`; integers, booleans and choices stand in
 * it as numbers. A variable is a run of them: in FMI 2.0 each number is a scalar and its reference
 * is its place; in FMI 3.0 the run is an array and its reference is the place of the first.
 *
 * The table of variables is made by the unit from its resources, when an FMU is written and when it
 * runs: modelDescription.xml and the binary cannot disagree, and a token of the table tells when
 * they come from different exports.
 *
 * Portable C11 without anything else: the sources of a unit travel inside its FMU. */
#ifndef LASH_FMI_UNIT_H
#define LASH_FMI_UNIT_H

#include "lash_core.h"

/* ------------------------------------------------------------------------------------ variables */

typedef enum unit_type { UNIT_REAL, UNIT_INTEGER, UNIT_BOOLEAN, UNIT_CHOICE } unit_type;

typedef enum unit_role {
  UNIT_INDEPENDENT, /* time */
  UNIT_PARAMETER,   /* fixed once the start is over */
  UNIT_TUNABLE,     /* a parameter that may change in event mode, and between steps */
  UNIT_INPUT,
  UNIT_STATE, /* continuous; its rate is another variable. Group UNIT_MOTION: `begin` finds it */
  UNIT_RATE,  /* of a state */
  UNIT_INDICATOR, /* crosses zero at an event */
  UNIT_OUTPUT,    /* continuous */
  UNIT_DISCRETE   /* an output that changes at events only */
} unit_role;

/* What has to be computed before a variable may be read. */
enum {
  UNIT_GIVEN = 0,   /* nothing */
  UNIT_MOTION = 1,  /* rates and indicators */
  UNIT_RESULTS = 2, /* outputs */
  UNIT_ALL = 3
};

/* What a variable is to others' dependencies, as a set of bits: an output that depends on
 * UNIT_ON_PLACES depends on every input whose own bit that is. */
enum {
  UNIT_ON_PLACES = 1,
  UNIT_ON_SPEEDS = 2,
  UNIT_ON_STATES = 4,
  UNIT_ON_EVERYTHING = 0x100 /* nothing is said about dependencies */
};

enum { UNIT_NAME_MAX = 96, UNIT_WORDS_MAX = 200 };

typedef struct unit_variable {
  char name[UNIT_NAME_MAX];
  char meaning[UNIT_WORDS_MAX];
  char unit[32]; /* "" or "1": none */
  unit_type type;
  unit_role role;
  bool shown;              /* a state that is an output as well */
  size_t rows, columns;    /* 0: a scalar, a vector */
  size_t at, count;        /* its numbers */
  size_t state;            /* of a rate: index of its state among the variables */
  double min, max;         /* NAN: none */
  double nominal;          /* 0: 1 */
  unsigned is, depends_on; /* UNIT_ON_… */
  unsigned group;          /* UNIT_GIVEN, UNIT_MOTION or UNIT_RESULTS */
  const char *const *choices;
  const char *terminal, *member; /* NULL: belongs to none */
  bool inflow;                   /* of the member: a force, not a place */
} unit_variable;

typedef struct unit_table {
  unit_variable *list;
  size_t count, room;
  size_t numbers; /* of all variables */
  double *start;  /* of each number */
  size_t start_room;
  size_t states, indicators; /* numbers of these roles */
  bool no_memory;
  unit_variable dummy; /* is filled in the place of one that could not be had */
} unit_table;

/* What is said of a new variable; its words and its unit are cut where they are too long. */
typedef struct unit_facts {
  unit_role role;
  unit_type type;
  size_t rows, columns; /* 0: a scalar, a vector */
  double start;         /* of each number */
  const char *unit, *meaning;
} unit_facts;

/* Adds a variable; the rest of it is the caller's to fill. A variable that could not be had is a
 * dummy, and the table says no_memory. */
unit_variable *unit_add(unit_table *table, const char *name, const unit_facts *facts);
const unit_variable *unit_find(const unit_table *table, const char *name);
/* The variable that holds number `at`; NULL when there is none. */
const unit_variable *unit_at(const unit_table *table, size_t at);

/* How the contacts of a mechanism are getting on: those that are closed now, that have closed, and
 * that have closed or opened so far; of the last that closed, when and how fast. */
typedef struct unit_contacts {
  double closed, touches, events, time, speed;
} unit_contacts;

/* Adds them as outputs; the place of the first, from where they stand as in the structure. */
size_t unit_add_contacts(unit_table *table, const char *when, const char *speed_unit);
void unit_note_contact(unit_contacts *contacts, bool closes, double time, double speed);

/* ---------------------------------------------------------------------------------------- units */

typedef struct unit unit;

/* How a step of co-simulation ended. */
typedef struct unit_step {
  double reached;
  bool event;     /* something happened there: a touch, a release */
  bool terminate; /* the unit asks for the end */
} unit_step;

/* What a master allows in a step. */
typedef struct unit_stepping {
  bool stop_at_events;
  /* After each step of the unit's own, when not NULL; `return_at` may be set to end early. */
  void (*look)(void *context, double t, bool *return_now);
  void *context;
} unit_stepping;

/* What a binary contains. Functions may be NULL unless they say otherwise. */
typedef struct unit_class {
  const char *name;          /* "joint": also that of the text in its resources, joint.txt */
  size_t size;               /* of the whole struct that begins with a unit */
  bool exchange, simulation; /* may be had as Model Exchange, Co-Simulation */

  /* From u->text, what the resources say: fills u->table. Required. */
  lash_status (*open)(unit *u, lash_error *error);
  void (*close)(unit *u);
  /* Parameters are as set: takes them. */
  lash_status (*tune)(unit *u, lash_error *error);
  /* The motion begins at u->time. May be called again, with other inputs, while it is being
   * initialised. Required. */
  lash_status (*begin)(unit *u, lash_error *error);
  /* Fills numbers of the groups. Required. */
  lash_status (*compute)(unit *u, unsigned groups, lash_error *error);
  /* Event mode: settles what is discrete. */
  lash_status (*event)(unit *u, bool *states_changed, lash_error *error);
  lash_status (*completed)(unit *u, bool *wants_event, lash_error *error);
  /* Sensitivity of all numbers to a change `seed` of all numbers. */
  lash_status (*derive)(unit *u, const double *seed, double *change, lash_error *error);
  /* Co-simulation from u->time on. */
  lash_status (*advance)(unit *u, double to, const unit_stepping *how, unit_step *done,
                         lash_error *error);
  /* An input has a rate and a second one, until it is set again. */
  lash_status (*input_rate)(unit *u, size_t at, int order, double value, lash_error *error);
  /* Beyond u->value and u->time: what must be kept to go on. */
  size_t (*memory)(unit *u);
  lash_status (*save)(unit *u, void *to, lash_error *error);
  lash_status (*restore)(unit *u, const void *from, lash_error *error);
} unit_class;

struct unit {
  const unit_class *class;
  char *folder; /* of the resources, without a slash behind it */
  char *text;   /* what they say about the unit */
  unit_table table;
  double *value;
  double time, stop;                     /* stop: INFINITY when nobody said */
  double tolerance;                      /* 0: nobody said */
  double suggested_stop, suggested_step; /* of an experiment; 0: none */
  unsigned stale;                        /* groups to be computed before they are read */
  bool begun;     /* `begin` was called and parameters have not changed since */
  bool over;      /* Model Exchange: an event has asked for the end */
  bool eventless; /* there are no events: importers that know none may leave event mode unsaid */
  char token[48];
  /* Words on the way: "event", "warning". May be NULL. */
  void (*say)(void *context, const char *category, const char *text);
  void *say_context;
};

/* Reads NAME.txt in the folder. The unit is to be freed only on success. */
lash_status unit_open(const unit_class *class, const char *folder, unit **made, lash_error *error);
/* The same from a text; the folder may be NULL. */
lash_status unit_open_text(const unit_class *class, const char *text, const char *folder,
                           unit **made, lash_error *error);
void unit_free(unit *u);

/* All numbers at their start, nothing begun. */
void unit_reset(unit *u);

/* Sets a number without asking who may; what depends on it is computed when it is read. */
void unit_set(unit *u, size_t at, double value);
/* Makes numbers of these groups good. Begins when that was not done. */
lash_status unit_refresh(unit *u, unsigned groups, lash_error *error);
lash_status unit_begin(unit *u, lash_error *error);
void unit_set_time(unit *u, double t);
void unit_tell(const unit *u, const char *category, const char *format, ...) LASH_PRINTF(3, 4);

/* The whole of a unit as bytes that another instance of the same FMU can take. */
size_t unit_saved_size(unit *u);
lash_status unit_save(unit *u, void *to, lash_error *error);
lash_status unit_restore(unit *u, const void *from, size_t size, lash_error *error);

extern const unit_class joint_unit;

#endif
