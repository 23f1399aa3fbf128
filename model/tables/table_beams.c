/* Beams: FE_PART, FE_NODE, SECTION, MATERIAL. */
#include <stdlib.h>

#include "finish.h"

/* ------------------------------------------------------------------------------------- MATERIAL */

static void finish_beam_material(finish_context *context, const void *part, lash_ref ref) {
  const lash_beam_material *material = &context->model->material.item[ref.index];
  static const char *const needed[] = {"YOUNGS_MODULUS", "POISSONS_RATIO", "DENSITY", NULL};
  for (const char *const *name = needed; *name; name++)
    if (!lash_given(&material->head, *name))
      finish_error(context, part, "its MATERIAL/%d has no %s; add it there", ref.id, *name);
}

static void check_material(finish_context *context, void *element) {
  const lash_beam_material *material = element;
  const double ratio = material->poissons_ratio;
  if (!isnan(ratio) && !(ratio > -1 && ratio < 0.5))
    finish_error(context, material, "POISSONS_RATIO = %g must lie between -1 and 0.5", ratio);
}

static const argument material_rows[] = {
    TEXT(lash_beam_material, "NAME", label),
    NUMBER(lash_beam_material, "YOUNGS_MODULUS", youngs_modulus, NAN, .flags = ARG_POSITIVE),
    NUMBER(lash_beam_material, "POISSONS_RATIO", poissons_ratio, NAN),
    NUMBER(lash_beam_material, "DENSITY", density, NAN, .flags = ARG_POSITIVE),
};
STATEMENT(MATERIAL, material_rows, .finish = check_material);

lash_ref finish_material(const finish_context *context, const char *text) {
  const lash_model *model = context->model;
  cursor c = {text, 0};
  int id;
  if (cursor_integer(&c, &id) == NUMBER_OK) {
    return (lash_ref){id, lash_model_find(model, LASH_KIND_MATERIAL, id)};
  }
  for (size_t i = 0; i < model->material.count; i++) {
    const lash_beam_material *material = &model->material.item[i];
    if (material->label && lash_same_name(material->label, text)) {
      return (lash_ref){material->head.id, (int)i};
    }
  }
  return (lash_ref){0, -1};
}

/* -------------------------------------------------------------------------------------- SECTION */

static const argument section_rows[] = {
    TEXT(lash_beam_section, "TYPE", type),
    NUMBER(lash_beam_section, "AREA", area, NAN, .flags = ARG_POSITIVE),
    NUMBER(lash_beam_section, "IYY", iyy, NAN, .flags = ARG_NOT_NEGATIVE),
    NUMBER(lash_beam_section, "IZZ", izz, NAN, .flags = ARG_NOT_NEGATIVE),
    NUMBER(lash_beam_section, "IYZ", iyz, 0),
    NUMBER(lash_beam_section, "JXX", jxx, NAN, .flags = ARG_NOT_NEGATIVE),
    NUMBER(lash_beam_section, "RECT_BASE", rect_base, NAN, .flags = ARG_POSITIVE),
    NUMBER(lash_beam_section, "RECT_HEIGHT", rect_height, NAN, .flags = ARG_POSITIVE),
    NUMBER(lash_beam_section, "DIAMETER", diameter, NAN, .flags = ARG_POSITIVE),
    NUMBER(lash_beam_section, "INNER_DIAMETER", inner_diameter, NAN, .flags = ARG_NOT_NEGATIVE),
    NUMBER(lash_beam_section, "SHEAR_Y", shear_y, NAN, .flags = ARG_POSITIVE),
    NUMBER(lash_beam_section, "SHEAR_Z", shear_z, NAN, .flags = ARG_POSITIVE),
};

static void finish_section(finish_context *context, void *element) {
  const lash_beam_section *section = element;
  if (section->inner_diameter >= section->diameter)
    finish_error(context, section, "INNER_DIAMETER = %g leaves nothing of DIAMETER = %g",
                 section->inner_diameter, section->diameter);
}
STATEMENT(SECTION, section_rows, .finish = finish_section);

/* Enough to compute with: a shape, or area and second moments. */
static void check_section(finish_context *context, const void *part, int label,
                          const lash_beam_section *s) {
  if (!isnan(s->diameter) || (!isnan(s->rect_base) && !isnan(s->rect_height))) return;
  const double needed[3] = {s->area, s->iyy, s->izz};
  static const char *const name[3] = {"area", "Iyy", "Izz"};
  for (int k = 0; k < 3; k++)
    if (!(needed[k] > 0))
      finish_error(context, part,
                   "the section of node %d has %s = %g; area, Iyy and Izz must be positive", label,
                   name[k], needed[k]);
  if (s->jxx < 0) finish_error(context, part, "the section of node %d has a negative Jxx", label);
  if (s->iyz != 0)
    finish_unsupported(context, part,
                       "the section of node %d has Iyz = %g; turn the node so that y and z are its "
                       "principal axes",
                       label, s->iyz);
}

/* -------------------------------------------------------------------------------------- FE_PART */

static const choice formulations[] = {
    {"CURED", LASH_FE_CURED}, {"POISSON", LASH_FE_POISSON}, {"PLAIN", LASH_FE_PLAIN}, {NULL, 0}};

static const argument fe_part_rows[] = {
    TEXT(lash_fe_part, "TYPE", type),
    NUMBERS(lash_fe_part, "NODE_LABELS", node_labels),
    NUMBERS(lash_fe_part, "COORDINATES", coordinates, .flags = ARG_REQUIRED),
    NUMBERS(lash_fe_part, "SECTION", sections),
    TEXT(lash_fe_part, "MATERIAL", material_name),
    NUMBER(lash_fe_part, "CRATIOK", cratiok, 0, .flags = ARG_NOT_NEGATIVE),
    NUMBER(lash_fe_part, "CRATIOM", cratiom, 0, .flags = ARG_NOT_NEGATIVE),
    VECTOR(lash_fe_part, "QG", qg, 3, 3),
    VECTOR(lash_fe_part, "REULER", reuler, 3, 3),
    INTEGER(lash_fe_part, "ELEMENTS", elements, 1, .flags = ARG_POSITIVE),
    CHOICE(lash_fe_part, "FORMULATION", formulation, formulations),
    VELOCITIES(lash_fe_part),
    ROTATION_RATES(lash_fe_part),
};

static void check_layout(finish_context *context, const lash_fe_part *part) {
  const size_t count = lash_fe_part_nodes(context->model, part);
  lash_fe_station *station = calloc(count + 1, sizeof *station);
  lash_error error;
  if (!station) {
    finish_no_memory(context, part);
  } else if (lash_fe_part_layout(context->model, part, station, &error) != LASH_OK) {
    finish_error(context, part, "%s", error.message);
  } else {
    for (size_t k = 0; k < count; k++)
      check_section(context, part, station[k].label, &station[k].section);
  }
  free(station);
}

static void finish_fe_part(finish_context *context, void *element) {
  lash_fe_part *part = element;
  part->material = (lash_ref){0, -1};
  if (part->type && !lash_same_name(part->type, "3DBEAM"))
    finish_unsupported(context, part, "TYPE = %.40s; only 3DBEAM is simulated", part->type);
  if (part->material_name) part->material = finish_material(context, part->material_name);
  if (part->material.index < 0) {
    finish_error(context, part, "it needs a MATERIAL that exists; add or correct it");
  } else {
    finish_beam_material(context, part, part->material);
  }
  if (part->coordinates.count % 7) {
    finish_error(context, part,
                 "COORDINATES has %zu values; give seven per node: label, x, y, z, psi, theta, phi",
                 part->coordinates.count);
  } else if (part->sections.count > 1 && part->sections.count % 6) {
    finish_error(context, part,
                 "SECTION has %zu values; give six per node: label, area, Iyy, Izz, Iyz, Jxx, or "
                 "the id of one SECTION for the whole beam",
                 part->sections.count);
  } else {
    check_layout(context, part);
  }
}
STATEMENT(FE_PART, fe_part_rows, .finish = finish_fe_part);

/* -------------------------------------------------------------------------------------- FE_NODE */

static const argument fe_node_rows[] = {
    REF(lash_fe_node, "FE_PART", fe_part, FE_PART, .flags = ARG_REQUIRED),
    INTEGER(lash_fe_node, "LABEL", label, 0, .flags = ARG_REQUIRED),
    NUMBER(lash_fe_node, "S", s, NAN),
    NUMBER(lash_fe_node, "ANGLE", angle, 0),
    VECTOR(lash_fe_node, "QG", qg, 3, 3),
    VECTOR(lash_fe_node, "REULER", reuler, 3, 3),
    REF(lash_fe_node, "SECTION", section, SECTION),
    INTEGER(lash_fe_node, "SECTION_NODE", section_node, 0),
};

static void finish_fe_node(finish_context *context, void *element) {
  const lash_fe_node *node = element;
  if (node->angle != 0)
    finish_unsupported(context, node, "ANGLE = %g; a beam is not twisted when nothing acts on it",
                       node->angle);
}
STATEMENT(FE_NODE, fe_node_rows, .finish = finish_fe_node);

/* ----------------------------------------------------------------------------- markers on beams */

void finish_beam_marker(finish_context *context, const lash_marker *marker) {
  if (marker->fe_part.index < 0) return;
  const lash_fe_part *part = &context->model->fe_part.item[marker->fe_part.index];
  for (size_t k = 0; k + 7 <= part->coordinates.count; k += 7)
    if ((int)part->coordinates.value[k] == marker->node_label) return;
  for (size_t k = 0; k < context->model->fe_node.count; k++) {
    const lash_fe_node *node = &context->model->fe_node.item[k];
    const bool here = node->fe_part.id == part->head.id && !isnan(node->s);
    if (here && node->label == marker->node_label) return;
  }
  if (marker->node_label)
    finish_error(context, marker, "FE_PART/%d has no node %d; correct NODE_LABEL", part->head.id,
                 marker->node_label);
  else
    finish_error(context, marker, "a marker on FE_PART/%d needs NODE_LABEL; add it", part->head.id);
}
