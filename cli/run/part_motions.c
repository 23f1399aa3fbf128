#include "part_motions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lash_space.h" /* before axis.h: it calls something else an axis */

#include "axis.h"
#include "curve_unit.h"

const char *const motion_first_of[MOTION_QUANTITIES] = {"X", "PSI", "VX", "WX", "ACCX", "WDX"};
static const char *const unit_of[MOTION_QUANTITIES] = {"L", "A", "L/T", "A/T", "L/T^2", "A/T^2"};

/* -------------------------------------------------------------------------------------- finding */

static bool same_heading(const char *heading, const char *before, const char *name) {
  const axis a = axis_of(heading);
  const size_t length = strlen(before);
  return strncmp(a.name, before, length) == 0 && strcmp(a.name + length, name) == 0;
}

/* The columns of a part, whose names begin with `before`. */
static void find_columns(part_source *s, const lash_units *units, const char *before) {
  for (size_t q = 0; q < MOTION_QUANTITIES; q++) {
    char unit[48];
    size_t c = 1;
    while (c < s->table->columns && !same_heading(s->table->heading[c], before, motion_first_of[q]))
      c++;
    if (c + 2 >= s->table->columns) continue;
    s->column[q] = c;
    curve_unit_factor(axis_of(s->table->heading[c]).unit,
                      lash_unit_text(units, unit_of[q], unit, sizeof unit), &s->factor[q]);
  }
}

/* What View calls ".model.crank" is called crank in the dataset. */
static const char *last_name(const char *name) {
  const char *dot = strrchr(name, '.');
  return dot ? dot + 1 : name;
}

static bool is_of(const curve_table *t, const lash_part *part, bool by_name) {
  if (!t->owner.kind || strcmp(t->owner.kind, "Part") != 0) return false;
  const char *theirs = t->owner.name ? last_name(t->owner.name) : "", *ours = part->head.name;
  if (by_name) return ours && *ours && *theirs && strcmp(last_name(ours), theirs) == 0;
  return t->owner.id == part->head.id;
}

/* By name; then by id, unless that table bears the name of another part. */
static const curve_table *find_table(const curve_set *set, const lash_model *model,
                                     const lash_part *part) {
  for (size_t i = 0; i < set->tables; i++) {
    if (is_of(&set->table[i], part, true)) return &set->table[i];
  }
  for (size_t i = 0; i < set->tables; i++) {
    const curve_table *t = &set->table[i];
    bool of_another = false;
    for (size_t k = 0; k < model->part.count; k++)
      of_another |= &model->part.item[k] != part && is_of(t, &model->part.item[k], true);
    if (!of_another && is_of(t, part, false)) return t;
  }
  return NULL;
}

static lash_status find_part(part_motions *m, const lash_model *model, const lash_part *part,
                             lash_error *error) {
  part_source *s = &m->item[m->count];
  char before[32];
  *s = (part_source){.part = part, .table = curve_set_table(&m->set, "parts.csv")};
  lash_status status = lash_part_mass(model, part, &s->mass, error);
  if (status != LASH_OK) return status;
  s->at_centre = s->table != NULL;
  if (!s->table) s->table = find_table(&m->set, model, part);
  snprintf(before, sizeof before, s->at_centre ? "PART_%d_" : "", part->head.id);
  if (s->table) find_columns(s, &model->units, before);
  if (!s->table || !s->column[MOTION_PLACE] || !s->column[MOTION_ANGLES] ||
      !s->column[MOTION_VELOCITY] || !s->column[MOTION_SPIN])
    return lash_fail(error, LASH_BAD_INPUT, "%s does not have the motion of PART/%d%s%s%s",
                     m->set.path, part->head.id, part->head.name ? " (" : "",
                     part->head.name ? part->head.name : "", part->head.name ? ")" : "");
  m->accelerations &= s->column[MOTION_ACCELERATION] && s->column[MOTION_TURNING];
  m->count++;
  return LASH_OK;
}

lash_status part_motions_read(part_motions *m, const char *path, const lash_model *model,
                              const char *steps, lash_error *error) {
  const curve_reading how = {.steps = steps};
  char unit[48];
  *m = (part_motions){.accelerations = true, .time_factor = 1};
  lash_status status = curve_set_read(&m->set, path, &how, error);
  if (status != LASH_OK) return status;
  m->item = calloc(model->part.count + 1, sizeof *m->item);
  if (!m->item) return lash_fail(error, LASH_FAILURE, "out of memory");
  for (size_t i = 0; i < model->part.count && status == LASH_OK; i++) {
    if (!model->part.item[i].ground) status = find_part(m, model, &model->part.item[i], error);
  }
  if (status == LASH_OK && !m->count)
    status = lash_fail(error, LASH_BAD_INPUT, "the dataset has no part that moves");
  if (status != LASH_OK) return status;
  const curve_table *t = m->item[0].table;
  m->rows = t->rows;
  m->time = t->number[0];
  curve_unit_factor(axis_of(t->heading[0]).unit,
                    lash_unit_text(&model->units, "T", unit, sizeof unit), &m->time_factor);
  return LASH_OK;
}

void part_motions_free(part_motions *m) {
  free(m->item);
  curve_set_free(&m->set);
  *m = (part_motions){0};
}

/* -------------------------------------------------------------------------------------- motions */

static void take(const part_source *s, size_t quantity, size_t row, double x[3]) {
  const size_t c = s->column[quantity];
  for (size_t k = 0; k < 3; k++) x[k] = c ? s->factor[quantity] * s->table->number[c + k][row] : 0;
}

void motion_of_arm(const double spin[3], const double turning[3], const double arm[3],
                   double velocity[3], double acceleration[3]) {
  double turn[3];
  cross3(spin, arm, velocity);
  cross3(spin, velocity, acceleration);
  cross3(turning, arm, turn);
  add3(acceleration, turn, acceleration);
}

void part_motions_at(const part_motions *m, size_t index, size_t row, part_motion *p) {
  const part_source *s = &m->item[index];
  double angles[3], e[3], velocity[3], acceleration[3];
  take(s, MOTION_PLACE, row, p->place);
  take(s, MOTION_ANGLES, row, angles);
  take(s, MOTION_VELOCITY, row, p->velocity);
  take(s, MOTION_SPIN, row, p->spin);
  take(s, MOTION_ACCELERATION, row, p->acceleration);
  take(s, MOTION_TURNING, row, p->turning);
  rotation_313(angles, p->rotation);
  if (s->at_centre) return;
  mul33_3(p->rotation, s->mass.cm, e);
  motion_of_arm(p->spin, p->turning, e, velocity, acceleration);
  add3(p->place, e, p->place);
  add3(p->velocity, velocity, p->velocity);
  add3(p->acceleration, acceleration, p->acceleration);
}

double part_motions_state(const part_motions *m, size_t row, const lash_system *system, double *y,
                          double *vdot) {
  const size_t velocities = lash_system_size(system)->q;
  for (size_t i = 0; i < m->count; i++) {
    part_motion p;
    size_t q, v;
    if (!lash_system_part(system, m->item[i].part->head.id, &q, &v)) continue;
    part_motions_at(m, i, row, &p);
    copy3(p.place, y + q);
    parameters_of_matrix(p.rotation, y + q + 3);
    copy3(p.velocity, y + v);
    mult33_3(p.rotation, p.spin, y + v + 3);
    if (!vdot) continue;
    copy3(p.acceleration, vdot + v - velocities);
    mult33_3(p.rotation, p.turning, vdot + v - velocities + 3);
  }
  return m->time_factor * m->time[row];
}
