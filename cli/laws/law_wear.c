/* A wear law on fresh surfaces. */
#include "law_wear.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "json.h"
#include "lash_math.h"
#include "lash_wear_socket.h"
#include "output.h"

enum { SIZE = LASH_PARAM_MIN_OPEN | LASH_PARAM_MAX_OPEN };
static const lash_param sizes[] = {
    {"R", "m", "radius of the journal or ball", NAN, 0, INFINITY, SIZE, NULL},
    {"c", "m", "radial clearance", NAN, 0, INFINITY, SIZE, NULL},
    {"L", "m", "width of the bearing; absent: a ball in its socket", NAN, 0, INFINITY,
     SIZE | LASH_PARAM_OPTIONAL, NULL}};

/* Where: distance of the centres, load, way slid; of the energy law the work of friction. */
typedef struct rub {
  double r, load, slid, work;
} rub;

typedef struct taken {
  double angle, pressure, depth[2], volume[2];
} taken;

static lash_status read_rub(const lash_wear *wear, const cli_settings *at, rub *x,
                            lash_error *error) {
  const bool energy = wear->law == LASH_WEAR_ENERGY;
  const char *const way = energy ? "work" : "slid";
  const char *const names[] = {"r", "load", way};
  double *const place[] = {&x->r, &x->load, energy ? &x->work : &x->slid};
  for (size_t i = 0; i < at->count; i++) {
    size_t k = 0;
    while (k < 3 && strcmp(names[k], at->item[i].name) != 0) k++;
    if (k == 3)
      return lash_fail(error, LASH_BAD_INPUT,
                       "%s does not depend on '%s'; it takes r (distance of the centres, m), load "
                       "(N) and %s",
                       wear->params.owner, at->item[i].name,
                       energy ? "work (of friction, J)" : "slid (m)");
    if (!lash_parse_number(at->item[i].value, place[k]) || !(*place[k] > 0))
      return lash_fail(error, LASH_BAD_INPUT, "--at: %s wants a finite number > 0, not '%s'",
                       at->item[i].name, at->item[i].value);
  }
  if (x->r > wear->c && x->load > 0 && *place[2] > 0) return LASH_OK;
  return lash_fail(error, LASH_BAD_INPUT,
                   "nothing rubs: --at r=…,load=…,%s=… with r above the clearance of %g m", way,
                   wear->c);
}

/* The energy law's `slid` is the work over the load. */
static void wear_bearing(const lash_wear *wear, const rub *x, taken *t) {
  static const lash_wear_profile fresh;
  static lash_wear_profile worn;
  const lash_wear_place place = {.r = x->r};
  lash_wear_tally tally = {.volume = {0}};
  const double slid = wear->law == LASH_WEAR_ENERGY ? x->work / x->load : x->slid;
  memset(&worn, 0, sizeof worn);
  lash_wear_take(wear, &fresh, &place, x->load, slid, &worn, &tally);
  t->pressure = lash_wear_pressure(wear, &fresh, &place, x->load, 0);
  for (int body = 0; body < 2; body++) {
    t->depth[body] = lash_wear_deepest(wear, &worn, body, NULL);
    t->volume[body] = tally.volume[body];
  }
}

/* A ball that slides along, across its load. */
static void wear_socket(const lash_wear *wear, const rub *x, taken *t) {
  static const lash_wear_socket fresh;
  static lash_wear_socket worn;
  const double down[3] = {0, 0, 1};
  const lash_wear_ride ride = {.e = {0, 0, x->r}, .u = {1, 0, 0}};
  const double time = wear->law == LASH_WEAR_ENERGY ? 1 : x->slid;
  lash_wear_tally tally = {.volume = {0}};
  memset(&worn, 0, sizeof worn);
  lash_wear_socket_take(wear, &fresh, &ride, x->load, time, x->work, &worn, &tally);
  t->pressure = lash_wear_socket_pressure(wear, &fresh, ride.e, x->load, down);
  t->depth[0] = lash_wear_socket_deepest(wear, &worn, NULL), t->depth[1] = worn.ball;
  memcpy(t->volume, tally.volume, sizeof t->volume);
}

static void print_words(const lash_wear *wear, const taken *t) {
  const bool ball = wear->face > 0;
  const char *const bodies[2] = {ball ? "socket" : "bearing", ball ? "ball" : "journal"};
  printf("%s\n  contact       +-%.6g deg\n  pressure      %.10g Pa at most\n", wear->params.owner,
         t->angle, t->pressure);
  for (int body = 0; body < 2; body++)
    if (wear->k[body] > 0)
      printf("  %-13s %.10g m deep, %.10g m^3\n", bodies[body], t->depth[body], t->volume[body]);
}

static void print_json(const lash_wear *wear, const taken *t) {
  json j;
  json_start(&j, stdout);
  json_object(&j, NULL);
  json_string(&j, "law", wear->params.owner);
  json_number(&j, "contact_deg", t->angle);
  json_number(&j, "pressure", t->pressure);
  json_number(&j, "depth_i", t->depth[0]);
  json_number(&j, "depth_j", t->depth[1]);
  json_number(&j, "volume_i", t->volume[0]);
  json_number(&j, "volume_j", t->volume[1]);
  json_object_end(&j);
  json_end(&j);
}

lash_status wear_at_point(const char *law, cli_settings *settings, const cli_settings *at,
                          const show_options *show, lash_error *error) {
  lash_wear wear;
  lash_params size;
  rub x = {.r = 0};
  taken t = {.angle = 0};
  lash_params_init(&size, law, sizes, sizeof sizes / sizeof *sizes);
  lash_status status = lash_wear_begin(&wear, law, error);
  const lash_params *known[] = {&wear.params, &size};
  if (!status) status = cli_settings_apply(settings, &wear.params, error);
  if (!status) status = cli_settings_apply(settings, &size, error);
  if (!status) status = cli_settings_all_used(settings, known, 2, error);
  if (!status) status = lash_params_complete(&size, error);
  if (status) return status;
  const double R = lash_params_get(&size, "R"), c = lash_params_get(&size, "c");
  status = lash_params_given(&size, "L")
               ? lash_wear_ready(&wear, R, lash_params_get(&size, "L"), c, error)
               : lash_wear_ready_socket(&wear, R, c, error);
  if (!status) status = read_rub(&wear, at, &x, error);
  if (!status && (show->csv || show->plot))
    status = lash_fail(error, LASH_UNSUPPORTED,
                       "wear at a point is no curve; `lash wear` draws profiles over cycles");
  if (status) return status;
  t.angle = acos(c / x.r) * 180 / LASH_PI;
  if (wear.face > 0)
    wear_socket(&wear, &x, &t);
  else
    wear_bearing(&wear, &x, &t);
  if (show->json)
    print_json(&wear, &t);
  else
    print_words(&wear, &t);
  return LASH_OK;
}
