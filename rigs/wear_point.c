/* A wear law on fresh surfaces. */
#include <math.h>
#include <string.h>

#include "lash_math.h"
#include "lash_rigs.h"
#include "lash_wear_socket.h"

enum { SIZE = LASH_PARAM_MIN_OPEN | LASH_PARAM_MAX_OPEN };
static const lash_param sizes[] = {
    {"R", "m", "radius of the journal or ball", NAN, 0, INFINITY, SIZE, NULL},
    {"c", "m", "radial clearance", NAN, 0, INFINITY, SIZE, NULL},
    {"L", "m", "width of the bearing; absent: a ball in its socket", NAN, 0, INFINITY,
     SIZE | LASH_PARAM_OPTIONAL, NULL}};

void lash_rub_sizes(const lash_wear *wear, lash_params *size) {
  lash_params_init(size, wear->params.owner, sizes, sizeof sizes / sizeof *sizes);
}

lash_status lash_rub_ready(lash_wear *wear, const lash_params *size, lash_error *error) {
  const lash_status status = lash_params_complete(size, error);
  if (status) return status;
  const double R = lash_params_get(size, "R"), c = lash_params_get(size, "c");
  return lash_params_given(size, "L")
             ? lash_wear_ready(wear, R, lash_params_get(size, "L"), c, error)
             : lash_wear_ready_socket(wear, R, c, error);
}

const char *lash_rub_way(const lash_wear *wear) {
  return wear->law == LASH_WEAR_ENERGY ? "work" : "slid";
}

/* The energy law's way is the work over the load. */
static lash_status rub_bearing(const lash_wear *wear, const lash_rub *x, lash_rub_result *t,
                               lash_error *error) {
  static const lash_wear_profile fresh;
  lash_wear_profile worn = fresh;
  const lash_wear_place place = {.r = x->r};
  lash_wear_tally tally = {.volume = {0}};
  const double slid = wear->law == LASH_WEAR_ENERGY ? x->way / x->load : x->way;
  lash_wear_take(wear, &fresh, &place, x->load, slid, &worn, &tally);
  t->pressure = lash_wear_pressure(wear, &fresh, &place, x->load, 0);
  for (int body = 0; body < 2; body++) {
    t->depth[body] = lash_wear_deepest(wear, &worn, body, NULL);
    t->volume[body] = tally.volume[body];
  }
  return lash_wear_check(wear, &worn, error);
}

/* A ball that slides along, across its load. */
static lash_status rub_socket(const lash_wear *wear, const lash_rub *x, lash_rub_result *t,
                              lash_error *error) {
  static const lash_wear_socket fresh;
  lash_wear_socket worn = fresh;
  const double down[3] = {0, 0, 1};
  const lash_wear_ride ride = {.e = {0, 0, x->r}, .u = {1, 0, 0}};
  const bool energy = wear->law == LASH_WEAR_ENERGY;
  lash_wear_tally tally = {.volume = {0}};
  lash_wear_socket_take(wear, &fresh, &ride, x->load, energy ? 1 : x->way, energy ? x->way : 0,
                        &worn, &tally);
  t->pressure = lash_wear_socket_pressure(wear, &fresh, ride.e, x->load, down);
  t->depth[0] = lash_wear_socket_deepest(wear, &worn, NULL), t->depth[1] = worn.ball;
  memcpy(t->volume, tally.volume, sizeof t->volume);
  return lash_wear_socket_check(wear, &worn, error);
}

lash_status lash_rub_run(const lash_wear *wear, const lash_rub *rub, lash_rub_result *result,
                         lash_error *error) {
  if (!(rub->r > wear->c) || !(rub->load > 0) || !(rub->way > 0))
    return lash_fail(error, LASH_BAD_INPUT,
                     "nothing rubs: r, load and %s must be above 0, r above the clearance of %g m",
                     lash_rub_way(wear), wear->c);
  result->angle = acos(wear->c / rub->r);
  return wear->face > 0 ? rub_socket(wear, rub, result, error)
                        : rub_bearing(wear, rub, result, error);
}
