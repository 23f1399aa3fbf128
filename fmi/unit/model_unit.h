/* A mechanism as a unit: a dataset that runs in the reference solver.
 *
 * Its resources are the dataset, whatever it reads, and one text:
 *
 *   dataset rssr.adm
 *   set STRING/1.e=0.8             as lash run --set; a number becomes a parameter
 *   input 3 0.25                   VARIABLE/3 comes from outside, with this start
 *   error 1e-6                     what INTEGRATOR says unless given; also integrator NAME
 *   stop 0.05                      what DefaultExperiment is to say
 *   exchange recorded 13 1         Model Exchange: in which coordinates, states and indicators */
#ifndef LASH_FMI_MODEL_UNIT_H
#define LASH_FMI_MODEL_UNIT_H

#include "lash_integrate.h"
#include "lash_model.h"
#include "unit.h"

enum { MODEL_TARGET_MAX = 96 };

/* A parameter is what lash_model_set takes. */
typedef struct model_parameter {
  char target[MODEL_TARGET_MAX];
  size_t at;
  double applied; /* what the model says now */
} model_parameter;

typedef struct model_input {
  int id; /* of its VARIABLE */
  size_t at;
  double start;
  double rate, curvature; /* until the next step is over */
  lash_input applied;
} model_input;

/* Numbers of a REQUEST: at + k is column column[k]. */
typedef struct model_request {
  int id;
  size_t index; /* in the system */
  size_t at, count;
  unsigned char column[8];
} model_request;

typedef struct model_variable {
  int id;
  size_t at;
} model_variable;

/* A list that grows by MODEL_ADD(), below. */
#define MODEL_LIST(type) \
  struct {               \
    type *item;          \
    size_t count, room;  \
  }

typedef struct model {
  unit base;
  char *dataset;
  char *set[64]; /* TARGET=VALUE */
  size_t set_count;
  char integrator[32];
  double error; /* 0: as the dataset says */
  lash_model model;
  bool read;
  double second; /* of the dataset's time units */
  MODEL_LIST(model_parameter) parameters;
  MODEL_LIST(model_input) inputs;
  MODEL_LIST(model_request) requests;
  MODEL_LIST(model_variable) variables;
  size_t error_at, contacts_at; /* numbers of the table */
  bool changed;                 /* the system is not of the parameters */
  lash_system *system;
  lash_integration *run; /* NULL where no freedom is left */
  double *y;
  unit_contacts contacts;
  /* of the step under way */
  const unit_stepping *how;
  bool event, terminate, return_now;
  /* Model Exchange: minimal coordinates where the mechanism can be recorded in them */
  bool recorded;
  size_t states, indicators;
} model;

/* Lists the variables of a dataset that has been read: parameters and inputs, then outputs. */
lash_status model_list_given(model *m, lash_error *error);
lash_status model_list_outputs(model *m, lash_error *error);

/* Parts that both kinds of unit share (model_parts.c). */
lash_status model_open(model *m, lash_error *error); /* reads; lists what is given */
void model_close(unit *base);
lash_status model_tune(unit *base, lash_error *error);
/* The system as the parameters are now, at its assembled and committed start. */
lash_status model_start(model *m, lash_error *error);
/* The input's polynomial from here on; false: it is the one that counts already. */
bool model_input_now(const model *m, const model_input *in, lash_input *next);
/* Hands inputs to the system: all, or those that are others now. */
lash_status model_put_inputs(model *m, bool all, lash_error *error);
/* Outputs at the state at which the system stands. */
lash_status model_outputs(model *m, double touching, lash_error *error);
/* A contact that closes at this speed, or opens; a SENSOR that comes to hold. */
void model_contact(model *m, const lash_switch_info *info, double t, bool opens, double speed);
lash_reaction model_sensor(model *m, int id, double t);

/* Makes room for one more in a list and returns its place; NULL without memory. */
void *model_grow(void *item, size_t *count, size_t *room, size_t size);
#define MODEL_ADD(list) \
  model_grow(&(list)->item, &(list)->count, &(list)->room, sizeof *(list)->item)

extern const unit_class model_unit;    /* for Co-Simulation */
extern const unit_class exchange_unit; /* for Model Exchange */

#endif
