/* CONTACTs of a scene: what touch/ says of each place, with a memory that a step settles. */
#include <stdlib.h>

#include "lash_touch.h"
#include "scene.h"

/* A place and what it remembers, in one block. */
typedef struct place {
  lash_touch touch;
  lash_touch_memory memory[];
} place;

size_t lash_scene_contact_places(const lash_model *m) {
  size_t count = 0;
  for (size_t k = 0; k < m->contact.count; k++) {
    const lash_contact_pair *contact = &m->contact.item[k];
    for (size_t i = 0; i < contact->igeom.count; i++)
      for (size_t j = 0; j < contact->jgeom.count; j++)
        count += lash_touch_places(&m->graphics.item[contact->igeom.item[i].index],
                                   &m->graphics.item[contact->jgeom.item[j].index]);
  }
  return count;
}

static lash_status add_place(lash_scene *scene, const lash_contact_pair *contact,
                             const lash_graphics *igeom, const lash_graphics *jgeom, size_t number,
                             lash_error *error) {
  const lash_force_law law = {.kind = LASH_FORCE_CONTACT};
  lash_touch_setup setup;
  lash_error why;
  lash_status status = lash_touch_read(contact, igeom, jgeom, number, &setup, &why);
  if (status != LASH_OK)
    return lash_scene_refuse(scene, status, &contact->head, error, "this host does not offer %s",
                             why.message);
  scene_force *force =
      lash_scene_add_force(scene, &contact->head, law, setup.i.marker, setup.j.marker);
  place *made = calloc(1, sizeof *made + lash_touch_memories(&setup) * sizeof *made->memory);
  if (!made) return lash_fail(error, LASH_FAILURE, "out of memory for the contacts");
  force->touch = &made->touch;
  status = lash_touch_set_up(&made->touch, &setup, made->memory, &why);
  if (status == LASH_OK) return LASH_OK;
  return lash_scene_refuse(scene, status, &contact->head, error, "%s", why.message);
}

static lash_status add_pair(lash_scene *scene, const lash_contact_pair *contact,
                            const lash_graphics *igeom, const lash_graphics *jgeom,
                            lash_error *error) {
  lash_status status = LASH_OK;
  for (size_t n = 0; n < lash_touch_places(igeom, jgeom) && status == LASH_OK; n++)
    status = add_place(scene, contact, igeom, jgeom, n, error);
  return status;
}

static lash_status build_contact(lash_scene *scene, const lash_contact_pair *contact,
                                 lash_error *error) {
  const lash_graphics *shape = scene->model->graphics.item;
  lash_status status = LASH_OK;
  if (contact->law == LASH_NORMAL_USER || contact->coulomb == LASH_COULOMB_USER)
    return lash_scene_refuse(scene, LASH_UNSUPPORTED, &contact->head, error,
                             "a CONTACT by a user subroutine; give its laws by IMPACT or POISSON, "
                             "or choose the reference host");
  for (size_t i = 0; i < contact->igeom.count; i++)
    for (size_t j = 0; j < contact->jgeom.count && status == LASH_OK; j++)
      status = add_pair(scene, contact, &shape[contact->igeom.item[i].index],
                        &shape[contact->jgeom.item[j].index], error);
  return status;
}

lash_status lash_scene_build_contacts(lash_scene *scene, lash_error *error) {
  const lash_model *m = scene->model;
  lash_status status = LASH_OK;
  scene->length = lash_scene_size(scene);
  for (size_t k = 0; k < m->contact.count && status == LASH_OK; k++)
    if (m->contact.item[k].head.active) status = build_contact(scene, &m->contact.item[k], error);
  return status;
}

static lash_touch_now now_of(const lash_scene *scene, const scene_force *force) {
  return (lash_touch_now){.time = scene->time,
                          .length = scene->length,
                          .i = lash_scene_mark(scene, force->i),
                          .j = lash_scene_mark(scene, force->j)};
}

static void note(lash_scene *scene, const scene_force *force, lash_status status,
                 const lash_error *why) {
  lash_error error;
  if (status == LASH_OK) return;
  lash_scene_refuse(scene, status, force->head, &error, "%s (time %g)", why->message, scene->time);
  lash_scene_note(scene, &error);
}

void lash_scene_contact_load(lash_scene *scene, scene_force *force) {
  lash_error why;
  const lash_touch_now now = now_of(scene, force);
  force->load = (lash_load){.force_i = {0}};
  note(scene, force, lash_touch_load(force->touch, &now, &force->load, &why), &why);
}

void lash_scene_contacts_commit(lash_scene *scene) {
  lash_error why;
  for (size_t n = 0; n < scene->force_count; n++) {
    const scene_force *force = &scene->force[n];
    if (!force->touch) continue;
    const lash_touch_now now = now_of(scene, force);
    note(scene, force, lash_touch_commit(force->touch, &now, &why), &why);
  }
}

void lash_scene_contacts_reset(lash_scene *scene) {
  for (size_t n = 0; n < scene->force_count; n++)
    if (scene->force[n].touch) lash_touch_reset(scene->force[n].touch);
}

void lash_scene_contacts_free(lash_scene *scene) { /* `touch` stands at the head of its block */
  for (size_t n = 0; scene->force && n < scene->force_count; n++) free(scene->force[n].touch);
}
