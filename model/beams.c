/* Where the nodes of an FE_PART are and what section each has. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lash_model.h"
#include "lash_space.h"

enum { PER_NODE = 7, PER_SECTION = 6 };

static const lash_fe_node *node_statement(const lash_model *model, const lash_fe_part *part,
                                          size_t index) {
  const lash_fe_node *node = &model->fe_node.item[index];
  return node->fe_part.id == part->head.id ? node : NULL;
}

/* An FE_NODE that COORDINATES does not have, placed by its S. */
static const lash_fe_node *added_node(const lash_model *model, const lash_fe_part *part,
                                      size_t index) {
  const lash_fe_node *node = node_statement(model, part, index);
  if (!node || isnan(node->s)) return NULL;
  for (size_t k = 0; k + PER_NODE <= part->coordinates.count; k += PER_NODE)
    if ((int)part->coordinates.value[k] == node->label) return NULL;
  return node;
}

size_t lash_fe_part_nodes(const lash_model *model, const lash_fe_part *part) {
  size_t count = part->coordinates.count / PER_NODE;
  for (size_t k = 0; k < model->fe_node.count; k++) count += added_node(model, part, k) != NULL;
  return count;
}

/* A section of which only the numbers in FE_PART are known. */
static lash_beam_section section_of_numbers(const double *number) {
  return (lash_beam_section){.area = number[1],
                             .iyy = number[2],
                             .izz = number[3],
                             .iyz = number[4],
                             .jxx = number[5],
                             .rect_base = NAN,
                             .rect_height = NAN,
                             .diameter = NAN,
                             .inner_diameter = NAN,
                             .shear_y = NAN,
                             .shear_z = NAN};
}

static const lash_beam_section *section_by_id(const lash_model *model, int id) {
  const int index = lash_model_find(model, LASH_KIND_SECTION, id);
  return index < 0 ? NULL : &model->section.item[index];
}

/* The label's own numbers, else its FE_NODE's SECTION, else the one SECTION of the whole beam. */
static bool find_section(const lash_model *model, const lash_fe_part *part, int label,
                         lash_beam_section *section) {
  const lash_numbers *list = &part->sections;
  for (size_t k = 0; list->count > 1 && k + PER_SECTION <= list->count; k += PER_SECTION) {
    if ((int)list->value[k] != label) continue;
    *section = section_of_numbers(list->value + k);
    return true;
  }
  const lash_beam_section *found = NULL;
  for (size_t k = 0; k < model->fe_node.count && !found; k++) {
    const lash_fe_node *node = node_statement(model, part, k);
    if (!node || node->label != label) continue;
    if (node->section.index >= 0) found = &model->section.item[node->section.index];
    if (!found && node->section_node && node->section_node != label)
      return find_section(model, part, node->section_node, section);
  }
  if (!found && list->count == 1) found = section_by_id(model, (int)list->value[0]);
  if (found) *section = *found;
  return found;
}

static int by_place(const void *a, const void *b) {
  const lash_fe_station *left = a, *right = b;
  return (left->s > right->s) - (left->s < right->s);
}

static double distance(const double a[3], const double b[3]) {
  return hypot(hypot(a[0] - b[0], a[1] - b[1]), a[2] - b[2]);
}

static void place_given(const lash_fe_part *part, lash_fe_station *station) {
  lash_pose whole;
  memcpy(whole.origin, part->qg, sizeof whole.origin);
  rotation_313(part->reuler, whole.rotation);
  const size_t count = part->coordinates.count / PER_NODE;
  for (size_t k = 0; k < count; k++) {
    const double *number = part->coordinates.value + PER_NODE * k;
    lash_pose local;
    memcpy(local.origin, number + 1, sizeof local.origin);
    rotation_313(number + 4, local.rotation);
    station[k] = (lash_fe_station){.label = (int)number[0],
                                   .line = part->head.line,
                                   .pose = lash_pose_compose(&whole, &local)};
    station[k].s =
        k ? station[k - 1].s + distance(station[k].pose.origin, station[k - 1].pose.origin) : 0;
  }
}

/* Added nodes stand on the line between the first and the last node. */
static lash_status place_between(const lash_model *model, const lash_fe_part *part, size_t given,
                                 lash_fe_station *station, lash_error *error) {
  const lash_fe_station *first = &station[0], *last = &station[given - 1];
  size_t count = given;
  for (size_t k = 0; k < model->fe_node.count; k++) {
    const lash_fe_node *node = added_node(model, part, k);
    if (!node) continue;
    if (!(node->s > 0 && node->s < 1))
      return lash_fail(error, LASH_BAD_INPUT,
                       "FE_NODE/%d: S = %g must lie between 0 and 1, the ends are in COORDINATES",
                       node->head.id, node->s);
    lash_fe_station *here = &station[count++];
    *here = (lash_fe_station){
        .label = node->label, .line = node->head.line, .s = node->s * last->s, .pose = first->pose};
    for (int i = 0; i < 3; i++)
      here->pose.origin[i] += node->s * (last->pose.origin[i] - first->pose.origin[i]);
  }
  return LASH_OK;
}

/* Node frames look along the beam, all alike. */
static lash_status check_straight(const lash_fe_station *station, size_t count, lash_error *error) {
  const double length = distance(station[0].pose.origin, station[count - 1].pose.origin);
  double along[3];
  if (!(length > 0)) return lash_fail(error, LASH_BAD_INPUT, "its two ends coincide");
  for (int i = 0; i < 3; i++)
    along[i] = (station[count - 1].pose.origin[i] - station[0].pose.origin[i]) / length;
  for (size_t k = 0; k < count; k++) {
    const lash_pose *pose = &station[k].pose;
    double off[3], askew = 0, turned = 0;
    for (int i = 0; i < 3; i++) {
      off[i] = station[0].pose.origin[i] + station[k].s * along[i];
      askew = fmax(askew, fabs(pose->rotation[3 * i] - along[i]));
      turned = fmax(turned, fabs(pose->rotation[3 * i + 1] - station[0].pose.rotation[3 * i + 1]));
    }
    if (k && !(station[k].s - station[k - 1].s > 1e-9 * length))
      return lash_fail(error, LASH_BAD_INPUT, "nodes %d and %d are at one place",
                       station[k - 1].label, station[k].label);
    if (!(distance(off, pose->origin) < 1e-6 * length))
      return lash_fail(error, LASH_BAD_INPUT,
                       "node %d is not on the line between the ends; a beam is straight when "
                       "nothing acts on it, join several FE_PARTs for a bent one",
                       station[k].label);
    if (!(askew < 1e-6) || !(turned < 1e-6))
      return lash_fail(error, LASH_BAD_INPUT,
                       "the axes of node %d do not look along the beam: x must point from the "
                       "first node to the last, y alike at all nodes; change psi, theta, phi or "
                       "the REULER of the part",
                       station[k].label);
  }
  return LASH_OK;
}

lash_status lash_fe_part_layout(const lash_model *model, const lash_fe_part *part,
                                lash_fe_station *station, lash_error *error) {
  const size_t given = part->coordinates.count / PER_NODE;
  const size_t count = lash_fe_part_nodes(model, part);
  if (given < 2)
    return lash_fail(error, LASH_BAD_INPUT,
                     "a beam needs two nodes or more, COORDINATES has %zu; give seven numbers for "
                     "each: label, x, y, z, psi, theta, phi",
                     given);
  place_given(part, station);
  lash_status status = place_between(model, part, given, station, error);
  if (status != LASH_OK) return status;
  qsort(station, count, sizeof *station, by_place);
  status = check_straight(station, count, error);
  for (size_t k = 0; k < count && status == LASH_OK; k++) {
    if (!find_section(model, part, station[k].label, &station[k].section))
      status = lash_fail(error, LASH_BAD_INPUT,
                         "node %d has no section; add its six numbers to SECTION, or one SECTION = "
                         "id for the whole beam",
                         station[k].label);
    for (size_t other = 0; other < k && status == LASH_OK; other++)
      if (station[other].label == station[k].label)
        status = lash_fail(error, LASH_BAD_INPUT, "two nodes have the label %d", station[k].label);
  }
  return status;
}
