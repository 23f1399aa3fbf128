/* Force routines that ask in ways of their own. */
#include <string.h>

#include "lash_c_utils.h"
#include "slv_c_utils.h"

/* A torsion spring that counts turns. USER(k) */
adams_c_Sfosub Spin;
void Spin(const struct sAdamsSforce *force, double time, int dflag, int iflag, double *result) {
  int pair[2] = {force->I, force->J}, failed;
  double angle;
  (void)time, (void)dflag, (void)iflag;
  c_sysfnc("AZ", pair, 2, &angle, &failed);
  c_errmes(failed, "no angle", force->ID, "STOP");
  *result = -force->PAR[0] * angle;
}

/* A spring to marker par[1], of which the set-up passes hear nothing. USER(k, marker) */
adams_c_Vfosub Late;
void Late(const struct sAdamsVforce *force, double time, int dflag, int iflag, double *result) {
  int markers[3] = {force->I, (int)force->PAR[1], force->RM}, n, failed;
  double d[3];
  (void)time, (void)dflag;
  if (iflag) return;
  c_sysary("TDISP", markers, 3, d, &n, &failed);
  c_errmes(failed, "no displacement", force->ID, "STOP");
  for (int k = 0; k < 3; k++) result[k] = -force->PAR[0] * d[k];
}

/* Pushes back by what it added up over accepted steps: k times the integral of the velocity, by
 * rectangles. USER(k) */
adams_c_Vfosub Adds_up;
void Adds_up(const struct sAdamsVforce *force, double time, int dflag, int iflag, double *result) {
  static double sum[3], newest[3], at, before;
  int markers[3] = {force->I, force->JFLOAT, force->RM}, n, failed;
  double v[3], converged;
  c_sysary("TVEL", markers, 3, v, &n, &failed);
  c_errmes(failed, "no velocity", force->ID, "STOP");
  c_timget(&converged);
  for (int k = 0; k < 3 && iflag; k++) sum[k] = newest[k] = at = before = 0;
  if (iflag) return;
  for (int k = 0; k < 3 && at == converged && at > before; k++) sum[k] += (at - before) * newest[k];
  if (at == converged && at > before) before = at;
  at = time;
  for (int k = 0; k < 3; k++) {
    newest[k] = v[k];
    result[k] = -force->PAR[0] * sum[k];
  }
  (void)dflag;
}

/* Has enough of it at time par[0]. */
adams_c_Vfosub Stops;
void Stops(const struct sAdamsVforce *force, double time, int dflag, int iflag, double *result) {
  int markers[3] = {force->I, force->JFLOAT, force->RM}, n, failed;
  double v[3];
  (void)dflag, (void)iflag;
  c_sysary("TVEL", markers, 3, v, &n, &failed);
  if (!iflag) c_errmes(time > force->PAR[0], "enough of it", force->ID, "STOP");
  for (int k = 0; k < 3; k++) result[k] = -0.1 * v[k];
}

/* Asks for what nobody knows yet from time par[0] on, and has not said so. */
adams_c_Vfosub Too_early;
void Too_early(const struct sAdamsVforce *force, double time, int dflag, int iflag,
               double *result) {
  int failed;
  (void)dflag;
  if (iflag || time < force->PAR[0]) return;
  c_sysfnc("ACCX", &force->I, 1, result, &failed);
  c_errmes(failed, "no acceleration", force->ID, "STOP");
}

/* Drag, and a spring to ground, by a function that is offered and declines half of the time. The
 * routine itself asks for another marker at the same place. USER(c, k, offered, asked) */
static int direct(void *context, const struct sLashNow *now,
                  const struct sLashMarker *const *marker, double *result, double *gaps) {
  const double *par = context;
  (void)gaps;
  if ((long)(now->time * 100) % 2) return 1;
  memset(result, 0, 6 * sizeof *result);
  for (int k = 0; k < 3; k++) result[k] = -par[0] * marker[0]->v[k] - par[1] * marker[1]->r[k];
  return 0;
}

adams_c_Gfosub Declines;
void Declines(const struct sAdamsGforce *force, double time, int dflag, int iflag, double *result) {
  static double par[4];
  const int offered[2] = {force->I, (int)force->PAR[2]}, asked = (int)force->PAR[3];
  double d[3];
  int n, failed;
  (void)time, (void)dflag;
  memcpy(par, force->PAR, sizeof par);
  if (iflag == 3 && c_lash_offer_force) c_lash_offer_force(direct, par, offered, 2);
  if (iflag) return;
  c_sysary("TVEL", &force->I, 1, result, &n, &failed);
  c_errmes(failed, "no velocity", force->ID, "STOP");
  c_sysary("TDISP", &asked, 1, d, &n, &failed);
  c_errmes(failed, "no displacement", force->ID, "STOP");
  for (int k = 0; k < 3; k++) result[k] = -par[0] * result[k] - par[1] * d[k];
}
