/* The plug-in lash.joint inside MuJoCo 3: a ball bounces in its socket with the restitution its law
 * returns, an arm hangs by it and loses energy only, state is carried by MuJoCo's own means. */
#include <math.h>
#include <mujoco/mujoco.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lash_rigs.h"
#include "unity.h"

static char words_of_error[600];

void setUp(void) {}
void tearDown(void) {}

static void on_warning(const char *text) {
  snprintf(words_of_error, sizeof words_of_error, "%s", text);
}

/* A body on a ball in a socket at the origin. */
static mjModel *load(const char *words, const char *inner, const char *options,
                     const char *inertia) {
  char xml[3000], text[sizeof words_of_error];
  mjVFS files;
  snprintf(xml, sizeof xml,
           "<mujoco><option %s/><extension><plugin plugin='lash.joint'><instance name='hip'>"
           "<config key='words' value='%s'/><config key='outer' value='socket'/>"
           "<config key='inner' value='%s'/></instance></plugin></extension>"
           "<worldbody><site name='socket'/><body name='arm'><freejoint/><inertial %s/>"
           "<site name='ball'/><plugin instance='hip'/></body></worldbody></mujoco>",
           options, words, inner, inertia);
  mj_defaultVFS(&files);
  mj_addBufferVFS(&files, "arm.xml", xml, (int)strlen(xml));
  mjModel *m = mj_loadXML("arm.xml", &files, text, sizeof text);
  mj_deleteVFS(&files);
  if (!m) memcpy(words_of_error, text, sizeof text);
  return m;
}

#define SOCKET   "joint=spherical Ri=0.0105 Rj=0.010 "
#define PLAIN    "timestep='1e-6' integrator='RK4' gravity='0 0 0'"
#define ONE_KILO "pos='0 0 0' mass='1' diaginertia='1e-3 1e-3 1e-3'"

/* 0.3 m/s across half a millimetre of play: what comes back is what the law returns on the rig. */
static void a_ball_bounces_as_on_the_rig(void) {
  static const char *const laws[] = {"lankarani_nikravesh", "flores", "hertz"};
  for (int k = 0; k < 3; k++) {
    char words[200];
    lash_contact law;
    lash_error error;
    lash_impact_result rig;
    TEST_ASSERT_EQUAL_INT(LASH_OK, lash_contact_begin(&law, laws[k], &error));
    TEST_ASSERT_EQUAL_INT(LASH_OK, lash_contact_set(&law, "K", "1e8", &error));
    if (k < 2) TEST_ASSERT_EQUAL_INT(LASH_OK, lash_contact_set(&law, "e", "0.5", &error));
    TEST_ASSERT_EQUAL_INT(LASH_OK, lash_contact_ready(&law, &error));
    TEST_ASSERT_EQUAL_INT(LASH_OK, lash_impact_run(&law, 1, 0.3, &rig, NULL, &error));
    snprintf(words, sizeof words, SOCKET "normal=%s K=1e8%s", laws[k], k < 2 ? " e=0.5" : "");
    mjModel *m = load(words, "ball", PLAIN, ONE_KILO);
    TEST_ASSERT_NOT_NULL_MESSAGE(m, words_of_error);
    mjData *d = mj_makeData(m);
    d->qvel[0] = 0.3;
    while (d->time < 6e-3) mj_step(m, d);
    TEST_ASSERT_DOUBLE_WITHIN(1e-5 * 0.3, -rig.e_out * 0.3, d->qvel[0]);
    for (int i = 1; i < 6; i++) TEST_ASSERT_DOUBLE_WITHIN(1e-12, 0, d->qvel[i]);
    mj_deleteData(d);
    mj_deleteModel(m);
  }
}

static double energy(const mjModel *m, mjData *d) {
  mj_energyPos(m, d);
  mj_energyVel(m, d);
  return d->energy[0] + d->energy[1];
}

/* An arm of 1 kg with friction in its ball: energy falls from step to step where nothing is stored
 * in the contact, and the ball stays in its socket. A copy and a restart give the same bits. */
static void an_arm_hangs_and_its_state_is_carried(void) {
  mjModel *m = load(SOCKET "normal=lankarani_nikravesh K=1e8 e=0.7 friction=lugre_n", "ball",
                    "timestep='1e-5' integrator='RK4' gravity='0 0 -9.81'",
                    "pos='0 0.1 -0.17' mass='1' diaginertia='4e-3 4e-3 5e-4'");
  TEST_ASSERT_NOT_NULL_MESSAGE(m, words_of_error);
  mjData *d = mj_makeData(m), *copy = mj_makeData(m);
  const double begin = energy(m, d);
  double deepest = 0;
  while (d->time < 0.2) {
    mj_step(m, d);
    const double *p = d->site_xpos + 3 * mj_name2id(m, mjOBJ_SITE, "ball");
    deepest = fmax(deepest, sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]) - 0.0005);
  }
  TEST_ASSERT_TRUE(deepest > 0 && deepest < 1e-4);
  TEST_ASSERT_TRUE(energy(m, d) < begin);
  mj_copyData(copy, m, d);
  for (int i = 0; i < 3000; i++) mj_step(m, d), mj_step(m, copy);
  TEST_ASSERT_EQUAL_MEMORY(d->qpos, copy->qpos, (size_t)m->nq * sizeof(mjtNum));
  TEST_ASSERT_EQUAL_MEMORY(d->plugin_state, copy->plugin_state,
                           (size_t)m->npluginstate * sizeof(mjtNum));

  const int size = (int)mj_stateSize(m, mjSTATE_INTEGRATION);
  mjtNum *saved = malloc((size_t)size * sizeof *saved);
  mj_getState(m, d, saved, mjSTATE_INTEGRATION);
  for (int i = 0; i < 3000; i++) mj_step(m, d);
  mj_setState(m, copy, saved, mjSTATE_INTEGRATION);
  for (int i = 0; i < 3000; i++) mj_step(m, copy);
  TEST_ASSERT_EQUAL_MEMORY(d->qvel, copy->qvel, (size_t)m->nv * sizeof(mjtNum));
  free(saved);
  mj_deleteData(d);
  mj_deleteData(copy);
  mj_deleteModel(m);
}

static void mistakes_are_told(void) {
  TEST_ASSERT_NULL(load(SOCKET "normal=hertzz K=1e8", "ball", PLAIN, ONE_KILO));
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(words_of_error, "plugin"), words_of_error);
  TEST_ASSERT_NULL(load("joint=gap normal=hertz K=1e8 touch=1", "ball", PLAIN, ONE_KILO));
}

int main(void) {
  UNITY_BEGIN();
  mju_user_warning = on_warning;
  mj_loadPluginLibrary(PLUGIN);
  printf("MuJoCo %s\n", mj_versionString());
  RUN_TEST(a_ball_bounces_as_on_the_rig);
  RUN_TEST(an_arm_hangs_and_its_state_is_carried);
  RUN_TEST(mistakes_are_told);
  return UNITY_END();
}
