/* A scene as a MuJoCo model: text, compiled, then the numbers that text cannot carry.
 *
 * Ties are soft in MuJoCo: a_tie + R f = -b v - k r, with gap r and force f. R is made 1e-7 of the
 * tie's mobility, b and k those of a critically damped mode of STIFFNESS / step: the gap r = -R f/k
 * shrinks with the square of the step. A stiffer mode would amplify the errors of the inner stages
 * of RK4 and spoil accelerations.
 */
#include <stdio.h>
#include <stdlib.h>

#include "engine.h"
#include "lash_space.h"
#include "mjcf.h"

static const double STIFFNESS = 0.05;   /* of ties: their frequency times the step */
static const double FLYWHEEL = 1e7;     /* inertia of a drive against the mechanism's */
static const double IMPEDANCE = 0.9999; /* the largest MuJoCo takes */
static const double SOFTNESS = 1e-3;    /* of ties, against what MuJoCo would make of that */

static double largest_inertia(const lash_scene *scene, bool turns) {
  double mass = 0, moment = 0;
  const double reach = lash_scene_size(scene);
  for (size_t b = 1; b < scene->body_count; b++) {
    const double *i = scene->body[b].inertia;
    mass += scene->body[b].mass;
    moment += i[0] + i[4] + i[8] + scene->body[b].mass * reach * reach;
  }
  return turns ? moment : mass;
}

static void set_mass(mujoco_engine *engine, size_t b) {
  const scene_body *body = &engine->scene->body[b];
  mjModel *m = engine->model;
  const int id = engine->body[b];
  const double trace = body->inertia[0] + body->inertia[4] + body->inertia[8];
  double scaled[9], principal[3], axes[9];
  m->body_mass[id] = body->mass;
  copy3(body->cm, m->body_ipos + 3 * id);
  if (!(trace > 0)) { /* point mass: it does not turn, so this only has to be harmless */
    for (int k = 0; k < 3; k++) m->body_inertia[3 * id + k] = 0;
    return;
  }
  for (int k = 0; k < 9; k++) scaled[k] = body->inertia[k] / trace;
  mju_eig3(principal, axes, m->body_iquat + 4 * id, scaled);
  for (int k = 0; k < 3; k++) m->body_inertia[3 * id + k] = principal[k] * trace;
}

/* Ties: n-th of `count` points about a marker, in its part. Their middle is the marker, so that a
 * plain force is shared without moments: the origin; both ways along z; a triangle about z. */
void lash_mujoco_tie_point(const lash_scene *scene, int marker, int n, int count, double point[3]) {
  static const double place[3][3][3] = {
      {{0, 0, 0}}, {{0, 0, 1}, {0, 0, -1}}, {{1, 0, 0}, {-0.5, 0.75, 0}, {-0.5, -0.75, 0}}};
  const double reach = 0.5 * lash_scene_size(scene);
  const lash_pose *pose = &scene->marker[marker].local;
  double arm[3];
  mul33_3(pose->rotation, place[count - 1][n], arm);
  copy3(pose->origin, point);
  axpy3(reach, arm, point);
}

static void set_tie(mujoco_engine *engine, const scene_link *link, int n, int eq) {
  const lash_scene *scene = engine->scene;
  mjModel *m = engine->model;
  const double rate = STIFFNESS / engine->step;
  const bool swapped = scene->marker[link->i].body == 0;
  const int count = lash_mjcf_ties(link->type);
  double *data = m->eq_data + mjNEQDATA * eq;
  lash_mujoco_tie_point(scene, link->i, n, count, data + (swapped ? 3 : 0));
  lash_mujoco_tie_point(scene, link->j, n, count, data + (swapped ? 0 : 3));
  m->eq_solref[mjNREF * eq] = -rate * rate * IMPEDANCE * IMPEDANCE;
  m->eq_solref[mjNREF * eq + 1] = -2 * rate * IMPEDANCE;
  const double impedance[mjNIMP] = {IMPEDANCE, IMPEDANCE, 0.001, 0.5, 2};
  memcpy(m->eq_solimp + mjNIMP * eq, impedance, sizeof impedance);
}

static void set_numbers(mujoco_engine *engine) {
  lash_scene *scene = engine->scene;
  char name[40];
  for (size_t b = 1; b < scene->body_count; b++) {
    snprintf(name, sizeof name, "b%zu", b);
    engine->body[b] = mj_name2id(engine->model, mjOBJ_BODY, name);
    set_mass(engine, b);
  }
  for (size_t k = 0; k < scene->link_count; k++) {
    const scene_link *link = &scene->link[k];
    for (int n = 0; n < lash_mjcf_ties(link->type) && !link->tree; n++) {
      snprintf(name, sizeof name, "c%zu_%d", k, n);
      set_tie(engine, link, n, mj_name2id(engine->model, mjOBJ_EQUALITY, name));
    }
  }
  for (size_t k = 0; k < scene->drive_count; k++) {
    const scene_link *link = &scene->link[scene->drive[k].link];
    const int second = link->type == LASH_JOINT_CYLINDRICAL && scene->drive[k].rotation;
    snprintf(name, sizeof name, "j%d_%d", link->child, second);
    engine->drive_dof[k] = engine->model->jnt_dofadr[mj_name2id(engine->model, mjOBJ_JOINT, name)];
  }
}

lash_status lash_mujoco_compile(mujoco_engine *engine, double unused, lash_error *error) {
  const lash_scene *scene = engine->scene;
  char message[600] = "";
  size_t size = 0;
  (void)unused;
  char *text = lash_mjcf_write(scene, engine->step, FLYWHEEL * largest_inertia(scene, true),
                               FLYWHEEL * largest_inertia(scene, false), &size);
  mjVFS *files = malloc(sizeof *files);
  if (text && files) {
    mj_defaultVFS(files);
    mj_makeEmptyFileVFS(files, "scene.xml", (int)size);
    memcpy(files->filedata[0], text, size);
    engine->model = mj_loadXML("scene.xml", files, message, sizeof message);
    mj_deleteVFS(files);
  }
  free(files);
  free(text);
  if (!engine->model) {
    return lash_fail(error, LASH_FAILURE, "%s: MuJoCo does not take the model: %s",
                     scene->model->file, message);
  }
  engine->data = mj_makeData(engine->model);
  if (!engine->data) return lash_fail(error, LASH_FAILURE, "out of memory for MuJoCo");
  set_numbers(engine);
  mj_setConst(engine->model, engine->data);
  for (int k = 0; k < 2 * engine->model->nbody; k++) engine->model->body_invweight0[k] *= SOFTNESS;
  return lash_mujoco_initial(engine, 0, error);
}
