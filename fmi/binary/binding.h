/* What both versions of the standard ask of an instance: which call is allowed when, reading and
 * writing numbers, states, messages. fmi2_binding.c and fmi3_binding.c put it into their words,
 * those they share by binding_calls.h.
 *
 * Wrong use gets a status and a message and never a crash. After an error the standard knows only
 * reading, going back to a saved state, reset and the end; so do we. */
#ifndef LASH_FMI_BINDING_H
#define LASH_FMI_BINDING_H

#include "unit.h"

/* As in both versions. */
typedef enum fmu_status { FMU_OK, FMU_WARNING, FMU_DISCARD, FMU_ERROR, FMU_FATAL } fmu_status;

enum {
  PHASE_INSTANTIATED = 1,
  PHASE_INITIALISING = 2,
  PHASE_EVENT = 4,
  PHASE_CONTINUOUS = 8, /* model exchange */
  PHASE_STEPPING = 16,  /* co-simulation, between steps */
  PHASE_TERMINATED = 32,
  PHASE_FAILED = 64,
  PHASE_LOOKING = 128, /* inside a step, in intermediate update */
  PHASE_RUNNING = PHASE_EVENT | PHASE_CONTINUOUS | PHASE_STEPPING,
  PHASE_ANY = 127
};

/* "logEvents" and the like, in the order of fmu_categories. */
enum { FMU_CATEGORIES = 5 };
extern const char *const fmu_categories[FMU_CATEGORIES];
extern const char *const fmu_category_meanings[FMU_CATEGORIES];

typedef struct fmu fmu;
struct fmu {
  unit *unit;
  unsigned phase;
  bool exchange; /* else co-simulation */
  bool events_used, may_return;
  bool log[FMU_CATEGORIES];
  bool over;                                 /* the unit has asked for the end */
  double reached;                            /* co-simulation: last time that was reached */
  size_t *state_at, *rate_at, *indicator_at; /* numbers in the order of the standard */
  double *seed, *change;                     /* of derivatives */
  char *name;
  /* What the version brings along. */
  void (*print)(fmu *f, fmu_status status, const char *category, const char *text);
  void *environment;
  void (*logger)(void); /* of its own type */
  void (*look)(void);   /* intermediate update of 3.0 */
};

/* `token` is compared with that of the unit. NULL when something is wrong, after a message. */
fmu *fmu_new(const unit_class *class, bool exchange, const char *name, const char *token,
             const char *folder, fmu *callbacks);
void fmu_free(fmu *f);
void fmu_reset(fmu *f);

/* A message, if its category is wanted. */
void fmu_say(fmu *f, fmu_status status, const char *format, ...) LASH_PRINTF(3, 4);
bool fmu_log(fmu *f, bool on, size_t count, const char *const *categories);

/* True when the call is allowed now, and when it is, in one for Model Exchange or for
 * Co-Simulation; otherwise tells, and the instance has failed. False for NULL. */
bool fmu_allows(fmu *f, unsigned phases, const char *call);
bool fmu_exchanges(fmu *f, unsigned phases, const char *call);
bool fmu_simulates(fmu *f, unsigned phases, const char *call);
/* Model Exchange: where states may be set. */
unsigned fmu_state_phases(const fmu *f);
/* The status of a call that came to this end, with its message. */
fmu_status fmu_ends(fmu *f, lash_status status, const lash_error *error, const char *call);
/* FMU_ERROR, after a message where there is an instance. */
fmu_status fmu_refuse(fmu *f, const char *call, const char *format, ...) LASH_PRINTF(3, 4);

/* Numbers `at` … `at + count - 1`, all of one variable of this type. */
fmu_status fmu_get(fmu *f, size_t at, size_t count, unit_type type, double *value,
                   const char *call);
fmu_status fmu_set(fmu *f, size_t at, size_t count, unit_type type, const double *value,
                   const char *call);

fmu_status fmu_begin_start(fmu *f, double start, double stop, double tolerance, const char *call);
fmu_status fmu_end_start(fmu *f, const char *call);
fmu_status fmu_event(fmu *f, bool *states_changed, const char *call);
fmu_status fmu_completed(fmu *f, bool *wants_event, const char *call);

fmu_status fmu_set_time(fmu *f, double t, const char *call);
fmu_status fmu_set_states(fmu *f, const double *x, size_t count, const char *call);
fmu_status fmu_get_states(fmu *f, double *x, size_t count, const char *call);
fmu_status fmu_get_rates(fmu *f, double *x, size_t count, const char *call);
fmu_status fmu_get_indicators(fmu *f, double *x, size_t count, const char *call);
fmu_status fmu_get_nominals(fmu *f, double *x, size_t count, const char *call);

/* Seeds and changes are in f->seed and f->change, a number each. */
fmu_status fmu_derive(fmu *f, const char *call);
bool fmu_may_know(const fmu *f, size_t at);    /* may be differentiated by */
bool fmu_may_unknown(const fmu *f, size_t at); /* may be differentiated */

fmu_status fmu_step(fmu *f, double from, double size, const unit_stepping *how, unit_step *done,
                    const char *call);

/* States as blocks of bytes. */
typedef struct fmu_saved {
  size_t size;
  unsigned phase;
  bool over;
  double reached;
} fmu_saved; /* the unit's bytes follow */
fmu_status fmu_save(fmu *f, void **state, const char *call);
fmu_status fmu_restore(fmu *f, const void *state, const char *call);
size_t fmu_serialised_size(const void *state);
void fmu_serialise(const void *state, void *bytes);
fmu_status fmu_deserialise(fmu *f, const void *bytes, size_t size, void **state, const char *call);

#endif
