/* A dataset in a program of one's own: run it, take arrays, step with a force of the program's. */
#include <lash_session.h>
#include <stdio.h>
#include <stdlib.h>

static lash_error error;
static void must(lash_status s) { s ? exit((fputs(error.message, stderr), (int)s)) : (void)0; }
/* Asked in every evaluation: at->i and at->j are the motions of the two markers. */
static lash_status damper(void *c, const lash_own_call *at, double wrench[6], lash_error *why) {
  wrench[2] = -*(double *)c * (at->i->v[2] - at->j->v[2]);
  return (void)why, LASH_OK;
}
static double slow_down(lash_session *session) {
  const int markers[] = {21, 1};
  double speed;
  for (int k = 1; k <= 100; k++) must(lash_session_advance(session, 0.1 + 1e-3 * k, &error));
  must(lash_session_measure(session, "VZ", markers, 2, &speed, &error));
  return speed;
}
int main(int argc, char **argv) {
  double damping = 0, first;
  lash_own_force force = {NULL, 21, 1, 0, damper, &damping}; /* on MARKER/21, from MARKER/1 */
  lash_session_options options = lash_session_defaults();
  options.end = 0.1, options.requests = true;
  lash_session *session;
  must(lash_session_open(argc > 1 ? argv[1] : "embedding.adm", &options, &session, &error));
  must(lash_session_force(session, &force, &error));
  must(lash_session_run(session, &error));
  lash_record record;
  must(lash_session_take_record(session, &record, &error));
  printf("back at %.6f m/s\n", lash_record_column(&record, 8 + 3)[record.rows - 1]); /* VZ */
  void *saved;
  size_t size;
  must(lash_session_save(session, &saved, &size, &error));
  damping = 2, first = slow_down(session);
  must(lash_session_restore(session, saved, size, &error));
  printf("damped to %.6f m/s, again: %s\n", first, first == slow_down(session) ? "same" : "other");
  lash_record_free(&record), lash_session_free(session), free(saved);
  return 0;
}
