/* Force statements of a dataset as the laws of lash_elements.h. */
#ifndef LASH_FORCE_LAWS_H
#define LASH_FORCE_LAWS_H

#include "lash_elements.h"
#include "lash_model.h"

#ifdef __cplusplus
extern "C" {
#endif

lash_force_law lash_law_of_sforce(const lash_sforce *sforce);
lash_force_law lash_law_of_spring(const lash_springdamper *spring);

/* Stiffness, damping, rest lengths and preload; `matrix` starts as zero. BEAM and FIELD are refused
 * when their FORMULATION is not LINEAR. */
void lash_matrix_of_bushing(const lash_bushing *bushing, lash_matrix_law *matrix);
lash_status lash_matrix_of_beam(const lash_model *model, const lash_beam *beam,
                                lash_matrix_law *matrix, lash_error *error);
lash_status lash_matrix_of_field(const lash_model *model, const lash_field *field,
                                 lash_matrix_law *matrix, lash_error *error);

#ifdef __cplusplus
}
#endif

#endif
