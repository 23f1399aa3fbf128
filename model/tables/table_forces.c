/* Forces: SFORCE, VFORCE, VTORQUE, GFORCE, MFORCE, SPRINGDAMPER, BUSHING, BEAM, FIELD. */
#include "finish.h"

/* TRANSLATIONAL and ROTATIONAL, also written TRANSLATION and ROTATION */
#define SENSES(T)                                                                         \
  FLAG(T, "TRANSLATIONAL", sense, LASH_TRANSLATION, .group = 't', .flags = ARG_REQUIRED), \
      FLAG(T, "ROTATIONAL", sense, LASH_ROTATION, .group = 't', .flags = ARG_REQUIRED)

/* -------------------------------------------------------------------------------- by expression */

static void finish_sforce(finish_context *context, void *element) {
  lash_sforce *force = element;
  /* an action without reaction only takes its direction from J, wherever that is */
  if (!force->action_only) finish_two_markers(context, force, force->i, force->j);
}

static const argument sforce_rows[] = {
    TWO_MARKERS(lash_sforce),
    SENSES(lash_sforce),
    BOOL(lash_sforce, "ACTIONONLY", action_only, true),
    FUNCTION(lash_sforce, function, .flags = ARG_REQUIRED),
};
STATEMENT(SFORCE, sforce_rows, .finish = finish_sforce);

static void finish_vector_force(finish_context *context, void *element) {
  lash_vector_force *force = element;
  finish_floating(context, force, force->jfloat, "JFLOAT");
  const lash_marker *i = finish_marker(context, force->i);
  if (i && i->floating) {
    finish_error(context, force, "I = %d is a FLOATING marker; use a fixed one", force->i.id);
  }
  if (finish_same_body(context, force->i, force->jfloat)) {
    finish_error(context, force,
                 "I and JFLOAT are on the same part; the force would cancel itself");
  }
}

#define COMPONENT(NAME, k) \
  EXPRESSION(lash_vector_force, NAME, component[k], .group = 'f', .flags = ARG_REQUIRED)
#define VECTOR_FORCE_ENDS                                                      \
  REF(lash_vector_force, "I", i, MARKER, .flags = ARG_REQUIRED),               \
      REF(lash_vector_force, "JFLOAT", jfloat, MARKER, .flags = ARG_REQUIRED), \
      REF(lash_vector_force, "RM", rm, MARKER),                                \
      FUNCTION(lash_vector_force, function, .group = 'f', .side = 1, .flags = ARG_REQUIRED)
#define WHOLE_VECTOR(NAME) UNSUPPORTED(NAME, "give the components one by one")

static const argument vforce_rows[] = {VECTOR_FORCE_ENDS, COMPONENT("FX", 0), COMPONENT("FY", 1),
                                       COMPONENT("FZ", 2), WHOLE_VECTOR("FXYZ")};
static const argument vtorque_rows[] = {VECTOR_FORCE_ENDS, COMPONENT("TX", 3), COMPONENT("TY", 4),
                                        COMPONENT("TZ", 5), WHOLE_VECTOR("TXYZ")};
static const argument gforce_rows[] = {
    VECTOR_FORCE_ENDS,  COMPONENT("FX", 0),   COMPONENT("FY", 1),
    COMPONENT("FZ", 2), COMPONENT("TX", 3),   COMPONENT("TY", 4),
    COMPONENT("TZ", 5), WHOLE_VECTOR("FXYZ"), WHOLE_VECTOR("TXYZ")};
STATEMENT(VFORCE, vforce_rows, .finish = finish_vector_force);
STATEMENT(VTORQUE, vtorque_rows, .finish = finish_vector_force);
STATEMENT(GFORCE, gforce_rows, .finish = finish_vector_force);

static void finish_mforce(finish_context *context, void *element) {
  lash_mforce *force = element;
  if (force->jfloat.id) finish_floating(context, force, force->jfloat, "JFLOAT");
  if (force->function.text && !force->function.user)
    finish_error(context, force, "a modal force is given by a routine: write FORCE=USER(...)");
}

#define LOAD_CASE(NAME)                                                                   \
  {                                                                                       \
    .name = NAME, .type = ARG_UNUSED, .flags = ARG_UNSUPPORTED, .group = 'f', .side = 2,  \
    .note = "modal files hold no load cases; give the load by a routine, FORCE=USER(...)" \
  }

static const argument mforce_rows[] = {
    REF(lash_mforce, "FLEX_BODY", flex_body, FLEX_BODY, .flags = ARG_REQUIRED),
    REF(lash_mforce, "JFLOAT", jfloat, MARKER),
    EXPRESSION(lash_mforce, "FORCE", function, .group = 'f', .flags = ARG_REQUIRED),
    EXPRESSION(lash_mforce, "FUNCTION", function, .group = 'f', .side = 1, .flags = ARG_REQUIRED),
    TEXT(lash_mforce, "ROUTINE", function.routine),
    LOAD_CASE("CASE_INDEX"),
    LOAD_CASE("SCALE"),
};
STATEMENT(MFORCE, mforce_rows, .finish = finish_mforce);

/* ------------------------------------------------------------------------------ by coefficients */

static void finish_springdamper(finish_context *context, void *element) {
  lash_springdamper *spring = element;
  finish_two_markers(context, spring, spring->i, spring->j);
  if (spring->sense == LASH_SENSE_NONE) {
    finish_error(context, spring, "say whether it is TRANSLATIONAL or ROTATIONAL");
  }
}

#define SPRING_VALUE(NAME, member, sense_value) \
  NUMBER(lash_springdamper, NAME, member, 0, .group = 't', .side = sense_value)

static const argument springdamper_rows[] = {
    TWO_MARKERS(lash_springdamper),
    SENSES(lash_springdamper),
    SPRING_VALUE("K", k, LASH_TRANSLATION),
    SPRING_VALUE("C", c, LASH_TRANSLATION),
    SPRING_VALUE("LENGTH", reference, LASH_TRANSLATION),
    SPRING_VALUE("FORCE", preload, LASH_TRANSLATION),
    SPRING_VALUE("KT", k, LASH_ROTATION),
    SPRING_VALUE("CT", c, LASH_ROTATION),
    SPRING_VALUE("ANGLE", reference, LASH_ROTATION),
    SPRING_VALUE("TORQUE", preload, LASH_ROTATION),
};
STATEMENT(SPRINGDAMPER, springdamper_rows, .finish = finish_springdamper);

static void finish_bushing(finish_context *context, void *element) {
  lash_bushing *bushing = element;
  finish_two_markers(context, bushing, bushing->i, bushing->j);
}

static const argument bushing_rows[] = {
    TWO_MARKERS(lash_bushing),
    VECTOR(lash_bushing, "K", k, 3, 3),
    VECTOR(lash_bushing, "KT", kt, 3, 3),
    VECTOR(lash_bushing, "C", c, 3, 3),
    VECTOR(lash_bushing, "CT", ct, 3, 3),
    VECTOR(lash_bushing, "FORCE", force, 3, 3),
    VECTOR(lash_bushing, "TORQUE", torque, 3, 3),
};
STATEMENT(BUSHING, bushing_rows, .finish = finish_bushing);

static const choice beam_formulations[] = {{"LINEAR", LASH_BEAM_LINEAR},
                                           {"NONLINEAR", LASH_BEAM_NONLINEAR},
                                           {"STRING", LASH_BEAM_STRING},
                                           {NULL, 0}};

static void finish_beam(finish_context *context, void *element) {
  lash_beam *beam = element;
  finish_two_markers(context, beam, beam->i, beam->j);
  size_t n = beam->cmatrix.count;
  if (n && n != 21 && n != 36) {
    finish_error(context, beam, "CMATRIX has %zu values; give 21 or 36", n);
  }
}

#define BEAM_VALUE(NAME, member) \
  NUMBER(lash_beam, NAME, member, NAN, .flags = ARG_REQUIRED | ARG_POSITIVE)

static const argument beam_rows[] = {
    TWO_MARKERS(lash_beam),
    BEAM_VALUE("LENGTH", length),
    BEAM_VALUE("AREA", area),
    BEAM_VALUE("IXX", ixx),
    BEAM_VALUE("IYY", iyy),
    BEAM_VALUE("IZZ", izz),
    NUMBER(lash_beam, "ASY", asy, 0, .flags = ARG_NOT_NEGATIVE),
    NUMBER(lash_beam, "ASZ", asz, 0, .flags = ARG_NOT_NEGATIVE),
    BEAM_VALUE("EMODULUS", emodulus),
    BEAM_VALUE("GMODULUS", gmodulus),
    NUMBER(lash_beam, "CRATIO", cratio, 0, .group = 'c', .flags = ARG_NOT_NEGATIVE),
    NUMBERS(lash_beam, "CMATRIX", cmatrix, .group = 'c', .side = 1),
    CHOICE(lash_beam, "FORMULATION", formulation, beam_formulations),
};
STATEMENT(BEAM, beam_rows, .finish = finish_beam);

static void finish_field(finish_context *context, void *element) {
  lash_field *field = element;
  finish_two_markers(context, field, field->i, field->j);
}

static const argument field_rows[] = {
    TWO_MARKERS(lash_field),
    NUMBERS(lash_field, "KMATRIX", kmatrix, .min_count = 36, .max_count = 36, .group = 'k',
            .flags = ARG_REQUIRED),
    FUNCTION(lash_field, function, .group = 'k', .side = 1, .flags = ARG_REQUIRED),
    NUMBERS(lash_field, "CMATRIX", cmatrix, .min_count = 36, .max_count = 36, .group = 'c'),
    NUMBER(lash_field, "CRATIO", cratio, 0, .group = 'c', .side = 1, .flags = ARG_NOT_NEGATIVE),
    VECTOR(lash_field, "LENGTH", length, 6, 6),
    VECTOR(lash_field, "FORCE", force, 6, 6),
    CHOICE(lash_field, "FORMULATION", formulation, beam_formulations),
};
STATEMENT(FIELD, field_rows, .finish = finish_field);
