/* Units by name: symbol and size. */
#ifndef LASH_MODEL_UNIT_ROWS_H
#define LASH_MODEL_UNIT_ROWS_H

#include "lash_model.h"

typedef struct unit_row {
  char quantity; /* F, M, L or T; rows of one stand together */
  const char *name;
  const char *symbol; /* NULL: there is none */
  double si;
} unit_row;

extern const unit_row unit_rows[];
extern const size_t unit_row_count;

#endif
