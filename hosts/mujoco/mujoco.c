/* MuJoCo as a host: fixed-step RK4 in joint coordinates, loops closed by ties as hard as its
 * constraint model allows.
 *
 * A driven joint gets an armature (inertia of a fly-wheel on its axis alone) some 1e7 times that of
 * the mechanism, and the torque that gives the fly-wheel the wanted acceleration: the mechanism's
 * reaction then changes it by a 1e-7th, which a slow feedback takes out. */
#include <math.h>
#include <mujoco/mujoco.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine.h"
#include "lash_space.h"
#include "mjcf.h"

static const double STANDARD_STEP = 1e-4;
static const double FOLLOWING = 0.2; /* of drives: the same of their feedback */

/* ------------------------------------------------------------------------- callbacks and errors */

/* MuJoCo's callbacks carry no argument and its errors do not return: what they belong to is kept
 * per thread while an engine of ours works. */
static _Thread_local mujoco_engine *active;
static _Thread_local jmp_buf escape;
static _Thread_local char complaint[400];

/* What another user of MuJoCo in this process has installed, served as well. */
static mjfGeneric other_passive, other_control;
static void (*other_error)(const char *text);
static void (*other_warning)(const char *text);

static void on_error(const char *text) {
  if (active) {
    snprintf(complaint, sizeof complaint, "%s", text);
    longjmp(escape, 1);
  }
  if (other_error) {
    other_error(text);
    return;
  }
  fprintf(stderr, "MuJoCo: %s\n", text);
  exit(EXIT_FAILURE); /* as MuJoCo does: it cannot go on */
}

/* Warnings of ours are found in mjData after the step. */
static void on_warning(const char *text) {
  if (active) return;
  if (other_warning)
    other_warning(text);
  else
    fprintf(stderr, "MuJoCo: %s\n", text);
}

void lash_mujoco_read_motion(mujoco_engine *engine) {
  const mjModel *m = engine->model;
  const mjData *d = engine->data;
  for (size_t b = 1; b < engine->scene->body_count; b++) {
    scene_motion *motion = &engine->scene->motion[b];
    const int id = engine->body[b];
    double six[6];
    copy3(d->xpos + 3 * id, motion->r);
    memcpy(motion->R, d->xmat + 9 * id, sizeof motion->R);
    mj_objectVelocity(m, d, mjOBJ_XBODY, id, six, 0);
    copy3(six, motion->w);
    copy3(six + 3, motion->v);
  }
}

/* Torque of the fly-wheels. */
static void push_drives(mujoco_engine *engine) {
  const double rate = FOLLOWING / engine->step;
  const mjModel *m = engine->model;
  mjData *d = engine->data;
  for (size_t k = 0; k < engine->scene->drive_count; k++) {
    const scene_drive *drive = &engine->scene->drive[k];
    const int dof = engine->drive_dof[k];
    const double sign = engine->scene->link[drive->link].reversed ? -1 : 1;
    const double q = sign * d->qpos[m->jnt_qposadr[m->dof_jntid[dof]]] + drive->start;
    const double v = sign * d->qvel[dof];
    double jet[3], a;
    lash_scene_drive(engine->scene, drive, d->time, jet);
    if (drive->motion->order == LASH_DISPLACEMENT)
      a = jet[2] + 2 * rate * (jet[1] - v) + rate * rate * (jet[0] - q);
    else if (drive->motion->order == LASH_VELOCITY)
      a = jet[1] + rate * (jet[0] - v);
    else
      a = jet[0];
    d->qfrc_passive[dof] += sign * m->dof_armature[dof] * a;
  }
}

/* Acceleration of a point of a body that joint velocities alone bring about; needs d->cacc. */
static void point_bias(const mjModel *m, const mjData *d, int body, const double local[3],
                       double bias[3]) {
  double motion[6], velocity[6], arm[3], swing[3] = {0};
  memset(bias, 0, 3 * sizeof *bias);
  if (body == 0) return;
  mj_objectAcceleration(m, d, mjOBJ_XBODY, body, motion, 0);
  mj_objectVelocity(m, d, mjOBJ_XBODY, body, velocity, 0);
  mul33_3(d->xmat + 9 * body, local, arm);
  copy3(motion + 3, bias);
  add_cross3(1, motion, arm, bias);
  add_cross3(1, velocity, arm, swing);
  add_cross3(1, velocity, swing, bias);
}

/* MuJoCo asks of its ties that J qacc follow a reference, and leaves out dJ/dt qvel; without it
 * they give way by as much as joints turn. This runs after the reference is known and before it is
 * used.
 */
static void correct_ties(mujoco_engine *engine) {
  const mjModel *m = engine->model;
  mjData *d = engine->data;
  memset(d->cacc, 0, 6 * sizeof *d->cacc);
  for (int body = 1; body < m->nbody; body++) {
    double *to = d->cacc + 6 * body;
    memcpy(to, d->cacc + 6 * m->body_parentid[body], 6 * sizeof *to);
    for (int dof = m->body_dofadr[body];
         dof >= 0 && dof < m->body_dofadr[body] + m->body_dofnum[body]; dof++) {
      for (int k = 0; k < 6; k++) to[k] += d->cdof_dot[6 * dof + k] * d->qvel[dof];
    }
  }
  for (int eq = 0; eq < m->neq && 3 * eq + 2 < d->nefc; eq++) {
    double one[3], two[3];
    point_bias(m, d, m->eq_obj1id[eq], m->eq_data + mjNEQDATA * eq, one);
    point_bias(m, d, m->eq_obj2id[eq], m->eq_data + mjNEQDATA * eq + 3, two);
    for (int k = 0; k < 3; k++) d->efc_aref[3 * eq + k] -= one[k] - two[k];
  }
}

static void control(const mjModel *m, mjData *d) {
  if (active && active->data == d)
    correct_ties(active);
  else if (other_control)
    other_control(m, d);
}

static void passive(const mjModel *m, mjData *d) {
  mujoco_engine *engine = active;
  if (!engine || engine->data != d) {
    if (other_passive) other_passive(m, d);
    return;
  }
  if (engine->failed != LASH_OK) return;
  lash_mujoco_read_motion(engine);
  lash_scene_place(engine->scene, d->time, LASH_LEVEL_VELOCITY);
  engine->failed = lash_scene_loads(engine->scene, &engine->error);
  if (engine->failed != LASH_OK) return;
  for (size_t b = 1; b < engine->scene->body_count; b++) {
    const scene_load *load = &engine->scene->load[b];
    const int id = engine->body[b];
    mj_applyFT(m, d, load->force, load->torque, d->xipos + 3 * id, id, d->qfrc_passive);
  }
  push_drives(engine);
}

/* Does something with MuJoCo whose errors would otherwise end the program. */
typedef lash_status (*work)(mujoco_engine *engine, double argument, lash_error *error);

static void install_handlers(void) {
  if (mjcb_passive != passive) other_passive = mjcb_passive, mjcb_passive = passive;
  if (mjcb_control != control) other_control = mjcb_control, mjcb_control = control;
  if (mju_user_error != on_error) other_error = mju_user_error, mju_user_error = on_error;
  if (mju_user_warning != on_warning) {
    other_warning = mju_user_warning, mju_user_warning = on_warning;
  }
}

static lash_status guarded(mujoco_engine *engine, work what, double argument, lash_error *error) {
  lash_status status;
  install_handlers();
  engine->failed = LASH_OK;
  active = engine;
  if (setjmp(escape) == 0)
    status = what(engine, argument, error);
  else
    status = lash_fail(error, LASH_FAILURE, "MuJoCo: %s", complaint);
  active = NULL;
  return status;
}

/* --------------------------------------------------------------------------------------- making */

static lash_status restart(void *state, lash_error *error) {
  return guarded(state, lash_mujoco_initial, 0, error);
}

static void engine_free(void *state) {
  mujoco_engine *engine = state;
  if (engine->data) mj_deleteData(engine->data);
  if (engine->model) mj_deleteModel(engine->model);
  free(engine->body);
  free(engine->drive_dof);
  free(engine);
}

static lash_status create(lash_scene *scene, const lash_host_options *options, void **made,
                          lash_error *error) {
  mujoco_engine *engine = calloc(1, sizeof *engine);
  if (!engine) return lash_fail(error, LASH_FAILURE, "out of memory for MuJoCo");
  *made = engine;
  engine->scene = scene;
  engine->step = options->step > 0 ? options->step : STANDARD_STEP / scene->model->units.scale.time;
  engine->body = calloc(scene->body_count, sizeof *engine->body);
  engine->drive_dof = calloc(scene->drive_count + 1, sizeof *engine->drive_dof);
  if (!engine->body || !engine->drive_dof) {
    return lash_fail(error, LASH_FAILURE, "out of memory for MuJoCo");
  }
  return guarded(engine, lash_mujoco_compile, 0, error);
}

/* -------------------------------------------------------------------------------------- running */

static lash_status step(mujoco_engine *engine, double end, lash_error *error) {
  const mjModel *m = engine->model;
  mjData *d = engine->data;
  mj_step(m, d);
  if (engine->failed != LASH_OK) {
    *error = engine->error;
    return engine->failed;
  }
  for (int k = 0; k < mjNWARNING; k++) {
    if (!d->warning[k].number) continue;
    return lash_fail(error, LASH_FAILURE, "%s: MuJoCo at time %g: %s; try a smaller step",
                     engine->scene->model->file, end, mju_warningText(k, d->warning[k].lastinfo));
  }
  d->time = end;
  mj_kinematics(m, d);
  mj_comPos(m, d);
  mj_comVel(m, d);
  lash_mujoco_read_motion(engine);
  lash_scene_place(engine->scene, end, LASH_LEVEL_VELOCITY);
  return lash_scene_commit(engine->scene, error);
}

static lash_status advance(void *state, double t, size_t *steps, lash_error *error) {
  mujoco_engine *engine = state;
  const double start = engine->data->time, whole = ceil((t - start) / engine->step - 1e-9);
  const size_t count = whole < 1 ? 1 : (size_t)whole;
  engine->model->opt.timestep = (t - start) / (double)count;
  for (size_t k = 1; k <= count; k++) {
    const double end = k == count ? t : start + (t - start) * (double)k / (double)count;
    const lash_status status = guarded(engine, step, end, error);
    if (status != LASH_OK) return status;
    ++*steps;
    if (engine->scene->sensed) break;
  }
  return LASH_OK;
}

/* Forces of the ties, in MuJoCo's order of constraints. */
static void read_ties(mujoco_engine *engine) {
  lash_scene *scene = engine->scene;
  const double *force = engine->data->efc_force;
  for (size_t k = 0; k < scene->link_count; k++) {
    scene_link *link = &scene->link[k];
    if (link->tree) continue;
    memset(link->wrench, 0, sizeof link->wrench);
    const int ties = lash_mjcf_ties(link->type);
    const double sign = scene->marker[link->i].body == 0 ? -1 : 1;
    for (int n = 0; n < ties; n++, force += 3) {
      const scene_motion *body = &scene->motion[scene->marker[link->i].body];
      double point[3], local[3], arm[3];
      lash_mujoco_tie_point(scene, link->i, n, ties, local);
      sub3(local, scene->marker[link->i].local.origin, point);
      mul33_3(body->R, point, arm);
      axpy3(sign, force, link->wrench);
      add_cross3(sign, arm, force, link->wrench + 3);
    }
  }
}

static lash_status look(mujoco_engine *engine, double unused, lash_error *error) {
  const mjModel *m = engine->model;
  mjData *d = engine->data;
  (void)unused;
  mj_forward(m, d);
  if (engine->failed != LASH_OK) {
    *error = engine->error;
    return engine->failed;
  }
  mj_rnePostConstraint(m, d);
  lash_mujoco_read_motion(engine);
  for (size_t b = 1; b < engine->scene->body_count; b++) {
    double six[6];
    mj_objectAcceleration(m, d, mjOBJ_XBODY, engine->body[b], six, 0);
    copy3(six, engine->scene->motion[b].wd);
    copy3(six + 3, engine->scene->motion[b].a);
  }
  read_ties(engine);
  return LASH_OK;
}

static lash_status observe(void *state, lash_error *error) {
  return guarded(state, look, 0, error);
}

/* ---------------------------------------------------------------------------------------- class */

static const char *version(void) { return mj_versionString(); }

static const lash_engine engine_class = {.create = create,
                                         .free = engine_free,
                                         .restart = restart,
                                         .advance = advance,
                                         .observe = observe};

const lash_host_class lash_host_mujoco = {
    .name = "mujoco",
    .summary = "joint coordinates, fixed-step RK4, loops closed by stiff ties",
    .version = version,
    .refuses = lash_scene_refuses,
    .joint = {[LASH_JOINT_REVOLUTE] = LASH_REACH_LOOP,
              [LASH_JOINT_SPHERICAL] = LASH_REACH_LOOP,
              [LASH_JOINT_FIXED] = LASH_REACH_LOOP,
              [LASH_JOINT_TRANSLATIONAL] = LASH_REACH_TREE,
              [LASH_JOINT_CYLINDRICAL] = LASH_REACH_TREE,
              [LASH_JOINT_PLANAR] = LASH_REACH_TREE,
              [LASH_JOINT_HOOKE] = LASH_REACH_TREE,
              [LASH_JOINT_UNIVERSAL] = LASH_REACH_TREE,
              [SCENE_ORIENTATION] = LASH_REACH_TREE},
    .operations = &lash_scene_operations,
    .engine = &engine_class};
