/* Shared by the modal_*.c files: integrals over the deformed body. */
#ifndef LASH_MODAL_INTERNAL_H
#define LASH_MODAL_INTERNAL_H

#include "lash_modal.h"

#define TWO_PI 6.283185307179586477

/* c_k: integral of psi_k + sum q_l chi_kl, the motion that mode k makes from here */
void modal_first(const lash_modal *body, const double *q, size_t k, double out[3]);

/* c: first moment of the deformed body; rate: of its relative velocity */
void modal_first_moments(const lash_modal *body, const lash_modal_state *s, double c[3],
                         double rate[3]);

/* C(z, psi_k) with the shortening's C(s, sum q_l chi_kl); and C(u', psi_k) without it when
 * `relative` is given */
void modal_dyads(const lash_modal *body, const lash_modal_state *s, size_t k, double C[3][3],
                 double relative[3][3]);

/* Adds mode k's share of C(z, z) = C(s, s) + sum q_k (C(s, psi_k) + C(z, psi_k)), C being the last
 * and the sum made symmetric. */
void modal_add_to_second(const lash_modal *body, const lash_modal_state *s, size_t k,
                         const double C[3][3], double second[3][3]);

/* Of the shortening's acceleration at q'' = 0: bend, the first moment, sum q'_k q'_l C(1, chi_kl);
 * twist, the moment of momentum, axial of sum q'_k q'_l C(s, chi_kl). */
void modal_shortening_rate(const lash_modal *body, const double *qd, double bend[3],
                           double twist[3]);

#endif
