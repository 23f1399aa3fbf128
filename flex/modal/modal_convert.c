/* Modal bodies changed as a whole: fewer modes, other units. */
#include <math.h>
#include <string.h>

#include "lash_modal.h"

/* --------------------------------------------------------------------------------------- fewer
 * modes
 */

static lash_status check_choice(const lash_modal *body, const size_t *keep, size_t count,
                                lash_error *error) {
  for (size_t i = 0; i < count; i++) {
    if (keep[i] >= body->mode_count)
      return lash_fail(error, LASH_BAD_INPUT, "there is no mode %zu: body %s has %zu", keep[i] + 1,
                       body->name, body->mode_count);
    for (size_t j = 0; j < i; j++)
      if (keep[i] == keep[j])
        return lash_fail(error, LASH_BAD_INPUT, "mode %zu is named twice", keep[i] + 1);
  }
  return LASH_OK;
}

static void copy_shortening(const lash_modal *from, const size_t *keep, lash_modal *to) {
  size_t n = to->mode_count, m = from->mode_count;
  for (size_t p = 0; p < n * n; p++) {
    size_t of = keep[p / n] * m + keep[p % n];
    to->shortening[p] = from->shortening[of];
    for (size_t i = 0; i < to->node_count; i++)
      if (to->node[i].shortening)
        memcpy(to->node[i].shortening[p], from->node[i].shortening[of], 3 * sizeof(double));
  }
}

lash_status lash_modal_select(lash_modal *body, const size_t *keep, size_t count,
                              lash_error *error) {
  lash_modal less;
  lash_status status = check_choice(body, keep, count, error);
  if (status == LASH_OK) status = lash_modal_allocate(&less, count, body->node_count, error);
  if (status != LASH_OK) return status;
  size_t m = body->mode_count;
  memcpy(less.name, body->name, sizeof less.name);
  less.mass = body->mass;
  memcpy(less.first, body->first, sizeof less.first);
  memcpy(less.second, body->second, sizeof less.second);
  less.check = body->check;
  for (size_t k = 0; k < count; k++) {
    less.mode[k] = body->mode[keep[k]];
    for (size_t l = 0; l < count; l++)
      memcpy(less.coupling[k * count + l], body->coupling[keep[k] * m + keep[l]],
             sizeof *less.coupling);
    for (size_t i = 0; i < body->node_count; i++)
      memcpy(less.shape[i * count + k], body->shape[i * m + keep[k]], sizeof *less.shape);
  }
  for (size_t i = 0; i < body->node_count; i++) {
    less.node[i] = body->node[i];
    less.node[i].shortening = NULL;
  }
  if (body->shortening) status = lash_modal_allocate_shortening(&less, error);
  if (status == LASH_OK && body->shortening) copy_shortening(body, keep, &less);
  if (status != LASH_OK) {
    lash_modal_free(&less);
    return status;
  }
  lash_modal_free(body);
  *body = less;
  return LASH_OK;
}

/* --------------------------------------------------------------------------------------- other
 * units
 */

static void scale(double factor, double *x, size_t count) {
  for (size_t i = 0; i < count; i++) x[i] *= factor;
}

/* With psi and q in units of their own such that the modal mass stays 1: u = q psi is a length and
 * m psi^2 a number, so psi scales with 1/sqrt(mass) and q with sqrt(mass) length. */
void lash_modal_convert(lash_modal *body, double length, double mass, double time) {
  size_t n = body->mode_count;
  double root = sqrt(1 / mass), by_length = 1 / length;
  body->mass /= mass;
  scale(by_length / mass, body->first, 3);
  scale(by_length * by_length / mass, body->second[0], 9);
  for (size_t k = 0; k < n; k++) {
    lash_mode *m = &body->mode[k];
    m->frequency *= time;
    m->preload *= root * time * time * by_length;
    scale(root, m->first, 3);
    scale(root * by_length, m->second[0], 9);
  }
  for (size_t p = 0; body->shortening && p < n * n; p++)
    scale(length, body->shortening[p].first, 3); /* the second moment keeps its number */
  for (size_t i = 0; i < body->node_count; i++) {
    lash_modal_node *node = &body->node[i];
    scale(by_length, node->position, 3);
    for (size_t k = 0; k < n; k++) {
      scale(1 / root, body->shape[i * n + k], 3);
      scale(length / root, body->shape[i * n + k] + 3, 3);
    }
    for (size_t p = 0; node->shortening && p < n * n; p++)
      scale(length * mass, node->shortening[p], 3);
  }
}
