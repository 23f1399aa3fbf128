/* Opening a model in a host, for tests. */
#ifndef LASH_HOSTS_TESTING_H
#define LASH_HOSTS_TESTING_H

#include "lash_host.h"
#include "unity.h"

typedef struct opened {
  lash_model model;
  lash_host *host;
} opened;

/* Reads models/<file> and creates the host; fails the test when either does not work. */
void open_host(opened *o, const lash_host_class *host_class, const char *file,
               lash_host_options options);
void close_host(opened *o);

void advance(opened *o, double t);
void request(opened *o, int id, double values[8]);

/* Order of a host's integrator: 2 (chrono) or 4. */
int order_of(const lash_host_class *host_class);

/* `options`, with steps `shorter` times shorter for a host of second order. */
lash_host_options fine_for(const lash_host_class *host_class, lash_host_options options,
                           double shorter);

/* The two hosts to be compared, or NULL and a word on standard output. */
const lash_host_class *need_host(const char *name);

#endif
