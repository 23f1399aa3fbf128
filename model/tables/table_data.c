/* Data and states: VARIABLE, DIFF, ARRAY, STRING, MATRIX, SPLINE, CURVE, LSE, GSE, TFSISO, PINPUT,
 * POUTPUT. */
#include <string.h>

#include "finish.h"

/* ------------------------------------------------------------------------------- VARIABLE, DIFF */

static const argument variable_rows[] = {
    NUMBER(lash_variable, "IC", ic, 0),
    FUNCTION(lash_variable, function, .flags = ARG_REQUIRED),
};
STATEMENT(VARIABLE, variable_rows);

static const argument diff_rows[] = {
    VECTOR(lash_diff, "IC", ic, 1, 2),
    BOOL(lash_diff, "STATIC_HOLD", static_hold, true),
    BOOL(lash_diff, "IMPLICIT", implicit, true),
    FUNCTION(lash_diff, function, .flags = ARG_REQUIRED),
};
STATEMENT(DIFF, diff_rows);

/* ------------------------------------------------------------------------ ARRAY, STRING, MATRIX */

static void finish_array(finish_context *context, void *element) {
  lash_array *array = element;
  if (array->numbers.count) array->type = LASH_ARRAY_IC;
  if (array->variables.count) array->type = LASH_ARRAY_U;
  size_t count = array->numbers.count + array->variables.count;
  if (!lash_given(&array->head, "SIZE")) array->size = (int)count;
  if (count && (size_t)array->size != count) {
    finish_error(context, array, "SIZE = %d but %zu values follow; make them agree", array->size,
                 count);
  }
  /* states and outputs get the size of the equations that fill them */
  if (array->type == LASH_ARRAY_X || array->type == LASH_ARRAY_Y) return;
  if (array->size <= 0) finish_error(context, array, "it has no size; add SIZE or its values");
}

#define ARRAY_TYPE(NAME) FLAG(lash_array, #NAME, type, LASH_ARRAY_##NAME, .group = 't')

static const argument array_rows[] = {
    ARRAY_TYPE(IC),
    ARRAY_TYPE(U),
    ARRAY_TYPE(X),
    ARRAY_TYPE(Y),
    INTEGER(lash_array, "SIZE", size, 0, .flags = ARG_POSITIVE),
    NUMBERS(lash_array, "NUMBERS", numbers, .group = 't', .side = LASH_ARRAY_IC),
    REFS(lash_array, "VARIABLES", variables, VARIABLE, .group = 't', .side = LASH_ARRAY_U),
};
STATEMENT(ARRAY, array_rows, .finish = finish_array);

static const argument string_rows[] = {
    REST(lash_string, "STRING", text, .flags = ARG_REQUIRED),
};
STATEMENT(STRING, string_rows);

static void finish_matrix(finish_context *context, void *element) {
  lash_matrix *matrix = element;
  if (matrix->file) {
    finish_unsupported(context, matrix, "FILE is not read; write the values in VALUES");
    return;
  }
  finish_needs(context, matrix, "a matrix", (const char *const[]){"VALUES", NULL});
  if (matrix->sparse) {
    if (matrix->i.count != matrix->values.count || matrix->j.count != matrix->values.count) {
      finish_error(context, matrix, "SPARSE needs as many I and J as VALUES (%zu, %zu, %zu)",
                   matrix->i.count, matrix->j.count, matrix->values.count);
    }
    return;
  }
  finish_needs(context, matrix, "FULL", (const char *const[]){"ROWS", "COLUMNS", NULL});
  double wanted = (double)matrix->rows * matrix->columns;
  if (wanted > 0 && wanted != (double)matrix->values.count) {
    finish_error(context, matrix, "%d x %d needs %.0f VALUES, %zu given", matrix->rows,
                 matrix->columns, wanted, matrix->values.count);
  }
}

static const choice matrix_orders[] = {{"RORDER", 0}, {"CORDER", 1}, {NULL, 0}};

static const argument matrix_rows[] = {
    CHOICE(lash_matrix, "FULL", by_columns, matrix_orders, .group = 's'),
    BOOL(lash_matrix, "SPARSE", sparse, true, .group = 's', .side = 1),
    INTEGER(lash_matrix, "ROWS", rows, 0, .flags = ARG_POSITIVE),
    INTEGER(lash_matrix, "COLUMNS", columns, 0, .flags = ARG_POSITIVE),
    NUMBERS(lash_matrix, "VALUES", values),
    NUMBERS(lash_matrix, "I", i, .flags = ARG_POSITIVE),
    NUMBERS(lash_matrix, "J", j, .flags = ARG_POSITIVE),
    TEXT(lash_matrix, "FILE", file, .flags = ARG_PATH),
    QUIET("NAME"),
    QUIET("UNITS"),
};
STATEMENT(MATRIX, matrix_rows, .finish = finish_matrix);

/* -------------------------------------------------------------------------------- SPLINE, CURVE */

/* The Y lists of a family are z, y1 … yn each; split them. */
static void split_family(finish_context *context, lash_spline_statement *spline) {
  size_t n = spline->x.count, curves = spline->y_given.count / (n + 1);
  if (!n || spline->y_given.count % (n + 1)) {
    finish_error(context, spline,
                 "Y has %zu values for %zu of X; give as many, or z and as many for each curve",
                 spline->y_given.count, n);
    return;
  }
  double *z = arena_alloc(context->model->arena, curves * sizeof *z);
  double *y = arena_alloc(context->model->arena, curves * n * sizeof *y);
  if (!z || !y) {
    finish_no_memory(context, spline);
    return;
  }
  for (size_t k = 0; k < curves; k++) {
    const double *from = spline->y_given.value + k * (n + 1);
    z[k] = from[0];
    memcpy(y + k * n, from + 1, n * sizeof *y);
  }
  spline->z = (lash_numbers){curves, z};
  spline->y = (lash_numbers){curves * n, y};
}

static void check_increasing(finish_context *context, lash_spline_statement *spline,
                             lash_numbers list, const char *name) {
  for (size_t i = 1; i < list.count; i++) {
    if (list.value[i] > list.value[i - 1]) continue;
    finish_error(context, spline, "%s must increase; value %zu (%g) is not above %g", name, i + 1,
                 list.value[i], list.value[i - 1]);
    return;
  }
}

static void finish_spline(finish_context *context, void *element) {
  lash_spline_statement *spline = element;
  if (spline->file) {
    finish_spline_file(context, spline);
    return;
  }
  if (spline->routine) finish_error(context, spline, "ROUTINE reads a file; add FILE or remove it");
  finish_needs(context, spline, "a spline", (const char *const[]){"X", "Y", NULL});
  if (!spline->x.count || !spline->y_given.count) return;
  spline->z = (lash_numbers){0, NULL};
  spline->y = spline->y_given;
  if (spline->y_given.count != spline->x.count) split_family(context, spline);
  finish_spline_points(context, spline);
}

void finish_spline_points(finish_context *context, lash_spline_statement *spline) {
  if (spline->x.count < 4) {
    finish_error(context, spline, "it has %zu points; give at least 4", spline->x.count);
  }
  check_increasing(context, spline, spline->x, "X");
  check_increasing(context, spline, spline->z, "the z of the Y lists");
}

static const argument spline_rows[] = {
    NUMBERS(lash_spline_statement, "X", x, .group = 'f'),
    NUMBERS(lash_spline_statement, "Y", y_given, .group = 'f', .flags = ARG_REPEATS),
    BOOL(lash_spline_statement, "LINEAR_EXTRAPOLATE", linear_extrapolate, true),
    TEXT(lash_spline_statement, "FILE", file, .flags = ARG_PATH, .group = 'f', .side = 1),
    TEXT(lash_spline_statement, "BLOCK", block),
    TEXT(lash_spline_statement, "CHANNEL", channel),
    TEXT(lash_spline_statement, "ROUTINE", routine),
};
STATEMENT(SPLINE, spline_rows, .finish = finish_spline);

static const argument curve_rows[] = {
    BOOL(lash_curve_statement, "OPEN", closed, false, .group = 'o'),
    BOOL(lash_curve_statement, "CLOSED", closed, true, .group = 'o', .side = 1),
    REF(lash_curve_statement, "MATRIX", matrix, MATRIX, .group = 'f', .flags = ARG_REQUIRED),
    BOOL(lash_curve_statement, "CURVE_POINTS", curve_points, true),
    INTEGER(lash_curve_statement, "ORDER", order, 4, .flags = ARG_POSITIVE),
    NUMBER(lash_curve_statement, "MINPAR", minpar, -1),
    NUMBER(lash_curve_statement, "MAXPAR", maxpar, 1),
    FUNCTION(lash_curve_statement, function, .group = 'f', .side = 1, .flags = ARG_REQUIRED),
};
STATEMENT(CURVE, curve_rows);

/* --------------------------------------------------------- linear and general * state equations */

static void check_array(finish_context *context, const void *element, lash_ref ref,
                        lash_array_type type, const char *name) {
  if (ref.index < 0) return;
  lash_array_type actual = context->model->array.item[ref.index].type;
  if (actual == type || actual == LASH_ARRAY_NONE) return;
  finish_error(context, element, "%s = %d is an ARRAY of another type; make it %s", name, ref.id,
               name);
}

/* States, inputs, outputs and initial values, as all three kinds of state equations have them. */
static void check_arrays(finish_context *context, const void *element, lash_ref x, lash_ref u,
                         lash_ref y, lash_ref ic) {
  check_array(context, element, x, LASH_ARRAY_X, "X");
  check_array(context, element, u, LASH_ARRAY_U, "U");
  check_array(context, element, y, LASH_ARRAY_Y, "Y");
  check_array(context, element, ic, LASH_ARRAY_IC, "IC");
}

static void finish_lse(finish_context *context, void *element) {
  lash_lse *lse = element;
  check_arrays(context, lse, lse->x, lse->u, lse->y, lse->ic);
  if ((lse->b.id || lse->d.id) && !lse->u.id) finish_error(context, lse, "B and D need U; add it");
  if ((lse->c.id || lse->d.id) && !lse->y.id) finish_error(context, lse, "C and D need Y; add it");
}

static const argument lse_rows[] = {
    REF(lash_lse, "X", x, ARRAY, .flags = ARG_REQUIRED),
    REF(lash_lse, "U", u, ARRAY),
    REF(lash_lse, "Y", y, ARRAY),
    REF(lash_lse, "IC", ic, ARRAY),
    REF(lash_lse, "A", a, MATRIX, .flags = ARG_REQUIRED),
    REF(lash_lse, "B", b, MATRIX),
    REF(lash_lse, "C", c, MATRIX),
    REF(lash_lse, "D", d, MATRIX),
    BOOL(lash_lse, "STATIC_HOLD", static_hold, true),
};
STATEMENT(LSE, lse_rows, .finish = finish_lse);

static void finish_gse(finish_context *context, void *element) {
  lash_gse *gse = element;
  check_arrays(context, gse, gse->x, gse->u, gse->y, gse->ic);
  if (gse->routines.count) gse->function.routine = gse->routines.item[0];
  if (gse->ns > 0 && !gse->x.id) finish_error(context, gse, "NS without X; add X = an ARRAY id");
  if (gse->no > 0 && !gse->y.id) finish_error(context, gse, "NO without Y; add Y = an ARRAY id");
}

#define PARTIALS(NAME)      UNUSED(NAME, "partial derivatives of a GSE are found by differences")
#define COUNT(NAME, member) INTEGER(lash_gse, NAME, member, 0, .flags = ARG_NOT_NEGATIVE)

static const argument gse_rows[] = {
    COUNT("NS", ns),
    COUNT("NO", no),
    COUNT("NI", ni),
    COUNT("ND", nd),
    REF(lash_gse, "X", x, ARRAY),
    REF(lash_gse, "U", u, ARRAY),
    REF(lash_gse, "Y", y, ARRAY),
    REF(lash_gse, "IC", ic, ARRAY),
    REF(lash_gse, "XD", xd, ARRAY),
    REF(lash_gse, "ICD", icd, ARRAY),
    BOOL(lash_gse, "STATIC_HOLD", static_hold, true),
    BOOL(lash_gse, "IMPLICIT", implicit, true),
    EXPRESSION(lash_gse, "SAMPLE_PERIOD", sample_period),
    NUMBER(lash_gse, "SAMPLE_OFFSET", sample_offset, 0),
    PARTIALS("XXFLAG"),
    PARTIALS("XUFLAG"),
    PARTIALS("YXFLAG"),
    PARTIALS("YUFLAG"),
    EXPRESSION(lash_gse, "FUNCTION", function, .flags = ARG_REQUIRED),
    TEXTS(lash_gse, "ROUTINE", routines),
    TEXTS(lash_gse, "INTERFACE", interface),
};
STATEMENT(GSE, gse_rows, .finish = finish_gse);

static void finish_tfsiso(finish_context *context, void *element) {
  lash_tfsiso *tf = element;
  check_arrays(context, tf, tf->x, tf->u, tf->y, (lash_ref){0, -1});
  size_t n = tf->denominator.count;
  if (n && tf->denominator.value[n - 1] == 0) {
    finish_error(context, tf, "the last coefficient of DENOMINATOR is zero; leave it out");
  }
  if (tf->numerator.count > n) {
    finish_error(context, tf, "NUMERATOR has a higher power of s than DENOMINATOR");
  }
}

static const argument tfsiso_rows[] = {
    REF(lash_tfsiso, "X", x, ARRAY, .flags = ARG_REQUIRED),
    REF(lash_tfsiso, "U", u, ARRAY, .flags = ARG_REQUIRED),
    REF(lash_tfsiso, "Y", y, ARRAY, .flags = ARG_REQUIRED),
    NUMBERS(lash_tfsiso, "NUMERATOR", numerator, .flags = ARG_REQUIRED),
    NUMBERS(lash_tfsiso, "DENOMINATOR", denominator, .flags = ARG_REQUIRED),
    BOOL(lash_tfsiso, "STATIC_HOLD", static_hold, true),
};
STATEMENT(TFSISO, tfsiso_rows, .finish = finish_tfsiso);

static const argument plant_rows[] = {
    REFS(lash_plant, "VARIABLES", variables, VARIABLE, .flags = ARG_REQUIRED),
};
STATEMENT(PINPUT, plant_rows);
STATEMENT(POUTPUT, plant_rows);
