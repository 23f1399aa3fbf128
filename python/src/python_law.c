/* Laws: made, asked singly and in batches, described. */
#include <math.h>
#include <string.h>

#include "lash_laws.h"
#include "lash_python.h"
#include "lash_spin.h"

PyTypeObject *python_law_type;

/* -------------------------------------------------------------------------------------- making */

static lash_status begin(python_law *law, const char *name, const char *folder, Py_ssize_t dim,
                         lash_error *error) {
  lash_laws_entry entry;
  lash_status status;
  Py_BEGIN_ALLOW_THREADS /* other threads may be inside with a kernel that waits for Python */
      status = lash_laws_find(name, folder, &entry, error);
  Py_END_ALLOW_THREADS if (status) return status;
  if (!entry.contact && !entry.friction)
    return lash_fail(error, LASH_BAD_INPUT,
                     "'%s' is a film law: lash.law() makes a lash.Film of it", name);
  law->rubs = !entry.contact;
  if (law->rubs) return lash_friction_choose(&law->friction, entry.friction, (size_t)dim, error);
  lash_contact_choose(&law->contact, entry.contact);
  return LASH_OK;
}

static lash_params *params_of(python_law *law) {
  return law->rubs ? &law->friction.params : &law->contact.params;
}

static PyObject *law_new(PyTypeObject *type, PyObject *args, PyObject *kwargs) {
  static char *names[] = {"name", "settings", "folder", "dim", "touching", NULL};
  const char *name, *folder = NULL;
  PyObject *settings = NULL;
  Py_ssize_t dim = 1;
  int touching = 0;
  if (!PyArg_ParseTupleAndKeywords(args, kwargs, "s|O!znp", names, &name, &PyDict_Type, &settings,
                                   &folder, &dim, &touching))
    return NULL;
  python_law *law = python_new(type);
  if (!law) return NULL;
  lash_error error;
  lash_status status = begin(law, name, folder, dim, &error);
  if (!status && law->rubs && touching) lash_friction_for_contact(&law->friction);
  if (!status && settings && !python_settings(settings, params_of(law))) goto failed;
  if (!status) {
    status = law->rubs ? lash_friction_ready(&law->friction, &error)
                       : lash_contact_ready(&law->contact, &error);
  }
  if (!status) return (PyObject *)law;
  python_fail(&error);
failed:
  Py_DECREF(law);
  return NULL;
}

/* ---------------------------------------------------------------------------------- evaluation */

static bool is_kind(const python_law *law, bool rubs) {
  if (law->rubs == rubs) return true;
  PyErr_Format(PyExc_TypeError, "%s is a %s law",
               law->rubs ? law->friction.law->name : law->contact.law->name,
               law->rubs ? "friction" : "contact");
  return false;
}

static PyObject *contact(PyObject *self, PyObject *args) {
  const python_law *law = (python_law *)self;
  double delta, v, v0;
  if (!is_kind(law, false) || !PyArg_ParseTuple(args, "ddd", &delta, &v, &v0)) return NULL;
  const lash_contact_value f = lash_contact_eval(&law->contact, delta, v, v0);
  if (python_kernel_raise()) return NULL;
  return Py_BuildValue("ddddI", f.force, f.d_delta, f.d_v, f.d_v0, f.flags);
}

enum { VIEWS_MAX = 7 };

typedef struct views {
  Py_buffer item[VIEWS_MAX];
  size_t count;
} views;

static void views_release(views *v) {
  for (size_t i = 0; i < v->count; i++) {
    if (v->item[i].buf) PyBuffer_Release(&v->item[i]);
  }
}

/* The arrays of a batch: all as long as the first, but the states, `states` times as long. */
static bool views_take(views *v, PyObject *args, const char *const *names, size_t inputs,
                       Py_ssize_t states, Py_ssize_t *n) {
  v->count = 0;
  *n = -1;
  for (size_t i = 0; names[i]; i++) {
    PyObject *array = PyTuple_GetItem(args, (Py_ssize_t)i);
    const bool many = names[i][0] == 'z';
    if (!array) return views_release(v), false;
    if (!python_doubles(array, names[i],
                        *n < 0 ? -1
                        : many ? *n * states
                               : *n,
                        i >= inputs, &v->item[i])) {
      return views_release(v), false;
    }
    v->count = i + 1;
    if (*n < 0) *n = v->item[i].len / (Py_ssize_t)sizeof(double);
    if (v->item[i].buf || (many && states == 0) || i >= inputs) continue;
    PyErr_Format(PyExc_TypeError, "%s must be an array", names[i]);
    return views_release(v), false;
  }
  return true;
}

static PyObject *contact_batch(PyObject *self, PyObject *args) {
  static const char *const names[] = {"delta", "v", "v0", "force", "d_delta", "d_v", NULL};
  const python_law *law = (python_law *)self;
  views a;
  Py_ssize_t n;
  size_t beyond;
  if (!is_kind(law, false) || !views_take(&a, args, names, 3, 0, &n)) return NULL;
  for (size_t i = 3; i < 6; i++) {
    if (a.item[i].buf) continue;
    PyErr_Format(PyExc_TypeError, "%s must be an array", names[i]);
    return views_release(&a), NULL;
  }
  Py_BEGIN_ALLOW_THREADS beyond =
      lash_contact_batch(&law->contact, (size_t)n, a.item[0].buf, a.item[1].buf, a.item[2].buf,
                         a.item[3].buf, a.item[4].buf, a.item[5].buf);
  Py_END_ALLOW_THREADS views_release(&a);
  return python_kernel_raise() ? NULL : PyLong_FromSize_t(beyond);
}

static PyObject *friction_batch(PyObject *self, PyObject *args) {
  static const char *const names[] = {"vt",   "normal",   "z",    "force",
                                      "d_vt", "d_normal", "zdot", NULL};
  const python_law *law = (python_law *)self;
  views a;
  Py_ssize_t n;
  if (!is_kind(law, true)) return NULL;
  if (law->friction.dim != 1)
    return PyErr_Format(PyExc_ValueError, "batches are for laws on a line, dim=1");
  const size_t states = lash_friction_states(&law->friction);
  if (!views_take(&a, args, names, 3, (Py_ssize_t)states, &n)) return NULL;
  Py_BEGIN_ALLOW_THREADS lash_friction_batch(&law->friction, (size_t)n, a.item[0].buf,
                                             a.item[1].buf, a.item[2].buf, a.item[3].buf,
                                             a.item[4].buf, a.item[5].buf, a.item[6].buf);
  Py_END_ALLOW_THREADS views_release(&a);
  if (python_kernel_raise()) return NULL;
  Py_RETURN_NONE;
}

/* A number, or as many as the law has dimensions. */
static bool vector(PyObject *object, size_t dim, double *x) {
  memset(x, 0, LASH_FRICTION_DIMS * sizeof *x);
  if (PyFloat_Check(object) || PyLong_Check(object)) {
    x[0] = PyFloat_AsDouble(object);
    return !PyErr_Occurred();
  }
  const Py_ssize_t length = PySequence_Size(object);
  if (length < 0) return false;
  if ((size_t)length != dim) {
    PyErr_Format(PyExc_ValueError, "%zd numbers where the law has dim=%zu", length, dim);
    return false;
  }
  for (size_t i = 0; i < dim; i++) {
    PyObject *item = PySequence_GetItem(object, (Py_ssize_t)i);
    x[i] = item ? PyFloat_AsDouble(item) : 0;
    Py_XDECREF(item);
    if (PyErr_Occurred()) return false;
  }
  return true;
}

/* vt, normal, load and a copy of the states, which are those at rest when None. */
static bool friction_input(const python_law *law, PyObject *vt, double normal, PyObject *load,
                           PyObject *states, lash_friction_input *in, double *z) {
  const size_t count = lash_friction_states(&law->friction);
  Py_buffer view;
  *in = (lash_friction_input){.normal = normal, .z = count ? z : NULL};
  if (!vector(vt, law->friction.dim, in->vt)) return false;
  if (load != Py_None && !vector(load, law->friction.dim, in->load)) return false;
  lash_friction_reset(&law->friction, z);
  if (states == Py_None) return true;
  if (!python_doubles(states, "z", (Py_ssize_t)count, false, &view)) return false;
  memcpy(z, view.buf, count * sizeof *z);
  PyBuffer_Release(&view);
  return true;
}

/* rows by columns numbers that stand `stride` apart */
static PyObject *table_of(const double *x, size_t rows, size_t columns, size_t stride) {
  PyObject *table = PyTuple_New((Py_ssize_t)rows);
  for (size_t i = 0; table && i < rows; i++) {
    PyTuple_SetItem(table, (Py_ssize_t)i, python_tuple(x + i * stride, columns));
  }
  return table;
}

static PyObject *friction(PyObject *self, PyObject *args) {
  const python_law *law = (python_law *)self;
  PyObject *vt, *load, *states;
  double normal, z[LASH_FRICTION_STATES_MAX];
  lash_friction_input in;
  lash_friction_value f;
  if (!is_kind(law, true) || !PyArg_ParseTuple(args, "OdOO", &vt, &normal, &load, &states) ||
      !friction_input(law, vt, normal, load, states, &in, z))
    return NULL;
  lash_friction_force(&law->friction, &in, &f);
  if (python_kernel_raise()) return NULL;
  const size_t dim = law->friction.dim, count = lash_friction_states(&law->friction);
  if (dim == 1) {
    return Py_BuildValue("ddddN", f.force[0], f.d_vt[0][0], f.d_normal[0], f.d_load[0][0],
                         python_tuple(f.d_z[0], count));
  }
  return Py_BuildValue(
      "NNNNN", python_tuple(f.force, dim), table_of(f.d_vt[0], dim, dim, LASH_FRICTION_DIMS),
      python_tuple(f.d_normal, dim), table_of(f.d_load[0], dim, dim, LASH_FRICTION_DIMS),
      table_of(f.d_z[0], dim, count, LASH_FRICTION_STATES_MAX));
}

static PyObject *rates(PyObject *self, PyObject *args) {
  const python_law *law = (python_law *)self;
  PyObject *vt, *states;
  double normal, z[LASH_FRICTION_STATES_MAX];
  lash_friction_input in;
  lash_friction_rate r;
  if (!is_kind(law, true) || !PyArg_ParseTuple(args, "OdO", &vt, &normal, &states) ||
      !friction_input(law, vt, normal, Py_None, states, &in, z))
    return NULL;
  lash_friction_rates(&law->friction, &in, &r);
  const size_t count = lash_friction_states(&law->friction);
  return Py_BuildValue("NNNN", python_tuple(r.zdot, count),
                       table_of(r.d_vt[0], count, law->friction.dim, LASH_FRICTION_DIMS),
                       python_tuple(r.d_normal, count),
                       table_of(r.d_z[0], count, count, LASH_FRICTION_STATES_MAX));
}

static PyObject *advance(PyObject *self, PyObject *args) {
  const python_law *law = (python_law *)self;
  PyObject *vt, *states;
  double normal, h, z[LASH_FRICTION_STATES_MAX];
  lash_friction_input in;
  if (!is_kind(law, true) || !PyArg_ParseTuple(args, "OdOd", &vt, &normal, &states, &h) ||
      !friction_input(law, vt, normal, Py_None, states, &in, z))
    return NULL;
  lash_friction_advance(&law->friction, &in, h, z);
  return python_tuple(z, lash_friction_states(&law->friction));
}

static PyObject *at_rest(PyObject *self, PyObject *Py_UNUSED(unused)) {
  const python_law *law = (python_law *)self;
  double z[LASH_FRICTION_STATES_MAX];
  if (!is_kind(law, true)) return NULL;
  lash_friction_reset(&law->friction, z);
  return python_tuple(z, lash_friction_states(&law->friction));
}

/* spinning(pressure, a, rows of vx, vy, w, normal; rows of force x y, torque and their partials by
 * the four) */
enum { SLIP_NUMBERS = 4, SPIN_NUMBERS = 3 + 3 * SLIP_NUMBERS };

static void spin_all(const lash_friction *law, lash_spin_pressure pressure, double a,
                     const double *in, Py_ssize_t n, double *out) {
  for (Py_ssize_t i = 0; i < n; i++, in += SLIP_NUMBERS, out += SPIN_NUMBERS) {
    const lash_friction_input at = {.vt = {in[0], in[1], a * in[2]}, .normal = in[3]};
    const double arm[3] = {1, 1, a};
    lash_friction_value f;
    lash_spin_force(law, pressure, &at, &f);
    for (int k = 0; k < 3; k++) {
      out[k] = arm[k] * f.force[k];
      for (int c = 0; c < 3; c++) out[3 + SLIP_NUMBERS * k + c] = arm[k] * arm[c] * f.d_vt[k][c];
      out[3 + SLIP_NUMBERS * k + 3] = arm[k] * f.d_normal[k];
    }
  }
}

static PyObject *spinning(PyObject *self, PyObject *args) {
  const python_law *law = (python_law *)self;
  const char *name;
  double a;
  PyObject *slips, *array;
  Py_buffer in, out;
  if (!is_kind(law, true) || !PyArg_ParseTuple(args, "sdOO", &name, &a, &slips, &array))
    return NULL;
  const lash_spin_pressure pressure = lash_spin_find(name);
  lash_error error;
  if (pressure == LASH_SPIN_COUNT || !(a > 0) || law->friction.law->states) {
    lash_fail(&error, LASH_BAD_INPUT,
              pressure == LASH_SPIN_COUNT ? "pressure must be none, hertz, uniform or ellipsoid"
              : !(a > 0)                  ? "a, the radius of the contact disc, must be above 0"
                         : "a law with bristles has no force without its past: put it on the rig "
                           "'drilling' or into a joint with spin=ellipsoid");
    return python_fail(&error);
  }
  if (!python_doubles(slips, "slips", -1, false, &in)) return NULL;
  const Py_ssize_t n = in.len / (Py_ssize_t)sizeof(double) / SLIP_NUMBERS;
  if (!python_doubles(array, "results", SPIN_NUMBERS * n, true, &out))
    return PyBuffer_Release(&in), NULL;
  Py_BEGIN_ALLOW_THREADS spin_all(&law->friction, pressure, a, in.buf, n, out.buf);
  Py_END_ALLOW_THREADS PyBuffer_Release(&in);
  PyBuffer_Release(&out);
  if (python_kernel_raise()) return NULL;
  Py_RETURN_NONE;
}

/* ---------------------------------------------------------------------------------- description */

PyObject *python_parameters(const lash_param *table, size_t count, const lash_params *values) {
  PyObject *list = PyList_New(0);
  for (size_t i = 0; list && i < count; i++) {
    const lash_param *p = &table[i];
    char range[160];
    PyObject *choices = PyList_New(0);
    for (size_t k = 0; choices && p->choices && p->choices[k]; k++) {
      python_append(&choices, PyUnicode_FromString(p->choices[k]));
    }
    lash_param_range(p, range, sizeof range);
    const bool required = isnan(p->standard) && !(p->flags & LASH_PARAM_OPTIONAL);
    const bool given = values && (values->given >> i & 1);
    python_append(&list,
                  Py_BuildValue("(sssdddNsNdN)", p->name, p->unit, p->meaning, p->standard, p->min,
                                p->max, PyBool_FromLong(required), range, choices,
                                values ? values->value[i] : p->standard, PyBool_FromLong(given)));
  }
  return list;
}

PyObject *python_describe(const char *name, const char *kind, const char *formula,
                          const char *citation, const char *note, unsigned traits,
                          const char *derivatives, PyObject *parameters) {
  return Py_BuildValue("{ss ss ss ss ss sI ss sN}", "name", name, "kind", kind, "formula", formula,
                       "citation", citation, "note", note, "traits", traits, "derivatives",
                       derivatives, "parameters", parameters);
}

static PyObject *describe_contact(const lash_contact_law *law, const lash_params *values) {
  return PYTHON_DESCRIBE(law, law->kind == LASH_CONTACT_LINE ? "line" : "contact", law->traits,
                         lash_laws_contact_derivatives(law), values);
}

static PyObject *describe_friction(const lash_friction_law *law, const lash_params *values) {
  return PYTHON_DESCRIBE(law, "friction", law->traits, lash_laws_friction_derivatives(law), values);
}

static PyObject *describe(PyObject *self, PyObject *Py_UNUSED(unused)) {
  const python_law *law = (python_law *)self;
  return law->rubs ? describe_friction(law->friction.law, &law->friction.params)
                   : describe_contact(law->contact.law, &law->contact.params);
}

static PyObject *numbers(PyObject *self, PyObject *Py_UNUSED(unused)) {
  const python_law *law = (python_law *)self;
  if (law->rubs) {
    return Py_BuildValue("(nnnd)", (Py_ssize_t)law->friction.dim,
                         (Py_ssize_t)lash_friction_states(&law->friction),
                         (Py_ssize_t)lash_friction_continuous_states(&law->friction), INFINITY);
  }
  return Py_BuildValue("(nnnd)", (Py_ssize_t)1, (Py_ssize_t)0, (Py_ssize_t)0,
                       lash_contact_limit(&law->contact));
}

/* descriptions(library=None): of all laws of the catalogue, or of a library or text. */
static PyObject *descriptions(PyObject *Py_UNUSED(self), PyObject *args) {
  const char *library = NULL;
  const lash_laws_entry *open = NULL;
  size_t count = 0;
  lash_error error;
  if (!PyArg_ParseTuple(args, "|z", &library)) return NULL;
  if (library && lash_laws_list(library, NULL, &open, &count, &error)) return python_fail(&error);
  PyObject *list = PyList_New(0);
  for (size_t i = 0; list && i < count; i++) {
    python_append(&list, open[i].contact ? describe_contact(open[i].contact, NULL)
                                         : describe_friction(open[i].friction, NULL));
  }
  if (library) return list;
  for (size_t i = 0; list && i < lash_contact_law_count(); i++)
    python_append(&list, describe_contact(lash_contact_law_at(i), NULL));
  for (size_t i = 0; list && i < lash_friction_law_count(); i++)
    python_append(&list, describe_friction(lash_friction_law_at(i), NULL));
  for (size_t i = 0; list && i < lash_film_law_count(); i++)
    python_append(&list, python_describe_film(lash_film_law_at(i), NULL));
  for (size_t i = 0; list && i < lash_wear_law_count(); i++)
    python_append(&list, python_describe_wear(lash_wear_law_at(i), NULL));
  return list;
}

static PyObject *define(PyObject *Py_UNUSED(self), PyObject *args) {
  const char *source, *text;
  lash_error error;
  if (!PyArg_ParseTuple(args, "ss", &source, &text)) return NULL;
  if (lash_laws_define(source, text, &error)) return python_fail(&error);
  Py_RETURN_NONE;
}

static PyObject *is_film(PyObject *Py_UNUSED(self), PyObject *name) {
  const char *text = PyUnicode_AsUTF8AndSize(name, NULL);
  return text ? PyBool_FromLong(lash_film_law_find(text) != NULL) : NULL;
}

static PyObject *is_wear(PyObject *Py_UNUSED(self), PyObject *name) {
  const char *text = PyUnicode_AsUTF8AndSize(name, NULL);
  return text ? PyBool_FromLong(lash_wear_law_find(text) != NULL) : NULL;
}

PyMethodDef python_law_functions[] = {
    {"is_wear", is_wear, METH_O, "whether a name is a wear law's"},
    {"is_film", is_film, METH_O, "whether a name is a film law's"},
    {"descriptions", descriptions, METH_VARARGS, "laws of the catalogue or of a library"},
    {"define", define, METH_VARARGS, "laws from a text in memory"},
    {NULL, NULL, 0, NULL}};

bool python_law_types(PyObject *module) {
  static PyMethodDef methods[] = {
      {"_contact", contact, METH_VARARGS, "(delta, v, v0) -> force, derivatives, flags"},
      {"_contact_batch", contact_batch, METH_VARARGS, "six arrays -> count beyond the limit"},
      {"_friction", friction, METH_VARARGS, "(vt, normal, load, z) -> force, derivatives"},
      {"_friction_batch", friction_batch, METH_VARARGS, "seven arrays"},
      {"_rates", rates, METH_VARARGS, "(vt, normal, z) -> rates, derivatives"},
      {"_advance", advance, METH_VARARGS, "(vt, normal, z, h) -> z"},
      {"_spinning", spinning, METH_VARARGS, "(pressure, a, slips, results)"},
      {"_at_rest", at_rest, METH_NOARGS, "states of bristles at rest"},
      {"_describe", describe, METH_NOARGS, "words and parameters"},
      {"_numbers", numbers, METH_NOARGS, "dim, states, continuous states, limit"},
      {NULL, NULL, 0, NULL}};
  python_law_type = python_type(module, "lash._lash.Law", sizeof(python_law), law_new, python_free,
                                methods, "a law with its parameters, ready");
  return python_law_type != NULL;
}
