/* General state equations in both forms: a damped oscillator with a sampled counter.
 * USER(w, zeta): x1' = x2, x2' = -w^2 x1 - 2 zeta w x2 + u; y = x1. */
#include <string.h>

#include "slv_c_utils.h"

adams_c_Gsesub Gsesub;
adams_c_Gsexx Gsexx;
adams_c_Gsexu Gsexu;
adams_c_Gseyx Gseyx;
adams_c_Gseyu Gseyu;
adams_c_Gsederiv Gse_deriv;
adams_c_Gseoutput Gse_output;
adams_c_Gseupdate Gse_update;
adams_c_Gsesample Gse_sample;
adams_c_Extsysderiv Extsys_deriv;
adams_c_Extsysoutput Extsys_output;
adams_c_Extsysupdate Extsys_update;
adams_c_Extsyssample Extsys_sample;

static void rates(const double *par, const double *x, double u, double *xdot) {
  xdot[0] = x[1];
  xdot[1] = -par[0] * par[0] * x[0] - 2 * par[1] * par[0] * x[1] + u;
}

void Gsesub(const struct sAdamsGSE *gse, double time, int dflag, int iflag, int nstate,
            const double *states, int ninput, const double *inputs, int noutput, double *stated,
            double *output) {
  (void)time, (void)dflag, (void)iflag;
  c_errmes(nstate != 2 || ninput != 1 || noutput != 1, "wrong sizes", gse->ID, "STOP");
  rates(gse->PAR, states, inputs[0], stated);
  output[0] = states[0];
}

void Gsexx(const struct sAdamsGSE *gse, double time, int iflag, int nstate, const double *states,
           int ninput, const double *inputs, int noutput, double *derivs) {
  const double *p = gse->PAR;
  (void)time, (void)iflag, (void)nstate, (void)states, (void)ninput, (void)inputs, (void)noutput;
  derivs[0] = 0;
  derivs[1] = -p[0] * p[0];
  derivs[2] = 1;
  derivs[3] = -2 * p[1] * p[0];
}

void Gsexu(const struct sAdamsGSE *gse, double time, int iflag, int nstate, const double *states,
           int ninput, const double *inputs, int noutput, double *derivs) {
  (void)gse, (void)time, (void)iflag, (void)nstate, (void)states, (void)ninput, (void)inputs;
  (void)noutput;
  derivs[0] = 0, derivs[1] = 1;
}

void Gseyx(const struct sAdamsGSE *gse, double time, int iflag, int nstate, const double *states,
           int ninput, const double *inputs, int noutput, double *derivs) {
  (void)gse, (void)time, (void)iflag, (void)nstate, (void)states, (void)ninput, (void)inputs;
  (void)noutput;
  derivs[0] = 1, derivs[1] = 0;
}

void Gseyu(const struct sAdamsGSE *gse, double time, int iflag, int nstate, const double *states,
           int ninput, const double *inputs, int noutput, double *derivs) {
  (void)gse, (void)time, (void)iflag, (void)nstate, (void)states, (void)ninput, (void)inputs;
  (void)noutput;
  derivs[0] = 0;
}

void Gse_deriv(const struct sAdamsGSE *gse, double time, int dflag, int iflag, int ns,
               double *xdot) {
  double x[2], u;
  int wanted;
  (void)time, (void)dflag, (void)iflag;
  c_gse_x(x, ns);
  c_gse_u(&u, c_gse_ni());
  rates(gse->PAR, x, u, xdot);
  c_adams_needs_partials(&wanted);
  if (wanted) {
    const double *p = gse->PAR;
    const double by_x[4] = {0, -p[0] * p[0], 1, -2 * p[1] * p[0]}, by_u[2] = {0, 1};
    c_gsepar_x(by_x, 4);
    c_gsepar_u(by_u, 2);
  }
}

void Gse_output(const struct sAdamsGSE *gse, double time, int dflag, int iflag, int no, double *y) {
  double x[8];
  int n, failed;
  (void)time, (void)dflag, (void)iflag, (void)no;
  c_sysary("ARRAY", &gse->X, 1, x, &n, &failed);
  c_errmes(failed, "no states", gse->ID, "STOP");
  y[0] = x[0];
}

void Gse_update(const struct sAdamsGSE *gse, double time, int dflag, int iflag, int nd,
                double *xdplus1) {
  (void)gse, (void)time, (void)dflag, (void)iflag;
  c_gse_xd(xdplus1, nd);
  for (int i = 0; i < nd; i++) xdplus1[i] += 1;
}

void Gse_sample(const struct sAdamsGSE *gse, double time, int iflag, double *sample_step) {
  (void)time, (void)iflag;
  *sample_step = gse->SAMPLE_OFFSET + 0.25;
}

/* The same as an external system. */
void Extsys_deriv(const struct sAdamsEXTSYS *system, double time, int dflag, int iflag, int ns,
                  double *xdot) {
  double x[2], u;
  (void)time, (void)dflag, (void)iflag;
  c_extsys_x(x, ns);
  c_extsys_u(&u, c_extsys_ni());
  rates(system->PAR, x, u, xdot);
}

void Extsys_output(const struct sAdamsEXTSYS *system, double time, int dflag, int iflag, int no,
                   double *y) {
  double x[2];
  (void)system, (void)time, (void)dflag, (void)iflag, (void)no;
  c_extsys_x(x, c_extsys_ns());
  y[0] = x[0];
}

void Extsys_update(const struct sAdamsEXTSYS *system, double time, int dflag, int iflag, int nd,
                   double *xdplus1) {
  (void)time, (void)dflag, (void)iflag;
  for (int i = 0; i < nd; i++) xdplus1[i] = (double)strlen(system->external_system_type);
}

void Extsys_sample(const struct sAdamsEXTSYS *system, double time, int iflag, double *sample_step) {
  (void)time, (void)iflag;
  *sample_step = system->memory_scale_factor;
}
