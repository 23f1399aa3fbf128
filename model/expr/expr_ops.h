/* What each operation of the tape computes: value, first and second partial derivatives, side by
 * side.
 *
 * `order` says how many derivatives are wanted; callers pass a literal, so the compiler drops the
 * rest of each case. Where a slope is infinite at a single point (SQRT or a root at 0) the
 * derivative given there is 0: |v| written as SQRT(vx**2 + vy**2) then behaves like ABS at rest. */
#ifndef LASH_MODEL_EXPR_OPS_H
#define LASH_MODEL_EXPR_OPS_H

#include <math.h>

#include "expr_internal.h"
#include "lash_functions.h"

typedef struct expr_partials {
  double f, a, b, aa, ab, bb;
} expr_partials;

static inline void expr_set_unary(expr_partials *p, double f, double a, double aa) {
  p->f = f, p->a = a, p->aa = aa;
  p->b = p->ab = p->bb = 0;
}

static inline void expr_set_jet(expr_partials *p, lash_jet y) {
  expr_set_unary(p, y.value, y.d1, y.d2);
}

static inline void expr_spline_value(expr_partials *p, const expr_node *node, double x, double z) {
  lash_interpolant_point s;
  lash_interpolant_evaluate(node->spline, (lash_interpolation)node->spline_method, x, z, &s);
  int k = node->spline_order;
  *p = (expr_partials){.f = s.dx[k], .a = s.dx[k + 1], .aa = s.dx[k + 2]};
  p->b = s.dz[k], p->ab = s.dz[k + 1];
}

/* c a^(c-1) and c (c-1) a^(c-2), with 0 for what is infinite at a = 0. */
static inline void expr_power_slopes(expr_partials *p, double a, double c) {
  if (a != 0) {
    p->a = c * p->f / a;
    p->aa = (c - 1) * p->a / a;
  } else {
    p->a = c == 1 ? 1 : 0;
    p->aa = c == 2 ? 2 : 0;
  }
}

/* Partials in the exponent; a base of zero has none. */
static inline void expr_exponent_slopes(expr_partials *p, double a, double b) {
  double l = a != 0 ? log(a) : 0;
  p->b = p->f * l;
  p->bb = p->b * l;
  p->ab = a != 0 ? p->f / a * (1 + b * l) : 0;
}

/* From 0 at -width to 1 at width, with its slopes: what a softened jump becomes. */
static inline lash_jet expr_ramp(double x, double width) {
  const lash_jet s = lash_shape_cubic(0.5 + 0.5 * x / width);
  return (lash_jet){s.value, s.d1 / (2 * width), s.d2 / (4 * width * width)};
}

__attribute__((always_inline)) static inline void expr_apply(const expr_node *node, double a,
                                                             double b, int order,
                                                             expr_partials *p) {
  switch ((expr_op)node->op) {
    case OP_ADD:
      *p = (expr_partials){.f = a + b, .a = 1, .b = 1};
      return;
    case OP_SUB:
      *p = (expr_partials){.f = a - b, .a = 1, .b = -1};
      return;
    case OP_MUL:
      *p = (expr_partials){.f = a * b, .a = b, .b = a, .ab = 1};
      return;
    case OP_DIV:
      p->f = a / b;
      if (order == 0) return;
      p->a = 1 / b, p->b = -p->f / b;
      p->aa = 0, p->ab = -1 / (b * b), p->bb = -2 * p->b / b;
      return;
    case OP_NEG:
      expr_set_unary(p, -a, -1, 0);
      return;
    case OP_POW:
      p->f = pow(a, b);
      if (order == 0) return;
      expr_power_slopes(p, a, b);
      expr_exponent_slopes(p, a, b);
      return;
    case OP_POWC:
      expr_set_unary(p, pow(a, node->constant), 0, 0);
      if (order > 0) expr_power_slopes(p, a, node->constant);
      return;
    case OP_RISE:
      *p = (expr_partials){.f = a <= 0 ? 0 : pow(a, b)};
      if (order == 0 || a <= 0) return;
      expr_power_slopes(p, a, b);
      expr_exponent_slopes(p, a, b);
      return;
    case OP_REQUIRE:
      *p = (expr_partials){.f = b > 0 ? a : NAN, .a = 1};
      return;
    case OP_CUBIC:
      expr_set_jet(p, lash_shape_cubic(a));
      return;
    case OP_QUINTIC:
      expr_set_jet(p, lash_shape_quintic(a));
      return;
    case OP_SINE_SHAPE:
      expr_set_jet(p, lash_shape_sine(a));
      return;
    case OP_SPLINE:
      expr_spline_value(p, node, a, b);
      return;
    case OP_ABS:
      expr_set_unary(p, fabs(a), (a > 0) - (a < 0), 0);
      return;
    case OP_ACOS:
    case OP_ASIN: {
      double sign = node->op == OP_ACOS ? -1 : 1, f = node->op == OP_ACOS ? acos(a) : asin(a);
      double root = order > 0 ? sqrt((1 - a) * (1 + a)) : 1;
      expr_set_unary(p, f, sign / root, sign * a / (root * root * root));
      return;
    }
    case OP_AINT:
      expr_set_unary(p, trunc(a), 0, 0);
      return;
    case OP_ANINT:
      expr_set_unary(p, round(a), 0, 0);
      return;
    case OP_ATAN: {
      double slope = 1 / (1 + a * a);
      expr_set_unary(p, atan(a), slope, -2 * a * slope * slope);
      return;
    }
    case OP_ATAN2: {
      p->f = atan2(a, b);
      if (order == 0) return;
      double r2 = a * a + b * b, x = r2 > 0 ? b / r2 : 0, y = r2 > 0 ? a / r2 : 0;
      p->a = x, p->b = -y;
      p->aa = -2 * x * y, p->ab = y * y - x * x, p->bb = 2 * x * y;
      return;
    }
    case OP_COS:
    case OP_SIN: {
      double s = node->op == OP_SIN || order > 0 ? sin(a) : 0;
      double c = node->op == OP_COS || order > 0 ? cos(a) : 0;
      if (node->op == OP_SIN) {
        expr_set_unary(p, s, c, -s);
      } else {
        expr_set_unary(p, c, -s, -c);
      }
      return;
    }
    case OP_COSH:
    case OP_SINH: {
      double s = node->op == OP_SINH || order > 0 ? sinh(a) : 0;
      double c = node->op == OP_COSH || order > 0 ? cosh(a) : 0;
      if (node->op == OP_SINH) {
        expr_set_unary(p, s, c, s);
      } else {
        expr_set_unary(p, c, s, c);
      }
      return;
    }
    case OP_EXP: {
      double f = exp(a);
      expr_set_unary(p, f, f, f);
      return;
    }
    case OP_LOG:
      expr_set_unary(p, log(a), 1 / a, -1 / (a * a));
      return;
    case OP_LOG10:
      expr_set_unary(p, log10(a), M_LOG10E / a, -M_LOG10E / (a * a));
      return;
    case OP_MAX: /* a NaN on either side must come out */
      *p = a >= b || isnan(a) ? (expr_partials){.f = a, .a = 1} : (expr_partials){.f = b, .b = 1};
      return;
    case OP_MIN:
      *p = a <= b || isnan(a) ? (expr_partials){.f = a, .a = 1} : (expr_partials){.f = b, .b = 1};
      return;
    case OP_MOD:
      *p = (expr_partials){.f = fmod(a, b), .a = 1, .b = order > 0 ? -trunc(a / b) : 0};
      return;
    case OP_SIGN: { /* |a| with the sign of b; Fortran takes b = 0 as positive */
      if (fabs(b) < node->width) {
        const lash_jet ramp = expr_ramp(b, node->width);
        const double side = (a > 0) - (a < 0), slope = 2 * ramp.d1, bend = 2 * ramp.d2;
        const double sign = 2 * ramp.value - 1;
        *p = (expr_partials){fabs(a) * sign, side * sign,   fabs(a) * slope, 0,
                             side * slope,   fabs(a) * bend};
        return;
      }
      double sign = b < 0 ? -1 : 1;
      expr_set_unary(p, isnan(b) ? b : sign * fabs(a), sign * ((a > 0) - (a < 0)), 0);
      return;
    }
    case OP_SQRT:
      expr_set_unary(p, sqrt(a), 0, 0);
      if (order > 0 && a != 0) p->a = 0.5 / p->f, p->aa = -p->a / (2 * a);
      return;
    case OP_TAN: {
      double t = tan(a);
      expr_set_unary(p, t, 1 + t * t, 2 * t * (1 + t * t));
      return;
    }
    case OP_TANH: {
      double t = tanh(a), slope = 1 - t * t;
      expr_set_unary(p, t, slope, -2 * t * slope);
      return;
    }
    case OP_CONST: /* leaves and selections are the tape's own business */
    case OP_TIME:
    case OP_INPUT:
    case OP_SELECT:
      break;
  }
  *p = (expr_partials){.f = NAN};
}

#endif
