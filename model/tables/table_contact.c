/* CONTACT and the GRAPHICS it acts between. */
#include "finish.h"

/* -------------------------------------------------------------------------------------- CONTACT */

static const choice coulomb_words[] = {{"ON", LASH_COULOMB_ON},
                                       {"OFF", LASH_COULOMB_OFF},
                                       {"DYNAMICS_ONLY", LASH_COULOMB_DYNAMICS_ONLY},
                                       {NULL, 0}};

static lash_ref geometry_frame(const finish_context *context, lash_ref ref) {
  return ref.index < 0 ? (lash_ref){0, -1} : context->model->graphics.item[ref.index].cm;
}

static void check_pairs(finish_context *context, lash_contact_pair *contact) {
  for (size_t i = 0; i < contact->igeom.count; i++) {
    lash_ref a = contact->igeom.item[i];
    for (size_t j = 0; j < contact->jgeom.count; j++) {
      lash_ref b = contact->jgeom.item[j];
      if (!finish_same_body(context, geometry_frame(context, a), geometry_frame(context, b))) {
        continue;
      }
      finish_error(context, contact,
                   "GRAPHICS/%d and GRAPHICS/%d are on the same part and cannot touch", a.id, b.id);
      return;
    }
  }
}

static void check_normal_law(finish_context *context, lash_contact_pair *contact) {
  if (contact->normal_function.text) contact->law = LASH_NORMAL_USER;
  if (contact->law == LASH_NORMAL_IMPACT) {
    finish_needs(context, contact, "IMPACT",
                 (const char *const[]){"STIFFNESS", "EXPONENT", "DAMPING", "DMAX", NULL});
    if (contact->exponent < 1) {
      finish_error(context, contact, "EXPONENT = %g must be >= 1", contact->exponent);
    }
  } else if (contact->law == LASH_NORMAL_POISSON) {
    finish_needs(context, contact, "POISSON",
                 (const char *const[]){"PENALTY", "RESTITUTION_COEFFICIENT", NULL});
    if (contact->restitution > 1) {
      finish_error(context, contact, "RESTITUTION_COEFFICIENT = %g must be in [0, 1]",
                   contact->restitution);
    }
    finish_warning(context, contact,
                   "POISSON is our reading: PENALTY times penetration, of which the square of "
                   "RESTITUTION_COEFFICIENT is given back");
  } else if (!contact->normal_function.user) {
    finish_error(context, contact, "NORMAL_FUNCTION must be USER(…)");
  }
}

static void check_friction_law(finish_context *context, lash_contact_pair *contact) {
  if (contact->friction_function.text) {
    contact->coulomb = LASH_COULOMB_USER;
    if (!contact->friction_function.user) {
      finish_error(context, contact, "FRICTION_FUNCTION must be USER(…)");
    }
    return;
  }
  if (contact->stiction) {
    finish_warning(context, contact,
                   "STICTION is our reading: elasto-plastic bristles that break away at "
                   "MAX_STICTION_DEFORMATION = %g",
                   contact->max_stiction_deformation);
    if (contact->coulomb == LASH_COULOMB_OFF) {
      finish_error(context, contact, "STICTION=ON needs COULOMB_FRICTION=ON and its coefficients");
    }
  }
  if (contact->coulomb == LASH_COULOMB_OFF) return;
  finish_needs(context, contact, "COULOMB_FRICTION",
               (const char *const[]){"MU_STATIC", "MU_DYNAMIC", "STICTION_TRANSITION_VELOCITY",
                                     "FRICTION_TRANSITION_VELOCITY", NULL});
  if (contact->mu_dynamic > contact->mu_static) {
    finish_warning(context, contact, "MU_DYNAMIC = %g is larger than MU_STATIC = %g; check them",
                   contact->mu_dynamic, contact->mu_static);
  }
  if (contact->stiction_transition_velocity >= contact->friction_transition_velocity) {
    finish_error(context, contact,
                 "STICTION_TRANSITION_VELOCITY must be less than FRICTION_TRANSITION_VELOCITY");
  }
}

/* A cylinder of no length may be drawn; it cannot touch anything. */
static void check_extent(finish_context *context, lash_contact_pair *contact,
                         const lash_refs *shapes) {
  for (size_t k = 0; k < shapes->count; k++) {
    if (shapes->item[k].index < 0) continue;
    const lash_graphics *shape = &context->model->graphics.item[shapes->item[k].index];
    if (shape->length != 0) continue;
    finish_error(context, contact, "GRAPHICS/%d has LENGTH = 0 and cannot touch; give it a length",
                 shapes->item[k].id);
  }
}

static void finish_contact(finish_context *context, void *element) {
  lash_contact_pair *contact = element;
  check_pairs(context, contact);
  check_extent(context, contact, &contact->igeom);
  check_extent(context, contact, &contact->jgeom);
  check_normal_law(context, contact);
  check_friction_law(context, contact);
}

/* every geometry of I is paired with every one of J: the bound keeps that finite */
#define GEOMETRIES(NAME, member)                                                     \
  REFS(lash_contact_pair, NAME, member, GRAPHICS, .min_count = 1, .max_count = 1000, \
       .flags = ARG_REQUIRED)
#define CONTACT_VALUE(NAME, member) \
  NUMBER(lash_contact_pair, NAME, member, NAN, .flags = ARG_NOT_NEGATIVE)
#define CONTACT_POSITIVE(NAME, member, normal) \
  NUMBER(lash_contact_pair, NAME, member, normal, .flags = ARG_POSITIVE)

static const argument contact_rows[] = {
    GEOMETRIES("IGEOM", igeom),
    GEOMETRIES("JGEOM", jgeom),
    REFS(lash_contact_pair, "IFLIP_GEOM", iflip_geom, GRAPHICS),
    REFS(lash_contact_pair, "JFLIP_GEOM", jflip_geom, GRAPHICS),
    QUIET("TYPE"),
    FLAG(lash_contact_pair, "IMPACT", law, LASH_NORMAL_IMPACT, .group = 'l', .flags = ARG_REQUIRED),
    FLAG(lash_contact_pair, "POISSON", law, LASH_NORMAL_POISSON, .group = 'l',
         .flags = ARG_REQUIRED),
    EXPRESSION(lash_contact_pair, "NORMAL_FUNCTION", normal_function, .group = 'l',
               .side = LASH_NORMAL_USER, .flags = ARG_REQUIRED),
    TEXT(lash_contact_pair, "NORMAL_ROUTINE", normal_function.routine),
    CONTACT_POSITIVE("STIFFNESS", stiffness, NAN),
    CONTACT_VALUE("DAMPING", damping),
    CONTACT_POSITIVE("EXPONENT", exponent, NAN),
    CONTACT_POSITIVE("DMAX", dmax, NAN),
    CONTACT_POSITIVE("PENALTY", penalty, NAN),
    CONTACT_VALUE("RESTITUTION_COEFFICIENT", restitution),
    BOOL(lash_contact_pair, "AUGMENTED_LAGRANGIAN_FORMULATION", augmented_lagrangian, true),
    CHOICE(lash_contact_pair, "COULOMB_FRICTION", coulomb, coulomb_words, .group = 'f'),
    CONTACT_VALUE("MU_STATIC", mu_static),
    CONTACT_VALUE("MU_DYNAMIC", mu_dynamic),
    CONTACT_POSITIVE("STICTION_TRANSITION_VELOCITY", stiction_transition_velocity, NAN),
    CONTACT_POSITIVE("FRICTION_TRANSITION_VELOCITY", friction_transition_velocity, NAN),
    SWITCH(lash_contact_pair, "STICTION", stiction),
    CONTACT_POSITIVE("MAX_STICTION_DEFORMATION", max_stiction_deformation, 0.01),
    EXPRESSION(lash_contact_pair, "FRICTION_FUNCTION", friction_function, .group = 'f', .side = 1),
    TEXT(lash_contact_pair, "FRICTION_ROUTINE", friction_function.routine),
};
STATEMENT(CONTACT, contact_rows, .finish = finish_contact);

/* ------------------------------------------------------------------------------------- GRAPHICS */

/* What each shape cannot do without. */
static const struct {
  lash_graphics_shape shape;
  const char *name;
  const char *needs[5];
} shapes[] = {
    {LASH_GRAPHICS_CYLINDER, "CYLINDER", {"CM", "LENGTH", "RADIUS"}},
    {LASH_GRAPHICS_ELLIPSOID, "ELLIPSOID", {"CM", "XSCALE", "YSCALE", "ZSCALE"}},
    {LASH_GRAPHICS_BOX, "BOX", {"CORNER", "X", "Y", "Z"}},
    {LASH_GRAPHICS_FRUSTUM, "FRUSTUM", {"CM", "LENGTH", "TOP", "BOTTOM"}},
    {LASH_GRAPHICS_TORUS, "TORUS", {"CM", "MAJOR_RADIUS", "MINOR_RADIUS"}},
    {LASH_GRAPHICS_ARC, "ARC", {"CM", "RADIUS"}},
    {LASH_GRAPHICS_CIRCLE, "CIRCLE", {"CM", "RADIUS"}},
    {LASH_GRAPHICS_PLANE, "PLANE", {"RM"}},
    {LASH_GRAPHICS_POINT, "POINT", {"RM"}},
    {LASH_GRAPHICS_SPRINGDAMPER, "SPDP", {"I", "J"}},
    {LASH_GRAPHICS_CURVE, "CURVE", {"CID", "CRM"}},
    {LASH_GRAPHICS_EXTERNAL, "EXTERNAL", {"RM", "FILE"}},
};

static void finish_graphics(finish_context *context, void *element) {
  lash_graphics *graphics = element;
  if (graphics->outline.count) graphics->shape = LASH_GRAPHICS_OUTLINE;
  for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
    if (shapes[i].shape == graphics->shape) {
      finish_needs(context, graphics, shapes[i].name, shapes[i].needs);
    }
  }
}

#define SHAPE(NAME) \
  FLAG(lash_graphics, #NAME, shape, LASH_GRAPHICS_##NAME, .group = 's', .flags = ARG_REQUIRED)
#define SIZE(NAME, member)   NUMBER(lash_graphics, NAME, member, NAN, .flags = ARG_POSITIVE)
#define SPRING_SIZE(NAME, k) NUMBER(lash_graphics, NAME, springdamper[k], NAN)

static const argument graphics_rows[] = {
    SHAPE(CYLINDER),
    SHAPE(ELLIPSOID),
    SHAPE(BOX),
    SHAPE(FRUSTUM),
    SHAPE(TORUS),
    SHAPE(ARC),
    SHAPE(CIRCLE),
    SHAPE(CURVE),
    SHAPE(FORCE),
    SHAPE(EXTERNAL),
    SHAPE(PLANE),
    SHAPE(POINT),
    SHAPE(SPRINGDAMPER),
    FLAG(lash_graphics, "SPDP", shape, LASH_GRAPHICS_SPRINGDAMPER, .group = 's',
         .flags = ARG_REQUIRED),
    REFS(lash_graphics, "OUTLINE", outline, MARKER, .group = 's', .side = LASH_GRAPHICS_OUTLINE,
         .flags = ARG_REQUIRED),
    REF(lash_graphics, "CM", cm, MARKER, .group = 'm'),
    REF(lash_graphics, "CORNER", cm, MARKER, .group = 'm', .side = 1),
    REF(lash_graphics, "RM", cm, MARKER, .group = 'm', .side = 2),
    REF(lash_graphics, "I", i, MARKER),
    REF(lash_graphics, "J", j, MARKER),
    NUMBER(lash_graphics, "LENGTH", length, NAN), /* below 0: along -z */
    SIZE("RADIUS", radius),
    SIZE("XSCALE", scale[0]),
    SIZE("YSCALE", scale[1]),
    SIZE("ZSCALE", scale[2]),
    NUMBER(lash_graphics, "X", box[0], NAN),
    NUMBER(lash_graphics, "Y", box[1], NAN),
    NUMBER(lash_graphics, "Z", box[2], NAN),
    NUMBER(lash_graphics, "TOP", top, NAN, .flags = ARG_NOT_NEGATIVE),
    NUMBER(lash_graphics, "BOTTOM", bottom, NAN, .flags = ARG_NOT_NEGATIVE),
    SIZE("MAJOR_RADIUS", major),
    SIZE("MINOR_RADIUS", minor),
    NUMBER(lash_graphics, "RANGLE", range_angle, NAN),
    NUMBER(lash_graphics, "XMIN", plane[0], NAN),
    NUMBER(lash_graphics, "XMAX", plane[1], NAN),
    NUMBER(lash_graphics, "YMIN", plane[2], NAN),
    NUMBER(lash_graphics, "YMAX", plane[3], NAN),
    INTEGER(lash_graphics, "SEG", seg, 0),
    INTEGER(lash_graphics, "SIDES", sides, 0),
    REF(lash_graphics, "CID", curve, CURVE),
    REF(lash_graphics, "CRM", crm, MARKER),
    TEXT(lash_graphics, "FILE", file, .flags = ARG_PATH),
    TEXT(lash_graphics, "ELEMENT", element),
    TEXT(lash_graphics, "ETYPE", etype),
    INTEGER(lash_graphics, "EID", eid, 0),
    REF(lash_graphics, "EMARKER", emarker, MARKER),
    SPRING_SIZE("DA", 0),
    SPRING_SIZE("DB", 1),
    SPRING_SIZE("DC", 2),
    SPRING_SIZE("DD", 3),
    SPRING_SIZE("LA", 4),
    SPRING_SIZE("LB", 5),
    SPRING_SIZE("LC", 6),
    SPRING_SIZE("LD", 7),
    INTEGER(lash_graphics, "COILS", coils, 0),
};
STATEMENT(GRAPHICS, graphics_rows, .finish = finish_graphics);
