/* Expressions: every operator and function against C's own, and what the tape asks of the model. */
#include <stdio.h>

#include "expr_helper.h"
#include "lash_functions.h"

void setUp(void) {}
void tearDown(void) {}

static const double pi = 3.14159265358979323846;

static void check(const char *text, double expected) {
  const double x[] = {0.7, -1.3, 2.4}; /* the first, second and third measure of the text */
  double value = value_at(text, 0.25, x);
  TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-14 * fabs(expected), expected, value, text);
}

static void numbers_and_constants(void) {
  check("1.5", 1.5);
  check(".5", 0.5);
  check("5.", 5);
  check("1e3", 1e3);
  check("1.0E-3", 1e-3);
  check("1.E+2", 100);
  check("30D", pi / 6);
  check("30.0d", pi / 6);
  check("90D-45D", pi / 4);
  check("PI", pi);
  check("180*DTOR", pi);
  check("Rtod*pi", 180);
  check("time", 0.25);
  check("2*TIME", 0.5);
}

static void precedence_is_fortrans(void) {
  check("1+2*3", 7);
  check("(1+2)*3", 9);
  check("-2**2", -4);
  check("2**3**2", 512);
  check("2**-1", 0.5);
  check("2*-3", -6);
  check("7-3-2", 2);
  check("16/4/2", 2);
  check("-TIME**2", -0.0625);
  check("+3", 3);
  check("--3", 3);
  check("DX(1)**2", 0.7 * 0.7);
  check("DX(1)**3", 0.7 * 0.7 * 0.7);
  check("DX(1)**0", 1);
  check("DX(1)**2.5", pow(0.7, 2.5));
  check("DX(1)**DY(1)", pow(0.7, -1.3));
  check("(0-DX(1))**3", -0.343);
  check("(0-DX(1))**4", pow(0.7, 4));
}

static void blanks_and_continuations_are_tolerated(void) {
  check("  1 +\t2 ", 3);
  check("1 +\n, 2", 3);
  check("MAX(1,\n  , 2)", 2);
  check("1 + & \n 2", 3);
  check("1 + 2 ! three\n", 3);
  check("1 + 2 \\", 3);
  check("1\r\n,+2", 3);
}

static void intrinsics_equal_libm(void) {
  check("ABS(DY(1)-1)", fabs(0.7 - 1));
  check("ACOS(DX(1))", acos(0.7));
  check("AINT(-2.7)", -2);
  check("ANINT(-2.5)", -3);
  check("ANINT(2.4+DX(1))", 3);
  check("ASIN(DX(1))", asin(0.7));
  check("ATAN(DX(1))", atan(0.7));
  check("ATAN2(DX(1),DY(1))", atan2(0.7, -1.3));
  check("COS(DX(1))", cos(0.7));
  check("COSH(DX(1))", cosh(0.7));
  check("DIM(DX(1),DY(1))", 2);
  check("DIM(DY(1),9)", 0);
  check("EXP(DX(1))", exp(0.7));
  check("LOG(DX(1))", log(0.7));
  check("LOG10(DX(1))", log10(0.7));
  check("MAX(DX(1),DY(1),DZ(1))", 2.4);
  check("MIN(DX(1),DY(1),DZ(1))", -1.3);
  check("MOD(-7.5,2)", -1.5);
  check("MOD(7.5,DX(1))", fmod(7.5, 0.7));
  check("SIGN(DX(1),DY(1))", -0.7);
  check("SIGN(-3,0)", 3);
  check("SIN(DX(1))", sin(0.7));
  check("SINH(DX(1))", sinh(0.7));
  check("SQRT(DX(1))", sqrt(0.7));
  check("TAN(DX(1))", tan(0.7));
  check("tanh(dx(1))", tanh(0.7));
}

static void conditions(void) {
  check("IF(DX(1): 1, 2, 3)", 3);
  check("IF(DX(1)-DX(1): 1, 2, 3)", 2);
  check("IF(0-DX(1): 1, 2, 3)", 1);
  check("IF(DX(1), 1, 2, 3)", 3);
  check("IF(DX(1)-10: 5, SQRT(DX(1)-10), SQRT(DX(1)-10))", 5);
  check("IF(1: LOG(TIME), 2, DX(1))", 0.7);
}

static void adams_functions_equal_the_shared_ones(void) {
  const double c[] = {0.3, -1.2, 0.7, 2.1};
  for (double x = -0.5; x < 2.5; x += 0.25) {
    const double in[] = {x, -0.4};
    TEST_ASSERT_EQUAL_DOUBLE(lash_step(x, 0.1, 3, 1.9, -2).value,
                             value_at("STEP(DX(1),.1,3,1.9,-2)", 0, in));
    TEST_ASSERT_EQUAL_DOUBLE(lash_step5(x, 0.1, 3, 1.9, -2).value,
                             value_at("STEP5(DX(1),.1,3,1.9,-2)", 0, in));
    TEST_ASSERT_EQUAL_DOUBLE(lash_havsin(x, 0.1, 3, 1.9, -2).value,
                             value_at("HAVSIN(DX(1),.1,3,1.9,-2)", 0, in));
    TEST_ASSERT_DOUBLE_WITHIN(1e-13, lash_poly(x, 0.4, c, 4).value,
                              value_at("POLY(DX(1),.4,.3,-1.2,.7,2.1)", 0, in));
    TEST_ASSERT_DOUBLE_WITHIN(1e-13, lash_cheby(x, 0.4, c, 4).value,
                              value_at("CHEBY(DX(1),.4,.3,-1.2,.7,2.1)", 0, in));
    TEST_ASSERT_DOUBLE_WITHIN(1e-13, lash_forcos(x, 0.4, 1.5, c, 4).value,
                              value_at("FORCOS(DX(1),.4,1.5,.3,-1.2,.7,2.1)", 0, in));
    TEST_ASSERT_DOUBLE_WITHIN(1e-13, lash_forsin(x, 0.4, 1.5, c, 4).value,
                              value_at("FORSIN(DX(1),.4,1.5,.3,-1.2,.7,2.1)", 0, in));
    TEST_ASSERT_EQUAL_DOUBLE(lash_shf(x, 0.4, 2, 3, 0.5, 0.1).value,
                             value_at("SHF(DX(1),.4,2,3,.5,.1)", 0, in));
    TEST_ASSERT_EQUAL_DOUBLE(lash_impact(x, -0.4, 1, 1e3, 1.5, 20, 0.5).f,
                             value_at("IMPACT(DX(1),VX(1),1,1e3,1.5,20,.5)", 0, in));
    TEST_ASSERT_EQUAL_DOUBLE(lash_bistop(x, -0.4, 0.6, 1.6, 1e3, 1.5, 20, 0.5).f,
                             value_at("BISTOP(DX(1),VX(1),.6,1.6,1e3,1.5,20,.5)", 0, in));
  }
  /* short forms */
  check("POLY(DX(1),0,4)", 4);
  check("CHEBY(DX(1),0,4)", 4);
  check("CHEBY(DX(1),0,4,2)", 4 + 2 * 0.7);
  check("FORCOS(DX(1),0,1,4)", 4);
  check("SHF(DX(1),0,2,3)", 2 * sin(3 * 0.7));
}

/* The frequency of a sweep is the slope of its phase: count it by differences of the phase. */
static void sweep_rises_from_first_to_last_frequency(void) {
  const char *text = "SWEEP(TIME,2,1,3,5,7,.5)";
  TEST_ASSERT_TRUE(value_at(text, 0.9, NULL) == 0);
  for (double t = 1.6; t < 8; t += 0.37) {
    double phase = t < 5 ? 3 * t + 4 * (t - 1) * (t - 1) / 8 : 7 * t - 12;
    TEST_ASSERT_DOUBLE_WITHIN(1e-12, 2 * sin(2 * pi * phase), value_at(text, t, NULL));
  }
}

/* ------------------------------------------------------------------------------------- inputs */

static void one_input_per_measure(void) {
  lash_expr *f = compiled(
      "DX(5) + dx(5,0,0)*VM(5,6) - DX(5,,7) + JOINT(3,0,2,0) + DX(2+3) + VARVAL(9)*MODE", NULL);
  TEST_ASSERT_EQUAL_size_t(6, lash_expr_input_count(f));
  const lash_measure *m = lash_expr_input_at(f, 0);
  TEST_ASSERT_EQUAL_INT(LASH_MEASURE_DX, m->kind);
  TEST_ASSERT_EQUAL_INT(3, m->nargs);
  TEST_ASSERT_EQUAL_INT(5, m->args[0]);
  TEST_ASSERT_EQUAL_INT(0, m->args[1]);
  TEST_ASSERT_EQUAL_INT(1, m->column);
  m = lash_expr_input_at(f, 2);
  TEST_ASSERT_EQUAL_INT(LASH_MEASURE_DX, m->kind);
  TEST_ASSERT_EQUAL_INT(7, m->args[2]);
  m = lash_expr_input_at(f, 3);
  TEST_ASSERT_EQUAL_INT(LASH_MEASURE_JOINT, m->kind);
  TEST_ASSERT_EQUAL_INT(2, m->args[2]);
  TEST_ASSERT_EQUAL_INT(LASH_MEASURE_MODE, lash_expr_input_at(f, 5)->kind);
  TEST_ASSERT_FALSE(lash_expr_uses_time(f));
  const double x[] = {1, 10, 100, 1000, 3, 4};
  TEST_ASSERT_EQUAL_DOUBLE(1 + 10 - 100 + 1000 + 1 + 12.0, lash_expr_eval(f, 0, x, scratch));
  lash_expr_free(f);
}

static void unused_inputs_are_dropped(void) {
  lash_expr *f = compiled("IF(1: DX(1), DX(2), DX(3)*TIME)", NULL);
  TEST_ASSERT_EQUAL_size_t(1, lash_expr_input_count(f));
  TEST_ASSERT_EQUAL_INT(3, lash_expr_input_at(f, 0)->args[0]);
  TEST_ASSERT_TRUE(lash_expr_uses_time(f));
  TEST_ASSERT_EQUAL_STRING("IF(1: DX(1), DX(2), DX(3)*TIME)", lash_expr_text(f));
  lash_expr_free(f);
}

static void constants_are_known(void) {
  double value = 0;
  lash_expr *f = compiled("STEP(0.5, 0, 1, 1, 3) * SIN(30D) + 2**3", NULL);
  TEST_ASSERT_TRUE(lash_expr_is_constant(f, &value));
  TEST_ASSERT_EQUAL_DOUBLE(9.0, value);
  lash_expr_free(f);
  f = compiled("TIME", NULL);
  TEST_ASSERT_FALSE(lash_expr_is_constant(f, &value));
  lash_expr_free(f);
}

static void every_measure_is_known_by_name(void) {
  for (int kind = 0; kind < LASH_MEASURE_COUNT; kind++) {
    const char *name = lash_measure_name((lash_measure_kind)kind);
    TEST_ASSERT_EQUAL_INT_MESSAGE(kind, lash_measure_find(name), name);
    char text[64];
    int least = lash_measure_least_args((lash_measure_kind)kind);
    if (least == 0) {
      snprintf(text, sizeof text, "%s", name);
    } else {
      snprintf(text, sizeof text, "%s(1%.*s)", name, 2 * (least - 1), ",1,1,1");
    }
    lash_expr *f = compiled(text, NULL);
    TEST_ASSERT_EQUAL_size_t(1, lash_expr_input_count(f));
    TEST_ASSERT_EQUAL_INT(kind, lash_expr_input_at(f, 0)->kind);
    TEST_ASSERT_EQUAL_INT(lash_measure_most_args((lash_measure_kind)kind),
                          lash_expr_input_at(f, 0)->nargs);
    lash_expr_free(f);
  }
  TEST_ASSERT_EQUAL_INT(LASH_MEASURE_VTORQUE, lash_measure_find("VTorq"));
  TEST_ASSERT_EQUAL_INT(-1, lash_measure_find("DXX"));
  TEST_ASSERT_EQUAL_INT(LASH_MEASURE_VELOCITY, lash_measure_class_of(LASH_MEASURE_VR));
  TEST_ASSERT_EQUAL_INT(LASH_MEASURE_FORCE, lash_measure_class_of(LASH_MEASURE_JOINT));
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(numbers_and_constants);
  RUN_TEST(precedence_is_fortrans);
  RUN_TEST(blanks_and_continuations_are_tolerated);
  RUN_TEST(intrinsics_equal_libm);
  RUN_TEST(conditions);
  RUN_TEST(adams_functions_equal_the_shared_ones);
  RUN_TEST(sweep_rises_from_first_to_last_frequency);
  RUN_TEST(one_input_per_measure);
  RUN_TEST(unused_inputs_are_dropped);
  RUN_TEST(constants_are_known);
  RUN_TEST(every_measure_is_known_by_name);
  return UNITY_END();
}
