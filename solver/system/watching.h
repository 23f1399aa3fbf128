/* What only looks at the mechanism: requests, sensors, inputs and outputs of a plant. */
#ifndef LASH_SOLVER_WATCHING_H
#define LASH_SOLVER_WATCHING_H

#include "system_impl.h"

typedef struct lash_request_item {
  int id, line;
  enum {
    LASH_ASK_DISPLACEMENT,
    LASH_ASK_DISPLACEMENT_YPR, /* angles as yaw, pitch, roll */
    LASH_ASK_VELOCITY,
    LASH_ASK_ACCELERATION,
    LASH_ASK_FORCE,
    LASH_ASK_FUNCTIONS,
    LASH_ASK_USER
  } what;
  int i, j, rm;
  int function[8];
  int user;
} lash_request_item;

typedef struct lash_sensor_item {
  int id, line;
  int compare; /* -1 LE, 0 EQ, 1 GE */
  double value, error;
  int function, user, evaluate, evaluate_user;
  double held; /* SENVAL */
  bool active;
} lash_sensor_item;

/* PINPUT and POUTPUT. */
typedef struct lash_plant_item {
  int id;
  bool output;
  size_t count;
  int *variable;
} lash_plant_item;

#endif
