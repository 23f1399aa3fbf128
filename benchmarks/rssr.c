/* The RSSR mechanism with a clearance ball joint: the reference solver against MuJoCo, in one run.
 *
 *   LD_LIBRARY_PATH=build build/benchmarks/rssr [validation/rssr/rssr.adm]
 *
 * Both take 50,000 steps of RK4 at 1e-6 s with the same Lankarani-Nikravesh law; in MuJoCo the law
 * sits in mjcb_passive, in ours it is the GFORCE user subroutine of the dataset. Then the reference
 * solver's default integrator covers the same time, at its default error and at one that still does
 * for the peak force: all must meet it within 1 %, which the exit status tells. */
#define _POSIX_C_SOURCE 199309L
#include <math.h>
#include <mujoco/mujoco.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lash_contact.h"
#include "lash_geometry.h"
#include "lash_integrate.h"
#include "lash_memory.h"
#include "lash_model.h"
#include "lash_space.h"
#include "stopwatch.h"

static const double end_time = 0.05, step = 1e-6;

typedef struct outcome {
  double seconds, peak_force, rocker_angle;
  size_t steps;
} outcome;

static void fail(const char *who, const char *why) {
  fprintf(stderr, "%s: %s\n", who, why);
  exit(1);
}

/* ---------------------------------------------------------------------------------------- MuJoCo
 */

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
  if (!m) fail("MuJoCo", error);
  return m;
}

static outcome run_mujoco(void) {
  mjModel *m = load_model();
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

  outcome o = {.steps = (size_t)(end_time / step + 0.5)};
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

/* ------------------------------------------------------------------------------- reference solver
 */

typedef struct watch {
  double peak;
} watch;

static lash_status note_force(void *context, lash_system *system, double t, lash_error *error) {
  (void)t;
  watch *w = context;
  double wrench[6];
  size_t forces = lash_system_size(system)->forces;
  for (size_t i = 0; i < forces; i++) {
    if (strcmp(lash_system_force(system, i).statement, "GFORCE") != 0) continue;
    lash_status status = lash_system_force_wrench(system, i, false, 0, wrench, error);
    if (status != LASH_OK) return status;
    double force = norm3(wrench);
    if (force > w->peak) w->peak = force;
  }
  return LASH_OK;
}

static outcome run_lash(const char *file, const char *integrator, double h, double error_asked) {
  lash_error error = {.message = ""};
  lash_model model;
  lash_system *system = NULL;
  lash_integration *run = NULL;
  if (lash_model_read(&model, file, &error) != LASH_OK) fail("lash", error.message);
  if (lash_system_create(&model, NULL, &system, &error) != LASH_OK) fail("lash", error.message);
  double *y = malloc(lash_system_size(system)->y * sizeof *y), t;
  lash_system_initial(system, &t, y);
  if (lash_system_assemble(system, t, y, NULL, &error) != LASH_OK) fail("lash", error.message);

  lash_integrate_options options = lash_integrate_defaults();
  options.integrator = integrator;
  options.step = h;
  options.audit = false;
  options.output_step = 1e-5;
  options.error = error_asked;
  if (lash_integrate_create(system, &options, t, y, &run, &error) != LASH_OK) {
    fail("lash", error.message);
  }
  watch w = {0};
  lash_watcher watcher = {.context = &w, .output = note_force};
  double start = now();
  if (lash_integrate_to(run, end_time, &watcher, &error) != LASH_OK) fail("lash", error.message);
  outcome o = {.seconds = now() - start,
               .peak_force = w.peak,
               .steps = lash_integrate_statistics_of(run)->steps};
  double position[3], axes[9];
  lash_system_marker(system, 42, position, axes, NULL, NULL);
  o.rocker_angle = atan2(axes[6], axes[0]); /* x axis of the rocker in the x-z plane */
  lash_integrate_free(run);
  lash_system_free(system);
  lash_model_free(&model);
  free(y);
  return o;
}

/* ---------------------------------------------------------------------------------------- report
 */

static void report(const char *name, const outcome *o, const outcome *peer) {
  printf(
      "%-28s %8zu steps %9.4f s %9.3f us/step  peak %10.3f N  rocker %.9f rad  time/MuJoCo %.3f\n",
      name, o->steps, o->seconds, o->seconds / (double)o->steps * 1e6, o->peak_force,
      o->rocker_angle, o->seconds / peer->seconds);
}

/* Faster is no merit without the same force. */
static bool same_peak(const outcome *o, const outcome *peer) {
  const double off = o->peak_force / peer->peak_force - 1;
  if (fabs(off) <= 0.01) return true;
  printf("the peak force is off by %.2g %%\n", 100 * off);
  return false;
}

int main(int argc, char **argv) {
  const char *file = argc > 1 ? argv[1] : "validation/rssr/rssr.adm";
  lash_error error;
  if (lash_contact_begin(&mj.law, "lankarani_nikravesh", &error) != LASH_OK ||
      lash_contact_set(&mj.law, "E", "207e9", &error) != LASH_OK ||
      lash_contact_set(&mj.law, "nu", "0.3", &error) != LASH_OK ||
      lash_contact_set(&mj.law, "Ri", "0.010", &error) != LASH_OK ||
      lash_contact_set(&mj.law, "Rj", "0.0095", &error) != LASH_OK ||
      lash_contact_set(&mj.law, "e", "0.9", &error) != LASH_OK ||
      lash_contact_ready(&mj.law, &error) != LASH_OK) {
    fail("law", error.message);
  }
  printf("RSSR with clearance, %g s\n", end_time);
  outcome mujoco = run_mujoco();
  report("MuJoCo RK4, 1e-6 s", &mujoco, &mujoco);
  outcome rk4 = run_lash(file, "rk4", step, 1e-6);
  report("lash rk4, 1e-6 s", &rk4, &mujoco);
  outcome standard = run_lash(file, NULL, 0, 1e-6);
  report("lash default, error 1e-6", &standard, &mujoco);
  outcome loose = run_lash(file, NULL, 0, 1e-4);
  report("lash default, error 1e-4", &loose, &mujoco);
  const bool same = same_peak(&rk4, &mujoco) && same_peak(&standard, &mujoco);
  return same && same_peak(&loose, &mujoco) ? 0 : 1;
}
