/* Words about a start that is legal and probably not meant. */
#include "lash_review.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "modify_string.h"

typedef struct review {
  const lash_model *model;
  lash_say *say;
  void *context;
} review;

/* "model.adm:12: GFORCE/3: …" */
static void tell(const review *r, const lash_element *about, const char *format, ...)
    LASH_PRINTF(3, 4);

static void tell(const review *r, const lash_element *about, const char *format, ...) {
  char text[LASH_MESSAGE_MAX];
  const int used = snprintf(text, sizeof text, "%.400s:%d: %s/%d: ", r->model->file, about->line,
                            lash_kind_name(about->kind), about->id);
  va_list list;
  va_start(list, format);
  vsnprintf(text + used, sizeof text - (size_t)used, format, list);
  va_end(list);
  r->say(r->context, text);
}

static int part_of(const lash_model *m, lash_ref marker) {
  return marker.index >= 0 ? m->marker.item[marker.index].part.id : 0;
}

static int part_of_shape(const lash_model *m, const lash_refs *shapes) {
  if (!shapes->count || shapes->item[0].index < 0) return 0;
  return part_of(m, m->graphics.item[shapes->item[0].index].cm);
}

/* ---------------------------------------------------------------------------------- penetration */

static void tell_inside(const review *r, const lash_element *about, double depth, int a, int b) {
  const char *unit = r->model->units.length ? r->model->units.length : "length units";
  tell(r, about,
       "PART/%d and PART/%d begin %.3g %s inside one another; the contact throws them apart in the "
       "first step. Move one of them if that is not meant",
       a, b, depth, unit);
}

static void review_gap(const review *r, const lash_switch_info *info, double depth) {
  const lash_model *m = r->model;
  if (info->kind != LASH_SWITCH_CONTACT || !(depth > 0)) return;
  if (strcmp(info->statement, "CONTACT") == 0) {
    const int at = lash_model_find(m, LASH_KIND_CONTACT, info->id);
    if (at < 0) return;
    const lash_contact_pair *c = &m->contact.item[at];
    tell_inside(r, &c->head, depth, part_of_shape(m, &c->igeom), part_of_shape(m, &c->jgeom));
  } else if (strcmp(info->statement, "GFORCE") == 0) {
    const int at = lash_model_find(m, LASH_KIND_GFORCE, info->id);
    if (at < 0) return;
    const lash_vector_force *g = &m->gforce.item[at];
    tell_inside(r, &g->head, depth, part_of(m, g->i), part_of(m, g->jfloat));
  }
}

static void review_gaps(const review *r, lash_system *system) {
  const size_t count = lash_system_size(system)->switches;
  double *value = calloc(count + 1, sizeof *value);
  lash_error error;
  if (value && lash_system_switches(system, value, &error) == LASH_OK) {
    for (size_t k = 0; k < count; k++) {
      const lash_switch_info info = lash_system_switch(system, k);
      review_gap(r, &info, -value[k]);
    }
  }
  free(value);
}

/* ------------------------------------------------------------------------------------ clearance */

static void review_clearance(const review *r, const lash_vector_force *g) {
  const lash_expression *f = &g->function;
  if (!f->user || !f->routine || !strstr(f->routine, "lash_subroutines") || !f->parameters.count)
    return;
  const int id = (int)f->parameters.value[0], at = lash_model_find(r->model, LASH_KIND_STRING, id);
  const char *text = at >= 0 ? r->model->string.item[at].text : NULL;
  if (!text) return;
  const double outer = model_number_in_string(text, "Ri");
  const double c = outer - model_number_in_string(text, "Rj");
  if (!(c > 0.1 * outer)) return;
  tell(r, &r->model->string.item[at].head,
       "the clearance of GFORCE/%d, Ri - Rj = %g m, is more than a tenth of Ri = %g m; sizes in a "
       "STRING are in metres, whatever UNITS says",
       g->head.id, c, outer);
}

/* ----------------------------------------------------------------------------------- velocities */

static void review_velocity(const review *r, lash_system *system, const lash_part *part,
                            const double *given, const double *y) {
  static const char *const what[2] = {"velocity", "angular velocity"};
  size_t q, v;
  if (part->ground || !lash_system_part(system, part->head.id, &q, &v)) return;
  for (size_t turns = 0; turns < 2; turns++) {
    const double *before = given + v + 3 * turns, *after = y + v + 3 * turns;
    double size = 0, change = 0;
    for (int k = 0; k < 3; k++) {
      size = fmax(size, fabs(before[k]));
      change = fmax(change, fabs(after[k] - before[k]));
    }
    if (size == 0 || change <= 0.01 * size) continue;
    tell(r, &part->head,
         "its initial %s was changed by %.3g %% of what is given, because joints or motions do not "
         "allow it; `lash run` starts with what they allow",
         what[turns], 100 * change / size);
  }
}

void lash_review_start(const lash_model *model, lash_system *system, const double *given,
                       const double *y, lash_say *say, void *context) {
  const review r = {model, say, context};
  if (!say) return;
  review_gaps(&r, system);
  for (size_t i = 0; i < model->gforce.count; i++) review_clearance(&r, &model->gforce.item[i]);
  for (size_t i = 0; i < model->part.count; i++)
    review_velocity(&r, system, &model->part.item[i], given, y);
}
