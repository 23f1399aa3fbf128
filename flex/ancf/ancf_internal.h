/* Shared by the ancf_*.c files: the seven vectors of an element and their inner products. */
#ifndef LASH_ANCF_INTERNAL_H
#define LASH_ANCF_INTERNAL_H

#include "lash_ancf.h"

enum { ANCF_VECTORS = 7 };

/* Where the product of vectors a and b stands among the 28. */
static inline int ancf_product(int a, int b) {
  int low = a < b ? a : b, high = a < b ? b : a;
  return low * ANCF_VECTORS - low * (low - 1) / 2 + high - low;
}

/* Fills D for a variant; length, section and material of the element are set. */
void ancf_build_stiffness(lash_ancf_element *element, lash_ancf_variant variant);

#endif
