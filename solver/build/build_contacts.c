/* CONTACT statements: one element per pair of geometries, or per corner of a box on a plane. */
#include "build.h"
#include "force_elements.h"
#include "lash_touch.h"

static lash_status add_place(lash_builder *builder, const lash_contact_pair *contact,
                             const lash_graphics *igeom, const lash_graphics *jgeom, size_t place,
                             lash_error *error) {
  lash_touch_setup setup;
  lash_error why;
  if (lash_touch_read(contact, igeom, jgeom, place, &setup, &why) != LASH_OK)
    return lash_build_unsupported(builder, &contact->head, why.message, error);
  lash_force *force = lash_force_add(builder, &contact->head, LASH_FORCE_CONTACT,
                                     lash_mark_of(setup.i.marker), lash_mark_of(setup.j.marker));
  const lash_status status = lash_contact_set_up(builder->system, force, &setup, error);
  return lash_build_failed(builder->model, &contact->head, status, error);
}

/* All elements of a pair. */
static lash_status add_places(lash_builder *builder, const lash_contact_pair *contact,
                              const lash_graphics *igeom, const lash_graphics *jgeom,
                              lash_error *error) {
  const size_t places = lash_touch_places(igeom, jgeom);
  lash_status status = LASH_OK;
  for (size_t k = 0; k < places && status == LASH_OK; k++)
    status = add_place(builder, contact, igeom, jgeom, k, error);
  return status;
}

lash_status lash_build_contacts(lash_builder *builder, lash_error *error) {
  const lash_model *model = builder->model;
  for (size_t k = 0; k < model->contact.count; k++) {
    const lash_contact_pair *contact = &model->contact.item[k];
    lash_status status = LASH_OK;
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
  return lash_compile_routine(builder, &contact->head, expression, &source, user, error);
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
        const size_t places =
            lash_touch_places(&model->graphics.item[contact->igeom.item[i].index],
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
