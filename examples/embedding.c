/* A dataset inside a program of one's own: read, run, look at arrays, step by hand with a force of
 * the program's, save and go back. Installed headers only; C and C++. */
#include <lash_session.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static lash_error error;
static void must(lash_status status) {
  if (status == LASH_OK) return;
  fprintf(stderr, "%s\n", error.message);
  exit((int)status);
}

/* From the present time on for 0.1 s, pushing with 6 N/s; gives the speed at the end. */
static double push(lash_session *session) {
  const double start = lash_session_time(session);
  const int markers[] = {21, 1};
  double speed;
  for (int step = 0; step < 100; step++) {
    lash_input force = {lash_session_time(session), 6e-3 * step, 6, 0}; /* time, value, rate, … */
    must(lash_session_input(session, 1, &force, &error));
    must(lash_session_advance(session, start + 1e-3 * (step + 1), &error));
  }
  must(lash_session_measure(session, "VZ", markers, 2, &speed, &error));
  return speed;
}

int main(int argc, char **argv) {
  lash_session_options options = lash_session_defaults();
  options.end = 0.1, options.output_step = 1e-3, options.requests = true;
  lash_session *session;
  must(lash_session_open(argc > 1 ? argv[1] : "embedding.adm", &options, &session, &error));
  must(lash_session_run(session, &error));
  lash_record record;
  must(lash_session_take_record(session, &record, &error));
  const double *speed = lash_record_column(&record, 8 + 3); /* f4 of the second request: VZ */
  printf("thrown at %.6f m/s, back at %.6f m/s\n", speed[0], speed[record.rows - 1]);

  void *saved;
  size_t size;
  must(lash_session_save(session, &saved, &size, &error));
  const double first = push(session);
  must(lash_session_restore(session, saved, size, &error));
  const double second = push(session);
  printf("pushed to %.6f m/s, again the same: %s\n", first,
         memcmp(&first, &second, sizeof first) ? "no" : "yes");
  free(saved);
  lash_record_free(&record);
  lash_session_free(session);
  return 0;
}
