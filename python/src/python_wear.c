/* Wear laws: made for surfaces of given sizes, asked for what a way slid takes off, described. */
#include "lash_python.h"
#include "lash_rigs.h"

typedef struct python_wear {
  PyObject_HEAD lash_wear wear;
} python_wear;

bool python_wear_settings(PyObject *settings, const char *name, lash_wear *wear) {
  lash_error error;
  if (lash_wear_begin(wear, name, &error)) return python_fail(&error), false;
  return python_settings(settings, &wear->params);
}

static bool make_ready(PyObject *sizes, lash_wear *wear) {
  lash_params size;
  lash_error error;
  lash_rub_sizes(wear, &size);
  if (!python_settings(sizes, &size)) return false;
  if (lash_rub_ready(wear, &size, &error)) return python_fail(&error), false;
  return true;
}

static PyObject *wear_new(PyTypeObject *type, PyObject *args, PyObject *kwargs) {
  static char *names[] = {"name", "settings", "sizes", NULL};
  const char *name;
  PyObject *settings, *sizes;
  if (!PyArg_ParseTupleAndKeywords(args, kwargs, "sO!O!", names, &name, &PyDict_Type, &settings,
                                   &PyDict_Type, &sizes))
    return NULL;
  python_wear *self = python_new(type);
  if (self &&
      !(python_wear_settings(settings, name, &self->wear) && make_ready(sizes, &self->wear)))
    Py_CLEAR(self);
  return (PyObject *)self;
}

/* (r, load, way) -> half the arc, pressure, depths, volumes */
static PyObject *rub(PyObject *self, PyObject *args) {
  lash_rub x;
  lash_rub_result t;
  lash_error error;
  if (!PyArg_ParseTuple(args, "ddd", &x.r, &x.load, &x.way)) return NULL;
  if (lash_rub_run(&((python_wear *)self)->wear, &x, &t, &error)) return python_fail(&error);
  return Py_BuildValue("(dddddd)", t.angle, t.pressure, t.depth[0], t.depth[1], t.volume[0],
                       t.volume[1]);
}

PyObject *python_describe_wear(const lash_wear_words *law, const lash_params *values) {
  return PYTHON_DESCRIBE(law, "wear", 0, "none asked", values);
}

static PyObject *describe(PyObject *self, PyObject *Py_UNUSED(unused)) {
  const lash_wear *wear = &((python_wear *)self)->wear;
  return python_describe_wear(lash_wear_law_at(wear->law), &wear->params);
}

bool python_wear_types(PyObject *module) {
  static PyMethodDef methods[] = {
      {"_rub", rub, METH_VARARGS, "(r, load, way) -> angle, pressure, depths, volumes"},
      {"_describe", describe, METH_NOARGS, "words and parameters"},
      {NULL, NULL, 0, NULL}};
  return python_type(module, "lash._lash.Wear", sizeof(python_wear), wear_new, python_free, methods,
                     "a wear law with its parameters and sizes, ready") != NULL;
}
