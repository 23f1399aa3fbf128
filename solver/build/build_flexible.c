/* Flexible bodies from their statements: FE_PART here, then FLEX_BODY (build_modal.c). */
#include "bodies.h"
#include "build.h"
#include "flexible.h"
#include "flexible_ancf.h"

/* -------------------------------------------------------------------------------- any kind */

lash_flexible *lash_flexible_add(lash_system *system, const lash_flexible_class *class,
                                 const lash_element *head, size_t cells) {
  double *start = lash_take(&system->store, 12 * cells, sizeof *start);
  lash_flexible *body = LASH_APPEND(&system->store, system->flexible, system->flexible_count);
  *body = (lash_flexible){.class = class,
                          .id = head->id,
                          .line = head->line,
                          .first_cell = system->size.cells,
                          .cells = cells,
                          .start = start};
  system->size.cells += cells;
  return body;
}

int lash_carried_body(lash_system *system, const lash_element *head, const lash_pose *pose) {
  const size_t index = system->body_count;
  lash_body *body = LASH_APPEND(&system->store, system->body, system->body_count);
  body->id = -1; /* no PART */
  body->line = head->line;
  body->carried = true;
  double *y0 = lash_take(&system->store, 13 * system->body_count, sizeof *y0);
  memcpy(y0, system->y0, 7 * (index - 1) * sizeof *y0);
  lash_drop(system->y0);
  system->y0 = y0;
  double *q = system->y0 + 7 * (index - 1);
  copy3(pose->origin, q);
  parameters_of_matrix(pose->rotation, q + 3);
  return (int)index;
}

/* The body tied to a node, made when it is first needed. */
int lash_tied_body(lash_system *system, int flexible, int node, int label, const lash_element *head,
                   const lash_pose *pose) {
  for (size_t k = 0; k < system->tie_count; k++)
    if (system->tie[k].flexible == flexible && system->tie[k].node == node)
      return system->tie[k].body;
  const int body = lash_carried_body(system, head, pose);
  *LASH_APPEND(&system->store, system->tie, system->tie_count) = (lash_tie){
      .flexible = flexible, .node = node, .body = body, .label = label, .line = head->line};
  return body;
}

/* --------------------------------------------------------------------------------- FE_PART */

static lash_status section_of(const lash_beam_section *from, double poisson, lash_section *out,
                              lash_error *error) {
  lash_status status = LASH_OK;
  const double inner = isnan(from->inner_diameter) ? 0 : from->inner_diameter;
  if (!isnan(from->diameter)) {
    status = lash_section_tube(from->diameter, inner, poisson, out, error);
  } else if (!isnan(from->rect_base) && !isnan(from->rect_height)) {
    status = lash_section_rectangle(from->rect_height, from->rect_base, poisson, out, error);
  } else { /* a rectangle of the same area and second moments stands in for what is not given */
    const double y2 = from->izz, z2 = from->iyy;
    status = lash_section_rectangle(sqrt(12 * y2 / from->area), sqrt(12 * z2 / from->area), poisson,
                                    out, error);
    if (status != LASH_OK) return status;
    const double shrink = from->area / out->area; /* y2 z2 = area^4/144 for a rectangle alone */
    out->area = from->area;
    out->y2 = y2;
    out->z2 = z2;
    out->y4 = 1.8 * y2 * y2 / from->area;
    out->z4 = 1.8 * z2 * z2 / from->area;
    out->y2z2 = y2 * z2 / from->area;
    out->torsion *= shrink;
  }
  if (status != LASH_OK) return status;
  if (from->jxx > 0) out->torsion = from->jxx;
  if (!isnan(from->shear_y)) out->shear_y = from->shear_y;
  if (!isnan(from->shear_z)) out->shear_z = from->shear_z;
  return lash_section_check(out, error);
}

static lash_section mean_section(const lash_section *a, const lash_section *b, double share) {
  const double *x = &a->area, *y = &b->area;
  lash_section out;
  double *z = &out.area;
  for (size_t k = 0; k < sizeof out / sizeof(double); k++) z[k] = (1 - share) * x[k] + share * y[k];
  return out;
}

static const lash_ancf_variant variants[] = {[LASH_FE_CURED] = LASH_ANCF_CURED,
                                             [LASH_FE_POISSON] = LASH_ANCF_POISSON,
                                             [LASH_FE_PLAIN] = LASH_ANCF_PLAIN};

typedef struct beam { /* an FE_PART while it is built */
  const lash_fe_part *part;
  lash_fe_station *station;
  lash_section *section;
  size_t stations, divide;
  lash_material material;
  lash_ancf_chain *chain;
  lash_store *store; /* of the chain */
} beam;

/* Element `n` of the chain; equal ones share their kind. */
static lash_status add_element(beam *b, size_t n, lash_error *error) {
  lash_ancf_chain *chain = b->chain;
  const size_t span = n / b->divide;
  const double share = ((double)(n % b->divide) + 0.5) / (double)b->divide;
  const double length = (b->station[span + 1].s - b->station[span].s) / (double)b->divide;
  const lash_section section = mean_section(&b->section[span], &b->section[span + 1], share);
  for (size_t k = 0; k < chain->kinds; k++) {
    const lash_ancf_element *kind = &chain->kind[k];
    if (fabs(kind->length - length) > 1e-12 * length) continue;
    if (memcmp(&kind->section, &section, sizeof section)) continue;
    chain->kind_of[n] = (int)k;
    return LASH_OK;
  }
  lash_ancf_element *kind = LASH_APPEND(b->store, chain->kind, chain->kinds);
  chain->kind_of[n] = (int)chain->kinds - 1;
  return lash_ancf_element_init(kind, length, &section, &b->material,
                                variants[b->part->formulation], b->part->cratiok, error);
}

static void start_nodes(const beam *b, lash_flexible *body) {
  double *q = body->start;
  for (size_t n = 0; n <= b->chain->count; n++, q += LASH_ANCF_NODE) {
    const size_t span = n / b->divide < b->stations - 1 ? n / b->divide : b->stations - 2;
    const double share = (double)(n - span * b->divide) / (double)b->divide;
    const double *from = b->station[span].pose.origin, *to = b->station[span + 1].pose.origin;
    for (int i = 0; i < 3; i++) q[i] = (1 - share) * from[i] + share * to[i];
    for (int axis = 0; axis < 3; axis++)
      column3(b->station[0].pose.rotation, axis, q + 3 * (axis + 1));
  }
}

static lash_status make_chain(lash_builder *builder, beam *b, lash_error *error) {
  const lash_fe_part *part = b->part;
  const lash_beam_material *m = &builder->model->material.item[part->material.index];
  b->material = (lash_material){.young = m->youngs_modulus,
                                .poisson = m->poissons_ratio,
                                .density = m->density / builder->model->units.ucf};
  lash_status status = lash_material_check(&b->material, error);
  for (size_t k = 0; k < b->stations && status == LASH_OK; k++)
    status = section_of(&b->station[k].section, m->poissons_ratio, &b->section[k], error);
  lash_ancf_chain *chain = b->chain;
  chain->count = (b->stations - 1) * b->divide;
  chain->drag = part->cratiom;
  chain->kind_of = lash_take(b->store, chain->count, sizeof *chain->kind_of);
  chain->label = lash_take(b->store, chain->count + 1, sizeof *chain->label);
  for (size_t k = 0; k < b->stations; k++) chain->label[k * b->divide] = b->station[k].label;
  chain->weight = lash_take(b->store, LASH_ANCF_NODE * (chain->count + 1), sizeof(double));
  for (size_t n = 0; n < chain->count && status == LASH_OK; n++) {
    status = add_element(b, n, error);
    if (status == LASH_OK)
      lash_ancf_gravity(lash_ancf_chain_at(chain, n), builder->model->gravity.g,
                        chain->weight + LASH_ANCF_NODE * n);
  }
  return status;
}

/* Markers on the beam: each on the body tied to its node. */
static lash_status tie_markers(lash_builder *builder, const beam *b, int flexible,
                               lash_error *error) {
  for (size_t m = 0; m < builder->model->marker.count; m++) {
    const lash_marker *marker = &builder->model->marker.item[m];
    if (marker->fe_part.id != b->part->head.id) continue;
    size_t k = 0;
    while (k < b->stations && b->station[k].label != marker->node_label) k++;
    if (k == b->stations)
      return lash_fail(error, LASH_BAD_INPUT, "there is no node %d for MARKER/%d",
                       marker->node_label, marker->head.id);
    builder->marker_body[m] =
        lash_tied_body(builder->system, flexible, (int)(k * b->divide), marker->node_label,
                       &b->part->head, &b->station[k].pose);
  }
  return LASH_OK;
}

static lash_status add_beam(lash_builder *builder, const lash_fe_part *part, lash_error *error) {
  lash_system *system = builder->system;
  const size_t stations = lash_fe_part_nodes(builder->model, part);
  beam b = {.part = part,
            .stations = stations,
            .divide = (size_t)part->elements,
            .store = &system->store};
  b.station = lash_borrow(stations, sizeof *b.station);
  b.section = lash_borrow(stations, sizeof *b.section);
  lash_status status = lash_fe_part_layout(builder->model, part, b.station, error);
  if (status == LASH_OK) {
    const size_t nodes = (stations - 1) * b.divide + 1;
    lash_flexible *body = lash_flexible_add(system, &lash_flexible_ancf, &part->head, 2 * nodes);
    body->own = b.chain = lash_take(&system->store, 1, sizeof *b.chain);
    status = make_chain(builder, &b, error);
    if (status == LASH_OK) {
      start_nodes(&b, body);
      status = tie_markers(builder, &b, (int)system->flexible_count - 1, error);
    }
  }
  return lash_build_failed(builder->model, &part->head, status, error);
}

/* The beam moves like a rigid body at the start. */
static void set_beam_velocity(lash_builder *builder, const lash_fe_part *part, int index) {
  lash_system *system = builder->system;
  lash_flexible *body = &system->flexible[index];
  double velocity[3], omega[3], arm[3];
  mul33_3(lash_mark_at(system, lash_mark_of(&part->vm))->A, part->velocity, velocity);
  mul33_3(lash_mark_at(system, lash_mark_of(&part->wm))->A, part->omega, omega);
  const double *q = body->start;
  double *v = body->start + 6 * body->cells;
  for (size_t k = 0; k < 6 * body->cells; k += 3) {
    const bool place = k % LASH_ANCF_NODE == 0;
    sub3(q + k, part->qg, arm);
    copy3(velocity, v + k);
    if (!place) store3(0, 0, 0, v + k);
    add_cross3(1, omega, place ? arm : q + k, v + k);
  }
  for (size_t k = 0; k < system->tie_count; k++) {
    if (system->tie[k].flexible != index) continue;
    const lash_body *tied = &system->body[system->tie[k].body];
    double *u = system->y0 + system->size.q + 6 * (system->tie[k].body - 1);
    sub3(tied->x, part->qg, arm);
    copy3(velocity, u);
    add_cross3(1, omega, arm, u);
    mult33_3(tied->R, omega, u + 3);
  }
}

lash_status lash_build_flexible(lash_builder *builder, lash_error *error) {
  const lash_model *model = builder->model;
  lash_status status = LASH_OK;
  for (size_t k = 0; k < model->fe_part.count && status == LASH_OK; k++)
    status = add_beam(builder, &model->fe_part.item[k], error);
  for (size_t k = 0; k < model->flex_body.count && status == LASH_OK; k++)
    status = lash_build_modal(builder, &model->flex_body.item[k], error);
  return status;
}

void lash_build_flexible_start(lash_builder *builder) {
  lash_system *system = builder->system;
  for (size_t k = 0; k < builder->model->fe_part.count; k++)
    set_beam_velocity(builder, &builder->model->fe_part.item[k], (int)k);
  for (size_t k = 0; k < builder->model->flex_body.count; k++)
    lash_build_modal_start(builder, &builder->model->flex_body.item[k],
                           (int)(builder->model->fe_part.count + k));
  for (size_t k = 0; k < system->flexible_count; k++) {
    const lash_flexible *body = &system->flexible[k];
    const size_t size = 6 * body->cells * sizeof(double);
    memcpy(system->y0 + 7 * system->size.bodies + 6 * body->first_cell, body->start, size);
    memcpy(system->y0 + system->size.q + lash_flexible_at(system, body),
           body->start + 6 * body->cells, size);
  }
}
