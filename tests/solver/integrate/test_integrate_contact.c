/* Contacts and sensors: located in time, committed at the crossing, stepped through finely. */
#include "integrate_helper.h"

void setUp(void) {}
void tearDown(void) {}

/* A ball of radius 0.1 m falls 1 m onto a plate; IMPACT without damping gives everything back. */
#define BALL(law)                                                  \
  "PART/1, GROUND\n"                                               \
  "MARKER/1, PART=1\n"                                             \
  "GRAPHICS/1, PLANE, RM=1, XMIN=-5, XMAX=5, YMIN=-5, YMAX=5\n"    \
  "PART/2, MASS=1, CM=2, IP=.004,.004,.004, QG=0,0,1.1\n"          \
  "MARKER/2, PART=2\n"                                             \
  "GRAPHICS/2, ELLIPSOID, CM=2, XSCALE=.2, YSCALE=.2, ZSCALE=.2\n" \
  "CONTACT/1, IGEOM=2, JGEOM=1, " law "\nACCGRAV/KGRAV=-9.81\n"

#define ELASTIC "IMPACT, STIFFNESS=1E6, EXPONENT=1.5, DAMPING=0, DMAX=1E-5"

typedef struct log {
  double first_touch, first_release, last_event;
  int touches, releases;
  double step_in_contact; /* longest */
} log_of;

static lash_reaction note(void *context, const lash_switch_info *info, double t, bool positive) {
  log_of *l = context;
  if (info->kind != LASH_SWITCH_CONTACT) return (lash_reaction){0};
  if (!positive && l->touches++ == 0) l->first_touch = t;
  if (positive && l->releases++ == 0) l->first_release = t;
  l->last_event = t;
  return (lash_reaction){0};
}

static bool watch_step(void *context, const lash_integrate_statistics *s) {
  log_of *l = context;
  if (s->contacts > 0) l->step_in_contact = fmax(l->step_in_contact, s->step);
  return true;
}

static void bounces(const char *name, double tolerance, double step, double allowed) {
  mechanism m = load(BALL(ELASTIC));
  log_of l = {0};
  const lash_watcher watcher = {.context = &l, .event = note, .proceed = watch_step};
  lash_integrate_options options = method(name, tolerance, step);
  const outcome o = advance(&m, &options, 1.5, &watcher);
  const double fall = sqrt(2 / 9.81), speed = 9.81 * fall;
  TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-7, fall, l.first_touch, name);
  /* Hertz: depth and time of contact of a mass at this speed (gravity shifts them by 1e-3) */
  const double depth = pow(1.25 * speed * speed / 1e6, 0.4), time = 2.9432751 * depth / speed;
  TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(0.02 * time, time, l.first_release - l.first_touch, name);
  TEST_ASSERT_TRUE_MESSAGE(l.step_in_contact <= 0.1 * time, name);
  TEST_ASSERT_TRUE_MESSAGE(l.touches >= 2, name);
  /* nothing lost: the work of the contact over whole bounces vanishes */
  TEST_ASSERT_TRUE_MESSAGE(o.audit.relative < allowed, name);
  TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(allowed * 9.81, 0, o.audit.forces, name);
  unload(&m);
}

static void an_elastic_ball_returns(void) {
  bounces("rk45", 1e-8, 0, 1e-5);
  bounces("bdf", 1e-8, 0, 1e-4);
  bounces("abam", 1e-8, 0, 1e-4);
  bounces("rk4", 1e-6, 1e-3, 1e-4);
  bounces("genalpha", 1e-8, 0, 1e-3);
}

/* Two balls that fall from 0.25 m and 1 m at once: each touch is told at its own speed, 2.2147 and
 * 4.4294 m/s. */
typedef struct speeds {
  lash_integration *run;
  double of[3]; /* by CONTACT */
} speeds;

static lash_reaction note_speed(void *context, const lash_switch_info *info, double t,
                                bool positive) {
  speeds *s = context;
  (void)t;
  if (info->kind == LASH_SWITCH_CONTACT && !positive && s->of[info->id] == 0)
    s->of[info->id] = lash_integrate_approach(s->run, info, 1e-9);
  return (lash_reaction){0};
}

static void each_touch_has_its_speed(void) {
  mechanism m = load(BALL(
      ELASTIC) "PART/3, MASS=2, CM=3, IP=.004,.004,.004, QG=1,0,0.35\nMARKER/3, PART=3\n"
               "GRAPHICS/3, ELLIPSOID, CM=3, XSCALE=.2, YSCALE=.2, ZSCALE=.2\n"
               "CONTACT/2, IGEOM=3, JGEOM=1, " ELASTIC "\n");
  speeds s = {0};
  const lash_watcher watcher = {.context = &s, .event = note_speed};
  const lash_integrate_options options = method("rk45", 1e-8, 0);
  OK(lash_integrate_create(m.system, &options, m.t, m.y, &s.run, &error));
  OK(lash_integrate_to(s.run, 0.6, &watcher, &error));
  TEST_ASSERT_DOUBLE_WITHIN(1e-4, sqrt(2 * 9.81), s.of[1]);
  TEST_ASSERT_DOUBLE_WITHIN(1e-4, sqrt(2 * 9.81 * 0.25), s.of[2]);
  lash_integrate_free(s.run);
  unload(&m);
}

/* With damping the ball loses energy, and the audit finds every bit of it. */
static void a_damped_ball_loses_what_is_audited(void) {
  mechanism m = load(BALL("IMPACT, STIFFNESS=1E6, EXPONENT=1.5, DAMPING=1E3, DMAX=1E-4"));
  lash_integrate_options options = method("bdf", 1e-8, 0);
  const outcome o = advance(&m, &options, 2, NULL);
  TEST_ASSERT_TRUE(o.audit.dissipated > 1);
  TEST_ASSERT_TRUE(o.audit.relative < 1e-5);
  unload(&m);
}

static lash_reaction stop_it(void *context, const lash_switch_info *info, double t, bool positive) {
  lash_reaction reaction = {0};
  (void)t;
  if (info->kind == LASH_SWITCH_SENSOR && positive) {
    reaction.stop = true;
    *(int *)context = info->id;
  }
  return reaction;
}

static void a_sensor_stops_where_it_should(void) {
  static const char *const names[] = {"bdf", "rk45", "genalpha", "abam"};
  for (size_t k = 0; k < 4; k++) {
    mechanism m = load(
        "PART/1, GROUND\nMARKER/1, PART=1\nPART/2, MASS=1, CM=2, IP=1,1,1\nMARKER/2, PART=2\n"
        "ACCGRAV/KGRAV=-10\nSENSOR/7, LE, VALUE=-5, ERROR=1E-9, HALT, FUNCTION=DZ(2,1)");
    int id = 0;
    const lash_watcher watcher = {.context = &id, .event = stop_it};
    lash_integrate_options options = method(names[k], 1e-8, 0);
    const outcome o = advance(&m, &options, 3, &watcher);
    TEST_ASSERT_TRUE_MESSAGE(o.stopped, names[k]);
    TEST_ASSERT_EQUAL_INT(7, id);
    TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-6, 1, m.t, names[k]);
    unload(&m);
  }
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(each_touch_has_its_speed);
  RUN_TEST(an_elastic_ball_returns);
  RUN_TEST(a_damped_ball_loses_what_is_audited);
  RUN_TEST(a_sensor_stops_where_it_should);
  return UNITY_END();
}
