/* Parts of a run as Adams shows them. Our tables have the motion of the mass centre, a results file
 * of Adams that of the part's own origin; the dataset tells where one is in the other. */
#include <stdio.h>
#include <string.h>

#include "diff.h"
#include "lash_model.h"
#include "lash_space.h"
#include "part_motions.h"
#include "run.h"

static bool columns_of(const curve_table *t, int id, size_t column[MOTION_QUANTITIES]) {
  for (size_t q = 0; q < MOTION_QUANTITIES; q++) {
    char name[48];
    size_t c = 1;
    const int length = snprintf(name, sizeof name, "PART_%d_%s", id, motion_first_of[q]);
    while (c < t->columns && (strncmp(t->heading[c], name, (size_t)length) != 0 ||
                              !strchr(" ", t->heading[c][length])))
      c++;
    if (c + 2 >= t->columns || !t->number[c] || !t->number[c + 1] || !t->number[c + 2])
      return false;
    column[q] = c;
  }
  return true;
}

static void get3(const curve_table *t, size_t c, size_t row, double x[3]) {
  for (size_t k = 0; k < 3; k++) x[k] = t->number[c + k][row];
}

static void add(curve_table *t, size_t c, size_t row, const double x[3]) {
  for (size_t k = 0; k < 3; k++) t->number[c + k][row] += x[k];
}

static void move_row(curve_table *t, const size_t c[MOTION_QUANTITIES], size_t row,
                     const double cm[3]) {
  double angles[3], spin[3], turning[3], R[9], e[3], velocity[3], acceleration[3];
  get3(t, c[MOTION_ANGLES], row, angles);
  get3(t, c[MOTION_SPIN], row, spin);
  get3(t, c[MOTION_TURNING], row, turning);
  rotation_313(angles, R);
  mul33_3(R, cm, e);
  scale3(-1, e, e);
  motion_of_arm(spin, turning, e, velocity, acceleration);
  add(t, c[MOTION_PLACE], row, e);
  add(t, c[MOTION_VELOCITY], row, velocity);
  add(t, c[MOTION_ACCELERATION], row, acceleration);
}

lash_status diff_parts_at_origin(curve_set *set, char *note, size_t size, lash_error *error) {
  curve_table *t = (curve_table *)(size_t)curve_set_table(set, "parts.csv");
  if (!t) return LASH_OK;
  lash_model *model = run_model(set->path);
  if (!model) {
    snprintf(note, size, "the dataset of %s is not to be found: parts are left out", set->path);
    t->rows = 0;
    return LASH_OK;
  }
  lash_status status = LASH_OK;
  for (size_t i = 0; i < model->part.count && status == LASH_OK; i++) {
    const lash_part *part = &model->part.item[i];
    size_t column[MOTION_QUANTITIES];
    lash_mass mass;
    if (part->ground || !columns_of(t, part->head.id, column)) continue;
    status = lash_part_mass(model, part, &mass, error);
    for (size_t r = 0; r < t->rows && status == LASH_OK; r++) move_row(t, column, r, mass.cm);
  }
  run_model_free(model);
  return status;
}
