/* Memory of the library's as objects that NumPy makes arrays of.
 *
 * What a batch writes its results into is kept on a shelf when the last array lets go of it, for
 * the next batch: pages of the system are zeroed when they are first touched, which for a million
 * states takes longer than the law. The shelf holds 64 MiB at most, and never what anybody still
 * sees. */
#include <stdlib.h>

#include "lash_python.h"

enum { SHELF_PLACES = 8, SHELF_NUMBERS = 8 << 20 };

typedef struct block {
  PyObject_HEAD double *data;
  Py_ssize_t count, room; /* room 0: somebody else's numbers, to look at only */
} block;

static PyTypeObject *block_type;

/* Python's lock guards it. */
static struct {
  double *data;
  Py_ssize_t room;
} shelf[SHELF_PLACES];
static Py_ssize_t shelved; /* numbers on it */

static double *take(Py_ssize_t count, Py_ssize_t *room) {
  for (size_t i = 0; i < SHELF_PLACES; i++) {
    double *data = shelf[i].data;
    if (!data || shelf[i].room < count || shelf[i].room / 2 > count) continue;
    *room = shelf[i].room;
    shelved -= *room;
    shelf[i].data = NULL;
    return data;
  }
  *room = (count + 7) / 8 * 8;
  return aligned_alloc(64, (size_t)*room * sizeof(double));
}

static void put_back(double *data, Py_ssize_t room) {
  for (size_t i = 0; i < SHELF_PLACES && shelved + room <= SHELF_NUMBERS; i++) {
    if (shelf[i].data) continue;
    shelf[i].data = data;
    shelf[i].room = room;
    shelved += room;
    return;
  }
  free(data);
}

static PyObject *make(double *data, Py_ssize_t count, Py_ssize_t room) {
  block *b = data ? PyObject_New(block, block_type) : NULL;
  if (!b) {
    free(data);
    return PyErr_Occurred() ? NULL : PyErr_NoMemory();
  }
  b->data = data;
  b->count = count;
  b->room = room;
  return (PyObject *)b;
}

PyObject *python_block(double *data, size_t count) { return make(data, (Py_ssize_t)count, 0); }

static PyObject *room_for(PyObject *Py_UNUSED(self), PyObject *number) {
  Py_ssize_t room;
  const Py_ssize_t count = PyLong_AsSsize_t(number);
  if (count == -1 && PyErr_Occurred()) return NULL;
  if (count < 1 || count > PY_SSIZE_T_MAX / 16) return PyErr_NoMemory();
  double *data = take(count, &room);
  return make(data, count, room);
}

static void block_free(PyObject *self) {
  PyTypeObject *type = Py_TYPE(self);
  block *b = (block *)self;
  if (b->room)
    put_back(b->data, b->room);
  else
    free(b->data);
  PyObject_Free(self);
  Py_DECREF(type);
}

static int block_show(PyObject *self, Py_buffer *view, int flags) {
  static Py_ssize_t stride = sizeof(double);
  static char format[] = "d";
  block *b = (block *)self;
  if (PyBuffer_FillInfo(view, self, b->data, b->count * stride, b->room == 0, flags) != 0)
    return -1;
  view->itemsize = stride;
  view->format = flags & PyBUF_FORMAT ? format : NULL;
  view->shape = flags & PyBUF_ND ? &b->count : NULL;
  view->strides = (flags & PyBUF_STRIDES) == PyBUF_STRIDES ? &stride : NULL;
  return 0;
}

bool python_block_types(void) {
  static PyType_Slot slots[] = {{Py_tp_dealloc, block_free},
                                {Py_bf_getbuffer, block_show},
                                {Py_tp_doc, "numbers of the library, to make an array of"},
                                {0, NULL}};
  static PyType_Spec spec = {"lash._lash.Block", sizeof(block), 0,
                             Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};
  block_type = (PyTypeObject *)PyType_FromSpec(&spec);
  return block_type != NULL;
}

PyMethodDef python_block_functions[] = {
    {"room_for", room_for, METH_O, "room for so many results, not set to anything"},
    {NULL, NULL, 0, NULL}};
