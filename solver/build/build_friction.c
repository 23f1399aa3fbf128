/* FRICTION statements. */
#include <math.h>

#include "build.h"
#include "force_elements.h"
#include "system_states.h"

/* By joint type; joints with a crosspiece have two pins, and YOKE says which. */
typedef struct friction_spec {
  lash_joint_type type;
  lash_friction_joint joint, at_j;
} friction_spec;

static const friction_spec offered[] = {
    {LASH_JOINT_TRANSLATIONAL, LASH_SLIDES, LASH_SLIDES},
    {LASH_JOINT_REVOLUTE, LASH_TURNS, LASH_TURNS},
    {LASH_JOINT_CYLINDRICAL, LASH_SLIDES_AND_TURNS, LASH_SLIDES_AND_TURNS},
    {LASH_JOINT_SPHERICAL, LASH_SWIVELS, LASH_SWIVELS},
    {LASH_JOINT_HOOKE, LASH_HOOKE_I, LASH_HOOKE_J},
    {LASH_JOINT_UNIVERSAL, LASH_UNIVERSAL_I, LASH_UNIVERSAL_J}};

static const friction_spec *find_spec(lash_joint_type type) {
  for (size_t k = 0; k < sizeof offered / sizeof *offered; k++)
    if (offered[k].type == type) return &offered[k];
  return NULL;
}

/* EFFECT leaves out a part of the curve: without stiction there is no peak above mu_dynamic,
 * without sliding nothing behind the peak. */
static void read_curve(const lash_joint_friction *friction, lash_friction_setup *setup) {
  const double break_away = friction->mu_static;
  setup->mu_static =
      friction->effect & LASH_FRICTION_STICTION ? friction->mu_static : friction->mu_dynamic;
  setup->mu_dynamic = friction->effect & LASH_FRICTION_SLIDING ? friction->mu_dynamic : 0;
  setup->transition_velocity = friction->stiction_transition_velocity;
  setup->transition_coefficient = friction->transition_velocity_coefficient;
  setup->lugre = friction->formulation == LASH_FRICTION_LUGRE;
  setup->creep = friction->max_stiction_deformation;
  setup->bristle[0] = isnan(friction->bristle_stiffness)
                          ? break_away / friction->max_stiction_deformation
                          : friction->bristle_stiffness;
  setup->bristle[1] = friction->bristle_damping;
  setup->bristle[2] = friction->viscous;
}

static lash_friction_setup read_setup(const lash_joint_friction *friction,
                                      lash_friction_joint joint, int owner) {
  const bool swivels = joint == LASH_SWIVELS;
  const bool slides = joint == LASH_SLIDES || joint == LASH_SLIDES_AND_TURNS;
  const bool preloaded = friction->inputs & LASH_FRICTION_PRELOAD;
  const double radius = swivels ? friction->ball_radius : friction->pin_radius;
  const double preload =
      slides ? friction->friction_force_preload : friction->friction_torque_preload / radius;
  lash_friction_setup setup = {
      .joint = joint,
      .owner = owner,
      .preload = preloaded ? preload : 0,
      .radius = radius,
      .friction_arm = friction->friction_arm,
      .arm = slides ? friction->initial_overlap : friction->bending_reaction_arm,
      .reaction_arm = friction->reaction_arm,
      .by_force = friction->inputs & LASH_FRICTION_REACTION_FORCE,
      .by_bending = friction->inputs & LASH_FRICTION_BENDING_MOMENT,
      .by_torsion = friction->inputs & LASH_FRICTION_TORSIONAL_MOMENT,
      .inactive_static = friction->inactive_static};
  read_curve(friction, &setup);
  return setup;
}

static lash_status check(const lash_builder *builder, const lash_joint_friction *friction,
                         lash_error *error) {
  const bool lugre = friction->formulation == LASH_FRICTION_LUGRE;
  if (lugre && !(friction->effect & LASH_FRICTION_SLIDING))
    return lash_build_unsupported(
        builder, &friction->head,
        "EFFECT=STICTION with FORMULATION=LUGRE, whose bristles slide; use ORIGINAL", error);
  return LASH_OK;
}

static lash_status add_friction(lash_builder *builder, const lash_joint_friction *friction,
                                lash_error *error) {
  const lash_joint_statement *joint = &builder->model->joint.item[friction->joint.index];
  const friction_spec *spec = find_spec(joint->type);
  if (!spec)
    return lash_build_unsupported(builder, &friction->head, "friction in this type of joint",
                                  error);
  lash_status status = check(builder, friction, error);
  if (status != LASH_OK) return status;
  const lash_friction_setup setup =
      read_setup(friction, friction->yoke ? spec->at_j : spec->joint,
                 friction->joint.index); /* joints are the first owners */
  lash_system *system = builder->system;
  lash_force *force = lash_force_add(builder, &friction->head, LASH_FORCE_FRICTION,
                                     lash_mark_of(&joint->i), lash_mark_of(&joint->j));
  force->law.floating = true;
  status = lash_friction_set_up(&builder->system->store, force, &setup, error);
  if (status != LASH_OK) return lash_build_failed(builder->model, &friction->head, status, error);
  const size_t bristles = lash_friction_bristles(force);
  if (!bristles) return LASH_OK;
  lash_states *states = lash_states_add(system, LASH_STATES_BRISTLE, &friction->head, bristles);
  states->force = (int)system->force_count - 1;
  lash_friction_place_bristles(force, states->first);
  return LASH_OK;
}

lash_status lash_build_friction(lash_builder *builder, lash_error *error) {
  const lash_model *model = builder->model;
  lash_status status = LASH_OK;
  for (size_t k = 0; k < model->friction.count && status == LASH_OK; k++)
    status = add_friction(builder, &model->friction.item[k], error);
  return status;
}
