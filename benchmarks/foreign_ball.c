/* A ball in its socket as somebody would write it for Adams: what it needs is asked for by
 * c_sysary, and the speed of the approach is remembered when a step counts. Lankarani and
 * Nikravesh's law. USER(K, e, play), ball at I, socket at RM. `Offered` lets itself be called
 * directly besides. */
#include <math.h>
#include <stdint.h>

#include "lash_c_utils.h"
#include "slv_c_utils.h"

adams_c_Gfosub Gfosub;

/* Accepted so far, and the newest value pass, which counts once the solver has gone past it. */
static struct {
  double time, depth, speed;
  double rate; /* damping per speed: 0.75 (1 - e^2) / v0 */
  int touching;
} ball;

static const double slowest = 1e-6;

static void settle(double converged, double lost) {
  if (ball.time != converged) return;
  if (ball.depth > 0 && !ball.touching)
    ball.rate = lost / (ball.speed > slowest ? ball.speed : slowest);
  ball.touching = ball.depth > 0;
}

/* Force on the ball from where it is and how it moves, along the axes of the socket. */
static void push(const double *par, double time, double converged, int dflag, const double d[3],
                 const double v[3], double *gap, double result[3]) {
  const double K = par[0], lost = 0.75 * (1 - par[1] * par[1]), play = par[2];
  const double distance = sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
  const double inverse = distance > 0 ? 1 / distance : 0;
  const double depth = distance - play, speed = (d[0] * v[0] + d[1] * v[1] + d[2] * v[2]) * inverse;
  if (!dflag) {
    settle(converged, lost);
    ball.time = time, ball.depth = depth, ball.speed = speed;
  }
  *gap = -depth;
  result[0] = result[1] = result[2] = 0;
  if (!(depth > 0)) return;
  const double damping = ball.touching     ? ball.rate * speed
                         : speed > slowest ? lost
                                           : lost / slowest * speed;
  if (damping <= -1) return; /* never pulls */
  const double size = K * depth * sqrt(depth) * (1 + damping) * inverse;
  for (int k = 0; k < 3; k++) result[k] = -size * d[k];
}

static void begin(void) {
  ball.time = INFINITY;
  ball.touching = 0;
  if (c_lash_report_gap) c_lash_report_gap(0, 1);
}

void Gfosub(const struct sAdamsGforce *force, double time, int dflag, int iflag, double *result) {
  const int markers[4] = {force->I, force->RM, force->RM, force->RM};
  double d[3], v[3], converged, gap;
  int n, failed;
  c_sysary("TDISP", markers, 3, d, &n, &failed);
  c_errmes(failed, "no displacement", force->ID, "STOP");
  c_sysary("TVEL", markers, 4, v, &n, &failed);
  c_errmes(failed, "no velocity", force->ID, "STOP");
  if (iflag) {
    begin();
    return;
  }
  c_timget(&converged);
  push(force->PAR, time, converged, dflag, d, v, &gap, result);
  if (!dflag && c_lash_report_gap) c_lash_report_gap(0, gap);
}

/* Called by hosts of Lash in its place: ball and socket are given. Seen from ground, which makes
 * the same force. */
static int direct(void *context, const struct sLashNow *now,
                  const struct sLashMarker *const *marker, double *result, double *gaps) {
  const struct sLashMarker *in = marker[0], *out = marker[1];
  double d[3], v[3], force[3], gap;
  for (int k = 0; k < 3; k++) d[k] = in->r[k] - out->r[k], v[k] = in->v[k] - out->v[k];
  push(context, now->time, now->converged, now->dflag, d, v, &gap, force);
  for (int k = 0; k < 3; k++) {
    result[k] =
        force[0] * out->axes[0][k] + force[1] * out->axes[1][k] + force[2] * out->axes[2][k];
    result[3 + k] = 0;
  }
  if (gaps) gaps[0] = gap;
  return 0;
}

adams_c_Gfosub Offered;
void Offered(const struct sAdamsGforce *force, double time, int dflag, int iflag, double *result) {
  const int markers[2] = {force->I, force->RM};
  Gfosub(force, time, dflag, iflag, result);
  if (iflag == 3 && c_lash_offer_force)
    c_lash_offer_force(direct, (void *)(uintptr_t)force->PAR, markers, 2);
}
