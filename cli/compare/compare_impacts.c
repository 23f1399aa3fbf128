/* Contacts seen in several hosts: when the first begins, how fast, and how hard it is. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare_hosts.h"
#include "lash_space.h"
#include "output.h"

/* ------------------------------------------------------------------------------------- watching */

/* Number of a marker's part among the moving bodies, or -1. */
static int body_of_marker(const lash_model *model, int marker) {
  if (marker < 0) return -1;
  const lash_marker *m = &model->marker.item[marker];
  int parts = 0;
  for (size_t k = 0; k < model->part.count; k++) {
    if ((int)k == m->part.index) return model->part.item[k].ground ? -1 : parts;
    parts += !model->part.item[k].ground;
  }
  return m->point_mass.index >= 0 ? parts + m->point_mass.index : -1;
}

static void add(host_impacts *impacts, const lash_model *model, const lash_element *head,
                const lash_expression *function, const lash_ref *i, const lash_ref *j) {
  if (!head->active || !function->user) return;
  impacts->item[impacts->count++] = (host_impact){.head = head,
                                                  .part_j = body_of_marker(model, j->index),
                                                  .marker_i = i->id,
                                                  .time = NAN,
                                                  .before = {NAN, 0, 0, 0}};
}

lash_status host_impacts_begin(host_impacts *impacts, const lash_model *model, lash_error *error) {
  const size_t forces = model->gforce.count + model->vforce.count + model->sforce.count;
  impacts->item = calloc(forces + 1, sizeof *impacts->item);
  impacts->bodies =
      calloc(model->part.count + model->point_mass.count + 1, sizeof *impacts->bodies);
  if (!impacts->item || !impacts->bodies) {
    return lash_fail(error, LASH_FAILURE, "out of memory for the contacts");
  }
  const struct {
    const lash_vector_force *item;
    size_t count;
  } vectors[] = {{model->gforce.item, model->gforce.count},
                 {model->vforce.item, model->vforce.count}};
  for (size_t l = 0; l < 2; l++) {
    for (size_t k = 0; k < vectors[l].count; k++) {
      const lash_vector_force *f = &vectors[l].item[k];
      add(impacts, model, &f->head, &f->function, &f->i, &f->jfloat);
    }
  }
  for (size_t k = 0; k < model->sforce.count; k++) {
    const lash_sforce *f = &model->sforce.item[k];
    add(impacts, model, &f->head, &f->function, &f->i, &f->j);
  }
  return LASH_OK;
}

void host_impacts_free(host_impacts *impacts) {
  free(impacts->item);
  free(impacts->bodies);
}

/* Velocity of marker I against the material of J's part where I is. */
static lash_status relative_velocity(const host_impacts *impacts, const host_impact *impact,
                                     lash_host *host, double u[3], lash_error *error) {
  lash_sdk_marker i;
  const lash_status status = lash_host_marker(host, impact->marker_i, &i, error);
  copy3(i.v, u);
  if (status != LASH_OK || impact->part_j < 0) return status;
  const lash_host_body *b = &impacts->bodies[impact->part_j];
  for (int k = 0; k < 3; k++) {
    const int l = (k + 1) % 3, m = (k + 2) % 3;
    u[k] -= b->v[k] + b->w[l] * (i.r[m] - b->r[m]) - b->w[m] * (i.r[l] - b->r[l]);
  }
  return LASH_OK;
}

static lash_status watch(const host_impacts *impacts, host_impact *impact, lash_host *host,
                         lash_error *error) {
  double wrench[6], u[3];
  lash_status status = lash_host_force(host, lash_kind_name(impact->head->kind), impact->head->id,
                                       false, wrench, error);
  if (status == LASH_OK) status = relative_velocity(impacts, impact, host, u, error);
  if (status != LASH_OK) return status;
  const double force = sqrt(dot3(wrench, wrench));
  if (force > 0 && isnan(impact->time)) {
    impact->time = lash_host_time(host);
    impact->over = isnan(impact->before[0]); /* it pressed from the start: no impact */
    impact->speed = impact->over ? NAN : -dot3(impact->before + 1, wrench) / force;
  }
  if (force > 0) {
    impact->peak = fmax(impact->peak, force);
  } else if (isnan(impact->time)) {
    impact->before[0] = lash_host_time(host);
    memcpy(impact->before + 1, u, sizeof u);
  } else {
    impact->over = true;
  }
  return LASH_OK;
}

lash_status host_impacts_watch(host_impacts *impacts, lash_host *host, lash_error *error) {
  if (impacts->count == 0) return LASH_OK;
  lash_status status = lash_host_bodies(host, impacts->bodies, error);
  for (size_t k = 0; k < impacts->count && status == LASH_OK; k++) {
    if (!impacts->item[k].over) status = watch(impacts, &impacts->item[k], host, error);
  }
  return status;
}

/* -------------------------------------------------------------------------------------- showing */

static void cell(table *t, double value, double first, bool is_first) {
  table_number(t, value);
  table_format(t, is_first || first == 0 ? "" : "%+.3f %%", 100 * (value / first - 1));
}

void host_impacts_print(const host_record *list, size_t count) {
  bool any = false;
  table t = table_with("contact", "host", "begins at", "diff", "speed", "diff ", "peak force",
                       "diff", NULL);
  for (size_t k = 0; k < list[0].impacts.count; k++) {
    const host_impact *first = &list[0].impacts.item[k];
    for (size_t h = 0; h < count && isfinite(first->speed) && isfinite(first->time); h++) {
      const host_impact *impact = &list[h].impacts.item[k];
      table_format(&t, "%s/%d", lash_kind_name(impact->head->kind), impact->head->id);
      table_text(&t, list[h].host);
      cell(&t, impact->time, first->time, h == 0);
      cell(&t, impact->speed, first->speed, h == 0);
      cell(&t, impact->peak, first->peak, h == 0);
      any = true;
    }
  }
  if (any) {
    puts("First contact of each force by subroutine, as outputs show it:");
    table_print(&t, stdout);
  }
  table_free(&t);
}

void host_impacts_json(json *j, const host_impacts *impacts) {
  json_array(j, "first_contacts");
  for (size_t k = 0; k < impacts->count; k++) {
    const host_impact *impact = &impacts->item[k];
    if (!isfinite(impact->time)) continue;
    json_object(j, NULL);
    json_string(j, "statement", lash_kind_name(impact->head->kind));
    json_integer(j, "id", impact->head->id);
    json_number(j, "time", impact->time);
    json_number(j, "approach_speed", impact->speed);
    json_number(j, "peak_force", impact->peak);
    json_object_end(j);
  }
  json_array_end(j);
}
