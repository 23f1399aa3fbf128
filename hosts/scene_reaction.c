/* Forces in joints from the motion of the bodies: what the known forces leave of mass times
 * acceleration must come through the joint to the parent, from the tips of the tree inwards. */
#include "lash_space.h"
#include "scene.h"

/* Torque about `to` of a force at `from`, added. */
void lash_scene_shift(const double from[3], const double to[3], const double force[3],
                      double torque[3]) {
  double arm[3];
  sub3(from, to, arm);
  add_cross3(1, arm, force, torque);
}

static lash_sdk_marker mass_centre(const lash_scene *scene, int b) {
  lash_sdk_marker centre = {.r = {0}};
  lash_scene_point(&scene->motion[b], scene->body[b].cm, LASH_LEVEL_ACCELERATION, &centre);
  return centre;
}

/* Mass times acceleration less the applied load, about the mass centre. */
static void inertia_left(const lash_scene *scene, int b, scene_load *left) {
  const scene_body *body = &scene->body[b];
  const scene_motion *m = &scene->motion[b];
  const lash_sdk_marker centre = mass_centre(scene, b);
  double w[3], wd[3], momentum[3], rate[3], turned[3];
  for (int k = 0; k < 3; k++) left->force[k] = body->mass * centre.a[k] - scene->load[b].force[k];
  mult33_3(m->R, m->w, w);
  mult33_3(m->R, m->wd, wd);
  mul33_3(body->inertia, w, momentum);
  mul33_3(body->inertia, wd, rate);
  add_cross3(1, w, momentum, rate);
  mul33_3(m->R, rate, turned);
  sub3(turned, scene->load[b].torque, left->torque);
}

/* Takes what a link does to body b off `left`; the link's wrench is on I at I. */
static void take_link(const lash_scene *scene, const scene_link *link, int b, scene_load *left) {
  const double sign = scene->marker[link->i].body == b ? 1 : -1;
  double torque[3];
  if (scene->marker[link->i].body != b && scene->marker[link->j].body != b) return;
  copy3(link->wrench + 3, torque);
  lash_scene_shift(scene->mark[link->i].r, mass_centre(scene, b).r, link->wrench, torque);
  axpy3(-sign, link->wrench, left->force);
  axpy3(-sign, torque, left->torque);
}

/* A drive's share: the force along, or torque about, z of J. */
static void split_drives(lash_scene *scene, scene_link *link) {
  double axis[3];
  mat_column(scene->mark[link->j].axes, 2, axis);
  for (int k = 0; k < 2; k++) {
    if (link->drive[k] < 0) continue;
    double *part = link->wrench + 3 * k, *share = scene->drive[link->drive[k]].wrench;
    const double size = dot3(part, axis);
    memset(share, 0, 6 * sizeof *share);
    axpy3(size, axis, share + 3 * k);
    axpy3(-size, axis, part);
  }
}

void lash_scene_reactions(lash_scene *scene) {
  for (size_t n = scene->body_count - 1; n-- > 0;) {
    const int b = scene->order[n];
    if (scene->body[b].link < 0) continue;
    scene_link *link = &scene->link[scene->body[b].link];
    scene_load left;
    inertia_left(scene, b, &left);
    for (size_t k = 0; k < scene->link_count; k++) {
      if (&scene->link[k] != link) take_link(scene, &scene->link[k], b, &left);
    }
    lash_scene_shift(mass_centre(scene, b).r, scene->mark[link->i].r, left.force, left.torque);
    const double sign = link->reversed ? -1 : 1;
    for (int k = 0; k < 3; k++) {
      link->wrench[k] = sign * left.force[k];
      link->wrench[3 + k] = sign * left.torque[k];
    }
  }
  for (size_t k = 0; k < scene->link_count; k++) split_drives(scene, &scene->link[k]);
  scene->reactions = true;
}
