/* Stages of a study: what is asked of them, and as a file. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "csv.h"
#include "lash_math.h"
#include "lash_wear_study.h"
#include "text.h"

double lash_wear_stage_depth(const lash_wear_history *joint, size_t stage, int body,
                             double *angle) {
  double most = 0;
  *angle = 0;
  for (size_t s = 0; s < LASH_JOINT_WORN; s++) {
    double at;
    const lash_wear_profile *p = &joint->stage[stage].worn.site[s].profile;
    const double depth = lash_wear_deepest(&joint->joint.wear, p, body, &at);
    if (depth > most) most = depth, *angle = at;
  }
  return most;
}

double lash_wear_stage_volume(const lash_wear_history *joint, size_t stage, int body) {
  double sum = 0;
  for (size_t s = 0; s < LASH_JOINT_WORN; s++)
    sum += lash_wear_volume(&joint->joint.wear, &joint->stage[stage].worn.site[s].profile, body);
  return sum;
}

double lash_wear_stage_account(const lash_wear_history *joint, size_t stage, int body) {
  double sum = 0;
  for (size_t s = 0; s < LASH_JOINT_WORN; s++)
    sum += joint->stage[stage].worn.site[s].tally.volume[body];
  return sum;
}

/* -------------------------------------------------------------------------------- profile.csv */

static const char *const headings[] = {"gforce", "end", "body", "cycles", "angle_rad", "depth_m"};
enum { FIELDS = sizeof headings / sizeof *headings };

static void write_stage(csv *c, const lash_wear_history *joint, const lash_wear_stage *stage) {
  const size_t cells = joint->joint.wear.cells;
  for (size_t s = 0; s < LASH_JOINT_WORN; s++) {
    for (int body = 0; body < 2; body++) {
      for (size_t k = 0; k < cells; k++) {
        csv_count(c, (size_t)joint->id);
        csv_count(c, s + 1);
        csv_text(c, body ? "journal" : "bearing");
        csv_number(c, stage->cycles);
        csv_number(c, 2 * LASH_PI * (double)k / (double)cells);
        csv_number(c, stage->worn.site[s].profile.depth[body][k]);
        csv_row(c);
      }
    }
  }
}

static void write_stages(csv *c, const void *context) {
  const lash_wear_result *result = context;
  for (int k = 0; k < FIELDS; k++) csv_text(c, headings[k]);
  csv_row(c);
  for (size_t n = 0; n < result->stages; n++)
    for (size_t k = 0; k < result->joints; k++)
      write_stage(c, &result->joint[k], &result->joint[k].stage[n]);
}

lash_status lash_wear_write(const lash_wear_result *result, const char *folder, lash_error *error) {
  return csv_write_in(folder, "profile.csv", write_stages, result, error);
}

/* What the file does not name is a hole. */
static void nothing_named(lash_joint_worn *worn, size_t cells) {
  for (size_t s = 0; s < LASH_JOINT_WORN; s++)
    for (int body = 0; body < 2; body++)
      for (size_t k = 0; k < cells; k++) worn->site[s].profile.depth[body][k] = NAN;
}

/* One line of the file. A later stage begins anew, so that depths of an earlier one do not fill its
 * holes; `stage` is the cycles of the one before. */
static lash_status take_line(const text *t, int id, const lash_joint *joint, double *stage,
                             lash_joint_worn *worn, lash_error *error) {
  const size_t cells = joint->wear.cells;
  int gforce, end;
  double angle, depth, cycles;
  if (t->count != FIELDS)
    return text_fail(t, error, "a profile has gforce, end, body, cycles, angle_rad, depth_m");
  lash_status status = text_integer(t, 0, "gforce", &gforce, error);
  if (!status) status = text_integer(t, 1, "end", &end, error);
  if (!status) status = text_number(t, 3, "cycles", &cycles, error);
  if (!status) status = text_number(t, 4, "angle", &angle, error);
  if (!status) status = text_number(t, 5, "depth", &depth, error);
  if (status || gforce != id) return status;
  const bool journal = strcmp(t->word[2], "journal") == 0;
  if ((!journal && strcmp(t->word[2], "bearing") != 0) || end < 1 || end > LASH_JOINT_WORN)
    return text_fail(t, error, "end is 1 or 2, body is bearing or journal");
  const double place = angle / (2 * LASH_PI) * (double)cells;
  const long cell = lround(place);
  if (cell < 0 || cell >= (long)cells || fabs(place - (double)cell) > 1e-6)
    return text_fail(
        t, error, "angle %g is no cell of %zu; give the profile the joint's cells=", angle, cells);
  if (!(depth >= 0)) return text_fail(t, error, "depth %g is negative", depth);
  if (cycles != *stage) nothing_named(worn, cells);
  *stage = cycles;
  worn->site[end - 1].profile.depth[journal][cell] = depth;
  return LASH_OK;
}

lash_status lash_wear_read(const char *file, int id, const lash_joint *joint, lash_joint_worn *worn,
                           lash_error *error) {
  text *t = calloc(1, sizeof *t);
  if (!t) return lash_fail(error, LASH_FAILURE, "no memory to read %s", file);
  memset(worn, 0, sizeof *worn);
  nothing_named(worn, joint->wear.cells);
  double stage = NAN;
  bool more = true;
  lash_status status = text_open(t, file, error);
  if (!status) status = text_next(t, ",", &more, error); /* the headings */
  while (!status && more) {
    status = text_next(t, ",", &more, error);
    if (!status && more) status = take_line(t, id, joint, &stage, worn, error);
  }
  text_close(t);
  free(t);
  for (size_t s = 0; s < LASH_JOINT_WORN && !status; s++) {
    lash_joint_worn_site *w = &worn->site[s];
    status = lash_wear_check(&joint->wear, &w->profile, error);
    if (status) lash_error_prefix(error, "%s: GFORCE/%d, end %zu", file, id, s + 1);
    for (int body = 0; body < 2 && !status; body++)
      w->tally.volume[body] = lash_wear_volume(&joint->wear, &w->profile, body);
  }
  return status;
}
