/* FRICTION statements. */
#include "build.h"
#include "force.h"

typedef struct friction_spec {
  lash_joint_type type;
  lash_friction_joint joint;
} friction_spec;

static const friction_spec offered[] = {{LASH_JOINT_TRANSLATIONAL, LASH_SLIDES},
                                        {LASH_JOINT_REVOLUTE, LASH_TURNS},
                                        {LASH_JOINT_CYLINDRICAL, LASH_SLIDES_AND_TURNS},
                                        {LASH_JOINT_SPHERICAL, LASH_SWIVELS}};

static const friction_spec *find_spec(lash_joint_type type) {
  for (size_t k = 0; k < sizeof offered / sizeof *offered; k++)
    if (offered[k].type == type) return &offered[k];
  return NULL;
}

static lash_friction_setup read_setup(const lash_joint_friction *friction,
                                      const friction_spec *spec, int owner) {
  const bool swivels = spec->joint == LASH_SWIVELS, turns = spec->joint == LASH_TURNS;
  const bool preloaded = friction->inputs & LASH_FRICTION_PRELOAD;
  const double radius = swivels ? friction->ball_radius : friction->pin_radius;
  const double preload = turns || swivels ? friction->friction_torque_preload / radius
                                          : friction->friction_force_preload;
  return (lash_friction_setup){
      .joint = spec->joint,
      .owner = owner,
      .mu_static = friction->mu_static,
      .mu_dynamic = friction->mu_dynamic,
      .transition_velocity = friction->stiction_transition_velocity,
      .transition_coefficient = friction->transition_velocity_coefficient,
      .preload = preloaded ? preload : 0,
      .radius = radius,
      .friction_arm = friction->friction_arm,
      .arm = turns ? friction->bending_reaction_arm : friction->initial_overlap,
      .reaction_arm = friction->reaction_arm,
      .by_force = friction->inputs & LASH_FRICTION_REACTION_FORCE,
      .by_bending = friction->inputs & LASH_FRICTION_BENDING_MOMENT,
      .by_torsion = friction->inputs & LASH_FRICTION_TORSIONAL_MOMENT,
      .inactive_static = friction->inactive_static};
}

static lash_status add_friction(lash_builder *builder, const lash_joint_friction *friction,
                                lash_error *error) {
  const lash_joint *joint = &builder->model->joint.item[friction->joint.index];
  const friction_spec *spec = find_spec(joint->type);
  if (!spec)
    return lash_build_unsupported(
        builder, &friction->head,
        "friction in joints other than translational, revolute, cylindrical and spherical", error);
  if (friction->formulation == LASH_FRICTION_LUGRE)
    return lash_build_unsupported(builder, &friction->head,
                                  "FORMULATION=LUGRE (a LuGre law in a VTORQUE or SFORCE is)",
                                  error);
  if (friction->effect != LASH_FRICTION_ALL_EFFECTS)
    return lash_build_unsupported(builder, &friction->head, "EFFECT other than ALL", error);
  const lash_friction_setup setup =
      read_setup(friction, spec, friction->joint.index); /* joints are the first owners */
  lash_force *force = lash_force_add(builder, &friction->head, LASH_FORCE_FRICTION,
                                     lash_mark_of(&joint->i), lash_mark_of(&joint->j));
  force->floating = true;
  const lash_status status = lash_friction_set_up(force, &setup, error);
  return status == LASH_OK ? LASH_OK : lash_build_failed(builder, &friction->head, status, error);
}

lash_status lash_build_friction(lash_builder *builder, lash_error *error) {
  const lash_model *model = builder->model;
  lash_status status = LASH_OK;
  for (size_t k = 0; k < model->friction.count && status == LASH_OK; k++)
    status = add_friction(builder, &model->friction.item[k], error);
  return status;
}
