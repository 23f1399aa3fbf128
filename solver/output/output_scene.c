/* scene.txt: what a film of the mechanism needs besides parts.csv and forces.csv, a thing per line.
 *
 *   title TEXT
 *   length NAME                        unit of length
 *   part ID [NAME]                     ID as in parts.csv; ground has none there and does not move
 *   marker ID PART x y z  xx xy xz …   place and axes (row major) against the part's mass centre
 *   link PART MARKER MARKER            a bar to draw
 *   joint STATEMENT/ID TYPE I J        markers
 *   force STATEMENT/ID I J             markers; J 0 when there is none; ID as in forces.csv
 *   clearance STATEMENT/ID OUTER INNER GAP SHAPE    markers, radial play, sphere or circle
 *   shape NAME MARKER numbers…         of a GRAPHICS, in the frame of its marker */
#include <math.h>
#include <string.h>

#include "lash_clearance.h"
#include "lash_space.h"
#include "output_table.h"

/* ------------------------------------------------------------------------------- parts, markers */

typedef struct pose {
  double x[3], r[9];
} pose;

static pose pose_of(const table_state *state, int part_id) {
  pose p = {{0, 0, 0}, {1, 0, 0, 0, 1, 0, 0, 0, 1}};
  size_t q, v;
  if (!lash_system_part(state->system, part_id, &q, &v)) return p;
  const double *y = lash_system_state(state->system) + q;
  memcpy(p.x, y, sizeof p.x);
  matrix_of_parameters(y + 3, p.r);
  return p;
}

/* Id of the part or point mass that carries a marker; 0 when it has no place there. */
static int carrier(const lash_marker *marker) {
  if (marker->floating) return 0;
  return marker->part.id ? marker->part.id : marker->point_mass.id;
}

static bool local_frame(const table_state *state, const lash_marker *marker, double x[3],
                        double r[9]) {
  double place[3], axes[9];
  const int part = carrier(marker);
  if (!part || !lash_system_marker(state->system, marker->head.id, place, axes, NULL, NULL)) {
    return false;
  }
  const pose p = pose_of(state, part);
  for (int i = 0; i < 3; i++) {
    x[i] = 0;
    for (int k = 0; k < 3; k++) x[i] += p.r[3 * k + i] * (place[k] - p.x[k]);
    for (int j = 0; j < 3; j++) {
      r[3 * i + j] = 0;
      for (int k = 0; k < 3; k++) r[3 * i + j] += p.r[3 * k + i] * axes[3 * k + j];
    }
  }
  return true;
}

static void write_name(FILE *out, const lash_element *head) {
  fprintf(out, "part %d", head->id);
  if (head->name) fprintf(out, " %s", head->name);
  fputc('\n', out);
}

static void write_markers(FILE *out, const table_state *state) {
  const lash_model *m = state->model;
  for (size_t i = 0; i < m->part.count; i++) write_name(out, &m->part.item[i].head);
  for (size_t i = 0; i < m->point_mass.count; i++) write_name(out, &m->point_mass.item[i].head);
  for (size_t i = 0; i < m->marker.count; i++) {
    double x[3], r[9];
    const lash_marker *marker = &m->marker.item[i];
    if (!local_frame(state, marker, x, r)) continue;
    fprintf(out, "marker %d %d", marker->head.id, carrier(marker));
    for (int k = 0; k < 3; k++) fprintf(out, " %.9g", x[k]);
    for (int k = 0; k < 9; k++) fprintf(out, " %.6g", r[k]);
    fputc('\n', out);
  }
}

/* ---------------------------------------------------------------------------------------- links */

enum { LINKED_MAX = 64 };

typedef struct point {
  int id;
  double x[3];
} point;

static double distance(const point *a, const point *b) {
  return hypot(hypot(a->x[0] - b->x[0], a->x[1] - b->x[1]), a->x[2] - b->x[2]);
}

/* The markers of a part at different places. */
static size_t places(const table_state *state, int part, point *list) {
  const lash_model *m = state->model;
  size_t count = 0;
  for (size_t i = 0; i < m->marker.count && count < LINKED_MAX; i++) {
    double r[9];
    point *p = &list[count];
    const lash_marker *marker = &m->marker.item[i];
    if (carrier(marker) != part || !local_frame(state, marker, p->x, r)) continue;
    p->id = marker->head.id;
    size_t k = 0;
    while (k < count && distance(&list[k], p) > 1e-9) k++;
    count += k == count;
  }
  return count;
}

/* Bars that join the places of a part by the shortest way (Prim). */
static void link_part(FILE *out, const table_state *state, int part) {
  point list[LINKED_MAX];
  size_t from[LINKED_MAX] = {0};
  bool joined[LINKED_MAX] = {true};
  const size_t count = places(state, part, list);
  for (size_t n = 1; n < count; n++) {
    size_t next = 0;
    for (size_t k = 1; k < count; k++) {
      if (joined[k]) continue;
      if (!next || distance(&list[k], &list[from[k]]) < distance(&list[next], &list[from[next]])) {
        next = k;
      }
    }
    joined[next] = true;
    fprintf(out, "link %d %d %d\n", part, list[from[next]].id, list[next].id);
    for (size_t k = 1; k < count; k++) {
      if (distance(&list[k], &list[next]) < distance(&list[k], &list[from[k]])) from[k] = next;
    }
  }
}

static void write_links(FILE *out, const table_state *state) {
  const lash_model *m = state->model;
  for (size_t i = 0; i < m->part.count; i++) {
    if (!m->part.item[i].ground) link_part(out, state, m->part.item[i].head.id);
  }
}

/* ------------------------------------------------------------------------------- joints, forces */

static const char *const joint_names[] = {"none",      "revolute",  "translational", "cylindrical",
                                          "spherical", "fixed",     "planar",        "convel",
                                          "hooke",     "universal", "screw",         "rackpin"};

static void write_joints(FILE *out, const lash_model *m) {
  for (size_t i = 0; i < m->joint.count; i++) {
    const lash_joint_statement *j = &m->joint.item[i];
    fprintf(out, "joint JOINT/%d %s %d %d\n", j->head.id, joint_names[j->type], j->i.id, j->j.id);
  }
  for (size_t i = 0; i < m->jprim.count; i++) {
    const lash_jprim *j = &m->jprim.item[i];
    fprintf(out, "joint JPRIM/%d primitive %d %d\n", j->head.id, j->i.id, j->j.id);
  }
}

static void write_clearances(FILE *out, const lash_model *m) {
  lash_clearance c;
  for (size_t i = 0; lash_clearance_at(m, i, &c); i++) {
    fprintf(out, "clearance GFORCE/%d %d %d %.9g %s\n", c.force, c.outer, c.inner, c.play,
            c.sphere ? "sphere" : "circle");
  }
}

typedef struct ends {
  int i, j;
} ends;

/* Markers between which a force element acts, as its statement names them. */
static ends ends_of(const lash_model *m, lash_element_name name) {
  const struct {
    lash_kind kind;
    const void *items;
    size_t size, i, j;
  } table[] = {
#define ROW(KIND, member, type, second) \
  {LASH_KIND_##KIND, m->member.item, sizeof(type), offsetof(type, i), offsetof(type, second)}
      ROW(SFORCE, sforce, lash_sforce, j),
      ROW(VFORCE, vforce, lash_vector_force, jfloat),
      ROW(VTORQUE, vtorque, lash_vector_force, jfloat),
      ROW(GFORCE, gforce, lash_vector_force, jfloat),
      ROW(SPRINGDAMPER, springdamper, lash_springdamper, j),
      ROW(BUSHING, bushing, lash_bushing, j),
      ROW(BEAM, beam, lash_beam, j),
      ROW(FIELD, field, lash_field, j),
#undef ROW
  };
  for (size_t k = 0; k < sizeof table / sizeof table[0]; k++) {
    if (strcmp(lash_kind_name(table[k].kind), name.statement) != 0) continue;
    const int at = lash_model_find(m, table[k].kind, name.id);
    if (at < 0) break;
    const char *item = (const char *)table[k].items + (size_t)at * table[k].size;
    return (ends){((const lash_ref *)(const void *)(item + table[k].i))->id,
                  ((const lash_ref *)(const void *)(item + table[k].j))->id};
  }
  const int contact = lash_model_find(m, LASH_KIND_CONTACT, name.id);
  if (strcmp(name.statement, "CONTACT") == 0 && contact >= 0) {
    const lash_contact_pair *c = &m->contact.item[contact];
    if (c->igeom.count && c->jgeom.count && c->igeom.item[0].index >= 0 &&
        c->jgeom.item[0].index >= 0) {
      return (ends){m->graphics.item[c->igeom.item[0].index].cm.id,
                    m->graphics.item[c->jgeom.item[0].index].cm.id};
    }
  }
  return (ends){0, 0};
}

static void write_forces(FILE *out, const table_state *state) {
  const lash_model *m = state->model;
  for (size_t i = 0; i < lash_system_size(state->system)->forces; i++) {
    const lash_element_name name = lash_system_force(state->system, i);
    const ends e = ends_of(m, name);
    fprintf(out, "force %s/%d %d %d\n", name.statement, name.id, e.i, e.j);
  }
  write_clearances(out, m);
}

/* --------------------------------------------------------------------------------------- shapes */

static void write_shapes(FILE *out, const lash_model *m) {
  for (size_t i = 0; i < m->graphics.count; i++) {
    const lash_graphics *g = &m->graphics.item[i];
    switch (g->shape) {
      case LASH_GRAPHICS_CYLINDER:
        fprintf(out, "shape cylinder %d %g %g\n", g->cm.id, g->length, g->radius);
        break;
      case LASH_GRAPHICS_ELLIPSOID:
        fprintf(out, "shape ellipsoid %d %g %g %g\n", g->cm.id, g->scale[0], g->scale[1],
                g->scale[2]);
        break;
      case LASH_GRAPHICS_BOX:
        fprintf(out, "shape box %d %g %g %g\n", g->cm.id, g->box[0], g->box[1], g->box[2]);
        break;
      case LASH_GRAPHICS_FRUSTUM:
        fprintf(out, "shape frustum %d %g %g %g\n", g->cm.id, g->length, g->bottom, g->top);
        break;
      case LASH_GRAPHICS_TORUS:
        fprintf(out, "shape torus %d %g %g\n", g->cm.id, g->major, g->minor);
        break;
      case LASH_GRAPHICS_CIRCLE:
        fprintf(out, "shape circle %d %g\n", g->cm.id, g->radius);
        break;
      case LASH_GRAPHICS_OUTLINE:
        fputs("shape outline", out);
        for (size_t k = 0; k < g->outline.count; k++) fprintf(out, " %d", g->outline.item[k].id);
        fputc('\n', out);
        break;
      default: /* drawn by programs of their own: external files, arcs of curves */
        break;
    }
  }
}

static void head(FILE *out, const table_state *state) {
  const lash_model *m = state->model;
  fprintf(out, "title %s\n", m->title ? m->title : "");
  fprintf(out, "length %s\n", m->units.length ? m->units.length : "");
  write_markers(out, state);
  write_links(out, state);
  write_joints(out, m);
  write_forces(out, state);
  write_shapes(out, m);
}

const table_class table_scene = {"scene.txt", head, NULL, NULL};
