/* A field, a curve, a surface and a coupler. */
#include <math.h>

#include "slv_c_utils.h"

adams_c_Fiesub Fiesub;
adams_c_Cursub Cursub;
adams_c_Sursub Sursub;
adams_c_Cousub Cousub, Alone, Gives_up;
adams_c_Couxx Couxx;
adams_c_Couxx2 Couxx2;

/* A cubic spring and a linear damper on each axis. USER(k1, k3, c) */
void Fiesub(const struct sAdamsField *field, double time, double *disp, double *velo, int dflag,
            int iflag, double *force, double *dfddis, double *dfdvel) {
  const double *p = field->PAR;
  (void)time, (void)iflag;
  for (int i = 0; i < 6; i++) {
    force[i] = -p[0] * disp[i] - p[1] * disp[i] * disp[i] * disp[i] - p[2] * velo[i];
    if (!dflag) continue;
    dfddis[7 * i] = -p[0] - 3 * p[1] * disp[i] * disp[i];
    dfdvel[7 * i] = -p[2];
  }
}

/* A circle of radius par[0] in the x-y plane; derivative k turns the phase by k quarters. */
void Cursub(const struct sAdamsCurve *curve, double alpha, int iord, int iflag, double *values) {
  const double quarter = acos(-1.0) / 2;
  (void)iflag;
  values[0] = curve->PAR[0] * cos(alpha + iord * quarter);
  values[1] = curve->PAR[0] * sin(alpha + iord * quarter);
  values[2] = 0;
}

/* A saddle z = par[0] alpha beta over the plane. */
void Sursub(const struct sAdamsSurface *surface, double alpha, double beta, int iord, int iflag,
            double *values, int *ierr) {
  double k = surface->PAR[0];
  (void)iflag;
  *ierr = alpha < surface->MINPAR[0] || alpha > surface->MAXPAR[0];
  for (int i = 0; i < 9; i++) values[i] = 0;
  if (iord == 0) {
    values[0] = values[3] = alpha;
    values[1] = values[4] = beta;
    values[2] = k * alpha * beta;
  } else if (iord == 1) {
    values[0] = values[4] = 1;
    values[2] = k * beta;
    values[5] = k * alpha;
  } else {
    values[5] = k;
  }
}

/* q1 + par[0] q2^2 = 0 */
void Cousub(const struct sAdamsCoupler *coupler, double time, double *disp, int iflag,
            double *phi) {
  (void)time, (void)iflag;
  *phi = disp[0] + coupler->PAR[0] * disp[1] * disp[1];
}

/* The same, and nobody knows its derivatives. */
void Alone(const struct sAdamsCoupler *coupler, double time, double *disp, int iflag, double *phi) {
  Cousub(coupler, time, disp, iflag, phi);
}

/* The same until the clock passes par[1]; then it ends the run. */
void Gives_up(const struct sAdamsCoupler *coupler, double time, double *disp, int iflag,
              double *phi) {
  Cousub(coupler, time, disp, iflag, phi);
  if (time > coupler->PAR[1]) c_errmes(1, "the belt is torn", coupler->ID, "STOP");
}

void Couxx(const struct sAdamsCoupler *coupler, double time, double *disp, int iflag,
           double *dfda) {
  (void)time, (void)iflag;
  dfda[0] = 1;
  dfda[1] = 2 * coupler->PAR[0] * disp[1];
}

void Couxx2(const struct sAdamsCoupler *coupler, double time, double *disp, int iflag,
            double *d2fda2) {
  (void)time, (void)disp, (void)iflag;
  for (int i = 0; i < 4; i++) d2fda2[i] = 0;
  d2fda2[3] = 2 * coupler->PAR[0];
}
