/* CONTACT statements: one element per pair of geometries, or per corner of a box on a plane. */
#include "build.h"
#include "force_elements.h"

static bool listed(const lash_refs *refs, int id) {
  for (size_t k = 0; k < refs->count; k++)
    if (refs->item[k].id == id) return true;
  return false;
}

/* A box touches a plane with its corners: each is an element, so that each touch is an event. */
enum { CORNERS = 8 };

static size_t places_of(const lash_graphics *igeom, const lash_graphics *jgeom) {
  const bool box = igeom->shape == LASH_GRAPHICS_BOX || jgeom->shape == LASH_GRAPHICS_BOX;
  const bool plane = igeom->shape == LASH_GRAPHICS_PLANE || jgeom->shape == LASH_GRAPHICS_PLANE;
  return box && plane ? CORNERS : 1;
}

/* All of a box, or one of its corners. */
static void read_box(const lash_graphics *graphics, size_t places, size_t place,
                     lash_contact_side *side) {
  side->shape = places == CORNERS ? LASH_SIDE_SPHERE : LASH_SIDE_BOX;
  for (size_t k = 0; k < 3; k++) {
    side->half[k] = fabs(0.5 * graphics->box[k]); /* below 0: towards -x, -y, -z */
    side->at[k] = 0.5 * graphics->box[k];
    if (places == CORNERS) side->at[k] = place >> k & 1 ? graphics->box[k] : 0;
  }
}

static lash_status read_side(lash_builder *builder, const lash_contact_pair *contact,
                             const lash_graphics *graphics, const lash_refs *flips, size_t places,
                             size_t place, lash_contact_side *side, lash_error *error) {
  *side = (lash_contact_side){.mark = lash_mark_of(&graphics->cm),
                              .hollow = listed(flips, graphics->head.id)};
  switch (graphics->shape) {
    case LASH_GRAPHICS_ELLIPSOID:
      if (graphics->scale[0] != graphics->scale[1] || graphics->scale[0] != graphics->scale[2])
        return lash_build_unsupported(builder, &contact->head,
                                      "contact of ellipsoids that are no spheres", error);
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
      return lash_build_unsupported(builder, &contact->head,
                                    "contact of shapes other than spheres, points, cylinders, "
                                    "boxes and planes",
                                    error);
  }
}

static lash_status check_laws(lash_builder *builder, const lash_contact_pair *contact,
                              lash_error *error) {
  if (contact->law != LASH_NORMAL_IMPACT && contact->law != LASH_NORMAL_POISSON &&
      contact->law != LASH_NORMAL_USER)
    return lash_build_unsupported(builder, &contact->head, "a contact without normal force", error);
  if (contact->augmented_lagrangian)
    return lash_build_unsupported(
        builder, &contact->head,
        "AUGMENTED_LAGRANGIAN_FORMULATION; leave it out and raise PENALTY instead", error);
  if (contact->stiction && contact->coulomb == LASH_COULOMB_USER)
    return lash_build_unsupported(builder, &contact->head,
                                  "STICTION=ON beside a FRICTION_FUNCTION; leave it out", error);
  return LASH_OK;
}

/* One routine cannot tell corners from each other. */
static lash_status check_routines(lash_builder *builder, const lash_contact_pair *contact,
                                  size_t places, lash_error *error) {
  if (places == 1 || (contact->law != LASH_NORMAL_USER && contact->coulomb != LASH_COULOMB_USER))
    return LASH_OK;
  return lash_build_unsupported(builder, &contact->head,
                                "a routine for the contact of a box with a plane; make its corners "
                                "GRAPHICS/…, POINT, RM=…",
                                error);
}

static lash_status add_pair(lash_builder *builder, const lash_contact_pair *contact,
                            const lash_graphics *igeom, const lash_graphics *jgeom, size_t places,
                            size_t place, lash_error *error) {
  lash_contact_setup setup = {
      .stiffness = contact->stiffness,
      .exponent = contact->exponent,
      .damping = contact->damping,
      .dmax = contact->dmax,
      .poisson = contact->law == LASH_NORMAL_POISSON,
      .penalty = contact->penalty,
      .restitution = contact->restitution,
      .user_normal = contact->law == LASH_NORMAL_USER ? 0 : -1, /* set when routines are found */
      .user_friction = -1,
      .friction =
          contact->coulomb == LASH_COULOMB_ON || contact->coulomb == LASH_COULOMB_DYNAMICS_ONLY,
      .dynamics_only = contact->coulomb == LASH_COULOMB_DYNAMICS_ONLY,
      .stiction = contact->stiction,
      .stiction_deformation = contact->max_stiction_deformation,
      .mu_static = contact->mu_static,
      .mu_dynamic = contact->mu_dynamic,
      .stiction_velocity = contact->stiction_transition_velocity,
      .friction_velocity = contact->friction_transition_velocity};
  lash_status status =
      read_side(builder, contact, igeom, &contact->iflip_geom, places, place, &setup.i, error);
  if (status == LASH_OK)
    status =
        read_side(builder, contact, jgeom, &contact->jflip_geom, places, place, &setup.j, error);
  if (status != LASH_OK) return status;
  lash_force *force =
      lash_force_add(builder, &contact->head, LASH_FORCE_CONTACT, setup.i.mark, setup.j.mark);
  status = lash_contact_set_up(&builder->system->store, force, &setup, error);
  return status == LASH_OK ? LASH_OK : lash_build_failed(builder, &contact->head, status, error);
}

/* All elements of a pair. */
static lash_status add_places(lash_builder *builder, const lash_contact_pair *contact,
                              const lash_graphics *igeom, const lash_graphics *jgeom,
                              lash_error *error) {
  const size_t places = places_of(igeom, jgeom);
  lash_status status = check_routines(builder, contact, places, error);
  for (size_t k = 0; k < places && status == LASH_OK; k++)
    status = add_pair(builder, contact, igeom, jgeom, places, k, error);
  return status;
}

lash_status lash_build_contacts(lash_builder *builder, lash_error *error) {
  const lash_model *model = builder->model;
  for (size_t k = 0; k < model->contact.count; k++) {
    const lash_contact_pair *contact = &model->contact.item[k];
    lash_status status = check_laws(builder, contact, error);
    for (size_t i = 0; i < contact->igeom.count; i++)
      for (size_t j = 0; j < contact->jgeom.count && status == LASH_OK; j++)
        status = add_places(builder, contact, &model->graphics.item[contact->igeom.item[i].index],
                            &model->graphics.item[contact->jgeom.item[j].index], error);
    if (status != LASH_OK) return status;
  }
  return LASH_OK;
}

/* ------------------------------------------------------------------------------------- routines */

static lash_status find_routine(lash_builder *builder, const lash_contact_pair *contact,
                                const lash_expression *expression, lash_user_kind kind, int igeom,
                                int jgeom, int *user, lash_error *error) {
  const lash_user_source source = {
      .kind = kind, .igeom = &igeom, .jgeom = &jgeom, .igeoms = 1, .jgeoms = 1};
  int function;
  *user = -1;
  if (!expression->user) return LASH_OK;
  return lash_compile(builder, &contact->head, expression, &source, &function, user, error);
}

lash_status lash_compile_contacts(lash_builder *builder, lash_error *error) {
  const lash_model *model = builder->model;
  lash_system *system = builder->system;
  size_t at = 0;
  while (at < system->force_count && system->force[at].law.kind != LASH_FORCE_CONTACT) at++;
  for (size_t k = 0; k < model->contact.count; k++) {
    const lash_contact_pair *contact = &model->contact.item[k];
    for (size_t i = 0; i < contact->igeom.count; i++)
      for (size_t j = 0; j < contact->jgeom.count; j++) {
        const size_t places = places_of(&model->graphics.item[contact->igeom.item[i].index],
                                        &model->graphics.item[contact->jgeom.item[j].index]);
        int normal, sliding;
        lash_status status =
            find_routine(builder, contact, &contact->normal_function, LASH_USER_NORMAL,
                         contact->igeom.item[i].id, contact->jgeom.item[j].id, &normal, error);
        if (status == LASH_OK)
          status =
              find_routine(builder, contact, &contact->friction_function, LASH_USER_TANGENTIAL,
                           contact->igeom.item[i].id, contact->jgeom.item[j].id, &sliding, error);
        if (status != LASH_OK) return status;
        for (size_t place = 0; place < places; place++)
          lash_contact_routines(&system->force[at++], normal, sliding);
      }
  }
  return LASH_OK;
}
