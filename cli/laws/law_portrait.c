/* Portraits of laws. */
#include "law_views.h"

#include "output.h"
#include "plot.h"

enum { CURVES = 3, ROWS = 800 };

static lash_status draw(const char *title, const char *const *titles, lash_curve *curves, int x,
                        int y, const char *file, lash_error *error) {
  plot_line lines[CURVES];
  for (size_t i = 0; i < CURVES; i++) lines[i] = (plot_line){titles[i], &curves[i]};
  plot p = {title, x, y, lines, CURVES};
  return plot_draw(&p, file, error);
}

static void release(lash_curve *curves) {
  for (size_t i = 0; i < CURVES; i++) {
    if (curves[i].data) curve_free(&curves[i]);
  }
}

lash_status portrait_contact(const lash_contact *law, const char *file, lash_error *error) {
  static const double speed[CURVES] = {0.1, 0.2, 0.3};
  static const char *const titles[CURVES] = {"0.1 m/s", "0.2 m/s", "0.3 m/s"};
  lash_curve curves[CURVES] = {0};
  lash_status status = LASH_OK;
  for (size_t i = 0; i < CURVES && status == LASH_OK; i++) {
    lash_impact_result result;
    status = curve_allocate(&curves[i], ROWS, error);
    if (status == LASH_OK) status = lash_impact_run(law, 1, speed[i], &result, &curves[i], error);
  }
  if (status == LASH_OK) status = draw(law->law->name, titles, curves, 1, 3, file, error);
  release(curves);
  return status;
}

lash_status portrait_friction(const lash_friction *law, const char *file, lash_error *error) {
  static const double frequency[CURVES] = {0.1, 1, 10};
  static const char *const titles[CURVES] = {"0.1 Hz", "1 Hz", "10 Hz"};
  lash_curve curves[CURVES] = {0};
  lash_status status = LASH_OK;
  for (size_t i = 0; i < CURVES && status == LASH_OK; i++) {
    status = curve_allocate(&curves[i], ROWS, error);
    if (status == LASH_OK) lash_friction_ride(law, 0.01, frequency[i], 10, &curves[i]);
  }
  if (status == LASH_OK) status = draw(law->law->name, titles, curves, 1, 2, file, error);
  release(curves);
  return status;
}
