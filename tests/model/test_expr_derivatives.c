/* Derivatives of expressions: random trees are evaluated twice, by the tape and by C's complex
 * arithmetic written out here, which by the complex step gives first derivatives to rounding. */
#include <complex.h>
#include <stdio.h>
#include <string.h>

#include "expr_helper.h"

void setUp(void) {}
void tearDown(void) {}

enum { INPUTS = 3 };

/* One random tree: its text is appended to `text`, its value at (t, x) returned. The same seed
 * gives the same tree, whatever the arguments. */
typedef struct tree {
  uint64_t seed;
  char text[8192];
  double complex t, x[INPUTS];
} tree;

static void put(tree *r, const char *words) {
  strncat(r->text, words, sizeof r->text - strlen(r->text) - 1);
}

static double complex grow(tree *r, int depth);

static double complex grow_constant(tree *r) {
  char word[32];
  double value = floor(uniform(&r->seed) * 40) / 10 - 2;
  snprintf(word, sizeof word, value < 0 ? "(%g)" : "%g", value);
  put(r, word);
  return value;
}

static double complex grow_leaf(tree *r) {
  int which = (int)(uniform(&r->seed) * (INPUTS + 2));
  if (which == INPUTS) return put(r, "TIME"), r->t;
  if (which > INPUTS) return grow_constant(r);
  char word[32];
  snprintf(word, sizeof word, "VARVAL(%d)", which + 1);
  put(r, word);
  return r->x[which];
}

/* Function of one argument, wrapped so that it stays in its domain and values stay tame. */
static double complex grow_unary(tree *r, int depth) {
  static const struct {
    const char *before, *after;
  } words[] = {{"SIN(", ")"},
               {"COS(", ")"},
               {"EXP(.3*SIN(", "))"},
               {"LOG(3+SIN(", "))"},
               {"LOG10(3+COS(", "))"},
               {"SQRT(2+SIN(", "))"},
               {"ATAN(", ")"},
               {"TANH(", ")"},
               {"SINH(COS(", "))"},
               {"COSH(SIN(", "))"},
               {"ASIN(.9*SIN(", "))"},
               {"ACOS(.9*COS(", "))"},
               {"TAN(.5*SIN(", "))"},
               {"(-", ")"},
               {"(2+SIN(", "))**(-1.7)"},
               {"SHF(", ",.3,2,1.1,.2,.5)"},
               {"POLY(SIN(", "),.2,1,-2,.5,.25,.1)"},
               {"CHEBY(COS(", "),.1,1,-2,.5,.25)"},
               {"FORCOS(", ",.2,.7,1,-.5,.25)"},
               {"FORSIN(", ",.2,.7,1,-.5,.25)"}};
  enum { KINDS = sizeof words / sizeof *words };
  int kind = (int)(uniform(&r->seed) * KINDS);
  put(r, words[kind].before);
  double complex a = grow(r, depth - 1), u, w;
  put(r, words[kind].after);
  switch (kind) {
    case 0:
      return csin(a);
    case 1:
      return ccos(a);
    case 2:
      return cexp(0.3 * csin(a));
    case 3:
      return clog(3 + csin(a));
    case 4:
      return clog(3 + ccos(a)) / log(10);
    case 5:
      return csqrt(2 + csin(a));
    case 6:
      return catan(a);
    case 7:
      return ctanh(a);
    case 8:
      return csinh(ccos(a));
    case 9:
      return ccosh(csin(a));
    case 10:
      return casin(0.9 * csin(a));
    case 11:
      return cacos(0.9 * ccos(a));
    case 12:
      return ctan(0.5 * csin(a));
    case 13:
      return -a;
    case 14:
      return cpow(2 + csin(a), -1.7);
    case 15:
      return 2 * csin(1.1 * (a - 0.3) - 0.2) + 0.5;
    case 16:
      u = csin(a) - 0.2;
      return 1 - 2 * u + 0.5 * u * u + 0.25 * u * u * u + 0.1 * u * u * u * u;
    case 17:
      u = ccos(a) - 0.1;
      return 1 - 2 * u + 0.5 * (2 * u * u - 1) + 0.25 * (4 * u * u * u - 3 * u);
    case 18:
      w = 0.7 * (a - 0.2);
      return 1 - 0.5 * ccos(w) + 0.25 * ccos(2 * w);
    default:
      w = 0.7 * (a - 0.2);
      return 1 - 0.5 * csin(w) + 0.25 * csin(2 * w);
  }
}

static double complex grow_binary(tree *r, int depth) {
  static const struct {
    const char *before, *between, *after;
  } words[] = {{"(", "+", ")"},
               {"(", "-", ")"},
               {"", "*SIN(", ")"},
               {"(", ")/(2+(", ")**2)"},
               {"(2+SIN(", "))**COS(", ")"},
               {"ATAN2(", ",3+SIN(", "))"},
               {"IF(SIN(", "): 1, 2, ", ")"},
               {"STEP(", ",-1,SIN(", "),1,.5)"},
               {"HAVSIN(", ",-1,2,1,COS(", "))"},
               {"STEP5(", ",-2,.5,2,SIN(", "))"}};
  enum { KINDS = sizeof words / sizeof *words };
  int kind = (int)(uniform(&r->seed) * KINDS);
  const double pi = acos(-1);
  put(r, words[kind].before);
  double complex a = grow(r, depth - 1), u;
  put(r, words[kind].between);
  double complex b = grow(r, depth - 1);
  put(r, words[kind].after);
  switch (kind) {
    case 0:
      return a + b;
    case 1:
      return a - b;
    case 2:
      return a * csin(b);
    case 3:
      return a / (2 + b * b);
    case 4:
      return cpow(2 + csin(a), ccos(b));
    case 5:
      return catan(a / (3 + csin(b)));
    case 6:
      return creal(csin(a)) < 0 ? 1 : creal(csin(a)) > 0 ? b : 2;
    case 7:
      u = creal(a) <= -1 ? 0 : creal(a) >= 1 ? 1 : (a + 1) / 2;
      return csin(b) + (0.5 - csin(b)) * u * u * (3 - 2 * u);
    case 8:
      u = creal(a) <= -1 ? 0 : creal(a) >= 1 ? 1 : (a + 1) / 2;
      return 2 + (ccos(b) - 2) * (1 - ccos(pi * u)) / 2;
    default:
      u = creal(a) <= -2 ? 0 : creal(a) >= 2 ? 1 : (a + 2) / 4;
      return 0.5 + (csin(b) - 0.5) * u * u * u * (10 - 15 * u + 6 * u * u);
  }
}

static double complex grow(tree *r, int depth) {
  double choice = uniform(&r->seed);
  if (depth == 0 || choice < 0.1) return grow_leaf(r);
  return choice < 0.5 ? grow_unary(r, depth) : grow_binary(r, depth);
}

/* The tree of a seed at t + s rt + i h rt (and likewise each x): a point on a straight motion. */
static double complex tree_at(tree *r, uint64_t seed, const double *at, const double *rate,
                              double s, double h) {
  r->seed = seed;
  r->text[0] = '\0';
  r->t = at[INPUTS] + s * rate[INPUTS] + I * h * rate[INPUTS];
  for (int i = 0; i < INPUTS; i++) r->x[i] = at[i] + s * rate[i] + I * h * rate[i];
  return grow(r, 5);
}

static const double tiny =
    1e-30; /* the complex step has no cancellation, so it may be this small */

static double slope(tree *r, uint64_t seed, const double *at, const double *rate, double s) {
  return cimag(tree_at(r, seed, at, rate, s, tiny)) / tiny;
}

/* Second derivative along the motion: Richardson difference of complex-step slopes. */
static double curvature(tree *r, uint64_t seed, const double *at, const double *rate,
                        double *uncertainty) {
  double h = 4e-3, d[3];
  for (int i = 0; i < 3; i++, h /= 2) {
    d[i] = (slope(r, seed, at, rate, h) - slope(r, seed, at, rate, -h)) / (2 * h);
  }
  double a = (4 * d[1] - d[0]) / 3, b = (4 * d[2] - d[1]) / 3, c = (16 * b - a) / 15;
  *uncertainty = fabs(c - b);
  return c;
}

static void near(double tolerance, double expected, double actual, const char *text) {
  TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(tolerance * (1 + fabs(expected)), expected, actual, text);
}

/* Input of the tape that is VARVAL(k + 1), or -1 when the tree does not mention it. */
static int input_of(const lash_expr *f, int k) {
  for (size_t i = 0; i < lash_expr_input_count(f); i++) {
    if (lash_expr_input_at(f, i)->args[0] == k + 1) return (int)i;
  }
  return -1;
}

static void random_trees_agree_with_complex_arithmetic(void) {
  static tree r;
  int second_derivatives = 0;
  const double still[INPUTS + 1] = {0};
  for (uint64_t seed = 1; seed <= 3000; seed++) {
    uint64_t random = seed * 77777;
    double at[INPUTS + 1], rate[INPUTS + 1], in[INPUTS], grad[INPUTS], by_time;
    for (int i = 0; i <= INPUTS; i++) {
      at[i] = 4 * uniform(&random) - 2;
      rate[i] = 2 * uniform(&random) - 1;
    }
    double expected = creal(tree_at(&r, seed, at, still, 0, 0));
    lash_expr *f = compiled(r.text, NULL);
    lash_jet jets[INPUTS], time = {at[INPUTS], rate[INPUTS], 0};
    for (int k = 0; k < INPUTS; k++) {
      int i = input_of(f, k);
      if (i >= 0) in[i] = at[k], jets[i] = (lash_jet){at[k], rate[k], 0};
    }
    near(1e-12, expected, lash_expr_eval(f, at[INPUTS], in, scratch), r.text);
    double value = lash_expr_gradient(f, at[INPUTS], in, scratch, grad, &by_time);
    TEST_ASSERT_TRUE(value == lash_expr_eval(f, at[INPUTS], in, scratch));
    for (int k = 0; k <= INPUTS; k++) {
      double direction[INPUTS + 1] = {0};
      direction[k] = 1;
      double d = slope(&r, seed, at, direction, 0);
      int i = k < INPUTS ? input_of(f, k) : 0;
      near(1e-11, d, k == INPUTS ? by_time : i >= 0 ? grad[i] : 0, r.text);
    }
    lash_jet y = lash_expr_jet(f, time, jets, scratch);
    double uncertainty, second = curvature(&r, seed, at, rate, &uncertainty);
    near(1e-12, expected, y.value, r.text);
    near(1e-11, slope(&r, seed, at, rate, 0), y.d1, r.text);
    if (uncertainty < 1e-10 * (1 + fabs(second))) { /* no kink within reach of the differences */
      near(1e-8, second, y.d2, r.text);
      second_derivatives++;
    }
    lash_expr_free(f);
  }
  TEST_ASSERT_TRUE(second_derivatives > 1500);
}

/* ------------------------------------------------------- functions with kinks, by differences */

static void partials_of(const char *text, const double *x, size_t count) {
  lash_expr *f = compiled(text, NULL);
  TEST_ASSERT_EQUAL_size_t(count, lash_expr_input_count(f));
  double grad[8], at[8];
  lash_expr_gradient(f, 0, x, scratch, grad, NULL);
  for (size_t i = 0; i < count; i++) {
    double h = 1e-3, d[3];
    for (int k = 0; k < 3; k++, h /= 2) {
      memcpy(at, x, count * sizeof *at);
      at[i] = x[i] + h;
      double up = lash_expr_eval(f, 0, at, scratch);
      at[i] = x[i] - h;
      d[k] = (up - lash_expr_eval(f, 0, at, scratch)) / (2 * h);
    }
    double a = (4 * d[1] - d[0]) / 3, b = (4 * d[2] - d[1]) / 3;
    near(1e-8, (16 * b - a) / 15, grad[i], text);
  }
  lash_expr_free(f);
}

static void piecewise_functions(void) {
  const double in[] = {0.7, -1.3, 2.4};
  partials_of("ABS(DX(1))+ABS(DY(1))", in, 2);
  partials_of("AINT(DX(1))+ANINT(DY(1))", in, 2);
  partials_of("MOD(DX(1)*10,DZ(1))", in, 2);
  partials_of("MOD(DX(1),DY(1)+1)", in, 2);
  partials_of("SIGN(DX(1),DY(1))*SIGN(DZ(1),DX(1))", in, 3);
  partials_of("MAX(DX(1),DY(1),DZ(1))*MIN(DX(1),DY(1))", in, 3);
  partials_of("DIM(DX(1),DY(1))+DIM(DY(1),DZ(1))", in, 3);
  partials_of("ATAN2(DX(1),DY(1))*ATAN2(DY(1),DZ(1))", in, 3);
  partials_of("(DX(1)-3)**3+DY(1)**4+DY(1)**(-3)+DZ(1)**2.5", in, 3);
  partials_of("SWEEP(DX(1),DZ(1),.2,3,2,4+DY(1),1)", in, 3);
}

/* Every argument of the stops is an input, on both sides and in the damped zone. */
static void stops_with_respect_to_all_arguments(void) {
  const char *impact =
      "IMPACT(VARVAL(1),VARVAL(2),VARVAL(3),VARVAL(4),VARVAL(5),VARVAL(6),VARVAL(7))";
  const char *bistop =
      "BISTOP(VARVAL(1),VARVAL(2),VARVAL(3),VARVAL(8),VARVAL(4),VARVAL(5),VARVAL(6),VARVAL(7))";
  const double touching[] = {0.9, -0.3, 1, 50, 1.5, 7, 0.3},
               deep[] = {0.4, 0.3, 1, 50, 2.2, 7, 0.3};
  const double apart[] = {1.4, -0.3, 1, 50, 1.5, 7, 0.3}, leaving[] = {0.9, 90, 1, 50, 1.5, 7, 0.3};
  partials_of(impact, touching, 7);
  partials_of(impact, deep, 7);
  partials_of(impact, apart, 7);
  partials_of(impact, leaving, 7);
  const double low[] = {0.9, -0.3, 1, 2, 50, 1.5, 7, 0.3};
  const double high[] = {2.1, -0.3, 1, 2, 50, 1.5, 7, 0.3};
  const double between[] = {1.5, -0.3, 1, 2, 50, 1.5, 7, 0.3};
  partials_of(bistop, low, 8);
  partials_of(bistop, high, 8);
  partials_of(bistop, between, 8);
  partials_of("STEP(VARVAL(1),VARVAL(2),VARVAL(3),VARVAL(4),VARVAL(5))",
              (const double[]){0.9, -0.3, 1, 2, 5}, 5);
}

/* ------------------------------------------------------------------------------ single points */

static void gradient_is(const char *text, const double *x, const double *expected, size_t count) {
  lash_expr *f = compiled(text, NULL);
  double grad[4];
  lash_expr_gradient(f, 0, x, scratch, grad, NULL);
  for (size_t i = 0; i < count; i++) TEST_ASSERT_TRUE_MESSAGE(grad[i] == expected[i], text);
  lash_expr_free(f);
}

/* At rest, and on branches not taken, no infinity or NaN enters a gradient. */
static void singular_points_are_harmless(void) {
  const double origin[] = {0, 0}, none[] = {0, 0}, one[] = {1};
  gradient_is("SQRT(VX(1)**2+VY(1)**2)", origin, none, 2);
  gradient_is("(VX(1)**2+VY(1)**2)**.5", origin, none, 2);
  gradient_is("ABS(VX(1))", origin, none, 1);
  gradient_is("VX(1)**1.5", origin, none, 1);
  gradient_is("ATAN2(VX(1),VY(1))", origin, none, 2);
  gradient_is("IF(VX(1): LOG(VX(1)), VX(1), SQRT(VX(1)))", origin, one, 1);
  gradient_is("IF(VX(1)-1: VX(1), 0, 1/VX(1))", origin, one, 1);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(random_trees_agree_with_complex_arithmetic);
  RUN_TEST(piecewise_functions);
  RUN_TEST(stops_with_respect_to_all_arguments);
  RUN_TEST(singular_points_are_harmless);
  return UNITY_END();
}
