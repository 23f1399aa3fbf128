/* Shortening of a modal body: the displacement of second order that geometric stiffness stands for.
 */
#include <stdlib.h>
#include <string.h>

#include "lash_space.h"
#include "modal_internal.h"

lash_status lash_modal_allocate_shortening(lash_modal *body, lash_error *error) {
  size_t pairs = body->mode_count * body->mode_count + 1;
  bool room = true;
  body->shortening = calloc(pairs, sizeof *body->shortening);
  for (size_t n = 0; n < body->node_count; n++) {
    lash_modal_node *node = &body->node[n];
    if (!node->interface) continue;
    node->shortening = calloc(pairs, sizeof *node->shortening);
    room = room && node->shortening;
  }
  if (!body->shortening || !room)
    return lash_fail(error, LASH_FAILURE, "no memory for the shortening of %zu modes",
                     body->mode_count);
  return LASH_OK;
}

void modal_first(const lash_modal *body, const double *q, size_t k, double out[3]) {
  size_t n = body->mode_count;
  memcpy(out, body->mode[k].first, 3 * sizeof *out);
  if (!body->shortening) return;
  for (size_t l = 0; l < n; l++)
    for (int i = 0; i < 3; i++) out[i] += q[l] * body->shortening[k * n + l].first[i];
}

void modal_shortening_rate(const lash_modal *body, const double *qd, double bend[3],
                           double twist[3]) {
  size_t n = body->mode_count;
  double second[3][3] = {{0}};
  memset(bend, 0, 3 * sizeof *bend);
  for (size_t k = 0; body->shortening && k < n; k++)
    for (size_t l = 0; l < n; l++) {
      const lash_shortening *pair = &body->shortening[k * n + l];
      const double rate = qd[k] * qd[l];
      mat_add(second, rate, pair->second);
      for (int i = 0; i < 3; i++) bend[i] += rate * pair->first[i];
    }
  mat_axial((const double(*)[3])second, twist);
}
