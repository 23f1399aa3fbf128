/* oil.csv and worn.csv: the pressure of the oil, and what is worn away, around the joints that have
 * a film or wear, for the pictures of `lash report`.
 *
 * Columns GFORCE_1_P0, _P5 … _P355: pressure half-way along the bearing at so many degrees from the
 * x axis of the outer marker about its z axis; GFORCE_1_W0 …: depth of bearing and, after _J, of
 * the journal on its own material. Of a socket the same in the plane z = 0. */
#include <math.h>
#include <stdlib.h>

#include "lash_math.h"
#include "lash_space.h"
#include "output_table.h"
#include "user_joint.h"
#include "worn_joints.h"

enum { ANGLES = 72 };

typedef struct surface {
  int user, id, outer, inner;
  host_units units;
  lash_joint joint;
  lash_joint_memory memory;
  lash_joint_worn worn;
} surface;

struct table_surfaces {
  size_t count;
  surface *item;
};

/* -------------------------------------------------------------------------------------- finding */

static bool add(table_surfaces *s, const element *e, int user) {
  surface *more = realloc(s->item, (s->count + 1) * sizeof *more);
  if (!more) return false;
  s->item = more;
  more[s->count++] = (surface){.user = user,
                               .id = e->id,
                               .outer = outer_marker(e),
                               .inner = inner_marker(e),
                               .units = e->units,
                               .joint = e->joint};
  return true;
}

lash_status table_surfaces_find(const lash_system *system, table_surfaces **found,
                                lash_error *error) {
  const size_t users = system->user ? system->user->count : 0;
  table_surfaces *s = calloc(1, sizeof *s);
  element *e = calloc(1, sizeof *e);
  bool whole = s && e;
  for (size_t k = 0; whole && k < users; k++)
    if (lash_user_joint(system, (int)k, e) && (e->joint.has_film || e->joint.has_wear))
      whole = add(s, e, (int)k);
  free(e);
  *found = whole && s->count ? s : NULL;
  if (!*found) table_surfaces_free(s);
  return whole ? LASH_OK : lash_fail(error, LASH_FAILURE, "out of memory for the results");
}

void table_surfaces_free(table_surfaces *s) {
  if (s) free(s->item);
  free(s);
}

bool table_surfaces_have(const table_surfaces *s, bool oil) {
  for (size_t k = 0; s && k < s->count; k++)
    if (oil ? s->item[k].joint.has_film : s->item[k].joint.has_wear) return true;
  return false;
}

/* ------------------------------------------------------------------------------------------ oil */

static void frame_of(const surface *s, lash_system *system, int marker, lash_frame *f) {
  const double length = s->units.length, time = s->units.time;
  double axes[9];
  lash_system_marker(system, marker, f->position, axes, f->velocity, f->spin);
  column3(axes, 2, f->axis);
  column3(axes, 0, f->side);
  scale3(length, f->position, f->position);
  scale3(length / time, f->velocity, f->velocity);
  scale3(1 / time, f->spin, f->spin);
}

/* A ball's pressure goes with the angle from the line of centres, which is told in ground axes. */
static double pressure_at(const surface *s, const lash_frame *outer, const lash_film_motion *m,
                          double angle) {
  const lash_film *film = &s->joint.film;
  if (film->law->kind != LASH_FILM_BALL) return lash_film_pressure(film, m, angle, 0);
  double y[3], n[3], across[3];
  cross3(outer->axis, outer->side, y);
  scale3(cos(angle), outer->side, n);
  axpy3(sin(angle), y, n);
  cross3(m->e, n, across);
  return lash_film_pressure(film, m, atan2(norm3(across), dot3(m->e, n)), 0);
}

static void write_oil(FILE *out, lash_system *system, surface *s) {
  lash_frame outer, inner;
  lash_film_motion m;
  frame_of(s, system, s->outer, &outer);
  frame_of(s, system, s->inner, &inner);
  const size_t middle = s->joint.stations == 3 ? 1 : 0;
  const bool known = !lash_joint_film_motion(&s->joint, &outer, &inner, middle, &m, NULL);
  const double unit = s->units.force / (s->units.length * s->units.length);
  for (int k = 0; k < ANGLES; k++) {
    const double p = known ? pressure_at(s, &outer, &m, 2 * LASH_PI * k / ANGLES) : NAN;
    table_field(out, p / unit, 6);
  }
}

/* ----------------------------------------------------------------------------------------- wear */

static double depth_at(const surface *s, int body, double angle) {
  const lash_wear *wear = &s->joint.wear;
  if (!lash_joint_wears_socket(&s->joint))
    return lash_wear_depth(wear, &s->worn.site[0].profile, body, angle);
  const lash_wear_socket *socket = &s->worn.socket.profile;
  const double n[3] = {cos(angle), sin(angle), 0};
  return body ? socket->ball : lash_wear_socket_depth(wear, socket, n);
}

/* Fresh until the routine has been asked at the start. */
static void write_worn(FILE *out, lash_system *system, surface *s) {
  s->memory.worn = &s->worn;
  if (lash_user_joint_ask(system, s->user, &s->joint, &s->memory, NULL)) {
    s->worn = (lash_joint_worn){.alike = 0};
  } else if (lash_joint_wears_socket(&s->joint)) {
    lash_joint_worn_socket_settle(&s->joint, &s->worn.socket);
  } else {
    lash_joint_worn_settle(&s->joint, &s->worn.site[0]);
  }
  for (int body = 0; body < 2; body++)
    for (int k = 0; k < ANGLES; k++)
      table_field(out, depth_at(s, body, 2 * LASH_PI * k / ANGLES) / s->units.length, 9);
}

/* --------------------------------------------------------------------------------------- tables */

static void head_of(FILE *out, const table_state *state, bool oil) {
  const table_surfaces *all = state->surfaces;
  heading_time(out, state);
  for (size_t n = 0; n < all->count; n++) {
    const surface *s = &all->item[n];
    if (!(oil ? s->joint.has_film : s->joint.has_wear)) continue;
    for (int body = 0; body < (oil ? 1 : 2); body++)
      for (int k = 0; k < ANGLES; k++) {
        fprintf(out, ",GFORCE_%d_%s%d", s->id, oil ? "P" : body ? "JW" : "W", 360 / ANGLES * k);
        heading_unit(out, state, oil ? "F/L^2" : "L");
      }
  }
  fputc('\n', out);
}

static void head_oil(FILE *out, const table_state *state) { head_of(out, state, true); }

static void head_worn(FILE *out, const table_state *state) { head_of(out, state, false); }

static lash_status row_of(FILE *out, const table_state *state, bool oil) {
  fprintf(out, "%.17g", state->t);
  for (size_t n = 0; n < state->surfaces->count; n++) {
    surface *s = &state->surfaces->item[n];
    if (oil ? s->joint.has_film : s->joint.has_wear)
      (oil ? write_oil : write_worn)(out, state->system, s);
  }
  fputc('\n', out);
  return LASH_OK;
}

static lash_status row_oil(FILE *out, const table_state *state, lash_error *error) {
  (void)error;
  return row_of(out, state, true);
}

static lash_status row_worn(FILE *out, const table_state *state, lash_error *error) {
  (void)error;
  return row_of(out, state, false);
}

const table_class table_oil = {"oil.csv", head_oil, row_oil, NULL};
const table_class table_worn = {"worn.csv", head_worn, row_worn, NULL};
