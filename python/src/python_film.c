/* Film laws: made, asked at a motion or over arrays of them, described. */
#include <string.h>

#include "lash_python.h"

typedef struct python_film {
  PyObject_HEAD lash_film film;
} python_film;

static PyObject *film_new(PyTypeObject *type, PyObject *args, PyObject *kwargs) {
  static char *names[] = {"name", "settings", NULL};
  const char *name;
  PyObject *settings = NULL;
  lash_error error;
  if (!PyArg_ParseTupleAndKeywords(args, kwargs, "s|O!", names, &name, &PyDict_Type, &settings))
    return NULL;
  python_film *self = python_new(type);
  if (!self) return NULL;
  lash_status status = lash_film_begin(&self->film, name, &error);
  bool told = status == LASH_OK && settings && !python_settings(settings, &self->film.params);
  if (status == LASH_OK && !told) status = lash_film_ready(&self->film, &error);
  if (status == LASH_OK && !told) return (PyObject *)self;
  if (!told) python_fail(&error);
  Py_DECREF(self);
  return NULL;
}

/* ---------------------------------------------------------------------------------- evaluation */

/* The motion: eccentricity, velocity and the two spins, twelve numbers. */
enum { MOTION = 12 };

static void motion_of(const double *x, lash_film_motion *m) {
  memcpy(m->e, x, sizeof m->e);
  memcpy(m->u, x + 3, sizeof m->u);
  memcpy(m->spin_i, x + 6, sizeof m->spin_i);
  memcpy(m->spin_j, x + 9, sizeof m->spin_j);
}

static bool read_motion(PyObject *array, lash_film_motion *m) {
  Py_buffer view;
  if (!python_doubles(array, "motion", MOTION, false, &view)) return false;
  if (!view.buf) return PyErr_SetString(PyExc_TypeError, "motion must be an array"), false;
  motion_of(view.buf, m);
  PyBuffer_Release(&view);
  return true;
}

/* (motion, by) -> power, lost, eps, film, flags, and force with torques; partials into `by`. */
static PyObject *evaluate(PyObject *self, PyObject *args) {
  PyObject *motion, *array;
  lash_film_motion m;
  lash_film_value v;
  Py_buffer by;
  if (!PyArg_ParseTuple(args, "OO", &motion, &array) || !read_motion(motion, &m)) return NULL;
  if (!python_doubles(array, "by", LASH_FILM_ROWS * LASH_FILM_COLUMNS, true, &by)) return NULL;
  lash_film_eval(&((python_film *)self)->film, &m, by.buf != NULL, &v);
  if (by.buf) {
    memcpy(by.buf, v.by, sizeof v.by);
    PyBuffer_Release(&by);
  }
  return Py_BuildValue("(ddd)(ddd)(ddd)ddddI", v.force[0], v.force[1], v.force[2], v.torque_i[0],
                       v.torque_i[1], v.torque_i[2], v.torque_j[0], v.torque_j[1], v.torque_j[2],
                       v.power, v.lost, v.eps, v.film, v.flags);
}

static void evaluate_all(const lash_film *film, const double *x, Py_ssize_t n, double *results) {
  for (Py_ssize_t i = 0; i < n; i++, x += MOTION, results += 13) {
    lash_film_motion m;
    lash_film_value v;
    motion_of(x, &m);
    lash_film_eval(film, &m, false, &v);
    memcpy(results, v.force, sizeof v.force);
    memcpy(results + 3, v.torque_i, sizeof v.torque_i);
    memcpy(results + 6, v.torque_j, sizeof v.torque_j);
    const double rest[] = {v.power, v.lost, v.eps, v.film};
    memcpy(results + 9, rest, sizeof rest);
  }
}

/* n motions of twelve numbers to n rows of thirteen: force, torques, power, lost, eps, film. */
static PyObject *batch(PyObject *self, PyObject *args) {
  PyObject *motions, *array;
  Py_buffer in, out;
  if (!PyArg_ParseTuple(args, "OO", &motions, &array)) return NULL;
  if (!python_doubles(motions, "motions", -1, false, &in)) return NULL;
  const Py_ssize_t n = in.len / (Py_ssize_t)sizeof(double) / MOTION;
  if (!python_doubles(array, "results", 13 * n, true, &out)) return PyBuffer_Release(&in), NULL;
  Py_BEGIN_ALLOW_THREADS if (in.buf && out.buf)
      evaluate_all(&((python_film *)self)->film, in.buf, n, out.buf);
  Py_END_ALLOW_THREADS PyBuffer_Release(&in); /* None has nothing to be released */
  PyBuffer_Release(&out);
  Py_RETURN_NONE;
}

static PyObject *peak(PyObject *self, PyObject *motion) {
  lash_film_motion m;
  if (!read_motion(motion, &m)) return NULL;
  return PyFloat_FromDouble(lash_film_peak(&((python_film *)self)->film, &m));
}

static PyObject *pressure(PyObject *self, PyObject *args) {
  PyObject *motion;
  double angle, z;
  lash_film_motion m;
  if (!PyArg_ParseTuple(args, "Odd", &motion, &angle, &z) || !read_motion(motion, &m)) return NULL;
  return PyFloat_FromDouble(lash_film_pressure(&((python_film *)self)->film, &m, angle, z));
}

/* ---------------------------------------------------------------------------------- description */

PyObject *python_describe_film(const lash_film_law *law, const lash_params *values) {
  return PYTHON_DESCRIBE(law, "film", 0, "exact, by the law itself", values);
}

static PyObject *describe(PyObject *self, PyObject *Py_UNUSED(unused)) {
  const lash_film *film = &((python_film *)self)->film;
  return python_describe_film(film->law, &film->params);
}

static PyObject *numbers(PyObject *self, PyObject *Py_UNUSED(unused)) {
  const lash_film *film = &((python_film *)self)->film;
  return Py_BuildValue("Od", film->law->kind == LASH_FILM_BALL ? Py_True : Py_False,
                       lash_film_viscosity(film));
}

static PyTypeObject *film_type; /* for as long as the module */

const lash_film *python_film_of(PyObject *object) {
  return PyObject_TypeCheck(object, film_type) ? &((python_film *)object)->film : NULL;
}

bool python_film_types(PyObject *module) {
  static PyMethodDef methods[] = {
      {"_eval", evaluate, METH_VARARGS, "(motion, by) -> force, torques, power, …"},
      {"_batch", batch, METH_VARARGS, "(motions, results)"},
      {"_peak", peak, METH_O, "(motion) -> greatest pressure"},
      {"_pressure", pressure, METH_VARARGS, "(motion, angle, z) -> pressure"},
      {"_describe", describe, METH_NOARGS, "words and parameters"},
      {"_numbers", numbers, METH_NOARGS, "is it a ball's, viscosity in force"},
      {NULL, NULL, 0, NULL}};
  film_type = python_type(module, "lash._lash.Film", sizeof(python_film), film_new, python_free,
                          methods, "a film law with its parameters, ready");
  return film_type != NULL;
}
