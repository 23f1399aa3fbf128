/* Laws whose kernel is a Python function: offered to the library, so that joints of every host can
 * use them by name. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lash_laws.h"
#include "lash_open_law.h"
#include "lash_python.h"

/* ------------------------------------------------------------------------------------ exceptions
 * A kernel has no way to fail but a NaN. What it raised is kept by the thread that called, and
 * raised again when the call into the library is over. */

static _Thread_local struct { PyObject *type, *value, *traceback; } raised;

bool python_kernel_raised(void) { return raised.type != NULL; }

bool python_kernel_raise(void) {
  if (!raised.type) return false;
  PyErr_Restore(raised.type, raised.value, raised.traceback);
  raised.type = raised.value = raised.traceback = NULL;
  return true;
}

static double keep_exception(void) {
  PyErr_Fetch(&raised.type, &raised.value, &raised.traceback);
  return NAN;
}

/* ---------------------------------------------------------------------------------- evaluation */

/* One law: everything the library points to. Never freed: names of laws stay good. */
typedef struct kernel {
  lash_law_library table;
  lash_open_law law;
  lash_param params[LASH_PARAMS_MAX];
  size_t variables;
  PyObject *function; /* (x, p, wanted) -> force, or force and derivatives */
  PyObject *words;    /* keeps the texts alive */
} kernel;

static double take(const kernel *k, PyObject *answer, double *d) {
  if (!d) {
    const double force = PyFloat_AsDouble(answer);
    return force == -1 && PyErr_Occurred() ? keep_exception() : force;
  }
  double value[4];
  const Py_ssize_t count = (Py_ssize_t)k->variables + 1;
  if (!PyTuple_Check(answer) || PyTuple_Size(answer) != count) {
    PyErr_Format(PyExc_TypeError, "law %s: the force and %zu derivatives are wanted", k->law.name,
                 k->variables);
    return keep_exception();
  }
  for (Py_ssize_t i = 0; i < count; i++) {
    value[i] = PyFloat_AsDouble(PyTuple_GetItem(answer, i));
    if (value[i] == -1 && PyErr_Occurred()) return keep_exception();
  }
  memcpy(d, value + 1, k->variables * sizeof *d);
  return value[0];
}

static double evaluate(void *context, const double *p, const double *x, double *d) {
  kernel *k = context;
  if (d) memset(d, 0, k->variables * sizeof *d);
  if (raised.type) return NAN; /* it failed already: the call ends as soon as it can */
  const PyGILState_STATE before = PyGILState_Ensure();
  double force = NAN;
  PyObject *at = python_tuple(x, k->variables), *with = python_tuple(p, k->law.param_count);
  PyObject *answer =
      at && with ? PyObject_CallFunctionObjArgs(k->function, at, with, d ? Py_True : Py_False, NULL)
                 : NULL;
  force = answer ? take(k, answer, d) : keep_exception();
  Py_XDECREF(answer);
  Py_XDECREF(with);
  Py_XDECREF(at);
  PyGILState_Release(before);
  return force;
}

/* --------------------------------------------------------------------------------------- making */

static bool read_params(kernel *k, PyObject *list) {
  const Py_ssize_t count = PyList_Size(list);
  if (count > LASH_PARAMS_MAX) {
    PyErr_Format(PyExc_ValueError, "law %s has %zd parameters; at most %d are possible",
                 k->law.name, count, LASH_PARAMS_MAX);
    return false;
  }
  for (Py_ssize_t i = 0; i < count; i++) {
    lash_param *p = &k->params[i];
    if (!PyArg_ParseTuple(PyList_GetItem(list, i), "sssdddI", &p->name, &p->unit, &p->meaning,
                          &p->standard, &p->min, &p->max, &p->flags))
      return false;
  }
  k->law.param_count = (size_t)count;
  return true;
}

/* offer(source, name, kind, formula, citation, note, derivatives, traits, parameters, function) */
static PyObject *offer(PyObject *Py_UNUSED(self), PyObject *args) {
  const char *source, *kind;
  PyObject *params, *function;
  lash_error error;
  kernel *k = calloc(1, sizeof *k);
  if (!k) return PyErr_NoMemory();
  k->law =
      (lash_open_law){LASH_OPEN_LAW_HEAD, .evaluate = evaluate, .context = k, .params = k->params};
  lash_open_law *law = &k->law;
  if (!PyArg_ParseTuple(args, "sssssssIO!O", &source, &law->name, &kind, &law->formula,
                        &law->citation, &law->note, &law->derivatives, &law->traits, &PyList_Type,
                        &params, &function) ||
      !read_params(k, params)) {
    free(k);
    return NULL;
  }
  const bool friction = strcmp(kind, "friction") == 0;
  law->kind = friction                    ? LASH_OPEN_FRICTION
              : strcmp(kind, "line") == 0 ? LASH_OPEN_LINE
                                          : LASH_OPEN_CONTACT;
  k->variables = friction ? 2 : 3;
  k->table = (lash_law_library){sizeof k->table, LASH_OPEN_LAW_VERSION, law, 1};
  k->function = Py_NewRef(function);
  k->words = Py_NewRef(args);
  if (lash_laws_offer(source, &k->table, &error) == LASH_OK) Py_RETURN_NONE;
  Py_DECREF(k->function);
  Py_DECREF(k->words);
  free(k);
  return python_fail(&error);
}

PyMethodDef python_kernel_functions[] = {
    {"offer", offer, METH_VARARGS, "a law whose kernel is a Python function"},
    {NULL, NULL, 0, NULL}};
