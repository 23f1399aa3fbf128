/* SDK functions: data of the model. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "running.h"
#include "slv_c_utils.h"

static const lash_sdk_units unit_systems[] = {
    {1, 1, 1, 1, "second meter newton kilogram"},
    {1, 1e-3, 1, 1, "second millimeter newton kilogram"},
    {1, 1e-2, 1e-5, 1e-3, "second centimeter dyne gram"},
    {1, 0.0254, 4.4482216152605, 0.45359237, "second inch pound_force pound_mass"},
};

const lash_sdk_units *lash_sdk_units_find(const char *name) {
  static const char *const names[] = {"mks", "mmks", "cgs", "ips"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    if (strcasecmp(names[i], name) == 0) return &unit_systems[i];
  }
  return NULL;
}

void c_gtunts(int *exists, double *scales, char *units) {
  const lash_sdk_units *u = lash_running_host()->units;
  *exists = u != NULL;
  const double factors[4] = {u ? u->time : 1, u ? u->length : 1, u ? u->force : 1, u ? u->mass : 1};
  memcpy(scales, factors, sizeof factors);
  strcpy(units, u && u->text ? u->text : "");
}

void c_get_gravity(double *gx, double *gy, double *gz) {
  const double *g = lash_running_host()->gravity;
  *gx = g[0], *gy = g[1], *gz = g[2];
}

void c_gtaray(int id, double *array, int *number, int *istat) {
  const lash_sdk_host *host = lash_running_host();
  int count = 0;
  const double *values = host->numbers ? host->numbers(host->data, id, &count) : NULL;
  *istat = values == NULL;
  *number = values ? count : 0;
  if (values) {
    memcpy(array, values, (size_t)count * sizeof *array);
  } else {
    lash_running_trouble("c_gtaray", "there is no such ARRAY of numbers");
  }
}

void c_gtstrg(int id, char *string, int *nchars, int *istat) {
  const lash_sdk_host *host = lash_running_host();
  const char *text = host->string ? host->string(host->data, id) : NULL;
  *istat = text == NULL;
  strcpy(string, text ? text : "");
  *nchars = (int)strlen(string);
  if (!text) lash_running_trouble("c_gtstrg", "there is no such STRING");
}

void c_gtcurv(int id, double alpha, int iord, double *array, int *istat) {
  const lash_sdk_host *host = lash_running_host();
  memset(array, 0, 3 * sizeof *array);
  *istat = !host->curve || host->curve(host->data, id, alpha, iord, array) != 0;
  if (*istat) lash_running_trouble("c_gtcurv", "the host has no such CURVE");
}

void c_put_spline(int id, int nxvals, int nzvals, const double *xvals, const double *yvals,
                  const double *zvals, int *errflg) {
  const lash_sdk_host *host = lash_running_host();
  *errflg = nxvals < 1 || nzvals < 1 || !host->put_spline ||
            host->put_spline(host->data, id, nxvals, nzvals, xvals, yvals, zvals) != 0;
  if (*errflg) lash_running_trouble("c_put_spline", "the host did not take the points");
}

/* ------------------------------------------------------------------------------------ matrices */

static const double *find_matrix(const char *function, int id, int *rows, int *columns, int *ierr) {
  const lash_sdk_host *host = lash_running_host();
  const double *values = host->matrix ? host->matrix(host->data, id, rows, columns) : NULL;
  *ierr = values == NULL;
  if (!values) {
    *rows = *columns = 0;
    lash_running_trouble(function, "there is no such MATRIX");
  }
  return values;
}

static int count_nonzeros(const double *values, int size) {
  int count = 0;
  for (int i = 0; i < size; i++) count += values[i] != 0;
  return count;
}

/* type: 1 is a full matrix, the only kind that hosts of ours keep; size is its number of entries.
 */
void c_get_matrix_info(int id, int *type, int *nrows, int *ncols, int *size, int *ierr) {
  find_matrix("c_get_matrix_info", id, nrows, ncols, ierr);
  *type = 1;
  *size = *nrows * *ncols;
}

void c_get_full_matrix_data(int id, double *vals, int size, int *ierr) {
  int rows, columns;
  const double *values = find_matrix("c_get_full_matrix_data", id, &rows, &columns, ierr);
  if (!values) return;
  *ierr = size < rows * columns;
  if (!*ierr) memcpy(vals, values, (size_t)(rows * columns) * sizeof *vals);
}

/* The entries that are not zero, with row and column counted from 1. */
void c_get_sparse_matrix_data(int id, int *rows, int *cols, double *vals, int size, int *ierr) {
  int nrows, ncols, used = 0;
  const double *values = find_matrix("c_get_sparse_matrix_data", id, &nrows, &ncols, ierr);
  if (!values) return;
  *ierr = size < count_nonzeros(values, nrows * ncols);
  for (int i = 0; !*ierr && i < nrows * ncols; i++) {
    if (values[i] == 0) continue;
    rows[used] = i % nrows + 1;
    cols[used] = i / nrows + 1;
    vals[used++] = values[i];
  }
}

/* --------------------------------------------------------------------------------------- masses */

static double host_scalar(const char *function, const char *name, const int *par, int npar,
                          int *failed) {
  const lash_sdk_host *host = lash_running_host();
  double value = 0;
  *failed = !host->scalar || host->scalar(host->data, name, par, npar, &value) != 0;
  if (*failed) lash_running_trouble(function, "the host does not know");
  return *failed ? 0 : value;
}

void c_nmodes(int id, int *nq, int *errflg) {
  *nq = (int)host_scalar("c_nmodes", "NMODES", &id, 1, errflg);
}

/* As many numbers as c_nmodes says. */
void c_modinf(int id, int *mode, double *freq, int *errflg) {
  const lash_sdk_host *host = lash_running_host();
  int modes = 0, count = 0;
  *errflg = 1;
  *mode = 0;
  *freq = 0;
  if (!host->array || host->array(host->data, "MODE_NUMBERS", &id, 1, NULL, &modes) != 0) {
    lash_running_trouble("c_modinf", "the host does not know");
    return;
  }
  double *numbers = calloc((size_t)modes + 1, sizeof *numbers);
  if (numbers && !host->array(host->data, "MODE_NUMBERS", &id, 1, numbers, &count) &&
      !host->array(host->data, "MODE_FREQUENCIES", &id, 1, freq, &count)) {
    for (int k = 0; k < modes; k++) mode[k] = (int)numbers[k];
    *errflg = 0;
  }
  free(numbers);
}

void c_get_n_contact_incidents(int id, int *ninc, int *errflg) {
  *ninc = (int)host_scalar("c_get_n_contact_incidents", "CONTACT_INCIDENTS", &id, 1, errflg);
}

void c_system_kinetic_energy(double *KE) {
  int failed;
  *KE = host_scalar("c_system_kinetic_energy", "KINETIC_ENERGY", NULL, 0, &failed);
}

/* iarg is the marker about which the angular momentum is taken. */
void c_system_momentum(int *iarg, double *linear, double *angular) {
  const lash_sdk_host *host = lash_running_host();
  double six[6] = {0};
  int count = 0;
  if (!host->array || host->array(host->data, "MOMENTUM", iarg, 1, six, &count) != 0) {
    lash_running_trouble("c_system_momentum", "the host does not know");
  }
  memcpy(linear, six, 3 * sizeof *six);
  memcpy(angular, six + 3, 3 * sizeof *six);
}

/* The host's MASS array takes a kind (0 part, 1 point mass, 2 flexible body) and an id and holds
 * the centre of mass, the mass and Ixx Iyy Izz Ixy Ixz Iyz. */
void c_body_mass_property(char *type, int *id, double *cm, double *mass, double *ip) {
  const lash_sdk_host *host = lash_running_host();
  int kind = strncasecmp(type, "POINT", 5) == 0 ? 1 : strncasecmp(type, "FLEX", 4) == 0 ? 2 : 0;
  int par[2] = {kind, *id}, count = 0;
  double ten[10] = {0};
  if (!host->array || host->array(host->data, "MASS", par, 2, ten, &count) != 0) {
    lash_running_trouble("c_body_mass_property", "the host has no such body");
  }
  memcpy(cm, ten, 3 * sizeof *ten);
  *mass = ten[3];
  memcpy(ip, ten + 4, 6 * sizeof *ten);
}

/* Adds the inertia of a point mass at `offset` from the point that ip refers to; products are
 * positive integrals. */
static void move_inertia(double ip[6], double mass, const double offset[3]) {
  double x = offset[0], y = offset[1], z = offset[2];
  const double moved[6] = {y * y + z * z, x * x + z * z, x * x + y * y, x * y, x * z, y * z};
  for (int i = 0; i < 6; i++) ip[i] += mass * moved[i];
}

/* Adds a body (sign +1) to the sum or takes it away (-1); inertias about the centres of mass. */
static void combine(double sign, const double *cm, double mass, const double *ip, double *sum_cm,
                    double *sum_mass, double *sum_ip) {
  double total = *sum_mass + sign * mass, centre[3], to_sum[3], to_body[3];
  for (int i = 0; i < 3; i++) {
    double moment = *sum_mass * sum_cm[i] + sign * mass * cm[i];
    centre[i] = total != 0 ? moment / total : sum_cm[i];
    to_sum[i] = sum_cm[i] - centre[i];
    to_body[i] = cm[i] - centre[i];
  }
  move_inertia(sum_ip, *sum_mass, to_sum);
  for (int i = 0; i < 6; i++) sum_ip[i] += sign * ip[i];
  move_inertia(sum_ip, sign * mass, to_body);
  memcpy(sum_cm, centre, sizeof centre);
  *sum_mass = total;
}

void c_add_mass_property(double *cm, double *mass, double *ip, double *sum_cm, double *sum_mass,
                         double *sum_ip) {
  combine(1, cm, *mass, ip, sum_cm, sum_mass, sum_ip);
}

void c_subtract_mass_property(double *cm, double *mass, double *ip, double *sum_cm,
                              double *sum_mass, double *sum_ip) {
  combine(-1, cm, *mass, ip, sum_cm, sum_mass, sum_ip);
}
