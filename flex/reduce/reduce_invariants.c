/* Inertia invariants of a modal body: integrals over its mass points. */
#include <stdlib.h>
#include <string.h>

#include "reduce_internal.h"

/* The integral of a b^T dm; a field is three numbers a point. */
static void dyad(const lash_fe *fe, const double (*a)[3], const double (*b)[3], double C[3][3]) {
  memset(C, 0, 9 * sizeof(double));
  for (size_t e = 0; e < fe->point_mass.count; e++) {
    const lash_entry *m = &fe->point_mass.item[e];
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++) C[i][j] += m->value * a[m->row][i] * b[m->column][j];
  }
}

static void first_moment(const lash_fe *fe, const double (*a)[3], double c[3]) {
  memset(c, 0, 3 * sizeof *c);
  for (size_t e = 0; e < fe->point_mass.count; e++)
    for (int i = 0; i < 3; i++)
      c[i] += fe->point_mass.item[e].value * a[fe->point_mass.item[e].row][i];
}

/* Displacement of the mass points in a mode. */
static void field_of(const lash_fe *fe, const double *mode, double (*field)[3]) {
  memset(field, 0, fe->point_count * sizeof *field);
  for (size_t p = 0; p < fe->point_count; p++)
    for (int t = 0; t < fe->point[p].terms; t++)
      for (int i = 0; i < 3; i++)
        field[p][i] += fe->point[p].shape[t][i] * mode[fe->point[p].dof[t]];
}

lash_status reduce_invariants(const reduction *r, lash_modal *body, lash_error *error) {
  const lash_fe *fe = r->fe;
  size_t count = body->mode_count, points = fe->point_count;
  double(*field)[3] = calloc((count + 1) * points + 1, sizeof *field),
  (*s)[3] = field + count * points;
  if (!field) return lash_fail(error, LASH_FAILURE, "no memory for the mass of the body");
  for (size_t p = 0; p < points; p++) memcpy(s[p], fe->point[p].position, sizeof s[p]);
  for (size_t e = 0; e < fe->point_mass.count; e++) body->mass += fe->point_mass.item[e].value;
  first_moment(fe, (const double(*)[3])s, body->first);
  dyad(fe, (const double(*)[3])s, (const double(*)[3])s, body->second);
  for (size_t k = 0; k < count; k++)
    field_of(fe, r->mode + (r->rigid + k) * (size_t)r->n, field + k * points);
  for (size_t k = 0; k < count; k++) {
    const double(*psi)[3] = (const double(*)[3])(field + k * points);
    first_moment(fe, psi, body->mode[k].first);
    dyad(fe, (const double(*)[3])s, psi, body->mode[k].second);
    for (size_t l = k; l < count; l++) {
      double(*C)[3] = body->coupling[k * count + l];
      dyad(fe, psi, (const double(*)[3])(field + l * points), C);
      for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) body->coupling[l * count + k][j][i] = C[i][j];
    }
  }
  free(field);
  return LASH_OK;
}
