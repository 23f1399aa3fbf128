/* Lash in MATLAB and Octave: laws, rigs and runs behind one function.
 *
 *   law = lash('law', 'lankarani_nikravesh', 'K', 1e8, 'e', 0.9);   a handle
 *   [F, dF_ddelta, dF_dv] = lash('contact', law, delta, v, v0);     arrays of one size
 *   [F, dF_dvt, dF_dN, zdot] = lash('friction', law, vt, N, z);     z: n by states
 *   hit = lash('impact', law, mass, speed);                         a struct, with a curve
 *   out = lash('rig', 'stick-slip', law, 'rate', 20);
 *   r = lash('run', 'model.adm', 'end', 0.1, 'set', {'STRING/1.e=0.7'});   r.time, r.request_2
 *   lash('free', law); names = lash('laws'); lash('version')
 *
 * Errors are raised with the library's words under lash:input, lash:unsupported and lash:failure.
 * Everything is freed before an error is raised, because raising does not return. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <mex.h>

#include "lash_law.h"
#include "lash_laws.h"
#include "lash_rigs.h"
#include "lash_session.h"
#include "lash_tables.h"

/* --------------------------------------------------------------------------------------- errors */

static void raise(int status, const char *message) {
  const char *kind = status == LASH_BAD_INPUT     ? "lash:input"
                     : status == LASH_UNSUPPORTED ? "lash:unsupported"
                                                  : "lash:failure";
  mexErrMsgIdAndTxt(kind, "%s", message);
}

/* ---------------------------------------------------------------------------------------- texts */

enum { TEXT_MAX = 1024 };

static void read_text(const mxArray *from, const char *what, char text[TEXT_MAX]) {
  if (!mxIsChar(from) || mxGetString(from, text, TEXT_MAX) != 0) {
    char words[200];
    snprintf(words, sizeof words, "%s must be a text of less than %d characters", what, TEXT_MAX);
    raise(LASH_BAD_INPUT, words);
  }
}

static double read_number(const mxArray *from, const char *what) {
  char words[200];
  if (mxIsDouble(from) && mxGetNumberOfElements(from) == 1) return mxGetScalar(from);
  snprintf(words, sizeof words, "%.100s must be a number", what);
  raise(LASH_BAD_INPUT, words);
  return NAN;
}

/* ----------------------------------------------------------------------------------------- laws */

/* Handles are places in this list, from 1; what was freed stays empty. */
enum { LAWS_MAX = 4096 };
static lash_law *laws[LAWS_MAX];
static size_t law_count;

static void forget_all(void) {
  for (size_t i = 0; i < law_count; i++) lash_law_free(laws[i]);
  law_count = 0;
}

static lash_law **place_of(const mxArray *handle) {
  const bool fits = mxIsUint64(handle) && mxGetNumberOfElements(handle) == 1;
  const uint64_t number = fits ? *(const uint64_t *)mxGetData(handle) : 0;
  if (number == 0 || number > law_count || !laws[number - 1])
    raise(LASH_BAD_INPUT, "this is no law: make one by lash('law', NAME, …)");
  return &laws[number - 1];
}

/* Pairs NAME, VALUE as parameters; the law is freed before an error is raised. */
static void set_pairs(lash_law *law, int nrhs, const mxArray **prhs) {
  char name[TEXT_MAX], value[TEXT_MAX], message[LASH_MESSAGE_MAX];
  for (int i = 0; i + 1 < nrhs; i += 2) {
    int status;
    if (mxGetString(prhs[i], name, sizeof name) != 0)
      status = LASH_BAD_INPUT, snprintf(message, sizeof message, "NAME, VALUE, … is expected");
    else if (mxIsChar(prhs[i + 1]) && mxGetString(prhs[i + 1], value, sizeof value) == 0)
      status = lash_law_set_text(law, name, value, message, sizeof message);
    else
      status = lash_law_set(law, name, mxGetScalar(prhs[i + 1]), message, sizeof message);
    if (!status) continue;
    lash_law_free(law);
    raise(status, message);
  }
}

static void do_law(int nlhs, mxArray **plhs, int nrhs, const mxArray **prhs) {
  char name[TEXT_MAX], message[LASH_MESSAGE_MAX];
  lash_law *law;
  (void)nlhs;
  if (nrhs < 1) raise(LASH_BAD_INPUT, "which law? lash('law', NAME, PARAMETER, VALUE, …)");
  read_text(prhs[0], "the law's name", name);
  int status = lash_law_begin(name, NULL, 1, &law, message, sizeof message);
  if (status) raise(status, message);
  set_pairs(law, nrhs - 1, prhs + 1);
  status = lash_law_ready(law, message, sizeof message);
  if (!status && law_count == LAWS_MAX)
    status = LASH_FAILURE, snprintf(message, sizeof message, "too many laws: free some");
  if (status) {
    lash_law_free(law);
    raise(status, message);
  }
  laws[law_count++] = law;
  plhs[0] = mxCreateNumericMatrix(1, 1, mxUINT64_CLASS, mxREAL);
  *(uint64_t *)mxGetData(plhs[0]) = law_count;
}

static void do_free(int nlhs, mxArray **plhs, int nrhs, const mxArray **prhs) {
  (void)nlhs, (void)plhs;
  for (int i = 0; i < nrhs; i++) {
    lash_law **place = place_of(prhs[i]);
    lash_law_free(*place);
    *place = NULL;
  }
}

static void do_laws(int nlhs, mxArray **plhs, int nrhs, const mxArray **prhs) {
  const size_t contacts = lash_contact_law_count(), all = contacts + lash_friction_law_count();
  (void)nlhs, (void)nrhs, (void)prhs;
  plhs[0] = mxCreateCellMatrix((mwSize)all, 1);
  for (size_t i = 0; i < all; i++) {
    mxSetCell(plhs[0], (mwIndex)i,
              mxCreateString(i < contacts ? lash_contact_law_at(i)->name
                                          : lash_friction_law_at(i - contacts)->name));
  }
}

/* Arrays of one size: a number counts for all. Copies of those that are numbers belong to MATLAB's
 * memory of this call. */
static const double *spread(const mxArray *from, const char *what, size_t n) {
  char words[200];
  const size_t found = mxGetNumberOfElements(from);
  if (!mxIsDouble(from) || (found != n && found != 1)) {
    snprintf(words, sizeof words, "%s has %zu numbers where %zu are wanted", what, found, n);
    raise(LASH_BAD_INPUT, words);
  }
  if (found == n) return mxGetPr(from);
  double *copy = mxMalloc(n * sizeof *copy);
  for (size_t i = 0; i < n; i++) copy[i] = mxGetScalar(from);
  return copy;
}

static size_t largest(int count, const mxArray **arrays, const mxArray **like) {
  size_t n = 1;
  *like = arrays[0];
  for (int i = 0; i < count; i++) {
    const size_t found = mxGetNumberOfElements(arrays[i]);
    if (found != 1) n = found, *like = arrays[i];
  }
  return n;
}

static double *result_like(mxArray **result, const mxArray *like) {
  *result = mxCreateNumericArray(mxGetNumberOfDimensions(like), mxGetDimensions(like),
                                 mxDOUBLE_CLASS, mxREAL);
  return mxGetPr(*result);
}

static void do_contact(int nlhs, mxArray **plhs, int nrhs, const mxArray **prhs) {
  const mxArray *like;
  mxArray *out[3];
  if (nrhs != 4) raise(LASH_BAD_INPUT, "lash('contact', LAW, DELTA, V, V0)");
  const lash_law *law = *place_of(prhs[0]);
  const size_t n = largest(3, prhs + 1, &like);
  const double *delta = spread(prhs[1], "delta", n), *v = spread(prhs[2], "v", n),
               *v0 = spread(prhs[3], "v0", n);
  double *value[3];
  for (int i = 0; i < 3; i++) value[i] = result_like(&out[i], like);
  lash_law_contact_batch(law, n, delta, v, v0, value[0], value[1], value[2]);
  for (int i = 0; i < 3 && i < (nlhs > 1 ? nlhs : 1); i++) plhs[i] = out[i];
}

static void do_friction(int nlhs, mxArray **plhs, int nrhs, const mxArray **prhs) {
  const mxArray *like;
  mxArray *out[4];
  if (nrhs < 3) raise(LASH_BAD_INPUT, "lash('friction', LAW, VT, NORMAL, Z)");
  const lash_law *law = *place_of(prhs[0]);
  const size_t n = largest(2, prhs + 1, &like), states = (size_t)lash_law_states(law);
  const double *vt = spread(prhs[1], "vt", n), *normal = spread(prhs[2], "the load", n);
  double *value[4], rest[LASH_FRICTION_STATES_MAX];
  for (int i = 0; i < 3; i++) value[i] = result_like(&out[i], like);
  out[3] = mxCreateDoubleMatrix((mwSize)n, (mwSize)states, mxREAL);
  value[3] = states ? mxGetPr(out[3]) : NULL;
  const double *z = NULL;
  if (states && nrhs > 3) {
    z = spread(prhs[3], "z", n * states);
  } else if (states) {
    double *copy = mxMalloc(n * states * sizeof *copy);
    lash_law_rest(law, rest);
    for (size_t i = 0; i < n * states; i++) copy[i] = rest[i / n];
    z = copy;
  }
  lash_law_friction_batch(law, n, vt, normal, z, value[0], value[1], value[2], value[3]);
  for (int i = 0; i < 4 && i < (nlhs > 1 ? nlhs : 1); i++) plhs[i] = out[i];
}

/* ----------------------------------------------------------------------------------------- rigs */

/* A curve as a matrix, column by column, with the names of its columns. */
static void give_curve(mxArray *into, const lash_curve *curve) {
  mxArray *table = mxCreateDoubleMatrix((mwSize)curve->rows, (mwSize)curve->columns, mxREAL);
  mxArray *names = mxCreateCellMatrix(1, (mwSize)curve->columns);
  for (size_t c = 0; c < curve->columns; c++) {
    mxSetCell(names, (mwIndex)c, mxCreateString(curve->names[c]));
    for (size_t r = 0; r < curve->rows; r++)
      mxGetPr(table)[c * curve->rows + r] = curve->data[r * curve->columns + c];
  }
  mxSetField(into, 0, "curve", table);
  mxSetField(into, 0, "columns", names);
}

static void begin_curve(lash_curve *curve, size_t rows) {
  *curve = (lash_curve){.capacity = rows};
  curve->data = mxMalloc(rows * LASH_CURVE_COLUMNS_MAX * sizeof *curve->data);
}

static void give(mxArray *into, const char *field, double value) {
  mxSetField(into, 0, field, mxCreateDoubleScalar(value));
}

static void do_impact(int nlhs, mxArray **plhs, int nrhs, const mxArray **prhs) {
  static const char *fields[] = {"e_out",       "contact_time", "delta_max", "force_max",
                                 "energy_lost", "curve",        "columns"};
  lash_impact_result r;
  lash_curve curve;
  lash_error error;
  (void)nlhs;
  if (nrhs != 3) raise(LASH_BAD_INPUT, "lash('impact', LAW, MASS, SPEED)");
  const lash_law *law = *place_of(prhs[0]);
  const lash_contact *contact = lash_law_as_contact(law);
  if (!contact) raise(LASH_BAD_INPUT, "an impact wants a contact law");
  begin_curve(&curve, 2001);
  const lash_status status = lash_impact_run(contact, read_number(prhs[1], "the mass"),
                                             read_number(prhs[2], "the speed"), &r, &curve, &error);
  if (status) raise(status, error.message);
  plhs[0] = mxCreateStructMatrix(1, 1, 7, fields);
  const double values[] = {r.e_out, r.contact_time, r.delta_max, r.force_max, r.energy_lost};
  for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) give(plhs[0], fields[i], values[i]);
  give_curve(plhs[0], &curve);
}

static void do_rig(int nlhs, mxArray **plhs, int nrhs, const mxArray **prhs) {
  char name[TEXT_MAX], parameter[TEXT_MAX];
  double values[LASH_RIG_RESULTS_MAX];
  lash_params params;
  lash_curve curve;
  lash_error error;
  (void)nlhs;
  if (nrhs < 2) raise(LASH_BAD_INPUT, "lash('rig', NAME, LAW, PARAMETER, VALUE, …)");
  read_text(prhs[0], "the rig's name", name);
  const lash_rig *rig = lash_rig_find(name);
  const lash_friction *friction = lash_law_as_friction(*place_of(prhs[1]));
  if (!rig || !rig->run || !friction)
    raise(LASH_BAD_INPUT,
          rig ? "this rig or this law is not for friction" : "there is no such rig");
  lash_params_init(&params, rig->name, rig->params, rig->param_count);
  for (int i = 2; i + 1 < nrhs; i += 2) {
    read_text(prhs[i], "a parameter's name", parameter);
    const lash_status status =
        lash_params_set_number(&params, parameter, read_number(prhs[i + 1], parameter), &error);
    if (status) raise(status, error.message);
  }
  begin_curve(&curve, 4001);
  const lash_status status = rig->run(friction, &params, values, &curve, &error);
  if (status) raise(status, error.message);
  plhs[0] = mxCreateStructMatrix(1, 1, 0, NULL);
  for (size_t i = 0; rig->results[i]; i++) {
    mxAddField(plhs[0], rig->results[i]);
    give(plhs[0], rig->results[i], values[i]);
  }
  mxAddField(plhs[0], "curve");
  mxAddField(plhs[0], "columns");
  give_curve(plhs[0], &curve);
}

/* ----------------------------------------------------------------------------------------- runs */

static void on_message(void *context, bool fault, const char *text) {
  (void)context, (void)fault;
  mexWarnMsgIdAndTxt("lash:model", "%s", text);
}

/* One pair of options; texts live in MATLAB's memory of this call. */
static void take_option(lash_session_options *o, const char *name, const mxArray *value) {
  const struct {
    const char *name, **text;
    double *number;
    size_t *count;
    lash_texts_list *texts;
  } known[] = {{"host", .text = &o->host},
               {"analysis", .text = &o->analysis},
               {"integrator", .text = &o->integrator},
               {"engine", .text = &o->engine},
               {"end", .number = &o->end},
               {"dtout", .number = &o->output_step},
               {"error", .number = &o->error},
               {"step", .number = &o->step},
               {"hmax", .number = &o->hmax},
               {"set", .texts = &o->sets},
               {"without", .texts = &o->without},
               {"steps", .count = &o->steps}};
  enum { KNOWN = sizeof known / sizeof known[0] };
  char words[TEXT_MAX + 64];
  lash_error error;
  size_t i = 0;
  while (i < KNOWN && strcmp(known[i].name, name) != 0) i++;
  if (i == KNOWN || (known[i].texts && !mxIsCell(value))) {
    snprintf(words, sizeof words, "a run has no option '%s' (set and without take cells of texts)",
             name);
    raise(LASH_BAD_INPUT, words);
  } else if (known[i].text) {
    *known[i].text = mxArrayToString(value);
  } else if (known[i].number) {
    *known[i].number = read_number(value, name);
  } else if (known[i].count) {
    *known[i].count = (size_t)read_number(value, name);
  } else {
    for (size_t k = 0; k < mxGetNumberOfElements(value); k++) {
      const lash_status status =
          lash_texts_add(known[i].texts, mxArrayToString(mxGetCell(value, (mwIndex)k)), &error);
      if (status) raise(status, error.message);
    }
  }
}

/* request_<id> as rows by eight, with names and units of its columns. */
static void give_requests(mxArray *into, lash_session *session, const lash_record *record) {
  const lash_model *model = lash_session_model(session);
  mxArray *units = mxCreateStructMatrix(1, 1, 0, NULL);
  int id;
  for (size_t k = 0; (id = lash_session_request_id(session, k)) != 0; k++) {
    char field[32];
    const int at = lash_model_find(model, LASH_KIND_REQUEST, id);
    mxArray *table = mxCreateDoubleMatrix((mwSize)record->rows, LASH_REQUEST_COLUMNS, mxREAL);
    mxArray *signs = mxCreateCellMatrix(1, LASH_REQUEST_COLUMNS);
    memcpy(mxGetPr(table), lash_record_column(record, k * LASH_REQUEST_COLUMNS),
           record->rows * LASH_REQUEST_COLUMNS * sizeof(double));
    for (size_t c = 0; c < LASH_REQUEST_COLUMNS; c++) {
      lash_column_heading heading;
      lash_request_column(model, at >= 0 ? &model->request.item[at] : NULL, c, &heading);
      mxSetCell(signs, (mwIndex)c, mxCreateString(heading.unit));
    }
    snprintf(field, sizeof field, "request_%d", id);
    mxAddField(into, field);
    mxSetField(into, 0, field, table);
    mxAddField(units, field);
    mxSetField(units, 0, field, signs);
  }
  mxAddField(into, "units");
  mxSetField(into, 0, "units", units);
}

static void do_run(int nlhs, mxArray **plhs, int nrhs, const mxArray **prhs) {
  static const char *fields[] = {"time", "steps", "impacts", "imbalance"};
  char file[TEXT_MAX], name[TEXT_MAX];
  lash_session_options options = lash_session_defaults();
  lash_session *session = NULL;
  lash_record record = {0};
  lash_error error;
  (void)nlhs;
  if (nrhs < 1) raise(LASH_BAD_INPUT, "lash('run', MODEL, 'end', T, …)");
  read_text(prhs[0], "the model", file);
  for (int i = 1; i + 1 < nrhs; i += 2) {
    read_text(prhs[i], "an option's name", name);
    take_option(&options, name, prhs[i + 1]);
  }
  options.requests = true;
  options.touches = !options.host;
  options.watcher.message = on_message;
  lash_status status = lash_session_open(file, &options, &session, &error);
  if (!status) status = lash_session_run(session, &error);
  if (!status) status = lash_session_take_record(session, &record, &error);
  if (status) {
    lash_session_free(session);
    raise(status, error.message);
  }
  plhs[0] = mxCreateStructMatrix(1, 1, 4, fields);
  mxArray *time = mxCreateDoubleMatrix((mwSize)record.rows, 1, mxREAL);
  memcpy(mxGetPr(time), record.time, record.rows * sizeof(double));
  size_t impacts = 0;
  for (size_t i = 0; i < record.touches; i++) impacts += record.touch[i].closes;
  mxSetField(plhs[0], 0, "time", time);
  give(plhs[0], "steps", (double)record.count.steps);
  give(plhs[0], "impacts", (double)impacts);
  give(plhs[0], "imbalance", record.audit.relative);
  give_requests(plhs[0], session, &record);
  lash_record_free(&record);
  lash_session_free(session);
}

static void do_version(int nlhs, mxArray **plhs, int nrhs, const mxArray **prhs) {
  (void)nlhs, (void)nrhs, (void)prhs;
  plhs[0] = mxCreateString(lash_version());
}

/* ---------------------------------------------------------------------------------------- entry */

LASH_API void mexFunction(int nlhs, mxArray *plhs[], int nrhs, const mxArray *prhs[]) {
  static const struct {
    const char *name;
    void (*run)(int nlhs, mxArray **plhs, int nrhs, const mxArray **prhs);
  } deeds[] = {{"law", do_law},         {"free", do_free},         {"laws", do_laws},
               {"contact", do_contact}, {"friction", do_friction}, {"impact", do_impact},
               {"rig", do_rig},         {"run", do_run},           {"version", do_version}};
  char name[TEXT_MAX], words[TEXT_MAX + 100];
  mexAtExit(forget_all);
  if (nrhs < 1) raise(LASH_BAD_INPUT, "lash(WHAT, …): law, contact, friction, impact, rig, run, …");
  read_text(prhs[0], "the first argument", name);
  for (size_t i = 0; i < sizeof deeds / sizeof deeds[0]; i++) {
    if (strcmp(deeds[i].name, name) != 0) continue;
    deeds[i].run(nlhs, plhs, nrhs - 1, prhs + 1);
    return;
  }
  snprintf(words, sizeof words, "lash('%s', …) is not known", name);
  raise(LASH_BAD_INPUT, words);
}
