/* Joints with clearance, as their statements tell them. */
#include "lash_clearance.h"

#include <string.h>

#include "modify_string.h"

/* USER(string, I, J, …), sizes in SI in the STRING. */
static bool read_joint(const lash_model *m, const lash_vector_force *f, lash_clearance *c) {
  const lash_expression *e = &f->function;
  if (!e->user || e->parameters.count < 3 || !e->routine || !strstr(e->routine, "Lash_")) {
    return false;
  }
  const int at = lash_model_find(m, LASH_KIND_STRING, (int)e->parameters.value[0]);
  const char *text = at >= 0 ? m->string.item[at].text : NULL;
  if (!text) return false;
  const bool outer_j = strstr(text, "outer=J") != NULL;
  const int i = (int)e->parameters.value[1], j = (int)e->parameters.value[2];
  *c = (lash_clearance){
      .force = f->head.id,
      .outer = outer_j ? j : i,
      .inner = outer_j ? i : j,
      .play = (model_number_in_string(text, "Ri") - model_number_in_string(text, "Rj")) /
              m->units.scale.length,
      .sphere = strstr(e->routine, "revolute") == NULL};
  return c->play > 0;
}

bool lash_clearance_at(const lash_model *m, size_t index, lash_clearance *c) {
  for (size_t i = 0; i < m->gforce.count; i++) {
    if (read_joint(m, &m->gforce.item[i], c) && index-- == 0) return true;
  }
  return false;
}
