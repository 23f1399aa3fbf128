/* A ball that falls, as dataset and command files in a folder of its own. */
#ifndef LASH_SESSION_TESTING_H
#define LASH_SESSION_TESTING_H

#include "lash_host.h"
#include "lash_session.h"
#include "unity.h"

/* Fall with g = 9.81 along -y from rest. REQUEST/1: y, vy; REQUEST/2 by user routine: vy^2/2, t. */
extern const char falling_ball[];

/* Writes DIR/name and returns its path, good for the next 63 calls. */
const char *write_file(const char *name, const char *text);
const char *in_folder(const char *name);
void make_folder(void);
void remove_folder(void);

/* The engines: NULL for the reference solver, then all hosts of the build. */
size_t engine_count(void);
const char *engine_at(size_t index);

/* Steps of a thousandth in engines with fixed steps, all requests kept. */
lash_session_options options_for(const char *engine);

/* Opens, runs, takes the record; fails the test when something does not work. */
lash_record run_file(const char *path, const lash_session_options *options);

/* The same where it must fail so, with these words. */
void refuse_file(const char *path, const lash_session_options *options, lash_status status,
                 const char *words);

/* Column `place` of the k-th request at a row; rows from the end count below zero. */
double value_at(const lash_record *record, size_t request, size_t place, long row);

#define FALL(t) (-9.81 * (t) * (t) / 2)

#endif
