/* forces.csv: what every force element does to the part of its I marker. */
#include "output_table.h"

const char *const table_wrench[6] = {"FX", "FY", "FZ", "TX", "TY", "TZ"};

static void head(FILE *out, const table_state *state) {
  heading_time(out, state);
  for (size_t i = 0; i < lash_system_size(state->system)->forces; i++) {
    const lash_element_name name = lash_system_force(state->system, i);
    for (int k = 0; k < 6; k++) {
      fprintf(out, ",%s_%d_%s", name.statement, name.id, table_wrench[k]);
      heading_unit(out, state, k < 3 ? "F" : "F L");
    }
  }
  fputc('\n', out);
}

static lash_status row(FILE *out, const table_state *state, lash_error *error) {
  fprintf(out, "%.17g", state->t);
  for (size_t i = 0; i < lash_system_size(state->system)->forces; i++) {
    double wrench[6];
    const lash_status status = lash_system_force_wrench(state->system, i, false, 0, wrench, error);
    if (status != LASH_OK) return status;
    for (int k = 0; k < 6; k++) table_field(out, wrench[k], 9);
  }
  fputc('\n', out);
  return LASH_OK;
}

const table_class table_forces = {"forces.csv", head, row, NULL};
