/* A program of somebody else's: reads a dataset, runs it, looks at arrays, steps by hand with a
 * force of its own, goes back and does it again. Also C++.  Usage: outside [MODEL.adm] */
#include <stdio.h>
#include <stdlib.h>

#include "lash_session.h"

static lash_error error;

static void need(lash_status status) {
  if (status == LASH_OK) return;
  fprintf(stderr, "%s\n", error.message);
  exit(1);
}

/* Half a second under a damper that we compute ourselves: place at the end. */
static double damped(lash_session *session) {
  const int markers[] = {21, 1};
  double place = 0, speed = 0;
  const double start = lash_session_time(session);
  for (int k = 1; k <= 500; k++) {
    lash_input force = {0, 0, 0, 0};
    need(lash_session_measure(session, "VZ", markers, 2, &speed, &error));
    force.value = -0.8 * speed;
    need(lash_session_input(session, 1, &force, &error)); /* VARIABLE/1 */
    need(lash_session_advance(session, start + 1e-3 * k, &error));
  }
  need(lash_session_measure(session, "DZ", markers, 2, &place, &error));
  return place;
}

int main(int argc, char **argv) {
  const char *file = argc > 1 ? argv[1] : "examples/embedding.adm";
  lash_session_options options = lash_session_defaults();
  lash_session *session;
  lash_record record;
  options.end = 1;
  options.requests = true; /* arrays: all columns of all requests */
  need(lash_session_open(file, &options, &session, &error));
  need(lash_session_run(session, &error));
  need(lash_session_take_record(session, &record, &error));
  printf("%zu outputs, at %g the ball is at %.6f\n", record.rows, record.end,
         lash_record_column(&record, 3)[record.rows - 1]);
  lash_record_free(&record);
  lash_session_free(session);

  need(lash_session_open(file, &options, &session, &error));
  need(lash_session_start(session, &error));
  void *state;
  size_t size;
  need(lash_session_save(session, &state, &size, &error));
  const double first = damped(session);
  need(lash_session_restore(session, state, size, &error));
  const double second = damped(session);
  printf("damped by hand: %.6f, and again from the saved state: %s\n", first,
         first == second ? "the same to the last bit" : "not the same");
  free(state);
  lash_session_free(session);
  return first == second ? 0 : 1;
}
