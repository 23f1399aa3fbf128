/* A bush under a standing load on a turning shaft: how it runs in. */
#include <math.h>
#include <string.h>

#include "lash_math.h"
#include "rig_curve.h"

enum { STEPS = 4000 };
enum { SIZE = LASH_PARAM_MIN_OPEN };
static const lash_param params[] = {
    {"R", "m", "radius of the shaft", 0.01, 0, INFINITY, SIZE, NULL},
    {"c", "m", "radial clearance while fresh", 5e-5, 0, INFINITY, SIZE, NULL},
    {"L", "m", "width of the bush", 0.02, 0, INFINITY, SIZE, NULL},
    {"load", "N", "on the shaft, always the same way", 1000, 0, INFINITY, SIZE, NULL},
    {"way", "m", "that the shaft slides in the bush", 100, 0, INFINITY, SIZE, NULL},
    {"mu", "1", "law energy: friction coefficient", 0.1, 0, INFINITY, SIZE, NULL},
    {"stiffness", "Pa/m", "of the bed; absent: 1000 load/(R L c)", NAN, 0, INFINITY,
     SIZE | LASH_PARAM_OPTIONAL, NULL}};

static const char *const results[] = {"depth_i_m",   "depth_j_m", "angle_deg",  "volume_m3",
                                      "pressure_Pa", "balance",   "closed_deg", NULL};
enum { BALANCE = 5, CLOSED = 6 };
static const char *const columns[] = {"way_m",     "depth_i_m",   "depth_j_m", "angle_deg",
                                      "volume_m3", "pressure_Pa", NULL};

typedef struct bush {
  lash_wear wear;
  lash_wear_profile profile;
  lash_wear_tally tally;
  lash_wear_moment moment;
} bush;

/* Half the arc that presses: it ends where the bush is still fresh and the shaft, that wears alike
 * all round, is c + w away. */
static double half_angle(const bush *b) {
  const double w =
      lash_wear_volume(&b->wear, &b->profile, 1) / (2 * LASH_PI * b->wear.R * b->wear.L);
  return acos(fmin((b->wear.c + w) / hypot(b->moment.x, b->moment.y), 1));
}

/* Angle at which k W s/(L R c) = alpha/cos(alpha) - sin(alpha), by halving. */
static double closed_angle(double s) {
  double low = 0, high = LASH_HALF_PI;
  for (int k = 0; k < 100; k++) {
    const double middle = 0.5 * (low + high);
    *(middle / cos(middle) - sin(middle) < s ? &low : &high) = middle;
  }
  return 0.5 * (low + high);
}

static void note(const bush *b, double way, double *values, lash_curve *curve) {
  const lash_wear_place place = {hypot(b->moment.x, b->moment.y), atan2(b->moment.y, b->moment.x),
                                 b->moment.psi};
  const double row[] = {way,
                        lash_wear_deepest(&b->wear, &b->profile, 0, NULL),
                        lash_wear_deepest(&b->wear, &b->profile, 1, NULL),
                        half_angle(b) * 180 / LASH_PI,
                        b->tally.volume[0] + b->tally.volume[1],
                        lash_wear_pressure(&b->wear, &b->profile, &place, b->moment.load, 0)};
  memcpy(values, row + 1, sizeof row - sizeof *row);
  if (curve) curve_add(curve, row);
}

static lash_status refuse(const lash_wear *wear, const lash_params *given, lash_error *error) {
  if (wear->persson)
    return lash_fail(error, LASH_BAD_INPUT,
                     "the rig wears with the bed's own pressure: pressure=winkler only");
  if (wear->law == LASH_WEAR_ARCHARD && lash_params_given(given, "mu"))
    return lash_fail(error, LASH_BAD_INPUT, "mu serves the law energy only; archard needs no mu");
  if (wear->c > 0.1 * wear->R)
    return lash_fail(error, LASH_BAD_INPUT,
                     "c = %g m is more than a tenth of R = %g m: beyond the theory", wear->c,
                     wear->R);
  return LASH_OK;
}

/* The shaft turns by the golden angle from step to step, so that it wears alike all round. */
static lash_status slide(bush *b, double way, double worth, double *values, lash_curve *curve,
                         lash_error *error) {
  const double golden = LASH_PI * (3 - sqrt(5));
  const size_t rows = curve ? curve->capacity - 1 : 1;
  lash_wear_jump(&b->wear, &b->profile, &b->moment, 1, 0, 1, &b->tally); /* finds the centre */
  note(b, 0, values, curve);
  b->moment.slid = worth / STEPS;
  for (size_t k = 1; k <= STEPS; k++) {
    b->moment.psi = remainder(golden * (double)k, 2 * LASH_PI);
    lash_wear_jump(&b->wear, &b->profile, &b->moment, 1, 1, 1, &b->tally);
    const double gone = way * (double)k / STEPS;
    const lash_status status = lash_wear_check(&b->wear, &b->profile, error);
    if (status) return status;
    if (hypot(b->moment.x, b->moment.y) > 0.1 * b->wear.R)
      return lash_fail(error, LASH_FAILURE,
                       "after %.4g m the shaft lies deeper than a tenth of its radius: beyond the "
                       "theory; a shorter way, or a smaller k",
                       gone);
    if (k * rows / STEPS != (k - 1) * rows / STEPS) note(b, gone, values, curve);
  }
  return LASH_OK;
}

static lash_status run(const lash_wear *wear, const lash_params *given, double *values,
                       lash_curve *curve, lash_error *error) {
  static const bush nothing;
  bush b = nothing;
  b.wear = *wear;
  const double load = lash_params_get(given, "load"), way = lash_params_get(given, "way");
  const double R = lash_params_get(given, "R"), L = lash_params_get(given, "L");
  const double c = lash_params_get(given, "c"), bed = lash_params_get(given, "stiffness");
  lash_status status = lash_wear_ready(&b.wear, R, L, c, error);
  if (!status) status = refuse(&b.wear, given, error);
  if (status) return status;
  const double worth = wear->law == LASH_WEAR_ENERGY ? lash_params_get(given, "mu") * way : way;
  const double stiffness = isnan(bed) ? 1000 * load / (R * L * c) : bed;
  b.moment = (lash_wear_moment){.load = load, .stiffness = stiffness, .x = 1.01 * c};
  curve_begin(curve, columns);
  status = slide(&b, way, worth, values, curve, error);
  const double volume =
      lash_wear_volume(&b.wear, &b.profile, 0) + lash_wear_volume(&b.wear, &b.profile, 1);
  values[BALANCE] = volume / (b.tally.volume[0] + b.tally.volume[1]) - 1;
  values[CLOSED] = b.wear.k[1] > 0
                       ? NAN
                       : closed_angle(b.wear.k[0] * load * worth / (L * R * c)) * 180 / LASH_PI;
  return status;
}

const lash_rig wear_rig = {
    .name = "wear",
    .summary = "a bush that runs in under a standing load on a turning shaft",
    RIG_TABLES(params, results, columns),
    .plot_x = 0,
    .plot_y = 1,
    .run_wear = run};
