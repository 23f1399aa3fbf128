/* What the files of the MuJoCo host share. */
#ifndef LASH_HOSTS_MUJOCO_ENGINE_H
#define LASH_HOSTS_MUJOCO_ENGINE_H

#include <mujoco/mujoco.h>

#include "adapter.h"

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

/* These run inside the guard of mujoco.c; `unused` makes them work for it. */
lash_status lash_mujoco_compile(mujoco_engine *engine, double unused, lash_error *error);
lash_status lash_mujoco_initial(mujoco_engine *engine, double unused, lash_error *error);

/* Motion of all bodies into the scene, from positions and velocities that MuJoCo has computed. */
void lash_mujoco_read_motion(mujoco_engine *engine);

/* n-th of `count` points at which a marker is tied, in its part. */
void lash_mujoco_tie_point(const lash_scene *scene, int marker, int n, int count, double point[3]);

#endif
