/* Curves that somebody sent: the first byte says of which program, the rest is the file. */
#include <math.h>

#include "curve_set.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const char *const endings[] = {".csv", ".dat", ".res", ".req"};
  lash_error error = {.message = ""};
  curve_set set;
  curve_place place;
  if (size == 0) return 0;
  const curve_reading how = {.lenient = data[0] & 4, .steps = data[0] & 8 ? "dynamic" : NULL};
  const char *path = fuzz_file(endings[data[0] & 3], data + 1, size - 1);
  const lash_status status = curve_set_read(&set, path, &how, &error);
  fuzz_told(status, &error);
  size_t numbers = 0;
  for (size_t t = 0; status == LASH_OK && t < set.tables; t++) {
    const curve_table *table = &set.table[t];
    for (size_t c = 0; c < table->columns; c++) {
      for (size_t r = 0; table->number[c] && r < table->rows; r++)
        numbers += isfinite(table->number[c][r]) || isnan(table->number[c][r]);
      curve_set_count(&set, table->heading[c], &place);
      curve_table_errors(table, c);
    }
  }
  if (numbers > 0 && set.tables == 0) abort();
  if (status == LASH_OK) fuzz_told(curve_set_find(&set, "request/1.f2", &place, &error), &error);
  curve_set_free(&set);
  return 0;
}
