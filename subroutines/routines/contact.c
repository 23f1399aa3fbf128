/* CONTACT: normal force (Cnfsub) and friction force (Cffsub) of the host's own contact element.
 *
 * The host calls these only while the bodies touch. A state that does not follow on an accepted
 * step with contact therefore begins a new contact. Its approach speed is found by going back to
 * the crossing with the present rate and its derivative: v0^2 = v^2 - 2 delta'' delta. */
#include <math.h>

#include "element_table.h"
#include "follow.h"
#include "routines_sdk.h"

adams_c_Cnfsub Cnfsub;
adams_c_Cffsub Cffsub;
adams_f77_CNFSUB FORTRAN_NAME(cnfsub, CNFSUB);
adams_f77_CFFSUB FORTRAN_NAME(cffsub, CFFSUB);

/* The instant at which the surfaces met, estimated from a state in contact. */
static lash_joint_state crossing(const lash_joint_state *now, double rate_change) {
  lash_joint_state start = *now;
  lash_joint_site *s = &start.site[0];
  double square = s->v * s->v - 2 * rate_change * s->delta;
  double speed = square > 0 && isfinite(square) ? sqrt(square) : fmax(s->v, 0);
  double span = speed + s->v > 0 ? 2 * s->delta / (speed + s->v) : 0;
  start.time -= fmax(span, 0);
  s->delta = 0;
  s->v = speed;
  return start;
}

static double evaluated(element *e, const lash_joint_state *now, const lash_joint_state *start,
                        int dflag, lash_joint_load *load) {
  if (!dflag) follow_contact(e, now, start);
  lash_joint_evaluate(&e->joint, &e->memory, now, 0, false, load);
  return load->point.normal;
}

static void normal(const element_call *call, double time, double gap, double gapdot,
                   double gapdotdot, int dflag, int iflag, double *values) {
  element *e = element_enter(call, iflag);
  if (!e) return;
  const host_units *u = &e->units;
  lash_joint_state now = {
      .time = time * u->time,
      .site = {{.delta = -gap * u->length, .v = -gapdot * u->length / u->time, .share = 1}}};
  lash_joint_state start = crossing(&now, -gapdotdot * u->length / (u->time * u->time));
  lash_joint_load load;
  values[0] = evaluated(e, &now, &start, dflag, &load) / u->force;
}

static void friction(const element_call *call, double time, const double *xdot, double nforce,
                     int dflag, int iflag, double *values) {
  element *e = element_enter(call, iflag);
  if (!e) return;
  const host_units *u = &e->units;
  double speed = u->length / u->time;
  lash_joint_state now = {
      .time = time * u->time,
      .site = {{.vt = {xdot[0] * speed, xdot[1] * speed}, .normal = nforce * u->force}}};
  lash_joint_load load;
  evaluated(e, &now, &now, dflag, &load); /* a contact that begins does so with bristles at rest */
  for (int k = 0; k < 2; k++) values[k] = -load.point.friction[k] / u->force;
}

/* ----------------------------------------------------------------------------------- the forms */

ROUTINE void Cnfsub(const struct sAdamsContactFriction *c, double time, const double *loci,
                    const double *ni, const double *locj, const double *nj, double gap,
                    double gapdot, double gapdotdot, double area, int dflag, int iflag,
                    double *values) {
  (void)loci, (void)ni, (void)locj, (void)nj, (void)area;
  element_call call = {STATEMENT_CONTACT_NORMAL, c->contact.ID, c->NPAR, c->PAR, .joint = NULL};
  normal(&call, time, gap, gapdot, gapdotdot, dflag, iflag, values);
}

FORTRAN_ROUTINE(cnfsub, CNFSUB)
(int *id, double *time, double *par, int *npar, double *loci, double *ni, double *locj, double *nj,
 double *gap, double *gapdot, double *gapdotdot, double *area, int *dflag, int *iflag,
 double *values) {
  (void)loci, (void)ni, (void)locj, (void)nj, (void)area;
  element_call call = {STATEMENT_CONTACT_NORMAL, *id, *npar, par, .joint = NULL};
  normal(&call, *time, *gap, *gapdot, *gapdotdot, *dflag, *iflag, values);
}

ROUTINE void Cffsub(const struct sAdamsContactFriction *c, double time, const double *loci,
                    const double *locj, const double *x, const double *xdot, double nforce,
                    double area, int dflag, int iflag, double *values) {
  (void)loci, (void)locj, (void)x, (void)area;
  element_call call = {STATEMENT_CONTACT_FRICTION, c->contact.ID, c->NPAR, c->PAR, .joint = NULL};
  friction(&call, time, xdot, nforce, dflag, iflag, values);
}

FORTRAN_ROUTINE(cffsub, CFFSUB)
(int *id, double *time, double *par, int *npar, double *loci, double *locj, double *x, double *xdot,
 double *nforce, double *area, int *dflag, int *iflag, double *values) {
  (void)loci, (void)locj, (void)x, (void)area;
  element_call call = {STATEMENT_CONTACT_FRICTION, *id, *npar, par, .joint = NULL};
  friction(&call, *time, xdot, *nforce, *dflag, *iflag, values);
}

/* MotionSolve's C form of both: by reference as in Fortran, but without the area. One name on all
 * systems, because it is given in the model (cnf_fnc_name, cff_fnc_name). */
ROUTINE void STDCALL MS_CNFSUB(int *id, double *time, double *par, int *npar, double *loci,
                               double *ni, double *locj, double *nj, double *gap, double *gapdot,
                               double *gapdotdot, int *dflag, int *iflag, double *result) {
  double area = 0;
  FORTRAN_NAME(cnfsub, CNFSUB)
  (id, time, par, npar, loci, ni, locj, nj, gap, gapdot, gapdotdot, &area, dflag, iflag, result);
}

ROUTINE void STDCALL MS_CFFSUB(int *id, double *time, double *par, int *npar, double *loci,
                               double *locj, double *x, double *xdot, double *nforce, int *dflag,
                               int *iflag, double *result) {
  double area = 0;
  FORTRAN_NAME(cffsub, CFFSUB)
  (id, time, par, npar, loci, locj, x, xdot, nforce, &area, dflag, iflag, result);
}
