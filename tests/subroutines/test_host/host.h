/* A host for tests: a few markers, numbers and texts, and a record of what it was told. */
#ifndef LASH_TEST_HOST_H
#define LASH_TEST_HOST_H

#include "lash_calls.h"

enum { TEST_MARKERS = 4, TEST_LOG = 16 };

typedef struct test_host {
  lash_sdk_host sdk; /* hand this to the runtime */
  lash_sdk_run run;
  int marker_id[TEST_MARKERS];
  lash_sdk_marker marker[TEST_MARKERS];
  double variable, diff, diff_rate;
  double array[8]; /* ARRAY/50 and the states of a GSE */
  int array_count;
  double input; /* ARRAY/51 */
  const char *text;
  const lash_interpolant *interpolant; /* SPLINE/7 */
  int log_count;
  char log[TEST_LOG][160]; /* messages and commands, oldest first */
  double spline[3][16];    /* what Spline_read put: x, y, z */
  int spline_id, spline_nx, spline_nz;
} test_host;

/* Markers 11, 21, 31 and 41 with general motion, units mmks, gravity along -y. */
void test_host_make(test_host *host);

/* Loads "library::name" from the folder of user libraries; ends the test when it cannot. */
lash_routine test_routine(lash_routine_kind kind, const char *name);

/* Frees the loader behind test_routine. */
void test_routines_done(void);

#endif
