/* A whole step as one list: against the same step made of recorded rates, against runs of the
 * integrator, and the same bits by every back end. */
#include <stdio.h>

#include "datasets.h"
#include "integrate_helper.h"
#include "integrate_stepper.h"
#include "record_step.h"
#include "tape_program.h"

void setUp(void) {}
void tearDown(void) {}

static const dataset rssr = {.path = "validation/rssr/rssr.adm"},
                     four_bar = {.path = "tests/hosts/models/four_bar.adm"},
                     ideal = {.path = "tests/hosts/models/rssr_ideal.adm"},
                     slider = {.path = "tests/hosts/models/slider_crank_clearance.adm"};

typedef struct stepped {
  mechanism m;
  lash_recording *record;
  lash_step_list list;
} stepped;

static stepped begin(const dataset *d) {
  stepped s = {.m = load_dataset(d)};
  lash_system_set(s.m.system, s.m.t, s.m.y);
  OK(lash_recording_make(s.m.system, false, &s.record, &error));
  OK(lash_recording_step(s.record, &s.list, &error));
  return s;
}

static void end(stepped *s) {
  lash_step_list_free(&s->list);
  lash_recording_free(s->record);
  unload(&s->m);
}

/* `steps` steps in as many lanes; lane l takes steps of h (1 + l / 8). */
static void run(const stepped *s, lash_program_options options, double h, size_t steps,
                double *numbers) {
  const size_t n = s->list.count, lanes = options.lanes;
  lash_program *program;
  lash_tape_frame *frame;
  double sizes[4], *x = calloc(2 * n * lanes, sizeof *x), *y = x + n * lanes;
  OK(lash_program_make(s->list.tape, s->list.next, n, &options, &program, &error));
  OK(lash_tape_frame_make(program, &frame, &error));
  for (size_t l = 0; l < lanes; l++) {
    sizes[l] = h * (1 + (double)l / 8);
    for (size_t i = 0; i < n; i++) x[i * lanes + l] = s->list.start[i];
  }
  lash_tape_frame_begin(frame, sizes, NULL);
  for (size_t k = 0; k < steps; k++) {
    lash_tape_frame_run(frame, x, y);
    memcpy(x, y, n * lanes * sizeof *x);
  }
  memcpy(numbers, x, n * lanes * sizeof *x);
  free(x);
  lash_tape_frame_free(frame);
  lash_program_free(program);
}

static bool emits(void) {
#if defined(__x86_64__)
  return true;
#else
  return false;
#endif
}

/* Members in lanes have the bits of members alone. */
static void same_bits(stepped *s, double h, size_t steps, const char *path) {
  const size_t n = s->list.count;
  double *alone = calloc(9 * n, sizeof *alone), *lanes = alone + n, *other = lanes + 4 * n;
  run(s, (lash_program_options){.lanes = 4, .engine = LASH_TAPE_INTERPRET}, h, steps, lanes);
  for (size_t l = 0; l < 4; l++) {
    run(s, (lash_program_options){.lanes = 1, .engine = LASH_TAPE_INTERPRET},
        h * (1 + (double)l / 8), steps, alone);
    for (size_t i = 0; i < n; i++)
      TEST_ASSERT_EQUAL_MEMORY_MESSAGE(&alone[i], &lanes[i * 4 + l], sizeof(double), path);
  }
  TEST_ASSERT_TRUE_MESSAGE(isfinite(lanes[4]), path);
  if (emits()) {
    run(s, (lash_program_options){.lanes = 1, .engine = LASH_TAPE_EMIT}, h, steps, alone);
    for (size_t i = 0; i < n; i++)
      TEST_ASSERT_EQUAL_MEMORY_MESSAGE(&lanes[i * 4], &alone[i], sizeof(double), path);
    if (lash_tape_best_lanes() == 4) {
      run(s, (lash_program_options){.lanes = 4, .engine = LASH_TAPE_EMIT}, h, steps, other);
      TEST_ASSERT_EQUAL_MEMORY_MESSAGE(lanes, other, 4 * n * sizeof *lanes, path);
    }
  }
  free(alone);
}

/* Through impacts too. */
static void test_same_bits_by_every_back_end(void) {
  const dataset *const all[] = {&rssr, &four_bar, &slider};
  const double h[] = {4e-6, 1e-3, 1e-6};
  for (int d = 0; d < 3; d++) {
    stepped s = begin(all[d]);
    same_bits(&s, h[d], 1500, all[d]->path);
    end(&s);
  }
}

/* The first steps of all datasets that qualify and call nothing. */
static void test_same_bits_of_all_datasets(void) {
  size_t checked = 0;
  for (int d = 0; d < DATASETS; d++) {
    if (datasets[d].reason || !(datasets[d].end > 0)) continue;
    stepped s = {.m = load_dataset(&datasets[d])};
    lash_system_set(s.m.system, s.m.t, s.m.y);
    OK(lash_recording_make(s.m.system, false, &s.record, &error));
    const lash_status status = lash_recording_step(s.record, &s.list, &error);
    if (status == LASH_OK) same_bits(&s, datasets[d].end / 2000, 20, datasets[d].path), checked++;
    if (getenv("LASH_RECORD_SHOW"))
      printf("%s: %s\n", datasets[d].path, status == LASH_OK ? "same bits" : error.message);
    end(&s);
  }
  TEST_ASSERT_TRUE(checked > 20);
}

/* A frame of the step as a program for steps of size h. */
static lash_tape_frame *frame_of(const stepped *s, lash_program **program, double h) {
  lash_tape_frame *frame;
  OK(lash_program_make(s->list.tape, s->list.next, s->list.count,
                       &(lash_program_options){.lanes = 1}, program, &error));
  OK(lash_tape_frame_make(*program, &frame, &error));
  lash_tape_frame_begin(frame, &h, NULL);
  return frame;
}

/* Rates that a step leaves are those of the place it ends at, with what is remembered there: a step
 * of no length finds the same ones, also where a contact has just begun. */
static void test_rates_are_of_the_end(void) {
  stepped s = begin(&slider);
  const size_t n = s.list.count, memory = 1 + lash_recording_tell(s.record).length;
  lash_program *program[2];
  lash_tape_frame *ahead = frame_of(&s, &program[0], 1e-6), *still = frame_of(&s, &program[1], 0);
  double *x = calloc(3 * n, sizeof *x), *y = x + n, *again = y + n;
  size_t touches = 0;
  memcpy(x, s.list.start, n * sizeof *x);
  for (int k = 0; k < 1000; k++) {
    lash_tape_frame_run(ahead, x, y);
    lash_tape_frame_run(still, y, again);
    for (size_t i = 0; i < n; i++)
      TEST_ASSERT_DOUBLE_WITHIN(1e-9 * (1 + fabs(y[i])), y[i], again[i]);
    touches += y[memory] > x[memory];
    memcpy(x, y, n * sizeof *x);
  }
  TEST_ASSERT_TRUE(touches >= 3);
  free(x);
  lash_tape_frame_free(ahead), lash_tape_frame_free(still);
  lash_program_free(program[0]), lash_program_free(program[1]);
  end(&s);
}

/* One step by lash_recording_rates and the formula of Runge and Kutta, in C. */
static void test_a_step_by_its_rates(void) {
  stepped s = begin(&four_bar);
  const lash_recording_report report = lash_recording_tell(s.record);
  const size_t n = report.length;
  const double h = 1e-3, ahead[] = {0, 0.5, 0.5, 1}, weight[] = {1, 2, 2, 1};
  double *z = calloc(4 * n + s.list.count, sizeof *z), *at = z + n, *k = at + n, *sum = k + n,
         *ours = sum + n;
  memcpy(z, s.list.start + 1, n * sizeof *z);
  for (int stage = 0; stage < 4; stage++) {
    for (size_t i = 0; i < n; i++) at[i] = z[i] + ahead[stage] * h * k[i];
    OK(lash_recording_rates(s.record, s.m.t + ahead[stage] * h, at, k, &error));
    for (size_t i = 0; i < n; i++) sum[i] += weight[stage] * k[i];
  }
  for (size_t i = 0; i < n; i++) z[i] += h / 6 * sum[i];
  OK(lash_recording_project(s.record, s.m.t + h, z, NULL, &error));
  run(&s, (lash_program_options){.lanes = 1}, h, 1, ours);
  for (size_t i = 0; i < n; i++) TEST_ASSERT_DOUBLE_WITHIN(1e-12, z[i], ours[1 + i]);
  free(z);
  end(&s);
}

/* The same as the integrator's own list of all stages, where there is machine code for it: without
 * loops to its end, with them up to the projection. */
static void test_stages_as_one_list(void) {
  static const char *const paths[] = {"tests/hosts/models/four_bar.adm",
                                      "tests/hosts/models/pendulum.adm",
                                      "tests/solver/data/spinning_hooke.adm"};
  const double h = 1e-3, ahead[] = {0, 0.5, 0.5, 1}, weight[] = {1, 2, 2, 1};
  for (int d = 0; d < 3; d++) {
    const dataset one = {.path = paths[d]};
    stepped s = begin(&one);
    const size_t n = lash_recording_tell(s.record).length;
    double *z = calloc((5 + LASH_STAGES_MOST) * n, sizeof *z), *at = z + n, *sum = at + n,
           *rate = sum + n, *next = rate + n, *k[LASH_STAGES_MOST];
    for (int stage = 0; stage < LASH_STAGES_MOST; stage++)
      k[stage] = next + (size_t)(1 + stage) * n;
    memcpy(z, s.list.start + 1, n * sizeof *z);
    for (int stage = 0; stage < 4; stage++) {
      for (size_t i = 0; i < n; i++) at[i] = z[i] + ahead[stage] * h * rate[i];
      OK(lash_recording_rates(s.record, s.m.t + ahead[stage] * h, at, rate, &error));
      if (stage == 0) memcpy(k[0], rate, n * sizeof *rate);
      for (size_t i = 0; i < n; i++) sum[i] += weight[stage] * rate[i];
    }
    for (size_t i = 0; i < n; i++) at[i] = z[i] + h / 6 * sum[i];
    lash_recording_normalise(s.record, at);
    TEST_ASSERT_EQUAL_INT(emits(), lash_recording_fuse(s.record, stepper_rk4_stages()));
    if (emits()) {
      TEST_ASSERT_TRUE(lash_recording_stages(s.record, s.m.t, s.m.t + h, h, z, next, k));
      for (size_t i = 0; i < n; i++)
        TEST_ASSERT_DOUBLE_WITHIN(1e-14 * (1 + fabs(at[i])), at[i], next[i]);
      z[n - 1] = NAN; /* is said, not taken on */
      TEST_ASSERT_FALSE(lash_recording_stages(s.record, s.m.t, s.m.t + h, h, z, next, k));
    }
    free(z);
    end(&s);
  }
}

/* Steps so long that closing the loops turns bodies far: their parameters are unit behind it. */
static void test_parameters_stay_unit(void) {
  stepped s = begin(&ideal);
  const size_t n = lash_recording_tell(s.record).length;
  double *numbers = calloc(s.list.count + n, sizeof *numbers), *z = numbers + s.list.count;
  for (size_t steps = 1; steps <= 16; steps *= 2) {
    run(&s, (lash_program_options){.lanes = 1}, 1e-2, steps, numbers);
    memcpy(z, numbers + 1, n * sizeof *z);
    lash_recording_normalise(s.record, z);
    for (size_t i = 0; i < n; i++) {
      TEST_ASSERT_TRUE(isfinite(z[i]));
      TEST_ASSERT_DOUBLE_WITHIN(1e-15 * (1 + fabs(z[i])), z[i], numbers[1 + i]);
    }
  }
  free(numbers);
  end(&s);
}

/* Thrown off its loops at random, a mechanism is brought back onto them or it is said that it
 * cannot be: nothing between. */
static void test_projection_is_all_or_nothing(void) {
  stepped s = begin(&ideal);
  const size_t n = lash_recording_tell(s.record).length;
  double *z = calloc(n, sizeof *z);
  unsigned seed = 5;
  int closed = 0;
  for (int k = 0; k < 200; k++) {
    double position, velocity, before;
    for (size_t i = 0; i < n; i++) z[i] = s.list.start[1 + i] + (k % 20) * 0.05 * noise(&seed);
    lash_recording_normalise(s.record, z);
    if (lash_recording_project(s.record, s.m.t, z, &before, &error) == LASH_OK) {
      lash_recording_drift(s.record, s.m.t, z, &position, &velocity);
      TEST_ASSERT_LESS_THAN_DOUBLE(1e-9, position);
      closed++;
    } else {
      TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.message, "cannot be closed"), error.message);
    }
  }
  TEST_ASSERT_TRUE(closed > 100);
  free(z);
  end(&s);
}

/* Loops stay closed over a second; the run of the integrator ends at the same place. */
static void test_loops_stay_closed(void) {
  stepped s = begin(&four_bar);
  double *numbers = calloc(s.list.count, sizeof *numbers), position, velocity;
  /* steps so short that the two methods' own errors, in different coordinates, do not count */
  run(&s, (lash_program_options){.lanes = 1}, 2.5e-4, 4000, numbers);
  lash_recording_drift(s.record, numbers[0], numbers + 1, &position, &velocity);
  TEST_ASSERT_DOUBLE_WITHIN(1e-11, s.m.t + 1, numbers[0]);
  TEST_ASSERT_LESS_THAN_DOUBLE(1e-13, position);
  TEST_ASSERT_LESS_THAN_DOUBLE(1e-11, velocity);
  lash_integrate_options options = lash_integrate_defaults();
  options.integrator = "rk4";
  options.step = 2.5e-4;
  lash_integration *integration;
  OK(lash_integrate_create(s.m.system, &options, s.m.t, s.m.y, &integration, &error));
  OK(lash_integrate_to(integration, s.m.t + 1, &(lash_watcher){0}, &error));
  const double *y = lash_integrate_state(integration);
  double *lifted = calloc(s.m.n->y, sizeof *lifted);
  lash_recording_lift(s.record, numbers[0], numbers + 1, lifted);
  for (size_t b = 0; b < s.m.n->bodies; b++)
    for (size_t k = 0; k < 3; k++) TEST_ASSERT_DOUBLE_WITHIN(1e-9, y[7 * b + k], lifted[7 * b + k]);
  lash_integrate_free(integration);
  free(lifted);
  free(numbers);
  end(&s);
}

/* A body that spins about a skew axis, with all four of its parameters at work, ends where the
 * integrator brings it; step for step of the same length both make errors of order 4 only. */
static void test_a_spinning_body(void) {
  const dataset spinning = {.path = "tests/solver/data/spinning_spherical.adm"};
  stepped s = begin(&spinning);
  const double h = 1e-5;
  double *numbers = calloc(s.list.count, sizeof *numbers);
  run(&s, (lash_program_options){.lanes = 1}, h, 2000, numbers);
  lash_integrate_options options = lash_integrate_defaults();
  options.integrator = "rk4";
  options.step = h;
  lash_integration *integration;
  OK(lash_integrate_create(s.m.system, &options, s.m.t, s.m.y, &integration, &error));
  OK(lash_integrate_to(integration, s.m.t + 2000 * h, &(lash_watcher){0}, &error));
  const double *y = lash_integrate_state(integration);
  double *lifted = calloc(s.m.n->y, sizeof *lifted);
  lash_recording_lift(s.record, numbers[0], numbers + 1, lifted);
  const double same = y[3] * lifted[3] < 0 ? -1 : 1; /* e and -e are one turn */
  for (size_t k = 0; k < 7; k++) {
    TEST_ASSERT_TRUE(k < 3 || fabs(y[k]) > 1e-3);
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, y[k], lifted[k] * (k < 3 ? 1 : same));
  }
  lash_integrate_free(integration);
  free(lifted);
  free(numbers);
  end(&s);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(test_same_bits_by_every_back_end);
  RUN_TEST(test_same_bits_of_all_datasets);
  RUN_TEST(test_rates_are_of_the_end);
  RUN_TEST(test_a_step_by_its_rates);
  RUN_TEST(test_stages_as_one_list);
  RUN_TEST(test_parameters_stay_unit);
  RUN_TEST(test_projection_is_all_or_nothing);
  RUN_TEST(test_loops_stay_closed);
  RUN_TEST(test_a_spinning_body);
  return UNITY_END();
}
