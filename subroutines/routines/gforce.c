/* GFORCE: a joint with clearance in space, with wrench at I in RM's axes. */
#include "force_statement.h"
#include "follow.h"
#include "space.h"

adams_c_Gfosub Gfosub, Lash_spherical, Lash_revolute;
adams_f77_GFOSUB FORTRAN_NAME(gfosub, GFOSUB), FORTRAN_NAME(lash_spherical, LASH_SPHERICAL),
    FORTRAN_NAME(lash_revolute, LASH_REVOLUTE);

/* Adds up the wrenches of all sites on the body of I, at I, in the outer marker's axes. */
static void add_wrench(const element *e, const space_points *points, size_t site,
                       const site_load *load, double wrench[2][3]) {
  const lash_contact_point *point = space_point(points, site);
  double tangential[3];
  lash_wrench on_outer, on_inner;
  lash_point_tangential(point, &load->point, tangential);
  lash_point_wrench(point, load->point.normal, tangential, &on_outer, &on_inner);
  const lash_wrench *on_i = e->outer_is_i ? &on_outer : &on_inner;
  for (int k = 0; k < 3; k++) {
    wrench[0][k] += on_i->force[k];
    wrench[1][k] += on_i->torque[k];
  }
}

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

static void add_partials(const element *e, const space_points *points, size_t site,
                         const site_load *load, double d[12][2][3]) {
  double on_outer[6][LASH_D_COUNT], on_inner[6][LASH_D_COUNT];
  lash_point_wrench_jacobian(space_point(points, site), space_jacobian(points, site), &load->point,
                             on_outer, on_inner);
  for (int row = 0; row < 6; row++) {
    const double *by = e->outer_is_i ? on_outer[row] : on_inner[row];
    for (int c = 0; c < 12; c++) d[c][row / 3][row % 3] += by[space_column(c)];
  }
}

/* Partials by the motion of the inner body: columns as motion_partials() wants them. */
static void report_motion(const element *e, const output *o, const space_points *points,
                          const site_load *loads) {
  double d[12][2][3] = {{{0}}}, out[6 * MOTION_COLUMNS] = {0};
  for (size_t site = 0; site < e->site_count; site++) {
    add_partials(e, points, site, &loads[site], d);
  }
  for (int c = 0; c < 12; c++) put(o, d[c], out + 6 * c);
  motion_partials(e, o->m, 6, out);
}

/* Partials by the states that the host integrates: forces along the tangents, by columns. */
static void report_states(const element *e, const output *o, const space_points *points,
                          const site_load *loads) {
  double out[6 * SITES_MAX * LASH_FRICTION_STATES_MAX];
  size_t column = 0;
  for (size_t site = 0; site < e->site_count; site++) {
    for (size_t k = 0; k < site_states(e); k++, column++) {
      site_load change = {.point = {.friction = {loads[site].d_z[0][k], loads[site].d_z[1][k]}}};
      double wrench[2][3] = {{0}};
      add_wrench(e, points, site, &change, wrench);
      put(o, wrench, out + 6 * column);
    }
  }
  states_partials(e, 6, out);
}

/* Hosts of Lash locate the touch; Adams has no ear for it. */
static void report_gaps(const element *e, const site_state *sites) {
  if (!HOST_HEARS_GAPS) return;
  for (size_t site = 0; site < e->site_count; site++) {
    c_lash_report_gap((int)site, -sites[site].delta / e->units.length);
  }
}

static void compute(const element_call *call, double time, int dflag, int iflag, double *result) {
  element *e = element_enter(call, iflag);
  if (!e) return;
  int partials = 0;
  c_adams_needs_partials(&partials);
  motion m;
  space_points points;
  snapshot now;
  site_load loads[SITES_MAX];
  lash_error error;
  snapshot_begin(e, time * e->units.time, &now);
  lash_status status = motion_read(e, &m, &error);
  if (!status) status = states_read(e, now.host_z, &error);
  if (!status) status = space_evaluate(e, &m, partials, &points, now.site, &error);
  if (status) {
    element_stop(e->kind, e->id, &error);
    return;
  }
  if (!dflag) memory_follow(e, &now);
  report_gaps(e, now.site);
  double wrench[2][3] = {{0}};
  for (size_t site = 0; site < e->site_count; site++) {
    site_evaluate(e, site, now.time, &now.site[site], now.host_z[site], partials, &loads[site]);
    add_wrench(e, &points, site, &loads[site], wrench);
  }
  output o = {&m, {1 / e->units.force, 1 / (e->units.force * e->units.length)}, motion_turns(e)};
  put(&o, wrench, result);
  if (!partials) return;
  report_motion(e, &o, &points, loads);
  motion_turn_partials(e, &m, 2, wrench, o.unit);
  if (e->source != STATES_INTERNAL) report_states(e, &o, &points, loads);
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
