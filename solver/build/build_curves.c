/* Curves as far as constraints use them. */

#include "build.h"
#include "constraint_curve.h"

static bool is_used(const lash_model *model, size_t curve) {
  for (size_t k = 0; k < model->ptcv.count; k++)
    if (model->ptcv.item[k].curve.index == (int)curve) return true;
  return false;
}

static lash_status fit_points(lash_builder *builder, const lash_curve_statement *source,
                              lash_curve *curve, lash_error *error) {
  if (!source->curve_points)
    return lash_build_unsupported(builder, &source->head,
                                  "curves by control points; give points that it passes through, "
                                  "with CURVE_POINTS",
                                  error);
  const lash_matrix *matrix = &builder->model->matrix.item[source->matrix.index];
  const size_t count = (size_t)matrix->rows;
  double *points = lash_matrix_of(builder, &source->matrix, count, 3, &source->head, error);
  if (!points) return LASH_BAD_INPUT;
  const bool fits = lash_curve_fit(&builder->system->store, curve, points, count);
  lash_drop(points);
  if (fits) return LASH_OK;
  lash_fail(error, LASH_BAD_INPUT,
            "MATRIX/%d must have four rows at least, each a point other than the last",
            source->matrix.id);
  return lash_build_failed(builder->model, &source->head, LASH_BAD_INPUT, error);
}

lash_status lash_build_curves(lash_builder *builder, lash_error *error) {
  const lash_model *model = builder->model;
  lash_status status = LASH_OK;
  for (size_t k = 0; k < model->curve.count && status == LASH_OK; k++) {
    const lash_curve_statement *source = &model->curve.item[k];
    lash_curve *curve =
        LASH_APPEND(&builder->system->store, builder->system->curve, builder->system->curve_count);
    *curve = (lash_curve){.id = source->head.id,
                          .line = source->head.line,
                          .closed = source->closed,
                          .low = source->minpar,
                          .high = source->maxpar,
                          .user = -1};
    if (is_used(model, k) && !source->function.user)
      status = fit_points(builder, source, curve, error);
  }
  return status;
}

lash_status lash_compile_curves(lash_builder *builder, lash_error *error) {
  const lash_model *model = builder->model;
  lash_status status = LASH_OK;
  for (size_t k = 0; k < model->curve.count && status == LASH_OK; k++) {
    const lash_curve_statement *source = &model->curve.item[k];
    lash_curve *curve = &builder->system->curve[k];
    const lash_user_source routine = {.kind = LASH_USER_CURVE,
                                      .closed = source->closed,
                                      .minpar = source->minpar,
                                      .maxpar = source->maxpar};
    if (!is_used(model, k)) continue;
    status = lash_compile_routine(builder, &source->head, &source->function, &routine, &curve->user,
                                  error);
    if (status == LASH_OK) lash_curve_finish(builder->system, curve);
    if (status == LASH_OK) status = lash_system_take_failure(builder->system, error);
  }
  return status;
}
