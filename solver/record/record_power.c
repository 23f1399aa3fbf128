/* What MOTIONs deliver: the force along a prescribed speed is what inertia there wants beyond what
 * acts, a row's force is known where accelerations are. */
#include "record_solve.h"

/* The prescribed coordinate of the tree that a MOTION stands for. */
static const tree_axis *driven_axis(const lash_recording *r, int drive) {
  for (size_t b = 1; b < r->system->body_count; b++)
    for (int a = 0; a < AXES; a++)
      if (r->tree[b].axis[a].drive == drive) return &r->tree[b].axis[a];
  return NULL;
}

static lash_term along_axis(lash_recording *r, const factors *f, const lash_term *accelerations,
                            const tree_axis *axis) {
  lash_tape *t = r->tape;
  const sparse_row *row = &f->driven[axis->follow];
  const size_t column = (size_t)record_column(r, axis);
  lash_term force = lash_tape_neg(t, f->Q[column]);
  for (size_t k = 0; k < row->count; k++)
    force = lash_tape_add(t, force,
                          lash_tape_mul(t, row->item[k].value, accelerations[row->item[k].column]));
  for (size_t j = 0; j < f->rows; j++)
    force = lash_tape_sub(t, force, lash_tape_mul(t, r->row[f->row[j]].J[column], f->mu[j]));
  return force;
}

/* Where the row is one of those dropped, others do its work. */
static lash_term along_row(const lash_recording *r, const factors *f, int group) {
  for (size_t j = 0; j < f->rows; j++)
    if (r->row[f->row[j]].group == group) return f->mu[j];
  return r->zero;
}

lash_term record_motion_power(lash_recording *r, const factors *f, const lash_term *accelerations,
                              size_t motion) {
  const lash_system *system = r->system;
  const lash_owner *owner = &system->owner[(size_t)system->size.joints + motion];
  const lash_group *group = &system->group[owner->first_group];
  if (!owner->active) return r->zero;
  const lash_term force = r->in_tree[owner->first_group]
                              ? along_axis(r, f, accelerations, driven_axis(r, group->motion))
                              : along_row(r, f, owner->first_group);
  return lash_tape_mul(r->tape, force, record_drive(r, group->motion).d1);
}
