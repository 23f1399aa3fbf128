#include "lash_force_laws.h"

#include <string.h>

lash_force_law lash_law_of_sforce(const lash_sforce *sforce) {
  const lash_force_kind kind = sforce->sense == LASH_ROTATION ? LASH_FORCE_TWIST
                               : sforce->action_only          ? LASH_FORCE_AXIAL
                                                              : LASH_FORCE_LINE;
  return (lash_force_law){.kind = kind, .action_only = sforce->action_only};
}

lash_force_law lash_law_of_spring(const lash_springdamper *spring) {
  return (lash_force_law){
      .kind = spring->sense == LASH_ROTATION ? LASH_FORCE_COIL : LASH_FORCE_SPRING,
      .k = spring->k,
      .c = spring->c,
      .reference = spring->reference,
      .preload = spring->preload};
}

void lash_matrix_of_bushing(const lash_bushing *bushing, lash_matrix_law *matrix) {
  for (int k = 0; k < 3; k++) {
    matrix->K[7 * k] = bushing->k[k];
    matrix->K[7 * (k + 3)] = bushing->kt[k];
    matrix->C[7 * k] = bushing->c[k];
    matrix->C[7 * (k + 3)] = bushing->ct[k];
    matrix->preload[k] = bushing->force[k];
    matrix->preload[k + 3] = bushing->torque[k];
  }
}

static void set_pair(double *K, int r, int c, double value) { K[6 * r + c] = K[6 * c + r] = value; }

static double shear_of(const lash_beam *beam, double moment, double ratio) {
  const double L = beam->length;
  return 12 * beam->emodulus * moment * ratio / (beam->gmodulus * beam->area * L * L);
}

static lash_beam_law nonlinear(const lash_beam *beam) {
  return (lash_beam_law){
      .length = beam->length,
      .axial = beam->emodulus * beam->area,
      .bending = {beam->emodulus * beam->izz, beam->emodulus * beam->iyy},
      .shear = {shear_of(beam, beam->izz, beam->asy), shear_of(beam, beam->iyy, beam->asz)},
      .torsion = beam->gmodulus * beam->ixx,
      .cratio = beam->cratio};
}

/* Timoshenko beam along x of J, I at its end (Przemieniecki 1968, section 5.6). */
static void beam_stiffness(const lash_beam *beam, double *K) {
  const double L = beam->length, E = beam->emodulus, G = beam->gmodulus;
  const double shear_y = shear_of(beam, beam->izz, beam->asy);
  const double shear_z = shear_of(beam, beam->iyy, beam->asz);
  const double bend_z = E * beam->izz / (1 + shear_y), bend_y = E * beam->iyy / (1 + shear_z);
  K[0] = E * beam->area / L;
  K[7] = 12 * bend_z / (L * L * L);
  K[14] = 12 * bend_y / (L * L * L);
  K[21] = G * beam->ixx / L;
  K[28] = (4 + shear_z) * bend_y / L;
  K[35] = (4 + shear_y) * bend_z / L;
  set_pair(K, 1, 5, -6 * bend_z / (L * L));
  set_pair(K, 2, 4, 6 * bend_y / (L * L));
}

/* 36 numbers by columns, or the 21 of the lower triangle by columns. */
static void unpack(const lash_numbers *numbers, double *matrix) {
  if (numbers->count == 36)
    for (int r = 0; r < 6; r++)
      for (int c = 0; c < 6; c++) matrix[6 * r + c] = numbers->value[6 * c + r];
  if (numbers->count != 21) return;
  size_t next = 0;
  for (int c = 0; c < 6; c++)
    for (int r = c; r < 6; r++) set_pair(matrix, r, c, numbers->value[next++]);
}

static void damp(lash_matrix_law *m, double ratio, const lash_numbers *cmatrix) {
  for (int k = 0; k < 36; k++) m->C[k] = ratio * m->K[k];
  if (cmatrix->count) unpack(cmatrix, m->C);
}

static lash_status refuse(const lash_model *model, const lash_element *head, lash_error *error) {
  char where[256];
  lash_element_where(model, head, where, sizeof where);
  return lash_fail(
      error, LASH_UNSUPPORTED,
      "%s: this FORMULATION is not offered; LINEAR is, and NONLINEAR of a BEAM and of a FIELD "
      "by a routine",
      where);
}

lash_status lash_matrix_of_beam(const lash_model *model, const lash_beam *beam,
                                lash_matrix_law *matrix, lash_error *error) {
  if (beam->formulation == LASH_BEAM_STRING) return refuse(model, &beam->head, error);
  if (beam->formulation == LASH_BEAM_NONLINEAR) {
    matrix->bent = true;
    matrix->beam = nonlinear(beam);
    unpack(&beam->cmatrix, matrix->C);
    return LASH_OK;
  }
  beam_stiffness(beam, matrix->K);
  damp(matrix, beam->cratio, &beam->cmatrix);
  matrix->length[0] = beam->length;
  return LASH_OK;
}

lash_status lash_matrix_of_field(const lash_model *model, const lash_field *field,
                                 lash_matrix_law *matrix, lash_error *error) {
  /* a routine is as nonlinear as it likes */
  if (field->formulation != LASH_BEAM_LINEAR && !field->function.user)
    return refuse(model, &field->head, error);
  unpack(&field->kmatrix, matrix->K);
  damp(matrix, field->cratio, &field->cmatrix);
  memcpy(matrix->length, field->length, sizeof matrix->length);
  memcpy(matrix->preload, field->force, sizeof matrix->preload);
  return LASH_OK;
}
