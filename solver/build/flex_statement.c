#include "lash_flex_statement.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "build.h"
#include "lash_expr.h"
#include "paths.h"

enum { TEXT = 8192 };

static lash_status keep_modes(const lash_flex_body *statement, lash_modal *body,
                              lash_error *error) {
  const size_t count = statement->modes.count;
  if (!count) return LASH_OK;
  size_t *keep = calloc(count, sizeof *keep);
  if (!keep) return lash_out_of_memory(error);
  lash_status status = LASH_OK;
  for (size_t k = 0; k < count && status == LASH_OK; k++) {
    const double number = statement->modes.value[k];
    if (!(number >= 1) || number != floor(number))
      status = lash_fail(error, LASH_BAD_INPUT, "MODES takes mode numbers from 1, not %g", number);
    else
      keep[k] = (size_t)number - 1;
  }
  if (status == LASH_OK) status = lash_modal_select(body, keep, count, error);
  free(keep);
  return status;
}

/* ------------------------------------------------------------------------------------- damping */

/* The text with FXFREQ and FXMODE replaced by numbers. */
static void fill_in(const char *text, double frequency, size_t mode, char out[TEXT]) {
  size_t at = 0;
  for (const char *p = text; *p && at + 40 < TEXT;) {
    const bool word = p == text || !(isalnum((unsigned char)p[-1]) || p[-1] == '_');
    const bool ends = strlen(p) >= 6 && !(isalnum((unsigned char)p[6]) || p[6] == '_');
    if (word && ends && strncasecmp(p, "FXFREQ", 6) == 0) {
      at += (size_t)snprintf(out + at, TEXT - at, "(%.17g)", frequency);
      p += 6;
    } else if (word && ends && strncasecmp(p, "FXMODE", 6) == 0) {
      at += (size_t)snprintf(out + at, TEXT - at, "(%zu)", mode);
      p += 6;
    } else {
      out[at++] = *p++;
    }
  }
  out[at] = '\0';
}

static lash_status damping_ratio(const char *text, const lash_mode *mode, size_t number,
                                 double *ratio, lash_error *error) {
  char own[TEXT];
  lash_expr *expr;
  fill_in(text, mode->frequency, number, own);
  const lash_status status =
      lash_expr_compile(own, &(lash_expr_options){.owner = "CRATIO"}, &expr, error);
  if (status != LASH_OK) return status;
  const bool constant = lash_expr_is_constant(expr, ratio);
  lash_expr_free(expr);
  if (!constant)
    return lash_fail(error, LASH_UNSUPPORTED,
                     "CRATIO may hold numbers, FXFREQ and FXMODE; for more write a Dmpsub and "
                     "CRATIO = USER(...)");
  if (!(*ratio >= 0))
    return lash_fail(error, LASH_BAD_INPUT,
                     "CRATIO gives mode %zu the damping ratio %g; it must "
                     "not be negative",
                     number, *ratio);
  return LASH_OK;
}

static lash_status set_damping(const lash_flex_body *statement, lash_modal *body,
                               lash_error *error) {
  const lash_expression *e = &statement->cratio;
  lash_status status = LASH_OK;
  if (e->user || !e->text) return LASH_OK;
  for (size_t k = 0; k < body->mode_count && status == LASH_OK; k++)
    status = damping_ratio(e->text, &body->mode[k], k + 1, &body->mode[k].damping, error);
  return status;
}

/* ------------------------------------------------------------------------------------- reading */

static lash_status load(const lash_model *model, const lash_flex_body *statement, lash_modal *body,
                        lash_error *error) {
  memset(body, 0, sizeof *body);
  if (!statement->file)
    return lash_fail(error, LASH_BAD_INPUT, "FILE is missing; name a body made by `lash flex`");
  char *path = path_beside(model->file ? model->file : "", statement->file);
  lash_status status =
      path ? lash_modal_open(body, path, error) : lash_fail(error, LASH_FAILURE, "out of memory");
  free(path);
  if (status == LASH_OK) status = keep_modes(statement, body, error);
  if (status == LASH_OK) status = set_damping(statement, body, error);
  const size_t most = body->mode_count;
  if (status == LASH_OK && (statement->dmode.count > most || statement->vmode.count > most))
    status = lash_fail(error, LASH_BAD_INPUT, "DMODE and VMODE take a number per mode, at most %zu",
                       most);
  if (status != LASH_OK) lash_modal_free(body);
  return status;
}

static lash_status find_node(const lash_marker *marker, const lash_modal *body, int *node,
                             lash_error *error) {
  *node = marker->node_id ? lash_modal_find(body, marker->node_id) : -1;
  if (*node >= 0 || !marker->node_id) return LASH_OK;
  return lash_fail(error, LASH_BAD_INPUT,
                   "there is no node %d in body %s of FLEX_BODY/%d, which has %zu nodes; correct "
                   "NODE_ID",
                   marker->node_id, body->name, marker->flex_body.id, body->node_count);
}

lash_status lash_flex_body_load(const lash_model *model, const lash_flex_body *statement,
                                lash_modal *body, double **frequency, lash_error *error) {
  const lash_status status = load(model, statement, body, error);
  if (status != LASH_OK) return lash_build_failed(model, &statement->head, status, error);
  if (frequency) {
    *frequency = calloc(body->mode_count + 1, sizeof **frequency);
    if (!*frequency) {
      lash_modal_free(body);
      return lash_out_of_memory(error);
    }
    for (size_t k = 0; k < body->mode_count; k++) (*frequency)[k] = body->mode[k].frequency;
  }
  const lash_unit_scale *unit = &model->units.scale;
  lash_modal_convert(body, unit->length, unit->mass * model->units.ucf, unit->time);
  return LASH_OK;
}

lash_status lash_flex_body_node(const lash_model *model, const lash_marker *marker,
                                const lash_modal *body, int *node, lash_error *error) {
  return lash_build_failed(model, &marker->head, find_node(marker, body, node, error), error);
}

static void check_markers(lash_model *model, int index, const lash_modal *body) {
  for (size_t m = 0; m < model->marker.count; m++) {
    const lash_marker *marker = &model->marker.item[m];
    lash_error error;
    int node;
    if (marker->flex_body.index == index && find_node(marker, body, &node, &error) != LASH_OK)
      lash_model_report(model, &marker->head, &error);
  }
}

void lash_flex_body_check(lash_model *model) {
  for (size_t k = 0; k < model->flex_body.count; k++) {
    const lash_flex_body *statement = &model->flex_body.item[k];
    lash_modal body;
    lash_error error;
    if (statement->head.faulty) continue;
    const lash_status status = load(model, statement, &body, &error);
    if (status == LASH_OK) {
      check_markers(model, (int)k, &body);
      lash_modal_free(&body);
    } else {
      lash_model_report(model, &statement->head, &error);
    }
  }
}
