/* From the kinematic tree to model text. */
#include "mjcf.h"

#include <mujoco/mujoco.h>
#include <stdio.h>
#include <stdlib.h>

#include "lash_space.h"

int lash_mjcf_ties(int type) {
  switch (type) {
    case LASH_JOINT_SPHERICAL:
      return 1;
    case LASH_JOINT_REVOLUTE:
      return 2;
    case LASH_JOINT_FIXED:
      return 3;
    default:
      return 0;
  }
}

static void numbers(FILE *out, const char *name, const double *value, int count) {
  fprintf(out, " %s=\"", name);
  for (int k = 0; k < count; k++) fprintf(out, k ? " %.17g" : "%.17g", value[k]);
  fputc('"', out);
}

typedef struct writer {
  FILE *out;
  const lash_scene *scene;
  double armature[2]; /* of driven joints: slide, turn */
  int joint;          /* within the body */
} writer;

/* One joint at a marker of the body (or its frame when place < 0), axis in ground axes. */
static void joint(writer *w, int body, const char *type, int place, const double axis[3],
                  bool driven, bool turns) {
  const scene_body *b = &w->scene->body[body];
  double local[3];
  fprintf(w->out, "<joint name=\"j%d_%d\" type=\"%s\"", body, w->joint++, type);
  if (place >= 0) numbers(w->out, "pos", w->scene->marker[place].local.origin, 3);
  if (axis) {
    mult33_3(b->start.rotation, axis, local);
    numbers(w->out, "axis", local, 3);
  }
  if (driven) numbers(w->out, "armature", &w->armature[turns], 1);
  fputs("/>\n", w->out);
}

static void joints(writer *w, int body) {
  const scene_body *b = &w->scene->body[body];
  static const double unit[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  w->joint = 0;
  if (b->link < 0) {
    if (!b->point) joint(w, body, "free", -1, NULL, false, false);
    for (int k = 0; k < 3 && b->point; k++) joint(w, body, "slide", -1, unit[k], false, false);
    return;
  }
  const scene_link *link = &w->scene->link[b->link];
  const int place = link->reversed ? link->j : link->i;
  const bool slide = link->drive[0] >= 0, turn = link->drive[1] >= 0;
  double axis[3][3], axis_i[3];
  for (int k = 0; k < 3; k++) mat_column(w->scene->mark[link->j].axes, k, axis[k]);
  mat_column(w->scene->mark[link->i].axes, 2, axis_i);
  switch (link->type) {
    case LASH_JOINT_REVOLUTE:
      joint(w, body, "hinge", place, axis[2], turn, true);
      break;
    case LASH_JOINT_TRANSLATIONAL:
      joint(w, body, "slide", place, axis[2], slide, false);
      break;
    case LASH_JOINT_CYLINDRICAL:
      joint(w, body, "slide", place, axis[2], slide, false);
      joint(w, body, "hinge", place, axis[2], turn, true);
      break;
    case LASH_JOINT_PLANAR:
      joint(w, body, "slide", place, axis[0], false, false);
      joint(w, body, "slide", place, axis[1], false, false);
      joint(w, body, "hinge", place, axis[2], false, true);
      break;
    case SCENE_ORIENTATION:
      for (int k = 0; k < 3; k++) joint(w, body, "slide", place, axis[k], false, false);
      break;
    case LASH_JOINT_SPHERICAL:
      joint(w, body, "ball", place, NULL, false, true);
      break;
    case LASH_JOINT_HOOKE:
    case LASH_JOINT_UNIVERSAL:
      joint(w, body, "hinge", place, link->reversed ? axis_i : axis[2], false, true);
      joint(w, body, "hinge", place, link->reversed ? axis[2] : axis_i, false, true);
      break;
    default: /* FIXED: no joint, the body is one with its parent */
      break;
  }
}

static void body(writer *w, int index) {
  const scene_body *b = &w->scene->body[index], *parent = &w->scene->body[b->parent];
  double d[3], place[3], rotation[9], quat[4];
  sub3(b->start.origin, parent->start.origin, d);
  mult33_3(parent->start.rotation, d, place);
  mju_mulMatTMat(rotation, parent->start.rotation, b->start.rotation, 3, 3, 3);
  mju_mat2Quat(quat, rotation);
  fprintf(w->out, "<body name=\"b%d\"", index);
  numbers(w->out, "pos", place, 3);
  numbers(w->out, "quat", quat, 4);
  /* Off the body frame on purpose, or the compiler would take short cuts for simple bodies. */
  fputs(">\n<inertial pos=\"0.1 0.2 0.3\" mass=\"1\" diaginertia=\"1 1 1\"/>\n", w->out);
  joints(w, index);
  for (size_t k = 0; k + 1 < w->scene->body_count; k++) {
    const int child = w->scene->order[k];
    if (w->scene->body[child].parent == index) body(w, child);
  }
  fputs("</body>\n", w->out);
}

/* MuJoCo names the world "world"; its first body of a tie must be another one. */
static void ties(writer *w, int index) {
  const scene_link *link = &w->scene->link[index];
  const int i = w->scene->marker[link->i].body, j = w->scene->marker[link->j].body;
  for (int k = 0; k < lash_mjcf_ties(link->type); k++) {
    fprintf(w->out, "<connect name=\"c%d_%d\" body1=\"b%d\" anchor=\"0 0 0\"", index, k, i ? i : j);
    if (i && j) fprintf(w->out, " body2=\"b%d\"", j);
    fputs("/>\n", w->out);
  }
}

char *lash_mjcf_write(const lash_scene *scene, double step, double armature_turn,
                      double armature_slide, size_t *size) {
  char *text = NULL;
  FILE *out = open_memstream(&text, size);
  if (!out) return NULL;
  writer w = {.out = out, .scene = scene, .armature = {armature_slide, armature_turn}};
  fputs(
      "<mujoco>\n<compiler angle=\"radian\" inertiafromgeom=\"false\" boundmass=\"0\" "
      "boundinertia=\"0\"/>\n",
      out);
  fprintf(out,
          "<option timestep=\"%.17g\" gravity=\"0 0 0\" integrator=\"RK4\" jacobian=\"dense\" "
          "solver=\"Newton\" iterations=\"20\" tolerance=\"0\"/>\n<worldbody>\n",
          step);
  for (size_t k = 0; k + 1 < scene->body_count; k++) {
    if (scene->body[scene->order[k]].parent == 0) body(&w, scene->order[k]);
  }
  fputs("</worldbody>\n<equality>\n", out);
  for (size_t k = 0; k < scene->link_count; k++) {
    if (!scene->link[k].tree) ties(&w, (int)k);
  }
  fputs("</equality>\n</mujoco>\n", out);
  if (fclose(out) == 0) return text;
  free(text);
  return NULL;
}
