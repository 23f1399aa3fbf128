/* lash compare --hosts: one dataset in several engines, request by request. */
#ifndef LASH_CLI_COMPARE_HOSTS_H
#define LASH_CLI_COMPARE_HOSTS_H

#include "json.h"
#include "lash_host.h"
#include "lash_session.h"
#include "law_settings.h"

enum { HOSTS_MAX = 8, HOST_COLUMNS = LASH_REQUEST_COLUMNS };

typedef struct compare_hosts_options {
  char *hosts; /* "mujoco,simbody"; cut in place */
  const char *model;
  const cli_setting *set; /* STATEMENT/ID.ARG=VALUE */
  size_t set_count;
  lash_texts_list without; /* STATEMENT/ID that are switched off */
  double end, output_step;
  double step, accuracy; /* 0: each host's own */
  const char *folder;    /* receives FOLDER/<host>/request_<id>.csv, or NULL */
  const char *plot;
  bool json, csv;
  bool orders; /* fixed steps, halved twice, instead of one run */
} compare_hosts_options;

lash_status compare_hosts(const compare_hosts_options *options, lash_error *error);

/* ------------------------------------------------------------------------- contacts (impacts) */

/* The first contact of a force by subroutine: from no force to force and back. */
typedef struct host_impact {
  const lash_element *head;
  int part_j;       /* number among the moving bodies, -1: ground */
  int marker_i;     /* id */
  double time;      /* NAN: not yet */
  double speed;     /* at which the bodies approach along the force */
  double peak;      /* largest force of this contact */
  bool over;        /* the contact has ended */
  double before[4]; /* last output without force: time, velocity of I against the part of J */
} host_impact;

typedef struct host_impacts {
  host_impact *item;
  size_t count;
  lash_host_body *bodies;
} host_impacts;

lash_status host_impacts_begin(host_impacts *impacts, const lash_model *model, lash_error *error);
lash_status host_impacts_watch(host_impacts *impacts, lash_host *host, lash_error *error);
void host_impacts_free(host_impacts *impacts);
void host_impacts_json(json *j, const host_impacts *impacts);

/* ------------------------------------------------------------------------------------- records */

/* Everything one host gave: all columns of all requests. */
typedef struct host_record {
  const char *host;
  lash_record run;
  double seconds;
  host_impacts impacts;
} host_record;

lash_status host_record_run(const compare_hosts_options *options, const lash_model *model,
                            const char *host, const lash_host_options *how, host_record *record,
                            lash_error *error);
void host_record_free(host_record *record);

typedef struct host_difference {
  double largest, at_time; /* from the first host */
  double range;            /* of the first host's column: its largest size */
} host_difference;

host_difference host_differ(const host_record *first, const host_record *other, size_t column);

/* Whether a column is anything but zero, or what round-off leaves of it, in any host. */
bool host_column_moves(const host_record *list, size_t count, size_t column);

lash_status compare_hosts_show(const compare_hosts_options *options, const lash_model *model,
                               const host_record *list, size_t count, lash_error *error);
void host_impacts_print(const host_record *list, size_t count);

/* Fixed steps h, h/2, h/4 in each host, against the first host at its tightest. */
lash_status compare_orders(const compare_hosts_options *options, const lash_model *model,
                           const char *const *names, size_t count, lash_error *error);

#endif
