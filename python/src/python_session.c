/* Runs of mechanisms: a session as a Python object, with forces and watchers written in Python. */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "lash_host.h"
#include "lash_python.h"
#include "lash_session.h"
#include "lash_tables.h"

PyTypeObject *python_session_type;
static PyTypeObject *motion_type, *call_type;

enum { FORCES_MAX = 32 };

typedef struct session session;

typedef struct own_force {
  session *owner;
  PyObject *function;
} own_force;

struct session {
  PyObject_HEAD lash_session *run;
  lash_session_options options;
  lash_columns columns;
  PyObject *texts;  /* list: keeps what options point to alive */
  PyObject *faults; /* list: what reading found; warnings unless it fails */
  PyObject *on_step, *on_output;
  own_force force[FORCES_MAX];
  size_t forces;
  bool busy, started;
  double asked;                       /* seconds: when Python was asked last whether to go on */
  PyObject *type, *value, *traceback; /* an exception of a callback */
};

/* ----------------------------------------------------------------------------------- exceptions */

static bool failed(const session *s) { return s->type || python_kernel_raised(); }

static void keep_exception(session *s) {
  if (s->type) {
    PyErr_Clear();
    return;
  }
  PyErr_Fetch(&s->type, &s->value, &s->traceback);
}

/* Whether a call went well: a callback's exception before the library's. */
static bool went_well(session *s, lash_status status, const lash_error *error) {
  s->busy = false;
  if (s->type) {
    PyErr_Restore(s->type, s->value, s->traceback);
    s->type = s->value = s->traceback = NULL;
    python_kernel_raised();
    return false;
  }
  if (!status && !python_kernel_raised()) return true;
  return python_fail(error), false;
}

static PyObject *outcome(session *s, lash_status status, const lash_error *error) {
  if (!went_well(s, status, error)) return NULL;
  Py_RETURN_NONE;
}

/* What reading the files found: part of the error, or warnings when there is none. */
static void tell_faults(session *s, bool as_error, lash_error *error) {
  for (Py_ssize_t i = 0; i < PyList_Size(s->faults); i++) {
    const char *text = PyUnicode_AsUTF8AndSize(PyList_GetItem(s->faults, i), NULL);
    const size_t used = as_error ? strlen(error->message) : 0;
    if (!text) {
      PyErr_Clear();
    } else if (as_error) {
      snprintf(error->message + used, sizeof error->message - used, "\n%s", text);
    } else if (PyErr_WarnEx(python_warning, text, 1) != 0) {
      keep_exception(s);
      return;
    }
  }
}

/* One thread at a time, and not from inside a callback. */
static bool may_look(session *s, bool started) {
  if (s->busy)
    PyErr_SetString(PyExc_RuntimeError,
                    "the session is busy: in another thread, or this is one of "
                    "its own callbacks");
  else if (!s->run)
    PyErr_SetString(PyExc_ValueError, "the session is closed");
  else if (started && !s->started)
    PyErr_SetString(PyExc_ValueError, "the session has not started");
  else
    return true;
  return false;
}

static bool enter(session *s, bool started) { return may_look(s, started) && (s->busy = true); }

/* ------------------------------------------------------------------------------------ callbacks */

static void on_message(void *context, bool fault, const char *text) {
  session *s = context;
  const PyGILState_STATE before = PyGILState_Ensure();
  PyObject *words = fault ? PyUnicode_FromString(text) : NULL;
  if (fault ? !words || PyList_Append(s->faults, words) != 0
            : PyErr_WarnEx(python_warning, text, 1) != 0)
    keep_exception(s);
  Py_XDECREF(words);
  PyGILState_Release(before);
}

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Signals are looked at now and then: taking Python's lock at every step would cost more. */
static bool on_step(void *context, double from, double to,
                    const lash_integrate_statistics *statistics) {
  session *s = context;
  (void)from, (void)to;
  if (failed(s)) return false;
  const double now = seconds();
  if (s->on_step == Py_None && now - s->asked < 0.02) return true;
  s->asked = now;
  const PyGILState_STATE before = PyGILState_Ensure();
  if (PyErr_CheckSignals() != 0) keep_exception(s);
  if (!s->type && s->on_step != Py_None) {
    PyObject *answer =
        PyObject_CallFunction(s->on_step, "dn", statistics->time, (Py_ssize_t)statistics->steps);
    if (!answer) keep_exception(s);
    if (answer == Py_False) {
      PyErr_SetString(PyExc_StopIteration, "on_step said False");
      keep_exception(s);
    }
    Py_XDECREF(answer);
  }
  PyGILState_Release(before);
  return !failed(s);
}

static lash_status on_output(void *context, lash_session *run, double t, lash_error *error) {
  session *s = context;
  (void)run;
  if (s->on_output == Py_None) return LASH_OK;
  const PyGILState_STATE before = PyGILState_Ensure();
  s->busy = false; /* looking is allowed here */
  PyObject *answer = PyObject_CallFunction(s->on_output, "d", t);
  s->busy = true;
  if (!answer) keep_exception(s);
  Py_XDECREF(answer);
  PyGILState_Release(before);
  return failed(s) ? lash_fail(error, LASH_FAILURE, "an exception in on_output") : LASH_OK;
}

static PyObject *three(const double *x) { return python_tuple(x, 3); }

static PyObject *motion_of(const double *r, const double *axes, const double *v, const double *w) {
  PyObject *motion = PyStructSequence_New(motion_type);
  if (!motion) return NULL;
  PyStructSequence_SetItem(motion, 0, three(r));
  PyStructSequence_SetItem(motion, 1,
                           Py_BuildValue("(NNN)", three(axes), three(axes + 3), three(axes + 6)));
  PyStructSequence_SetItem(motion, 2, three(v));
  PyStructSequence_SetItem(motion, 3, three(w));
  return motion;
}

static PyObject *call_of(const lash_own_call *at) {
  PyObject *call = PyStructSequence_New(call_type),
           *numbers = python_tuple(at->parameter, at->parameters);
  if (!call || !numbers) return NULL;
  PyStructSequence_SetItem(call, 0, PyFloat_FromDouble(at->time));
  PyStructSequence_SetItem(call, 1, motion_of(at->i->r, &at->i->axes[0][0], at->i->v, at->i->w));
  PyStructSequence_SetItem(call, 2, motion_of(at->j->r, &at->j->axes[0][0], at->j->v, at->j->w));
  PyStructSequence_SetItem(call, 3, Py_BuildValue("(si)", at->statement, at->id));
  PyStructSequence_SetItem(call, 4, numbers);
  return call;
}

/* Up to six numbers, or one. */
static bool take_wrench(PyObject *answer, double wrench[6]) {
  if (PyFloat_Check(answer) || PyLong_Check(answer)) {
    wrench[0] = PyFloat_AsDouble(answer);
    return !PyErr_Occurred();
  }
  const Py_ssize_t count = PySequence_Size(answer);
  if (count > 6) PyErr_Format(PyExc_ValueError, "a wrench has six numbers, not %zd", count);
  for (Py_ssize_t i = 0; i < count && !PyErr_Occurred(); i++) {
    PyObject *item = PySequence_GetItem(answer, i);
    if (item) wrench[i] = PyFloat_AsDouble(item);
    Py_XDECREF(item);
  }
  return !PyErr_Occurred();
}

static lash_status on_force(void *context, const lash_own_call *at, double wrench[6],
                            lash_error *error) {
  const own_force *f = context;
  if (failed(f->owner)) return lash_fail(error, LASH_FAILURE, "an exception in a force");
  const PyGILState_STATE before = PyGILState_Ensure();
  PyObject *call = call_of(at);
  PyObject *answer = call ? PyObject_CallFunctionObjArgs(f->function, call, NULL) : NULL;
  if (!answer || !take_wrench(answer, wrench)) keep_exception(f->owner);
  Py_XDECREF(answer);
  Py_XDECREF(call);
  PyGILState_Release(before);
  return failed(f->owner) ? lash_fail(error, LASH_FAILURE, "an exception in a force") : LASH_OK;
}

/* -------------------------------------------------------------------------------------- options */

/* A text of Python's that stays as long as the list that keeps it. */
static const char *keep_text(PyObject *texts, PyObject *text) {
  const char *words = PyUnicode_AsUTF8AndSize(text, NULL);
  return words && PyList_Append(texts, text) == 0 ? words : NULL;
}

bool python_texts(PyObject *list, lash_texts_list *into, PyObject *texts) {
  lash_error error;
  for (Py_ssize_t i = 0; i < PyList_Size(list); i++) {
    const char *text = keep_text(texts, PyList_GetItem(list, i));
    if (!text) return false;
    if (lash_texts_add(into, text, &error)) return python_fail(&error), false;
  }
  return true;
}

/* Options by their names, which are those of the structure. */
typedef enum option_kind { TEXT, NUMBER, COUNT, FLAG, TEXTS } option_kind;
#define OPTION(kind, name) \
  { #name, kind, offsetof(lash_session_options, name) }
static const struct {
  const char *name;
  option_kind kind;
  size_t place;
} known[] = {OPTION(TEXT, host),      OPTION(TEXT, analysis), OPTION(TEXT, integrator),
             OPTION(TEXT, engine),    OPTION(TEXT, folder),   OPTION(TEXT, checkpoint),
             OPTION(TEXT, resume),    OPTION(NUMBER, end),    OPTION(NUMBER, output_step),
             OPTION(NUMBER, error),   OPTION(NUMBER, step),   OPTION(NUMBER, hmax),
             OPTION(NUMBER, radius),  OPTION(NUMBER, alpha),  OPTION(NUMBER, beta),
             OPTION(NUMBER, scatter), OPTION(COUNT, steps),   OPTION(COUNT, member),
             OPTION(FLAG, plain),     OPTION(FLAG, no_audit), OPTION(FLAG, tables),
             OPTION(FLAG, req),       OPTION(FLAG, res),      OPTION(FLAG, requests),
             OPTION(FLAG, touches),   OPTION(TEXTS, sets),    OPTION(TEXTS, without)};

/* One option; columns are read once there is a model. */
static bool take_option(lash_session_options *o, const char *name, PyObject *value,
                        PyObject *kept) {
  size_t i = 0;
  while (i < sizeof known / sizeof known[0] && strcmp(known[i].name, name) != 0) i++;
  if (i == sizeof known / sizeof known[0])
    return PyErr_Format(PyExc_TypeError, "a run has no option '%s'", name) != NULL;
  void *place = (char *)o + known[i].place;
  switch (known[i].kind) {
    case TEXT:
      return (*(const char **)place = keep_text(kept, value)) != NULL;
    case TEXTS:
      return python_texts(value, place, kept);
    case NUMBER:
      *(double *)place = PyFloat_AsDouble(value);
      break;
    case COUNT:
      *(size_t *)place = PyLong_AsSize_t(value);
      break;
    case FLAG:
      *(bool *)place = PyObject_IsTrue(value) == 1;
  }
  return !PyErr_Occurred();
}

bool python_run_options(PyObject *dict, lash_session_options *options, PyObject *texts) {
  PyObject *key, *value;
  Py_ssize_t at = 0;
  while (PyDict_Next(dict, &at, &key, &value)) {
    const char *name = PyUnicode_AsUTF8AndSize(key, NULL);
    if (!name || !take_option(options, name, value, texts)) return false;
  }
  return true;
}

/* --------------------------------------------------------------------------------------- making */

static void let_go(session *s) {
  lash_session *run = s->run;
  s->run = NULL;
  if (run) {
    Py_BEGIN_ALLOW_THREADS lash_session_free(run);
    Py_END_ALLOW_THREADS
  }
  for (size_t i = 0; i < s->forces; i++) Py_CLEAR(s->force[i].function);
  s->forces = 0;
}

static void session_free(PyObject *self) {
  session *s = (session *)self;
  let_go(s);
  Py_XDECREF(s->texts);
  Py_XDECREF(s->faults);
  Py_XDECREF(s->on_step);
  Py_XDECREF(s->on_output);
  Py_XDECREF(s->type);
  Py_XDECREF(s->value);
  Py_XDECREF(s->traceback);
  python_free(self);
}

/* Session(file, options, columns, on_step, on_output): reads the files. */
static PyObject *session_new(PyTypeObject *type, PyObject *args, PyObject *kwargs) {
  static char *names[] = {"file", "options", "columns", "on_step", "on_output", NULL};
  const char *file;
  PyObject *options, *columns, *step = Py_None, *output = Py_None;
  if (!PyArg_ParseTupleAndKeywords(args, kwargs, "sO!O!|OO", names, &file, &PyDict_Type, &options,
                                   &PyList_Type, &columns, &step, &output))
    return NULL;
  session *s = python_new(type);
  if (!s) return NULL;
  s->options = lash_session_defaults();
  s->texts = PyList_New(0);
  s->faults = PyList_New(0);
  if (!s->texts || !s->faults || !python_run_options(options, &s->options, s->texts)) goto failed;
  s->on_step = Py_NewRef(step);
  s->on_output = Py_NewRef(output);
  s->options.watcher = (lash_session_watcher){s, on_output, on_step, on_message};
  s->options.columns = PyList_Size(columns) > 0 ? &s->columns : NULL;
  lash_error error;
  lash_status status;
  Py_BEGIN_ALLOW_THREADS status = lash_session_open(file, &s->options, &s->run, &error);
  Py_END_ALLOW_THREADS tell_faults(s, status != LASH_OK, &error);
  for (Py_ssize_t i = 0; !status && i < PyList_Size(columns); i++) {
    const char *text = PyUnicode_AsUTF8AndSize(PyList_GetItem(columns, i), NULL);
    size_t index;
    if (!text) goto failed;
    status = lash_columns_add(&s->columns, text, lash_session_model(s->run), &index, &error);
  }
  if (went_well(s, status, &error)) return (PyObject *)s;
failed:
  Py_DECREF(s);
  return NULL;
}

static PyObject *session_close(PyObject *self, PyObject *Py_UNUSED(unused)) {
  session *s = (session *)self;
  if (s->busy) return PyErr_Format(PyExc_RuntimeError, "the session is busy");
  let_go(s);
  Py_RETURN_NONE;
}

/* force(name, i, j, rm, function) */
static PyObject *session_force(PyObject *self, PyObject *args) {
  session *s = (session *)self;
  PyObject *name, *function;
  int i, j, rm;
  lash_error error;
  if (!PyArg_ParseTuple(args, "OiiiO", &name, &i, &j, &rm, &function) || !may_look(s, false))
    return NULL;
  if (s->forces == FORCES_MAX || !PyCallable_Check(function))
    return PyErr_Format(
        PyExc_ValueError,
        s->forces == FORCES_MAX ? "at most %d forces of one's own" : "a force is a function",
        FORCES_MAX);
  const char *text = name == Py_None ? NULL : keep_text(s->texts, name);
  if (!text && name != Py_None) return NULL;
  own_force *f = &s->force[s->forces];
  *f = (own_force){s, Py_NewRef(function)};
  const lash_own_force given = {text, i, j, rm, on_force, f};
  const lash_status status = lash_session_force(s->run, &given, &error);
  if (status) {
    Py_CLEAR(f->function);
    return python_fail(&error);
  }
  s->forces++;
  Py_RETURN_NONE;
}

/* -------------------------------------------------------------------------------------- running */

typedef lash_status deed(lash_session *session, lash_error *error);

static PyObject *carry_out(PyObject *self, deed *what, bool started) {
  session *s = (session *)self;
  lash_error error;
  lash_status status;
  if (!enter(s, started)) return NULL;
  Py_BEGIN_ALLOW_THREADS status = what(s->run, &error);
  Py_END_ALLOW_THREADS if (!status) s->started = true;
  return outcome(s, status, &error);
}

static PyObject *session_run(PyObject *self, PyObject *Py_UNUSED(unused)) {
  return carry_out(self, lash_session_run, false);
}

static PyObject *session_start(PyObject *self, PyObject *Py_UNUSED(unused)) {
  return carry_out(self, lash_session_start, false);
}

static PyObject *session_finish(PyObject *self, PyObject *Py_UNUSED(unused)) {
  return carry_out(self, lash_session_finish, true);
}

static PyObject *session_advance(PyObject *self, PyObject *args) {
  session *s = (session *)self;
  double t;
  lash_error error;
  lash_status status;
  if (!PyArg_ParseTuple(args, "d", &t) || !enter(s, true)) return NULL;
  Py_BEGIN_ALLOW_THREADS status = lash_session_advance(s->run, t, &error);
  Py_END_ALLOW_THREADS return outcome(s, status, &error);
}

static PyObject *session_input(PyObject *self, PyObject *args) {
  session *s = (session *)self;
  int id;
  lash_input input;
  lash_error error;
  if (!PyArg_ParseTuple(args, "idddd", &id, &input.time, &input.value, &input.rate,
                        &input.curvature) ||
      !enter(s, true))
    return NULL;
  return outcome(s, lash_session_input(s->run, id, &input, &error), &error);
}

/* -------------------------------------------------------------------------------------- looking */

static PyObject *session_time(PyObject *self, PyObject *Py_UNUSED(unused)) {
  session *s = (session *)self;
  if (!may_look(s, true)) return NULL;
  return PyFloat_FromDouble(lash_session_time(s->run));
}

/* measure(name, ids) */
static PyObject *session_measure(PyObject *self, PyObject *args) {
  session *s = (session *)self;
  const char *name;
  PyObject *ids;
  int id[8];
  double value;
  lash_error error;
  if (!PyArg_ParseTuple(args, "sO!", &name, &PyTuple_Type, &ids)) return NULL;
  const Py_ssize_t count = PyTuple_Size(ids);
  if (count > 8) return PyErr_Format(PyExc_ValueError, "at most eight ids");
  for (Py_ssize_t i = 0; i < count; i++) {
    id[i] = (int)PyLong_AsLong(PyTuple_GetItem(ids, i));
    if (PyErr_Occurred()) return NULL;
  }
  if (!enter(s, true)) return NULL;
  const lash_status status = lash_session_measure(s->run, name, id, (size_t)count, &value, &error);
  return went_well(s, status, &error) ? PyFloat_FromDouble(value) : NULL;
}

static PyObject *session_request(PyObject *self, PyObject *args) {
  session *s = (session *)self;
  int id;
  double *values = NULL;
  lash_error error;
  if (!PyArg_ParseTuple(args, "i", &id) || !enter(s, true)) return NULL;
  values = calloc(LASH_REQUEST_COLUMNS, sizeof *values);
  if (!values) return s->busy = false, PyErr_NoMemory();
  if (!went_well(s, lash_session_request(s->run, id, values, &error), &error))
    return free(values), NULL;
  return python_block(values, LASH_REQUEST_COLUMNS);
}

/* marker(id) -> Motion, of the reference solver */
static PyObject *session_marker(PyObject *self, PyObject *args) {
  session *s = (session *)self;
  int id;
  double r[3], axes[9], v[3], w[3];
  if (!PyArg_ParseTuple(args, "i", &id) || !may_look(s, true)) return NULL;
  lash_system *system = lash_session_system(s->run);
  if (!system || !lash_system_marker(system, id, r, axes, v, w))
    return PyErr_Format(PyExc_ValueError,
                        system ? "there is no MARKER/%d"
                               : "MARKER/%d: another host shows its markers by "
                                 "measures such as DX(i,j) alone",
                        id);
  return motion_of(r, axes, v, w);
}

static PyObject *session_save(PyObject *self, PyObject *Py_UNUSED(unused)) {
  session *s = (session *)self;
  void *data = NULL;
  size_t size = 0;
  lash_error error;
  if (!enter(s, true)) return NULL;
  if (!went_well(s, lash_session_save(s->run, &data, &size, &error), &error)) return NULL;
  PyObject *bytes = PyBytes_FromStringAndSize(data, (Py_ssize_t)size);
  free(data);
  return bytes;
}

static PyObject *session_restore(PyObject *self, PyObject *args) {
  session *s = (session *)self;
  const char *data;
  Py_ssize_t size;
  lash_error error;
  if (!PyArg_ParseTuple(args, "y#", &data, &size) || !enter(s, true)) return NULL;
  return outcome(s, lash_session_restore(s->run, data, (size_t)size, &error), &error);
}

static PyObject *session_eigenvalues(PyObject *self, PyObject *Py_UNUSED(unused)) {
  session *s = (session *)self;
  double *real = NULL;
  size_t count = 0;
  lash_error error;
  if (!enter(s, true)) return NULL;
  if (!went_well(s, lash_session_eigenvalues(s->run, &real, &count, &error), &error)) return NULL;
  return python_block(real, 2 * count);
}

/* -------------------------------------------------------------------------------------- results */

static PyObject *audit_of(const lash_audit *a) {
  return Py_BuildValue(
      "{sd sd sd sd sd sd sd sd sd sd sd sd}", "kinetic", a->now.kinetic, "gravity", a->now.gravity,
      "springs", a->now.springs, "strain", a->now.strain, "work_forces", a->forces, "work_motions",
      a->motions, "dissipated", a->dissipated, "taken", a->taken, "given", a->given, "exchanged",
      a->exchanged, "imbalance", a->imbalance, "imbalance_relative", a->relative);
}

static PyObject *session_totals(PyObject *self, PyObject *Py_UNUSED(unused)) {
  session *s = (session *)self;
  if (!may_look(s, false)) return NULL;
  const lash_session_totals *t = lash_session_totals_of(s->run);
  const lash_integrate_statistics *c = &t->count;
  return Py_BuildValue(
      "{sz sz sN sN sN sd sn sn sn sn sn sn sd sd sd sN}", "analysis", t->analysis, "integrator",
      t->dynamic ? t->integrator : NULL, "dynamic", PyBool_FromLong(t->dynamic), "stopped",
      PyBool_FromLong(t->stopped), "compiled", PyBool_FromLong(t->compiled), "end", t->end,
      "outputs", (Py_ssize_t)t->outputs, "steps", (Py_ssize_t)c->steps, "rejections",
      (Py_ssize_t)c->rejections, "evaluations", (Py_ssize_t)c->evaluations, "events",
      (Py_ssize_t)c->events, "contact_events", (Py_ssize_t)c->contact_events, "smallest_step",
      c->smallest, "largest_step", c->largest, "constraint_violation", c->violation, "energy",
      t->dynamic && !s->options.no_audit ? audit_of(&t->audit) : Py_NewRef(Py_None));
}

static PyObject *touches_of(const lash_record *r) {
  PyObject *list = PyList_New(0);
  for (size_t i = 0; list && i < r->touches; i++) {
    const lash_touch *t = &r->touch[i];
    python_append(
        &list, Py_BuildValue("(dsiNNd)", t->time, t->statement, t->id, PyBool_FromLong(t->closes),
                             PyBool_FromLong(t->from_start), t->speed));
  }
  return list;
}

static PyObject *works_of(const lash_record *r) {
  PyObject *dict = PyDict_New();
  for (size_t i = 0; dict && i < r->works; i++) {
    const lash_force_work *w = &r->work[i];
    PyObject *name = PyUnicode_FromFormat("%s/%d", w->statement, w->id);
    PyObject *value = PyFloat_FromDouble(w->work);
    if (!name || !value || PyDict_SetItem(dict, name, value) != 0) Py_CLEAR(dict);
    Py_XDECREF(name);
    Py_XDECREF(value);
  }
  return dict;
}

/* take() -> rows, columns, time, data (column by column), touches, works, state */
static PyObject *session_take(PyObject *self, PyObject *Py_UNUSED(unused)) {
  session *s = (session *)self;
  lash_record r;
  lash_error error;
  if (!enter(s, false)) return NULL;
  if (!went_well(s, lash_session_take_record(s->run, &r, &error), &error)) return NULL;
  PyObject *touches = touches_of(&r), *works = works_of(&r);
  PyObject *state = r.state ? python_block(r.state, r.state_size) : Py_NewRef(Py_None);
  PyObject *time = r.time ? python_block(r.time, r.rows) : Py_NewRef(Py_None);
  PyObject *data = r.data ? python_block(r.data, r.rows * r.columns) : Py_NewRef(Py_None);
  r.time = r.data = r.state = NULL; /* they belong to the blocks now */
  PyObject *result = Py_BuildValue("(nnNNNNN)", (Py_ssize_t)r.rows, (Py_ssize_t)r.columns, time,
                                   data, touches, works, state);
  lash_record_free(&r);
  return result;
}

/* requests() -> [(id, comment, [(name, unit)] * 8)], in the order of the record; and units */
static PyObject *session_requests(PyObject *self, PyObject *Py_UNUSED(unused)) {
  session *s = (session *)self;
  if (!may_look(s, false)) return NULL;
  const lash_model *model = lash_session_model(s->run);
  PyObject *list = PyList_New(0);
  int id;
  for (size_t i = 0; list && (id = lash_session_request_id(s->run, i)) != 0; i++) {
    const int at = lash_model_find(model, LASH_KIND_REQUEST, id);
    const lash_request *request = at >= 0 ? &model->request.item[at] : NULL;
    PyObject *columns = PyList_New(0);
    for (size_t k = 0; columns && k < LASH_REQUEST_COLUMNS; k++) {
      lash_column_heading heading;
      lash_request_column(model, request, k, &heading);
      python_append(&columns, Py_BuildValue("(ss)", heading.name, heading.unit));
    }
    python_append(
        &list,
        columns ? Py_BuildValue("(izN)", id, request ? request->comment : NULL, columns) : NULL);
  }
  return list;
}

/* units(forms) -> the dataset's, "L/T" -> "m/s" */
static PyObject *session_unit(PyObject *self, PyObject *args) {
  session *s = (session *)self;
  const char *form;
  char unit[128];
  if (!PyArg_ParseTuple(args, "s", &form) || !may_look(s, false)) return NULL;
  return PyUnicode_FromString(
      lash_unit_text(&lash_session_model(s->run)->units, form, unit, sizeof unit));
}

/* string(id) -> the text of a STRING of the dataset, or None */
static PyObject *session_string(PyObject *self, PyObject *args) {
  session *s = (session *)self;
  int id;
  if (!PyArg_ParseTuple(args, "i", &id) || !may_look(s, false)) return NULL;
  const lash_model *model = lash_session_model(s->run);
  const int at = lash_model_find(model, LASH_KIND_STRING, id);
  return Py_BuildValue("z", at >= 0 ? model->string.item[at].text : NULL);
}

/* --------------------------------------------------------------------------------------- module */

static PyObject *hosts(PyObject *Py_UNUSED(self), PyObject *Py_UNUSED(unused)) {
  PyObject *list = PyList_New(0);
  for (size_t i = 0; list && i < lash_host_count(); i++) {
    python_append(&list, PyUnicode_FromString(lash_host_name(lash_host_at(i))));
  }
  return list;
}

PyMethodDef python_session_functions[] = {{"hosts", hosts, METH_NOARGS, "engines of this build"},
                                          {NULL, NULL, 0, NULL}};

static bool make_sequences(PyObject *module) {
  static PyStructSequence_Field motion[] = {
      {"r", "place, ground axes"},
      {"axes", "rows of the matrix whose columns are the axes"},
      {"v", "velocity"},
      {"w", "angular velocity"},
      {NULL, NULL}};
  static PyStructSequence_Desc motion_words = {"lash.Motion", "how a marker moves", motion, 4};
  static PyStructSequence_Field call[] = {{"time", "of the run"},
                                          {"i", "motion of marker I"},
                                          {"j", "motion of marker J"},
                                          {"element", "statement and id"},
                                          {"parameters", "numbers of USER(…)"},
                                          {NULL, NULL}};
  static PyStructSequence_Desc call_words = {"lash.Call", "what a force is shown", call, 5};
  motion_type = PyStructSequence_NewType(&motion_words);
  call_type = PyStructSequence_NewType(&call_words);
  return motion_type && call_type &&
         PyModule_AddObjectRef(module, "Motion", (PyObject *)motion_type) == 0 &&
         PyModule_AddObjectRef(module, "Call", (PyObject *)call_type) == 0;
}

bool python_session_types(PyObject *module) {
  static PyMethodDef methods[] = {
      {"close", session_close, METH_NOARGS, "frees everything"},
      {"force", session_force, METH_VARARGS, "(name, i, j, rm, function)"},
      {"run", session_run, METH_NOARGS, "all commands, from start to finish"},
      {"start", session_start, METH_NOARGS, "to the assembled start"},
      {"finish", session_finish, METH_NOARGS, "ends the tables"},
      {"advance", session_advance, METH_VARARGS, "to this time"},
      {"input", session_input, METH_VARARGS, "(id, time, value, rate, curvature)"},
      {"time", session_time, METH_NOARGS, "now"},
      {"measure", session_measure, METH_VARARGS, "(name, ids)"},
      {"request", session_request, METH_VARARGS, "eight numbers"},
      {"marker", session_marker, METH_VARARGS, "(id) -> Motion"},
      {"save", session_save, METH_NOARGS, "the state as bytes"},
      {"restore", session_restore, METH_VARARGS, "back to it"},
      {"eigenvalues", session_eigenvalues, METH_NOARGS, "real parts, then imaginary ones"},
      {"totals", session_totals, METH_NOARGS, "sums over all simulations"},
      {"take", session_take, METH_NOARGS, "the arrays so far"},
      {"requests", session_requests, METH_NOARGS, "ids, comments, columns"},
      {"unit", session_unit, METH_VARARGS, "a unit of the dataset"},
      {"string", session_string, METH_VARARGS, "the text of a STRING"},
      {NULL, NULL, 0, NULL}};
  python_session_type = python_type(module, "lash._lash.Session", sizeof(session), session_new,
                                    session_free, methods, "one run of a dataset");
  return python_session_type && make_sequences(module);
}
