/* Constraints: JOINT, JPRIM, GCON, COUPLER, GEAR, PTCV, CVCV, UCON, MOTION, and FRICTION in joints.
 */
#include "finish.h"

/* --------------------------------------------------------------------------------- JOINT, JPRIM */

#define OLD_FRICTION(NAME) UNUSED(NAME, "write friction in joints as a FRICTION statement")

static void finish_joint(finish_context *context, void *element) {
  lash_joint_statement *joint = element;
  finish_two_markers(context, joint, joint->i, joint->j);
  if (joint->type == LASH_JOINT_SCREW) {
    finish_needs(context, joint, "SCREW", (const char *const[]){"PITCH", NULL});
  } else if (joint->type == LASH_JOINT_RACKPIN) {
    finish_needs(context, joint, "RACKPIN", (const char *const[]){"PD", NULL});
  }
  if (lash_given(&joint->head, "PITCH") && joint->type != LASH_JOINT_SCREW) {
    finish_warning(context, joint, "PITCH has a meaning for SCREW only; remove it");
  }
  if (lash_given(&joint->head, "PD") && joint->type != LASH_JOINT_RACKPIN) {
    finish_warning(context, joint, "PD has a meaning for RACKPIN only; remove it");
  }
  const bool one = joint->type == LASH_JOINT_REVOLUTE || joint->type == LASH_JOINT_TRANSLATIONAL;
  if (lash_given(&joint->head, "IC") && !one) {
    finish_warning(context, joint,
                   "IC has a meaning for REVOLUTE and TRANSLATIONAL only; remove it");
  }
  if ((lash_given(&joint->head, "ICTRAN") || lash_given(&joint->head, "ICROT")) &&
      joint->type != LASH_JOINT_CYLINDRICAL) {
    finish_warning(context, joint,
                   "ICTRAN and ICROT have a meaning for CYLINDRICAL only; write IC or remove them");
  }
}

#define JOINT_TYPE(NAME) \
  FLAG(lash_joint_statement, #NAME, type, LASH_JOINT_##NAME, .group = 't', .flags = ARG_REQUIRED)

static const argument joint_rows[] = {
    JOINT_TYPE(REVOLUTE),
    JOINT_TYPE(TRANSLATIONAL),
    JOINT_TYPE(CYLINDRICAL),
    JOINT_TYPE(SPHERICAL),
    JOINT_TYPE(FIXED),
    JOINT_TYPE(PLANAR),
    JOINT_TYPE(CONVEL),
    JOINT_TYPE(HOOKE),
    JOINT_TYPE(UNIVERSAL),
    JOINT_TYPE(SCREW),
    JOINT_TYPE(RACKPIN),
    TWO_MARKERS(lash_joint_statement),
    NUMBER(lash_joint_statement, "PITCH", pitch, NAN),
    NUMBER(lash_joint_statement, "PD", pd, NAN),
    VECTOR(lash_joint_statement, "IC", ic, 1, 2, .standard = NAN),
    VECTOR(lash_joint_statement, "ICTRAN", ictran, 1, 2, .standard = NAN),
    VECTOR(lash_joint_statement, "ICROT", icrot, 1, 2, .standard = NAN),
    OLD_FRICTION("DELTA_V"),
    OLD_FRICTION("MAXIMUM_DEFORMATION"),
    OLD_FRICTION("MU_DYN_ROT"),
    OLD_FRICTION("MU_STAT_ROT"),
    OLD_FRICTION("MU_DYN_TRANS"),
    OLD_FRICTION("MU_STAT_TRANS"),
    OLD_FRICTION("MAX_FRIC_ROT"),
    OLD_FRICTION("MAX_FRIC_TRANS"),
    OLD_FRICTION("INNER_RADIUS"),
    OLD_FRICTION("OUTER_RADIUS"),
    OLD_FRICTION("PRELOAD_RADIAL"),
    OLD_FRICTION("PRELOAD_AXIAL"),
    OLD_FRICTION("PRELOAD_X"),
    OLD_FRICTION("PRELOAD_Y"),
    OLD_FRICTION("HEIGHT"),
    OLD_FRICTION("WIDTH"),
};
STATEMENT(JOINT, joint_rows, .finish = finish_joint);

static void finish_jprim(finish_context *context, void *element) {
  lash_jprim *jprim = element;
  finish_two_markers(context, jprim, jprim->i, jprim->j);
}

#define JPRIM_TYPE(NAME) \
  FLAG(lash_jprim, #NAME, type, LASH_JPRIM_##NAME, .group = 't', .flags = ARG_REQUIRED)

static const argument jprim_rows[] = {
    JPRIM_TYPE(ATPOINT),     JPRIM_TYPE(INLINE),        JPRIM_TYPE(INPLANE),
    JPRIM_TYPE(ORIENTATION), JPRIM_TYPE(PARALLEL_AXES), JPRIM_TYPE(PERPENDICULAR),
    TWO_MARKERS(lash_jprim),
};
STATEMENT(JPRIM, jprim_rows, .finish = finish_jprim);

/* -------------------------------------------------------------------------- general constraints */

static const argument gcon_rows[] = {
    REF(lash_gcon, "I", i, MARKER),
    FUNCTION(lash_gcon, function, .flags = ARG_REQUIRED),
};
STATEMENT(GCON, gcon_rows);
STATEMENT(UCON, gcon_rows,
          .unsupported =
              "Adams' Fortran solver alone has it; write the constraint as a GCON expression, or a "
              "COUPLER with FUNCTION=USER");

static size_t letters(const char type[3]) {
  size_t n = 0;
  while (n < 3 && type[n]) n++;
  return n;
}

static bool joint_moves(lash_joint_type type, char letter) {
  bool turns = type == LASH_JOINT_REVOLUTE || type == LASH_JOINT_CYLINDRICAL;
  bool slides = type == LASH_JOINT_TRANSLATIONAL || type == LASH_JOINT_CYLINDRICAL;
  return letter == 'R' ? turns : letter == 'T' && slides;
}

static void finish_coupler_type(finish_context *context, lash_coupler *coupler) {
  size_t given = lash_given(&coupler->head, "TYPE") ? letters(coupler->type) : 0;
  if (given && given != coupler->joints.count) {
    finish_error(context, coupler, "TYPE has %zu letters for %zu joints; give one per joint", given,
                 coupler->joints.count);
    return;
  }
  for (size_t k = 0; k < coupler->joints.count && k < 3; k++) {
    int index = coupler->joints.item[k].index;
    if (index < 0) continue;
    const lash_joint_statement *joint = &context->model->joint.item[index];
    if (!given) coupler->type[k] = joint->type == LASH_JOINT_TRANSLATIONAL ? 'T' : 'R';
    if (joint_moves(joint->type, coupler->type[k])) continue;
    finish_error(context, coupler,
                 "JOINT/%d has no %c freedom; couple REVOLUTE (R), TRANSLATIONAL (T) or "
                 "CYLINDRICAL (R or T) joints",
                 joint->head.id, coupler->type[k]);
  }
}

static void finish_coupler(finish_context *context, void *element) {
  lash_coupler *coupler = element;
  finish_coupler_type(context, coupler);
  if (coupler->routines.count) coupler->function.routine = coupler->routines.item[0];
  if (coupler->function.text) return;
  size_t scales = 0;
  while (scales < 3 && !isnan(coupler->scales[scales])) scales++;
  if (scales != coupler->joints.count) {
    finish_error(context, coupler, "SCALES has %zu values for %zu joints; give one per joint",
                 scales, coupler->joints.count);
  }
}

static const argument coupler_rows[] = {
    REFS(lash_coupler, "JOINTS", joints, JOINT, .min_count = 2, .max_count = 3,
         .flags = ARG_REQUIRED),
    LETTERS(lash_coupler, "TYPE", type, 3),
    VECTOR(lash_coupler, "SCALES", scales, 1, 3, .standard = NAN, .group = 's',
           .flags = ARG_REQUIRED),
    EXPRESSION(lash_coupler, "FUNCTION", function, .group = 's', .side = 1, .flags = ARG_REQUIRED),
    TEXTS(lash_coupler, "ROUTINE", routines, .max_count = 3),
};
STATEMENT(COUPLER, coupler_rows, .finish = finish_coupler);

static const argument gear_rows[] = {
    REFS(lash_gear, "JOINTS", joints, JOINT, .min_count = 2, .max_count = 2, .flags = ARG_REQUIRED),
    REF(lash_gear, "CV", cv, MARKER, .flags = ARG_REQUIRED),
};
STATEMENT(GEAR, gear_rows);

static const argument ptcv_rows[] = {
    REF(lash_ptcv, "I", i, MARKER, .flags = ARG_REQUIRED),
    REF(lash_ptcv, "JFLOAT", jfloat, MARKER, .flags = ARG_REQUIRED),
    REF(lash_ptcv, "CURVE", curve, CURVE, .flags = ARG_REQUIRED),
    REF(lash_ptcv, "RM", rm, MARKER, .flags = ARG_REQUIRED),
    QUIET("ICPARAM"),
    QUIET("ICTANGENT"),
};

static void finish_ptcv(finish_context *context, void *element) {
  lash_ptcv *ptcv = element;
  finish_floating(context, ptcv, ptcv->jfloat, "JFLOAT");
  if (finish_same_body(context, ptcv->i, ptcv->rm)) {
    finish_error(context, ptcv, "I and RM are on the same part; the curve must be on another one");
  }
  if (ptcv->jfloat.index >= 0 && ptcv->rm.index >= 0 &&
      !finish_same_body(context, ptcv->jfloat, ptcv->rm)) {
    finish_error(context, ptcv, "JFLOAT and RM must be on one part, that of the curve");
  }
}
STATEMENT(PTCV, ptcv_rows, .finish = finish_ptcv);

static const argument cvcv_rows[] = {
    REF(lash_cvcv, "IFLOAT", ifloat, MARKER, .flags = ARG_REQUIRED),
    REF(lash_cvcv, "JFLOAT", jfloat, MARKER, .flags = ARG_REQUIRED),
    REF(lash_cvcv, "ICURVE", icurve, CURVE, .flags = ARG_REQUIRED),
    REF(lash_cvcv, "JCURVE", jcurve, CURVE, .flags = ARG_REQUIRED),
    REF(lash_cvcv, "IRM", irm, MARKER, .flags = ARG_REQUIRED),
    REF(lash_cvcv, "JRM", jrm, MARKER, .flags = ARG_REQUIRED),
    QUIET("ICPARAM"),
    QUIET("ICTANGENT"),
};
STATEMENT(CVCV, cvcv_rows,
          .unsupported =
              "let a PTCV follow the curve that one profile's point runs on, or write the "
              "contact as a force");

/* --------------------------------------------------------------------------------------- MOTION */

static void finish_joint_motion(finish_context *context, lash_motion *motion) {
  if (motion->axis > LASH_MOTION_JOINT_ROTATION) {
    finish_error(context, motion,
                 "a motion of a joint is TRANSLATIONAL or ROTATIONAL; X to B3 go with I and J");
    return;
  }
  if (motion->joint.index < 0) return;
  lash_joint_type type = context->model->joint.item[motion->joint.index].type;
  bool turn = motion->axis == LASH_MOTION_JOINT_ROTATION;
  if (joint_moves(type, turn ? 'R' : 'T')) return;
  finish_error(context, motion, "JOINT/%d does not %s; drive another joint or change the direction",
               motion->joint.id, turn ? "turn" : "slide");
}

static void finish_motion(finish_context *context, void *element) {
  lash_motion *motion = element;
  if (motion->joint.id) {
    finish_joint_motion(context, motion);
    return;
  }
  finish_needs(context, motion, "a motion between markers", (const char *const[]){"I", "J", NULL});
  finish_two_markers(context, motion, motion->i, motion->j);
  if (motion->axis <= LASH_MOTION_JOINT_ROTATION) {
    finish_error(context, motion,
                 "a motion between markers is along X, Y, Z or about B1, B2, B3; name one, or give "
                 "JOINT");
  }
}

#define MOTION_AXIS(NAME, axis_value) \
  FLAG(lash_motion, NAME, axis, axis_value, .group = 'a', .flags = ARG_REQUIRED)
#define MOTION_ORDER(NAME) FLAG(lash_motion, #NAME, order, LASH_##NAME, .group = 'v')

static const argument motion_rows[] = {
    REF(lash_motion, "JOINT", joint, JOINT, .group = 'w', .flags = ARG_REQUIRED),
    REF(lash_motion, "I", i, MARKER, .group = 'w', .side = 1, .flags = ARG_REQUIRED),
    REF(lash_motion, "J", j, MARKER, .group = 'w', .side = 1),
    MOTION_AXIS("TRANSLATIONAL", LASH_MOTION_JOINT_TRANSLATION),
    MOTION_AXIS("ROTATIONAL", LASH_MOTION_JOINT_ROTATION),
    MOTION_AXIS("X", LASH_MOTION_X),
    MOTION_AXIS("Y", LASH_MOTION_Y),
    MOTION_AXIS("Z", LASH_MOTION_Z),
    MOTION_AXIS("B1", LASH_MOTION_B1),
    MOTION_AXIS("B2", LASH_MOTION_B2),
    MOTION_AXIS("B3", LASH_MOTION_B3),
    MOTION_ORDER(DISPLACEMENT),
    MOTION_ORDER(VELOCITY),
    MOTION_ORDER(ACCELERATION),
    NUMBER(lash_motion, "ICDISP", icdisp, NAN),
    NUMBER(lash_motion, "ICVEL", icvel, NAN),
    FUNCTION(lash_motion, function, .flags = ARG_REQUIRED),
};
STATEMENT(MOTION, motion_rows, .finish = finish_motion);

/* ------------------------------------------------------------------------------------- FRICTION */

static const choice formulations[] = {
    {"ORIGINAL", LASH_FRICTION_ORIGINAL}, {"LUGRE", LASH_FRICTION_LUGRE}, {NULL, 0}};
static const choice effects[] = {{"ALL", LASH_FRICTION_ALL_EFFECTS},
                                 {"STICTION", LASH_FRICTION_STICTION},
                                 {"SLIDING", LASH_FRICTION_SLIDING},
                                 {NULL, 0}};
static const choice inputs[] = {{"ALL", LASH_FRICTION_ALL_INPUTS},
                                {"NONE", 0},
                                {"PRELOAD", LASH_FRICTION_PRELOAD},
                                {"REACTION_FORCE", LASH_FRICTION_REACTION_FORCE},
                                {"BENDING_MOMENT", LASH_FRICTION_BENDING_MOMENT},
                                {"TORSIONAL_MOMENT", LASH_FRICTION_TORSIONAL_MOMENT},
                                {NULL, 0}};
static const choice inactive[] = {{"STATIC", 1}, {"NEVER", 0}, {NULL, 0}};
static const choice overlap[] = {{"INCREASE", 1}, {"DECREASE", -1}, {"CONSTANT", 0}, {NULL, 0}};
static const choice yokes[] = {{"I_YOKE", 0}, {"J_YOKE", 1}, {NULL, 0}};

static void finish_friction(finish_context *context, void *element) {
  static const lash_joint_type allowed[] = {LASH_JOINT_TRANSLATIONAL, LASH_JOINT_REVOLUTE,
                                            LASH_JOINT_CYLINDRICAL,   LASH_JOINT_HOOKE,
                                            LASH_JOINT_UNIVERSAL,     LASH_JOINT_SPHERICAL};
  lash_joint_friction *friction = element;
  if (friction->mu_dynamic > friction->mu_static) {
    finish_warning(context, friction, "MU_DYNAMIC = %g is larger than MU_STATIC = %g; check them",
                   friction->mu_dynamic, friction->mu_static);
  }
  if (friction->joint.index < 0) return;
  lash_joint_type type = context->model->joint.item[friction->joint.index].type;
  for (size_t i = 0; i < sizeof allowed / sizeof allowed[0]; i++) {
    if (type == allowed[i]) return;
  }
  finish_error(context, friction,
               "JOINT/%d takes no friction; it must be TRANSLATIONAL, REVOLUTE, CYLINDRICAL, "
               "HOOKE, UNIVERSAL or SPHERICAL",
               friction->joint.id);
}

#define LENGTH_OF(NAME, member, normal) \
  NUMBER(lash_joint_friction, NAME, member, normal, .flags = ARG_POSITIVE)
#define LEAST_ZERO(NAME, member, normal, ...) \
  NUMBER(lash_joint_friction, NAME, member, normal, .flags = ARG_NOT_NEGATIVE __VA_ARGS__)

static const argument friction_rows[] = {
    REF(lash_joint_friction, "JOINT", joint, JOINT, .flags = ARG_REQUIRED),
    CHOICE(lash_joint_friction, "FORMULATION", formulation, formulations),
    LEAST_ZERO("MU_STATIC", mu_static, NAN, | ARG_REQUIRED),
    LEAST_ZERO("MU_DYNAMIC", mu_dynamic, NAN, | ARG_REQUIRED),
    LENGTH_OF("STICTION_TRANSITION_VELOCITY", stiction_transition_velocity, 0.1),
    LENGTH_OF("TRANSITION_VELOCITY_COEFFICIENT", transition_velocity_coefficient, 1.5),
    LENGTH_OF("MAX_STICTION_DEFORMATION", max_stiction_deformation, 0.01),
    LEAST_ZERO("FRICTION_FORCE_PRELOAD", friction_force_preload, 0),
    LEAST_ZERO("FRICTION_TORQUE_PRELOAD", friction_torque_preload, 0),
    LENGTH_OF("PIN_RADIUS", pin_radius, 1),
    LENGTH_OF("BALL_RADIUS", ball_radius, 1),
    LENGTH_OF("FRICTION_ARM", friction_arm, 1),
    LENGTH_OF("BENDING_REACTION_ARM", bending_reaction_arm, 1),
    LENGTH_OF("REACTION_ARM", reaction_arm, 1),
    LENGTH_OF("INITIAL_OVERLAP", initial_overlap, 1000),
    CHOICE(lash_joint_friction, "OVERLAP_DELTA", overlap_delta, overlap),
    CHOICE(lash_joint_friction, "YOKE", yoke, yokes),
    LEAST_ZERO("BRISTLE_STIFFNESS", bristle_stiffness, NAN),
    LEAST_ZERO("BRISTLE_DAMPING", bristle_damping, 0),
    LEAST_ZERO("VISCOUS_COEFFICIENT", viscous, 0),
    MASK(lash_joint_friction, "EFFECT", effect, effects, LASH_FRICTION_ALL_EFFECTS),
    MASK(lash_joint_friction, "INPUTS", inputs, inputs, LASH_FRICTION_ALL_INPUTS),
    CHOICE(lash_joint_friction, "INACTIVE_DURING", inactive_static, inactive),
};
STATEMENT(FRICTION, friction_rows, .finish = finish_friction);
