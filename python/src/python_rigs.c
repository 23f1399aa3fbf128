/* Test rigs for single laws: impacts, fits, friction experiments, and what every law must stand. */
#include <stdlib.h>

#include "lash_law_check.h"
#include "lash_python.h"
#include "lash_rigs.h"

/* Room for a curve, and the curve as (names, rows, block). */
static bool curve_begin(lash_curve *curve, size_t rows) {
  *curve = (lash_curve){.capacity = rows};
  curve->data = malloc(rows * LASH_CURVE_COLUMNS_MAX * sizeof *curve->data);
  if (!curve->data) PyErr_NoMemory();
  return curve->data != NULL;
}

static PyObject *curve_take(lash_curve *curve) {
  PyObject *names = PyTuple_New((Py_ssize_t)curve->columns);
  for (size_t i = 0; names && i < curve->columns; i++) {
    PyTuple_SetItem(names, (Py_ssize_t)i, PyUnicode_FromString(curve->names[i]));
  }
  PyObject *block = python_block(curve->data, curve->rows * curve->columns);
  return Py_BuildValue("(NnN)", names, (Py_ssize_t)curve->rows, block);
}

/* impact(law, mass, speed, rows) -> (e_out, time, depth, force, energy, clamped), curve */
static PyObject *impact(PyObject *Py_UNUSED(self), PyObject *args) {
  python_law *law;
  double mass, speed;
  Py_ssize_t rows;
  lash_curve curve;
  lash_impact_result r;
  lash_error error;
  lash_status status;
  if (!PyArg_ParseTuple(args, "O!ddn", python_law_type, &law, &mass, &speed, &rows)) return NULL;
  if (law->rubs || !(mass > 0) || !(speed > 0) || rows < 2)
    return PyErr_Format(PyExc_ValueError,
                        "an impact wants a contact law, a mass > 0, a speed > 0, two rows or more");
  if (!curve_begin(&curve, (size_t)rows)) return NULL;
  Py_BEGIN_ALLOW_THREADS status = lash_impact_run(&law->contact, mass, speed, &r, &curve, &error);
  Py_END_ALLOW_THREADS if (status || python_kernel_raised()) {
    free(curve.data);
    return python_fail(&error);
  }
  return Py_BuildValue("(dddddNN)", r.e_out, r.contact_time, r.delta_max, r.force_max,
                       r.energy_lost, PyBool_FromLong(r.clamped), curve_take(&curve));
}

/* fit(law, mass, speed, restitution, depth_ratio) -> ten numbers of lash_fit_result */
static PyObject *fit(PyObject *Py_UNUSED(self), PyObject *args) {
  python_law *law;
  double mass, speed, restitution, ratio;
  lash_fit_result r;
  lash_error error;
  lash_status status;
  if (!PyArg_ParseTuple(args, "O!dddd", python_law_type, &law, &mass, &speed, &restitution, &ratio))
    return NULL;
  if (law->rubs) return PyErr_Format(PyExc_TypeError, "a contact law is wanted");
  lash_contact contact = law->contact;
  Py_BEGIN_ALLOW_THREADS status =
      lash_fit_run(&contact, mass, speed, restitution, ratio, &r, &error);
  Py_END_ALLOW_THREADS if (status) return python_fail(&error);
  return Py_BuildValue("(ddddddddddd)", r.K, r.n, r.a, r.e_law, r.e_out, r.contact_time,
                       r.delta_max, r.force_max, r.safe_step, r.impact_c, r.impact_d);
}

/* ------------------------------------------------------------------------------------- friction */

static PyObject *rigs(PyObject *Py_UNUSED(self), PyObject *Py_UNUSED(unused)) {
  PyObject *list = PyList_New(0);
  for (size_t i = 0; list && i < lash_rig_count(); i++) {
    const lash_rig *rig = lash_rig_at(i);
    PyObject *names = PyList_New(0);
    for (size_t k = 0; names && k < rig->param_count; k++) {
      python_append(&names, PyUnicode_FromString(rig->params[k].name));
    }
    python_append(
        &list, Py_BuildValue("(ssiiN)", rig->name, rig->summary, rig->plot_x, rig->plot_y, names));
  }
  return list;
}

/* What goes on a rig: a friction law, a film, or on the rig for wear the pair (name, settings). */
static bool is_for(const lash_rig *rig, PyObject *law, lash_wear *wear) {
  const char *name;
  PyObject *settings;
  if (rig->run_wear && PyTuple_Check(law))
    return PyArg_ParseTuple(law, "sO!", &name, &PyDict_Type, &settings) &&
           python_wear_settings(settings, name, wear);
  if (rig->run_film && python_film_of(law)) return true;
  if (rig->run && PyObject_TypeCheck(law, python_law_type) && ((python_law *)law)->rubs)
    return true;
  PyErr_Format(PyExc_ValueError, "rig %s wants a %s law", rig->name,
               rig->run_wear   ? "wear"
               : rig->run_film ? "film"
                               : "friction");
  return false;
}

/* rig(name, law, settings, rows) -> {result: value}, curve */
static PyObject *rig(PyObject *Py_UNUSED(self), PyObject *args) {
  const char *name;
  PyObject *law, *settings;
  lash_wear wear;
  Py_ssize_t rows;
  double values[LASH_RIG_RESULTS_MAX];
  lash_params params;
  lash_curve curve;
  lash_error error;
  lash_status status;
  if (!PyArg_ParseTuple(args, "sOO!n", &name, &law, &PyDict_Type, &settings, &rows)) return NULL;
  const lash_rig *r = lash_rig_find(name);
  if (!r || rows < 2)
    return PyErr_Format(
        PyExc_ValueError,
        !r ? "there is no rig '%s'; lash.rigs() lists them" : "rig %s wants two rows or more",
        name);
  if (!is_for(r, law, &wear)) return NULL;
  lash_params_init(&params, r->name, r->params, r->param_count);
  if (!python_settings(settings, &params) || !curve_begin(&curve, (size_t)rows)) return NULL;
  Py_BEGIN_ALLOW_THREADS status =
      r->run_wear   ? r->run_wear(&wear, &params, values, &curve, &error)
      : r->run_film ? r->run_film(python_film_of(law), &params, values, &curve, &error)
                    : r->run(&((python_law *)law)->friction, &params, values, &curve, &error);
  Py_END_ALLOW_THREADS if (status || python_kernel_raised()) {
    free(curve.data);
    return python_fail(&error);
  }
  PyObject *results = PyDict_New();
  for (size_t i = 0; results && r->results[i]; i++) {
    PyObject *value = PyFloat_FromDouble(values[i]);
    if (value) PyDict_SetItemString(results, r->results[i], value);
    Py_XDECREF(value);
  }
  return Py_BuildValue("(NN)", results, curve_take(&curve));
}

/* ---------------------------------------------------------------------------------------- check */

/* check(law) -> [(what, verdict, worst, limit, words)], verdict 0 met, 1 not met, 2 told */
static PyObject *check(PyObject *Py_UNUSED(self), PyObject *object) {
  python_law *law = (python_law *)object;
  lash_law_findings findings;
  if (!PyObject_TypeCheck(object, python_law_type))
    return PyErr_Format(PyExc_TypeError, "a law is wanted");
  Py_BEGIN_ALLOW_THREADS if (law->rubs) lash_law_check_friction(&law->friction, &findings);
  else lash_law_check_contact(&law->contact, &findings);
  Py_END_ALLOW_THREADS if (python_kernel_raise()) return NULL;
  PyObject *list = PyList_New(0);
  for (size_t i = 0; list && i < findings.count; i++) {
    const lash_law_finding *f = &findings.item[i];
    python_append(&list,
                  Py_BuildValue("(sidds)", f->what, (int)f->verdict, f->worst, f->limit, f->words));
  }
  return list;
}

PyMethodDef python_rig_functions[] = {
    {"impact", impact, METH_VARARGS, "two bodies meet on a contact law"},
    {"fit", fit, METH_VARARGS, "parameters for an impact that is known"},
    {"rigs", rigs, METH_NOARGS, "the experiments"},
    {"rig", rig, METH_VARARGS, "a friction, film or wear law on an experiment"},
    {"check", check, METH_O, "what every law must stand"},
    {NULL, NULL, 0, NULL}};
