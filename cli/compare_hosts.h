/* lash compare --hosts: one dataset in several engines, request by request. */
#ifndef LASH_CLI_COMPARE_HOSTS_H
#define LASH_CLI_COMPARE_HOSTS_H

#include "lash_core.h"

typedef struct compare_hosts_options {
  char *hosts; /* "mujoco,simbody"; cut in place */
  const char *model;
  double end, output_step;
  double step, accuracy; /* 0: each host's own */
  const char *folder;    /* receives FOLDER/<host>/request_<id>.csv, or NULL */
  bool json, csv;
} compare_hosts_options;

lash_status compare_hosts(const compare_hosts_options *options, lash_error *error);

#endif
