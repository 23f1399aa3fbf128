/* The SDK functions under their Fortran spellings: everything by reference, the lengths of
 * character arguments at the end. Text from Fortran is padded with blanks; text to Fortran is too.
 */
#include <string.h>

#include "running.h"
#include "sdk.h"
#include "slv_c_utils.h"
#define LASH_WEAK LINKDLL_ASUTILITY /* here they are defined, for libraries to find */
#include "lash_c_utils.h"

/* Found by name by the libraries that a program loads. */
#pragma GCC visibility push(default)

/* Lengths are read as 32 bits: older compilers pass no more, newer ones pass no longer text. */
typedef int text_length;

enum { TEXT_MAX = 1024 };

typedef struct text {
  char c[TEXT_MAX];
} text;

static text from_fortran(const char *chars, text_length n) {
  text t;
  if (n < 0) n = 0;
  if (n > TEXT_MAX - 1) n = TEXT_MAX - 1;
  while (n > 0 && chars[n - 1] == ' ') n--;
  memcpy(t.c, chars, (size_t)n);
  t.c[n] = '\0';
  return t;
}

static void to_fortran(const char *c, char *chars, text_length n) {
  size_t used = strlen(c), room = n > 0 ? (size_t)n : 0;
  if (used > room) used = room;
  memcpy(chars, c, used);
  memset(chars + used, ' ', room - used);
}

/* --------------------------------------------------------------------------- measures, messages */

void sysary_(const char *name, int *ipar, int *n, double *states, int *nstate, int *err,
             text_length ln) {
  c_sysary(from_fortran(name, ln).c, ipar, *n, states, nstate, err);
}
void sysfnc_(const char *name, int *ipar, int *n, double *state, int *err, text_length ln) {
  c_sysfnc(from_fortran(name, ln).c, ipar, *n, state, err);
}
void sysfn2_(void *beam, const char *name, int *ipar, int *n, int *index, int *err,
             text_length ln) {
  c_sysfn2(beam, from_fortran(name, ln).c, ipar, *n, index, err);
}
void syspar_(const char *name, int *ipar, int *n, double *states, int *nstate, int *err,
             text_length ln) {
  c_syspar(from_fortran(name, ln).c, ipar, *n, states, *nstate, err);
}
void adams_needs_partials_(int *flag) { c_adams_needs_partials(flag); }
void set_partial_method_(int *method) { c_set_partial_method(*method); }

#define SAY(name)                                                                         \
  void name##_(int *flag, const char *message, int *id, const char *kind, text_length lm, \
               text_length lk) {                                                          \
    c_##name(*flag, from_fortran(message, lm).c, *id, from_fortran(kind, lk).c);          \
  }
SAY(errmes)
SAY(usrmes)

/* --------------------------------------------------------------------------------- the model */

void gtaray_(int *id, double *array, int *number, int *istat) {
  c_gtaray(*id, array, number, istat);
}
void gtstrg_(int *id, char *string, int *nchars, int *istat, text_length ls) {
  const lash_sdk_host *host = lash_running_host();
  const char *found = host->string ? host->string(host->data, *id) : NULL;
  *istat = found == NULL;
  *nchars = found ? (int)strlen(found) : 0;
  if (*nchars > ls) *nchars = ls;
  to_fortran(found ? found : "", string, ls);
}
void gtcurv_(int *id, double *alpha, int *iord, double *array, int *istat) {
  c_gtcurv(*id, *alpha, *iord, array, istat);
}
void gtcmat_(int *nmid, int *mid, int *ndim, double *c, int *istat) {
  c_gtcmat(*nmid, mid, *ndim, c, istat);
}
void gtunts_(int *exists, double *scales, char *units, text_length lu) {
  text t;
  c_gtunts(exists, scales, t.c);
  to_fortran(t.c, units, lu);
}
void get_gravity_(double *gx, double *gy, double *gz) { c_get_gravity(gx, gy, gz); }
void get_matrix_info_(int *id, int *type, int *rows, int *columns, int *size, int *err) {
  c_get_matrix_info(*id, type, rows, columns, size, err);
}
void get_sparse_matrix_data_(int *id, int *rows, int *columns, double *values, int *size,
                             int *err) {
  c_get_sparse_matrix_data(*id, rows, columns, values, *size, err);
}
void get_full_matrix_data_(int *id, double *values, int *size, int *err) {
  c_get_full_matrix_data(*id, values, *size, err);
}
void put_spline_(int *id, int *nx, int *nz, double *x, double *y, double *z, int *err) {
  c_put_spline(*id, *nx, *nz, x, y, z, err);
}
void nmodes_(int *id, int *nq, int *err) { c_nmodes(*id, nq, err); }
void modinf_(int *id, int *mode, double *frequency, int *err) {
  c_modinf(*id, mode, frequency, err);
}
void body_mass_property_(const char *type, int *id, double *cm, double *mass, double *ip,
                         text_length lt) {
  c_body_mass_property(from_fortran(type, lt).c, id, cm, mass, ip);
}
#define COMBINE(name)                                                                  \
  void name##_(double *cm, double *mass, double *ip, double *sum_cm, double *sum_mass, \
               double *sum_ip) {                                                       \
    c_##name(cm, mass, ip, sum_cm, sum_mass, sum_ip);                                  \
  }
COMBINE(add_mass_property)
COMBINE(subtract_mass_property)
void tirary_(int *id, const char *name, double *states, int *nstate, int *err, text_length ln) {
  c_tirary(*id, from_fortran(name, ln).c, states, nstate, err);
}
void ucovar_(int *id, int *nparts, int *parts, int *nvars, int *vars) {
  c_ucovar(*id, *nparts, parts, *nvars, vars);
}
void setvelic_(int *id, int *type, double *vm_ori, double *wm_loc, double *wm_ori, int *nvics,
               double *vics, int *which, int *exact, int *err) {
  c_setvelic(*id, *type, vm_ori, wm_loc, wm_ori, *nvics, vics, which, exact, err);
}

/* --------------------------------------------------------------------------- built-in functions */

void akispl_(double *x, double *z, int *id, int *iord, double *array, int *err) {
  c_akispl(*x, *z, *id, *iord, array, err);
}
void cubspl_(double *x, double *z, int *id, int *iord, double *array, int *err) {
  c_cubspl(*x, *z, *id, *iord, array, err);
}
void bistop_(double *x, double *v, double *x1, double *x2, double *k, double *e, double *c,
             double *d, int *iord, double *vec, int *err) {
  c_bistop(*x, *v, *x1, *x2, *k, *e, *c, *d, *iord, vec, err);
}
void impact_(double *x, double *v, double *x1, double *k, double *e, double *c, double *d,
             int *iord, double *vec, int *err) {
  c_impact(*x, *v, *x1, *k, *e, *c, *d, *iord, vec, err);
}
#define POLYNOMIAL(name)                                                                \
  void name##_(double *x, double *x0, double *par, int *npar, int *iord, double *value, \
               int *err) {                                                              \
    c_##name(*x, *x0, par, *npar, *iord, value, err);                                   \
  }
POLYNOMIAL(cheby)
POLYNOMIAL(poly)
#define WAVES(name)                                                                                \
  void name##_(double *x, double *x0, double *w, double *par, int *npar, int *iord, double *value, \
               int *err) {                                                                         \
    c_##name(*x, *x0, *w, par, *npar, *iord, value, err);                                          \
  }
WAVES(forcos)
WAVES(forsin)
#define STEP(name)                                                                   \
  void name##_(double *x, double *x0, double *h0, double *x1, double *h1, int *iord, \
               double *value, int *err) {                                            \
    c_##name(*x, *x0, *h0, *x1, *h1, *iord, value, err);                             \
  }
STEP(havsin)
STEP(step)
STEP(step5)
void shf_(double *x, double *x0, double *a, double *w, double *phi, double *b, int *iord,
          double *value, int *err) {
  c_shf(*x, *x0, *a, *w, *phi, *b, *iord, value, err);
}

/* ------------------------------------------------------------------------------- conversions */

#define CONVERT(name)                                                                  \
  void name##_(const char *sys1, double *q1, const char *sys2, double *q2, int *istat, \
               text_length l1, text_length l2) {                                       \
    c_##name(from_fortran(sys1, l1).c, q1, from_fortran(sys2, l2).c, q2, istat);       \
  }
CONVERT(rcnvrt)
CONVERT(tcnvrt)
#define WRITE(name, type)                                                             \
  void name##_(type *number, char *string, int *length, int *istat, text_length ls) { \
    text t;                                                                           \
    c_##name(*number, t.c, length, istat);                                            \
    *istat = *length > ls;                                                            \
    to_fortran(t.c, string, ls);                                                      \
  }
WRITE(istrng, int)
WRITE(rstrng, double)
void naninf_(double *values, int *size, int *outcome, int *index) {
  c_naninf(values, size, outcome, index);
}

/* ----------------------------------------------------------------------------------- the run */

void analys_(const char *type, const char *name, double *begin, double *end, int *init, int *istat,
             text_length lt, text_length ln) {
  c_analys(from_fortran(type, lt).c, from_fortran(name, ln).c, *begin, *end, *init, istat);
}
void datout_(int *istat) { c_datout(istat); }
void modify_(const char *command, int *istat, text_length lc) {
  c_modify(from_fortran(command, lc).c, istat);
}
void timget_(double *time) { c_timget(time); }
void lash_report_gap_(const int *site, const double *gap) { c_lash_report_gap(*site, *gap); }
void lash_seen_(int *yes) { c_lash_seen(yes); }
void lash_instance_(const void *library, void (*release)(void *kept), void ***place, int *errflg) {
  c_lash_instance(library, release, place, errflg);
}
void lash_laws_(const char *source, const void **table) { c_lash_laws(source, table); }
void lash_folder_(const char **folder) { c_lash_folder(folder); }
void simsta_(int *status) { c_simsta(status); }
void getcpu_(double *seconds) { c_getcpu(seconds); }
void getinm_(int *initializing) { c_getinm(initializing); }
void getmod_(int *mode) { c_getmod(mode); }
void anlmod_(int *mode) { c_anlmod(mode); }
void getstm_(double *time) { c_getstm(time); }
double get_tinu_(void) { return c_get_tinu(); }

/* Answers in text, by one of the functions above. */
static void give_text(void (*ask)(char *), char *chars, text_length n) {
  text t;
  ask(t.c);
  to_fortran(t.c, chars, n);
}
void getint_(char *integrator, text_length n) { give_text(c_getint, integrator, n); }
void getslv_(char *solver, text_length n) { give_text(c_getslv, solver, n); }
void getver_(char *version, text_length n) { give_text(c_getver, version, n); }

void get_numdif_info_(int *integers, double *reals) { c_get_numdif_info(integers, reals); }
void get_integrator_details_(int *integrator, int *corrector, double *tolerance) {
  c_get_integrator_details(integrator, corrector, tolerance);
}
void get_HHT_parameters_(double *alpha, double *beta, double *gamma) {
  c_get_HHT_parameters(alpha, beta, gamma);
}
void adams_declare_threadsafe_(void) { c_adams_declare_threadsafe(); }
void adams_smp_group_(int *group) { c_adams_smp_group(*group); }
void get_solver_data_(int *type, void *in, void *out) { c_get_solver_data(*type, in, out); }
void get_thread_index_(int *index) { c_get_thread_index(index); }
void get_nthread_(int *count) { c_get_nthread(count); }
void get_solver_(int *solver) { c_get_solver(solver); }
void get_rt_process_mode_(int *mode) { c_get_rt_process_mode(mode); }
void get_rt_end_of_warmup_period_(double *time) { c_get_rt_end_of_warmup_period(time); }
void system_kinetic_energy_(double *energy) { c_system_kinetic_energy(energy); }
void system_momentum_(int *marker, double *linear, double *angular) {
  c_system_momentum(marker, linear, angular);
}
void realtime_(const char *name, int *part, double *states, int *nstate, int *err, text_length ln) {
  c_realtime(from_fortran(name, ln).c, *part, states, nstate, err);
}
void get_n_contact_incidents_(int *id, int *count, int *err) {
  c_get_n_contact_incidents(*id, count, err);
}
void get_linear_mat_states_(struct sAdamsLinearDataIn *in, struct sAdamsLinearDataOut *out,
                            int *action) {
  c_get_linear_mat_states(in, out, action);
}

/* ------------------------------------------------------------------------------ GSE and EXTSYS */

#define GSE_FUNCTIONS(get, par, map)                                         \
  int get##_ns_(void) { return c_##get##_ns(); }                             \
  int get##_nd_(void) { return c_##get##_nd(); }                             \
  int get##_ni_(void) { return c_##get##_ni(); }                             \
  int get##_no_(void) { return c_##get##_no(); }                             \
  void get##_x_(double *x, int *n) { c_##get##_x(x, *n); }                   \
  void get##_xd_(double *xd, int *n) { c_##get##_xd(xd, *n); }               \
  void get##_xdot_(double *xdot, int *n) { c_##get##_xdot(xdot, *n); }       \
  void get##_u_(double *u, int *n) { c_##get##_u(u, *n); }                   \
  void par##_x_(double *values, int *n) { c_##par##_x(values, *n); }         \
  void par##_xdot_(double *values, int *n) { c_##par##_xdot(values, *n); }   \
  void par##_u_(double *values, int *n) { c_##par##_u(values, *n); }         \
  void map##_x_(int *row, int *column) { c_##map##_x(*row, *column); }       \
  void map##_xdot_(int *row, int *column) { c_##map##_xdot(*row, *column); } \
  void map##_u_(int *row, int *column) { c_##map##_u(*row, *column); }

GSE_FUNCTIONS(gse, gsepar, gsemap)
GSE_FUNCTIONS(extsys, extsyspar, extsysmap)

void gse_output_ics_(int *flag) { c_gse_output_ics(flag); }
void set_gse_state_tolerance_(int *id, int *index, double *tolerance, int *err) {
  c_set_gse_state_tolerance(*id, *index, *tolerance, err);
}
void set_dgse_type_(int *id, int *type) { c_set_dgse_type(*id, *type); }
int extsys_nactive_(void) { return c_extsys_nactive(); }
void extsys_ids_active_(int *ids, int *n) { c_extsys_ids_active(ids, *n); }

/* -------------------------------------------------------------------------- memory of a routine */

void adams_serialize_integers_(int *values, int *n) { c_adams_serialize_integers(values, *n); }
void adams_serialize_doubles_(double *values, int *n) { c_adams_serialize_doubles(values, *n); }
void adams_serialize_characters_(char *values, int *n, text_length lv) {
  (void)lv;
  c_adams_serialize_characters(values, *n);
}
void adams_unserialize_integers_(int *values, int *n) { c_adams_unserialize_integers(values, *n); }
void adams_unserialize_doubles_(double *values, int *n) { c_adams_unserialize_doubles(values, *n); }
void adams_unserialize_characters_(char *values, int *n, text_length lv) {
  (void)lv;
  c_adams_unserialize_characters(values, *n);
}
