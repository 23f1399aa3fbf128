/* Bodies and what sits on them: PART, POINT_MASS, MARKER. Elastic ones: table_beams.c,
 * table_flex.c. */
#include "finish.h"

const choice exact_words[] = {{"X", LASH_EXACT_X},
                              {"Y", LASH_EXACT_Y},
                              {"Z", LASH_EXACT_Z},
                              {"PSI", LASH_EXACT_PSI},
                              {"THETA", LASH_EXACT_THETA},
                              {"PHI", LASH_EXACT_PHI},
                              {NULL, 0}};

/* --------------------------------------------------------------------------- PART, * POINT_MASS */

static void check_inertia(finish_context *context, lash_part *part) {
  lash_mass mass;
  lash_error error;
  if (lash_part_mass(context->model, part, &mass, &error) != LASH_OK) return;
  const double *t = mass.inertia;
  double xx = t[0], yy = t[4], zz = t[8], slack = 1e-6 * (fabs(xx) + fabs(yy) + fabs(zz));
  if (xx < -slack || yy < -slack || zz < -slack) {
    finish_error(context, part,
                 "the inertia about the mass centre is negative (%g, %g, %g); check IP and IM", xx,
                 yy, zz);
  } else if (xx + yy < zz - slack || yy + zz < xx - slack || zz + xx < yy - slack) {
    finish_warning(context, part,
                   "no real body has the inertia %g, %g, %g about its mass centre: the sum of two "
                   "must not be less than the third; check IP",
                   xx, yy, zz);
  }
}

static void check_on_part(finish_context *context, const lash_part *part, lash_ref ref,
                          const char *role) {
  const lash_marker *marker = finish_marker(context, ref);
  if (!marker) return;
  lash_ref body = part->head.kind == LASH_KIND_PART ? marker->part : marker->point_mass;
  if (body.id == part->head.id) return;
  finish_error(context, part, "%s = %d is a marker of another part; give one of this part", role,
               ref.id);
}

static void finish_part(finish_context *context, void *element) {
  lash_part *part = element;
  part->material = (lash_ref){0, -1};
  if (part->material_name) {
    part->material = finish_material(context, part->material_name);
    if (part->material.index < 0) {
      finish_warning(context, part, "there is no MATERIAL %.60s; a rigid part does without",
                     part->material_name);
    }
  }
  if (part->ground) return;
  check_on_part(context, part, part->cm, "CM");
  check_on_part(context, part, part->im, "IM");
  if (part->mass > 0 && !part->cm.id) {
    finish_error(context, part, "MASS without CM; add CM = the id of the mass-centre marker");
  }
  bool inert = part->ip[0] != 0 || part->ip[1] != 0 || part->ip[2] != 0;
  if (part->mass == 0 && inert) {
    finish_error(context, part, "IP without MASS; add MASS");
  } else if (part->mass == 0) {
    finish_warning(context, part, "it has no mass; joints must prescribe its motion wholly");
  } else if (part->head.kind == LASH_KIND_PART && !inert) {
    finish_warning(context, part, "it has mass but no inertia (IP); joints must stop its rotation");
  }
  if (inert) check_inertia(context, part);
  lash_pose frame;
  lash_error error;
  if (lash_part_pose(context->model, part, &frame, &error) != LASH_OK) {
    finish_error(context, part, "%s", error.message);
  }
}

static const argument part_rows[] = {
    BOOL(lash_part, "GROUND", ground, true, .group = 'g', .side = 1),
    NUMBER(lash_part, "MASS", mass, 0, .flags = ARG_NOT_NEGATIVE, .group = 'g'),
    REF(lash_part, "CM", cm, MARKER, .group = 'g'),
    REF(lash_part, "IM", im, MARKER, .group = 'g'),
    VECTOR(lash_part, "IP", ip, 3, 6, .group = 'g'),
    PLACEMENT(lash_part),
    VELOCITIES(lash_part),
    ROTATION_RATES(lash_part),
    MASK(lash_part, "EXACT", exact, exact_words, 0),
    TEXT(lash_part, "MATERIAL", material_name),
};
STATEMENT(PART, part_rows, .finish = finish_part);

static const argument point_mass_rows[] = {
    NUMBER(lash_part, "MASS", mass, 0, .flags = ARG_NOT_NEGATIVE | ARG_REQUIRED),
    REF(lash_part, "CM", cm, MARKER),
    PLACEMENT(lash_part),
    VELOCITIES(lash_part),
    MASK(lash_part, "EXACT", exact, exact_words, 0),
};
STATEMENT(POINT_MASS, point_mass_rows, .finish = finish_part, .base = &statement_PART);

/* --------------------------------------------------------------------------------------- MARKER */

static void finish_node(finish_context *context, lash_marker *marker) {
  if (marker->node_id && !marker->flex_body.id) {
    finish_error(context, marker, "NODE_ID goes with FLEX_BODY; add FLEX_BODY or remove NODE_ID");
  }
  if (marker->node_label && !marker->fe_part.id) {
    finish_error(context, marker, "NODE_LABEL goes with FE_PART; add FE_PART or remove NODE_LABEL");
  }
}

static void finish_marker_statement(finish_context *context, void *element) {
  lash_marker *marker = element;
  if (!marker->part.id && !marker->point_mass.id && !marker->flex_body.id && !marker->fe_part.id) {
    finish_error(context, marker, "it is on no part; add PART = id");
  }
  if (marker->usexp && !(lash_given(&marker->head, "XP") && lash_given(&marker->head, "ZP"))) {
    finish_error(context, marker, "USEXP needs XP and ZP; add them or remove USEXP");
  }
  finish_node(context, marker);
  finish_beam_marker(context, marker);
  lash_pose frame;
  lash_error error;
  if (lash_marker_pose(context->model, marker, &frame, &error) != LASH_OK) {
    finish_error(context, marker, "%s", error.message);
  }
}

static const argument marker_rows[] = {
    REF(lash_marker, "PART", part, PART, .group = 'b'),
    REF(lash_marker, "POINT_MASS", point_mass, POINT_MASS, .group = 'b', .side = 1),
    REF(lash_marker, "FLEX_BODY", flex_body, FLEX_BODY, .group = 'b', .side = 2),
    REF(lash_marker, "FE_PART", fe_part, FE_PART, .group = 'b', .side = 3),
    BOOL(lash_marker, "FLOATING", floating, true),
    VECTOR(lash_marker, "QP", qp, 3, 3),
    VECTOR(lash_marker, "REULER", reuler, 3, 3, .group = 'o'),
    VECTOR(lash_marker, "ZP", zp, 3, 3, .group = 'o', .side = 1),
    VECTOR(lash_marker, "XP", xp, 3, 3, .group = 'o', .side = 1),
    BOOL(lash_marker, "USEXP", usexp, true, .group = 'o', .side = 1),
    INTEGER(lash_marker, "NODE_ID", node_id, 0, .flags = ARG_POSITIVE),
    INTEGER(lash_marker, "NODE_LABEL", node_label, 0, .flags = ARG_POSITIVE),
    REF(lash_marker, "CURVE", curve, CURVE),
    UNUSED("VELOCITY", "a marker that follows a curve takes its axes from the part"),
    UNUSED("TANGENT", "a marker that follows a curve takes its axes from the part"),
};
STATEMENT(MARKER, marker_rows, .finish = finish_marker_statement);
