/* A wear law on fresh surfaces. */
#include "law_views.h"

#include <stdio.h>
#include <string.h>

#include "json.h"
#include "lash_math.h"
#include "lash_rigs.h"

static lash_status read_rub(const lash_wear *wear, const cli_settings *at, lash_rub *x,
                            lash_error *error) {
  const char *const way = lash_rub_way(wear), *const names[] = {"r", "load", way};
  double *const place[] = {&x->r, &x->load, &x->way};
  for (size_t i = 0; i < at->count; i++) {
    size_t k = 0;
    while (k < 3 && strcmp(names[k], at->item[i].name) != 0) k++;
    if (k == 3)
      return lash_fail(error, LASH_BAD_INPUT,
                       "%s does not depend on '%s'; it takes r (distance of the centres, m), load "
                       "(N) and %s",
                       wear->params.owner, at->item[i].name,
                       wear->law == LASH_WEAR_ENERGY ? "work (of friction, J)" : "slid (m)");
    if (!lash_parse_number(at->item[i].value, place[k]) || !(*place[k] > 0))
      return lash_fail(error, LASH_BAD_INPUT, "--at: %s wants a finite number > 0, not '%s'",
                       at->item[i].name, at->item[i].value);
  }
  return LASH_OK;
}

static void print_words(const lash_wear *wear, const lash_rub_result *t) {
  const bool ball = wear->face > 0;
  const char *const bodies[2] = {ball ? "socket" : "bearing", ball ? "ball" : "journal"};
  printf("%s\n  contact       +-%.6g deg\n  pressure      %.10g Pa at most\n", wear->params.owner,
         t->angle * 180 / LASH_PI, t->pressure);
  for (int body = 0; body < 2; body++)
    if (wear->k[body] > 0)
      printf("  %-13s %.10g m deep, %.10g m^3\n", bodies[body], t->depth[body], t->volume[body]);
}

static void print_json(const lash_wear *wear, const lash_rub_result *t) {
  json j = json_object_to(stdout);
  json_string(&j, "law", wear->params.owner);
  json_number(&j, "contact_deg", t->angle * 180 / LASH_PI);
  json_number(&j, "pressure", t->pressure);
  json_number(&j, "depth_i", t->depth[0]);
  json_number(&j, "depth_j", t->depth[1]);
  json_number(&j, "volume_i", t->volume[0]);
  json_number(&j, "volume_j", t->volume[1]);
  json_end(&j);
}

lash_status wear_at_point(const char *law, cli_settings *settings, const cli_settings *at,
                          const show_options *show, lash_error *error) {
  lash_wear wear;
  lash_params size;
  lash_rub x = {.r = 0};
  lash_rub_result t = {.angle = 0};
  lash_status status = lash_wear_begin(&wear, law, error);
  const lash_params *known[] = {&wear.params, &size};
  if (!status) status = cli_settings_apply(settings, &wear.params, error);
  lash_rub_sizes(&wear, &size);
  if (!status) status = cli_settings_apply(settings, &size, error);
  if (!status) status = cli_settings_all_used(settings, known, 2, error);
  if (!status) status = lash_rub_ready(&wear, &size, error);
  if (!status) status = read_rub(&wear, at, &x, error);
  if (!status && (show->csv || show->plot))
    status = lash_fail(error, LASH_UNSUPPORTED,
                       "wear at a point is no curve; `lash wear` draws profiles over cycles");
  if (!status) status = lash_rub_run(&wear, &x, &t, error);
  if (status) return status;
  (show->json ? print_json : print_words)(&wear, &t);
  return LASH_OK;
}
