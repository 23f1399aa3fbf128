/* Run-time functions (DX, VEL, WX, FM, JOINT, …) computed from marker motion in one place.
 *
 * A measure takes marker ids: i, j (measured from j), k (whose axes resolve the result) and l (in
 * which frame the time derivative is taken); 0 or missing means ground. One table lists all
 * measures. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lash_runtime.h"
#include "lash_space.h"

enum { MARKERS_MAX = 4, NAME_MAX_CHARS = 16 };

/* What a measure is computed from: the markers of its arguments in order. */
typedef struct marker_set {
  const lash_sdk_marker *m[MARKERS_MAX];
} marker_set;

static const lash_sdk_marker ground = {.axes = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};

/* ------------------------------------------------------------------------------------- vectors */

/* Components of a global vector along the axes of marker k. */
static void resolve(const lash_sdk_marker *k, const double global[3], double out[3]) {
  mat_apply_transposed(k->axes, global, out);
}

/* Orientation of i as seen from j: r[row][column] = axis `row` of j times axis `column` of i. */
static void relative_axes(const marker_set *s, double r[3][3]) {
  for (int row = 0; row < 3; row++) {
    for (int column = 0; column < 3; column++) {
      r[row][column] = 0;
      for (int n = 0; n < 3; n++)
        r[row][column] += s->m[1]->axes[n][row] * s->m[0]->axes[n][column];
    }
  }
}

/* ------------------------------------------------------------- relative motion in global axes */

static void displacement(const marker_set *s, double d[3]) { sub3(s->m[0]->r, s->m[1]->r, d); }

static void velocity(const marker_set *s, const lash_sdk_marker *frame, double v[3]) {
  double d[3];
  displacement(s, d);
  sub3(s->m[0]->v, s->m[1]->v, v);
  add_cross3(-1, frame->w, d, v);
}

static void acceleration(const marker_set *s, const lash_sdk_marker *frame, double a[3]) {
  double d[3], v[3], wd[3] = {0, 0, 0};
  displacement(s, d);
  velocity(s, frame, v);
  add_cross3(1, frame->w, d, wd);
  sub3(s->m[0]->a, s->m[1]->a, a);
  add_cross3(-1, frame->wd, d, a);
  add_cross3(-2, frame->w, v, a);
  add_cross3(-1, frame->w, wd, a);
}

static void spin(const marker_set *s, double w[3]) { sub3(s->m[0]->w, s->m[1]->w, w); }

static void spin_rate(const marker_set *s, const lash_sdk_marker *frame, double wd[3]) {
  double w[3];
  spin(s, w);
  sub3(s->m[0]->wd, s->m[1]->wd, wd);
  add_cross3(-1, frame->w, w, wd);
}

/* -------------------------------------------------------------------------------- the measures */

static void tdisp(const marker_set *s, double *out) {
  displacement(s, out);
  resolve(s->m[2], out, out);
}

/* Body 3-1-3 angles; at theta 0 or pi only a sum is determined, and phi is taken as 0. */
static void rdisp(const marker_set *s, double *out) {
  double r[3][3];
  relative_axes(s, r);
  double sine = hypot(r[0][2], r[1][2]);
  out[1] = atan2(sine, r[2][2]);
  if (sine > 1e-10) {
    out[0] = atan2(r[0][2], -r[1][2]);
    out[2] = atan2(r[2][0], r[2][1]);
  } else {
    out[0] = atan2(r[1][0], r[0][0]);
    out[2] = 0;
  }
}

static void tvel(const marker_set *s, double *out) {
  velocity(s, s->m[3], out);
  resolve(s->m[2], out, out);
}

static void rvel(const marker_set *s, double *out) {
  spin(s, out);
  resolve(s->m[2], out, out);
}

static void tacc(const marker_set *s, double *out) {
  acceleration(s, s->m[3], out);
  resolve(s->m[2], out, out);
}

static void racc(const marker_set *s, double *out) {
  spin_rate(s, s->m[3], out);
  resolve(s->m[2], out, out);
}

static void disp(const marker_set *s, double *out) { tdisp(s, out), rdisp(s, out + 3); }
static void vel(const marker_set *s, double *out) { tvel(s, out), rvel(s, out + 3); }
static void acc(const marker_set *s, double *out) { tacc(s, out), racc(s, out + 3); }

/* Direction cosines by columns: x, y and z axis of i in the axes of j. */
static void dc(const marker_set *s, double *out) {
  double r[3][3];
  relative_axes(s, r);
  for (int n = 0; n < 9; n++) out[n] = r[n % 3][n / 3];
}

static void uvx(const marker_set *s, double *out) {
  double all[9];
  dc(s, all);
  memcpy(out, all, 3 * sizeof *out);
}

static void uvy(const marker_set *s, double *out) {
  double all[9];
  dc(s, all);
  memcpy(out, all + 3, 3 * sizeof *out);
}

static void uvz(const marker_set *s, double *out) {
  double all[9];
  dc(s, all);
  memcpy(out, all + 6, 3 * sizeof *out);
}

/* Angles about the axes of j, for rotations that are nearly planar. */
static void planar_angles(const marker_set *s, double *out) {
  double r[3][3];
  relative_axes(s, r);
  out[0] = atan2(-r[1][2], r[2][2]);
  out[1] = atan2(r[0][2], r[2][2]);
  out[2] = atan2(-r[0][1], r[0][0]);
}

/* Body 3,-2,1 angles: the second turn is about the negative y axis. */
static void yaw_pitch_roll(const marker_set *s, double *out) {
  double r[3][3];
  relative_axes(s, r);
  out[0] = atan2(r[1][0], r[0][0]);
  out[1] = atan2(r[2][0], hypot(r[0][0], r[1][0]));
  out[2] = atan2(r[2][1], r[2][2]);
}

static void dm(const marker_set *s, double *out) {
  double d[3];
  displacement(s, d);
  *out = norm3(d);
}

/* Rate of the distance, the same in every frame; 0 where the markers coincide and it has none. */
static void vr(const marker_set *s, double *out) {
  double d[3], v[3];
  displacement(s, d);
  sub3(s->m[0]->v, s->m[1]->v, v);
  double distance = norm3(d);
  *out = distance > 0 ? dot3(d, v) / distance : 0;
}

/* Magnitudes take i, j and the frame of the derivative. */
static void vm(const marker_set *s, double *out) {
  double v[3];
  velocity(s, s->m[2], v);
  *out = norm3(v);
}

static void wm(const marker_set *s, double *out) {
  double w[3];
  spin(s, w);
  *out = norm3(w);
}

static void accm(const marker_set *s, double *out) {
  double a[3];
  acceleration(s, s->m[2], a);
  *out = norm3(a);
}

static void wdtm(const marker_set *s, double *out) {
  double wd[3];
  spin_rate(s, s->m[2], wd);
  *out = norm3(wd);
}

/* --------------------------------------------------------------------------------------- table */

typedef enum measure_kind {
  MOTION,  /* computed from markers by `compute` */
  BETWEEN, /* force between markers i and j, resolved in k */
  ELEMENT, /* force of an element: id, on_j, component, axes */
  SIZE     /* as BETWEEN, but a magnitude: i, j only */
} measure_kind;

/* An array measure has `count` numbers; a scalar one is component `pick` of what is computed. */
typedef struct measure {
  const char *name;
  measure_kind kind;
  int least, most; /* number of arguments */
  lash_motion_level level;
  void (*compute)(const marker_set *markers, double *out);
  int count; /* 0: scalar only */
  int pick;
  const char *statement;
} measure;

#define ARRAY_OF(name, most, level, compute, count) \
  { name, MOTION, 1, most, level, compute, count, 0, NULL }
#define ONE_OF(name, most, level, compute, pick) \
  { name, MOTION, 1, most, level, compute, 0, pick, NULL }
#define FORCES(name, count, pick) \
  { name, BETWEEN, 1, 3, LASH_LEVEL_POSITION, NULL, count, pick, NULL }
#define FORCE_SIZE(name, pick) \
  { name, SIZE, 1, 2, LASH_LEVEL_POSITION, NULL, 0, pick, NULL }
#define OF_ELEMENT(name, statement) \
  { name, ELEMENT, 3, 4, LASH_LEVEL_POSITION, NULL, 0, 0, statement }

/* In alphabetical order: it is searched by halving. */
static const measure measures[] = {
    ARRAY_OF("ACC", 4, LASH_LEVEL_ACCELERATION, acc, 6),
    ONE_OF("ACCM", 3, LASH_LEVEL_ACCELERATION, accm, 0),
    ONE_OF("ACCX", 4, LASH_LEVEL_ACCELERATION, tacc, 0),
    ONE_OF("ACCY", 4, LASH_LEVEL_ACCELERATION, tacc, 1),
    ONE_OF("ACCZ", 4, LASH_LEVEL_ACCELERATION, tacc, 2),
    ONE_OF("AX", 2, LASH_LEVEL_POSITION, planar_angles, 0),
    ONE_OF("AY", 2, LASH_LEVEL_POSITION, planar_angles, 1),
    ONE_OF("AZ", 2, LASH_LEVEL_POSITION, planar_angles, 2),
    OF_ELEMENT("BEAM", "BEAM"),
    OF_ELEMENT("BUSH", "BUSHING"),
    OF_ELEMENT("CONTACT", "CONTACT"),
    OF_ELEMENT("CVCV", "CVCV"),
    ARRAY_OF("DC", 2, LASH_LEVEL_POSITION, dc, 9),
    ARRAY_OF("DISP", 3, LASH_LEVEL_POSITION, disp, 6),
    ONE_OF("DM", 2, LASH_LEVEL_POSITION, dm, 0),
    ONE_OF("DX", 3, LASH_LEVEL_POSITION, tdisp, 0),
    ONE_OF("DY", 3, LASH_LEVEL_POSITION, tdisp, 1),
    ONE_OF("DZ", 3, LASH_LEVEL_POSITION, tdisp, 2),
    OF_ELEMENT("FIELD", "FIELD"),
    FORCE_SIZE("FM", 0),
    FORCES("FORCE", 6, 0),
    FORCES("FX", 0, 0),
    FORCES("FY", 0, 1),
    FORCES("FZ", 0, 2),
    OF_ELEMENT("GFORCE", "GFORCE"),
    OF_ELEMENT("JOINT", "JOINT"),
    OF_ELEMENT("JPRIM", "JPRIM"),
    OF_ELEMENT("MFORCE", "MFORCE"),
    OF_ELEMENT("MOTION", "MOTION"),
    OF_ELEMENT("NFORCE", "NFORCE"),
    ONE_OF("PHI", 2, LASH_LEVEL_POSITION, rdisp, 2),
    ONE_OF("PITCH", 2, LASH_LEVEL_POSITION, yaw_pitch_roll, 1),
    ONE_OF("PSI", 2, LASH_LEVEL_POSITION, rdisp, 0),
    OF_ELEMENT("PTCV", "PTCV"),
    ARRAY_OF("RACC", 4, LASH_LEVEL_ACCELERATION, racc, 3),
    ARRAY_OF("RDISP", 2, LASH_LEVEL_POSITION, rdisp, 3),
    FORCES("RFORCE", 3, 3),
    ONE_OF("ROLL", 2, LASH_LEVEL_POSITION, yaw_pitch_roll, 2),
    ARRAY_OF("RVEL", 3, LASH_LEVEL_VELOCITY, rvel, 3),
    OF_ELEMENT("SFORCE", "SFORCE"),
    OF_ELEMENT("SPDP", "SPRINGDAMPER"),
    ARRAY_OF("TACC", 4, LASH_LEVEL_ACCELERATION, tacc, 3),
    ARRAY_OF("TDISP", 3, LASH_LEVEL_POSITION, tdisp, 3),
    FORCES("TFORCE", 3, 0),
    ONE_OF("THETA", 2, LASH_LEVEL_POSITION, rdisp, 1),
    FORCE_SIZE("TM", 3),
    ARRAY_OF("TVEL", 4, LASH_LEVEL_VELOCITY, tvel, 3),
    FORCES("TX", 0, 3),
    FORCES("TY", 0, 4),
    FORCES("TZ", 0, 5),
    ARRAY_OF("UVX", 2, LASH_LEVEL_POSITION, uvx, 3),
    ARRAY_OF("UVY", 2, LASH_LEVEL_POSITION, uvy, 3),
    ARRAY_OF("UVZ", 2, LASH_LEVEL_POSITION, uvz, 3),
    ARRAY_OF("VEL", 4, LASH_LEVEL_VELOCITY, vel, 6),
    OF_ELEMENT("VFORCE", "VFORCE"),
    ONE_OF("VM", 3, LASH_LEVEL_VELOCITY, vm, 0),
    ONE_OF("VR", 3, LASH_LEVEL_VELOCITY, vr, 0),
    OF_ELEMENT("VTORQ", "VTORQUE"),
    OF_ELEMENT("VTORQUE", "VTORQUE"),
    ONE_OF("VX", 4, LASH_LEVEL_VELOCITY, tvel, 0),
    ONE_OF("VY", 4, LASH_LEVEL_VELOCITY, tvel, 1),
    ONE_OF("VZ", 4, LASH_LEVEL_VELOCITY, tvel, 2),
    ONE_OF("WDTM", 3, LASH_LEVEL_ACCELERATION, wdtm, 0),
    ONE_OF("WDTX", 4, LASH_LEVEL_ACCELERATION, racc, 0),
    ONE_OF("WDTY", 4, LASH_LEVEL_ACCELERATION, racc, 1),
    ONE_OF("WDTZ", 4, LASH_LEVEL_ACCELERATION, racc, 2),
    ONE_OF("WM", 2, LASH_LEVEL_VELOCITY, wm, 0),
    ONE_OF("WX", 3, LASH_LEVEL_VELOCITY, rvel, 0),
    ONE_OF("WY", 3, LASH_LEVEL_VELOCITY, rvel, 1),
    ONE_OF("WZ", 3, LASH_LEVEL_VELOCITY, rvel, 2),
    ONE_OF("YAW", 2, LASH_LEVEL_POSITION, yaw_pitch_roll, 0),
};

static int compare_names(const void *key, const void *item) {
  return strcmp(key, ((const measure *)item)->name);
}

/* Routines ask for the same few measures over and over: each thread keeps those it found last, by
 * the letters of their names (names of measures have seven letters at most). */
typedef struct found_measure {
  uint64_t letters;
  const measure *measure;
} found_measure;

/* Up to seven letters as one number, in the case they come in; 0 for a longer name. */
static uint64_t letters_of(const char *name) {
  uint64_t letters = 0;
  int shift = 0;
  for (; *name && shift < 56; name++, shift += 8)
    letters |= (uint64_t)(unsigned char)*name << shift;
  return *name ? 0 : letters;
}

static void upper_case(const char *name, char upper[NAME_MAX_CHARS]) {
  memset(upper, 0, NAME_MAX_CHARS);
  for (size_t n = 0; name[n] && n + 1 < NAME_MAX_CHARS; n++) {
    const char c = name[n];
    upper[n] = c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
  }
}

/* NULL for a name that only a host can know. */
static const measure *find_measure(const char *name) {
  enum { SLOT_BITS = 5 };
  static _Thread_local found_measure found[1 << SLOT_BITS];
  const uint64_t letters = letters_of(name);
  found_measure *slot = &found[letters * 0x9E3779B97F4A7C15u >> (64 - SLOT_BITS)];
  if (letters && slot->letters == letters) return slot->measure;
  char upper[NAME_MAX_CHARS];
  upper_case(name, upper);
  const measure *m =
      bsearch(upper, measures, sizeof measures / sizeof *measures, sizeof *measures, compare_names);
  if (letters) *slot = (found_measure){letters, m};
  return m;
}

/* ---------------------------------------------------------------------------------- evaluation */

static lash_status check_arguments(const measure *m, int npar, lash_error *error) {
  if (npar >= m->least && npar <= m->most) return LASH_OK;
  return lash_fail(error, LASH_BAD_INPUT, "%s takes %d to %d arguments, not %d", m->name, m->least,
                   m->most, npar);
}

static lash_status find_marker(const lash_sdk_host *host, const measure *m, int id,
                               const lash_sdk_marker **state, lash_error *error) {
  *state = id == 0 ? &ground : host->marker ? host->marker(host->data, id, m->level) : NULL;
  if (*state) return LASH_OK;
  return lash_fail(error, LASH_BAD_INPUT, "%s: there is no marker %d", m->name, id);
}

static inline lash_status from_motion(const lash_sdk_host *host, const measure *m, const int *par,
                                      int npar, double *out, lash_error *error) {
  marker_set set = {{&ground, &ground, &ground, &ground}};
  for (int i = 0; i < npar; i++) {
    if (i && par[i] == par[i - 1]) { /* one marker often serves as origin, axes and frame */
      set.m[i] = set.m[i - 1];
      continue;
    }
    lash_status status = find_marker(host, m, par[i], &set.m[i], error);
    if (status != LASH_OK) return status;
  }
  m->compute(&set, out);
  return LASH_OK;
}

/* Six force components between markers, in the axes of the third. */
static lash_status from_force(const lash_sdk_host *host, const measure *m, const int *par, int npar,
                              double six[6], lash_error *error) {
  const lash_sdk_marker *axes = &ground;
  int other = npar > 1 ? par[1] : 0;
  if (m->kind == BETWEEN && npar > 2) {
    lash_status status = find_marker(host, m, par[2], &axes, error);
    if (status != LASH_OK) return status;
  }
  if (!host->force || host->force(host->data, par[0], other, six) != 0) {
    return lash_fail(error, LASH_UNSUPPORTED, "%s: the host has no force between markers %d and %d",
                     m->name, par[0], other);
  }
  resolve(axes, six, six);
  resolve(axes, six + 3, six + 3);
  return LASH_OK;
}

/* Component 1 is the size of the force, 2 to 4 its components, 5 to 8 the same of the torque. */
static lash_status from_element(const lash_sdk_host *host, const measure *m, const int *par,
                                int npar, double *value, lash_error *error) {
  const lash_sdk_marker *axes;
  double six[6];
  lash_status status = find_marker(host, m, npar > 3 ? par[3] : 0, &axes, error);
  if (status != LASH_OK) return status;
  if (par[2] < 1 || par[2] > 8) {
    return lash_fail(error, LASH_BAD_INPUT, "%s: component %d is not in 1 to 8", m->name, par[2]);
  }
  if (!host->element_force ||
      host->element_force(host->data, m->statement, par[0], par[1] != 0, six) != 0) {
    return lash_fail(error, LASH_UNSUPPORTED, "%s: the host has no force of %s/%d", m->name,
                     m->statement, par[0]);
  }
  double *half = par[2] < 5 ? six : six + 3;
  int component = (par[2] - 1) % 4;
  resolve(axes, half, half);
  *value = component == 0 ? norm3(half) : half[component - 1];
  return LASH_OK;
}

/* In a set-up pass nothing can be computed yet, but wrong arguments already show. */
static lash_status check_markers(const lash_sdk_host *host, const measure *m, const int *par,
                                 int npar, lash_error *error) {
  const lash_sdk_marker *state;
  lash_status status = check_arguments(m, npar, error);
  for (int i = m->kind == ELEMENT ? 3 : 0; status == LASH_OK && i < npar; i++) {
    status = find_marker(host, m, par[i], &state, error);
  }
  return status;
}

/* Computes everything that a measure belongs to: up to 9 numbers. */
static lash_status compute_all(const lash_sdk_host *host, const measure *m, const int *par,
                               int npar, double *out, lash_error *error) {
  lash_status status = check_arguments(m, npar, error);
  if (status != LASH_OK) return status;
  switch (m->kind) {
    case MOTION:
      return from_motion(host, m, par, npar, out, error);
    case BETWEEN:
      return from_force(host, m, par, npar, out, error);
    case SIZE:
      status = from_force(host, m, par, npar, out, error);
      if (status == LASH_OK) out[m->pick] = norm3(out + m->pick);
      return status;
    case ELEMENT:
      return from_element(host, m, par, npar, out, error);
  }
  return LASH_FAILURE;
}

static lash_status unknown(const char *name, lash_error *error) {
  return lash_fail(error, LASH_UNSUPPORTED, "the host does not know the function %s", name);
}

lash_status lash_sdk_scalar(const lash_sdk_host *host, const char *name, const int *par, int npar,
                            double *value, lash_error *error) {
  const measure *m = find_measure(name);
  if (!m || m->count) {
    double ignored;
    char upper[NAME_MAX_CHARS];
    upper_case(name, upper);
    bool served = !m && host->scalar &&
                  host->scalar(host->data, upper, par, npar, value ? value : &ignored) == 0;
    return served ? LASH_OK : unknown(upper, error);
  }
  if (!value) return check_markers(host, m, par, npar, error);
  double all[9];
  lash_status status = compute_all(host, m, par, npar, all, error);
  if (status == LASH_OK) *value = all[m->pick];
  return status;
}

lash_status lash_sdk_array(const lash_sdk_host *host, const char *name, const int *par, int npar,
                           double *values, int *count, lash_error *error) {
  const measure *m = find_measure(name);
  *count = 0;
  if (!m || !m->count) {
    char upper[NAME_MAX_CHARS];
    upper_case(name, upper);
    bool served =
        !m && host->array && host->array(host->data, upper, par, npar, values, count) == 0;
    if (!served) *count = 0;
    return served ? LASH_OK : unknown(upper, error);
  }
  *count = m->count;
  if (!values) return check_markers(host, m, par, npar, error);
  if (m->kind == MOTION && npar >= m->least && npar <= m->most)
    return from_motion(host, m, par, npar, values, error); /* the whole is what is wanted */
  double all[9];
  lash_status status = compute_all(host, m, par, npar, all, error);
  if (status != LASH_OK) return status;
  memcpy(values, all + m->pick, (size_t)m->count * sizeof *values);
  return LASH_OK;
}
