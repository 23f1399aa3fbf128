/* Run-time functions (DX, VEL, WX, FM, JOINT, …) as routines ask for them by name: the markers and
 * forces are the host's, what the functions mean is in lash_measures.h. */
#include <stdint.h>
#include <string.h>

#include "lash_measures.h"
#include "lash_runtime.h"
#include "lash_space.h"

enum { NAME_MAX_CHARS = 16, ELEMENT_ARGS = 3 };

static const lash_sdk_marker ground = {.axes = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};

/* ---------------------------------------------------------------------------------------- names */

/* What a name stands for, asked with c_sysfnc and with c_sysary: -1 and NULL where only a host can
 * know. */
typedef struct meaning {
  uint64_t letters;
  int kind;
  const lash_measure_array *array;
} meaning;

/* Up to seven letters as one number, in the case they come in; 0 for a longer name. */
static uint64_t letters_of(const char *name) {
  uint64_t letters = 0;
  int shift = 0;
  for (; *name && shift < 56; name++, shift += 8)
    letters |= (uint64_t)(unsigned char)*name << shift;
  return *name ? 0 : letters;
}

/* Routines ask for the same few measures over and over: each thread keeps those it found last, by
 * the letters of their names. */
static const meaning *find(const char *name) {
  enum { SLOT_BITS = 5 };
  static _Thread_local meaning found[1 << SLOT_BITS];
  const uint64_t letters = letters_of(name);
  meaning *slot = &found[letters * 0x9E3779B97F4A7C15u >> (64 - SLOT_BITS)];
  if (!letters || slot->letters != letters)
    *slot = (meaning){letters, lash_measure_find(name), lash_measure_array_find(name)};
  return slot;
}

static void upper_case(const char *name, char upper[NAME_MAX_CHARS]) {
  memset(upper, 0, NAME_MAX_CHARS);
  for (size_t n = 0; name[n] && n + 1 < NAME_MAX_CHARS; n++) {
    const char c = name[n];
    upper[n] = c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
  }
}

static lash_status unknown(const char *name, lash_error *error) {
  return lash_fail(error, LASH_UNSUPPORTED, "the host does not know the function %s", name);
}

static lash_status check_count(const char *name, int least, int most, int count,
                               lash_error *error) {
  if (count >= least && count <= most) return LASH_OK;
  return lash_fail(error, LASH_BAD_INPUT, "%s takes %d to %d arguments, not %d", name, least, most,
                   count);
}

/* -------------------------------------------------------------------------------------- markers */

/* A marker that is not there, or whose acceleration nobody knows yet. */
static lash_status no_motion(const lash_sdk_host *host, const char *name, int id,
                             lash_motion_level level, lash_error *error) {
  if (level != LASH_LEVEL_ACCELERATION || !host->marker ||
      !host->marker(host->data, id, LASH_LEVEL_POSITION))
    return lash_measure_no_marker(name, id, error);
  return lash_fail(error, LASH_UNSUPPORTED,
                   "%s: the acceleration of MARKER/%d is not known while forces are computed; a "
                   "routine that a force depends on cannot ask for it",
                   name, id);
}

/* Markers by id, 0 being ground, as far as the measure's class needs their motion. */
static inline lash_status find_markers(const lash_sdk_host *host, const char *name,
                                       lash_measure_kind kind, const int *id, int count,
                                       lash_measured *at, lash_error *error) {
  static const lash_motion_level levels[] = {[LASH_MEASURE_VELOCITY] = LASH_LEVEL_VELOCITY,
                                             [LASH_MEASURE_ACCELERATION] = LASH_LEVEL_ACCELERATION,
                                             [LASH_MEASURE_MODE_OF_ANALYSIS] = LASH_LEVEL_POSITION};
  const lash_motion_level level = levels[lash_measure_table[kind].depends_on];
  const lash_sdk_marker *mark[4] = {&ground, &ground, &ground, &ground};
  for (int k = 0; k < count; k++) {
    if (k && id[k] == id[k - 1]) { /* one marker often serves as origin, axes and frame */
      mark[k] = mark[k - 1];
    } else if (id[k]) {
      mark[k] = host->marker ? host->marker(host->data, id[k], level) : NULL;
      if (!mark[k]) return no_motion(host, name, id[k], level, error);
    }
  }
  *at = (lash_measured){mark[0], mark[1], mark[2], mark[3] == &ground ? NULL : mark[3], 0};
  return LASH_OK;
}

/* --------------------------------------------------------------------------------------- forces */

static void resolve(const lash_sdk_marker *axes, double six[6]) {
  mat_apply_transposed(axes->axes, six, six);
  mat_apply_transposed(axes->axes, six + 3, six + 3);
}

/* Six force components between markers i and j. */
static lash_status force_between(const lash_sdk_host *host, const char *name, const int *id,
                                 const lash_sdk_marker *axes, double six[6], lash_error *error) {
  if (!host->force || host->force(host->data, id[0], id[1], six) != 0) {
    return lash_fail(error, LASH_UNSUPPORTED, "%s: the host has no force between markers %d and %d",
                     name, id[0], id[1]);
  }
  resolve(axes, six);
  return LASH_OK;
}

static lash_status force_of(const lash_sdk_host *host, lash_measure_kind kind,
                            const lash_measure_question *question, const lash_sdk_marker *axes,
                            double six[6], lash_error *error) {
  const char *statement = lash_measure_statement(kind);
  if (!host->element_force ||
      host->element_force(host->data, statement, question->id, question->on_j, six) != 0) {
    return lash_fail(error, LASH_UNSUPPORTED, "%s: the host has no force of %s/%d",
                     lash_measure_name(kind), statement, question->id);
  }
  resolve(axes, six);
  return LASH_OK;
}

/* -------------------------------------------------------------------------------------- scalars */

/* In a set-up pass nothing can be computed yet, but wrong arguments already show. */
static lash_status scalar(const lash_sdk_host *host, lash_measure_kind kind, const int *args,
                          double *value, lash_error *error) {
  const lash_measure_row *m = &lash_measure_table[kind];
  lash_measure_question question;
  lash_measured at;
  double six[6];
  lash_status status = lash_measure_ask(kind, args, &question, error);
  if (status == LASH_OK) status = find_markers(host, m->name, kind, question.marker, 4, &at, error);
  if (status != LASH_OK) return status;
  const bool turns = host->turns && lash_measure_counts_turns(kind);
  if (!value) {
    if (turns) host->turns(host->data, (int)kind - LASH_MEASURE_AX, args[0], args[1], NULL);
    return LASH_OK;
  }
  if (m->form == LASH_FORM_BETWEEN) {
    status = force_between(host, m->name, question.marker, at.k, six, error);
    if (status == LASH_OK) *value = lash_wrench_component(six, m->pick);
  } else if (m->form == LASH_FORM_ELEMENT) {
    status = force_of(host, kind, &question, at.k, six, error);
    if (status == LASH_OK) *value = lash_wrench_component(six, question.component);
  } else {
    at.component = question.component;
    *value = lash_motion_measure(kind, &at);
    if (turns) host->turns(host->data, (int)kind - LASH_MEASURE_AX, args[0], args[1], value);
  }
  return status;
}

lash_status lash_sdk_scalar(const lash_sdk_host *host, const char *name, const int *par, int npar,
                            double *value, lash_error *error) {
  const meaning *means = find(name);
  if (means->kind < 0 || lash_measure_table[means->kind].form == LASH_FORM_ASKED) {
    double ignored;
    char upper[NAME_MAX_CHARS];
    upper_case(name, upper);
    const bool served = !means->array && host->scalar &&
                        !host->scalar(host->data, upper, par, npar, value ? value : &ignored);
    return served ? LASH_OK : unknown(upper, error);
  }
  const lash_measure_kind kind = (lash_measure_kind)means->kind;
  const lash_measure_row *m = &lash_measure_table[kind];
  const bool element = m->form == LASH_FORM_ELEMENT && m->least > ELEMENT_ARGS;
  int args[LASH_MEASURE_ARGS] = {0};
  const lash_status status =
      check_count(m->name, element ? ELEMENT_ARGS : m->least, m->most, npar, error);
  if (status != LASH_OK) return status;
  for (int k = 0; k < npar; k++) args[k] = par[k];
  return scalar(host, kind, args, value, error);
}

/* --------------------------------------------------------------------------------------- arrays */

lash_status lash_sdk_array(const lash_sdk_host *host, const char *name, const int *par, int npar,
                           double *values, int *count, lash_error *error) {
  const meaning *means = find(name);
  const lash_measure_array *array = means->array;
  *count = 0;
  if (!array) {
    char upper[NAME_MAX_CHARS];
    upper_case(name, upper);
    const bool mine = means->kind >= 0 && lash_measure_table[means->kind].form != LASH_FORM_ASKED;
    const bool served =
        !mine && host->array && !host->array(host->data, upper, par, npar, values, count);
    if (!served) *count = 0;
    return served ? LASH_OK : unknown(upper, error);
  }
  lash_measured at;
  *count = array->count;
  lash_status status = check_count(array->name, 1, array->most, npar, error);
  if (status == LASH_OK)
    status = find_markers(host, array->name, array->kind[0], par, npar, &at, error);
  if (status != LASH_OK || !values) return status;
  const lash_measure_row *first = &lash_measure_table[array->kind[0]];
  if (first->form != LASH_FORM_BETWEEN) {
    lash_motion_array(array, &at, values);
    return LASH_OK;
  }
  const int between[2] = {par[0], npar > 1 ? par[1] : 0};
  double six[6];
  status = force_between(host, array->name, between, at.k, six, error);
  if (status == LASH_OK)
    memcpy(values, six + (first->pick > 5 ? 3 : 0), (size_t)array->count * sizeof *values);
  return status;
}
