/* The initial state of a dataset in MuJoCo's joint coordinates. Positions need nothing: the model
 * is compiled where the parts stand. */
#include <math.h>
#include <stdlib.h>

#include "engine.h"
#include "lash_space.h"

/* Velocities of a body's joints from how it is to move against its parent. */
static void set_velocities(mujoco_engine *engine, int b) {
  const mjModel *m = engine->model;
  mjData *d = engine->data;
  const scene_motion *child = &engine->scene->motion[b];
  const scene_motion *parent = &engine->scene->motion[engine->scene->body[b].parent];
  const int id = engine->body[b];
  double spin[3];
  sub3(child->w, parent->w, spin);
  for (int j = m->body_jntadr[id]; j >= 0 && j < m->body_jntadr[id] + m->body_jntnum[id]; j++) {
    const double *place = d->xanchor + 3 * j, *axis = d->xaxis + 3 * j;
    double *v = d->qvel + m->jnt_dofadr[j], arm[3], speed[3];
    sub3(child->v, parent->v, speed);
    sub3(place, child->r, arm);
    add_cross3(1, child->w, arm, speed);
    sub3(place, parent->r, arm);
    add_cross3(-1, parent->w, arm, speed);
    switch (m->jnt_type[j]) {
      case mjJNT_HINGE:
        v[0] = dot3(spin, axis);
        break;
      case mjJNT_SLIDE:
        v[0] = dot3(speed, axis);
        break;
      case mjJNT_BALL:
        mult33_3(child->R, spin, v);
        break;
      default:
        copy3(child->v, v);
        mult33_3(child->R, child->w, v + 3);
    }
  }
}

/* Room for the projection of n ties. */
typedef struct projection {
  int n, nv;
  double *mass_inverse;  /* n by nv: M^-1 J^T, by rows */
  double *gram, *factor; /* n by n */
  double *side, *work;
  int *order;
} projection;

static bool take_room(projection *p, double **block) {
  const size_t n = (size_t)p->n, nv = (size_t)p->nv;
  *block = calloc(n * nv + 2 * n * n + 3 * n, sizeof **block);
  if (!*block) return false;
  p->mass_inverse = *block;
  p->gram = p->mass_inverse + n * nv;
  p->factor = p->gram + n * n;
  p->side = p->factor + n * n;
  p->work = p->side + n;
  p->order = (int *)(void *)(p->work + n);
  return true;
}

/* Brings the largest remaining pivot to place r of the order. */
static int choose_pivot(projection *p, int r) {
  int best = r;
  for (int k = r + 1; k < p->n; k++) {
    const int one = p->order[k], two = p->order[best];
    if (p->gram[p->n * one + one] > p->gram[p->n * two + two]) best = k;
  }
  const int chosen = p->order[best];
  p->order[best] = p->order[r];
  return p->order[r] = chosen;
}

/* Cholesky with the largest pivot first; stops where nothing is left. Returns the rank. */
static int factorise(projection *p) {
  const int n = p->n;
  double *a = p->gram, *l = p->factor, largest = 0;
  for (int k = 0; k < n; k++) p->order[k] = k;
  for (int r = 0; r < n; r++) {
    const int pivot = choose_pivot(p, r);
    if (r == 0) largest = a[n * pivot + pivot];
    if (!(a[n * pivot + pivot] > 1e-11 * largest)) return r;
    const double root = sqrt(a[n * pivot + pivot]);
    for (int k = r; k < n; k++) l[n * p->order[k] + r] = a[n * p->order[k] + pivot] / root;
    for (int k = r + 1; k < n; k++) {
      const int one = p->order[k];
      for (int m = r + 1; m < n; m++) {
        const int two = p->order[m];
        a[n * one + two] -= l[n * one + r] * l[n * two + r];
      }
    }
  }
  return n;
}

/* Solves gram x = side in place, for a positive semi-definite gram; directions of redundant ties
 * get nothing. */
static void solve(projection *p) {
  const int n = p->n, rank = factorise(p);
  const double *l = p->factor;
  double *x = p->side, *y = p->work;
  for (int r = 0; r < rank; r++) {
    const int row = p->order[r];
    y[r] = x[row];
    for (int k = 0; k < r; k++) y[r] -= l[n * row + k] * y[k];
    y[r] /= l[n * row + r];
  }
  memset(x, 0, (size_t)n * sizeof *x);
  for (int r = rank - 1; r >= 0; r--) {
    const int row = p->order[r];
    double sum = y[r];
    for (int k = r + 1; k < rank; k++) sum -= l[n * p->order[k] + r] * x[p->order[k]];
    x[row] = sum / l[n * row + r];
  }
}

static double largest_size(const double *x, int n) {
  double largest = 0;
  for (int k = 0; k < n; k++) largest = fmax(largest, fabs(x[k]));
  return largest;
}

/* Smallest change of the velocities, in the metric of the masses, that lets the ties hold. */
static lash_status project_velocities(mujoco_engine *engine, lash_error *error) {
  const mjModel *m = engine->model;
  mjData *d = engine->data;
  projection p = {.n = d->nefc, .nv = m->nv};
  double *block;
  if (p.n == 0) return LASH_OK;
  if (!take_room(&p, &block)) {
    return lash_fail(error, LASH_FAILURE, "out of memory for the initial velocities");
  }
  mj_solveM(m, d, p.mass_inverse, d->efc_J, p.n);
  mju_mulMatMatT(p.gram, d->efc_J, p.mass_inverse, p.n, p.nv, p.n);
  mju_mulMatVec(p.side, d->efc_J, d->qvel, p.n, p.nv);
  const double before = largest_size(p.side, p.n);
  solve(&p);
  for (int k = 0; k < p.n; k++) {
    mju_addToScl(d->qvel, p.mass_inverse + p.nv * k, -p.side[k], p.nv);
  }
  mju_mulMatVec(p.side, d->efc_J, d->qvel, p.n, p.nv);
  const double after = largest_size(p.side, p.n);
  free(block);
  if (after <= 1e-9 + 1e-6 * before) return LASH_OK;
  return lash_fail(error, LASH_BAD_INPUT,
                   "%s: the initial velocities contradict the joints that close loops; correct "
                   "the velocities of the parts or the motions",
                   engine->scene->model->file);
}

lash_status lash_mujoco_initial(mujoco_engine *engine, double unused, lash_error *error) {
  lash_scene *scene = engine->scene;
  mjData *d = engine->data;
  (void)unused;
  mj_resetData(engine->model, d);
  d->time = scene->start_time;
  mj_kinematics(engine->model, d);
  for (size_t k = 0; k + 1 < scene->body_count; k++) set_velocities(engine, scene->order[k]);
  for (size_t k = 0; k < scene->drive_count; k++) {
    const scene_drive *drive = &scene->drive[k];
    double jet[3];
    lash_scene_drive(scene, drive, d->time, jet);
    const double sign = scene->link[drive->link].reversed ? -1 : 1;
    if (drive->motion->order == LASH_ACCELERATION) continue;
    d->qvel[engine->drive_dof[k]] = sign * jet[drive->motion->order == LASH_DISPLACEMENT];
  }
  mj_fwdPosition(engine->model, d);
  const lash_status status = project_velocities(engine, error);
  mj_comVel(engine->model, d);
  lash_mujoco_read_motion(engine);
  lash_scene_place(scene, d->time, LASH_LEVEL_VELOCITY);
  return status;
}
