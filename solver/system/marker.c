/* Markers: frames on bodies, computed once per state when first asked for. */
#include <stdlib.h>

#include "bodies.h"

void lash_mark_update(lash_system *system, lash_mark *mark) {
  const lash_body *body = &system->body[mark->body];
  mul33_3(body->R, mark->arm0, mark->arm);
  add3(body->x, mark->arm, mark->r);
  cross3(body->w, mark->arm, mark->v);
  axpy3(1, body->u, mark->v);
  copy3(body->w, mark->w);
  mark->stamp = system->stamp;
}

void lash_mark_update_axes(lash_system *system, lash_mark *mark) {
  const lash_body *body = &system->body[mark->body];
  if (mark->aligned)
    memcpy(mark->A, body->R, sizeof mark->A);
  else
    mul33(body->R, mark->axes0, mark->A);
  mark->axes_stamp = system->stamp;
}

int lash_mark_search(const lash_system *system, int id) {
  size_t low = 0, high = system->mark_count;
  while (low < high) {
    const size_t middle = (low + high) / 2;
    const int index = system->mark_order[middle];
    const int found = system->mark[index].id;
    if (found == id) return index;
    if (found < id)
      low = middle + 1;
    else
      high = middle;
  }
  return -1;
}

bool lash_system_marker(lash_system *system, int marker_id, double position[3], double axes[9],
                        double velocity[3], double angular_velocity[3]) {
  const int index = lash_mark_find(system, marker_id);
  if (index < 0) return false;
  const lash_mark *mark = lash_mark_at(system, index);
  if (position) copy3(mark->r, position);
  if (axes) memcpy(axes, mark->A, sizeof mark->A);
  if (velocity) copy3(mark->v, velocity);
  if (angular_velocity) copy3(system->body[mark->body].w, angular_velocity);
  return true;
}
