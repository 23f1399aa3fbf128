/* From the scar of a wear test to the wear coefficient. */
#include "law_views.h"

#include <math.h>
#include <stdio.h>

#include "json.h"
#include "lash_wear.h"

enum { SIZE = LASH_PARAM_MIN_OPEN | LASH_PARAM_MAX_OPEN };
static const lash_param table_of_test[] = {
    {"R", "m", "radius of the ring or ball", NAN, 0, INFINITY, SIZE, NULL},
    {"b", "m", "width of the block; absent: a ball on a flat", NAN, 0, INFINITY,
     SIZE | LASH_PARAM_OPTIONAL, NULL},
    {"load", "N", "during the test", NAN, 0, INFINITY, SIZE, NULL},
    {"way", "m", "slid in the test", NAN, 0, INFINITY, SIZE, NULL},
    {"mu", "1", "friction coefficient, for the law energy", NAN, 0, INFINITY,
     SIZE | LASH_PARAM_OPTIONAL, NULL}};

typedef struct coefficients {
  double volume, depth, archard, energy; /* the last NAN without mu */
} coefficients;

static void print_json(const char *test, const coefficients *k) {
  json j = json_object_to(stdout);
  json_string(&j, "test", test);
  json_number(&j, "volume", k->volume);
  json_number(&j, "depth", k->depth);
  json_number(&j, "k_archard", k->archard);
  json_number(&j, "k_energy", k->energy);
  json_end(&j);
}

static void print_words(const char *test, const coefficients *k) {
  printf("%s\n  volume        %.6g m^3\n  depth         %.6g m\n  k of archard  %.6g 1/Pa\n", test,
         k->volume, k->depth, k->archard);
  if (!isnan(k->energy)) printf("  k of energy   %.6g m^3/J\n", k->energy);
}

lash_status scar_fit(double scar, cli_settings *settings, bool as_json, lash_error *error) {
  lash_params p;
  const lash_params *const known[] = {&p};
  lash_params_init(&p, "--scar", table_of_test, sizeof table_of_test / sizeof *table_of_test);
  lash_status status = cli_settings_apply(settings, &p, error);
  if (!status) status = cli_settings_all_used(settings, known, 1, error);
  if (!status) status = lash_params_complete(&p, error);
  if (status) return status;
  const double R = lash_params_get(&p, "R");
  const bool block = lash_params_given(&p, "b");
  if (!(scar < 2 * R))
    return lash_fail(error, LASH_BAD_INPUT,
                     "a scar of %g m is as wide as the %s, whose diameter is %g m", scar,
                     block ? "ring" : "ball", 2 * R);
  coefficients k;
  k.volume = block ? lash_wear_block_volume(scar, R, lash_params_get(&p, "b"), &k.depth)
                   : lash_wear_ball_volume(0.5 * scar, R, &k.depth);
  k.archard = k.volume / (lash_params_get(&p, "load") * lash_params_get(&p, "way"));
  k.energy = k.archard / lash_params_get(&p, "mu");
  (as_json ? print_json : print_words)(block ? "block on ring" : "ball on flat", &k);
  return LASH_OK;
}
