/* Measures of the host. Everything is asked relative to the outer marker and in its axes: then two
 * measures say all, and their partial derivatives are exact and few. */
#include "marker_motion.h"

#include <math.h>
#include <string.h>

#include "lash_space.h"
#include "routines_sdk.h"

/* -------------------------------------------------------------------------------------- asking */

static lash_status ask(const char *name, const int *par, int npar, double *values, int room,
                       lash_error *error) {
  int count = room, failed = 0;
  double answer[9] = {0};
  c_sysary(name, par, npar, answer, &count, &failed);
  if (failed || count != room) {
    return lash_fail(error, LASH_BAD_INPUT, "the host refuses %s(%d,%d): is there such a marker?",
                     name, par[0], npar > 1 ? par[1] : 0);
  }
  memcpy(values, answer, (size_t)room * sizeof *values);
  return LASH_OK;
}

static lash_status ask_one(const char *name, const int *par, int npar, double *value,
                           lash_error *error) {
  int failed = 0;
  c_sysfnc(name, par, npar, value, &failed);
  if (!failed) return LASH_OK;
  return lash_fail(error, LASH_BAD_INPUT, "the host refuses %s(%d%s): is there such a %s?", name,
                   par[0], npar > 1 ? ",…" : "", npar > 1 ? "marker" : "statement");
}

static void scale(double *values, int count, double factor) {
  for (int k = 0; k < count; k++) values[k] *= factor;
}

/* Arguments (marker, frame) of a measure; ground is left out, not named. */
typedef struct pair {
  int par[2], count;
} pair;

static pair orientation_of(int marker, int frame) { return (pair){{marker, frame}, frame ? 2 : 1}; }

static bool finds_axis(const element *e) {
  for (size_t g = 0; g < e->joint.geometry_count; g++) {
    const lash_shape shape = e->joint.geometry[g].shape;
    if (lash_shape_reads_axis(shape) || lash_shape_reads_side(shape)) return true;
  }
  return false;
}

/* Shapes that are not round have sides, and a journal that wears has places on it. */
static bool finds_side(const element *e) {
  const bool wears = e->joint.has_wear && e->joint.wear.k[1] > 0;
  return wears ||
         (e->joint.geometry_count > 0 && lash_shape_reads_side(e->joint.geometry[0].shape));
}

bool motion_turns(const element *e) {
  return (e->joint.type->form == LASH_JOINT_SPACE || e->joint.type->form == LASH_JOINT_PLANE) &&
         e->rm != outer_marker(e);
}

bool motion_asks_axes(const element *e) { return e->needs_axis || motion_turns(e); }

void motion_probe(element *e) {
  pair p = orientation_of(inner_marker(e), outer_marker(e));
  lash_error error;
  double axis[3];
  e->needs_axis = finds_axis(e);
  e->needs_side = finds_side(e);
  e->unit_vectors = motion_asks_axes(e) && ask("UVZ", p.par, p.count, axis, 3, &error) == LASH_OK;
}

/* -------------------------------------------------------------------------------------- angles */

/* Column k: the small turn that a change of angle k makes. */
static void turns_of(const double angle[3], double turn[3][3]) {
  double c1 = cos(angle[0]), s1 = sin(angle[0]), c2 = cos(angle[1]), s2 = sin(angle[1]);
  const double t[3][3] = {{0, c1, s1 * s2}, {0, s1, -c1 * s2}, {1, 0, c2}};
  memcpy(turn, t, sizeof t);
}

/* ------------------------------------------------------------------------------------- reading */

static lash_status read_axis(const element *e, motion *m, lash_error *error) {
  pair p = orientation_of(inner_marker(e), outer_marker(e));
  lash_status status;
  if (e->unit_vectors) {
    status = ask("UVZ", p.par, p.count, m->axis, 3, error);
    if (!status && e->needs_side) status = ask("UVX", p.par, p.count, m->side, 3, error);
    return status;
  }
  status = ask("RDISP", p.par, p.count, m->angles, 3, error);
  double axes[9];
  rotation_313(m->angles, axes);
  column3(axes, 2, m->axis);
  column3(axes, 0, m->side);
  return status;
}

static lash_status read_rm(const element *e, motion *m, lash_error *error) {
  static const char *const vectors[] = {"UVX", "UVY", "UVZ"};
  pair p = orientation_of(outer_marker(e), e->rm);
  if (!e->unit_vectors) {
    lash_status status = ask("RDISP", p.par, p.count, m->rm_angles, 3, error);
    rotation_313(m->rm_angles, *m->to_rm);
    return status;
  }
  lash_status status = LASH_OK;
  for (int c = 0; c < 3 && !status; c++) {
    double axis[3] = {0};
    status = ask(vectors[c], p.par, p.count, axis, 3, error);
    for (int k = 0; k < 3; k++) m->to_rm[k][c] = axis[k];
  }
  return status;
}

static lash_status read_space(const element *e, motion *m, lash_error *error) {
  int inner = inner_marker(e), outer = outer_marker(e);
  const int par[] = {inner, outer, outer, outer};
  double v[6];
  lash_status status = ask("TDISP", par, 3, m->position, 3, error);
  if (!status) status = ask("VEL", par, 4, v, 6, error);
  if (!status && e->needs_axis) status = read_axis(e, m, error);
  if (status) return status;
  memcpy(m->velocity, v, sizeof m->velocity);
  memcpy(m->spin, v + 3, sizeof m->spin);
  scale(m->position, 3, e->units.length);
  scale(m->velocity, 3, e->units.length / e->units.time);
  scale(m->spin, 3, 1 / e->units.time);
  return LASH_OK;
}

/* Names, argument counts and units of what a line is measured by. */
typedef struct line_row {
  const char *position, *velocity;
  int position_pars, velocity_pars;
  bool angle;
} line_row;

static const line_row lines[] = {
    [MEASURE_DISTANCE] = {"DM", "VR", 2, 2, false},
    [MEASURE_Z] = {"DZ", "VZ", 3, 4, false},
    [MEASURE_ANGLE] = {"AZ", "WZ", 2, 3, true},
};

static lash_status read_line(const element *e, motion *m, lash_error *error) {
  const line_row *row = &lines[e->measure];
  const int par[] = {e->i, e->j, e->j, e->j};
  lash_status status = LASH_OK;
  if (e->joint.type->form == LASH_JOINT_LINE) {
    status = ask_one(row->position, par, row->position_pars, &m->position[0], error);
  }
  if (!status) status = ask_one(row->velocity, par, row->velocity_pars, &m->velocity[0], error);
  double length = row->angle ? 1 : e->units.length;
  m->position[0] *= length;
  m->velocity[0] *= length / e->units.time;
  return status;
}

static lash_status read_plane(const element *e, motion *m, lash_error *error) {
  const int par[] = {e->i, e->j, e->j, e->j};
  lash_status status = ask("TVEL", par, 4, m->velocity, 3, error);
  scale(m->velocity, 3, e->units.length / e->units.time);
  return status;
}

static lash_status read_load(const element *e, motion *m, lash_error *error) {
  m->load = e->joint.load;
  if (!e->load_variable) return LASH_OK;
  lash_status status = ask_one("VARVAL", &e->load_variable, 1, &m->load, error);
  m->load *= e->units.force;
  return status;
}

lash_status motion_read(const element *e, motion *m, lash_error *error) {
  *m = (motion){.to_rm = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  lash_status status = LASH_OK;
  switch (e->joint.type->form) {
    case LASH_JOINT_SPACE:
      status = read_space(e, m, error);
      break;
    case LASH_JOINT_LINE:
    case LASH_JOINT_SLIDE:
      status = read_line(e, m, error);
      break;
    case LASH_JOINT_PLANE:
      status = read_plane(e, m, error);
      break;
    default: /* the host hands over what there is to know */
      return LASH_OK;
  }
  if (!status && motion_turns(e)) status = read_rm(e, m, error);
  if (!status) status = read_load(e, m, error);
  return status;
}

/* Axis c of `of` in the axes of `in`. */
static void axis_in(const struct sLashMarker *of, int c, const struct sLashMarker *in,
                    double out[3]) {
  double axis[3];
  mat_column(of->axes, c, axis);
  mat_apply_transposed(in->axes, axis, out);
}

void motion_of_markers(const element *e, const struct sLashMarker *const marker[3], motion *m) {
  const struct sLashMarker *inner = marker[0], *outer = marker[1], *rm = marker[2];
  double d[3], u[3];
  sub3(inner->r, outer->r, d);
  mat_apply_transposed(outer->axes, d, m->position);
  sub3(inner->v, outer->v, u);
  add_cross3(-1, outer->w, d, u);
  mat_apply_transposed(outer->axes, u, m->velocity);
  sub3(inner->w, outer->w, u);
  mat_apply_transposed(outer->axes, u, m->spin);
  scale(m->position, 3, e->units.length);
  scale(m->velocity, 3, e->units.length / e->units.time);
  scale(m->spin, 3, 1 / e->units.time);
  if (e->needs_axis)
    axis_in(inner, 2, outer, m->axis);
  else
    memset(m->axis, 0, sizeof m->axis);
  if (e->needs_side)
    axis_in(inner, 0, outer, m->side);
  else
    memset(m->side, 0, sizeof m->side);
  for (int c = 0; c < 3 && motion_turns(e); c++) {
    double axis[3];
    axis_in(outer, c, rm, axis);
    for (int k = 0; k < 3; k++) m->to_rm[k][c] = axis[k];
  }
}

void motion_turn(const motion *m, size_t count, const double (*in)[3], double (*out)[3]) {
  for (size_t n = 0; n < count; n++) mat_apply(m->to_rm, in[n], out[n]);
}

/* ---------------------------------------------------------------------------------- the states */

/* The host writes an ARRAY in full, whatever its length: room for one named by mistake. */
enum { ARRAY_MAX = 4096 };

static lash_status read_array(const element *e, size_t all, double *states, lash_error *error) {
  double whole[ARRAY_MAX];
  int count = (int)all, failed = 0;
  c_sysary("ARRAY", &e->source_id, 1, whole, &count, &failed);
  if (failed || count != (int)all) {
    return lash_fail(error, LASH_BAD_INPUT, "states=ARRAY/%d: must hold %zu states, not %d",
                     e->source_id, all, failed ? 0 : count);
  }
  memcpy(states, whole, all * sizeof *whole);
  return LASH_OK;
}

lash_status states_read(const element *e, double z[LASH_JOINT_SITES][LASH_FRICTION_STATES_MAX],
                        lash_error *error) {
  if (e->source == STATES_INTERNAL) return LASH_OK;
  size_t each = lash_joint_site_states(&e->joint), all = lash_joint_states(&e->joint);
  double flat[LASH_JOINT_SITES * LASH_FRICTION_STATES_MAX];
  lash_status status = LASH_OK;
  if (e->source == STATES_ARRAY) status = read_array(e, all, flat, error);
  for (size_t k = 0; k < all && e->source == STATES_DIFF && !status; k++) {
    int id = e->source_id + (int)k;
    status = ask_one("DIF", &id, 1, &flat[k], error);
  }
  for (size_t k = 0; k < all && !status; k++) z[k / each][k % each] = flat[k];
  return status;
}

void states_partials(const element *e, size_t rows, const double *partials) {
  int failed;
  int count = (int)(rows * lash_joint_states(&e->joint));
  if (e->source == STATES_ARRAY) c_syspar("ARRAY", &e->source_id, 1, partials, count, &failed);
  for (size_t k = 0; k < lash_joint_states(&e->joint) && e->source == STATES_DIFF; k++) {
    int id = e->source_id + (int)k;
    c_syspar("DIF", &id, 1, partials + k * rows, (int)rows, &failed);
  }
}

/* ------------------------------------------------------------------------------------ partials */

enum { ROWS_MAX = LASH_JOINT_SITES * LASH_FRICTION_STATES_MAX }; /* a GSE's; forces have 6 */

static void report(const char *name, const int *par, int npar, const double *values, size_t count) {
  int failed;
  c_syspar(name, par, npar, values, (int)count, &failed);
}

/* Three columns, from SI to the host's unit of the measure. */
static void copy_columns(const double *d, size_t rows, double factor, double *out) {
  for (size_t k = 0; k < 3 * rows; k++) out[k] = d[k] * factor;
}

/* By the orientation of the inner marker: a change da of its axis is the turn a x da. */
static void axis_partials(const element *e, const motion *m, size_t rows, const double *by_turn) {
  double out[3 * ROWS_MAX] = {0}, turn[3][3];
  if (e->unit_vectors) {
    const double *a = m->axis;
    const double t[3][3] = {{0, -a[2], a[1]}, {a[2], 0, -a[0]}, {-a[1], a[0], 0}};
    memcpy(turn, t, sizeof t);
  } else {
    turns_of(m->angles, turn);
  }
  for (size_t c = 0; c < 3; c++) {
    for (size_t r = 0; r < rows; r++) {
      out[c * rows + r] = by_turn[r] * turn[0][c] + by_turn[rows + r] * turn[1][c] +
                          by_turn[2 * rows + r] * turn[2][c];
    }
  }
  pair q = orientation_of(inner_marker(e), outer_marker(e));
  report(e->unit_vectors ? "UVZ" : "RDISP", q.par, q.count, out, 3 * rows);
}

/* By the turn about the axis, which only the x axis shows: a change dx is the turn (a x x).dx a. */
static void side_partials(const element *e, const motion *m, size_t rows, const double *by_turn) {
  double out[3 * ROWS_MAX] = {0}, across[3];
  cross3(m->axis, m->side, across);
  for (size_t r = 0; r < rows; r++) {
    const double about = by_turn[r] * m->axis[0] + by_turn[rows + r] * m->axis[1] +
                         by_turn[2 * rows + r] * m->axis[2];
    for (size_t c = 0; c < 3; c++) out[c * rows + r] = about * across[c];
  }
  pair q = orientation_of(inner_marker(e), outer_marker(e));
  report("UVX", q.par, q.count, out, 3 * rows);
}

static void space_partials(const element *e, const motion *m, size_t rows, const double *d) {
  int inner = inner_marker(e), outer = outer_marker(e);
  const int par[] = {inner, outer, outer, outer};
  double out[6 * ROWS_MAX] = {0};
  copy_columns(d + BY_POSITION * rows, rows, e->units.length, out);
  report("TDISP", par, 3, out, 3 * rows);
  copy_columns(d + BY_VELOCITY * rows, rows, e->units.length / e->units.time, out);
  copy_columns(d + BY_SPIN * rows, rows, 1 / e->units.time, out + 3 * rows);
  report("VEL", par, 4, out, 6 * rows);
  if (e->needs_axis) axis_partials(e, m, rows, d + BY_ROTATION * rows);
  if (e->needs_side && e->unit_vectors) side_partials(e, m, rows, d + BY_ROTATION * rows);
}

static void line_partials(const element *e, size_t rows, const double *d) {
  const line_row *row = &lines[e->measure];
  const int par[] = {e->i, e->j, e->j, e->j};
  double out[3 * ROWS_MAX] = {0}, length = row->angle ? 1 : e->units.length;
  copy_columns(d + BY_POSITION * rows, rows, length, out);
  if (e->joint.type->form == LASH_JOINT_LINE)
    report(row->position, par, row->position_pars, out, rows);
  copy_columns(d + BY_VELOCITY * rows, rows, length / e->units.time, out);
  report(row->velocity, par, row->velocity_pars, out, rows);
}

static void plane_partials(const element *e, size_t rows, const double *d) {
  const int par[] = {e->i, e->j, e->j, e->j};
  double out[3 * ROWS_MAX] = {0};
  copy_columns(d + BY_VELOCITY * rows, rows, e->units.length / e->units.time, out);
  report("TVEL", par, 4, out, 3 * rows);
}

void motion_partials(const element *e, const motion *m, size_t rows, const double *d) {
  if (e->joint.type->form == LASH_JOINT_SPACE)
    space_partials(e, m, rows, d);
  else if (e->joint.type->form == LASH_JOINT_PLANE)
    plane_partials(e, rows, d);
  else
    line_partials(e, rows, d);
  if (!e->load_variable) return;
  double out[ROWS_MAX] = {0};
  for (size_t r = 0; r < rows; r++) out[r] = d[BY_LOAD * rows + r] * e->units.force;
  report("VARVAL", &e->load_variable, 1, out, rows);
}

/* By the axes of the outer marker in RM's: the outputs only turn with them. */
static void vector_partials(const element *e, size_t vectors, const double (*value)[3],
                            const double *unit) {
  static const char *const names[] = {"UVX", "UVY", "UVZ"};
  pair q = orientation_of(outer_marker(e), e->rm);
  size_t rows = 3 * vectors;
  for (int axis = 0; axis < 3; axis++) {
    double out[3 * 6] = {0};
    for (size_t n = 0; n < vectors; n++) {
      for (size_t k = 0; k < 3; k++) out[k * rows + 3 * n + k] = value[n][axis] * unit[n];
    }
    report(names[axis], q.par, q.count, out, 3 * rows);
  }
}

static void angle_partials(const element *e, const motion *m, size_t vectors,
                           const double (*value)[3], const double *unit) {
  double out[3 * 6], turn[3][3], turned[2][3];
  pair q = orientation_of(outer_marker(e), e->rm);
  size_t rows = 3 * vectors;
  turns_of(m->rm_angles, turn);
  motion_turn(m, vectors, value, turned);
  for (size_t c = 0; c < 3; c++) {
    for (size_t n = 0; n < vectors; n++) {
      for (size_t k = 0; k < 3; k++) {
        size_t k1 = (k + 1) % 3, k2 = (k + 2) % 3;
        double change = turn[k1][c] * turned[n][k2] - turn[k2][c] * turned[n][k1];
        out[c * rows + 3 * n + k] = change * unit[n];
      }
    }
  }
  report("RDISP", q.par, q.count, out, 3 * rows);
}

void motion_turn_partials(const element *e, const motion *m, size_t vectors,
                          const double (*value)[3], const double *unit) {
  if (!motion_turns(e)) return;
  if (e->unit_vectors)
    vector_partials(e, vectors, value, unit);
  else
    angle_partials(e, m, vectors, value, unit);
}

/* ------------------------------------------------------------------------- from motion to sites */

static void frames_of(const motion *m, lash_frame *outer, lash_frame *inner) {
  *outer = (lash_frame){.axis = {0, 0, 1}, .side = {1, 0, 0}};
  *inner = (lash_frame){.axis = {0}};
  memcpy(inner->position, m->position, sizeof inner->position);
  memcpy(inner->velocity, m->velocity, sizeof inner->velocity);
  memcpy(inner->axis, m->axis, sizeof inner->axis);
  memcpy(inner->side, m->side, sizeof inner->side);
  memcpy(inner->spin, m->spin, sizeof inner->spin);
}

lash_status motion_points(const element *e, const motion *m, bool partials,
                          lash_joint_points *points, lash_joint_site *sites, lash_error *error) {
  lash_frame outer, inner;
  frames_of(m, &outer, &inner);
  return lash_joint_find_points(&e->joint, &e->memory, &outer, &inner, partials, points, sites,
                                error);
}

lash_status motion_film(const element *e, const motion *m, lash_joint_film *film, double *pressure,
                        lash_error *error) {
  const lash_film *law = &e->joint.film;
  const size_t sections = law->law->kind == LASH_FILM_BALL ? 1 : (size_t)e->joint.stations;
  lash_frame outer, inner;
  frames_of(m, &outer, &inner);
  lash_status status = lash_joint_find_film(&e->joint, &outer, &inner, false, film, error);
  *pressure = 0;
  for (size_t k = 0; k < sections && !status; k++) {
    lash_film_motion moves;
    status = lash_joint_film_motion(&e->joint, &outer, &inner, k, &moves, error);
    if (!status) *pressure = fmax(*pressure, lash_film_peak(law, &moves));
  }
  return status;
}

static lash_status find_sites(const element *e, const motion *m, lash_joint_site *sites,
                              lash_error *error) {
  lash_joint_points points;
  switch (e->joint.type->form) {
    case LASH_JOINT_SPACE:
      return motion_points(e, m, false, &points, sites, error);
    case LASH_JOINT_LINE:
      sites[0] = (lash_joint_site){
          .delta = e->joint.touch - m->position[0], .v = -m->velocity[0], .share = 1};
      return LASH_OK;
    default:
      sites[0] =
          (lash_joint_site){.share = 1, .vt = {m->velocity[0], m->velocity[1]}, .normal = m->load};
      return LASH_OK;
  }
}

lash_status element_state(const element *e, double time, motion *m, lash_joint_state *now,
                          lash_error *error) {
  lash_joint_begin(&e->joint, time * e->units.time, now);
  lash_status status = motion_read(e, m, error);
  if (!status) status = states_read(e, now->z, error);
  return status ? status : find_sites(e, m, now->site, error);
}
