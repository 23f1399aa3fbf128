/* One model of every statement that is simulated: read without complaint, run by two methods, and
 * held against what is known about its parts. */
#include "integrate_helper.h"

void setUp(void) { setenv("LASH_SUBROUTINE_PATH", USER_LIBRARIES, 1); }
void tearDown(void) {}

static void every_statement_is_there(void) {
#define K(NAME) LASH_KIND_##NAME
  static const lash_kind kinds[] = {
      K(PART),        K(POINT_MASS), K(MATERIAL), K(MARKER),       K(JOINT),      K(JPRIM),
      K(GCON),        K(COUPLER),    K(GEAR),     K(MOTION),       K(FRICTION),   K(SFORCE),
      K(VFORCE),      K(VTORQUE),    K(GFORCE),   K(SPRINGDAMPER), K(BUSHING),    K(BEAM),
      K(FIELD),       K(CONTACT),    K(VARIABLE), K(DIFF),         K(ARRAY),      K(STRING),
      K(MATRIX),      K(SPLINE),     K(CURVE),    K(LSE),          K(GSE),        K(TFSISO),
      K(PINPUT),      K(POUTPUT),    K(SENSOR),   K(REQUEST),      K(MREQUEST),   K(CBKSUB),
      K(GRAPHICS),    K(UNITS),      K(ACCGRAV),  K(IC),           K(INTEGRATOR), K(KINEMATICS),
      K(EQUILIBRIUM), K(OUTPUT),     K(RESULTS),  K(PREFERENCES)};
  lash_model model;
  OK(lash_model_read(&model, LASH_TEST_DATA "/everything.adm", &error));
  TEST_ASSERT_EQUAL_INT(0, (int)model.diagnostics.total[LASH_ERROR]);
  TEST_ASSERT_EQUAL_INT(0, (int)model.diagnostics.total[LASH_NOT_SUPPORTED]);
  for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
    TEST_ASSERT_TRUE_MESSAGE(lash_model_count(&model, kinds[k]) > 0, lash_kind_name(kinds[k]));
  for (int type = LASH_JOINT_NONE + 1; type <= LASH_JOINT_RACKPIN; type++) {
    bool found = false;
    for (size_t k = 0; k < model.joint.count; k++) found |= (int)model.joint.item[k].type == type;
    TEST_ASSERT_TRUE_MESSAGE(found, "a type of joint is missing");
  }
  lash_model_free(&model);
}

typedef struct seen {
  int sensor;
} seen;

static lash_reaction note(void *context, const lash_switch_info *info, double t, bool positive) {
  seen *s = context;
  (void)t;
  if (info->kind == LASH_SWITCH_SENSOR && positive) s->sensor++;
  return (lash_reaction){0};
}

/* Parts whose motion is known at time t. */
static void known_motions(mechanism *m, double t) {
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, t, measure(m, "DX", 160, 0, 0, 0)); /* puck */
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, 50 - 0.5 * t, measure(m, "DY", 160, 0, 0, 0));
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, t, measure(m, "DX", 280, 0, 0, 0)); /* INPLANE */
  TEST_ASSERT_DOUBLE_WITHIN(1e-6, 3 * t - 0.5 * 9.81 * t * t, measure(m, "DZ", 270, 0, 0, 0));
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, 1, measure(m, "DM", 155, 150, 0, 0));        /* GCON */
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, 2 * t, measure(m, "WZ", 230, 0, 0, 0));      /* driven */
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, 4 * t, measure(m, "WZ", 240, 0, 0, 0));      /* coupled */
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, -4 * t / 3, measure(m, "WZ", 250, 0, 0, 0)); /* geared */
  /* the nut falls by its weight and turns: p/2pi per radian */
  const double lead = 0.5 / (2 * acos(-1));
  TEST_ASSERT_DOUBLE_WITHIN(1e-6, -0.5 * 9.81 / (1 + 0.01 / (lead * lead)) * t * t,
                            measure(m, "DZ", 200, 0, 0, 0));
  /* the pinion's lowest point and the rack keep their velocity */
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, 0.1 * fabs(measure(m, "WY", 210, 0, 0, 0)),
                            fabs(measure(m, "VX", 220, 0, 0, 0)));
  /* held by stiction: bent by 1.5 of 0.3 * 9.81 */
  TEST_ASSERT_DOUBLE_WITHIN(1e-5, 1e-4 * 1.5 / (0.3 * 9.81), measure(m, "DX", 350, 0, 0, 0));
}

/* Equations whose solutions are known. */
static void known_equations(mechanism *m, double t) {
  TEST_ASSERT_DOUBLE_WITHIN(1e-5, exp(-2 * t), measure(m, "DIF", 1, 0, 0, 0));
  TEST_ASSERT_DOUBLE_WITHIN(1e-5, exp(-2 * t), measure(m, "DIF", 2, 0, 0, 0));
  TEST_ASSERT_DOUBLE_WITHIN(1e-4, cos(3 * t), measure(m, "ARYVAL", 6, 1, 0, 0));
  /* the general system is an oscillator of 7 rad/s damped by 0.3 */
  const double damped = 7 * sqrt(1 - 0.09), decay = exp(-2.1 * t);
  TEST_ASSERT_DOUBLE_WITHIN(1e-4, decay * (cos(damped * t) + 2.1 / damped * sin(damped * t)),
                            measure(m, "ARYVAL", 9, 1, 0, 0));
  /* t^2 behind a delay of 0.1 */
  const double T = 0.1, lagged = t * t - 2 * T * t + 2 * T * T * (1 - exp(-t / T));
  TEST_ASSERT_DOUBLE_WITHIN(2e-3, lagged, measure(m, "VARVAL", 11, 0, 0, 0));
}

static mechanism run(const char *name) {
  mechanism m = load_file("everything.adm");
  OK(lash_system_commit(m.system, &error));
  const lash_integrate_options options = method(name, 1e-9, 0);
  seen s = {0};
  const lash_watcher watcher = {.context = &s, .event = note};
  const outcome o = advance(&m, &options, 0.5, &watcher);
  TEST_ASSERT_TRUE_MESSAGE(o.audit.relative < 1e-5, name);
  TEST_ASSERT_TRUE_MESSAGE(o.statistics.violation < 1e-8, name);
  TEST_ASSERT_EQUAL_INT_MESSAGE(1, s.sensor, name);
  TEST_ASSERT_TRUE_MESSAGE(o.statistics.contact_events >= 2, name);
  lash_system_set(m.system, m.t, m.y);
  return m;
}

static void two_methods_agree(void) {
  mechanism a = run("bdf"), b = run("rk45");
  known_motions(&a, 0.5);
  known_motions(&b, 0.5);
  known_equations(&a, 0.5);
  known_equations(&b, 0.5);
  for (size_t r = 0; r < a.n->requests; r++) {
    double va[8], vb[8];
    OK(lash_system_request_values(a.system, r, va, &error));
    OK(lash_system_request_values(b.system, r, vb, &error));
    for (int c = 0; c < 8; c++) TEST_ASSERT_DOUBLE_WITHIN(1e-3 * (1 + fabs(vb[c])), vb[c], va[c]);
  }
  for (size_t k = 0; k < a.n->q; k++) TEST_ASSERT_DOUBLE_WITHIN(1e-3, b.y[k], a.y[k]);
  unload(&a);
  unload(&b);
}

/* What a run remembers (bristles, loads, rates, approach speeds) is saved whole: a second system
 * that takes it over goes on bit by bit. */
static void memory_is_whole(void) {
  mechanism a = load_file("everything.adm"), b = load_file("everything.adm");
  OK(lash_system_commit(a.system, &error));
  for (int k = 0; k < 40; k++) rk4(&a, 2e-4);
  const size_t size = lash_system_memory_size(a.system);
  void *memory = malloc(size);
  lash_system_save(a.system, memory);
  memcpy(b.y, a.y, a.n->y * sizeof *a.y);
  b.t = a.t;
  lash_system_set(b.system, b.t, b.y);
  OK(lash_system_restore(b.system, memory, size, &error));
  free(memory);
  for (int k = 0; k < 5; k++) {
    rk4(&a, 2e-4);
    rk4(&b, 2e-4);
  }
  TEST_ASSERT_EQUAL_INT(0, memcmp(a.y, b.y, a.n->y * sizeof *a.y));
  unload(&a);
  unload(&b);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(every_statement_is_there);
  RUN_TEST(two_methods_agree);
  RUN_TEST(memory_is_whole);
  return UNITY_END();
}
