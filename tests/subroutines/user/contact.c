/* A user's contact: IMPACT normal force and smoothed Coulomb friction in the contact plane. */
#include <math.h>

#include "slv_c_utils.h"

adams_c_Cnfsub Cnfsub;
adams_c_Cffsub Cffsub;

/* USER(k, e, c, d) */
void Cnfsub(const struct sAdamsContactFriction *fric, double time, const double *loci,
            const double *ni, const double *locj, const double *nj, double gap, double gapdot,
            double gapdotdot, double area, int dflag, int iflag, double *values) {
  const double *p = fric->PAR;
  double vec[3];
  int failed;
  (void)time, (void)loci, (void)ni, (void)locj, (void)nj, (void)gapdotdot, (void)area;
  (void)dflag, (void)iflag;
  c_impact(gap, gapdot, 0.0, p[0], p[1], p[2], p[3], 0, vec, &failed);
  c_errmes(failed, "impact", fric->contact.ID, "STOP");
  values[0] = vec[0];
  values[1] = values[2] = 0;
}

/* USER(mu_static, v_static, mu_dynamic, v_dynamic): friction against the slip, in its direction. */
void Cffsub(const struct sAdamsContactFriction *fric, double time, const double *loci,
            const double *locj, const double *x, const double *xdot, double nforce, double area,
            int dflag, int iflag, double *values) {
  const double *p = fric->PAR;
  double slip = hypot(xdot[0], xdot[1]), rise, level;
  int failed;
  (void)time, (void)loci, (void)locj, (void)x, (void)area, (void)dflag, (void)iflag;
  c_step(slip, -p[1], -1.0, p[1], 1.0, 0, &rise, &failed);
  c_step(slip, p[1], p[0], p[3], p[2], 0, &level, &failed);
  double force = slip > 0 ? -nforce * rise * level / slip : 0;
  values[0] = force * xdot[0];
  values[1] = force * xdot[1];
  values[2] = 0;
}
