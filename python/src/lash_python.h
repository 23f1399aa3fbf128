/* What the files of the extension module share. Compiled against the limited API: one binary for
 * Python 3.11 and all that follow. */
#ifndef LASH_PYTHON_H
#define LASH_PYTHON_H

#define Py_LIMITED_API 0x030b0000
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "lash_contact.h"
#include "lash_film.h"
#include "lash_friction.h"
#include "lash_session.h"
#include "lash_wear.h"

/* A law that is ready: the type _lash.Law. One of the two is in use. */
typedef struct python_law {
  PyObject_HEAD bool rubs;
  lash_contact contact;
  lash_friction friction;
} python_law;

extern PyTypeObject *python_law_type, *python_session_type;
extern PyObject *python_warning; /* lash.ModelWarning */

/* Raises the exception that stands for an error; returns NULL. A kernel's own exception goes first.
 */
PyObject *python_fail(const lash_error *error);

/* A kernel written in Python that raised: its exception is kept until the call into the library is
 * over. `kept` asks; `raise` makes it the current one, true when there was one. */
bool python_kernel_raised(void);
bool python_kernel_raise(void);

/* A contiguous array of doubles, of `count` numbers unless it is negative; false with an exception.
 * None gives an empty view with buf NULL. */
bool python_doubles(PyObject *object, const char *name, Py_ssize_t count, bool writable,
                    Py_buffer *view);

/* Memory of malloc's as an object that shows it, read-only, as an array of doubles; takes it over,
 * in every case. */
PyObject *python_block(double *data, size_t count);

/* Adds a new item to a list, and takes it over; the list is gone, NULL, when either could not be
 * had. */
void python_append(PyObject **list, PyObject *item);

/* Numbers as a tuple. */
PyObject *python_tuple(const double *x, size_t count);

/* A type of the module, in which it stands behind the last dot of its name; NULL with an exception.
 * And an object of it, to be filled; and what becomes of one that holds nothing else. */
PyTypeObject *python_type(PyObject *module, const char *name, size_t size, newfunc make,
                          destructor end, PyMethodDef *methods, const char *words);
void *python_new(PyTypeObject *type);
void python_free(PyObject *self);

/* Lines of a parameter table: name, unit, meaning, default, min, max, required, range, choices,
 * value, given. `values` may be NULL. */
PyObject *python_parameters(const lash_param *table, size_t count, const lash_params *values);

/* What the catalogue says of a law of any kind: each has words of these names. */
#define PYTHON_DESCRIBE(law, kind, traits, derivatives, values)                            \
  python_describe((law)->name, kind, (law)->formula, (law)->citation, (law)->note, traits, \
                  derivatives, python_parameters((law)->params, (law)->param_count, values))
PyObject *python_describe(const char *name, const char *kind, const char *formula,
                          const char *citation, const char *note, unsigned traits,
                          const char *derivatives, PyObject *parameters);
PyObject *python_describe_film(const lash_film_law *law, const lash_params *values);

/* The film of a Film object; NULL: it is none. */
const lash_film *python_film_of(PyObject *object);

/* The same of a wear law; and one begun, its parameters set from a dict, but not yet ready. */
PyObject *python_describe_wear(const lash_wear_words *law, const lash_params *values);
bool python_wear_settings(PyObject *settings, const char *name, lash_wear *wear);

/* Sets parameters from a dict of numbers and texts. */
bool python_settings(PyObject *dict, lash_params *params);

/* Options of a run from a dict, and texts from a list; `texts` (a list) keeps them alive. False
 * with an exception. Callables (on_step, on_output) are the session's own. */
bool python_run_options(PyObject *dict, lash_session_options *options, PyObject *texts);
bool python_texts(PyObject *list, lash_texts_list *into, PyObject *texts);

/* What each file brings: types and functions. */
bool python_block_types(void);
bool python_law_types(PyObject *module);
bool python_film_types(PyObject *module);
bool python_wear_types(PyObject *module);
bool python_session_types(PyObject *module);
extern PyMethodDef python_law_functions[], python_kernel_functions[], python_rig_functions[],
    python_study_functions[], python_session_functions[], python_block_functions[];

#endif
