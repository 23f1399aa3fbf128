/* Joints with clearance in MuJoCo 3, as an engine plug-in: passive forces between two sites.
 *
 *   <extension><plugin plugin="lash.joint"><instance name="hip">
 *     <config key="words" value="joint=spherical Ri=0.0105 Rj=0.01 normal=flores K=1e8 e=0.8"/>
 *     <config key="outer" value="socket"/>     site of the socket, bearing or plane
 *     <config key="inner" value="ball"/>       site of the ball or journal; z along the axis
 *   </instance></plugin></extension>
 *   … <body> <plugin instance="hip"/> …        MuJoCo wants a body to name the instance
 *
 * What the joint remembers is the instance's plug-in state, so mj_copyData, mj_setState, resets and
 * finite differences of whole steps carry it along. MuJoCo evaluates forces several times per step;
 * a step counts when `advance` is called, and the next evaluation, which is at the state the step
 * ended in, commits it.
 *
 * Forces are computed where MuJoCo computes passive ones, so the integrators that look at their
 * derivatives (implicit) do not see these: use RK4 or Euler with a step short against the contact.
 */
#include <mujoco/mujoco.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "lash_joint.h"

/* What an instance is; constant once made. */
typedef struct instance {
  lash_joint joint;
  int outer, inner; /* sites */
} instance;

/* The last number of the state: a step has ended and is not committed yet. */
static size_t numbers_of(const lash_joint *joint) { return lash_joint_numbers(joint) + 1; }

/* --------------------------------------------------------------------------------------- making */

static bool find_site(const mjModel *m, int plugin, const char *key, int *site) {
  const char *name = mj_getPluginConfig(m, plugin, key);
  *site = name ? mj_name2id(m, mjOBJ_SITE, name) : -1;
  if (*site >= 0) return true;
  mju_warning("lash.joint: %s='%s' is not a site", key, name ? name : "");
  return false;
}

static bool read_joint(const mjModel *m, int plugin, lash_joint *joint) {
  const char *words = mj_getPluginConfig(m, plugin, "words");
  lash_error error;
  lash_status status = lash_joint_make(joint, words ? words : "", &error);
  if (status == LASH_OK && joint->type->form != LASH_JOINT_SPACE)
    status = lash_fail(&error, LASH_BAD_INPUT, "joint=%s is not one in space", joint->type->name);
  if (status != LASH_OK) mju_warning("lash.joint: %s", error.message);
  return status == LASH_OK;
}

static int states(const mjModel *m, int plugin) {
  lash_joint joint;
  return read_joint(m, plugin, &joint) ? (int)numbers_of(&joint) : -1;
}

static int start(const mjModel *m, mjData *d, int plugin) {
  instance *self = calloc(1, sizeof *self);
  if (!self) return -1;
  if (!read_joint(m, plugin, &self->joint) || !find_site(m, plugin, "outer", &self->outer) ||
      !find_site(m, plugin, "inner", &self->inner)) {
    free(self);
    return -1;
  }
  d->plugin_data[plugin] = (uintptr_t)self;
  return 0;
}

static void end(mjData *d, int plugin) {
  free((instance *)d->plugin_data[plugin]);
  d->plugin_data[plugin] = 0;
}

/* All zero is a memory that has not started. */
static void reset(const mjModel *m, mjtNum *state, void *data, int plugin) {
  (void)data;
  memset(state, 0, (size_t)m->plugin_statenum[plugin] * sizeof *state);
}

/* --------------------------------------------------------------------------------------- forces */

static void read_frame(const mjModel *m, const mjData *d, int site, lash_frame *frame) {
  mjtNum six[6]; /* spin, then velocity */
  const mjtNum *axes = d->site_xmat + 9 * site;
  mj_objectVelocity(m, d, mjOBJ_SITE, site, six, 0);
  for (int k = 0; k < 3; k++) {
    frame->position[k] = d->site_xpos[3 * site + k];
    frame->spin[k] = six[k];
    frame->velocity[k] = six[3 + k];
    frame->side[k] = axes[3 * k];
    frame->axis[k] = axes[3 * k + 2];
  }
}

/* Commits the step that ended here, or begins; `numbers` is the plug-in's state. */
static void follow(const instance *self, const lash_joint_state *now, lash_joint_memory *memory,
                   mjtNum *numbers) {
  const size_t count = lash_joint_numbers(&self->joint);
  if (memory->started && numbers[count] == 0) return;
  if (memory->started)
    lash_joint_commit(&self->joint, memory, now);
  else
    lash_joint_reset(&self->joint, memory, now);
  lash_joint_save(&self->joint, memory, numbers);
  numbers[count] = 0;
}

static void apply(const mjModel *m, mjData *d, const lash_frame *frame, int site,
                  const lash_wrench *wrench) {
  mj_applyFT(m, d, wrench->force, wrench->torque, frame->position, m->site_bodyid[site],
             d->qfrc_passive);
}

static void compute(const mjModel *m, mjData *d, int plugin, int capability) {
  (void)capability;
  const instance *self = (const instance *)d->plugin_data[plugin];
  mjtNum *numbers = d->plugin_state + m->plugin_stateadr[plugin];
  lash_joint_memory memory;
  lash_frame outer, inner;
  lash_joint_state now;
  lash_joint_points points;
  lash_joint_force force;
  lash_error error;
  lash_status status =
      lash_joint_restore(&self->joint, &memory, numbers, lash_joint_numbers(&self->joint), &error);
  read_frame(m, d, self->outer, &outer);
  read_frame(m, d, self->inner, &inner);
  lash_joint_begin(&self->joint, d->time, &now);
  if (status == LASH_OK) {
    status = lash_joint_find_points(&self->joint, &memory, &outer, &inner, false, &points, now.site,
                                    &error);
  }
  if (status != LASH_OK) mju_error("lash.joint: %s", error.message);
  follow(self, &now, &memory, numbers);
  lash_joint_force_at(&self->joint, &memory, &points, &now, false, &force);
  apply(m, d, &outer, self->outer, &force.on_outer);
  apply(m, d, &inner, self->inner, &force.on_inner);
}

static void advance(const mjModel *m, mjData *d, int plugin) {
  d->plugin_state[m->plugin_stateadr[plugin] + m->plugin_statenum[plugin] - 1] = 1;
}

/* ------------------------------------------------------------------------------------- register */

mjPLUGIN_LIB_INIT(lash) {
  static const char *const keys[] = {"words", "outer", "inner"};
  mjpPlugin plugin;
  mjp_defaultPlugin(&plugin);
  plugin.name = "lash.joint";
  plugin.nattribute = 3;
  plugin.attributes = keys;
  plugin.capabilityflags = mjPLUGIN_PASSIVE;
  plugin.nstate = states;
  plugin.init = start;
  plugin.destroy = end;
  plugin.reset = reset;
  plugin.compute = compute;
  plugin.advance = advance;
  mjp_registerPlugin(&plugin);
}
