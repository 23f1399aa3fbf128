/* CONTACT statements: one contact per pair of geometries, or per corner of a box on a plane. */
#include <math.h>

#include "lash_touch.h"

static bool listed(const lash_refs *refs, int id) {
  for (size_t k = 0; k < refs->count; k++)
    if (refs->item[k].id == id) return true;
  return false;
}

/* A box touches a plane with its corners. */
enum { CORNERS = 8 };

size_t lash_touch_places(const lash_graphics *igeom, const lash_graphics *jgeom) {
  const bool box = igeom->shape == LASH_GRAPHICS_BOX || jgeom->shape == LASH_GRAPHICS_BOX;
  const bool plane = igeom->shape == LASH_GRAPHICS_PLANE || jgeom->shape == LASH_GRAPHICS_PLANE;
  return box && plane ? CORNERS : 1;
}

/* All of a box, or one of its corners. */
static void read_box(const lash_graphics *graphics, size_t places, size_t place,
                     lash_touch_side *side) {
  side->shape = places == CORNERS ? LASH_SIDE_SPHERE : LASH_SIDE_BOX;
  for (size_t k = 0; k < 3; k++) {
    side->half[k] = fabs(0.5 * graphics->box[k]); /* below 0: towards -x, -y, -z */
    side->at[k] = 0.5 * graphics->box[k];
    if (places == CORNERS) side->at[k] = place >> k & 1 ? graphics->box[k] : 0;
  }
}

static lash_status read_side(const lash_graphics *graphics, const lash_refs *flips, size_t places,
                             size_t place, lash_touch_side *side, lash_error *error) {
  *side = (lash_touch_side){.marker = &graphics->cm, .hollow = listed(flips, graphics->head.id)};
  switch (graphics->shape) {
    case LASH_GRAPHICS_ELLIPSOID:
      if (graphics->scale[0] != graphics->scale[1] || graphics->scale[0] != graphics->scale[2])
        return lash_fail(error, LASH_UNSUPPORTED, "contact of ellipsoids that are no spheres");
      side->shape = LASH_SIDE_SPHERE;
      side->radius = 0.5 * graphics->scale[0];
      return LASH_OK;
    case LASH_GRAPHICS_CYLINDER:
      side->shape = LASH_SIDE_CYLINDER;
      side->radius = graphics->radius;
      side->length = graphics->length;
      side->at[2] = 0.5 * graphics->length; /* it runs from its marker along z */
      return LASH_OK;
    case LASH_GRAPHICS_POINT:
      side->shape = LASH_SIDE_SPHERE;
      return LASH_OK;
    case LASH_GRAPHICS_BOX:
      read_box(graphics, places, place, side);
      return LASH_OK;
    case LASH_GRAPHICS_PLANE:
      side->shape = LASH_SIDE_PLANE;
      return LASH_OK;
    default:
      return lash_fail(error, LASH_UNSUPPORTED,
                       "contact of shapes other than spheres, points, cylinders, boxes and planes");
  }
}

static lash_status check_laws(const lash_contact_pair *contact, size_t places, lash_error *error) {
  const bool user = contact->law == LASH_NORMAL_USER || contact->coulomb == LASH_COULOMB_USER;
  if (contact->law != LASH_NORMAL_IMPACT && contact->law != LASH_NORMAL_POISSON &&
      contact->law != LASH_NORMAL_USER)
    return lash_fail(error, LASH_UNSUPPORTED, "a contact without normal force");
  if (contact->augmented_lagrangian)
    return lash_fail(error, LASH_UNSUPPORTED,
                     "AUGMENTED_LAGRANGIAN_FORMULATION; leave it out and raise PENALTY instead");
  if (contact->stiction && contact->coulomb == LASH_COULOMB_USER)
    return lash_fail(error, LASH_UNSUPPORTED,
                     "STICTION=ON beside a FRICTION_FUNCTION; leave it out");
  if (places > 1 && user) /* one routine cannot tell corners from each other */
    return lash_fail(error, LASH_UNSUPPORTED,
                     "a routine for the contact of a box with a plane; make its corners "
                     "GRAPHICS/…, POINT, RM=…");
  return LASH_OK;
}

lash_status lash_touch_read(const lash_contact_pair *contact, const lash_graphics *igeom,
                            const lash_graphics *jgeom, size_t place, lash_touch_setup *setup,
                            lash_error *error) {
  const size_t places = lash_touch_places(igeom, jgeom);
  lash_status status = check_laws(contact, places, error);
  if (status != LASH_OK) return status;
  *setup = (lash_touch_setup){.stiffness = contact->stiffness,
                              .exponent = contact->exponent,
                              .damping = contact->damping,
                              .dmax = contact->dmax,
                              .poisson = contact->law == LASH_NORMAL_POISSON,
                              .penalty = contact->penalty,
                              .restitution = contact->restitution,
                              .user = contact->law == LASH_NORMAL_USER,
                              .friction = contact->coulomb == LASH_COULOMB_ON ||
                                          contact->coulomb == LASH_COULOMB_DYNAMICS_ONLY,
                              .dynamics_only = contact->coulomb == LASH_COULOMB_DYNAMICS_ONLY,
                              .stiction = contact->stiction,
                              .stiction_deformation = contact->max_stiction_deformation,
                              .mu_static = contact->mu_static,
                              .mu_dynamic = contact->mu_dynamic,
                              .stiction_velocity = contact->stiction_transition_velocity,
                              .friction_velocity = contact->friction_transition_velocity};
  status = read_side(igeom, &contact->iflip_geom, places, place, &setup->i, error);
  if (status != LASH_OK) return status;
  return read_side(jgeom, &contact->jflip_geom, places, place, &setup->j, error);
}
