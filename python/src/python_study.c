/* Studies: sweeps, comparisons of laws, the published mechanisms. Points run in processes forked
 * from this one while it holds Python's lock, so that they may call Python too. */
#include <math.h>
#include <stdlib.h>

#include "lash_python.h"
#include "lash_sweep.h"
#include "lash_validation.h"
#include "lash_variants.h"

/* A study with what it points to: texts of Python's, kept in a list. */
typedef struct studied {
  lash_study study;
  PyObject *texts;
} studied;

static void studied_close(studied *s) {
  lash_study_close(&s->study);
  Py_CLEAR(s->texts);
}

/* The dataset with settings and run options of a dict, and measures; false with an exception. */
static bool studied_open(studied *s, const char *model, PyObject *options, PyObject *measures) {
  lash_error error;
  lash_status status = lash_study_open(&s->study, model, &error);
  s->texts = PyList_New(0);
  bool good = !status && s->texts;
  if (status) python_fail(&error);
  if (good) good = python_run_options(options, &s->study.run, s->texts);
  if (good) {
    s->study.sets = s->study.run.sets;
    s->study.run.sets.count = 0;
  }
  for (Py_ssize_t i = 0; good && i < PyList_Size(measures); i++) {
    const char *text = PyUnicode_AsUTF8AndSize(PyList_GetItem(measures, i), NULL);
    good = text && !lash_measures_parse(text, &s->study.model, &s->study.measures, &error);
    if (text && !good) python_fail(&error);
  }
  if (good) return true;
  studied_close(s);
  return false;
}

/* Asked several times a second while processes work: false when Ctrl-C was typed. */
static bool go_on(void) { return PyErr_CheckSignals() == 0; }

static PyObject *measure_names(const lash_measures *m) {
  PyObject *names = PyList_New(0);
  for (size_t i = 0; names && i < m->count; i++) {
    python_append(&names, PyUnicode_FromString(m->item[i].text));
  }
  return names;
}

/* --------------------------------------------------------------------------------------- sweeps */

static bool sweep_stop(void *context) {
  (void)context;
  return !go_on();
}

/* values of parameters, then of measures, a row per point; NAN where there is none */
static PyObject *points_of(const lash_plan *plan, const lash_sweep *sweep, size_t measures) {
  const size_t width = plan->parameters + measures;
  double *table = malloc((plan->points * width + 1) * sizeof *table);
  PyObject *reasons = PyDict_New();
  for (size_t p = 0; table && reasons && p < plan->points; p++) {
    const lash_point *point = &sweep->point[p];
    double *row = table + p * width;
    char text[LASH_WORD_MAX];
    for (size_t k = 0; k < plan->parameters; k++) lash_plan_value(plan, p, k, text, &row[k]);
    for (size_t k = 0; k < measures; k++) {
      row[plan->parameters + k] = point->state == LASH_POINT_DONE ? point->values[k] : NAN;
    }
    if (point->state == LASH_POINT_DONE) continue;
    PyObject *at = PyLong_FromSize_t(p);
    PyObject *why = PyUnicode_FromString(point->reason ? point->reason : "not computed");
    if (at && why) PyDict_SetItem(reasons, at, why);
    Py_XDECREF(at);
    Py_XDECREF(why);
  }
  return Py_BuildValue("(nNN)", (Py_ssize_t)width, python_block(table, plan->points * width),
                       reasons);
}

/* sweep(model, options, vary, measures, points, seed, folder, jobs, retry) ->
 * names of parameters, of measures, (width, table, reasons) */
static PyObject *sweep(PyObject *Py_UNUSED(self), PyObject *args) {
  const char *model, *folder;
  PyObject *options, *vary, *measures, *result = NULL;
  Py_ssize_t points, seed;
  int jobs, retry;
  lash_error error;
  studied s = {0};
  static lash_plan none;
  lash_plan plan = none;
  if (!PyArg_ParseTuple(args, "sO!O!O!nnsip", &model, &PyDict_Type, &options, &PyList_Type, &vary,
                        &PyList_Type, &measures, &points, &seed, &folder, &jobs, &retry) ||
      !studied_open(&s, model, options, measures))
    return NULL;
  lash_status status = LASH_OK;
  for (Py_ssize_t i = 0; !status && i < PyList_Size(vary); i++) {
    const char *text = PyUnicode_AsUTF8AndSize(PyList_GetItem(vary, i), NULL);
    status = text ? lash_plan_add(&plan, text, &error)
                  : lash_fail(&error, LASH_BAD_INPUT, "what varies is a list of texts");
  }
  if (!status) status = lash_plan_finish(&plan, &s.study, (size_t)points, (uint64_t)seed, &error);
  if (!status) status = lash_plan_check(&plan, &s.study, &error);
  const lash_sweep_options how = {.study = &s.study,
                                  .plan = &plan,
                                  .folder = folder,
                                  .slices = 1,
                                  .side_by_side = jobs,
                                  .retry_failed = retry != 0,
                                  .stop = sweep_stop};
  lash_sweep *done = NULL;
  if (!status) status = lash_sweep_run(&how, &done, &error);
  if (status && !PyErr_Occurred()) python_fail(&error);
  if (!status && !PyErr_Occurred()) {
    PyObject *names = PyList_New(0);
    for (size_t k = 0; names && k < plan.parameters; k++) {
      python_append(&names, PyUnicode_FromString(plan.parameter[k].name));
    }
    result = Py_BuildValue("(NNN)", names, measure_names(&s.study.measures),
                           points_of(&plan, done, s.study.measures.count));
  }
  if (done) lash_sweep_free(done);
  lash_plan_free(&plan);
  studied_close(&s);
  return result;
}

/* ---------------------------------------------------------------------------------- comparisons */

static bool compare_progress(void *context, size_t done, size_t all) {
  (void)context, (void)done, (void)all;
  return go_on();
}

static PyObject *variant_of(const lash_variants *c, const lash_variant *v) {
  const size_t measures = c->study->measures.count, members = c->members ? c->members : 1;
  double *values = malloc((members * measures + 1) * sizeof *values);
  for (size_t i = 0; values && i < members * measures; i++) {
    values[i] = v->values ? v->values[i] : NAN;
  }
  PyObject *probability = PyList_New(0);
  for (size_t k = 0; probability && k < measures; k++) {
    python_append(&probability, PyFloat_FromDouble(v->probability[k]));
  }
  return Py_BuildValue("(sNNnz)", v->name, python_block(values, members * measures), probability,
                       (Py_ssize_t)v->failed, v->failed ? v->failure.message : NULL);
}

/* compare(model, options, (laws, friction, film, wear, rolling), params, measures, members,
 * scatter, jobs) -> measures, threshold, [(name, values, probabilities, failed, reason)] */
static PyObject *compare(PyObject *Py_UNUSED(self), PyObject *args) {
  const char *model;
  lash_variation wanted = {0};
  PyObject *options, *params, *measures, *result = NULL;
  Py_ssize_t members;
  double scatter;
  int jobs;
  lash_error error;
  studied s = {0};
  if (!PyArg_ParseTuple(args, "sO!(zzzzz)O!O!ndi", &model, &PyDict_Type, &options, &wanted.laws,
                        &wanted.friction, &wanted.film, &wanted.wear, &wanted.rolling, &PyList_Type,
                        &params, &PyList_Type, &measures, &members, &scatter, &jobs) ||
      !studied_open(&s, model, options, measures))
    return NULL;
  lash_texts_list given = {.count = 0}, none = {.count = 0};
  lash_variants *c = calloc(1, sizeof *c);
  if (!c || !python_texts(params, &given, s.texts)) {
    free(c);
    studied_close(&s);
    return PyErr_Occurred() ? NULL : PyErr_NoMemory();
  }
  c->study = &s.study;
  c->members = (size_t)members;
  c->scatter = scatter;
  c->side_by_side = jobs;
  wanted.params = &given;
  wanted.choices = &none;
  lash_status status = lash_variants_of_laws(&wanted, c, &error);
  if (!status) status = lash_variants_run(c, compare_progress, NULL, &error);
  if (status && !PyErr_Occurred()) python_fail(&error);
  if (!status && !PyErr_Occurred()) {
    PyObject *list = PyList_New(0);
    for (size_t i = 0; list && i < c->count; i++) {
      python_append(&list, variant_of(c, &c->variant[i]));
    }
    result =
        Py_BuildValue("(NdN)", measure_names(&s.study.measures), lash_variants_threshold(c), list);
  }
  lash_variants_free(c);
  free(c);
  studied_close(&s);
  return result;
}

/* ----------------------------------------------------------------------------------- validation */

static bool validate_progress(void *context, size_t finished, size_t failed, size_t all) {
  (void)context, (void)finished, (void)failed, (void)all;
  return go_on();
}

static PyObject *case_of(const lash_validation_case *c) {
  PyObject *claims = PyList_New(0);
  for (size_t i = 0; claims && i < c->claim_count; i++) {
    const lash_claim *r = &c->claim[i];
    python_append(
        &claims, Py_BuildValue("(sssssdssN)", r->id, r->reading, r->quantity, r->published, r->unit,
                               r->computed, lash_verdict_name(r->verdict), r->expected,
                               PyBool_FromLong(r->surprise)));
  }
  return Py_BuildValue("(sNds)", c->name, claims, c->seconds, c->failed);
}

/* validate(names, folder, out, host, quick, single, jobs) -> [(name, claims, seconds, failed)] */
static PyObject *validate(PyObject *Py_UNUSED(self), PyObject *args) {
  enum { NAMES_MAX = 64 };
  const char *folder, *out, *host, *name[NAMES_MAX];
  PyObject *names, *list = NULL;
  int quick, single, jobs;
  lash_error error;
  lash_validation *v = NULL;
  if (!PyArg_ParseTuple(args, "O!zzzppi", &PyList_Type, &names, &folder, &out, &host, &quick,
                        &single, &jobs))
    return NULL;
  const Py_ssize_t count = PyList_Size(names);
  for (Py_ssize_t i = 0; i < count && i < NAMES_MAX; i++) {
    name[i] = PyUnicode_AsUTF8AndSize(PyList_GetItem(names, i), NULL);
    if (!name[i]) return NULL;
  }
  char *found = folder ? NULL : lash_validation_folder();
  const lash_validation_options how = {
      .folder = folder ? folder : found,
      .host = host,
      .out = out,
      .names = count ? name : NULL,
      .name_count = (size_t)(count < NAMES_MAX ? count : NAMES_MAX),
      .jobs = jobs,
      .quick = quick != 0,
      .single = single != 0,
      .run_done = validate_progress};
  const lash_status status = lash_validate(&how, &v, &error);
  free(found);
  if (status && !PyErr_Occurred()) python_fail(&error);
  if (!status && !PyErr_Occurred()) {
    list = PyList_New(0);
    for (size_t i = 0; list && i < v->count; i++) {
      python_append(&list, case_of(&v->item[i]));
    }
  }
  if (v) lash_validation_free(v);
  return list;
}

PyMethodDef python_study_functions[] = {
    {"sweep", sweep, METH_VARARGS, "a dataset at many points"},
    {"compare", compare, METH_VARARGS, "a dataset under several laws"},
    {"validate", validate, METH_VARARGS, "the published mechanisms"},
    {NULL, NULL, 0, NULL}};
