/* GFORCE: a joint with clearance in space, with wrench at I in RM's axes. */
#include <string.h>

#include "follow.h"
#include "force_statement.h"

adams_c_Gfosub Gfosub, Lash_spherical, Lash_revolute;
adams_f77_GFOSUB FORTRAN_NAME(gfosub, GFOSUB), FORTRAN_NAME(lash_spherical, LASH_SPHERICAL),
    FORTRAN_NAME(lash_revolute, LASH_REVOLUTE);

/* Outputs in the host's units and RM's axes: what one SI unit of force and torque is there. */
typedef struct output {
  const motion *m;
  double unit[2];
  bool turns; /* RM has other axes than the outer marker */
} output;

static void put(const output *o, const double wrench[2][3], double *out) {
  double turned[2][3];
  if (o->turns)
    motion_turn(o->m, 2, wrench, turned);
  else
    memcpy(turned, wrench, sizeof turned);
  for (int r = 0; r < 6; r++) out[r] = turned[r / 3][r % 3] * o->unit[r / 3];
}

/* Partials by the motion of the inner body: columns as motion_partials() wants them. */
static void report_motion(const element *e, const output *o, const lash_joint_force *force) {
  double out[6 * MOTION_COLUMNS] = {0};
  for (int c = 0; c < 12; c++) {
    double d[2][3];
    for (int row = 0; row < 6; row++) {
      const double *by = e->outer_is_i ? force->outer_by[row] : force->inner_by[row];
      d[row / 3][row % 3] = by[motion_column(c)];
    }
    put(o, d, out + 6 * c);
  }
  motion_partials(e, o->m, 6, out);
}

/* The wrench on the body of I, at I, in the outer marker's axes. */
static void wrench_on_i(const element *e, const lash_wrench *on_outer, const lash_wrench *on_inner,
                        double wrench[2][3]) {
  const lash_wrench *on_i = e->outer_is_i ? on_outer : on_inner;
  memcpy(wrench[0], on_i->force, sizeof on_i->force);
  memcpy(wrench[1], on_i->torque, sizeof on_i->torque);
}

/* Partials by the states that the host integrates: forces along the tangents, by columns. */
static void report_states(const element *e, const output *o, const lash_joint_points *points,
                          const lash_joint_load *loads) {
  double out[6 * LASH_JOINT_SITES * LASH_FRICTION_STATES_MAX];
  size_t column = 0;
  for (size_t site = 0; site < e->joint.site_count; site++) {
    for (size_t k = 0; k < lash_joint_site_states(&e->joint); k++, column++) {
      lash_point_load change = {.friction = {loads[site].d_z[0][k], loads[site].d_z[1][k]}};
      lash_wrench on_outer = {.force = {0}}, on_inner = {.force = {0}};
      double wrench[2][3];
      lash_joint_add_wrench(points, site, &change, &on_outer, &on_inner);
      wrench_on_i(e, &on_outer, &on_inner, wrench);
      put(o, wrench, out + 6 * column);
    }
  }
  states_partials(e, 6, out);
}

/* Hosts of Lash locate the touch; Adams has no ear for it. */
static void report_gaps(const element *e, const lash_joint_site *sites) {
  if (!HOST_HEARS_GAPS) return;
  for (size_t site = 0; site < e->joint.site_count; site++) {
    c_lash_report_gap((int)site, -sites[site].delta / e->units.length);
  }
}

/* What one SI unit of force and torque is in the host's units. */
static output output_of(const element *e, const motion *m) {
  return (output){m, {1 / e->units.force, 1 / (e->units.force * e->units.length)}, motion_turns(e)};
}

/* Called by a host in place of the routine: a value pass, nothing to ask for. */
static int direct(void *context, const struct sLashNow *at, const struct sLashMarker *const *marker,
                  double *result, double *gaps) {
  element *e = context;
  motion m;
  lash_joint_points points;
  lash_joint_state now;
  lash_joint_force force;
  if (!e->ready) return 1;
  now.time = at->time * e->units.time; /* no states are given, and all of the sites is found */
  motion_of_markers(e, marker, &m);
  if (motion_points(e, &m, false, &points, now.site, NULL)) return 1;
  if (!e->memory.started && lash_joint_check_start(&e->joint, &points, NULL)) return 1;
  if (!at->dflag) follow_told(e, &now, at->mode, at->converged * e->units.time);
  for (size_t site = 0; gaps && site < e->joint.site_count; site++)
    gaps[site] = -now.site[site].delta / e->units.length;
  lash_joint_force_at(&e->joint, &e->memory, &points, &now, false, &force);
  double wrench[2][3];
  wrench_on_i(e, &force.on_outer, &force.on_inner, wrench);
  const output o = output_of(e, &m);
  put(&o, wrench, result);
  return 0;
}

/* States that the host integrates have to be asked for, and a warning to be given is given by the
 * routine. */
static void offer(const element *e) {
  const bool possible = HOST_TAKES_OFFERS && e->joint.type->form == LASH_JOINT_SPACE &&
                        !e->joint.states_given && !e->load_variable && !(e->kick > 0) && e->rm &&
                        (e->unit_vectors || !motion_asks_axes(e));
  const int markers[3] = {inner_marker(e), outer_marker(e), e->rm};
  if (possible) c_lash_offer_force(direct, (void *)(uintptr_t)e, markers, 3);
}

/* For as many sites the host listens. */
static void tell_sites(const element *e) {
  const double apart = 1;
  if (!HOST_HEARS_GAPS || !e->ready) return;
  for (size_t site = 0; site < e->joint.site_count; site++) c_lash_report_gap((int)site, apart);
}

static void compute(const element_call *call, double time, int dflag, int iflag, double *result) {
  element *e = element_enter(call, iflag);
  if (iflag == 3 && (e = element_find(call->kind, call->id)) != NULL) {
    tell_sites(e);
    offer(e);
  }
  if (!e || iflag != 0) return;
  int partials = 0;
  c_adams_needs_partials(&partials);
  motion m;
  lash_joint_points points;
  lash_joint_state now;
  lash_joint_force force;
  lash_error error;
  lash_joint_begin(&e->joint, time * e->units.time, &now);
  lash_status status = motion_read(e, &m, &error);
  if (!status) status = states_read(e, now.z, &error);
  if (!status) status = motion_points(e, &m, partials, &points, now.site, &error);
  if (!status && !e->memory.started) status = lash_joint_check_start(&e->joint, &points, &error);
  if (status) {
    element_stop(e->kind, e->id, &error);
    return;
  }
  if (!dflag) follow(e, &now);
  report_gaps(e, now.site);
  lash_joint_force_at(&e->joint, &e->memory, &points, &now, partials, &force);
  double wrench[2][3];
  wrench_on_i(e, &force.on_outer, &force.on_inner, wrench);
  const output o = output_of(e, &m);
  put(&o, wrench, result);
  if (!partials) return;
  report_motion(e, &o, &force);
  motion_turn_partials(e, &m, 2, wrench, o.unit);
  if (e->joint.states_given) report_states(e, &o, &points, force.load);
}

static element_call call_of(const struct sAdamsGforce *g, const char *joint) {
  return (element_call){STATEMENT_GFORCE, g->ID,       g->NPAR,        g->PAR,
                        .i = g->I,        .rm = g->RM, .has_rm = true, .joint = joint};
}

FORCE_ROUTINE(Gfosub, gfosub, GFOSUB, STATEMENT_GFORCE, sAdamsGforce, NULL)
FORCE_ROUTINE(Lash_spherical, lash_spherical, LASH_SPHERICAL, STATEMENT_GFORCE, sAdamsGforce,
              "spherical")
FORCE_ROUTINE(Lash_revolute, lash_revolute, LASH_REVOLUTE, STATEMENT_GFORCE, sAdamsGforce,
              "revolute")
