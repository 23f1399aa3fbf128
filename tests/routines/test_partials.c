/* Partial derivatives that the routines report, against Richardson differences of their forces. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bench.h"
#include "reference.h"

static lash_partials partials;

static void use_si(void);
static double fineness; /* of steps in places and turns: smaller where surfaces are uneven */

void setUp(void) {
  bench_open();
  use_si();
  fineness = 1;
}
void tearDown(void) {
  lash_partials_free(&partials);
  bench_close();
}

/* ---------------------------------------------------------------------------- what is perturbed */

/* The ball's motion relative to the socket, turns of the ball and of the frame AXES, and states. */
typedef struct motion {
  double x[9]; /* position, velocity, spin in the socket's axes */
  double ball[3][3], axes[3][3];
} motion;

static motion base;

/* Metres and seconds, or others: positions, velocities and spins are then the host's numbers. */
static const lash_sdk_units si = {.length = 1, .mass = 1, .time = 1, .force = 1};
static const lash_sdk_units odd = {.length = 2e-3, .mass = 5, .time = 4e-3, .force = 3};

static double unit_of(int k) {
  const lash_sdk_units *u = host.sdk.units;
  return k < 3 ? u->length : k < 6 ? u->length / u->time : 1 / u->time;
}

static void use_si(void) { host.sdk.units = &si; }

static double instant(void) { return 2e-4 / host.sdk.units->time; }

static void in_units(const double in[9], double out[9]) {
  for (int k = 0; k < 9; k++) out[k] = in[k] / unit_of(k);
}

/* axes = exp(turn about axis k) axes, in the socket's frame. */
static void turned(const double in[3][3], int k, double angle, double out[3][3]) {
  int k1 = (k + 1) % 3, k2 = (k + 2) % 3;
  for (int c = 0; c < 3; c++) {
    out[k][c] = in[k][c];
    out[k1][c] = cos(angle) * in[k1][c] - sin(angle) * in[k2][c];
    out[k2][c] = sin(angle) * in[k1][c] + cos(angle) * in[k2][c];
  }
}

static void put(const motion *m) {
  memcpy(host.marker[BALL].axes, m->ball, sizeof m->ball);
  memcpy(host.marker[AXES].axes, m->axes, sizeof m->axes);
  bench_place(m->x, m->x + 3, m->x + 6);
}

/* Variables: 0-8 motion, 9-11 turns of the ball, 12-14 turns of AXES, from 15 states of the host.
 */
enum { TURN_BALL = 9, TURN_AXES = 12, STATE = 15 };

static void perturb(int variable, double by) {
  motion m = base;
  if (variable < TURN_BALL) m.x[variable] += by;
  if (variable >= TURN_BALL && variable < TURN_AXES) {
    turned(base.ball, variable - TURN_BALL, by, m.ball);
  }
  if (variable >= TURN_AXES && variable < STATE)
    turned(base.axes, variable - TURN_AXES, by, m.axes);
  put(&m);
  if (variable >= STATE) host.state[variable - STATE] += by;
}

static double step_of(int variable) {
  if (variable < 3) return 2e-7 * fineness / unit_of(variable);
  if (variable < 9) return 2e-3 * fmax(0.05 / unit_of(variable), fabs(base.x[variable]));
  if (variable < STATE) return 1e-4 * fineness;
  return fmax(1e-7, 1e-4 * fabs(host.state[variable - STATE]));
}

/* ------------------------------------------------------------------------ reported derivatives */

static const double *reported(const char *name, int first, size_t *columns, int outputs) {
  for (size_t k = 0; k < partials.count; k++) {
    const lash_partial *p = &partials.list[k];
    if (strcmp(p->quantity.name, name) != 0 || p->quantity.par[0] != first) continue;
    *columns = (size_t)(p->count / outputs);
    return p->values;
  }
  *columns = 0;
  return NULL;
}

/* Change of a reported measure's vector with a variable, times its partials. */
static void add_change(const char *name, int first, const double *change, size_t from, size_t n,
                       int outputs, double *sum) {
  size_t columns;
  const double *d = reported(name, first, &columns, outputs);
  for (size_t c = 0; d && c < n && from + c < columns; c++) {
    for (int r = 0; r < outputs; r++)
      sum[r] += d[(from + c) * (size_t)outputs + (size_t)r] * change[c];
  }
}

static void cross_unit(int k, const double a[3], double out[3]) {
  int k1 = (k + 1) % 3, k2 = (k + 2) % 3;
  out[k] = 0, out[k1] = -a[k2], out[k2] = a[k1];
}

/* The chain from a variable to the routine's outputs. */
static void predicted(int variable, int outputs, double *sum) {
  static const char *const vectors[] = {"UVX", "UVY", "UVZ"};
  double one[3] = {0, 0, 0}, a[3], change[3];
  memset(sum, 0, (size_t)outputs * sizeof *sum);
  one[variable % 3] = 1;
  if (variable < 3) add_change("TDISP", BALL, one, 0, 3, outputs, sum);
  if (variable >= 3 && variable < 9) {
    add_change("VEL", BALL, one, (size_t)(variable / 3 - 1) * 3, 3, outputs, sum);
    if (variable < 6) add_change("TVEL", BALL, one, 0, 3, outputs, sum);
  }
  if (variable >= TURN_BALL && variable < TURN_AXES) {
    for (int k = 0; k < 3; k++) a[k] = base.ball[k][2];
    cross_unit(variable - TURN_BALL, a, change);
    add_change("UVZ", BALL, change, 0, 3, outputs, sum);
    for (int k = 0; k < 3; k++) a[k] = base.ball[k][0];
    cross_unit(variable - TURN_BALL, a, change);
    add_change("UVX", BALL, change, 0, 3, outputs, sum);
  }
  for (int axis = 0; axis < 3 && variable >= TURN_AXES && variable < STATE; axis++) {
    /* axis of the socket seen from AXES turns the other way round */
    for (int c = 0; c < 3; c++) {
      double column[3] = {base.axes[0][c], base.axes[1][c], base.axes[2][c]}, moved[3];
      cross_unit(variable - TURN_AXES, column, moved);
      change[c] = moved[axis];
    }
    add_change(vectors[axis], SOCKET, change, 0, 3, outputs, sum);
  }
  const double unit = 1;
  if (variable == 2) add_change("DZ", BALL, &unit, 0, 1, outputs, sum);
  if (variable == 5) add_change("VZ", BALL, &unit, 0, 1, outputs, sum);
  if (variable >= STATE) {
    add_change("VARVAL", 80 + variable - STATE, &unit, 0, 1, outputs, sum);
    add_change("ARRAY", 51, &unit, (size_t)(variable - STATE), 1, outputs, sum);
    add_change("DIF", 60 + variable - STATE, &unit, 0, 1, outputs, sum);
  }
}

/* A measure is named with as many arguments as it has. */
static void check_arguments(void) {
  static const struct {
    const char *name;
    int most, least; /* ground is left out */
  } measures[] = {{"TDISP", 3, 3}, {"VEL", 4, 4},    {"TVEL", 4, 4}, {"DZ", 3, 3},  {"VZ", 4, 4},
                  {"DM", 2, 2},    {"VR", 2, 2},     {"UVX", 2, 1},  {"UVY", 2, 1}, {"UVZ", 2, 1},
                  {"ARRAY", 1, 1}, {"VARVAL", 1, 1}, {"DIF", 1, 1},  {"DIF1", 1, 1}};
  for (size_t k = 0; k < partials.count; k++) {
    const lash_quantity *q = &partials.list[k].quantity;
    size_t m = 0;
    while (m < sizeof measures / sizeof *measures && strcmp(measures[m].name, q->name)) m++;
    TEST_ASSERT_TRUE_MESSAGE(m < sizeof measures / sizeof *measures, q->name);
    TEST_ASSERT_TRUE_MESSAGE(q->npar <= measures[m].most && q->npar >= measures[m].least, q->name);
  }
}

/* ------------------------------------------------------------------------------- the comparison */

typedef void evaluator(int dflag, double *out);

/* Differences with three step sizes, extrapolated twice. */
static void differenced(evaluator *value, int outputs, int variable, double *out) {
  double d[3][6], high[6], low[6];
  for (int level = 0; level < 3; level++) {
    double h = step_of(variable) / (1 << level);
    perturb(variable, h);
    value(1, high);
    if (variable >= STATE) host.state[variable - STATE] -= h;
    perturb(variable, -h);
    value(1, low);
    if (variable >= STATE) host.state[variable - STATE] += h;
    for (int r = 0; r < outputs; r++) d[level][r] = (high[r] - low[r]) / (2 * h);
  }
  put(&base);
  for (int r = 0; r < outputs; r++) {
    double first = (4 * d[1][r] - d[0][r]) / 3, second = (4 * d[2][r] - d[1][r]) / 3;
    out[r] = (16 * second - first) / 15;
  }
}

static const double ARM = 0.01; /* m, the radius of the ball */

/* Forces and torques are compared each against the largest of their kind. */
static void compare(evaluator *value, int outputs, int variables, double tolerance,
                    const char *what) {
  double out[6];
  lash_partials_clear(&partials);
  host.call.partials = &partials;
  value(0, out);
  host.call.partials = NULL;
  check_arguments();
  TEST_ASSERT_TRUE_MESSAGE(largest(out, outputs) > 0, what);
  for (int variable = 0; variable < variables; variable++) {
    double expected[6], sum[6];
    differenced(value, outputs, variable, expected);
    predicted(variable, outputs, sum);
    for (int r = 0; r < outputs; r++) {
      int group = r / 3 * 3, members = outputs < 3 ? outputs : 3;
      char text[200];
      snprintf(text, sizeof text, "%s: output %d by variable %d: %.12g, reported %.12g", what, r,
               variable, expected[r], sum[r]);
      double size = largest(expected + group, members) + 1e-3 * largest(out + group, members);
      /* without friction there is no torque, only that of rounding */
      if (group) size += ARM / unit_of(0) * (largest(expected, 3) + 1e-3 * largest(out, 3));
      TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(tolerance * size, expected[r], sum[r], text);
    }
  }
}

/* -------------------------------------------------------------------------------------- cases */

static bench_gforce g;
static void gforce_value(int dflag, double *out) { bench_gforce_value(&g, instant(), dflag, out); }

/* From a gap at t = 0 to contact at t = 2e-4, with the ball turned by `turn` about z and tilted
 * about y. */
static void start_turned(const char *routine, double turn, double tilt, const double before[9],
                         const double after[9]) {
  double wrench[6];
  lash_sdk_marker *b = &host.marker[BALL];
  const double c = cos(turn), s = sin(turn), ct = cos(tilt), st = sin(tilt);
  const double axes[3][3] = {{ct * c, -ct * s, st}, {s, c, 0}, {-st * c, st * s, ct}};
  memcpy(b->axes, axes, sizeof axes);
  bench_random_axes(host.marker[AXES].axes);
  bench_gforce_make(&g, routine, 7, 1, AXES);
  in_units(before, base.x);
  bench_place(base.x, base.x + 3, base.x + 6);
  bench_gforce_value(&g, 0, 0, wrench);
  in_units(after, base.x);
  memcpy(base.ball, b->axes, sizeof base.ball);
  memcpy(base.axes, host.marker[AXES].axes, sizeof base.axes);
  put(&base);
}

static void start_gforce(const char *routine, const double before[9], const double after[9]) {
  start_turned(routine, 0, 0.02, before, after);
}

static const double before[9] = {3e-4, 2e-4, 1e-4, 0.9, 0.5, 0.3, 5, -7, 9};
static const double after[9] = {4.7e-4, 2.9e-4, 1.5e-4, 0.8, 0.45, 0.25, 5, -7, 9};

static void spherical(void) {
  static const char *const texts[] = {
      "normal=lankarani_nikravesh K=1e8 e=0.7 Ri=0.0105 Rj=0.01",
      "normal=hunt_crossley K=1e8 e=0.7 Ri=0.0105 Rj=0.01 friction=andersson",
      "normal=impact K=1e8 c=30 d=1e-3 Ri=0.0105 Rj=0.01 friction=benson",
  };
  for (size_t n = 0; n < sizeof texts / sizeof texts[0]; n++) {
    strcpy(host.string[1], texts[n]);
    start_gforce("Lash_spherical", before, after);
    compare(gforce_value, 6, STATE, 1e-8, texts[n]);
  }
}

static void revolute_with_stops(void) {
  static const char text[] =
      "normal=johnson E=207e9 nu=0.3 hysteresis=flores e=0.8 Ri=0.0105 Rj=0.01 L=0.02 Lj=0.03 "
      "friction=andersson stop.normal=hertz stop.K=1e8 stop_i=0.021 stop_j=0.0208 rim=0.01 "
      "blend=0.01";
  strcpy(host.string[1], text);
  start_gforce("Lash_revolute", before, after);
  compare(gforce_value, 6, STATE, 1e-8, text);
}

/* Shapes that are not round have sides: the turn about the axis counts. A guide whose slider is
 * tilted, touching with one edge; gears with their teeth pressed together. */
static void guides_and_gears(void) {
  static const struct {
    const char *text;
    double turn, tilt, apart[9], pressed[9];
  } cases[] = {
      {"joint=planar_slider Wi=0.052 Wj=0.05 Lj=0.02 normal=hertz K=1e8 friction=andersson",
       3e-3,
       6e-3,
       {5e-4, 1e-4, 3e-4, 0.9, 0.5, 0.3, 5, -7, 9},
       {9.9e-4, 2e-4, 4e-4, 0.8, 0.45, 0.25, 5, -7, 9}},
      {"joint=prismatic Wi=0.032 Wj=0.03 Hi=0.022 Hj=0.02 Lj=0.02 normal=hertz K=1e8 "
       "friction=andersson",
       3e-3,
       6e-3,
       {5e-4, 3e-4, 3e-4, 0.9, 0.5, 0.3, 5, -7, 9},
       {9.9e-4, 1e-3, 4e-4, 0.8, 0.45, 0.25, 5, -7, 9}},
      {"joint=gears zi=20 zj=40 module=2e-3 normal=hertz K=1e8 friction=andersson",
       3.14159265358979 + 1e-3,
       0,
       {0.0605, 0, 0, 0, 0, 0, 0, 0, 0},
       {0.06, 0, 0, 0.2, 0.1, 0, 0, 0, 9}},
  };
  for (size_t n = 0; n < sizeof cases / sizeof cases[0]; n++) {
    strcpy(host.string[1], cases[n].text);
    start_turned("Gfosub", cases[n].turn, cases[n].tilt, cases[n].apart, cases[n].pressed);
    compare(gforce_value, 6, STATE, 1e-8, cases[n].text);
  }
}

/* A journal that has worn its bearing unevenly, and itself: a hundred accepted steps with the
 * place of contact going round. The profiles are smooth from cell to cell only, hence 1e-5. */
static void worn_value(int dflag, double *out) {
  bench_gforce_value(&g, 0.2 / host.sdk.units->time, dflag, out);
}

static void worn_journal(void) {
  static const char text[] =
      "normal=hertz K=1e8 Ri=0.0105 Rj=0.01 L=0.02 Lj=0.03 friction=andersson "
      "wear=archard k_i=3e-9 k_j=2e-9 cells=96";
  double fresh[6], worn[6], ignored[6];
  strcpy(host.string[1], text);
  start_turned("Lash_revolute", 0.4, 1e-4, before, after);
  const motion last = base;
  gforce_value(1, fresh);
  for (int n = 1; n <= 100; n++) {
    const double t = 1e-3 * n / host.sdk.units->time, c = cos(0.02 * n), s = sin(0.02 * n);
    base.x[0] = c * last.x[0] - s * last.x[1];
    base.x[1] = s * last.x[0] + c * last.x[1];
    turned(last.ball, 2, 0.05 * n, base.ball);
    put(&base);
    bench_gforce_value(&g, t, 0, ignored);
    host.run.time_converged = t;
  }
  base = last;
  put(&base);
  worn_value(1, worn);
  TEST_ASSERT_TRUE(largest(worn, 3) < 0.9 * largest(fresh, 3));
  TEST_ASSERT_TRUE(largest(worn, 3) > 0.1 * largest(fresh, 3));
  fineness = 3e-2;
  compare(worn_value, 6, STATE, 1e-5, text);
  fineness = 1; /* others go on in these units */
}

/* Bristles stepped inside the routine: exact but for the law's own step, which is differenced. Of
 * the last law the bristles' rate depends on the load besides. */
static void internal_bristles(void) {
  static const char *const texts[] = {
      "normal=hertz K=1e8 Ri=0.0105 Rj=0.01 friction=lugre_n s0=1e3 s1=1 vs=0.1",
      "normal=hertz K=1e8 Ri=0.0105 Rj=0.01 friction=lugre s0=1e5 s1=100 vs=0.1",
      "normal=hertz K=1e8 Ri=0.0105 Rj=0.01 friction=lugre_nz s0=1e6 vs=0.1",
  };
  for (size_t n = 0; n < sizeof texts / sizeof *texts; n++) {
    strcpy(host.string[1], texts[n]);
    start_gforce("Lash_spherical", before, after);
    compare(gforce_value, 6, STATE, 1e-7, texts[n]);
  }
}

static void states_of_the_host(void) {
  static const char *const texts[] = {
      "normal=hertz K=1e8 Ri=0.0105 Rj=0.01 friction=lugre_n s0=1e3 s1=1 vs=0.1 states=ARRAY/51",
      "normal=hertz K=1e8 Ri=0.0105 Rj=0.01 friction=lugre_n s0=1e3 s1=1 vs=0.1 states=DIFF/60",
  };
  host.state_count = 2;
  host.state[0] = 2e-5, host.state[1] = -3e-5;
  for (size_t n = 0; n < 2; n++) {
    strcpy(host.string[1], texts[n]);
    start_gforce("Lash_spherical", before, after);
    compare(gforce_value, 6, STATE + 2, 1e-8, texts[n]);
  }
}

/* Friction of a point on a plane. */
static lash_routine vforce;
static const double vforce_par[] = {1, BALL, SOCKET, AXES};
static const struct sAdamsVforce vforce_element = {4, 4, vforce_par, BALL, 99, AXES};

static void vforce_value(int dflag, double *out) {
  OK(lash_call_vforce(&vforce, &host.call, &vforce_element, 0, dflag, 0, out, &host.error));
}

static void point_on_a_plane(void) {
  static const char *const texts[] = {
      "friction=andersson N=100",
      "friction=andersson N_variable=83",
      "friction=lugre_n s0=1e3 s1=1 vs=0.1 N_variable=83 states=ARRAY/51",
  };
  vforce = bench_routine(LASH_VFOSUB, "Vfosub");
  host.state_count = 2;
  host.state[0] = 2e-5, host.state[1] = -3e-5, host.state[3] = 20 / host.sdk.units->force;
  for (size_t n = 0; n < sizeof texts / sizeof texts[0]; n++) {
    double out[3];
    strcpy(host.string[1], texts[n]);
    in_units(after, base.x);
    bench_random_axes(base.ball);
    bench_random_axes(base.axes);
    put(&base);
    OK(lash_call_vforce(&vforce, &host.call, &vforce_element, 0, 0, 1, out, &host.error));
    OK(lash_call_vforce(&vforce, &host.call, &vforce_element, 0, 0, 3, out, &host.error));
    compare(vforce_value, 3, STATE + 4, 1e-8, texts[n]);
  }
}

/* Contact and friction along z. */
static lash_routine sforce;
static const double line_par[] = {1, BALL, SOCKET};

static void sforce_value(int dflag, double *out) {
  static const struct sAdamsSforce element = {5, 3, line_par, 0, 0, 0, NULL};
  OK(lash_call_sforce(&sforce, &host.call, &element, instant(), dflag, 0, out, &host.error));
}

static void lines(void) {
  static const char *const texts[] = {
      "joint=gap measure=DZ normal=hunt_crossley K=1e8 e=0.6 touch=2e-4",
      "joint=slide measure=DZ friction=andersson N_variable=80",
      "joint=slide measure=DZ friction=lugre states=DIFF/60",
  };
  sforce = bench_routine(LASH_SFOSUB, "sfosub_");
  for (size_t n = 0; n < sizeof texts / sizeof texts[0]; n++) {
    double out;
    host.state[0] = n == 1 ? 20 / host.sdk.units->force : 1e-6;
    strcpy(host.string[1], texts[n]);
    in_units(after, base.x);
    base.x[2] = 1.5e-4 / unit_of(2), base.x[5] = (n ? 2e-3 : -0.25) / unit_of(5);
    bench_random_axes(base.ball);
    bench_random_axes(base.axes);
    put(&base);
    const struct sAdamsSforce element = {5, 3, line_par, 0, 0, 0, NULL};
    OK(lash_call_sforce(&sforce, &host.call, &element, 0, 0, 1, &out, &host.error));
    compare(sforce_value, 1, STATE + 1, 1e-8, texts[n]);
  }
}

/* Rates of the bristles of a ball in its socket. */
static const double states_par[] = {1, SOCKET, BALL, SOCKET};
static const struct sAdamsGSE gse = {.ID = 6, .NPAR = 4, .PAR = states_par, .NS = 2, .X = 51};
static lash_routine states;

static void gse_value(int dflag, double *out) {
  OK(lash_call_gse_values(&states, &host.call, &gse, instant(), dflag, 0, out, &host.error));
}

static void diff_value(int dflag, double *out) {
  const struct sAdamsDiff diff = {61, 4, states_par, 0, 0, 0, 0};
  OK(lash_call_diff(&states, &host.call, &diff, instant(), dflag, 0, out, &host.error));
}

/* An implicit DIFF asks for the residual: the host's rate minus ours, with a partial of 1 by it. */
static void implicit_value(int dflag, double *out) {
  const struct sAdamsDiff diff = {.ID = 61, .NPAR = 4, .PAR = states_par, .IMPLICIT = 1};
  OK(lash_call_diff(&states, &host.call, &diff, instant(), dflag, 0, out, &host.error));
}

static void residual_of_an_implicit_state(void) {
  double rate, residual;
  size_t columns;
  strcpy(host.string[1],
         "joint=spherical normal=hunt_crossley K=1e8 e=0.7 Ri=0.0105 Rj=0.01 friction=lugre_nz "
         "vs=0.1 s0=1e6 states=DIFF/60");
  host.state[0] = 2e-5, host.state[1] = -3e-5;
  host.state[BENCH_STATES / 2 + 1] = 0.125; /* DIF1(61) */
  states = bench_routine(LASH_DIFSUB, "");
  start_gforce("Gfosub", before, after);
  diff_value(0, &rate);
  compare(implicit_value, 1, STATE + 2, 1e-8, "implicit");
  implicit_value(1, &residual);
  TEST_ASSERT_TRUE(fabs(rate) > 1e-3);
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.125 - rate, residual);
  const double *by_rate = reported("DIF1", 61, &columns, 1);
  TEST_ASSERT_NOT_NULL(by_rate);
  TEST_ASSERT_EQUAL_size_t(1, columns);
  TEST_ASSERT_EQUAL_DOUBLE(1, *by_rate);
}

/* Two sites with two states each: a journal in its bearing. */
static void states_of_two_sites(void) {
  static const char text[] =
      "normal=hertz K=1e8 Ri=0.0105 Rj=0.01 L=0.02 Lj=0.03 friction=lugre_n s0=1e3 s1=1 vs=0.1 "
      "states=ARRAY/51";
  host.state_count = 4;
  for (int k = 0; k < 4; k++) host.state[k] = (k % 2 ? -1e-5 : 2e-5) * (k + 1);
  strcpy(host.string[1], text);
  start_gforce("Lash_revolute", before, after);
  compare(gforce_value, 6, STATE + 4, 1e-8, text);
}

/* Rates of the bristles of a point that slides on a plane, under a load from a VARIABLE. */
static void point_rates(int dflag, double *out) {
  static const double par[] = {1, BALL, SOCKET, SOCKET};
  const struct sAdamsGSE point = {.ID = 8, .NPAR = 4, .PAR = par, .NS = 2, .X = 51};
  OK(lash_call_gse_values(&states, &host.call, &point, instant(), dflag, 0, out, &host.error));
}

static void rates_on_a_plane(void) {
  strcpy(host.string[1],
         "joint=point friction=lugre_n s0=1e3 s1=1 vs=0.1 N_variable=83 states=ARRAY/51");
  host.state_count = 2;
  host.state[0] = 2e-5, host.state[1] = -3e-5, host.state[3] = 20 / host.sdk.units->force;
  states = bench_routine(LASH_GSE_DERIV, "");
  in_units(after, base.x);
  bench_random_axes(base.ball);
  bench_random_axes(base.axes);
  put(&base);
  compare(point_rates, 2, STATE + 4, 1e-8, "rates on a plane");
}

/* The older form is handed the states: they count, not those that the host would serve. */
static void rates_of_given_states(void) {
  const double given[2] = {-4e-5, 5e-5}, inputs[1] = {0};
  const lash_routine older = bench_routine(LASH_GSESUB, "Gsesub");
  struct sAdamsGSE element = gse;
  double expected[2], rates[2], output[3];
  strcpy(host.string[1],
         "joint=spherical normal=hunt_crossley K=1e8 e=0.7 Ri=0.0105 Rj=0.01 friction=lugre_nz "
         "vs=0.1 s0=1e6 states=ARRAY/51");
  host.state_count = 2;
  states = bench_routine(LASH_GSE_DERIV, "");
  start_gforce("Gfosub", before, after);
  memcpy(host.state, given, sizeof given);
  gse_value(1, expected);
  host.state[0] = 2e-5, host.state[1] = -3e-5;
  element.NO = 3; /* one more than there are */
  OK(lash_call_gse(&older, &host.call, &element, instant(), 1, 0, given, inputs, rates, output,
                   &host.error));
  for (int k = 0; k < 2; k++) {
    TEST_ASSERT_TRUE(fabs(expected[k]) > 1e-4);
    TEST_ASSERT_DOUBLE_WITHIN(1e-12 * fabs(expected[k]), expected[k], rates[k]);
    TEST_ASSERT_TRUE(fabs(output[k]) > 1e-3);
  }
  TEST_ASSERT_EQUAL_DOUBLE(0, output[2]);
}

static void rates_of_states(void) {
  for (int n = 0; n < 2; n++) {
    snprintf(host.string[1], sizeof host.string[1],
             "joint=spherical normal=hunt_crossley K=1e8 e=0.7 Ri=0.0105 Rj=0.01 friction=lugre_nz "
             "vs=0.1 s0=1e6 states=%s",
             n ? "DIFF/60" : "ARRAY/51");
    host.state_count = 2;
    host.state[0] = 2e-5, host.state[1] = -3e-5;
    states = bench_routine(n ? LASH_DIFSUB : LASH_GSE_DERIV, "");
    start_gforce("Gfosub", before, after); /* puts the ball in its place */
    compare(n ? diff_value : gse_value, n ? 1 : 2, STATE + 2, 1e-8, n ? "DIFF" : "GSE");
  }
}

/* The same in a host whose units are none of SI's: every unit shows in some partial. */
static void other_units(void) {
  host.sdk.units = &odd;
  revolute_with_stops();
  guides_and_gears();
  worn_journal();
  internal_bristles();
  states_of_the_host();
  states_of_two_sites();
  rates_of_states();
  rates_on_a_plane();
  rates_of_given_states();
  point_on_a_plane();
  lines();
}

/* Bristles in flight relax with a time constant of 1 ms, in the host's time. */
static void flight(void) {
  static const double apart[9] = {1e-4, 0, 0, 0.1, 0.2, 0.3, 1, 2, 3};
  const double time = host.sdk.units->time;
  double rates[2];
  strcpy(host.string[1],
         "joint=spherical normal=hertz K=1e8 Ri=0.0105 Rj=0.01 friction=lugre_nz vs=0.1 s0=1e6 "
         "states=ARRAY/51");
  host.state_count = 2;
  host.state[0] = 2e-5, host.state[1] = -3e-5;
  states = bench_routine(LASH_GSE_DERIV, "");
  start_gforce("Gfosub", apart, apart);
  gse_value(0, rates);
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, -2e-5 / 1e-3 * time, rates[0]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 3e-5 / 1e-3 * time, rates[1]);
  compare(gse_value, 2, STATE + 2, 1e-8, "in flight");
}

static void flight_in_other_units(void) {
  host.sdk.units = &odd;
  flight();
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(spherical);
  RUN_TEST(revolute_with_stops);
  RUN_TEST(guides_and_gears);
  RUN_TEST(worn_journal);
  RUN_TEST(internal_bristles);
  RUN_TEST(states_of_the_host);
  RUN_TEST(point_on_a_plane);
  RUN_TEST(lines);
  RUN_TEST(residual_of_an_implicit_state);
  RUN_TEST(states_of_two_sites);
  RUN_TEST(rates_of_states);
  RUN_TEST(rates_on_a_plane);
  RUN_TEST(rates_of_given_states);
  RUN_TEST(other_units);
  RUN_TEST(flight);
  RUN_TEST(flight_in_other_units);
  return UNITY_END();
}
