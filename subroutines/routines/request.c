/* REQUEST: what a contact is doing. USER(statement, id, site), statement 1 GFORCE, 2 SFORCE,
 * 3 VFORCE, 4 CONTACT normal, 5 CONTACT friction; site from 1, 0 for the whole joint, -1 for its
 * oil, -2 for what wore. */
#include <math.h>

#include "element_table.h"
#include "follow.h"
#include "lash_space.h"
#include "marker_motion.h"
#include "routines_sdk.h"

adams_c_Reqsub Reqsub, Lash_request;
adams_f77_REQSUB FORTRAN_NAME(reqsub, REQSUB), FORTRAN_NAME(lash_request, LASH_REQUEST);

/* Columns of the output. */
enum { DEPTH, RATE, APPROACH, NORMAL, FRICTION, PHASE, ENERGY, IMPACTS, COLUMNS };

/* The present state, or the newest one of an element that cannot measure its own. */
static lash_status state_of(const element *e, double time, lash_joint_state *now,
                            lash_error *error) {
  motion m;
  if (!fed_by_host(e)) return element_state(e, time, &m, now, error);
  *now = e->last;
  return LASH_OK;
}

/* Forces and energy add up over sites; the rest is that of the deepest. */
static void describe(const element *e, const lash_joint_state *now, size_t first, size_t end,
                     double *out) {
  size_t deepest = first;
  for (size_t s = first; s < end; s++) {
    const lash_joint_site_memory *memory = &e->memory.site[s];
    lash_joint_load load;
    lash_joint_evaluate(&e->joint, &e->memory, now, s, false, &load);
    const double *f = load.point.friction;
    out[NORMAL] += load.point.normal;
    out[FRICTION] += sqrt(f[0] * f[0] + f[1] * f[1]);
    out[ENERGY] += memory->energy;
    out[IMPACTS] += (double)memory->impact.impacts;
    if (now->site[s].delta >= now->site[deepest].delta) {
      deepest = s;
      out[APPROACH] = load.v0;
    }
  }
  /* the memory's phase is that of the last accepted step; a state beyond it is judged as if it were
   * accepted */
  lash_impact_memory impact = e->memory.site[deepest].impact;
  lash_memory_commit(&impact, now->time, now->site[deepest].delta, now->site[deepest].v);
  out[DEPTH] = now->site[deepest].delta;
  out[RATE] = now->site[deepest].v;
  out[PHASE] = e->joint.has_contact ? (double)impact.phase : 0;
}

/* Columns of the oil. */
enum { FILM, RATIO, FORCE, TORQUE, LOST, PRESSURE, BEYOND };

static lash_status describe_film(const element *e, double *out, lash_error *error) {
  const host_units *u = &e->units;
  const lash_geometry *g = &e->joint.geometry[0];
  motion m;
  lash_joint_film film;
  double pressure;
  lash_status status = motion_read(e, &m, error);
  if (!status) status = motion_film(e, &m, &film, &pressure, error);
  if (status) return status;
  out[FILM] = film.film / u->length;
  out[RATIO] = 1 - film.film / lash_geometry_clearance(g);
  out[FORCE] = norm3(film.on_inner.force) / u->force;
  out[TORQUE] = film.on_inner.torque[2] / (u->force * u->length);
  out[LOST] = film.lost / (u->force * u->length / u->time);
  out[PRESSURE] = pressure / (u->force / (u->length * u->length));
  out[BEYOND] = (film.flags & (LASH_FILM_BENT | LASH_FILM_TURBULENT)) != 0;
  return LASH_OK;
}

/* Columns of wear: greatest depth and where, of bearing and journal, then their volumes, and by
 * which part these differ from what was counted as it was taken away. */
enum { DEPTH_I, ANGLE_I, DEPTH_J, ANGLE_J, VOLUME_I, VOLUME_J, BALANCE };

static void describe_wear(const element *e, double *out) {
  const double length = e->units.length, cube = length * length * length;
  lash_joint_worn_total t;
  lash_joint_worn_sum(&e->joint, &e->worn, &t);
  for (int body = 0; body < 2; body++) {
    out[DEPTH_I + 2 * body] = t.depth[body] / length;
    out[ANGLE_I + 2 * body] = t.angle[body];
    out[VOLUME_I + body] = t.volume[body] / cube;
    if (t.counted[body] > 0)
      out[BALANCE] = fmax(out[BALANCE], fabs(t.volume[body] / t.counted[body] - 1));
  }
}

/* Sites below 0: what has no place among them. */
static void describe_other(const element *e, int id, int which, double *out) {
  lash_error error;
  if (which == -1 && e->joint.has_film) {
    if (describe_film(e, out, &error)) element_stop(e->kind, e->id, &error);
  } else if (which == -2 && e->joint.has_wear) {
    describe_wear(e, out);
  } else {
    c_errmes(1,
             which == -1
                 ? "Lash REQUEST: the third USER number asks for oil; this joint has no film="
             : which == -2
                 ? "Lash REQUEST: the third USER number asks for wear; this joint has no wear="
                 : "Lash REQUEST: the third USER number is no site; -1 is the oil, -2 what wore",
             id, "STOP");
  }
}

static void to_host(const host_units *u, double *out) {
  out[DEPTH] /= u->length;
  out[RATE] /= u->length / u->time;
  out[APPROACH] /= u->length / u->time;
  out[NORMAL] /= u->force;
  out[FRICTION] /= u->force;
  out[ENERGY] /= u->force * u->length;
}

static void request(int id, int npar, const double *par, double time, int iflag, double *out) {
  for (int k = 0; k < COLUMNS; k++) out[k] = 0;
  if (iflag == 7 || iflag == 9) return;
  statement kind = npar > 0 && par[0] >= 1 && par[0] < STATEMENT_GSE ? (statement)par[0] : 0;
  element *e = npar > 1 ? element_find(kind, (int)par[1]) : NULL;
  if (!e) {
    if (iflag == 0) {
      c_errmes(1, "Lash REQUEST: USER(statement, id, site) names no element of this library", id,
               "STOP");
    }
    return;
  }
  lash_joint_state now;
  lash_error error;
  if (state_of(e, time, &now, &error)) {
    if (iflag == 0) element_stop(e->kind, e->id, &error);
    return;
  }
  if (iflag != 0 || !e->memory.started) return;
  if (npar > 2 && par[2] < 0) {
    if (par[2] == -2) follow_catch_up(e);
    describe_other(e, id, (int)par[2], out);
    return;
  }
  size_t site = npar > 2 && par[2] >= 1 ? (size_t)par[2] : 0;
  if (site > e->joint.site_count) {
    c_errmes(1, "Lash REQUEST: the third USER number is no site of this joint", id, "STOP");
    return;
  }
  follow_catch_up(e);
  describe(e, &now, site ? site - 1 : 0, site ? site : e->joint.site_count, out);
  to_host(&e->units, out);
}

/* ---------------------------------------------------------------------------------- both forms */

#define REQUEST_ROUTINE(name, small, big)                                                    \
  ROUTINE void name(const struct sAdamsRequest *r, double time, int iflag, double *output) { \
    request(r->ID, r->NPAR, r->PAR, time, iflag, output);                                    \
  }                                                                                          \
  FORTRAN_ROUTINE(small, big)                                                                \
  (int *id, double *time, double *par, int *npar, int *iflag, double *output) {              \
    request(*id, *npar, par, *time, *iflag, output);                                         \
  }

REQUEST_ROUTINE(Reqsub, reqsub, REQSUB)
REQUEST_ROUTINE(Lash_request, lash_request, LASH_REQUEST)
