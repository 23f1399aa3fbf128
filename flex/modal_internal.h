/* Shared by the modal_*.c files: integrals over the deformed body. */
#ifndef LASH_MODAL_INTERNAL_H
#define LASH_MODAL_INTERNAL_H

#include "lash_modal.h"

#define TWO_PI 6.283185307179586477

/* c: first moment of the deformed body; rate: of its relative velocity */
void modal_first_moments(const lash_modal *body, const lash_modal_state *s, double c[3],
                         double rate[3]);

/* C(z, psi_k), and C(u', psi_k) when `relative` is given */
void modal_dyads(const lash_modal *body, const lash_modal_state *s, size_t k, double C[3][3],
                 double relative[3][3]);

/* Adds mode k's share of C(z, z) = C(s, s) + sum q_k (C(s, psi_k)^T + C(z, psi_k)), C being the
 * last. */
void modal_add_to_second(const lash_modal *body, const lash_modal_state *s, size_t k,
                         const double C[3][3], double second[3][3]);

#endif
