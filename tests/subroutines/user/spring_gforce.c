/* A linear spring and damper between I and JFLOAT, resolved in RM, with exact partial derivatives.
 * USER(k, c), or USER(k) for a spring alone, which asks for no velocity. */
#include "slv_c_utils.h"

adams_c_Gfosub Gfosub;

static void give_partials(const char *name, const int *ipar, int n, double slope) {
  double partials[36] = {0}; /* 6 outputs by 6 components, by columns */
  int failed;
  for (int i = 0; i < 3; i++) partials[i + 6 * i] = -slope;
  c_syspar(name, ipar, n, partials, 36, &failed);
  c_errmes(failed, "spring: c_syspar failed", ipar[0], "STOP");
}

void Gfosub(const struct sAdamsGforce *force, double time, int dflag, int iflag, double *result) {
  double disp[6], vel[6];
  int markers[4] = {force->I, force->JFLOAT, force->RM, force->RM};
  const int damped = force->NPAR > 1;
  int n, failed, wanted;
  (void)time, (void)dflag, (void)iflag;

  c_sysary("DISP", markers, 3, disp, &n, &failed);
  c_errmes(failed, "spring: no displacement", force->ID, "STOP");
  for (int i = 0; i < 3; i++) result[i] = -force->PAR[0] * disp[i];
  if (damped) {
    c_sysary("VEL", markers, 4, vel, &n, &failed);
    c_errmes(failed, "spring: no velocity", force->ID, "STOP");
    for (int i = 0; i < 3; i++) result[i] -= force->PAR[1] * vel[i];
  }

  c_adams_needs_partials(&wanted);
  if (wanted) {
    give_partials("DISP", markers, 3, force->PAR[0]);
    if (damped) give_partials("VEL", markers, 4, force->PAR[1]);
  }
}
