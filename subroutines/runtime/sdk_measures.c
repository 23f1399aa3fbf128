/* SDK functions: measures, their partial derivatives, and the states of a GSE. */
#include <string.h>

#include "running.h"
#include "slv_c_utils.h"

/* ------------------------------------------------------------------------------------- measures */

/* Notes the request; when it fails, says why. Returns the error flag. */
static int noted(const char *function, const char *name, const int *par, int npar, bool array,
                 lash_status status, const lash_error *error) {
  if (status == LASH_OK && lash_running_asked(name, par, npar, array) == 0) return 0;
  lash_running_trouble(function, status == LASH_OK ? "no memory" : error->message);
  return 1;
}

void c_sysary(const char *fncnam, const int *ipar, int nsize, double *states, int *nstate,
              int *errflg) {
  bool set_up = lash_running_set_up();
  lash_error error;
  lash_status status = lash_sdk_array(lash_running_host(), fncnam, ipar, nsize,
                                      set_up ? NULL : states, nstate, &error);
  const lash_running *frame = lash_running_current();
  if (status == LASH_OK && !set_up && frame && !frame->call->asked) {
    *errflg = 0;
    return;
  }
  if (set_up || status != LASH_OK) memset(states, 0, (size_t)*nstate * sizeof *states);
  *errflg = noted("c_sysary", fncnam, ipar, nsize, true, status, &error);
}

void c_sysfnc(const char *fncnam, const int *ipar, int nsize, double *state, int *errflg) {
  bool set_up = lash_running_set_up();
  lash_error error;
  *state = 0;
  lash_status status =
      lash_sdk_scalar(lash_running_host(), fncnam, ipar, nsize, set_up ? NULL : state, &error);
  *errflg = noted("c_sysfnc", fncnam, ipar, nsize, false, status, &error);
}

/* -------------------------------------------------------------------------- partial derivatives */

void c_adams_needs_partials(int *eval_jac) {
  const lash_running *frame = lash_running_current();
  *eval_jac = frame && frame->iflag == 0 && frame->call->partials != NULL;
}

void c_syspar(const char *fncnam, const int *ipar, int nsize, const double *states, int nstate,
              int *errflg) {
  *errflg = lash_running_partial(fncnam, ipar, nsize, states, nstate);
  if (*errflg) lash_running_trouble("c_syspar", "no partial derivatives are wanted now");
}

/* Which way the solver should difference a routine: ours always decides by itself. */
void c_set_partial_method(int method) { (void)method; }

/* ------------------------------------------------------------------------------ GSE and EXTSYS */

static lash_gse_ids gse(void) {
  const lash_running *frame = lash_running_current();
  return frame ? frame->gse : (lash_gse_ids){0};
}

/* Copies at most n numbers of the array; what the host does not give is zero. */
static void gse_array(const char *function, const char *name, int id, double *out, int n) {
  memset(out, 0, (size_t)(n > 0 ? n : 0) * sizeof *out);
  const lash_sdk_host *host = lash_running_host();
  int count = 0;
  bool known = id != 0 && host->array && host->array(host->data, name, &id, 1, NULL, &count) == 0;
  if (!known || count > n) {
    lash_running_trouble(function, known ? "the array is longer than asked for" : "no such array");
    return;
  }
  lash_running_asked(name, &id, 1, true);
  if (!lash_running_set_up()) host->array(host->data, name, &id, 1, out, &count);
}

static void gse_partial(const char *name, int id, const double *par, int size) {
  const lash_running *frame = lash_running_current();
  if (frame && !frame->sparse) lash_running_partial(name, &id, 1, par, size);
}

/* Sparse partials come as bare values in the order of this map; a host of ours keeps dense ones
 * only and differences the routine instead. */
static void gse_map(const char *function) {
  lash_running *frame = lash_running_current();
  if (frame) frame->sparse = true;
  lash_running_refuse(function);
}

/* The same functions under two names. */
#define GSE_FUNCTIONS(get, par, map)                                                               \
  int get##_ns(void) { return gse().ns; }                                                          \
  int get##_nd(void) { return gse().nd; }                                                          \
  int get##_ni(void) { return gse().ni; }                                                          \
  int get##_no(void) { return gse().no; }                                                          \
  void get##_x(double *x, int ns) { gse_array(#get "_x", "ARRAY", gse().x, x, ns); }               \
  void get##_xd(double *xd, int nd) { gse_array(#get "_xd", "ARRAY", gse().xd, xd, nd); }          \
  void get##_u(double *u, int ni) { gse_array(#get "_u", "ARRAY", gse().u, u, ni); }               \
  void get##_xdot(double *xdot, int ns) { gse_array(#get "_xdot", "XDOT", gse().id, xdot, ns); }   \
  void par##_x(const double *values, int size) { gse_partial("ARRAY", gse().x, values, size); }    \
  void par##_u(const double *values, int size) { gse_partial("ARRAY", gse().u, values, size); }    \
  void par##_xdot(const double *values, int size) { gse_partial("XDOT", gse().id, values, size); } \
  void map##_x(int row, int col) { (void)row, (void)col, gse_map(#map "_x"); }                     \
  void map##_u(int row, int col) { (void)row, (void)col, gse_map(#map "_u"); }                     \
  void map##_xdot(int row, int col) { (void)row, (void)col, gse_map(#map "_xdot"); }

GSE_FUNCTIONS(c_gse, c_gsepar, c_gsemap)
GSE_FUNCTIONS(c_extsys, c_extsyspar, c_extsysmap)

/* Whether outputs are asked for at the initial conditions: our hosts never do so separately. */
void c_gse_output_ics(int *flag) { *flag = 0; }
