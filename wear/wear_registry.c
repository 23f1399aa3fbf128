/* Wear laws, their parameters and what they may be. */
#include <math.h>
#include <string.h>

#include "lash_math.h"
#include "wear_socket.h"

static const char *const pressures[] = {"winkler", "persson", NULL};

#define COEFFICIENT(name, unit, meaning) \
  { name, unit, meaning, 0, 0, INFINITY, LASH_PARAM_MAX_OPEN, NULL }
#define OPTIONAL(name, unit, meaning)                                         \
  {                                                                           \
    name, unit, meaning, NAN, 0, INFINITY,                                    \
        LASH_PARAM_OPTIONAL | LASH_PARAM_MIN_OPEN | LASH_PARAM_MAX_OPEN, NULL \
  }

/* clang-format off */
#define ROWS(unit)                                                                    \
  COEFFICIENT("k_i", unit, "wear coefficient of the bearing or socket"),              \
  COEFFICIENT("k_j", unit, "wear coefficient of the journal or ball"),                \
  {"cells", "1", "cells around each body", 128, 8, LASH_WEAR_CELLS, 0, NULL},         \
  {"pressure", "1", "shape of the pressure that wears", 0, 0, 1, 0, pressures},       \
  OPTIONAL("modulus", "Pa", "E*, for pressure=persson"),                              \
  OPTIONAL("layer_i", "m", "what of the bearing or socket may wear away"),            \
  OPTIONAL("layer_j", "m", "what of the journal or ball may wear away")
/* clang-format on */

static const lash_param archard_rows[] = {ROWS("1/Pa")}, energy_rows[] = {ROWS("m^3/J")};
enum { ROW_COUNT = sizeof archard_rows / sizeof *archard_rows };

static const lash_wear_words laws[] = {
    [LASH_WEAR_ARCHARD] =
        {"archard", "depth = k int p |v| dt",
         "Archard 1953, Contact and rubbing of flat surfaces, J Appl Phys 24",
         "k is the volume worn away per load and way, k = K/H with the hardness H", archard_rows,
         ROW_COUNT},
    [LASH_WEAR_ENERGY] = {"energy", "depth = k int (work of friction per area)",
                          "Fouvry, Kapsa and Vincent 1996, Quantification of fretting damage, "
                          "Wear 200",
                          "k is the volume worn away per work of friction", energy_rows,
                          ROW_COUNT}};
enum { LAW_COUNT = sizeof laws / sizeof *laws };

size_t lash_wear_law_count(void) { return LAW_COUNT; }
const char *lash_wear_law_name(size_t index) { return laws[index].name; }
const lash_wear_words *lash_wear_law_at(size_t index) { return &laws[index]; }

const lash_wear_words *lash_wear_law_find(const char *name) {
  for (size_t k = 0; k < LAW_COUNT; k++)
    if (lash_same_name(laws[k].name, name)) return &laws[k];
  return NULL;
}

static const char *name_at(size_t index, const void *context) {
  (void)context;
  return laws[index].name;
}

lash_status lash_wear_begin(lash_wear *wear, const char *law, lash_error *error) {
  memset(wear, 0, sizeof *wear);
  const lash_wear_words *found = lash_wear_law_find(law);
  if (found) {
    wear->law = (lash_wear_law)(found - laws);
    lash_params_init(&wear->params, found->name, found->params, found->param_count);
    return LASH_OK;
  }
  const char *near = lash_nearest_name(law, LAW_COUNT, name_at, NULL);
  return lash_fail(error, LASH_BAD_INPUT,
                   "there is no wear law '%s'%s%s%s; there are archard and energy", law,
                   near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
}

lash_status lash_wear_set(lash_wear *wear, const char *name, const char *text, lash_error *error) {
  return lash_params_set(&wear->params, name, text, error);
}

static double or_endless(double layer) { return isnan(layer) ? INFINITY : layer; }

lash_status lash_wear_ready_surfaces(lash_wear *wear, double R, double L, double c,
                                     lash_error *error) {
  const lash_params *p = &wear->params;
  const lash_status status = lash_params_complete(p, error);
  if (status) return status;
  wear->k[0] = lash_params_get(p, "k_i"), wear->k[1] = lash_params_get(p, "k_j");
  wear->layer[0] = or_endless(lash_params_get(p, "layer_i"));
  wear->layer[1] = or_endless(lash_params_get(p, "layer_j"));
  wear->persson = lash_params_get(p, "pressure") == 1;
  wear->modulus = lash_params_get(p, "modulus");
  wear->R = R, wear->L = L, wear->c = c;
  if (!(wear->k[0] > 0) && !(wear->k[1] > 0))
    return lash_fail(error, LASH_BAD_INPUT,
                     "%s: nothing wears; give k_i (bearing, socket) or k_j (journal, ball)",
                     p->owner);
  if (!(R > 0) || !(L > 0) || !(c > 0))
    return lash_fail(error, LASH_BAD_INPUT,
                     "%s: radius %g m, length %g m and clearance %g m must all be above 0",
                     p->owner, R, L, c);
  if (wear->persson != lash_params_given(p, "modulus"))
    return lash_fail(error, LASH_BAD_INPUT,
                     wear->persson ? "%s: pressure=persson needs modulus, E* of the pair (Pa)"
                                   : "%s: modulus serves pressure=persson only",
                     p->owner);
  return LASH_OK;
}

lash_status lash_wear_ready(lash_wear *wear, double R, double L, double c, lash_error *error) {
  const lash_status status = lash_wear_ready_surfaces(wear, R, L, c, error);
  if (status) return status;
  const double cells = lash_params_get(&wear->params, "cells");
  if (cells != floor(cells))
    return lash_fail(error, LASH_BAD_INPUT, "%s: cells = %g is not a whole number",
                     wear->params.owner, cells);
  wear->cells = (size_t)cells;
  const double step = 2 * LASH_PI / cells;
  wear->sagitta = c * (1 / cos(0.5 * step) - 1);
  wear->turn[0] = cos(step), wear->turn[1] = sin(step);
  return LASH_OK;
}
