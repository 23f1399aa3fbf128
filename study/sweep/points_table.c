/* points.csv: all points in order. */
#include "csv.h"
#include "files.h"
#include "log.h"

static void write_head(csv *c, const lash_plan *plan, const lash_measures *measures) {
  csv_text(c, "point");
  for (size_t k = 0; k < plan->parameters; k++) csv_text(c, plan->parameter[k].name);
  for (size_t i = 0; i < measures->count; i++) csv_text(c, measures->item[i].text);
  csv_text(c, "state");
  csv_text(c, "reason");
  csv_row(c);
}

static void write_row(csv *c, const lash_plan *plan, size_t index, const lash_point *point,
                      size_t measures) {
  static const char *const words[] = {"open", "ok", "failed", "lost"};
  csv_count(c, index);
  for (size_t k = 0; k < plan->parameters; k++) {
    char word[LASH_WORD_MAX];
    lash_plan_value(plan, index, k, word, NULL);
    csv_text(c, word);
  }
  for (size_t i = 0; i < measures; i++) {
    if (point->state == LASH_POINT_DONE)
      csv_number(c, point->values[i]);
    else
      csv_text(c, "");
  }
  csv_text(c, words[point->state]);
  csv_text(c, point->reason ? point->reason : "");
  csv_row(c);
}

lash_status log_write_table(const lash_sweep_options *options, const lash_point *point,
                            lash_error *error) {
  const lash_plan *plan = options->plan;
  const lash_measures *measures = &options->study->measures;
  out_file out;
  const lash_status status = out_open_in(&out, options->folder, "points.csv", error);
  if (status == LASH_OK) {
    csv c = csv_to(out.stream);
    write_head(&c, plan, measures);
    for (size_t i = 0; i < plan->points; i++) write_row(&c, plan, i, &point[i], measures->count);
  }
  return out_close(&out, status, error);
}
