/* Which states are accepted, and what is said on the way: clocks, events, statics, warnings, gaps,
 * what is asked of the host. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "lash_friction.h"
#include "lash_joint.h"
#include "slv_cbksub.h"

static bench_gforce g;
static const double H = 1e-4;

void setUp(void) {
  bench_open();
  strcpy(host.string[1],
         "normal=lankarani_nikravesh K=1e9 e=0.6 Ri=0.0105 Rj=0.01 friction=lugre_n s0=1e4");
}
void tearDown(void) { bench_close(); }

/* A bounce along x that slides along y; contact from t = 1e-3 to about 3e-3. */
static void state_at(double t, double disturbance) {
  const double p[3] = {3e-4 + 0.25 * t - 5e1 * t * t + disturbance, 1e-5, 0};
  const double v[3] = {0.25 - 1e2 * t, 0.02 * sin(2000 * t), 0}, w[3] = {0, 0, 3};
  bench_place(p, v, w);
}

static void value(double t, double disturbance, double wrench[6]) {
  state_at(t, disturbance);
  bench_gforce_value(&g, t, 0, wrench);
}

static void callback(int event, double time) {
  const lash_routine routine = bench_routine(LASH_CBKSUB, "Cbksub");
  int data[3] = {4, 4, 0};
  OK(lash_call_callback(&routine, &host.call, NULL, time, event, data, &host.error));
}

enum { STEPS = 40 };

static void begin(void) {
  double ignored[6];
  bench_gforce_make(&g, "Lash_spherical", 7, 1, 0);
  host.run.time_converged = 0;
  value(0, 0, ignored);
}

/* `clock`: c_timget tells the last accepted time; `events`: Cbksub is told. */
static void run(bool clock, bool events, double forces[STEPS][6]) {
  begin();
  for (int n = 0; n < STEPS; n++) {
    const double t = (n + 1) * H;
    if (events) callback(ev_TIME_STEP_BEG, t);
    value(t, 0, forces[n]);
    if (clock) host.run.time_converged = t;
    if (events) callback(ev_TIME_STEP_END, t);
  }
  if (events) callback(ev_TERMINATE, 0);
}

/* Either of the two is enough, and a run without events may follow one with them. */
static void clock_or_events(void) {
  static double both[STEPS][6], clock[STEPS][6], events[STEPS][6], after[STEPS][6];
  run(true, true, both);
  run(true, false, clock);
  run(false, true, events);
  run(true, false, after);
  TEST_ASSERT_TRUE(both[STEPS / 2][0] > 1 && fabs(both[STEPS / 2][1]) > 1e-3);
  TEST_ASSERT_EQUAL_MEMORY(both, clock, sizeof both);
  TEST_ASSERT_EQUAL_MEMORY(both, events, sizeof both);
  TEST_ASSERT_EQUAL_MEMORY(both, after, sizeof both);
}

/* A host that ends without ev_TERMINATE: the next set-up forgets that there were events. */
static void events_of_a_run_before(void) {
  static double before[STEPS][6], after[STEPS][6];
  run(true, false, before);
  begin();
  callback(ev_TIME_STEP_BEG, H);
  run(true, false, after);
  TEST_ASSERT_EQUAL_MEMORY(before, after, sizeof before);
}

/* A neighbour that is set up anew in mid-run: the events go on counting for everybody. */
static void events_outlive_a_set_up(void) {
  static double undisturbed[STEPS][6], disturbed[STEPS][6];
  run(false, true, undisturbed);
  begin();
  for (int n = 0; n < STEPS; n++) {
    const double t = (n + 1) * H;
    callback(ev_TIME_STEP_BEG, t);
    if (n % 10 == 5) {
      double ignored[6];
      bench_gforce other = g;
      other.element.ID = 8;
      other.element.PAR = other.par;
      for (int iflag = 5; iflag >= 3; iflag -= 2)
        OK(lash_call_gforce(&other.routine, &host.call, &other.element, t, 0, iflag, ignored,
                            &host.error));
    }
    value(t, 0, disturbed[n]);
    callback(ev_TIME_STEP_END, t);
  }
  callback(ev_TERMINATE, 0);
  TEST_ASSERT_EQUAL_MEMORY(undisturbed, disturbed, sizeof disturbed);
}

/* The present state at the converged time is the accepted one, whatever was tried there before;
 * otherwise it is the one that was seen there last. */
static void the_state_at_the_converged_time(void) {
  double clean[6], tried[6], ignored[6];
  const double t = 15 * H;
  for (int careless = 0; careless < 2; careless++) {
    begin();
    for (int n = 1; n < 15; n++) {
      value(n * H, 0, ignored);
      host.run.time_converged = n * H;
    }
    value(t, careless ? 5e-5 : 0, ignored);
    host.run.time_converged = t;
    value(t, 0, ignored); /* now the host shows what it accepted */
    value(t + H, 0, careless ? tried : clean);
  }
  TEST_ASSERT_EQUAL_MEMORY(clean, tried, sizeof clean);
}

/* The host goes back in time: everything begins anew there. */
static void going_back(void) {
  double first[6], again[6], ignored[6];
  begin();
  value(11 * H, 0, first); /* the first step into contact */
  for (int n = 12; n < 20; n++) {
    value(n * H, 0, ignored);
    host.run.time_converged = n * H;
  }
  host.run.time_converged = 0;
  value(0, 0, ignored);
  value(11 * H, 0, again);
  TEST_ASSERT_TRUE(first[0] > 1);
  TEST_ASSERT_EQUAL_MEMORY(first, again, sizeof first);
}

/* Late in a run, with steps of a microsecond, going back by a tenth of one is going back too. */
static void going_back_a_little(void) {
  const double h = 1e-6, late = 100;
  const double deep[3] = {5.5e-4, 0, 0}, v[3] = {0, 0.02, 0}, w[3] = {0};
  double first[6], ignored[6], again[6];
  strcpy(host.string[1], "normal=hertz K=1e8 Ri=0.0105 Rj=0.01 friction=lugre_n s0=1e4 s1=0 s2=0");
  bench_gforce_make(&g, "Lash_spherical", 7, 1, 0);
  host.run.time_converged = late;
  bench_place(deep, v, w);
  for (int n = 0; n < 500; n++) { /* bristles bend */
    bench_gforce_value(&g, late + n * h, 0, n ? ignored : first);
    host.run.time_converged = late + n * h;
  }
  TEST_ASSERT_TRUE(fabs(ignored[1]) > 1);
  host.run.time_converged = late + 497.9 * h;
  bench_gforce_value(&g, late + 497.9 * h, 0, again);
  TEST_ASSERT_EQUAL_DOUBLE(first[1], again[1]); /* at 498 h a step had been accepted */
}

/* In statics nothing is remembered: bristles are at rest in each state that is looked at. */
static void statics(void) {
  for (int mode = am_KINEMATICS; mode <= am_QUASI_STATICS; mode++) {
    const bool still = mode == am_STATICS || mode == am_QUASI_STATICS;
    const double p[3] = {5.5e-4, 0, 0}, v[3] = {0, 0.02, 0}, w[3] = {0};
    double first[6], later[6];
    host.run.mode = mode;
    bench_gforce_make(&g, "Lash_spherical", 7, 1, 0);
    host.run.time_converged = 0;
    bench_place(p, v, w);
    bench_gforce_value(&g, 0, 0, first);
    for (int n = 1; n < 10; n++) {
      bench_gforce_value(&g, n * H, 0, later);
      host.run.time_converged = n * H;
    }
    if (still)
      TEST_ASSERT_EQUAL_DOUBLE(first[1], later[1]);
    else
      TEST_ASSERT_TRUE(fabs(later[1] - first[1]) > 1e-2 * fabs(later[0]) * 0.02);
  }
}

/* --------------------------------------------------------------------------------- what is said */

/* A bristle law as published, met with a sudden start: said once, where surfaces touch, with the
 * ratio s1 |vt| / mu_s. */
static void kick_of_a_published_law(void) {
  const double slips[][2] = {{0.3, 0.4}, {0.5, 0}, {0, 0.5}};
  lash_friction law;
  OK(lash_friction_begin(&law, "lugre_n", 2, &host.error));
  OK(lash_friction_set(&law, "s1", "20", &host.error));
  OK(lash_friction_set(&law, "damping", "published", &host.error));
  OK(lash_friction_ready(&law, &host.error));
  const double times = lash_friction_kick(&law, 0.5);
  TEST_ASSERT_TRUE(times > 1.2);
  for (size_t k = 0; k < 3; k++) {
    double wrench[6];
    const double w[3] = {0}, apart[3] = {0, 0, 4e-4}, deep[3] = {0, 0, 5.5e-4};
    const double v[3] = {slips[k][0], slips[k][1], 0}, slow[3] = {1e-3, 0, 0};
    char words[60];
    strcpy(host.string[1],
           "normal=hertz K=1e8 Ri=0.0105 Rj=0.01 friction=lugre_n s1=20 damping=published");
    bench_gforce_make(&g, "Lash_spherical", 7 + (int)k, 1, 0);
    host.run.time_converged = 0;
    host.messages = 0;
    bench_place(apart, v, w);
    bench_gforce_value(&g, 0, 0, wrench);
    for (int n = 1; n < 5; n++) { /* apart, however fast; touching, but slow */
      bench_place(n < 3 ? apart : deep, n < 3 ? v : slow, w);
      bench_gforce_value(&g, n * H, 0, wrench);
      host.run.time_converged = n * H;
      bench_gforce_value(&g, n * H, 0, wrench);
      TEST_ASSERT_EQUAL_INT(0, host.messages);
    }
    for (int n = 5; n < 9; n++) {
      bench_place(deep, v, w);
      bench_gforce_value(&g, n * H, 0, wrench);
      host.run.time_converged = n * H;
      bench_gforce_value(&g, n * H, 0, wrench);
    }
    snprintf(words, sizeof words, "with %.3g times its static level", times);
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(host.message, words), host.message);
    TEST_ASSERT_EQUAL_INT(1, host.messages);
  }
}

/* ----------------------------------------------------------------------------------------- gaps */

static const double NOBODY = 77;
static double gaps[LASH_SDK_GAPS];

static void listen(void) {
  for (int k = 0; k < LASH_SDK_GAPS; k++) gaps[k] = NOBODY;
  host.call.gaps = gaps;
}

static void gaps_of_each_site(void) {
  static const lash_sdk_units odd = {.length = 2e-3, .mass = 5, .time = 4e-3, .force = 3};
  const double p[3] = {0.1, 0.1, 0}, v[3] = {0}, w[3] = {0}; /* 0.2, 0.2 mm */
  double wrench[6];
  host.sdk.units = &odd;
  strcpy(host.string[1], "normal=hertz K=1e8 Ri=0.0105 Rj=0.01");
  bench_gforce_make(&g, "Lash_spherical", 7, 1, 0);
  bench_place(p, v, w);
  listen();
  bench_gforce_value(&g, 0, 0, wrench);
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, (5e-4 - 2e-4 * sqrt(2)) / odd.length, gaps[0]);
  for (int k = 1; k < LASH_SDK_GAPS; k++) TEST_ASSERT_EQUAL_DOUBLE(NOBODY, gaps[k]);
}

static lash_status line(const struct sAdamsSforce *element, int iflag, double *force) {
  const bool gap = strstr(host.string[1], "joint=gap") != NULL;
  const lash_routine routine = bench_routine(LASH_SFOSUB, gap ? "Lash_gap" : "Lash_slide");
  return lash_call_sforce(&routine, &host.call, element, 0, 0, iflag, force, &host.error);
}

static const lash_sdk_marker *no_marker(void *data, int id, lash_motion_level level) {
  (void)data, (void)id, (void)level;
  return NULL;
}

static void gaps_of_lines(void) {
  static const lash_sdk_units odd = {.length = 2e-3, .mass = 5, .time = 4e-3, .force = 3};
  const double par[] = {1}, p[3] = {30, 40, 0}, v[3] = {0}, w[3] = {0}; /* 0.1 m */
  const struct sAdamsSforce along = {5, 1, par, BALL, SOCKET, 0, "TRANSLATION"};
  const struct sAdamsSforce about = {6, 1, par, BALL, SOCKET, 0, "ROTATION"};
  double force;
  host.sdk.units = &odd;
  strcpy(host.string[1], "joint=gap normal=hertz K=1e7 touch=0.06");
  bench_place(p, v, w);
  listen();
  OK(line(&along, 1, &force));
  OK(line(&along, 0, &force));
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 50 - 0.06 / odd.length, gaps[0]);
  TEST_ASSERT_EQUAL_DOUBLE(NOBODY, gaps[1]);
  listen();
  OK(line(&about, 1, &force));
  OK(line(&about, 0, &force)); /* AZ is 0: 0.06 rad into contact */
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, -0.06, gaps[0]);
  /* what slides all the time has no gap to tell */
  const struct sAdamsSforce slides = {7, 1, par, BALL, SOCKET, 1, "TRANSLATION"};
  strcpy(host.string[1], "joint=slide friction=coulomb mu_k=0.1 N=3");
  listen();
  OK(line(&slides, 1, &force));
  OK(line(&slides, 0, &force));
  TEST_ASSERT_EQUAL_DOUBLE(NOBODY, gaps[0]);
  strcpy(host.string[1], "joint=gap normal=hertz K=1e7 touch=0.06");
  /* a marker that is gone: in words, and nothing is said about gaps */
  listen();
  host.sdk.marker = no_marker;
  TEST_ASSERT_EQUAL_INT(LASH_FAILURE, line(&along, 0, &force));
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(host.error.message, "marker"), host.error.message);
  TEST_ASSERT_EQUAL_DOUBLE(NOBODY, gaps[0]);
}

/* ----------------------------------------------------------------------- what the host is asked */

static const lash_sdk_marker *(*real_marker)(void *, int, lash_motion_level);
static int asked;

static const lash_sdk_marker *counted(void *data, int id, lash_motion_level level) {
  asked++;
  return real_marker(data, id, level);
}

/* At the end of a step a host may say that the newest values were those of the accepted state: then
 * nothing is measured again, unless the newest were of another time. */
static void states_that_were_seen(void) {
  double forces[3][6], ignored[6];
  real_marker = host.sdk.marker;
  host.sdk.marker = counted;
  for (int way = 0; way < 3; way++) { /* not said; said; said, but the newest was another time */
    begin();
    for (int n = 1; n < 20; n++) {
      const double t = n * H;
      callback(ev_TIME_STEP_BEG, t);
      value(t, 0, ignored);
      if (way == 2) value(t + H / 3, 1e-4, ignored);
      state_at(t, 0);
      host.call.seen = way > 0;
      asked = 0;
      callback(ev_TIME_STEP_END, t);
      host.call.seen = false;
      if (way == 1)
        TEST_ASSERT_EQUAL_INT(0, asked);
      else
        TEST_ASSERT_TRUE(asked > 0);
    }
    value(20 * H, 0, forces[way]);
    callback(ev_TERMINATE, 0);
  }
  TEST_ASSERT_TRUE(fabs(forces[0][1]) > 1e-3);
  TEST_ASSERT_EQUAL_MEMORY(forces[0], forces[1], sizeof forces[0]);
  TEST_ASSERT_EQUAL_MEMORY(forces[0], forces[2], sizeof forces[0]);
}

static lash_status ask(double kind, double id, double time, int iflag, double out[8]) {
  const double par[] = {kind, id, 1};
  const struct sAdamsRequest r = {1, 3, par, "", {0}};
  const lash_routine routine = bench_routine(LASH_REQSUB, "Reqsub");
  return lash_call_request(&routine, &host.call, &r, time, iflag, out, &host.error);
}

/* A request measures where the joint is now, in set-up passes too (dependencies), but not when the
 * host saves; a joint that cannot be measured ends the run in a value pass only. */
static void requests_measure(void) {
  double out[8], ignored[6];
  const double deep[3] = {5.5e-4, 0, 0}, v[3] = {0.1, 0, 0}, w[3] = {0};
  real_marker = host.sdk.marker;
  host.sdk.marker = counted;
  begin();
  bench_place(deep, v, w); /* nobody has evaluated this state */
  OK(ask(1, 7, H, 0, out));
  TEST_ASSERT_DOUBLE_WITHIN(1e-15, 5e-5, out[0]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0.1, out[1]);
  for (int iflag = 1; iflag <= 9; iflag += 2) {
    asked = 0;
    OK(ask(1, 7, H, iflag, out));
    TEST_ASSERT_TRUE((asked > 0) == (iflag < 7));
    for (int k = 0; k < 8; k++) TEST_ASSERT_EQUAL_DOUBLE(0, out[k]);
  }
  host.sdk.marker = no_marker;
  OK(ask(1, 7, H, 3, out));
  TEST_ASSERT_EQUAL_INT(LASH_FAILURE, ask(1, 7, H, 0, out));
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(host.error.message, "marker"), host.error.message);
  (void)ignored;
}

/* -------------------------------------------------------------------------------------- CONTACT */

/* The first call of a contact lies a little inside. With constant acceleration the crossing is
 * found exactly: approach speed and energy are those of the same joint started there by hand. In
 * units that are none of SI's. */
static void contact_with(double a, int id) {
  static const lash_sdk_units odd = {.length = 2e-3, .mass = 5, .time = 4e-3, .force = 3};
  const double par[] = {1}, v0 = 0.2, s = 2e-4; /* SI */
  struct sAdamsContactFriction element = {.contact = {.ID = id}, .NPAR = 1, .PAR = par};
  const lash_routine routine = bench_routine(LASH_CNFSUB, "Cnfsub");
  lash_sdk_contact point = {0};
  double out[8], force[3];
  host.sdk.units = &odd;
  strcpy(host.string[1], "joint=contact normal=hunt_crossley K=1e6 n=1 e=0.5");
  OK(lash_call_contact_normal(&routine, &host.call, &element, 0, &point, 0, 1, force, &host.error));
  lash_joint joint;
  OK(lash_joint_make(&joint, host.string[1], &host.error));
  lash_joint_memory memory;
  lash_joint_state state = {.time = 1, .site = {{.v = v0, .share = 1}}};
  memset(&memory, 0, sizeof memory);
  lash_joint_reset(&joint, &memory, &state);
  host.run.time_converged = 0.99 / odd.time;
  for (int n = 1; n <= 6; n++) {
    const double t = n * s, delta = v0 * t - a * t * t / 2, v = v0 - a * t;
    lash_joint_load load;
    point.gap = -delta / odd.length;
    point.gapdot = -v / odd.length * odd.time;
    point.gapdotdot = a / odd.length * odd.time * odd.time;
    OK(lash_call_contact_normal(&routine, &host.call, &element, (1 + t) / odd.time, &point, 0, 0,
                                force, &host.error));
    state.time = 1 + t, state.site[0].delta = delta, state.site[0].v = v;
    lash_joint_evaluate(&joint, &memory, &state, 0, false, &load);
    TEST_ASSERT_DOUBLE_WITHIN(1e-9 * load.point.normal, load.point.normal / odd.force, force[0]);
    host.run.time_converged = (1 + t) / odd.time;
    OK(ask(4, id, (1 + t) / odd.time, 0, out));
    lash_joint_commit(&joint, &memory, &state);
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, v0 / odd.length * odd.time, out[2]);
    TEST_ASSERT_DOUBLE_WITHIN(1e-9, delta / odd.length, out[0]);
    const double energy = memory.site[0].energy / (odd.force * odd.length);
    TEST_ASSERT_TRUE(fabs(energy) > 1e-6);
    TEST_ASSERT_DOUBLE_WITHIN(1e-7 * fabs(energy), energy, out[6]);
  }
}

/* First seen when it is over: it begins where it is seen, and nothing is made up about before. */
static void contact_seen_late(void) {
  struct sAdamsContactFriction element = {.contact = {.ID = 14}, .NPAR = 1, .PAR = (double[]){1}};
  const lash_routine routine = bench_routine(LASH_CNFSUB, "Cnfsub");
  const lash_sdk_contact point = {.gap = -1e-5, .gapdot = 0.1, .gapdotdot = -1000};
  double out[8], force[3];
  strcpy(host.string[1], "joint=contact normal=hertz K=1e6 n=1");
  host.run.time_converged = 0.99;
  for (int n = 0; n < 2; n++) { /* a trial, and the step that is accepted */
    OK(lash_call_contact_normal(&routine, &host.call, &element, 1, &point, 0, 0, force,
                                &host.error));
    host.run.time_converged = 1;
  }
  OK(ask(4, 14, 1, 0, out));
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, 10, force[0]);
  TEST_ASSERT_EQUAL_DOUBLE(0, out[6]);
}

static void contact_from_its_crossing(void) {
  contact_with(300, 9);   /* slowed down */
  contact_with(-300, 12); /* pushed on */
  contact_with(0, 13);
}

/* Bristles of the host's contact bend from step to step, by clock or by events, whatever is tried
 * in between, and go on after a reload; a step without contact straightens them. */
static const double par_1[] = {1};
static const struct sAdamsContactFriction rubbing = {
    .contact = {.ID = 10}, .NPAR = 1, .PAR = par_1};

static lash_sdk_units in = {.length = 1, .mass = 1, .time = 1, .force = 1}; /* of the host */

static double rub(double time, double speed, int iflag) {
  const lash_routine routine = bench_routine(LASH_CFFSUB, "Cffsub");
  const lash_sdk_contact point = {.xdot = {speed / in.length * in.time, 0, 0},
                                  .nforce = 10 / in.force};
  double out[3];
  OK(lash_call_contact_friction(&routine, &host.call, &rubbing, time / in.time, &point, 0, iflag,
                                out, &host.error));
  return out[0] * in.force;
}

static double bend(bool events, bool careless, double from, int steps) {
  double force = 0;
  for (int n = 0; n < steps; n++) {
    const double t = from + n * 1e-3;
    if (events) callback(ev_TIME_STEP_BEG, t / in.time);
    if (careless) rub(t + 3e-3, 5e-4, 0);
    if (careless) rub(t, 4e-4, 0);
    force = rub(t, 1e-4, 0);
    host.run.time_converged = t / in.time;
    if (events) callback(ev_TIME_STEP_END, t / in.time);
  }
  return force;
}

static void begin_rubbing(void) {
  strcpy(host.string[1], "friction=lugre_n s1=0 s2=0");
  host.run.time_converged = 0;
  rub(0, 0, 1);
  host.run.time_converged = (1 - 1e-3) / in.time;
}

static void bristles_of_a_contact(void) {
  lash_sdk_store store = {0};
  begin_rubbing();
  const double clock = bend(false, false, 1, 20);
  /* 19 ms at 0.1 mm/s under 10 N with s0 = 1e4/m: 0.19 N if nothing yields yet */
  TEST_ASSERT_DOUBLE_WITHIN(0.02, -0.19, clock);
  begin_rubbing();
  TEST_ASSERT_EQUAL_DOUBLE(clock, bend(false, true, 1, 20));
  begin_rubbing();
  bend(false, false, 1, 12);
  host.call.store = &store;
  rub(1.011, 0, 7);
  const double on = bend(false, false, 1.012, 8);
  begin_rubbing();
  host.run.time_converged = 1.011;
  rub(1.011, 0, 9);
  host.call.store = NULL;
  TEST_ASSERT_EQUAL_DOUBLE(clock, on);
  TEST_ASSERT_EQUAL_DOUBLE(on, bend(false, false, 1.012, 8));
  lash_sdk_store_free(&store);
  begin_rubbing();
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, clock, bend(true, false, 1, 20));
  callback(ev_TIME_STEP_BEG, 1.02);
  host.run.time_converged = 1.02;
  callback(ev_TIME_STEP_END, 1.02); /* nobody asked for friction: apart */
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, clock, bend(true, true, 1.021, 20));
  callback(ev_TERMINATE, 2);
  /* the same of a host that counts in units of its own */
  in = (lash_sdk_units){.length = 2e-3, .mass = 5, .time = 4e-3, .force = 3};
  host.sdk.units = &in;
  begin_rubbing();
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, clock, bend(true, true, 1, 20));
  callback(ev_TERMINATE, 2);
  in = (lash_sdk_units){.length = 1, .mass = 1, .time = 1, .force = 1};
}

static double dot(const double *a, const double *b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* Friction as a GSE tells it and as the force that has its states are one: both remember at what
 * speed the ball met the wall. */
static void a_gse_remembers_the_impact(void) {
  const double par[] = {1, SOCKET, BALL, SOCKET};
  const struct sAdamsGSE element = {.ID = 6, .NPAR = 4, .PAR = par, .NS = 2, .NO = 2, .X = 51};
  const lash_routine routine = bench_routine(LASH_GSE_OUTPUT, "");
  int touching = 0;
  strcpy(host.string[1],
         "joint=spherical normal=lankarani_nikravesh K=1e9 e=0.3 Ri=0.0105 Rj=0.01 "
         "friction=lugre_n s0=1e4 states=ARRAY/51");
  host.state_count = 2;
  host.state[0] = 2e-6, host.state[1] = -1e-6;
  begin();
  for (int n = 0; n < STEPS; n++) {
    const double t = (n + 1) * 1e-4;
    double wrench[6], friction[2];
    value(t, 0, wrench);
    OK(lash_call_gse_values(&routine, &host.call, &element, t, 0, 0, friction, &host.error));
    const double whole = sqrt(dot(wrench, wrench)), across = hypot(friction[0], friction[1]);
    double out[3]; /* the normal lies in the direction of the ball's place */
    const double p[3] = {3e-4 + 0.25 * t - 5e1 * t * t, 1e-5, 0}, far = sqrt(dot(p, p));
    bench_to_local(&host.marker[SOCKET], wrench, out);
    const double along = dot(out, p) / far, rest = sqrt(fmax(0, whole * whole - along * along));
    TEST_ASSERT_DOUBLE_WITHIN(1e-6 * whole, rest, across);
    touching += across > 0;
    host.run.time_converged = t;
  }
  TEST_ASSERT_TRUE(touching > 5 && touching < STEPS);
}

/* A law that kicks only at high speed is looked at too. */
static void weak_kick(void) {
  double wrench[6];
  const double w[3] = {0}, deep[3] = {0, 0, 5.5e-4}, v[3] = {4, 0, 0};
  strcpy(host.string[1],
         "normal=hertz K=1e8 Ri=0.0105 Rj=0.01 friction=lugre_n mu_s=0.5 mu_k=0.4 s1=0.2 "
         "damping=published");
  bench_gforce_make(&g, "Lash_spherical", 7, 1, 0);
  for (int n = 0; n < 3; n++) {
    bench_place(deep, v, w);
    bench_gforce_value(&g, n * H, 0, wrench);
    host.run.time_converged = n * H;
  }
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(host.message, "1.6 times"), host.message);
}

/* What the host hands over belongs to CONTACT: no states of a GSE can be made of it. */
static void joints_that_do_not_fit(void) {
  static const char *const texts[] = {"joint=contact normal=hertz K=1e8 states=ARRAY/51",
                                      "joint=slip friction=lugre_n states=ARRAY/51"};
  const double par[] = {1, SOCKET, BALL, SOCKET};
  const struct sAdamsGSE element = {.ID = 6, .NPAR = 4, .PAR = par, .NS = 2, .X = 51};
  const lash_routine routine = bench_routine(LASH_GSE_DERIV, "");
  host.state_count = 2;
  for (int k = 0; k < 2; k++) {
    double rates[2];
    strcpy(host.string[1], texts[k]);
    TEST_ASSERT_EQUAL_INT(LASH_FAILURE, lash_call_gse_values(&routine, &host.call, &element, 0, 0,
                                                             0, rates, &host.error));
  }
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(bristles_of_a_contact);
  RUN_TEST(a_gse_remembers_the_impact);
  RUN_TEST(weak_kick);
  RUN_TEST(joints_that_do_not_fit);
  RUN_TEST(clock_or_events);
  RUN_TEST(events_of_a_run_before);
  RUN_TEST(the_state_at_the_converged_time);
  RUN_TEST(events_outlive_a_set_up);
  RUN_TEST(going_back);
  RUN_TEST(going_back_a_little);
  RUN_TEST(statics);
  RUN_TEST(kick_of_a_published_law);
  RUN_TEST(gaps_of_each_site);
  RUN_TEST(gaps_of_lines);
  RUN_TEST(states_that_were_seen);
  RUN_TEST(requests_measure);
  RUN_TEST(contact_from_its_crossing);
  RUN_TEST(contact_seen_late);
  return UNITY_END();
}
