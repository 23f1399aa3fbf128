/* Variables, extra states and arrays: numbers of the model that are not those of bodies. */
#ifndef LASH_SOLVER_STATES_H
#define LASH_SOLVER_STATES_H

#include "system_impl.h"

typedef struct lash_variable_value {
  int id, line, function, user;
  lash_stamp stamp;
  double value;
  bool driven; /* from outside, by `input` instead of its function */
  lash_input input;
} lash_variable_value;

/* A set of extra states with one law of change. */
typedef enum lash_states_kind {
  LASH_STATES_DIFF,
  LASH_STATES_LINEAR,  /* LSE, TFSISO */
  LASH_STATES_GENERAL, /* GSE */
  LASH_STATES_BRISTLE  /* FRICTION */
} lash_states_kind;

typedef struct lash_states {
  lash_states_kind kind;
  const char *statement;
  int id, line;
  size_t first, count; /* in x */
  int function, user;  /* DIFF */
  int force;           /* FRICTION */
  bool static_hold;    /* not changed by an equilibrium */
  bool implicit;       /* DIFF: the function is zero at the rate */
  bool solving;        /* … which is being sought: DIF1 is `trial` */
  double trial, slope; /* the rate, and d function / d rate there */
  double guess;        /* remembered: rate at the last accepted state */
  /* LSE and TFSISO: x' = A x + B u, y = C x + D u */
  size_t inputs, outputs;
  double *A, *B, *C, *D;
  int *input; /* variables */
  double *start;
  /* GSE: routines (user: rates, or both), and what they gave last */
  int user_outputs;
  lash_stamp stamp;
  double *rate, *output, *given; /* given: inputs */
} lash_states;

typedef struct lash_array_value { /* ARRAY by id: where its numbers are */
  int id, line;
  enum {
    LASH_ARRAY_AT_NUMBERS,
    LASH_ARRAY_AT_VARIABLES,
    LASH_ARRAY_AT_STATES,
    LASH_ARRAY_AT_OUTPUTS
  } at;
  size_t count;
  double *number;
  int *variable;
  int states; /* index in system->states */
} lash_array_value;

static inline const double *lash_extra_states(const lash_system *system) {
  return system->y + system->size.q + system->size.v;
}

/* Value of VARIABLE number `index` and its gradient. */
double lash_variable_at(lash_system *system, int index);
void lash_variable_gradient(lash_system *system, int index, double weight, lash_gradient *gradient);
/* Value and two time derivatives, of one that does not ask for the state. */
void lash_variable_jet(lash_system *system, int index, double jet[3]);

/* Component (from 1) of ARRAY number `index`. */
double lash_array_component(lash_system *system, int index, int component);
void lash_array_gradient(lash_system *system, int index, int component, double weight,
                         lash_gradient *gradient);

/* x' of one extra state, its gradient, and of all. */
lash_states *lash_states_at(const lash_system *system, int state); /* whose state that is */
double lash_state_rate(lash_system *system, int state);
void lash_state_rate_gradient(lash_system *system, int state, double weight,
                              lash_gradient *gradient);
void lash_state_rates(lash_system *system, double *g);

/* Remembers what the search for implicit rates starts from. */
void lash_states_commit(lash_system *system);

#endif
