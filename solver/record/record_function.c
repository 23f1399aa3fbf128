/* FUNCTION= expressions, recorded: the nodes of model/expr as operations of the tape. Where a
 * MOTION needs rates too, value and two time derivatives run side by side. */
#include "expr_internal.h"
#include "lash_functions.h"
#include "lash_interpolant.h"
#include "record_impl.h"

/* --------------------------------------------------------------------------------------- pieces */

static lash_term number(lash_recording *r, double value) {
  return lash_tape_constant(r->tape, value);
}

/* 0 up to 0, the shape inside, 1 from 1 on: as lash_functions.h has them. */
static lash_term shape(lash_recording *r, lash_term a, const double *coefficient, int count) {
  lash_tape *t = r->tape;
  const lash_term x = lash_tape_max(t, lash_tape_min(t, a, r->one), r->zero);
  lash_term sum = number(r, coefficient[count - 1]);
  for (int k = count - 2; k >= 0; k--)
    sum = lash_tape_add(t, lash_tape_mul(t, sum, x), number(r, coefficient[k]));
  return sum;
}

/* s = x^2 (3 - 2 x), x^3 (10 - 15 x + 6 x^2) */
static const double cubic[] = {0, 0, 3, -2}, quintic[] = {0, 0, 0, 10, -15, 6};

/* (1 - cos(pi x)) / 2 */
static lash_term sine_shape(lash_recording *r, lash_term a) {
  lash_tape *t = r->tape;
  const double pi = 3.14159265358979323846;
  const lash_term x = lash_tape_max(t, lash_tape_min(t, a, r->one), r->zero);
  const lash_term c = lash_tape_cos(t, lash_tape_mul(t, number(r, pi), x));
  return lash_tape_mul(t, number(r, 0.5), lash_tape_sub(t, r->one, c));
}

typedef struct spline_call {
  const lash_interpolant *spline;
  lash_interpolation method;
  int order;
} spline_call;

static int call_spline(void *context, void *member, const double *in, double *out) {
  const spline_call *call = context;
  lash_interpolant_point at;
  (void)member;
  lash_interpolant_evaluate(call->spline, call->method, in[0], in[1], &at);
  *out = at.dx[call->order];
  return 0;
}

static lash_term spline(lash_recording *r, const expr_node *node, lash_term a, lash_term b) {
  spline_call *call = lash_take(&r->store, 1, sizeof *call);
  lash_tape_call *what = lash_take(&r->store, 1, sizeof *what);
  *call = (spline_call){node->spline, (lash_interpolation)node->spline_method, node->spline_order};
  *what = (lash_tape_call){
      .name = "spline", .function = call_spline, .context = call, .inputs = 2, .outputs = 1};
  const lash_term in[2] = {a, b};
  lash_term out;
  lash_tape_calls(r->tape, what, in, &out);
  r->calls++;
  return out;
}

/* a^b for a > 0, else 0. */
static lash_term rise(lash_recording *r, lash_term a, lash_term b) {
  lash_tape *t = r->tape;
  const lash_term inside = lash_tape_max(t, a, r->zero);
  return lash_tape_select(t, lash_tape_gt(t, a, r->zero), lash_tape_pow(t, inside, b), r->zero);
}

static lash_term not_a_number(lash_recording *r) { return number(r, NAN); }

/* -------------------------------------------------------------------------------- one operation */

/* Operations that the tape has under the same name. */
static lash_term (*const of_one[OP_TANH + 1])(lash_tape *, lash_term) = {
    [OP_NEG] = lash_tape_neg,   [OP_ABS] = lash_tape_abs,   [OP_ACOS] = lash_tape_acos,
    [OP_ASIN] = lash_tape_asin, [OP_ATAN] = lash_tape_atan, [OP_AINT] = lash_tape_trunc,
    [OP_COS] = lash_tape_cos,   [OP_SIN] = lash_tape_sin,   [OP_TAN] = lash_tape_tan,
    [OP_COSH] = lash_tape_cosh, [OP_SINH] = lash_tape_sinh, [OP_TANH] = lash_tape_tanh,
    [OP_EXP] = lash_tape_exp,   [OP_LOG] = lash_tape_log,   [OP_LOG10] = lash_tape_log10,
    [OP_SQRT] = lash_tape_sqrt};
static lash_term (*const of_two[OP_TANH + 1])(lash_tape *, lash_term, lash_term) = {
    [OP_ADD] = lash_tape_add, [OP_SUB] = lash_tape_sub, [OP_MUL] = lash_tape_mul,
    [OP_DIV] = lash_tape_div, [OP_POW] = lash_tape_pow, [OP_ATAN2] = lash_tape_atan2,
    [OP_MOD] = lash_tape_fmod};

static lash_term apply(lash_recording *r, const expr_node *node, const lash_term arg[4]) {
  lash_tape *t = r->tape;
  const lash_term a = arg[0], b = arg[1];
  if (of_one[node->op]) return of_one[node->op](t, a);
  if (of_two[node->op]) return of_two[node->op](t, a, b);
  switch ((expr_op)node->op) {
    case OP_CONST:
      return number(r, node->constant);
    case OP_TIME:
      return r->time;
    case OP_SELECT:
      return lash_tape_select(
          t, lash_tape_lt(t, a, r->zero), arg[1],
          lash_tape_select(t, lash_tape_gt(t, a, r->zero), arg[3],
                           lash_tape_select(t, lash_tape_eq(t, a, r->zero), arg[2], a)));
    case OP_POWC:
      return lash_tape_pow(t, a, number(r, node->constant));
    case OP_RISE:
      return rise(r, a, b);
    case OP_REQUIRE:
      return lash_tape_select(t, lash_tape_gt(t, b, r->zero), a, not_a_number(r));
    case OP_CUBIC:
      return shape(r, a, cubic, 4);
    case OP_QUINTIC:
      return shape(r, a, quintic, 6);
    case OP_SINE_SHAPE:
      return sine_shape(r, a);
    case OP_SPLINE:
      return spline(r, node, a, b);
    case OP_ANINT:
      return lash_tape_trunc(t, lash_tape_add(t, a, lash_tape_copysign(t, number(r, 0.5), a)));
    case OP_MAX: /* a NaN on either side comes out */
      return lash_tape_select(t, lash_tape_ne(t, a, a), a, lash_tape_max(t, a, b));
    case OP_MIN:
      return lash_tape_select(t, lash_tape_ne(t, a, a), a, lash_tape_min(t, a, b));
    case OP_SIGN: {
      const lash_term size = lash_tape_abs(t, a);
      return lash_tape_select(t, lash_tape_lt(t, b, r->zero), lash_tape_neg(t, size), size);
    }
    default:
      record_refuse(r, "an operation of an expression");
      return r->zero;
  }
}

/* ------------------------------------------------------------------------------------ functions */

lash_term record_function(lash_recording *r, int index) {
  const lash_function *function = &r->system->function[index];
  const struct lash_expr *e = function->expr;
  if (r->function_known[index]) return r->function[index];
  lash_term *node = lash_borrow(e->node_count, sizeof *node);
  for (size_t k = 0; k < e->node_count; k++) {
    const expr_node *n = &e->nodes[k];
    if (n->op == OP_INPUT) {
      node[k] = record_measure(r, function->input[n->arg[0]]);
    } else {
      lash_term arg[4] = {0};
      for (int a = 0; a < n->nargs; a++) arg[a] = node[n->arg[a]];
      node[k] = apply(r, n, arg);
    }
    if (record_refused(r)) return r->zero;
  }
  r->function[index] = node[e->root];
  r->function_known[index] = true;
  r->switches[index] = lash_take(&r->store, e->switch_count + 1, sizeof(lash_term));
  for (size_t k = 0; k < e->switch_count; k++) r->switches[index][k] = node[e->switches[k].node];
  return r->function[index];
}

lash_term record_variable(lash_recording *r, int index) {
  const lash_variable_value *variable = &r->system->variable[index];
  if (r->variable_known[index]) return r->variable[index];
  if (variable->driven)
    record_refuse(r, "VARIABLE/%d is an input from outside", variable->id);
  else if (r->variable_busy[index])
    record_refuse(r, "VARIABLE/%d depends on itself", variable->id);
  if (record_refused(r)) return r->zero;
  r->variable_busy[index] = true;
  if (variable->user >= 0)
    record_foreign_call(r, variable->user, false, &r->variable[index]);
  else
    r->variable[index] = record_function(r, variable->function);
  r->variable_busy[index] = false;
  r->variable_known[index] = true;
  return r->variable[index];
}

/* ------------------------------------------------------------------------- functions of time */

static sym_jet jet_add(lash_recording *r, sym_jet a, sym_jet b, bool minus) {
  lash_term (*op)(lash_tape *, lash_term, lash_term) = minus ? lash_tape_sub : lash_tape_add;
  return (sym_jet){op(r->tape, a.value, b.value), op(r->tape, a.d1, b.d1), op(r->tape, a.d2, b.d2)};
}

static sym_jet jet_mul(lash_recording *r, sym_jet a, sym_jet b) {
  lash_tape *t = r->tape;
  return (sym_jet){
      lash_tape_mul(t, a.value, b.value),
      lash_tape_add(t, lash_tape_mul(t, a.d1, b.value), lash_tape_mul(t, a.value, b.d1)),
      sym3_sum(t, lash_tape_mul(t, a.d2, b.value),
               lash_tape_mul(t, number(r, 2), lash_tape_mul(t, a.d1, b.d1)),
               lash_tape_mul(t, a.value, b.d2))};
}

/* f(a) from f, f' and f'' there. */
static sym_jet jet_chain(lash_recording *r, sym_jet a, lash_term f, lash_term f1, lash_term f2) {
  lash_tape *t = r->tape;
  return (sym_jet){f, lash_tape_mul(t, f1, a.d1),
                   lash_tape_add(t, lash_tape_mul(t, f1, a.d2),
                                 lash_tape_mul(t, f2, lash_tape_mul(t, a.d1, a.d1)))};
}

static sym_jet jet_inverse(lash_recording *r, sym_jet a) {
  lash_tape *t = r->tape;
  const lash_term f = lash_tape_div(t, r->one, a.value), square = lash_tape_mul(t, f, f);
  return jet_chain(r, a, f, lash_tape_neg(t, square),
                   lash_tape_mul(t, number(r, 2), lash_tape_mul(t, square, f)));
}

static sym_jet jet_shape(lash_recording *r, sym_jet a, const double *coefficient, int count) {
  lash_tape *t = r->tape;
  double first[8] = {0}, second[8] = {0};
  for (int k = 1; k < count; k++) first[k - 1] = k * coefficient[k];
  for (int k = 2; k < count; k++) second[k - 2] = k * (k - 1) * coefficient[k];
  const lash_term inside =
      lash_tape_and(t, lash_tape_gt(t, a.value, r->zero), lash_tape_lt(t, a.value, r->one));
  return jet_chain(r, a, shape(r, a.value, coefficient, count),
                   lash_tape_select(t, inside, shape(r, a.value, first, count - 1), r->zero),
                   lash_tape_select(t, inside, shape(r, a.value, second, count - 2), r->zero));
}

static sym_jet jet_select(lash_recording *r, lash_term condition, sym_jet yes, sym_jet no) {
  lash_tape *t = r->tape;
  return (sym_jet){lash_tape_select(t, condition, yes.value, no.value),
                   lash_tape_select(t, condition, yes.d1, no.d1),
                   lash_tape_select(t, condition, yes.d2, no.d2)};
}

/* atan2(a, b), with expr_ops.h's partial derivatives. */
static sym_jet jet_atan2(lash_recording *r, sym_jet a, sym_jet b) {
  lash_tape *t = r->tape;
  const lash_term square =
      lash_tape_add(t, lash_tape_mul(t, a.value, a.value), lash_tape_mul(t, b.value, b.value));
  const lash_term x = lash_tape_div(t, b.value, square), y = lash_tape_div(t, a.value, square);
  const lash_term xy = lash_tape_mul(t, number(r, 2), lash_tape_mul(t, x, y));
  const lash_term mixed = lash_tape_sub(t, lash_tape_mul(t, y, y), lash_tape_mul(t, x, x));
  const lash_term bend = sym3_sum(
      t, lash_tape_mul(t, lash_tape_neg(t, xy), lash_tape_mul(t, a.d1, a.d1)),
      lash_tape_mul(t, xy, lash_tape_mul(t, b.d1, b.d1)),
      lash_tape_mul(t, lash_tape_mul(t, number(r, 2), mixed), lash_tape_mul(t, a.d1, b.d1)));
  return (sym_jet){
      lash_tape_atan2(t, a.value, b.value),
      lash_tape_sub(t, lash_tape_mul(t, x, a.d1), lash_tape_mul(t, y, b.d1)),
      lash_tape_add(t, lash_tape_sub(t, lash_tape_mul(t, x, a.d2), lash_tape_mul(t, y, b.d2)),
                    bend)};
}

/* Functions of one argument by value, first and second derivative; false for others. */
static bool unary_jet(lash_recording *r, expr_op op, sym_jet a, sym_jet *out) {
  lash_tape *t = r->tape;
  const lash_term x = a.value, two = number(r, 2);
  lash_term f, f1, f2;
  switch (op) {
    case OP_SQRT: /* no slope at 0 */
      f = lash_tape_sqrt(t, x);
      f1 = lash_tape_select(t, lash_tape_gt(t, x, r->zero), lash_tape_div(t, number(r, 0.5), f),
                            r->zero);
      f2 = lash_tape_select(t, lash_tape_gt(t, x, r->zero),
                            lash_tape_neg(t, lash_tape_div(t, f1, lash_tape_mul(t, two, x))),
                            r->zero);
      break;
    case OP_ATAN:
      f = lash_tape_atan(t, x);
      f1 = lash_tape_div(t, r->one, lash_tape_add(t, r->one, lash_tape_mul(t, x, x)));
      f2 = lash_tape_neg(t, lash_tape_mul(t, lash_tape_mul(t, two, x), lash_tape_mul(t, f1, f1)));
      break;
    case OP_ASIN:
    case OP_ACOS: {
      const lash_term root = lash_tape_sqrt(
          t, lash_tape_mul(t, lash_tape_sub(t, r->one, x), lash_tape_add(t, r->one, x)));
      f = op == OP_ASIN ? lash_tape_asin(t, x) : lash_tape_acos(t, x);
      f1 = lash_tape_div(t, number(r, op == OP_ASIN ? 1 : -1), root);
      f2 = lash_tape_mul(t, f1, lash_tape_div(t, x, lash_tape_mul(t, root, root)));
      break;
    }
    case OP_TAN:
      f = lash_tape_tan(t, x);
      f1 = lash_tape_add(t, r->one, lash_tape_mul(t, f, f));
      f2 = lash_tape_mul(t, lash_tape_mul(t, two, f), f1);
      break;
    case OP_LOG:
      f = lash_tape_log(t, x);
      f1 = lash_tape_div(t, r->one, x);
      f2 = lash_tape_neg(t, lash_tape_mul(t, f1, f1));
      break;
    case OP_ABS:
      f = lash_tape_abs(t, x);
      f1 = lash_tape_select(t, lash_tape_lt(t, x, r->zero), number(r, -1), r->one);
      f2 = r->zero;
      break;
    default:
      return false;
  }
  *out = jet_chain(r, a, f, f1, f2);
  return true;
}

static sym_jet jet_apply(lash_recording *r, const expr_node *node, const sym_jet arg[4]) {
  lash_tape *t = r->tape;
  const sym_jet a = arg[0], b = arg[1];
  const lash_term zero = r->zero;
  switch ((expr_op)node->op) {
    case OP_CONST:
      return (sym_jet){number(r, node->constant), zero, zero};
    case OP_TIME:
      return (sym_jet){r->time, r->one, zero};
    case OP_ADD:
      return jet_add(r, a, b, false);
    case OP_SUB:
      return jet_add(r, a, b, true);
    case OP_MUL:
      return jet_mul(r, a, b);
    case OP_DIV:
      return jet_mul(r, a, jet_inverse(r, b));
    case OP_NEG:
      return jet_add(r, (sym_jet){zero, zero, zero}, a, true);
    case OP_SIN:
    case OP_COS: {
      const lash_term s = lash_tape_sin(t, a.value), c = lash_tape_cos(t, a.value);
      return node->op == OP_SIN ? jet_chain(r, a, s, c, lash_tape_neg(t, s))
                                : jet_chain(r, a, c, lash_tape_neg(t, s), lash_tape_neg(t, c));
    }
    case OP_EXP: {
      const lash_term f = lash_tape_exp(t, a.value);
      return jet_chain(r, a, f, f, f);
    }
    case OP_POWC: {
      const double n = node->constant;
      const lash_term f2 = n == 1 ? zero : lash_tape_pow(t, a.value, number(r, n - 2));
      const lash_term f1 = lash_tape_pow(t, a.value, number(r, n - 1));
      return jet_chain(r, a, lash_tape_pow(t, a.value, number(r, n)),
                       lash_tape_mul(t, number(r, n), f1),
                       lash_tape_mul(t, number(r, n * (n - 1)), f2));
    }
    case OP_CUBIC:
      return jet_shape(r, a, cubic, 4);
    case OP_QUINTIC:
      return jet_shape(r, a, quintic, 6);
    case OP_SELECT:
      return jet_select(r, lash_tape_lt(t, a.value, zero), arg[1],
                        jet_select(r, lash_tape_gt(t, a.value, zero), arg[3], arg[2]));
    case OP_MIN:
      return jet_select(r, lash_tape_le(t, a.value, b.value), a, b);
    case OP_MAX:
      return jet_select(r, lash_tape_ge(t, a.value, b.value), a, b);
    case OP_ATAN2:
      return jet_atan2(r, a, b);
    default: {
      sym_jet out = a;
      if (!unary_jet(r, (expr_op)node->op, a, &out))
        record_refuse(r, "%s in the function of a MOTION", node->words ? node->words : "this");
      return out;
    }
  }
}

static sym_jet time_jet(lash_recording *r, int index) {
  const lash_function *function = &r->system->function[index];
  const struct lash_expr *e = function->expr;
  sym_jet *node = lash_borrow(e->node_count, sizeof *node), none = {r->zero, r->zero, r->zero};
  for (size_t k = 0; k < e->node_count; k++) {
    const expr_node *n = &e->nodes[k];
    if (n->op == OP_INPUT) {
      const lash_bound *m = &r->system->measure[function->input[n->arg[0]]];
      const lash_variable_value *v =
          m->kind == LASH_MEASURE_VARVAL ? &r->system->variable[m->target] : NULL;
      if (!v || v->driven || v->function < 0)
        record_refuse(r, "a MOTION that is no plain function of time");
      else
        node[k] = time_jet(r, v->function);
    } else {
      sym_jet arg[4] = {none, none, none, none};
      for (int a = 0; a < n->nargs; a++) arg[a] = node[n->arg[a]];
      node[k] = jet_apply(r, n, arg);
    }
    if (record_refused(r)) return none;
  }
  return node[e->root];
}

sym_jet record_drive(lash_recording *r, int index) {
  if (r->drive_known[index]) return r->drive[index];
  const lash_drive *drive = &r->system->drive[index];
  r->drive_known[index] = true;
  r->drive[index] = (sym_jet){r->zero, r->zero, r->zero};
  if (drive->order)
    record_refuse(r, "a MOTION that gives velocities or accelerations");
  else if (drive->function < 0)
    record_refuse(r, "a MOTION computed by a user subroutine");
  else
    r->drive[index] = time_jet(r, drive->function);
  return r->drive[index];
}
