/* Running a mechanism with an integrator, for tests. */
#ifndef INTEGRATE_HELPER_H
#define INTEGRATE_HELPER_H

#include <stdio.h>

#include "lash_integrate.h"
#include "solver_helper.h"

/* A mechanism from a dataset file, assembled. */
static inline mechanism load_path_with(const char *path, const lash_system_options *options) {
  mechanism m = {0};
  OK(lash_model_read(&m.model, path, &error));
  OK(lash_system_create(&m.model, options, &m.system, &error));
  m.n = lash_system_size(m.system);
  m.y = malloc(m.n->y * sizeof(double));
  m.ydot = malloc(m.n->y * sizeof(double));
  lash_system_initial(m.system, &m.t, m.y);
  OK(lash_system_assemble(m.system, m.t, m.y, NULL, &error));
  return m;
}

static inline mechanism load_path(const char *path) { return load_path_with(path, NULL); }

/* One of tests/solver/data. */
static inline mechanism load_file(const char *name) {
  char path[1024];
  snprintf(path, sizeof path, "%s/%s", LASH_TEST_DATA, name);
  return load_path(path);
}

typedef struct outcome {
  lash_integrate_statistics statistics;
  lash_audit audit;
  bool stopped;
} outcome;

/* Advances m to `end`; m->y and m->t are then those at the end. */
static inline outcome advance(mechanism *m, const lash_integrate_options *options, double end,
                              const lash_watcher *watcher) {
  lash_integration *run = NULL;
  outcome o = {0};
  OK(lash_integrate_create(m->system, options, m->t, m->y, &run, &error));
  const lash_status status = lash_integrate_to(run, end, watcher, &error);
  o.statistics = *lash_integrate_statistics_of(run);
  o.audit = *lash_integrate_audit(run);
  o.stopped = lash_integrate_stopped(run);
  m->t = lash_integrate_time(run);
  memcpy(m->y, lash_integrate_state(run), m->n->y * sizeof *m->y);
  lash_integrate_free(run);
  TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_OK, status, error.message);
  return o;
}

static inline lash_integrate_options method(const char *name, double tolerance, double step) {
  lash_integrate_options options = lash_integrate_defaults();
  options.integrator = name;
  options.error = tolerance;
  options.step = step;
  return options;
}

/* A pendulum of 2 m swinging in the x-z plane from the horizontal. */
#define PENDULUM                             \
  "PART/1, GROUND\n"                         \
  "MARKER/1, PART=1, REULER=180D,90D,180D\n" \
  "PART/2, MASS=1, CM=3, IP=0.04,0.1,0.1\n"  \
  "MARKER/2, PART=2, REULER=180D,90D,180D\n" \
  "MARKER/3, PART=2, QP=2,0,0\n"             \
  "JOINT/1, REVOLUTE, I=2, J=1\n"            \
  "ACCGRAV/KGRAV=-9.80665\n"

/* A four-bar with a crank of 1 m that starts turning in gravity. */
#define FOUR_BAR                                     \
  "PART/1, GROUND\n"                                 \
  "MARKER/1, PART=1\n"                               \
  "MARKER/9, PART=1, QP=3,0,0\n"                     \
  "PART/2, MASS=1, CM=3, IP=.1,.1,.1, WZ=-2, VX=1\n" \
  "MARKER/2, PART=2\n"                               \
  "MARKER/3, PART=2, QP=0,.5,0\n"                    \
  "MARKER/4, PART=2, QP=0,1,0\n"                     \
  "PART/3, MASS=2, CM=6, IP=.2,.2,.7\n"              \
  "MARKER/5, PART=3, QP=0,1,0\n"                     \
  "MARKER/6, PART=3, QP=1.5,1.5,0\n"                 \
  "MARKER/7, PART=3, QP=3,2,0\n"                     \
  "PART/4, MASS=1, CM=8, IP=.3,.3,.3\n"              \
  "MARKER/10, PART=4, QP=3,0,0\n"                    \
  "MARKER/8, PART=4, QP=3,1,0\n"                     \
  "MARKER/11, PART=4, QP=3,2,0\n"                    \
  "JOINT/1, REVOLUTE, I=2, J=1\n"                    \
  "JOINT/2, REVOLUTE, I=5, J=4\n"                    \
  "JOINT/3, REVOLUTE, I=11, J=7\n"                   \
  "JOINT/4, REVOLUTE, I=10, J=9\n"                   \
  "ACCGRAV/JGRAV=-9.81\n"

/* A heavy top spinning at 150 rad/s, leaning by 10 degrees. */
#define TOP                                                                       \
  "PART/1, GROUND\n"                                                              \
  "MARKER/1, PART=1\n"                                                            \
  "PART/2, MASS=15, CM=3, IP=0.234375,0.234375,0.46875, REULER=0,10D,0, WZ=150\n" \
  "MARKER/2, PART=2\n"                                                            \
  "MARKER/3, PART=2, QP=0,0,1\n"                                                  \
  "JOINT/1, SPHERICAL, I=2, J=1\n"                                                \
  "ACCGRAV/KGRAV=-9.81\n"

#endif
