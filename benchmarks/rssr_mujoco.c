/* The RSSR mechanism in MuJoCo itself, with the law in mjcb_passive. */
#define _POSIX_C_SOURCE 199309L
#include "rssr_mujoco.h"

#include <math.h>
#include <mujoco/mujoco.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lash_contact.h"
#include "lash_geometry.h"
#include "lash_memory.h"
#include "stopwatch.h"

/* Inertias are put in after compiling: MuJoCo's compiler refuses the printed ones, which no real
 * body has, though they integrate like any others. */
static const char mechanism[] =
    "<mujoco><compiler angle='radian' inertiafromgeom='false'/>"
    "<option gravity='0 0 0' integrator='RK4' timestep='1e-6' collision='predefined'/><worldbody>"
    "<body name='crank' pos='0 0 0.085'><joint name='crank' type='hinge' axis='0 0 1'/>"
    "<inertial pos='0.01 0 0' mass='0.019' diaginertia='4.9e-4 4.9e-4 4.9e-4'/>"
    "<body name='coupler' pos='0.02 0 0' xyaxes='0.42447252779994965 -0.3278688524590164 "
    "-0.8439935359529294 0.6112926397992676 0.7914046427253525 0'><joint name='coupler' "
    "type='ball'/>"
    "<inertial pos='0.061 0 0' mass='0.141' diaginertia='2e-3 2e-3 2e-3'/>"
    "<site name='ball' pos='0.122 0 0'/></body></body>"
    "<body name='rocker' pos='0 -0.04 0'><joint name='rocker' type='hinge' axis='0 -1 0'/>"
    "<inertial pos='0.037 0 0' mass='0.031' diaginertia='1.29e-3 1.29e-3 1.29e-3'/>"
    "<site name='socket' pos='0.074 0 0'/></body></worldbody></mujoco>";

/* mjcb_passive has no context argument. */
static struct {
  lash_contact law;
  lash_impact_memory memory;
  int ball, socket, coupler, rocker;
  double clearance, omega;
  double delta, v, force; /* of the newest evaluation */
} mj;

/* The penetration of the ball, its rate and direction. */
static void measure(const mjModel *m, mjData *d, double normal[3]) {
  const mjtNum *ball = d->site_xpos + 3 * mj.ball, *socket = d->site_xpos + 3 * mj.socket;
  mjtNum vb[6], vs[6];
  mj_objectVelocity(m, d, mjOBJ_SITE, mj.ball, vb, 0);
  mj_objectVelocity(m, d, mjOBJ_SITE, mj.socket, vs, 0);
  double e[3], distance = 0;
  for (int k = 0; k < 3; k++) e[k] = ball[k] - socket[k], distance += e[k] * e[k];
  distance = sqrt(distance);
  mj.delta = distance - mj.clearance;
  mj.v = 0;
  for (int k = 0; k < 3; k++) {
    normal[k] = distance > 0 ? e[k] / distance : 0;
    mj.v += normal[k] * (vb[3 + k] - vs[3 + k]);
  }
}

static void passive(const mjModel *m, mjData *d) {
  double normal[3], v0, unused1, unused2;
  measure(m, d, normal);
  lash_memory_trial(&mj.memory, d->time, mj.delta, mj.v, &v0, &unused1, &unused2);
  mj.force = lash_contact_eval(&mj.law, mj.delta, mj.v, v0).force;
  mjtNum on_ball[3], on_socket[3], none[3] = {0, 0, 0};
  for (int k = 0; k < 3; k++) {
    on_ball[k] = -mj.force * normal[k];
    on_socket[k] = mj.force * normal[k];
  }
  if (mj.force != 0) {
    mj_applyFT(m, d, on_ball, none, d->site_xpos + 3 * mj.ball, mj.coupler, d->qfrc_passive);
    mj_applyFT(m, d, on_socket, none, d->site_xpos + 3 * mj.ball, mj.rocker, d->qfrc_passive);
  }
  d->qfrc_passive[0] += 10 * (mj.omega * d->time - d->qpos[0]) + 30 * (mj.omega - d->qvel[0]);
}

/* The model text has to reach MuJoCo as a file, real or virtual. */
static mjModel *load_model(void) {
  static mjVFS files;
  char error[500] = "";
  mj_defaultVFS(&files);
  mj_makeEmptyFileVFS(&files, "rssr.xml", (int)strlen(mechanism));
  memcpy(files.filedata[mj_findFileVFS(&files, "rssr.xml")], mechanism, strlen(mechanism));
  mjModel *m = mj_loadXML("rssr.xml", &files, error, sizeof error);
  mj_deleteVFS(&files);
  if (!m) {
    fprintf(stderr, "MuJoCo: %s\n", error);
    exit(1);
  }
  return m;
}

static void prepare_law(void) {
  lash_error error;
  static const char *const words[][2] = {
      {"E", "207e9"}, {"nu", "0.3"}, {"Ri", "0.010"}, {"Rj", "0.0095"}, {"e", "0.9"}};
  check(lash_contact_begin(&mj.law, "lankarani_nikravesh", &error), &error);
  for (int k = 0; k < 5; k++)
    check(lash_contact_set(&mj.law, words[k][0], words[k][1], &error), &error);
  check(lash_contact_ready(&mj.law, &error), &error);
}

rssr_outcome rssr_mujoco(size_t steps, double h) {
  prepare_law();
  mjModel *m = load_model();
  m->opt.timestep = h;
  mj.coupler = mj_name2id(m, mjOBJ_BODY, "coupler");
  mj.rocker = mj_name2id(m, mjOBJ_BODY, "rocker");
  mj.ball = mj_name2id(m, mjOBJ_SITE, "ball");
  mj.socket = mj_name2id(m, mjOBJ_SITE, "socket");
  const mjtNum coupler[3] = {2.8e-5, 2.0e-3, 1.7e-3};
  memcpy(m->body_inertia + 3 * mj.coupler, coupler, sizeof coupler);
  mjData *d = mj_makeData(m);
  mj_setConst(m, d);
  mj_resetData(m, d);

  /* the start of the dataset: ideal position and velocity */
  const double theta4 = -0.245251342503348;
  mj.omega = 125.66370614359172;
  mj.clearance = 0.5e-3;
  d->qpos[m->jnt_qposadr[mj_name2id(m, mjOBJ_JOINT, "rocker")]] = theta4;
  d->qvel[0] = mj.omega;
  /* the ball joint's velocity is relative to the crank, in the coupler's axes */
  const double spin[3] = {0, -17.069411763747265, -14.902662810657937};
  const double ez[3] = {-0.8439935359529294, 0, 0.5363533455378751};
  int dof = m->jnt_dofadr[mj_name2id(m, mjOBJ_JOINT, "coupler")];
  for (int k = 0; k < 3; k++) d->qvel[dof + k] = spin[k] - mj.omega * ez[k];
  d->qvel[m->jnt_dofadr[mj_name2id(m, mjOBJ_JOINT, "rocker")]] = 15.559360818483906;

  double normal[3];
  mj_forward(m, d);
  measure(m, d, normal);
  lash_memory_reset(&mj.memory, 0, mj.delta, mj.v);
  mjcb_passive = passive;

  rssr_outcome o = {.steps = steps};
  double start = now();
  for (size_t i = 0; i < o.steps; i++) {
    mj_step(m, d);
    mj_kinematics(m, d); /* the accepted state, to commit it */
    mj_comPos(m, d);
    mj_comVel(m, d);
    measure(m, d, normal);
    lash_memory_commit(&mj.memory, d->time, mj.delta, mj.v);
    if (mj.force > o.peak_force) o.peak_force = mj.force;
  }
  o.seconds = now() - start;
  o.rocker_angle = d->qpos[m->jnt_qposadr[mj_name2id(m, mjOBJ_JOINT, "rocker")]];
  mjcb_passive = NULL;
  mj_deleteData(d);
  mj_deleteModel(m);
  return o;
}
