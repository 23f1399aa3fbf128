/* A ball joint with clearance in a MuJoCo model of your own.
 *
 * An arm hangs by a ball of 10 mm in a socket of 10.5 mm. MuJoCo moves the arm; at every evaluation
 * Lash gives the forces of contact and friction, and after every step it is told that the step
 * counts. Takes about a second and prints the impacts and the energy left.
 *
 *   cc mujoco_clearance.c -llash -lmujoco -lm */
#include <mujoco/mujoco.h>
#include <stdio.h>
#include <string.h>

#include "lash_contact.h"
#include "lash_friction.h"
#include "lash_geometry.h"
#include "lash_memory.h"

static const char arm_xml[] =
    "<mujoco><option timestep='1e-5' integrator='RK4' gravity='0 0 -9.81'>"
    "<flag energy='enable'/></option><worldbody>"
    "<body name='arm' euler='40 0 0'><freejoint/>"
    "<inertial pos='0 0 -0.2' mass='1' diaginertia='4e-3 4e-3 5e-4'/></body>"
    "</worldbody></mujoco>";

/* The joint: what it looks like, its two laws, what it remembers of the present impact. */
static lash_geometry shape = {.shape = LASH_BALL_SOCKET, .radius_i = 0.0105, .radius_j = 0.010};
static lash_contact normal_law;
static lash_friction friction_law;
static lash_impact_memory memory;
static int arm; /* MuJoCo's number of the body */

static void find_contact(const mjModel *m, const mjData *d, lash_contact_points *points) {
  const lash_frame socket = {.axis = {0, 0, 1}, .side = {1, 0, 0}};
  lash_frame ball = {.axis = {0, 0, 1}, .side = {1, 0, 0}};
  double velocity[6]; /* angular, then linear */
  mj_objectVelocity(m, d, mjOBJ_XBODY, arm, velocity, 0);
  memcpy(ball.position, d->xpos + 3 * arm, sizeof ball.position);
  memcpy(ball.spin, velocity, sizeof ball.spin);
  memcpy(ball.velocity, velocity + 3, sizeof ball.velocity);
  lash_geometry_eval(&shape, &socket, &ball, points, NULL);
}

/* MuJoCo asks for forces several times per step: read the memory, never write it. */
static void add_joint_force(const mjModel *m, mjData *d) {
  lash_contact_points points;
  find_contact(m, d, &points);
  const lash_contact_point *p = &points.point[0];
  double v0;
  lash_memory_trial(&memory, d->time, p->delta, p->v, &v0, NULL, NULL);
  const double normal = lash_contact_eval(&normal_law, p->delta, p->v, v0).force;
  lash_friction_value friction;
  const lash_friction_input input = {.vt = {p->slip2[0], p->slip2[1]}, .normal = normal};
  lash_friction_force(&friction_law, &input, &friction);

  lash_point_load load = {.normal = normal};
  memcpy(load.friction, friction.force, sizeof load.friction);
  double tangential[3];
  lash_wrench on_socket, on_ball;
  lash_point_tangential(p, &load, tangential);
  lash_point_wrench(p, normal, tangential, &on_socket, &on_ball);
  mj_applyFT(m, d, on_ball.force, on_ball.torque, d->xpos + 3 * arm, arm, d->qfrc_passive);
}

/* The step is accepted: now the memory may change. */
static void commit(const mjModel *m, mjData *d) {
  lash_contact_points points;
  mj_kinematics(m, d); /* mj_step leaves positions as they were before the step */
  mj_comPos(m, d);
  mj_comVel(m, d);
  find_contact(m, d, &points);
  lash_memory_commit(&memory, d->time, points.point[0].delta, points.point[0].v);
}

static double energy(const mjModel *m, mjData *d) {
  mj_energyPos(m, d);
  mj_energyVel(m, d);
  return d->energy[0] + d->energy[1];
}

int main(void) {
  lash_error error;
  char text[300];
  mjVFS files;
  lash_contact_begin(&normal_law, "lankarani_nikravesh", &error);
  lash_contact_set(&normal_law, "K", "1e8", &error);
  lash_contact_set(&normal_law, "e", "0.7", &error);
  lash_friction_begin(&friction_law, "brown_mcphee", 2, &error);
  lash_friction_set(&friction_law, "v_tr", "1e-3", &error);
  if (lash_contact_ready(&normal_law, &error) || lash_friction_ready(&friction_law, &error) ||
      lash_geometry_check(&shape, &error)) {
    return fprintf(stderr, "%s\n", error.message), 1;
  }
  mj_defaultVFS(&files);
  mj_makeEmptyFileVFS(&files, "arm.xml", sizeof arm_xml);
  memcpy(files.filedata[0], arm_xml, sizeof arm_xml);
  mjModel *m = mj_loadXML("arm.xml", &files, text, sizeof text);
  if (!m) return fprintf(stderr, "%s\n", text), 1;
  mjData *d = mj_makeData(m);
  arm = mj_name2id(m, mjOBJ_BODY, "arm");
  mjcb_passive = add_joint_force;

  commit(m, d);
  lash_memory_reset(&memory, 0, memory.delta, memory.v);
  const double start = energy(m, d);
  double deepest = 0;
  while (d->time < 0.5) {
    mj_step(m, d);
    commit(m, d);
    if (memory.delta > deepest) deepest = memory.delta;
  }
  const double end = energy(m, d);
  printf("%llu impacts in 0.5 s, deepest %.2f um, energy %.4f J -> %.4f J\n",
         (unsigned long long)memory.impacts, 1e6 * deepest, start, end);
  mj_deleteData(d);
  mj_deleteModel(m);
  mj_deleteVFS(&files);
  return memory.impacts > 0 && end < start && deepest < 1e-4 ? 0 : 1;
}
