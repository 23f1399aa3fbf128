/* What an adapter provides. A host that brings its own forces and functions (the reference solver)
 * implements lash_host_operations; an engine that only moves bodies implements lash_engine, and the
 * scene (scene.h) does the rest. */
#ifndef LASH_HOSTS_ADAPTER_H
#define LASH_HOSTS_ADAPTER_H

#include "scene.h"

#ifdef __cplusplus
extern "C" {
#endif

/* An engine for a scene. */
typedef struct lash_engine {
  bool assembles; /* joints may be apart at the start: the engine brings them together */
  lash_status (*create)(lash_scene *scene, const lash_host_options *options, void **engine,
                        lash_error *error);
  void (*free)(void *engine);
  /* The state of scene->body[].start. */
  lash_status (*restart)(void *engine, lash_error *error);
  /* Steps to t exactly, committing the scene after each accepted step; or to the first step behind
   * which scene->sensed says so. */
  lash_status (*advance)(void *engine, double t, size_t *steps, lash_error *error);
  /* Fills scene->motion with accelerations and the wrenches of loop links. */
  lash_status (*observe)(void *engine, lash_error *error);
} lash_engine;

/* What stands behind the functions of lash_host.h; `state` is the host's own. */
typedef struct lash_host_operations {
  lash_status (*create)(const lash_host_class *class_, const lash_model *model,
                        const lash_host_options *options, void **state, lash_error *error);
  void (*free)(void *state);
  lash_status (*restart)(void *state, lash_error *error);
  lash_status (*advance)(void *state, double t, size_t *steps, lash_error *error);
  double (*time)(const void *state);
  lash_status (*bodies)(void *state, lash_host_body *bodies, lash_error *error);
  lash_status (*set_state)(void *state, double t, const lash_host_body *bodies, lash_error *error);
  lash_status (*marker)(void *state, int id, lash_sdk_marker *marker, lash_error *error);
  lash_status (*force)(void *state, const char *statement, int id, bool on_j, double wrench[6],
                       lash_error *error);
  lash_status (*request)(void *state, size_t index, double values[8], lash_error *error);
  lash_status (*measure)(void *state, const char *name, const int *arguments, size_t count,
                         double *value, lash_error *error);
  int (*sensor)(void *state);
} lash_host_operations;

struct lash_host_class {
  const char *name, *summary;
  const char *(*version)(void);
  bool (*refuses)(lash_kind kind);
  const lash_host_operations *operations;
  const lash_engine *engine;               /* for lash_scene_operations */
  lash_host_reach joint[SCENE_LINK_TYPES]; /* of the engine */
};

/* Operations and refusals of every engine that works on a scene. */
extern const lash_host_operations lash_scene_operations;
bool lash_scene_refuses(lash_kind kind);

/* The scene behind a host, or NULL when it has none. */
lash_scene *lash_host_scene(const lash_host *host);

extern const lash_host_class lash_host_reference, lash_host_mujoco, lash_host_simbody,
    lash_host_chrono;

#ifdef __cplusplus
}
#endif

#endif
