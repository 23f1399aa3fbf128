/* Craig-Bampton reduction: static shapes of the interface and modes with the interface held, made
 * orthonormal together. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reduce_internal.h"

enum { RIGID = 6 };

static void reduction_free(reduction *r) {
  sparse_free(&r->K);
  sparse_free(&r->M);
  band_free(&r->factor);
  free(r->boundary);
  free(r->interior);
  free(r->basis);
  free(r->eigenvalue);
  r->mode = NULL;
}

/* Equations of interface nodes against all others. */
static lash_status split(reduction *r, lash_error *error) {
  size_t n = (size_t)r->n;
  bool *on_boundary = calloc(n + 1, sizeof *on_boundary);
  r->boundary = malloc((n + 1) * sizeof *r->boundary);
  r->interior = malloc((n + 1) * sizeof *r->interior);
  if (!on_boundary || !r->boundary || !r->interior) {
    free(on_boundary);
    return lash_fail(error, LASH_FAILURE, "no memory for the reduction");
  }
  for (size_t k = 0; k < r->fe->node_count; k++) {
    const lash_fe_node *node = &r->fe->node[k];
    for (int i = 0; node->interface && i < 6; i++) {
      if (node->dof[i] < 0) continue;
      on_boundary[node->dof[i]] = true;
      r->boundary[r->boundary_count++] = node->dof[i];
    }
  }
  for (int i = 0; i < r->n; i++)
    if (!on_boundary[i]) r->interior[r->interior_count++] = i;
  free(on_boundary);
  return LASH_OK;
}

/* A free body without interface has no static shapes to hold it: a small shift makes K definite. */
static double free_shift(const reduction *r) {
  double largest = 0;
  for (int j = 0; j < r->n; j++) {
    double k = 0, m = 0;
    for (size_t p = r->K.start[j]; p < r->K.start[j + 1]; p++)
      if (r->K.row[p] == j) k = r->K.value[p];
    for (size_t p = r->M.start[j]; p < r->M.start[j + 1]; p++)
      if (r->M.row[p] == j) m = r->M.value[p];
    if (m > 0) largest = fmax(largest, k / m);
  }
  return 1e-7 * largest;
}

/* Interior response to a unit displacement of each interface coordinate: -K_ii^-1 K_ib. */
static lash_status static_shapes(const reduction *r, double *out, lash_error *error) {
  size_t n = (size_t)r->n;
  double *work = malloc((n + 1) * sizeof *work);
  if (!work) return lash_fail(error, LASH_FAILURE, "no memory for static shapes");
  for (int b = 0; b < r->boundary_count; b++, out += n) {
    int j = r->boundary[b];
    memset(out, 0, n * sizeof *out);
    for (size_t p = r->K.start[j]; p < r->K.start[j + 1]; p++) out[r->K.row[p]] = -r->K.value[p];
    band_solve(&r->factor, out, n, work);
    out[j] = 1;
  }
  free(work);
  return LASH_OK;
}

static lash_status build_basis(reduction *r, size_t modes, lash_error *error) {
  size_t n = (size_t)r->n;
  bool loose = r->boundary_count == 0 && !r->fe->held;
  size_t vibration = modes + (loose ? RIGID : 0);
  if (vibration > (size_t)r->interior_count) vibration = (size_t)r->interior_count;
  r->columns = vibration + (size_t)r->boundary_count;
  if (r->columns > LASH_MODAL_MAX_MODES)
    return lash_fail(error, LASH_UNSUPPORTED,
                     "%zu modes and static shapes: at most %d; use fewer interface nodes or modes",
                     r->columns, LASH_MODAL_MAX_MODES);
  r->shift = loose ? free_shift(r) : 0;
  lash_status status =
      band_factor(&r->factor, &r->K, &r->M, r->shift, r->interior, r->interior_count, error);
  if (status != LASH_OK) return status;
  r->basis = malloc((r->columns * n + 1) * sizeof *r->basis);
  r->eigenvalue = malloc((r->columns + 1) * sizeof *r->eigenvalue);
  if (!r->basis || !r->eigenvalue) return lash_fail(error, LASH_FAILURE, "no memory for the modes");
  if (vibration > 0) status = reduce_held_modes(r, vibration, r->basis, error);
  if (status == LASH_OK) status = static_shapes(r, r->basis + vibration * n, error);
  /* twice: static shapes are nearly dependent, which costs the first pass some digits */
  for (int pass = 0; status == LASH_OK && pass < 2; pass++)
    status = reduce_ritz(r, r->columns, r->basis, r->eigenvalue, error);
  r->mode = r->basis;
  return status;
}

/* Rigid motion comes first among the modes; there are six of it unless the model is held. */
static lash_status find_rigid(reduction *r, lash_error *error) {
  r->rigid = r->fe->held ? 0 : RIGID;
  if (r->columns <= r->rigid)
    return lash_fail(error, LASH_BAD_INPUT,
                     "no deformation modes are left: ask for more modes or name more interfaces");
  if (!(r->eigenvalue[r->rigid] > 0) ||
      (r->rigid && fabs(r->eigenvalue[r->rigid - 1]) > 1e-3 * r->eigenvalue[r->rigid]))
    return lash_fail(error, LASH_BAD_INPUT,
                     "the model does not have exactly %zu rigid motions: a part is loose, or a "
                     "support is missing",
                     r->rigid);
  return LASH_OK;
}

static lash_status fill_body(const reduction *r, double damping, lash_modal *body,
                             lash_error *error) {
  const lash_fe *fe = r->fe;
  size_t count = r->columns - r->rigid, n = (size_t)r->n;
  lash_status status = lash_modal_allocate(body, count, fe->node_count, error);
  if (status != LASH_OK) return status;
  snprintf(body->name, sizeof body->name, "%s", fe->name[0] ? fe->name : "body");
  for (size_t k = 0; k < count; k++) {
    body->mode[k].frequency = sqrt(r->eigenvalue[r->rigid + k]) / (2 * acos(-1.0));
    body->mode[k].damping = damping;
  }
  for (size_t i = 0; i < fe->node_count; i++) {
    const lash_fe_node *from = &fe->node[i];
    body->node[i].id = from->id;
    body->node[i].interface = from->interface;
    memcpy(body->node[i].position, from->position, sizeof from->position);
    for (size_t k = 0; k < count; k++)
      for (int c = 0; c < 6; c++)
        if (from->dof[c] >= 0)
          body->shape[i * count + k][c] = r->mode[(r->rigid + k) * n + (size_t)from->dof[c]];
  }
  int *node_of = malloc((n + 1) * sizeof *node_of);
  if (!node_of) return lash_fail(error, LASH_FAILURE, "no memory for the nodes");
  for (size_t i = 0; i < fe->node_count; i++)
    for (int c = 0; c < 6; c++)
      if (fe->node[i].dof[c] >= 0) node_of[fe->node[i].dof[c]] = (int)i;
  reduce_rotations(r, node_of, body);
  free(node_of);
  return LASH_OK;
}

lash_status lash_fe_reduce(const lash_fe *fe, size_t modes, double damping, lash_modal *body,
                           lash_error *error) {
  reduction r = {.fe = fe, .n = fe->dof_count};
  memset(body, 0, sizeof *body);
  if (!(damping >= 0 && damping < 1))
    return lash_fail(error, LASH_BAD_INPUT, "the damping ratio must be in [0, 1), not %g", damping);
  lash_status status = sparse_build(&r.K, r.n, &fe->stiffness, error);
  if (status == LASH_OK) status = sparse_build(&r.M, r.n, &fe->mass, error);
  if (status == LASH_OK) status = split(&r, error);
  if (status == LASH_OK) status = build_basis(&r, modes, error);
  if (status == LASH_OK) status = find_rigid(&r, error);
  if (status == LASH_OK) status = fill_body(&r, damping, body, error);
  if (status == LASH_OK) status = reduce_invariants(&r, body, error);
  if (status == LASH_OK && fe->tie_count) status = reduce_shortening(&r, body, error);
  if (status == LASH_OK) status = reduce_check(&r, body, error);
  reduction_free(&r);
  if (status != LASH_OK) lash_modal_free(body);
  return status;
}

lash_status lash_modal_open(lash_modal *body, const char *file, lash_error *error) {
  static const char ending[] = ".frame";
  size_t length = strlen(file);
  if (length < sizeof ending || strcmp(file + length + 1 - sizeof ending, ending) != 0)
    return lash_modal_read(body, file, error);
  lash_fe fe;
  memset(body, 0, sizeof *body);
  lash_status status = lash_fe_read_frame(&fe, file, error);
  if (status != LASH_OK) return status;
  status = lash_fe_reduce(&fe, fe.modes, fe.damping, body, error);
  if (status != LASH_OK) lash_error_prefix(error, "%s", file);
  lash_fe_free(&fe);
  return status;
}

void lash_fe_free(lash_fe *fe) {
  free(fe->node);
  free(fe->point);
  free(fe->tie);
  free(fe->stiffness.item);
  free(fe->mass.item);
  free(fe->point_mass.item);
  memset(fe, 0, sizeof *fe);
}
