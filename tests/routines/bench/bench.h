/* A small host for the subroutine library: markers, strings, states and a clock that a test moves
 * by hand. */
#ifndef LASH_TEST_BENCH_H
#define LASH_TEST_BENCH_H

#include "lash_calls.h"
#include "lash_contact.h"
#include "unity.h"

enum { SOCKET = 11, BALL = 21, AXES = 31 }; /* markers; AXES is a frame to resolve results in */
enum { BENCH_MARKERS = 40, BENCH_STRINGS = 8, BENCH_STATES = 64 };

typedef struct bench {
  lash_sdk_host sdk;
  lash_sdk_run run;
  lash_sdk_call call;
  lash_sdk_marker marker[BENCH_MARKERS]; /* by id; those the tests use exist */
  char string[BENCH_STRINGS][2048];
  double state[BENCH_STATES]; /* ARRAY/51 in full; DIF(60 + k); VARVAL(80 + k); in the second half
                               * DIF1(60 + k) */
  int state_count;
  char message[2048];
  int messages;
  lash_loader *loader;
  lash_error error;
} bench;

extern bench host;

/* Starts afresh; call from setUp and tearDown. */
void bench_open(void);
void bench_close(void);

/* Routine of the library; fails the test when there is none. */
lash_routine bench_routine(lash_routine_kind kind, const char *name);

/* Random numbers, the same on every machine: in [-1, 1], and a unit rotation matrix. */
double bench_random(void);
void bench_seed(unsigned long seed);
void bench_random_axes(double axes[3][3]);

/* Moves the ball: position, velocity and spin relative to the socket, in the socket's axes, which
 * itself moves anyhow. */
void bench_place(const double position[3], const double velocity[3], const double spin[3]);
void bench_random_socket(void);

/* Global vector = axes * local, and back. */
void bench_to_global(const lash_sdk_marker *marker, const double local[3], double global[3]);
void bench_to_local(const lash_sdk_marker *marker, const double global[3], double local[3]);

/* A GFORCE/id, USER(string, SOCKET, BALL, RM) in either form. */
typedef struct bench_gforce {
  lash_routine routine;
  double par[30];
  struct sAdamsGforce element;
} bench_gforce;

/* Runs the set-up passes too. */
void bench_gforce_make(bench_gforce *g, const char *routine, int id, int string, int rm);
void bench_gforce_value(bench_gforce *g, double time, int dflag, double wrench[6]);

/* Words that give a contact law every parameter it needs. */
void bench_contact_words(const lash_contact_law *law, char *text, size_t size);

/* Makes the same law directly, with radii when the law computes its stiffness. */
void bench_contact(const lash_contact_law *law, double Ri, double Rj, double L, lash_contact *out);

#define OK(status) TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_OK, status, host.error.message)

#endif
