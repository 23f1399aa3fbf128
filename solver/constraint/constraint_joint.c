/* Joints, joint primitives, motions, couplers and general constraints as groups of constraint rows.
 * A joint type is a line of the table; everything else follows from it. */
#include <stdio.h>
#include <stdlib.h>

#include "bodies.h"
#include "build.h"
#include "constraint.h"
#include "flexible.h"
#include "lash_angles.h"
#include "measure.h"
#include "paths.h"

enum { X, Y, Z };

/* What joints are made of. */
typedef struct group_spec {
  lash_group_kind kind;
  int rows;
  int axis[3][2];
} group_spec;

enum {
  NOTHING,
  COINCIDENT,
  PARALLEL_Z,
  SAME_AXES,
  ON_Z_AXIS,
  IN_XY_PLANE,
  X_ON_Y,
  Z_ON_Z,
  CONVEL,
  SUM
};

static const group_spec specs[] = {
    [COINCIDENT] = {LASH_GROUP_POINT, 3, {{0}}},
    [PARALLEL_Z] = {LASH_GROUP_DOT1, 2, {{Z, X}, {Z, Y}}},
    [SAME_AXES] = {LASH_GROUP_DOT1, 3, {{Z, X}, {Z, Y}, {X, Y}}},
    [ON_Z_AXIS] = {LASH_GROUP_DOT2, 2, {{0, X}, {0, Y}}},
    [IN_XY_PLANE] = {LASH_GROUP_DOT2, 1, {{0, Z}}},
    [X_ON_Y] = {LASH_GROUP_DOT1, 1, {{X, Y}}},
    [Z_ON_Z] = {LASH_GROUP_DOT1, 1, {{Z, Z}}},
    [CONVEL] = {LASH_GROUP_CONVEL, 1, {{0}}},
    [SUM] = {LASH_GROUP_SUM, 1, {{0}}},
};

typedef struct joint_spec {
  const char *name;
  int group[3]; /* of specs; NOTHING ends the list */
} joint_spec;

static const joint_spec joints[] = {
    [LASH_JOINT_REVOLUTE] = {"REVOLUTE", {COINCIDENT, PARALLEL_Z}},
    [LASH_JOINT_TRANSLATIONAL] = {"TRANSLATIONAL", {ON_Z_AXIS, SAME_AXES}},
    [LASH_JOINT_CYLINDRICAL] = {"CYLINDRICAL", {ON_Z_AXIS, PARALLEL_Z}},
    [LASH_JOINT_SPHERICAL] = {"SPHERICAL", {COINCIDENT}},
    [LASH_JOINT_FIXED] = {"FIXED", {COINCIDENT, SAME_AXES}},
    [LASH_JOINT_PLANAR] = {"PLANAR", {IN_XY_PLANE, PARALLEL_Z}},
    [LASH_JOINT_CONVEL] = {"CONVEL", {COINCIDENT, CONVEL}},
    [LASH_JOINT_HOOKE] = {"HOOKE", {COINCIDENT, X_ON_Y}},
    [LASH_JOINT_UNIVERSAL] = {"UNIVERSAL", {COINCIDENT, Z_ON_Z}},
    [LASH_JOINT_SCREW] = {"SCREW", {ON_Z_AXIS, PARALLEL_Z, SUM}},
    [LASH_JOINT_RACKPIN] = {"RACKPIN", {SUM}},
};

static const joint_spec primitives[] = {
    [LASH_JPRIM_ATPOINT] = {"ATPOINT", {COINCIDENT}},
    [LASH_JPRIM_INLINE] = {"INLINE", {ON_Z_AXIS}},
    [LASH_JPRIM_INPLANE] = {"INPLANE", {IN_XY_PLANE}},
    [LASH_JPRIM_ORIENTATION] = {"ORIENTATION", {SAME_AXES}},
    [LASH_JPRIM_PARALLEL_AXES] = {"PARALLEL_AXES", {PARALLEL_Z}},
    [LASH_JPRIM_PERPENDICULAR] = {"PERPENDICULAR", {Z_ON_Z}},
};

/* ------------------------------------------------------------------------------------ entering */

static lash_owner *enter_owner(lash_system *system, lash_owner owner) {
  lash_owner *entered = LASH_APPEND(&system->store, system->owner, system->owner_count);
  *entered = owner;
  entered->first_group = (int)system->group_count;
  return entered;
}

static lash_owner *add_owner(lash_system *system, const lash_element *head, const char *type, int i,
                             int j) {
  return enter_owner(system, (lash_owner){.statement = lash_kind_name(head->kind),
                                          .type = type,
                                          .id = head->id,
                                          .line = head->line,
                                          .i = i,
                                          .j = j,
                                          .active = head->active});
}

static lash_group *add_group(lash_system *system, lash_group_kind kind, int rows) {
  const int owner = (int)system->owner_count - 1;
  lash_group *group = LASH_APPEND(&system->store, system->group, system->group_count);
  *group = (lash_group){.kind = kind,
                        .owner = owner,
                        .i = system->owner[owner].i,
                        .j = system->owner[owner].j,
                        .rows = rows,
                        .motion = -1,
                        .function = -1,
                        .user = {-1, -1, -1},
                        .curve = -1,
                        .slot = -1,
                        .offset = NAN};
  system->owner[owner].groups++;
  return group;
}

static void add_term(lash_system *system, lash_group *group, lash_term_kind kind, int i, int j,
                     double scale) {
  if (!group->terms) group->first_term = (int)system->term_count;
  group->terms++;
  lash_row_term *term = LASH_APPEND(&system->store, system->term, system->term_count);
  *term = (lash_row_term){.kind = kind, .i = i, .j = j, .scale = scale, .angle = -1};
  if (kind != LASH_TERM_SLIDE) term->angle = lash_angle_slot(system);
}

static lash_status add_specified(lash_builder *builder, const lash_element *head,
                                 const joint_spec *spec, const lash_ref *i, const lash_ref *j,
                                 lash_error *error) {
  lash_system *system = builder->system;
  const int mark_i = lash_mark_of(i), mark_j = lash_mark_of(j);
  if (system->mark[mark_i].body == system->mark[mark_j].body) {
    lash_fail(error, LASH_BAD_INPUT,
              "markers %d and %d are on the same part; a joint needs two parts", i->id, j->id);
    return lash_build_failed(builder->model, head, LASH_BAD_INPUT, error);
  }
  add_owner(system, head, spec->name, mark_i, mark_j);
  for (int g = 0; g < 3 && spec->group[g]; g++) {
    const group_spec *of = &specs[spec->group[g]];
    memcpy(add_group(system, of->kind, of->rows)->axis, of->axis, sizeof of->axis);
  }
  return LASH_OK;
}

static const double two_pi = 6.283185307179586476925286766559;

static void add_start(lash_system *system, const lash_joint_statement *joint, bool turns,
                      const double given[2]) {
  if (isnan(given[0]) && isnan(given[1])) return;
  *LASH_APPEND(&system->store, system->start, system->start_count) =
      (lash_start){.id = joint->head.id,
                   .line = joint->head.line,
                   .turns = turns,
                   .i = lash_mark_of(&joint->i),
                   .j = lash_mark_of(&joint->j),
                   .place = given[0],
                   .rate = given[1]};
}

/* Initial displacement and velocity of a joint. */
static void add_starts(lash_system *system, const lash_joint_statement *joint) {
  if (joint->type == LASH_JOINT_REVOLUTE) add_start(system, joint, true, joint->ic);
  if (joint->type == LASH_JOINT_TRANSLATIONAL) add_start(system, joint, false, joint->ic);
  if (joint->type != LASH_JOINT_CYLINDRICAL) return;
  add_start(system, joint, false, joint->ictran);
  add_start(system, joint, true, joint->icrot);
}

static lash_status add_joint(lash_builder *builder, const lash_joint_statement *joint,
                             lash_error *error) {
  lash_system *system = builder->system;
  if (joint->type == LASH_JOINT_NONE)
    return lash_build_unsupported(builder, &joint->head, "a joint without type", error);
  const lash_status status =
      add_specified(builder, &joint->head, &joints[joint->type], &joint->i, &joint->j, error);
  if (status != LASH_OK) return status;
  add_starts(system, joint);
  lash_group *last = &system->group[system->group_count - 1];
  if (joint->type == LASH_JOINT_SCREW) {
    add_term(system, last, LASH_TERM_SLIDE, last->i, last->j, 1);
    add_term(system, last, LASH_TERM_TURN, last->i, last->j, -joint->pitch / two_pi);
  }
  if (joint->type == LASH_JOINT_RACKPIN) {
    add_term(system, last, LASH_TERM_SLIDE, last->i, last->j, 1);
    add_term(system, last, LASH_TERM_PINION, last->i, last->j, -0.5 * joint->pd);
  }
  return LASH_OK;
}

static lash_status add_coupler(lash_builder *builder, const lash_coupler *coupler,
                               lash_error *error) {
  lash_system *system = builder->system;
  if (!coupler->joints.count || coupler->joints.count > 3)
    return lash_build_unsupported(builder, &coupler->head, "couplers of other than 2 or 3 joints",
                                  error);
  const lash_joint_statement *first = &builder->model->joint.item[coupler->joints.item[0].index];
  add_owner(system, &coupler->head, "", lash_mark_of(&first->i), lash_mark_of(&first->j));
  lash_group *group = add_group(system, LASH_GROUP_SUM, 1);
  for (size_t k = 0; k < coupler->joints.count; k++) {
    const lash_joint_statement *joint = &builder->model->joint.item[coupler->joints.item[k].index];
    const bool slides =
        coupler->type[k] == 'T' || (!coupler->type[k] && joint->type == LASH_JOINT_TRANSLATIONAL);
    add_term(system, group, slides ? LASH_TERM_SLIDE : LASH_TERM_TURN, lash_mark_of(&joint->i),
             lash_mark_of(&joint->j), coupler->function.user ? 1 : coupler->scales[k]);
  }
  return LASH_OK;
}

/* Displacement of one gear's joint, weighted so that it is the way of a tooth along z of CV. All is
 * at rest on the carrier, so markers as the part has them do. */
static lash_status add_gear_joint(lash_builder *builder, const lash_gear *gear,
                                  const lash_joint_statement *joint, double sense,
                                  lash_group *group, lash_error *error) {
  lash_system *system = builder->system;
  const lash_mark *cv = &system->mark[lash_mark_of(&gear->cv)];
  const int i = lash_mark_of(&joint->i), j = lash_mark_of(&joint->j);
  const bool j_carries = system->mark[j].body == cv->body;
  const bool turns = joint->type != LASH_JOINT_TRANSLATIONAL;
  const bool slides = joint->type != LASH_JOINT_REVOLUTE;
  const lash_mark *carrier = &system->mark[j_carries ? j : i];
  if (carrier->body != cv->body)
    return lash_fail(error, LASH_BAD_INPUT,
                     "JOINT/%d does not connect to the part of marker %d (CV); the carrier must "
                     "hold one marker of both joints and CV",
                     joint->head.id, gear->cv.id);
  if (joint->type != LASH_JOINT_REVOLUTE && joint->type != LASH_JOINT_TRANSLATIONAL &&
      joint->type != LASH_JOINT_CYLINDRICAL)
    return lash_fail(error, LASH_BAD_INPUT,
                     "JOINT/%d must be REVOLUTE, TRANSLATIONAL or CYLINDRICAL", joint->head.id);
  double axis[3], teeth[3], arm[3], way[3];
  column3(carrier->axes0, 2, axis);
  column3(cv->axes0, 2, teeth);
  sub3(cv->arm0, carrier->arm0, arm);
  cross3(axis, arm, way);
  const double lever = dot3(way, teeth), along = dot3(axis, teeth);
  if (!(fabs(turns ? lever : 0) + fabs(slides ? along : 0) > 0))
    return lash_fail(error, LASH_BAD_INPUT,
                     "JOINT/%d does not move a tooth along z of marker %d (CV); place CV where the "
                     "gears meet, with z along their teeth's velocity",
                     joint->head.id, gear->cv.id);
  /* the displacement is that of I in J: of the carrier in the gear when I is the carrier's */
  if (!j_carries) sense = -sense;
  if (turns) add_term(system, group, LASH_TERM_TURN, i, j, sense * lever);
  if (slides) add_term(system, group, LASH_TERM_SLIDE, i, j, sense * along);
  return LASH_OK;
}

/* Teeth of both gears have one velocity along z of CV, seen from the carrier. */
static lash_status add_gear(lash_builder *builder, const lash_gear *gear, lash_error *error) {
  const lash_joint_statement *joint[2];
  for (int k = 0; k < 2; k++) joint[k] = &builder->model->joint.item[gear->joints.item[k].index];
  add_owner(builder->system, &gear->head, "", lash_mark_of(&joint[0]->i),
            lash_mark_of(&joint[0]->j));
  lash_group *group = add_group(builder->system, LASH_GROUP_SUM, 1);
  lash_status status = LASH_OK;
  for (int k = 0; k < 2 && status == LASH_OK; k++)
    status = add_gear_joint(builder, gear, joint[k], k ? -1 : 1, group, error);
  return lash_build_failed(builder->model, &gear->head, status, error);
}

/* What a motion drives: a displacement along, or an angle about, an axis. */
typedef struct motion_spec {
  lash_group_kind kind;
  int axis; /* of J, or the angle's form */
} motion_spec;

static const motion_spec motions[] = {
    [LASH_MOTION_JOINT_TRANSLATION] = {LASH_GROUP_DOT2, Z},
    [LASH_MOTION_JOINT_ROTATION] = {LASH_GROUP_ANGLE, LASH_ANGLE_AZ},
    [LASH_MOTION_X] = {LASH_GROUP_DOT2, X},
    [LASH_MOTION_Y] = {LASH_GROUP_DOT2, Y},
    [LASH_MOTION_Z] = {LASH_GROUP_DOT2, Z},
    [LASH_MOTION_B1] = {LASH_GROUP_ANGLE, LASH_ANGLE_AX},
    [LASH_MOTION_B2] = {LASH_GROUP_ANGLE, LASH_ANGLE_B2},
    [LASH_MOTION_B3] = {LASH_GROUP_ANGLE, LASH_ANGLE_AZ},
};

static lash_status add_motion(lash_builder *builder, const lash_motion *motion, lash_error *error) {
  lash_system *system = builder->system;
  const bool on_joint = motion->joint.index >= 0;
  if (motion->axis == LASH_MOTION_AXIS_NONE)
    return lash_build_unsupported(builder, &motion->head, "a motion without axis", error);
  const lash_joint_statement *joint =
      on_joint ? &builder->model->joint.item[motion->joint.index] : NULL;
  const motion_spec *spec = &motions[motion->axis];
  lash_owner *owner =
      add_owner(system, &motion->head, "", lash_mark_of(joint ? &joint->i : &motion->i),
                lash_mark_of(joint ? &joint->j : &motion->j));
  owner->motion = true;
  lash_group *group = add_group(system, spec->kind, 1);
  group->axis[0][spec->kind == LASH_GROUP_DOT2] = spec->axis;
  group->motion = (int)system->drive_count;
  lash_drive *drive = LASH_APPEND(&system->store, system->drive, system->drive_count);
  *drive = (lash_drive){.function = -1, .user = -1, .order = (int)motion->order};
  return LASH_OK;
}

/* I slides along a curve in the frame of RM. */
static void add_point_on_curve(lash_system *system, const lash_ptcv *ptcv) {
  add_owner(system, &ptcv->head, "", lash_mark_of(&ptcv->i), lash_mark_of(&ptcv->rm));
  lash_group *group = add_group(system, LASH_GROUP_CURVE, 2);
  group->curve = ptcv->curve.index;
  group->slot = lash_angle_slot(system);
}

static lash_status refuse_others(lash_builder *builder, lash_error *error) {
  const lash_model *model = builder->model;
  if (model->cvcv.count)
    return lash_build_unsupported(builder, &model->cvcv.item[0].head, "CVCV", error);
  if (model->ucon.count)
    return lash_build_unsupported(builder, &model->ucon.item[0].head, "UCON", error);
  return LASH_OK;
}

/* A body follows its node: no markers of the dataset take part. */
static void add_tie(lash_system *system, int index) {
  const lash_flexible *body = &system->flexible[system->tie[index].flexible];
  enter_owner(system, (lash_owner){body->class->statement, "", body->id, body->line, .i = -1,
                                   .j = -1, .active = true});
  add_group(system, LASH_GROUP_TIE, 6)->tie = index;
}

lash_status lash_build_constraints(lash_builder *builder, lash_error *error) {
  const lash_model *model = builder->model;
  lash_status status = refuse_others(builder, error);
  for (size_t k = 0; k < model->joint.count && status == LASH_OK; k++)
    status = add_joint(builder, &model->joint.item[k], error);
  for (size_t k = 0; k < model->jprim.count && status == LASH_OK; k++) {
    const lash_jprim *prim = &model->jprim.item[k];
    if (prim->type == LASH_JPRIM_NONE)
      return lash_build_unsupported(builder, &prim->head, "a JPRIM without type", error);
    status =
        add_specified(builder, &prim->head, &primitives[prim->type], &prim->i, &prim->j, error);
  }
  for (size_t k = 0; k < model->coupler.count && status == LASH_OK; k++)
    status = add_coupler(builder, &model->coupler.item[k], error);
  for (size_t k = 0; k < model->gear.count && status == LASH_OK; k++)
    status = add_gear(builder, &model->gear.item[k], error);
  for (size_t k = 0; k < model->ptcv.count && status == LASH_OK; k++)
    add_point_on_curve(builder->system, &model->ptcv.item[k]);
  for (size_t k = 0; k < model->gcon.count && status == LASH_OK; k++) {
    add_owner(builder->system, &model->gcon.item[k].head, "", lash_mark_of(&model->gcon.item[k].i),
              0);
    add_group(builder->system, LASH_GROUP_FUNCTION, 1);
  }
  builder->system->size.joints = builder->system->owner_count;
  for (size_t k = 0; k < model->motion.count && status == LASH_OK; k++)
    status = add_motion(builder, &model->motion.item[k], error);
  builder->system->size.motions = builder->system->owner_count - builder->system->size.joints;
  for (size_t k = 0; k < builder->system->tie_count && status == LASH_OK; k++)
    add_tie(builder->system, (int)k);
  return status;
}

/* ----------------------------------------------------------------------------------- functions */

/* Displacement that a motion drives, as the bodies stand now. */
static double driven_displacement(lash_system *system, const lash_group *group) {
  const lash_mark *i = lash_mark_at(system, group->i), *j = lash_mark_at(system, group->j);
  if (group->kind == LASH_GROUP_ANGLE)
    return lash_angle_value((lash_angle_form)group->axis[0][0], &i->motion, &j->motion);
  double d[3], axis[3];
  sub3(i->r, j->r, d);
  column3(j->A, group->axis[0][1], axis);
  return dot3(d, axis);
}

/* A motion that depends on where other things are is a relation between positions: displacement -
 * function = 0. */
static lash_status relate_motion(lash_builder *builder, const lash_motion *motion,
                                 lash_group *group, lash_error *error) {
  static const char *const measures[] = {[LASH_MOTION_JOINT_TRANSLATION] = "DZ(%d,%d,%d)",
                                         [LASH_MOTION_X] = "DX(%d,%d,%d)",
                                         [LASH_MOTION_Y] = "DY(%d,%d,%d)",
                                         [LASH_MOTION_Z] = "DZ(%d,%d,%d)",
                                         [LASH_MOTION_JOINT_ROTATION] = "AZ(%d,%d)",
                                         [LASH_MOTION_B1] = "AX(%d,%d)",
                                         [LASH_MOTION_B3] = "AZ(%d,%d)",
                                         [LASH_MOTION_B2] = NULL};
  lash_system *system = builder->system;
  const char *measure = measures[motion->axis];
  if (!measure || motion->order != LASH_DISPLACEMENT ||
      !lash_function_holonomic(system, system->drive[group->motion].function))
    return lash_build_unsupported(
        builder, &motion->head,
        "motions that depend on more than TIME and displacements, or that "
        "give velocities or accelerations by them, or B2; write a force "
        "that drives",
        error);
  const int i = system->mark[group->i].id, j = system->mark[group->j].id;
  const size_t size = strlen(motion->function.text) + 64;
  char *text = lash_borrow(size, 1);
  const int length = snprintf(text, size, measure, i, j, j);
  snprintf(text + length, size - (size_t)length, "-(%s)", motion->function.text);
  lash_expression relation = motion->function;
  relation.text = text;
  int user;
  group->kind = LASH_GROUP_FUNCTION;
  group->motion = -1;
  return lash_compile(builder, &motion->head, &relation, NULL, &group->function, &user, error);
}

static lash_status compile_motion(lash_builder *builder, const lash_motion *motion,
                                  lash_group *group, lash_error *error) {
  lash_system *system = builder->system;
  lash_drive *drive = &system->drive[group->motion];
  lash_user_source source = {.kind = LASH_USER_MOTION,
                             .i = system->mark[group->i].id,
                             .j = system->mark[group->j].id,
                             .rotation = group->kind == LASH_GROUP_ANGLE};
  const lash_status status = lash_compile(builder, &motion->head, &motion->function, &source,
                                          &drive->function, &drive->user, error);
  if (status != LASH_OK) return status;
  if (drive->function >= 0 && !lash_function_of_time(system, drive->function))
    return relate_motion(builder, motion, group, error);
  drive->start_time = system->t0;
  drive->start[0] =
      lash_given(&motion->head, "ICDISP") ? motion->icdisp : driven_displacement(system, group);
  drive->start[1] = lash_given(&motion->head, "ICVEL") ? motion->icvel : 0;
  return LASH_OK;
}

/* FUNCTION=USER: the routine gives a function of the joints' displacements that is zero. Its
 * derivatives come from the routines named behind it, or from Couxx and Couxx2 of the same library
 * if that has them. */
static lash_status compile_coupler(lash_builder *builder, const lash_coupler *coupler,
                                   lash_group *group, lash_error *error) {
  static const lash_user_kind kinds[3] = {LASH_USER_COUPLER, LASH_USER_COUPLER_GRADIENT,
                                          LASH_USER_COUPLER_SECOND};
  if (!coupler->function.user) return LASH_OK;
  lash_expression function = coupler->function;
  lash_user_source source = {.joints = coupler->joints.count};
  const char *colons = function.routine ? strstr(function.routine, "::") : NULL;
  char *library = path_format("%.*s", colons ? (int)(colons + 2 - function.routine) : 0,
                              colons ? function.routine : "");
  if (!library) return lash_fail(error, LASH_FAILURE, "out of memory");
  for (size_t k = 0; k < coupler->joints.count; k++) {
    source.joint[k] = coupler->joints.item[k].id;
    source.joint_type[k] = coupler->type[k];
  }
  lash_status status = LASH_OK;
  for (int k = 0; k < 3 && status == LASH_OK; k++) {
    lash_error missing;
    source.kind = kinds[k];
    const bool named = (size_t)k < coupler->routines.count || !k;
    if (k) function.routine = named ? coupler->routines.item[k] : library;
    status = lash_compile_routine(builder, &coupler->head, &function, &source, &group->user[k],
                                  named ? error : &missing);
    if (!named) status = LASH_OK;
  }
  free(library);
  return status;
}

/* A general constraint names its I marker only; when its function measures that against one other
 * marker, that one is its J. */
static int other_marker(const lash_system *system, const lash_group *group) {
  const lash_function *function = &system->function[group->function];
  int other = 0;
  for (size_t k = 0; k < function->input_count; k++)
    for (int m = 0; m < 4; m++) {
      const int mark = system->measure[function->input[k]].mark[m];
      if (!mark || mark == group->i || mark == other) continue;
      if (other) return 0;
      other = mark;
    }
  return other;
}

/* Only functions of displacements make a constraint. */
static lash_status compile_gcon(lash_builder *builder, const lash_gcon *gcon, lash_group *group,
                                lash_error *error) {
  int user;
  const lash_status status =
      lash_compile(builder, &gcon->head, &gcon->function, NULL, &group->function, &user, error);
  if (status != LASH_OK) return status;
  if (!lash_function_holonomic(builder->system, group->function))
    return lash_build_unsupported(builder, &gcon->head,
                                  "general constraints on velocities, forces or states", error);
  builder->system->owner[group->owner].j = other_marker(builder->system, group);
  return LASH_OK;
}

lash_status lash_compile_constraints(lash_builder *builder, lash_error *error) {
  const lash_model *model = builder->model;
  lash_system *system = builder->system;
  size_t gcon = 0, motion = 0, coupler = 0;
  lash_status status = LASH_OK;
  for (size_t g = 0; g < system->group_count && status == LASH_OK; g++) {
    lash_group *group = &system->group[g];
    if (group->motion >= 0)
      status = compile_motion(builder, &model->motion.item[motion++], group, error);
    else if (lash_same_name(system->owner[group->owner].statement, "COUPLER"))
      status = compile_coupler(builder, &model->coupler.item[coupler++], group, error);
    else if (group->kind == LASH_GROUP_FUNCTION)
      status = compile_gcon(builder, &model->gcon.item[gcon++], group, error);
  }
  return status;
}
