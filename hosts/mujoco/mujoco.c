/* MuJoCo as a host: fixed-step RK4 in joint coordinates, loops closed by ties as hard as its
 * constraint model allows.
 *
 * Ties are soft in MuJoCo: a_tie + R f = -b v - k r, with gap r and force f. R is made 1e-7 of the
 * tie's mobility, b and k those of a critically damped mode of STIFFNESS / step: the gap r = -R f/k
 * shrinks with the square of the step. A stiffer mode would amplify the errors of the inner stages
 * of RK4 and spoil accelerations.
 *
 * A driven joint gets an armature (inertia of a fly-wheel on its axis alone) some 1e7 times that of
 * the mechanism, and the torque that gives the fly-wheel the wanted acceleration: the mechanism's
 * reaction then changes it by a 1e-7th, which a slow feedback takes out. */
#include <math.h>
#include <mujoco/mujoco.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#include "adapter.h"
#include "mjcf.h"
#include "space.h"

static const double STANDARD_STEP = 1e-4;
static const double STIFFNESS = 0.05;   /* of ties: their frequency times the step */
static const double FOLLOWING = 0.2;    /* of drives: the same of their feedback */
static const double FLYWHEEL = 1e7;     /* inertia of a drive against the mechanism's */
static const double IMPEDANCE = 0.9999; /* the largest MuJoCo takes */
static const double SOFTNESS = 1e-3;    /* of ties, against what MuJoCo would make of that */

typedef struct mujoco_engine {
  lash_scene *scene;
  mjModel *model;
  mjData *data;
  double step;
  int *body;          /* MuJoCo's number of each body of the scene */
  int *drive_dof;     /* degree of freedom of each drive */
  lash_status failed; /* inside a callback */
  lash_error error;
} mujoco_engine;

/* ------------------------------------------------------------------------- callbacks and errors */

/* MuJoCo's callbacks carry no argument and its errors do not return: what they belong to is kept
 * per thread while an engine of ours works. */
static _Thread_local mujoco_engine *active;
static _Thread_local jmp_buf escape;
static _Thread_local char complaint[400];
static mjfGeneric other_passive, other_control; /* another user's, served as well */

static void on_error(const char *text) {
  snprintf(complaint, sizeof complaint, "%s", text);
  longjmp(escape, 1);
}

static void on_warning(const char *text) { snprintf(complaint, sizeof complaint, "%s", text); }

static void read_motion(mujoco_engine *engine) {
  const mjModel *m = engine->model;
  const mjData *d = engine->data;
  for (size_t b = 1; b < engine->scene->body_count; b++) {
    scene_motion *motion = &engine->scene->motion[b];
    const int id = engine->body[b];
    double six[6];
    space_copy(d->xpos + 3 * id, motion->r);
    memcpy(motion->R, d->xmat + 9 * id, sizeof motion->R);
    mj_objectVelocity(m, d, mjOBJ_XBODY, id, six, 0);
    space_copy(six, motion->w);
    space_copy(six + 3, motion->v);
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
  space_turn(d->xmat + 9 * body, local, arm);
  space_copy(motion + 3, bias);
  space_add_cross(1, motion, arm, bias);
  space_add_cross(1, velocity, arm, swing);
  space_add_cross(1, velocity, swing, bias);
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
  read_motion(engine);
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

static lash_status guarded(mujoco_engine *engine, work what, double argument, lash_error *error) {
  void (*const old_error)(const char *) = mju_user_error;
  void (*const old_warning)(const char *) = mju_user_warning;
  lash_status status;
  if (mjcb_passive != passive) {
    other_passive = mjcb_passive;
    mjcb_passive = passive;
  }
  if (mjcb_control != control) {
    other_control = mjcb_control;
    mjcb_control = control;
  }
  mju_user_error = on_error;
  mju_user_warning = on_warning;
  complaint[0] = '\0';
  engine->failed = LASH_OK;
  active = engine;
  if (setjmp(escape) == 0)
    status = what(engine, argument, error);
  else
    status = lash_fail(error, LASH_FAILURE, "MuJoCo: %s", complaint);
  active = NULL;
  mju_user_error = old_error;
  mju_user_warning = old_warning;
  return status;
}

/* --------------------------------------------------------------------------------------- making */

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
  space_copy(body->cm, m->body_ipos + 3 * id);
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
static void tie_point(const lash_scene *scene, int marker, int n, int count, double point[3]) {
  static const double place[3][3][3] = {
      {{0, 0, 0}}, {{0, 0, 1}, {0, 0, -1}}, {{1, 0, 0}, {-0.5, 0.75, 0}, {-0.5, -0.75, 0}}};
  const double reach = 0.5 * lash_scene_size(scene);
  const lash_pose *pose = &scene->marker[marker].local;
  double arm[3];
  space_turn(pose->rotation, place[count - 1][n], arm);
  space_copy(pose->origin, point);
  space_add(reach, arm, point);
}

static void set_tie(mujoco_engine *engine, const scene_link *link, int n, int eq) {
  const lash_scene *scene = engine->scene;
  mjModel *m = engine->model;
  const double rate = STIFFNESS / engine->step;
  const bool swapped = scene->marker[link->i].body == 0;
  const int count = lash_mjcf_ties(link->type);
  double *data = m->eq_data + mjNEQDATA * eq;
  tie_point(scene, link->i, n, count, data + (swapped ? 3 : 0));
  tie_point(scene, link->j, n, count, data + (swapped ? 0 : 3));
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

/* ------------------------------------------------------------------------------- initial state */

/* Velocities of a body's joints from how it is to move against its parent. */
static void set_velocities(mujoco_engine *engine, int b) {
  const mjModel *m = engine->model;
  mjData *d = engine->data;
  const scene_motion *child = &engine->scene->motion[b];
  const scene_motion *parent = &engine->scene->motion[engine->scene->body[b].parent];
  const int id = engine->body[b];
  double spin[3];
  space_subtract(child->w, parent->w, spin);
  for (int j = m->body_jntadr[id]; j >= 0 && j < m->body_jntadr[id] + m->body_jntnum[id]; j++) {
    const double *place = d->xanchor + 3 * j, *axis = d->xaxis + 3 * j;
    double *v = d->qvel + m->jnt_dofadr[j], arm[3], speed[3];
    space_subtract(child->v, parent->v, speed);
    space_subtract(place, child->r, arm);
    space_add_cross(1, child->w, arm, speed);
    space_subtract(place, parent->r, arm);
    space_add_cross(-1, parent->w, arm, speed);
    switch (m->jnt_type[j]) {
      case mjJNT_HINGE:
        v[0] = space_dot(spin, axis);
        break;
      case mjJNT_SLIDE:
        v[0] = space_dot(speed, axis);
        break;
      case mjJNT_BALL:
        space_turn_back(child->R, spin, v);
        break;
      default:
        space_copy(child->v, v);
        space_turn_back(child->R, child->w, v + 3);
    }
  }
}

/* lambda with A lambda = b for a symmetric positive semi-definite A (n by n, overwritten): Cholesky
 * with the largest pivot first; directions without stiffness get nothing. */
static void solve_semidefinite(int n, double *a, double *b) {
  int *taken = calloc((size_t)n, sizeof *taken), rank = 0;
  double *l = calloc((size_t)n * (size_t)n, sizeof *l), largest = 0;
  if (!taken || !l) {
    memset(b, 0, (size_t)n * sizeof *b);
    free(taken), free(l);
    return;
  }
  int *order = calloc((size_t)n, sizeof *order);
  for (; order && rank < n; rank++) {
    int pivot = -1;
    for (int k = 0; k < n; k++) {
      if (!taken[k] && (pivot < 0 || a[n * k + k] > a[n * pivot + pivot])) pivot = k;
    }
    if (rank == 0) largest = a[n * pivot + pivot];
    if (!(a[n * pivot + pivot] > 1e-11 * largest)) break;
    taken[pivot] = 1;
    order[rank] = pivot;
    const double root = sqrt(a[n * pivot + pivot]);
    for (int k = 0; k < n; k++)
      l[n * k + rank] = taken[k] && k != pivot ? 0 : a[n * k + pivot] / root;
    for (int r = 0; r < n; r++) {
      for (int c = 0; c < n && !taken[r]; c++) {
        if (!taken[c]) a[n * r + c] -= l[n * r + rank] * l[n * c + rank];
      }
    }
  }
  double *y = calloc((size_t)n + 1, sizeof *y);
  for (int r = 0; y && order && r < rank; r++) {
    y[r] = b[order[r]];
    for (int c = 0; c < r; c++) y[r] -= l[n * order[r] + c] * y[c];
    y[r] /= l[n * order[r] + r];
  }
  memset(b, 0, (size_t)n * sizeof *b);
  for (int r = rank - 1; y && order && r >= 0; r--) {
    double sum = y[r];
    for (int c = r + 1; c < rank; c++) sum -= l[n * order[c] + r] * b[order[c]];
    b[order[r]] = sum / l[n * order[r] + r];
  }
  free(taken), free(l), free(order), free(y);
}

/* Smallest change of the velocities, in the metric of the masses, that lets the ties hold. */
static lash_status project_velocities(mujoco_engine *engine, lash_error *error) {
  const mjModel *m = engine->model;
  mjData *d = engine->data;
  const int n = d->nefc, nv = m->nv;
  if (n == 0) return LASH_OK;
  double *mass_inverse = calloc((size_t)n * (size_t)nv, sizeof *mass_inverse);
  double *gram = calloc((size_t)n * (size_t)n, sizeof *gram);
  double *b = calloc((size_t)n, sizeof *b);
  if (!mass_inverse || !gram || !b) {
    free(mass_inverse), free(gram), free(b);
    return lash_fail(error, LASH_FAILURE, "out of memory for the initial velocities");
  }
  double before = 0, after = 0;
  mj_solveM(m, (mjData *)d, mass_inverse, d->efc_J, n);
  mju_mulMatMatT(gram, d->efc_J, mass_inverse, n, nv, n);
  mju_mulMatVec(b, d->efc_J, d->qvel, n, nv);
  for (int k = 0; k < n; k++) before = fmax(before, fabs(b[k])), b[k] = -b[k];
  solve_semidefinite(n, gram, b);
  for (int k = 0; k < n; k++) mju_addToScl(d->qvel, mass_inverse + nv * k, b[k], nv);
  mju_mulMatVec(b, d->efc_J, d->qvel, n, nv);
  for (int k = 0; k < n; k++) after = fmax(after, fabs(b[k]));
  free(mass_inverse), free(gram), free(b);
  if (after <= 1e-9 + 1e-6 * before) return LASH_OK;
  return lash_fail(error, LASH_BAD_INPUT,
                   "%s: the initial velocities contradict the joints that close loops; correct "
                   "the velocities of the parts or the motions",
                   engine->scene->model->file);
}

static lash_status set_initial(mujoco_engine *engine, double unused, lash_error *error) {
  lash_scene *scene = engine->scene;
  mjData *d = engine->data;
  (void)unused;
  mj_resetData(engine->model, d);
  mj_kinematics(engine->model, d);
  for (size_t k = 0; k + 1 < scene->body_count; k++) set_velocities(engine, scene->order[k]);
  for (size_t k = 0; k < scene->drive_count; k++) {
    const scene_drive *drive = &scene->drive[k];
    double jet[3];
    lash_scene_drive(scene, drive, 0, jet);
    const double sign = scene->link[drive->link].reversed ? -1 : 1;
    if (drive->motion->order == LASH_ACCELERATION) continue;
    d->qvel[engine->drive_dof[k]] = sign * jet[drive->motion->order == LASH_DISPLACEMENT];
  }
  mj_fwdPosition(engine->model, d);
  const lash_status status = project_velocities(engine, error);
  mj_comVel(engine->model, d);
  read_motion(engine);
  lash_scene_place(scene, 0, LASH_LEVEL_VELOCITY);
  return status;
}

static lash_status restart(void *state, lash_error *error) {
  return guarded(state, set_initial, 0, error);
}

static lash_status compile(mujoco_engine *engine, double unused, lash_error *error) {
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
  return set_initial(engine, 0, error);
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
  return guarded(engine, compile, 0, error);
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
  read_motion(engine);
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
      tie_point(scene, link->i, n, ties, local);
      space_subtract(local, scene->marker[link->i].local.origin, point);
      space_turn(body->R, point, arm);
      space_add(sign, force, link->wrench);
      space_add_cross(sign, arm, force, link->wrench + 3);
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
  read_motion(engine);
  for (size_t b = 1; b < engine->scene->body_count; b++) {
    double six[6];
    mj_objectAcceleration(m, d, mjOBJ_XBODY, engine->body[b], six, 0);
    space_copy(six, engine->scene->motion[b].wd);
    space_copy(six + 3, engine->scene->motion[b].a);
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
              [LASH_JOINT_UNIVERSAL] = LASH_REACH_TREE},
    .operations = &lash_scene_operations,
    .engine = &engine_class};
