/* What engines written in C++ share: their functions as C has them, exceptions as statuses.
 *
 * An adapter has, in a namespace of its own,
 *
 *   struct Engine {
 *     static constexpr const char *title = "Simbody";      in messages
 *     lash_scene *scene = nullptr;
 *     lash_status failed = LASH_OK;                         inside a callback, and why
 *     lash_error error = {};
 *     void choose(const lash_host_options &options);        once it has its scene
 *   };
 *   lash_status build(Engine &, lash_error *);              then begin() at the start
 *   lash_status begin(Engine &, lash_error *);
 *   lash_status go(Engine &, double t, size_t *steps, lash_error *);
 *   lash_status look(Engine &, lash_error *);
 *
 * and says engineOf<Engine>() where adapter.h wants a lash_engine. */
#ifndef LASH_HOSTS_ENGINE_HPP
#define LASH_HOSTS_ENGINE_HPP

#include <exception>

#include "adapter.h"

template <typename Engine>
lash_status takeFailure(const Engine &engine, lash_error *error) {
  if (engine.failed != LASH_OK) *error = engine.error;
  return engine.failed;
}

/* What went wrong in a callback explains an exception better than its own words. */
template <typename Engine, typename Work>
lash_status guarded(Engine &engine, lash_error *error, Work work) {
  try {
    engine.failed = LASH_OK;
    return work(engine);
  } catch (const std::exception &thrown) {
    if (engine.failed != LASH_OK) return takeFailure(engine, error);
    return lash_fail(error, LASH_FAILURE, "%s: %s at time %g: %s", engine.scene->model->file,
                     Engine::title, engine.scene->run.time_converged, thrown.what());
  }
}

template <typename Engine>
lash_status createEngine(lash_scene *scene, const lash_host_options *options, void **made,
                         lash_error *error) {
  try {
    Engine *created = new Engine;
    *made = created;
    created->scene = scene;
    created->choose(*options);
    return guarded(*created, error, [&](Engine &engine) {
      const lash_status status = build(engine, error);
      return status == LASH_OK ? begin(engine, error) : status;
    });
  } catch (const std::exception &thrown) {
    return lash_fail(error, LASH_FAILURE, "%s: %s", Engine::title, thrown.what());
  }
}

template <typename Engine>
lash_engine engineOf() {
  return {true,
          createEngine<Engine>,
          [](void *state) { delete static_cast<Engine *>(state); },
          [](void *state, lash_error *error) {
            return guarded(*static_cast<Engine *>(state), error,
                           [&](Engine &engine) { return begin(engine, error); });
          },
          [](void *state, double t, size_t *steps, lash_error *error) {
            return guarded(*static_cast<Engine *>(state), error,
                           [&](Engine &engine) { return go(engine, t, steps, error); });
          },
          [](void *state, lash_error *error) {
            return guarded(*static_cast<Engine *>(state), error,
                           [&](Engine &engine) { return look(engine, error); });
          }};
}

/* A host whose engine also closes loops with every joint up to UNIVERSAL but CONVEL, and with the
 * primitives up to `last`. */
inline lash_host_class hostOf(const char *name, const char *summary, const char *(*version)(),
                              const lash_engine *engine, int last) {
  lash_host_class made = {};
  made.name = name;
  made.summary = summary;
  made.version = version;
  made.refuses = lash_scene_refuses;
  made.operations = &lash_scene_operations;
  made.engine = engine;
  for (int type = LASH_JOINT_REVOLUTE; type <= LASH_JOINT_UNIVERSAL; type++)
    made.joint[type] = type == LASH_JOINT_CONVEL ? LASH_REACH_NONE : LASH_REACH_LOOP;
  for (int type = SCENE_INLINE; type <= last; type++) made.joint[type] = LASH_REACH_LOOP;
  return made;
}

#endif
