/* Names of the constants of slv_cbksub.h, for messages: get_event_name(4) is "ev_ITERATION_BEG".
 * The functions are defined here; include this file in one source of a library. */
#ifndef LASH_SLV_CBKSUB_UTIL_H
#define LASH_SLV_CBKSUB_UTIL_H

#include "slv_cbksub.h"

#define LASH_CBKSUB_CASE(name, value) \
  case value:                         \
    return (char *)#name;

char *get_simulation_analysis_mode(int value) {
  switch (value) { LASH_CBKSUB_MODES(LASH_CBKSUB_CASE) }
  return (char *)"UNKNOWN_MODE";
}

char *get_event_name(int value) {
  switch (value) { LASH_CBKSUB_EVENTS(LASH_CBKSUB_CASE) }
  return (char *)"UNKNOWN_EVENT";
}

char *get_command_name(int value) {
  switch (value) { LASH_CBKSUB_COMMANDS(LASH_CBKSUB_CASE) }
  return (char *)"UNKNOWN_COMMAND";
}

char *get_sensor_type(int value) {
  switch (value) { LASH_CBKSUB_SENSORS(LASH_CBKSUB_CASE) }
  return (char *)"UNKNOWN_SENSOR";
}

#undef LASH_CBKSUB_CASE

#endif
