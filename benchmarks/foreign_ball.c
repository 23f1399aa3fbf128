/* A ball in its socket as somebody would write it for Adams: what it needs is asked for by
 * c_sysary, and the speed of the approach is remembered when a step counts. Lankarani and
 * Nikravesh's law. USER(K, e, play), ball at I, socket at RM. */
#include <math.h>

#include "lash_c_utils.h"
#include "slv_c_utils.h"

adams_c_Gfosub Gfosub;

/* Accepted so far, and the newest value pass, which counts once the solver has gone past it. */
static struct {
  double time, depth, speed;
  double v0;
  int touching;
} ball;

static void settle(void) {
  double converged;
  c_timget(&converged);
  if (ball.time != converged) return;
  if (ball.depth > 0 && !ball.touching) ball.v0 = ball.speed;
  ball.touching = ball.depth > 0;
}

void Gfosub(const struct sAdamsGforce *force, double time, int dflag, int iflag, double *result) {
  const int markers[4] = {force->I, force->RM, force->RM, force->RM};
  const double K = force->PAR[0], e = force->PAR[1], play = force->PAR[2];
  double d[3], v[3];
  int n, failed;
  c_sysary("TDISP", markers, 3, d, &n, &failed);
  c_errmes(failed, "no displacement", force->ID, "STOP");
  c_sysary("TVEL", markers, 4, v, &n, &failed);
  c_errmes(failed, "no velocity", force->ID, "STOP");
  if (iflag) {
    ball.time = INFINITY;
    ball.touching = 0;
    if (c_lash_report_gap) c_lash_report_gap(0, 1);
    return;
  }
  const double distance = sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
  const double depth = distance - play;
  const double speed = distance > 0 ? (d[0] * v[0] + d[1] * v[1] + d[2] * v[2]) / distance : 0;
  if (!dflag) {
    settle();
    ball.time = time, ball.depth = depth, ball.speed = speed;
    if (c_lash_report_gap) c_lash_report_gap(0, -depth);
  }
  if (!(depth > 0)) return;
  const double v0 = fmax(ball.touching ? ball.v0 : speed, 1e-6);
  const double damping = 0.75 * (1 - e * e) * speed / v0;
  const double size = fmax(0, K * depth * sqrt(depth) * (1 + damping)) / distance;
  for (int k = 0; k < 3; k++) result[k] = -size * d[k];
}
