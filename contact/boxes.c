/* Separating axes of two boxes, and the outline of their contact. */
#include "boxes.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "lash_space.h"

/* Edges count as parallel below this sine. An edge direction has to be better than the best face by
 * this part of the overlap: nearly parallel edges are as good as the face they lie in. The axis of
 * the state before is kept within a smaller one. */
#define PARALLEL  1e-6
#define EDGE_PART 0.05
#define KEEP_PART 0.02

/* What lies beside a face by this part of its width lies on it: boxes of equal size stand on each
 * other corner on corner. */
#define BESIDE 1e-6

enum { FACES = 6, CORNERS = 4 };

/* ------------------------------------------------------------------------------ separating axes */

/* Half the extent of a box along a direction. */
static double reach(const lash_box *box, const double n[3]) {
  double sum = 0;
  for (int k = 0; k < 3; k++) sum += box->half[k] * fabs(dot3(box->axis[k], n));
  return sum;
}

/* Unit vector of an axis, from i to j; false where two edges are parallel. */
static bool direction(const lash_box *i, const lash_box *j, int axis, double n[3]) {
  double between[3];
  sub3(j->centre, i->centre, between);
  if (axis < 3) {
    copy3(i->axis[axis], n);
  } else if (axis < FACES) {
    copy3(j->axis[axis - 3], n);
  } else {
    cross3(i->axis[(axis - FACES) / 3], j->axis[(axis - FACES) % 3], n);
    const double sine = norm3(n);
    if (sine < PARALLEL) return false;
    scale3(1 / sine, n, n);
  }
  if (dot3(n, between) < 0) scale3(-1, n, n);
  return true;
}

/* Distance along an axis, below 0 where they overlap. */
static double apart(const lash_box *i, const lash_box *j, const double n[3]) {
  double between[3];
  sub3(j->centre, i->centre, between);
  return dot3(between, n) - reach(i, n) - reach(j, n);
}

/* The face of least overlap, an edge direction that is clearly better, or the one before. */
static int choose(const double gap[LASH_BOX_AXES], int last) {
  int face = 0, edge = FACES;
  for (int k = 1; k < FACES; k++)
    if (gap[k] > gap[face]) face = k;
  for (int k = FACES + 1; k < LASH_BOX_AXES; k++)
    if (gap[k] > gap[edge]) edge = k;
  const int best = gap[edge] > gap[face] + EDGE_PART * fabs(gap[face]) ? edge : face;
  const bool keep = last >= 0 && gap[last] > gap[best] - KEEP_PART * fabs(gap[best]) &&
                    (last < FACES) == (best < FACES);
  return keep ? last : best;
}

/* ----------------------------------------------------------------------------- a face and a box */

/* A corner of the outline, and the line that leaves it: edges 0…3 of the face that is cut, sides
 * 4…7 of the face it is cut to. A corner is known by the lines it lies on. */
typedef struct vertex {
  double at[3];
  int line;
} vertex;

/* The face of a box that looks most against `n`: its corners in turn. Returns which. */
static int facing(const lash_box *box, const double n[3], vertex corner[CORNERS]) {
  static const double turn[CORNERS][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
  int k = 0;
  for (int c = 1; c < 3; c++)
    if (fabs(dot3(box->axis[c], n)) > fabs(dot3(box->axis[k], n))) k = c;
  const double side = dot3(box->axis[k], n) > 0 ? -1 : 1;
  const int u = (k + 1) % 3, v = (k + 2) % 3;
  for (int c = 0; c < CORNERS; c++) {
    copy3(box->centre, corner[c].at);
    axpy3(side * box->half[k], box->axis[k], corner[c].at);
    axpy3(turn[c][0] * box->half[u], box->axis[u], corner[c].at);
    axpy3(turn[c][1] * box->half[v], box->axis[v], corner[c].at);
    corner[c].line = c;
  }
  return 2 * k + (side > 0);
}

/* Cuts the outline at a plane: what lies where n·x <= limit stays, and what lies within `beside` of
 * it, on either side, is not cut through. */
static size_t cut(vertex *outline, size_t count, const double n[3], double limit, double beside,
                  int line) {
  vertex old[LASH_BOX_TOUCHES];
  size_t kept = 0;
  memcpy(old, outline, count * sizeof *old);
  for (size_t k = 0; k < count; k++) {
    const vertex *a = &old[k], *b = &old[(k + 1) % count];
    const double over_a = dot3(n, a->at) - limit, over_b = dot3(n, b->at) - limit;
    if (over_a <= beside) outline[kept++] = *a;
    const bool leaves = over_a < -beside && over_b > beside;
    const bool enters = over_b < -beside && over_a > beside;
    if ((!leaves && !enters) || kept == LASH_BOX_TOUCHES) continue;
    vertex *crossing = &outline[kept++];
    const double part = over_a / (over_a - over_b);
    for (int c = 0; c < 3; c++) crossing->at[c] = a->at[c] + part * (b->at[c] - a->at[c]);
    crossing->line = leaves ? line : a->line;
  }
  return kept;
}

static size_t cut_to_face(const lash_box *box, int face, vertex *outline) {
  size_t count = CORNERS;
  for (int side = 0; side < CORNERS && count; side++) {
    const int along = (face + 1 + side / 2) % 3;
    double n[3];
    scale3(side % 2 ? -1 : 1, box->axis[along], n);
    const double limit = dot3(n, box->centre) + box->half[along];
    count = cut(outline, count, n, limit, BESIDE * box->half[along], CORNERS + side);
  }
  return count;
}

static int key_of(int axis, int face, int line_in, int line_out) {
  return 1 + ((axis * FACES + face) * 8 + line_in) * 8 + line_out;
}

int lash_box_key_axis(int key) { return (key - 1) / (FACES * 64); }

/* The normal is that of a face of `flat`, which is i or j. */
static void meet_face(const lash_box *flat, const lash_box *other, bool flat_is_i,
                      lash_box_contact *contact) {
  vertex outline[LASH_BOX_TOUCHES];
  double out[3];
  scale3(flat_is_i ? 1 : -1, contact->normal, out);
  const int face = facing(other, out, outline);
  const size_t count = cut_to_face(flat, contact->axis % 3, outline);
  const double top = dot3(out, flat->centre) + reach(flat, out);
  int before = count ? outline[count - 1].line : 0;
  for (size_t k = 0; k < count; k++) {
    lash_box_touch *touch = &contact->touch[contact->count++];
    touch->key = key_of(contact->axis, face, before, outline[k].line);
    touch->delta = top - dot3(out, outline[k].at);
    copy3(outline[k].at, touch->surface_j);
    if (!flat_is_i) axpy3(-touch->delta, contact->normal, touch->surface_j);
    before = outline[k].line;
  }
}

/* ------------------------------------------------------------------------------------ two edges */

/* The middle of the edge along `axis` that is farthest along n; which of the four. */
static int farthest_edge(const lash_box *box, int axis, const double n[3], double middle[3]) {
  int which = 0;
  copy3(box->centre, middle);
  for (int k = 1; k < 3; k++) {
    const int c = (axis + k) % 3;
    const bool ahead = dot3(box->axis[c], n) > 0;
    axpy3(ahead ? box->half[c] : -box->half[c], box->axis[c], middle);
    which = 2 * which + ahead;
  }
  return which;
}

/* Where the lines cross, seen along the normal: what part of the way along each. */
static void meet_edges(const lash_box *i, const lash_box *j, lash_box_contact *contact) {
  const int a = (contact->axis - FACES) / 3, b = (contact->axis - FACES) % 3;
  const double *u = i->axis[a], *v = j->axis[b];
  double on_i[3], on_j[3], away[3], between[3];
  scale3(-1, contact->normal, away);
  const int edge_i = farthest_edge(i, a, contact->normal, on_i);
  const int edge_j = farthest_edge(j, b, away, on_j);
  sub3(on_j, on_i, between);
  const double cosine = dot3(u, v), sine2 = 1 - cosine * cosine;
  const double along = (cosine * dot3(u, between) - dot3(v, between)) / sine2;
  lash_box_touch *touch = &contact->touch[contact->count++];
  touch->key = key_of(contact->axis, 0, edge_i, edge_j);
  touch->delta = -dot3(contact->normal, between);
  copy3(on_j, touch->surface_j);
  axpy3(along, v, touch->surface_j);
}

/* --------------------------------------------------------------------------------------- public */

void lash_boxes_meet(const lash_box *i, const lash_box *j, int last, lash_box_contact *contact) {
  double gap[LASH_BOX_AXES], n[3];
  contact->gap = -DBL_MAX;
  contact->count = 0;
  for (int k = 0; k < LASH_BOX_AXES; k++) {
    gap[k] = direction(i, j, k, n) ? apart(i, j, n) : -DBL_MAX;
    contact->gap = fmax(contact->gap, gap[k]);
  }
  contact->axis = choose(gap, last);
  direction(i, j, contact->axis, contact->normal);
  if (contact->axis < 3)
    meet_face(i, j, true, contact);
  else if (contact->axis < FACES)
    meet_face(j, i, false, contact);
  else
    meet_edges(i, j, contact);
}

/* Outside, along the way to the nearest point of the box; inside, out of the nearest face. */
void lash_box_ball(const lash_box *i, const double centre[3], double radius,
                   lash_box_contact *contact) {
  double from[3], nearest[3] = {0}, depth = DBL_MAX;
  sub3(centre, i->centre, from);
  for (int k = 0; k < 3; k++) {
    const double x = dot3(from, i->axis[k]), h = i->half[k];
    axpy3(fmax(-h, fmin(h, x)), i->axis[k], nearest);
    if (h - fabs(x) >= depth) continue;
    depth = h - fabs(x);
    scale3(x < 0 ? -1 : 1, i->axis[k], contact->normal);
  }
  if (depth < 0) {
    sub3(from, nearest, contact->normal);
    depth = -norm3(contact->normal);
    normalise3(contact->normal);
  }
  contact->axis = 0;
  contact->count = 1;
  contact->gap = -depth - radius;
  contact->touch[0] = (lash_box_touch){.key = 1, .delta = depth + radius};
  copy3(centre, contact->touch[0].surface_j);
  axpy3(-radius, contact->normal, contact->touch[0].surface_j);
}

/* Tangents follow the side of i, or its axis where the normal lies along that. */
static void tangents(const lash_frame *i, const double n[3], double tangent[2][3]) {
  const bool along = fabs(dot3(i->side, n)) > 0.8;
  copy3(along ? i->axis : i->side, tangent[0]);
  axpy3(-dot3(tangent[0], n), n, tangent[0]);
  normalise3(tangent[0]);
  cross3(n, tangent[0], tangent[1]);
}

void lash_box_point(const lash_box_contact *contact, size_t number, const lash_frame *i,
                    const lash_frame *j, lash_contact_point *point) {
  const lash_box_touch *touch = &contact->touch[number];
  const double *n = contact->normal;
  *point = (lash_contact_point){.delta = touch->delta, .share = 1};
  copy3(n, point->normal);
  copy3(touch->surface_j, point->surface_j);
  copy3(touch->surface_j, point->surface_i);
  axpy3(touch->delta, n, point->surface_i);
  sub3(touch->surface_j, j->position, point->arm_j);
  axpy3(touch->delta / 2, n, point->arm_j);
  for (int k = 0; k < 3; k++) {
    point->arm_i[k] = point->arm_j[k] + j->position[k] - i->position[k];
    point->slip[k] = j->velocity[k] - i->velocity[k];
  }
  add_cross3(1, j->spin, point->arm_j, point->slip);
  add_cross3(-1, i->spin, point->arm_i, point->slip);
  point->v = -dot3(n, point->slip);
  axpy3(point->v, n, point->slip);
  tangents(i, n, point->tangent);
  for (int k = 0; k < 2; k++) point->slip2[k] = dot3(point->tangent[k], point->slip);
}
