/* Joints: which of them make the kinematic tree and which close loops, and what drives them. */
#include <stdlib.h>

#include "adapter.h"
#include "lash_space.h"

/* -------------------------------------------------------------------------------------- joints */

const scene_link_kind lash_scene_kinds[SCENE_LINK_TYPES] = {
    [LASH_JOINT_NONE] = {"joint of no type", SCENE_TOGETHER, SCENE_ANY_WAY},
    [LASH_JOINT_REVOLUTE] = {"REVOLUTE joint", SCENE_TOGETHER, SCENE_ALONG_Z, .turns = true},
    [LASH_JOINT_TRANSLATIONAL] = {"TRANSLATIONAL joint", SCENE_ON_LINE, SCENE_THE_SAME,
                                  .slides = true},
    [LASH_JOINT_CYLINDRICAL] = {"CYLINDRICAL joint", SCENE_ON_LINE, SCENE_ALONG_Z, true, true},
    [LASH_JOINT_SPHERICAL] = {"SPHERICAL joint", SCENE_TOGETHER, SCENE_ANY_WAY},
    [LASH_JOINT_FIXED] = {"FIXED joint", SCENE_TOGETHER, SCENE_THE_SAME},
    [LASH_JOINT_PLANAR] = {"PLANAR joint", SCENE_IN_PLANE, SCENE_ALONG_Z},
    [LASH_JOINT_CONVEL] = {"CONVEL joint", SCENE_TOGETHER, SCENE_ANY_WAY},
    [LASH_JOINT_HOOKE] = {"HOOKE joint", SCENE_TOGETHER, SCENE_SQUARE},
    [LASH_JOINT_UNIVERSAL] = {"UNIVERSAL joint", SCENE_TOGETHER, SCENE_SQUARE},
    [LASH_JOINT_SCREW] = {"SCREW joint", SCENE_TOGETHER, SCENE_ANY_WAY},
    [LASH_JOINT_RACKPIN] = {"RACKPIN joint", SCENE_TOGETHER, SCENE_ANY_WAY},
    [SCENE_INLINE] = {"JPRIM INLINE", SCENE_ON_LINE, SCENE_ANY_WAY},
    [SCENE_INPLANE] = {"JPRIM INPLANE", SCENE_IN_PLANE, SCENE_ANY_WAY},
    [SCENE_ORIENTATION] = {"JPRIM ORIENTATION", SCENE_ANYWHERE, SCENE_THE_SAME},
    [SCENE_PARALLEL_AXES] = {"JPRIM PARALLEL_AXES", SCENE_ANYWHERE, SCENE_ALONG_Z},
    [SCENE_PERPENDICULAR] = {"JPRIM PERPENDICULAR", SCENE_ANYWHERE, SCENE_SQUARE},
};

static lash_status add_link(lash_scene *scene, const lash_host_class *host_class,
                            const lash_element *head, int type, int i, int j, lash_error *error) {
  if (!head->active) return LASH_OK;
  if (host_class->joint[type] == LASH_REACH_NONE) {
    return lash_scene_refuse(scene, LASH_UNSUPPORTED, head, error, "host %s has no %s",
                             host_class->name, lash_scene_kinds[type].name);
  }
  if (scene->marker[i].body == scene->marker[j].body) {
    return lash_scene_refuse(scene, LASH_BAD_INPUT, head, error,
                             "I and J are on the same part; put one of them on another");
  }
  scene->link[scene->link_count++] =
      (scene_link){.head = head, .type = type, .i = i, .j = j, .child = -1, .drive = {-1, -1}};
  return LASH_OK;
}

static lash_status add_links(lash_scene *scene, const lash_host_class *host_class,
                             lash_error *error) {
  const lash_model *model = scene->model;
  for (size_t k = 0; k < model->joint.count; k++) {
    const lash_joint_statement *joint = &model->joint.item[k];
    const lash_status status = add_link(scene, host_class, &joint->head, joint->type,
                                        joint->i.index, joint->j.index, error);
    if (status != LASH_OK) return status;
  }
  for (size_t k = 0; k < model->jprim.count; k++) {
    const lash_jprim *jprim = &model->jprim.item[k];
    if (jprim->head.active && jprim->type == LASH_JPRIM_NONE)
      return lash_scene_refuse(scene, LASH_UNSUPPORTED, &jprim->head, error, "a JPRIM of no type");
    const int type = jprim->type == LASH_JPRIM_ATPOINT ? (int)LASH_JOINT_SPHERICAL
                                                       : (int)SCENE_JPRIM + (int)jprim->type;
    const lash_status status =
        add_link(scene, host_class, &jprim->head, type, jprim->i.index, jprim->j.index, error);
    if (status != LASH_OK) return status;
  }
  return LASH_OK;
}

/* -------------------------------------------------------------------------------------- motions */

static scene_link *link_of(lash_scene *scene, const lash_ref *joint) {
  if (joint->index < 0) return NULL;
  const lash_element *head = &scene->model->joint.item[joint->index].head;
  for (size_t k = 0; k < scene->link_count; k++) {
    if (scene->link[k].head == head) return &scene->link[k];
  }
  return NULL;
}

static lash_status add_drive(lash_scene *scene, const lash_motion *motion, lash_error *error) {
  const bool rotation = motion->axis == LASH_MOTION_JOINT_ROTATION;
  scene_link *link = link_of(scene, &motion->joint);
  if (!link ||
      !(rotation ? lash_scene_kinds[link->type].turns : lash_scene_kinds[link->type].slides)) {
    return lash_scene_refuse(scene, LASH_UNSUPPORTED, &motion->head, error,
                             "only motions of a REVOLUTE, TRANSLATIONAL or CYLINDRICAL joint are "
                             "represented here");
  }
  if (motion->function.user) {
    return lash_scene_refuse(scene, LASH_UNSUPPORTED, &motion->head, error,
                             "a motion by subroutine; write its FUNCTION as an expression of time");
  }
  if (link->drive[rotation] >= 0) {
    return lash_scene_refuse(scene, LASH_BAD_INPUT, &motion->head, error,
                             "the joint has a motion already; remove one");
  }
  scene_drive *drive = &scene->drive[scene->drive_count];
  *drive = (scene_drive){.motion = motion, .link = (int)(link - scene->link), .rotation = rotation};
  const lash_status status =
      lash_scene_function(scene, &motion->head, &motion->function, &drive->function, error);
  if (status != LASH_OK) return status;
  if (lash_expr_input_count(scene->function[drive->function].expr)) {
    return lash_scene_refuse(scene, LASH_UNSUPPORTED, &motion->head, error,
                             "only functions of TIME drive a motion here");
  }
  link->drive[rotation] = (int)scene->drive_count++;
  return LASH_OK;
}

/* Coordinate of a joint at the start: displacement along, or turn about, z of J. */
static double coordinate(const lash_scene *scene, const scene_link *link, bool rotation) {
  const lash_sdk_marker *i = &scene->mark[link->i], *j = &scene->mark[link->j];
  double x_i[3], x_j[3], y_j[3], z_j[3], d[3];
  mat_column(j->axes, 2, z_j);
  if (!rotation) {
    sub3(i->r, j->r, d);
    return dot3(d, z_j);
  }
  mat_column(i->axes, 0, x_i);
  mat_column(j->axes, 0, x_j);
  mat_column(j->axes, 1, y_j);
  return atan2(dot3(x_i, y_j), dot3(x_i, x_j));
}

static lash_status add_drives(lash_scene *scene, lash_error *error) {
  for (size_t k = 0; k < scene->model->motion.count; k++) {
    const lash_motion *motion = &scene->model->motion.item[k];
    if (!motion->head.active) continue;
    const lash_status status = add_drive(scene, motion, error);
    if (status != LASH_OK) return status;
  }
  return LASH_OK;
}

static void fit_drive(lash_scene *scene, scene_drive *drive) {
  double jet[3];
  lash_scene_drive(scene, drive, scene->start_time, jet);
  drive->start = coordinate(scene, &scene->link[drive->link], drive->rotation);
  if (drive->rotation && drive->motion->order == LASH_DISPLACEMENT) {
    drive->start = lash_angle_turned(jet[0], drive->start);
  }
}

void lash_scene_drive(lash_scene *scene, const scene_drive *drive, double t, double jet[3]) {
  const scene_function *f = &scene->function[drive->function];
  const lash_jet value = lash_expr_time_jet(f->expr, t, NULL, f->scratch);
  jet[0] = value.value;
  jet[1] = value.d1;
  jet[2] = value.d2;
}

/* ----------------------------------------------------------------------------------------- tree */

/* A primitive that is no joint of any engine's tree: the part is free, and the primitive closes a
 * loop. */
static bool closes_only(int type) { return type > SCENE_JPRIM && type != SCENE_ORIENTATION; }

/* The smaller, the sooner a joint goes into the tree. What an engine cannot close a loop with goes
 * first, then joints that leave little freedom to the tree; balls are the best to cut. */
static int rank_of(const scene_link *link, const lash_host_class *host_class) {
  if (link->drive[0] >= 0 || link->drive[1] >= 0) return 0;
  if (host_class->joint[link->type] == LASH_REACH_TREE) return 1;
  switch (link->type) {
    case LASH_JOINT_FIXED:
      return 2;
    case LASH_JOINT_REVOLUTE:
      return 4;
    case LASH_JOINT_SPHERICAL:
      return 5;
    default:
      return 3;
  }
}

static int root_of(int *group, int body) {
  while (group[body] != body) body = group[body] = group[group[body]];
  return body;
}

static lash_status choose_tree(lash_scene *scene, const lash_host_class *host_class, int *group,
                               lash_error *error) {
  for (size_t b = 0; b < scene->body_count; b++) group[b] = (int)b;
  for (int rank = 0; rank <= 5; rank++) {
    for (size_t k = 0; k < scene->link_count; k++) {
      scene_link *link = &scene->link[k];
      if (rank_of(link, host_class) != rank || closes_only(link->type)) continue;
      const int a = root_of(group, scene->marker[link->i].body);
      const int b = root_of(group, scene->marker[link->j].body);
      link->tree = a != b;
      group[a] = b;
      if (link->tree || rank > 1) continue;
      return lash_scene_refuse(scene, LASH_UNSUPPORTED, link->head, error,
                               "host %s cannot close a loop with a %s%s", host_class->name,
                               rank ? "" : "driven ", lash_scene_kinds[link->type].name);
    }
  }
  return LASH_OK;
}

/* Makes `body` the parent of all that hangs on it and has no parent yet. */
static void adopt(lash_scene *scene, int body, bool *done, size_t *count) {
  for (size_t k = 0; k < scene->link_count; k++) {
    scene_link *link = &scene->link[k];
    const int i = scene->marker[link->i].body, j = scene->marker[link->j].body;
    if (!link->tree || (i != body && j != body)) continue;
    const int child = i == body ? j : i;
    if (done[child]) continue;
    done[child] = true;
    link->child = child;
    link->reversed = child == j;
    scene->body[child].parent = body;
    scene->body[child].link = (int)k;
    scene->order[(*count)++] = child;
  }
}

/* The order of bodies is also the queue of a search in breadth. */
static void orient_from(lash_scene *scene, int root, bool *done, size_t *count) {
  size_t next = *count;
  done[root] = true;
  if (root)
    scene->order[(*count)++] = root;
  else
    adopt(scene, 0, done, count);
  while (next < *count) adopt(scene, scene->order[next++], done, count);
}

static void orient(lash_scene *scene, bool *done) {
  size_t count = 0;
  for (size_t b = 0; b < scene->body_count; b++) {
    if (done[b]) continue;
    scene->body[b].parent = b ? 0 : -1;
    orient_from(scene, (int)b, done, &count);
  }
}

/* ------------------------------------------------------------------------------ are they joined */

static void link_gap(const lash_scene *scene, const scene_link *link, double *length,
                     double *sine) {
  const lash_sdk_marker *i = &scene->mark[link->i], *j = &scene->mark[link->j];
  double d[3], x_i[3], z_i[3], x_j[3], y_j[3], z_j[3];
  sub3(i->r, j->r, d);
  mat_column(i->axes, 0, x_i);
  mat_column(i->axes, 2, z_i);
  mat_column(j->axes, 0, x_j);
  mat_column(j->axes, 1, y_j);
  mat_column(j->axes, 2, z_j);
  const double along[3] = {dot3(d, x_j), dot3(d, y_j), dot3(d, z_j)};
  const double tilt = hypot(dot3(z_i, x_j), dot3(z_i, y_j));
  const double twist = fabs(dot3(x_i, y_j));
  const double lengths[] = {[SCENE_TOGETHER] = norm3(along),
                            [SCENE_ON_LINE] = hypot(along[0], along[1]),
                            [SCENE_IN_PLANE] = fabs(along[2]),
                            [SCENE_ANYWHERE] = 0};
  const double sines[] = {[SCENE_ANY_WAY] = 0,
                          [SCENE_ALONG_Z] = tilt,
                          [SCENE_THE_SAME] = hypot(tilt, twist),
                          [SCENE_SQUARE] = fabs(dot3(z_i, z_j))};
  *length = lengths[lash_scene_kinds[link->type].place];
  *sine = sines[lash_scene_kinds[link->type].axes];
}

/* Whether axis `column` of the two markers points opposite ways. */
static bool opposed(const lash_scene *scene, const scene_link *link, int column) {
  double a[3], b[3];
  mat_column(scene->mark[link->i].axes, column, a);
  mat_column(scene->mark[link->j].axes, column, b);
  return dot3(a, b) < 0;
}

/* Engines make the axes of a joint point the same way. */
static lash_status check_axes(const lash_scene *scene, lash_error *error) {
  for (size_t k = 0; k < scene->link_count; k++) {
    const scene_link *link = &scene->link[k];
    const scene_axes turn = lash_scene_kinds[link->type].axes;
    const bool aligned = turn == SCENE_ALONG_Z || turn == SCENE_THE_SAME;
    if (!(aligned && opposed(scene, link, 2)) &&
        !(turn == SCENE_THE_SAME && opposed(scene, link, 0)))
      continue;
    return lash_scene_refuse(scene, LASH_UNSUPPORTED, link->head, error,
                             "the axes of I and J point opposite ways; turn one of the markers");
  }
  return LASH_OK;
}

/* An engine that cannot assemble needs markers that meet and motions that fit. */
static lash_status check_assembled(lash_scene *scene, lash_error *error) {
  const double tolerance = 1e-6, reach = lash_scene_size(scene);
  for (size_t k = 0; k < scene->link_count; k++) {
    double length, sine;
    link_gap(scene, &scene->link[k], &length, &sine);
    if (length <= tolerance * reach && sine <= tolerance) continue;
    return lash_scene_refuse(scene, LASH_UNSUPPORTED, scene->link[k].head, error,
                             "its markers are %.3g apart and %.3g rad askew at the start, and this "
                             "host cannot assemble; place the parts where the joint holds",
                             length, asin(fmin(sine, 1)));
  }
  for (size_t k = 0; k < scene->drive_count; k++) {
    const scene_drive *drive = &scene->drive[k];
    double jet[3];
    lash_scene_drive(scene, drive, scene->start_time, jet);
    const double scale = drive->rotation ? 1 : reach;
    if (drive->motion->order != LASH_DISPLACEMENT ||
        fabs(jet[0] - drive->start) <= tolerance * scale) {
      continue;
    }
    return lash_scene_refuse(scene, LASH_UNSUPPORTED, &drive->motion->head, error,
                             "it starts at %.6g but the joint stands at %.6g, and this host cannot "
                             "assemble; place the parts where the motion begins",
                             jet[0], drive->start);
  }
  return LASH_OK;
}

/* Where the joints stand at the start, and whether the engine can begin there. */
lash_status lash_scene_fit(lash_scene *scene, const lash_host_class *host_class,
                           lash_error *error) {
  for (size_t k = 0; k < scene->drive_count; k++) fit_drive(scene, &scene->drive[k]);
  const lash_status status = check_axes(scene, error);
  if (status != LASH_OK || host_class->engine->assembles) return status;
  return check_assembled(scene, error);
}

lash_status lash_scene_tree(lash_scene *scene, const lash_host_class *host_class,
                            lash_error *error) {
  int *group = calloc(scene->body_count, sizeof *group);
  bool *done = calloc(scene->body_count, sizeof *done);
  lash_status status =
      group && done ? LASH_OK : lash_fail(error, LASH_FAILURE, "out of memory for the joints");
  if (status == LASH_OK) status = add_links(scene, host_class, error);
  if (status == LASH_OK) status = add_drives(scene, error);
  if (status == LASH_OK) status = choose_tree(scene, host_class, group, error);
  if (status == LASH_OK) orient(scene, done);
  if (status == LASH_OK) status = lash_scene_fit(scene, host_class, error);
  free(group);
  free(done);
  return status;
}
