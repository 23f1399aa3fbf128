/* Tables and pictures of worn joints. */
#include "wear_show.h"

#include <math.h>
#include <stdlib.h>

#include "json.h"
#include "lash_math.h"
#include "output.h"
#include "paths.h"
#include "plot.h"

static const char *const bodies[] = {"bearing", "journal"};
static const double degrees = 180 / LASH_PI;

/* Relative difference of volume and account; of nothing worn it is 0. */
static double balance(const lash_wear_history *h, size_t stage) {
  double worst = 0;
  for (int body = 0; body < 2; body++) {
    const double volume = lash_wear_stage_volume(h, stage, body);
    const double account = lash_wear_stage_account(h, stage, body);
    if (account > 0) worst = fmax(worst, fabs(volume / account - 1));
  }
  return worst;
}

void wear_print(const lash_wear_result *r, FILE *out) {
  for (size_t k = 0; k < r->joints; k++) {
    const lash_wear_history *h = &r->joint[k];
    for (int body = 0; body < 2; body++) {
      if (!(h->joint.wear.k[body] > 0)) continue;
      fprintf(out, "GFORCE/%d, %s\n", h->id, bodies[body]);
      table t = table_with("cycles", "depth (um)", "error (um)", "at (deg)", "volume (mm3)", NULL);
      for (size_t n = 0; n < r->stages; n++) {
        double angle;
        const double depth = lash_wear_stage_depth(h, n, body, &angle);
        table_number(&t, h->stage[n].cycles);
        table_number(&t, 1e6 * depth);
        table_number(&t, 1e6 * h->stage[n].error);
        table_number(&t, angle * degrees);
        table_number(&t, 1e9 * lash_wear_stage_volume(h, n, body));
      }
      table_show(&t, out);
    }
    fprintf(out, "volume of the profiles against k ∫∫ p |v| dt dA: %.1e apart\n",
            balance(h, r->stages - 1));
  }
  fprintf(out, "%zu cycles were run, %g jumped in %zu jumps%s\n", r->runs,
          r->joint[0].stage[r->stages - 1].cycles, r->stages - 1,
          r->finished ? "" : "; not finished");
}

void wear_print_json(const lash_wear_result *r, FILE *out) {
  json j = json_object_to(out);
  json_number(&j, "runs", (double)r->runs);
  json_array(&j, "joints");
  for (size_t k = 0; k < r->joints; k++) {
    const lash_wear_history *h = &r->joint[k];
    json_object(&j, NULL);
    json_number(&j, "gforce", h->id);
    json_number(&j, "balance", balance(h, r->stages - 1));
    json_array(&j, "stages");
    for (size_t n = 0; n < r->stages; n++) {
      json_object(&j, NULL);
      json_number(&j, "cycles", h->stage[n].cycles);
      json_number(&j, "error", h->stage[n].error);
      for (int body = 0; body < 2; body++) {
        double angle;
        json_object(&j, bodies[body]);
        json_number(&j, "depth", lash_wear_stage_depth(h, n, body, &angle));
        json_number(&j, "angle", angle);
        json_number(&j, "volume", lash_wear_stage_volume(h, n, body));
        json_object_end(&j);
      }
      json_object_end(&j);
    }
    json_array_end(&j);
    json_object_end(&j);
  }
  json_end(&j);
}

/* ------------------------------------------------------------------------------------- pictures */

enum { CURVES = 6, CELLS = LASH_WEAR_CELLS + 1 };

/* Profiles of one body at up to six stages, evenly among them, the last one always. */
typedef struct curves {
  double angle[CELLS], depth[CURVES][CELLS];
  char title[CURVES][32];
  plot_series series[CURVES];
  size_t count;
} curves;

static void curves_of(const lash_wear_history *h, size_t stages, int body, curves *c) {
  const lash_wear *wear = &h->joint.wear;
  c->count = stages - 1 < CURVES ? stages - 1 : CURVES;
  for (size_t k = 0; k <= wear->cells; k++) c->angle[k] = 360.0 * (double)k / (double)wear->cells;
  for (size_t n = 0; n < c->count; n++) {
    const size_t stage = (stages - 1) * (n + 1) / c->count;
    const lash_wear_profile *p = &h->stage[stage].worn.site[0].profile;
    for (size_t k = 0; k <= wear->cells; k++)
      c->depth[n][k] = lash_wear_depth(wear, p, body, c->angle[k] / degrees);
    snprintf(c->title[n], sizeof c->title[n], "%.3g cycles", h->stage[stage].cycles);
    c->series[n] = (plot_series){c->title[n], c->angle, c->depth[n], wear->cells + 1, 1};
  }
}

static lash_status draw(const lash_wear_history *h, const char *what, const char *folder,
                        plot_panel *panel, size_t count, lash_error *error) {
  char *path = path_format("%s/%s_%d.svg", folder, what, h->id);
  const lash_status status = path ? plot_panels(path, "", panel, count, error)
                                  : lash_fail(error, LASH_FAILURE, "no memory for a name");
  free(path);
  return status;
}

static lash_status draw_profiles(const lash_wear_history *h, size_t stages, const char *folder,
                                 lash_error *error) {
  curves *c = calloc(2, sizeof *c);
  if (!c) return lash_fail(error, LASH_FAILURE, "no memory for a picture");
  plot_panel panel[2];
  size_t count = 0;
  for (int body = 0; body < 2; body++) {
    char name[40];
    if (!(h->joint.wear.k[body] > 0)) continue;
    curves_of(h, stages, body, &c[body]);
    snprintf(name, sizeof name, "depth of the %s", bodies[body]);
    panel[count++] = (plot_panel){axis_with("angle on the body", "deg"), axis_with(name, "m"),
                                  c[body].series, c[body].count};
  }
  const lash_status status = draw(h, "profile", folder, panel, count, error);
  free(c);
  return status;
}

static lash_status draw_cycles(const lash_wear_history *h, size_t stages, const char *folder,
                               lash_error *error) {
  double *rows = calloc(3 * stages, sizeof *rows);
  if (!rows) return lash_fail(error, LASH_FAILURE, "no memory for a picture");
  plot_series series[2];
  size_t count = 0;
  for (size_t n = 0; n < stages; n++) rows[n] = h->stage[n].cycles;
  for (int body = 0; body < 2; body++) {
    double *depth = rows + (size_t)(1 + body) * stages, angle;
    if (!(h->joint.wear.k[body] > 0)) continue;
    for (size_t n = 0; n < stages; n++) depth[n] = lash_wear_stage_depth(h, n, body, &angle);
    series[count++] = (plot_series){bodies[body], rows, depth, stages, 1};
  }
  plot_panel panel = {axis_with("cycles", "1"), axis_with("greatest depth", "m"), series, count};
  const lash_status status = draw(h, "cycles", folder, &panel, 1, error);
  free(rows);
  return status;
}

lash_status wear_draw(const lash_wear_result *r, const char *folder, lash_error *error) {
  lash_status status = LASH_OK;
  for (size_t k = 0; k < r->joints && !status; k++) {
    status = draw_profiles(&r->joint[k], r->stages, folder, error);
    if (!status) status = draw_cycles(&r->joint[k], r->stages, folder, error);
  }
  return status;
}
