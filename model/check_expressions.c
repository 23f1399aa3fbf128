/* Compiles every function expression of a model to find its mistakes, and looks up what it names.
 */
#include <stdlib.h>

#include "diagnostics.h"
#include "lash_expr.h"
#include "model.h"

/* Measures of one element: which kind their first argument names. The fourth is a marker. */
static const struct {
  lash_measure_kind measure;
  lash_kind kind;
} element_measures[] = {
    {LASH_MEASURE_JOINT, LASH_KIND_JOINT},       {LASH_MEASURE_JPRIM, LASH_KIND_JPRIM},
    {LASH_MEASURE_MOTION, LASH_KIND_MOTION},     {LASH_MEASURE_PTCV, LASH_KIND_PTCV},
    {LASH_MEASURE_CVCV, LASH_KIND_CVCV},         {LASH_MEASURE_GCON, LASH_KIND_GCON},
    {LASH_MEASURE_SFORCE, LASH_KIND_SFORCE},     {LASH_MEASURE_VFORCE, LASH_KIND_VFORCE},
    {LASH_MEASURE_VTORQUE, LASH_KIND_VTORQUE},   {LASH_MEASURE_GFORCE, LASH_KIND_GFORCE},
    {LASH_MEASURE_MFORCE, LASH_KIND_MFORCE},     {LASH_MEASURE_BEAM, LASH_KIND_BEAM},
    {LASH_MEASURE_BUSH, LASH_KIND_BUSHING},      {LASH_MEASURE_FIELD, LASH_KIND_FIELD},
    {LASH_MEASURE_SPDP, LASH_KIND_SPRINGDAMPER}, {LASH_MEASURE_CONTACT, LASH_KIND_CONTACT},
    {LASH_MEASURE_FRICTION, LASH_KIND_FRICTION}, {LASH_MEASURE_VARVAL, LASH_KIND_VARIABLE},
    {LASH_MEASURE_DIF, LASH_KIND_DIFF},          {LASH_MEASURE_DIF1, LASH_KIND_DIFF},
    {LASH_MEASURE_ARYVAL, LASH_KIND_ARRAY},      {LASH_MEASURE_PINVAL, LASH_KIND_PINPUT},
    {LASH_MEASURE_POUVAL, LASH_KIND_POUTPUT},    {LASH_MEASURE_SENVAL, LASH_KIND_SENSOR},
    {LASH_MEASURE_Q, LASH_KIND_FLEX_BODY},       {LASH_MEASURE_QDOT, LASH_KIND_FLEX_BODY},
    {LASH_MEASURE_QDDOT, LASH_KIND_FLEX_BODY},
};
enum { ELEMENT_MEASURES = sizeof element_measures / sizeof element_measures[0] };

/* What argument `n` of a measure names, or NONE when it is a plain number. */
static lash_kind argument_kind(lash_measure_kind measure, int n) {
  for (size_t i = 0; i < ELEMENT_MEASURES; i++) {
    if (element_measures[i].measure != measure) continue;
    return n == 0 ? element_measures[i].kind : n == 3 ? LASH_KIND_MARKER : LASH_KIND_NONE;
  }
  switch (measure) {
    case LASH_MEASURE_UVX:
    case LASH_MEASURE_UVY:
    case LASH_MEASURE_UVZ:
      return n < 2 ? LASH_KIND_MARKER : LASH_KIND_NONE;
    case LASH_MEASURE_ORIENT:
      return n >= 2 ? LASH_KIND_MARKER : LASH_KIND_NONE;
    case LASH_MEASURE_MODE:
    case LASH_MEASURE_NFORCE:
      return LASH_KIND_NONE;
    default:
      return LASH_KIND_MARKER;
  }
}

typedef struct checker {
  lash_model *model;
  lash_interpolant **spline; /* as many as the model has; NULL where one is faulty */
} checker;

static const lash_interpolant *find_spline(void *context, int id) {
  checker *c = context;
  int index = lash_model_find(c->model, LASH_KIND_SPLINE, id);
  return index < 0 || !c->spline ? NULL : c->spline[index];
}

/* One that cannot be made is somebody else's to complain of, but for want of memory. */
static void make_spline(checker *c, const lash_interpolant_data *data, size_t index) {
  if (lash_interpolant_create(data, &c->spline[index], NULL) == LASH_FAILURE)
    c->model->diagnostics.failed = true;
}

static void make_splines(checker *c) {
  size_t count = c->model->spline.count;
  c->spline = count ? calloc(count, sizeof *c->spline) : NULL;
  if (count && !c->spline) c->model->diagnostics.failed = true;
  for (size_t i = 0; c->spline && i < count; i++) {
    static const double four[4] = {0, 1, 2, 3};
    const lash_spline_statement *s = &c->model->spline.item[i];
    if (s->routine && !s->x.count) { /* its points come later: any will do here */
      const lash_interpolant_data data = {4, 1, four, four, NULL, false};
      make_spline(c, &data, i);
      continue;
    }
    if (s->head.faulty || s->x.count < 4 || !s->y.count) continue;
    size_t curves = s->z.count ? s->z.count : 1;
    if (s->y.count != curves * s->x.count) continue;
    lash_interpolant_data data = {s->x.count, curves,     s->x.value,
                                  s->y.value, s->z.value, s->linear_extrapolate};
    make_spline(c, &data, i);
  }
}

static void free_splines(checker *c) {
  for (size_t i = 0; c->spline && i < c->model->spline.count; i++) {
    if (c->spline[i]) lash_interpolant_free(c->spline[i]);
  }
  free(c->spline);
}

/* Where the compiler stopped: it asks for the place of the column it complains about. */
typedef struct place {
  const lash_expression *expression;
  int *line; /* receives the answer */
} place;

static void locate(const void *from, size_t offset, int *line, int *column) {
  const place *p = from;
  lash_expression_where(p->expression, offset, line, column);
  *p->line = *line;
}

static void check_measures(checker *c, const lash_expression *e, const lash_expr *compiled,
                           const char *owner) {
  for (size_t i = 0; i < lash_expr_input_count(compiled); i++) {
    const lash_measure *m = lash_expr_input_at(compiled, i);
    for (int n = 0; n < m->nargs && n < LASH_MEASURE_ARGS; n++) {
      lash_kind kind = argument_kind(m->kind, n);
      if (kind == LASH_KIND_NONE || (n > 0 && m->args[n] == 0)) continue;
      if (lash_model_find(c->model, kind, m->args[n]) >= 0) continue;
      int line, column;
      lash_expression_where(e, (size_t)(m->column > 0 ? m->column - 1 : 0), &line, &column);
      diagnostics_add(&c->model->diagnostics, LASH_ERROR, c->model->file, line, column, owner,
                      "%s names %s/%d, which does not exist; define it or correct the id",
                      lash_measure_name(m->kind), lash_kind_name(kind), m->args[n]);
    }
  }
}

static void check_expression(checker *c, const lash_element *head, const lash_expression *e) {
  char owner[80];
  snprintf(owner, sizeof owner, "%s/%d", lash_kind_name(head->kind), head->id);
  int line = head->line;
  place at = {e, &line};
  lash_expr_options options = {
      .locate = locate, .source = &at, .find_spline = find_spline, .context = c};
  lash_expr *compiled;
  lash_error error;
  if (lash_expr_compile(e->text, &options, &compiled, &error) == LASH_OK) {
    check_measures(c, e, compiled, owner);
    lash_expr_free(compiled);
    return;
  }
  diagnostics_take(c->model, head, line, &error);
}

void lash_model_check_expressions(lash_model *model) {
  checker c = {.model = model};
  make_splines(&c);
  for (int kind = 1; kind < LASH_KIND_COUNT; kind++) {
    const statement *of = statement_of(kind);
    size_t count = lash_model_count(model, kind);
    for (size_t i = 0; i < count; i++) {
      const char *element = model_at(model, kind, i);
      for (size_t k = 0; k < of->count; k++) {
        if (of->arguments[k].type != ARG_EXPRESSION) continue;
        const lash_expression *e = (const void *)(element + of->arguments[k].offset);
        if (e->text && !e->user) check_expression(&c, (const void *)element, e);
      }
    }
  }
  free_splines(&c);
  diagnostics_sort(&model->diagnostics);
}
