/* The extension module _lash: errors, arrays, and the list of what it offers. The comfort is in the
 * Python files beside it. */
#include <string.h>

#include "lash_python.h"

PyObject *python_warning;
static PyObject *input_error, *unsupported, *run_error;

/* -------------------------------------------------------------------------------------- errors */

PyObject *python_fail(const lash_error *error) {
  if (python_kernel_raise()) return NULL;
  PyObject *kind = error->status == LASH_BAD_INPUT     ? input_error
                   : error->status == LASH_UNSUPPORTED ? unsupported
                                                       : run_error;
  PyErr_SetString(kind, error->message);
  return NULL;
}

static bool make_errors(PyObject *module) {
  input_error = PyErr_NewException("lash.InputError", PyExc_ValueError, NULL);
  unsupported = PyErr_NewException("lash.Unsupported", PyExc_NotImplementedError, NULL);
  run_error = PyErr_NewException("lash.RunError", PyExc_RuntimeError, NULL);
  python_warning = PyErr_NewException("lash.ModelWarning", PyExc_UserWarning, NULL);
  return input_error && unsupported && run_error && python_warning &&
         PyModule_AddObjectRef(module, "InputError", input_error) == 0 &&
         PyModule_AddObjectRef(module, "Unsupported", unsupported) == 0 &&
         PyModule_AddObjectRef(module, "RunError", run_error) == 0 &&
         PyModule_AddObjectRef(module, "ModelWarning", python_warning) == 0;
}

/* -------------------------------------------------------------------------------------- arrays */

bool python_doubles(PyObject *object, const char *name, Py_ssize_t count, bool writable,
                    Py_buffer *view) {
  memset(view, 0, sizeof *view);
  if (object == Py_None) return true;
  const int flags = PyBUF_C_CONTIGUOUS | PyBUF_FORMAT | (writable ? PyBUF_WRITABLE : 0);
  if (PyObject_GetBuffer(object, view, flags) != 0) return false;
  const Py_ssize_t found = view->itemsize ? view->len / view->itemsize : 0;
  if (!view->format || strcmp(view->format, "d") != 0) {
    PyErr_Format(PyExc_TypeError, "%s must be an array of float64", name);
  } else if (count >= 0 && found != count) {
    PyErr_Format(PyExc_ValueError, "%s has %zd numbers where %zd are wanted", name, found, count);
  } else {
    return true;
  }
  PyBuffer_Release(view);
  return false;
}

/* --------------------------------------------------------------------------- lists, tuples, types
 */

void python_append(PyObject **list, PyObject *item) {
  if (!item || PyList_Append(*list, item) != 0) Py_CLEAR(*list);
  Py_XDECREF(item);
}

PyObject *python_tuple(const double *x, size_t count) {
  PyObject *tuple = PyTuple_New((Py_ssize_t)count);
  for (size_t i = 0; tuple && i < count; i++) {
    PyTuple_SetItem(tuple, (Py_ssize_t)i, PyFloat_FromDouble(x[i]));
  }
  return tuple;
}

PyTypeObject *python_type(PyObject *module, const char *name, size_t size, newfunc make,
                          destructor end, PyMethodDef *methods, const char *words) {
  PyType_Slot slots[] = {{Py_tp_new, make},
                         {Py_tp_dealloc, end},
                         {Py_tp_methods, methods},
                         {Py_tp_doc, (void *)(size_t)words},
                         {0, NULL}};
  PyType_Spec spec = {name, (int)size, 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, slots};
  PyTypeObject *type = (PyTypeObject *)PyType_FromSpec(&spec);
  return type && PyModule_AddType(module, type) == 0 ? type : NULL;
}

void *python_new(PyTypeObject *type) {
  return ((allocfunc)PyType_GetSlot(type, Py_tp_alloc))(type, 0);
}

void python_free(PyObject *self) {
  PyTypeObject *type = Py_TYPE(self);
  ((freefunc)PyType_GetSlot(type, Py_tp_free))(self);
  Py_DECREF(type);
}

/* ---------------------------------------------------------------------------------- parameters */

bool python_settings(PyObject *dict, lash_params *params) {
  PyObject *key, *value;
  Py_ssize_t at = 0;
  lash_error error;
  while (PyDict_Next(dict, &at, &key, &value)) {
    const char *name = PyUnicode_AsUTF8AndSize(key, NULL);
    lash_status status;
    if (!name) return false;
    if (PyUnicode_Check(value)) {
      const char *text = PyUnicode_AsUTF8AndSize(value, NULL);
      if (!text) return false;
      status = lash_params_set(params, name, text, &error);
    } else {
      const double number = PyFloat_AsDouble(value);
      if (number == -1 && PyErr_Occurred()) return false;
      status = lash_params_set_number(params, name, number, &error);
    }
    if (status != LASH_OK) return python_fail(&error), false;
  }
  return true;
}

/* -------------------------------------------------------------------------------------- module */

static PyObject *version(PyObject *Py_UNUSED(self), PyObject *Py_UNUSED(unused)) {
  return PyUnicode_FromString(lash_version());
}

static PyMethodDef functions[] = {{"version", version, METH_NOARGS, "version of the library"},
                                  {NULL, NULL, 0, NULL}};

PyMODINIT_FUNC PyInit__lash(void) {
  static PyModuleDef definition = {.m_base = PyModuleDef_HEAD_INIT,
                                   .m_name = "lash._lash",
                                   .m_doc = "contact and friction laws, runs of mechanisms",
                                   .m_size = -1,
                                   .m_methods = functions};
  static PyMethodDef *const more[] = {python_law_functions,     python_kernel_functions,
                                      python_rig_functions,     python_study_functions,
                                      python_session_functions, python_block_functions};
  PyObject *module = PyModule_Create(&definition);
  bool good = module && make_errors(module) && python_block_types() && python_law_types(module) &&
              python_film_types(module) && python_wear_types(module) &&
              python_session_types(module);
  for (size_t i = 0; good && i < sizeof more / sizeof more[0]; i++) {
    good = PyModule_AddFunctions(module, more[i]) == 0;
  }
  if (good && strcmp(LASH_VERSION, lash_version()) != 0) {
    PyErr_Format(PyExc_ImportError, "this extension was made for Lash %s, the library is %s",
                 LASH_VERSION, lash_version());
    good = false;
  }
  if (good) return module;
  Py_XDECREF(module);
  return NULL;
}
