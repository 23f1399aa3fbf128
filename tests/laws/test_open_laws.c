/* Laws from outside against the built-in ones they copy, against differences, and refused. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lash_laws.h"
#include "lash_random.h"
#include "unity.h"

static uint64_t seed;
static lash_error error;

void setUp(void) {
  seed = 20261118;
  setenv("LASH_LAW_PATH", LAWS ":" EXAMPLES, 1);
}
void tearDown(void) {}

static double uniform(double from, double to) {
  return from + (to - from) * splitmix64_unit(&seed);
}

static void make_contact(lash_contact *c, const char *name, const char *K, const char *e) {
  TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_OK, lash_laws_contact_begin(c, name, NULL, &error),
                                error.message);
  TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_OK, lash_contact_set(c, "K", K, &error), error.message);
  if (e) TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_OK, lash_contact_set(c, "e", e, &error), error.message);
  TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_OK, lash_contact_ready(c, &error), error.message);
}

static void same(double expected, double found, double share) {
  TEST_ASSERT_DOUBLE_WITHIN(share * fabs(expected) + 1e-300, expected, found);
}

/* ------------------------------------------------------------------------ like the built-in law */

static void copies_of_a_law_give_its_numbers(void) {
  static const char *const names[] = {"my_law::push", "shop::press_fit"};
  lash_contact own, copy;
  make_contact(&own, "lankarani_nikravesh", "1e9", "0.7");
  for (size_t k = 0; k < 2; k++) {
    make_contact(&copy, names[k], "1e9", "0.7");
    TEST_ASSERT_TRUE(copy.law->traits & LASH_CONTACT_USES_V0);
    for (size_t i = 0; i < 1000; i++) {
      double delta = pow(10, uniform(-9, -3)), v0 = pow(10, uniform(-4, 1));
      double v = uniform(-1, 1) * v0;
      lash_contact_value a = lash_contact_eval(&own, delta, v, v0);
      lash_contact_value b = lash_contact_eval(&copy, delta, v, v0);
      same(a.force, b.force, 1e-13);
      same(a.d_delta, b.d_delta, 1e-13);
      same(a.d_v, b.d_v, 1e-13);
      TEST_ASSERT_DOUBLE_WITHIN(1e-12 * fabs(a.force / v0), a.d_v0, b.d_v0);
    }
    for (int i = -2; i <= 2; i++) { /* a contact that starts at rest has no approach speed */
      lash_contact_value a = lash_contact_eval(&own, 1e-5, 1e-7 * i, 0);
      lash_contact_value b = lash_contact_eval(&copy, 1e-5, 1e-7 * i, 0);
      same(a.force, b.force, 1e-13);
      same(a.d_v, b.d_v, 1e-13);
      TEST_ASSERT_EQUAL_DOUBLE(a.d_v0, b.d_v0);
    }
    lash_contact_value apart = lash_contact_eval(&copy, -1e-6, 1, 1);
    TEST_ASSERT_EQUAL_DOUBLE(0, apart.force);
    TEST_ASSERT_TRUE(isnan(lash_contact_eval(&copy, NAN, 1, 1).force));
    TEST_ASSERT_TRUE(isnan(lash_contact_eval(&copy, 1e-6, NAN, 1).force));
  }
}

static void derivatives_say_where_they_come_from(void) {
  static const char *const words[][2] = {{"my_law::push", "exact, by complex step"},
                                         {"shop::press_fit", "exact, by the formula"},
                                         {"plain::by_differences", "by differences"},
                                         {"plain::with_slopes", "exact, by the law itself"},
                                         {"hertz", "exact, by the law itself"}};
  const lash_contact_law *law;
  for (size_t i = 0; i < 5; i++) {
    TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_OK, lash_laws_contact(words[i][0], NULL, &law, &error),
                                  error.message);
    TEST_ASSERT_EQUAL_STRING(words[i][1], lash_laws_contact_derivatives(law));
  }
}

static void differences_come_near(void) {
  lash_contact law;
  make_contact(&law, "plain::by_differences", "1e8", NULL);
  TEST_ASSERT_FALSE(law.law->traits & LASH_CONTACT_USES_V0);
  for (size_t i = 0; i < 100; i++) {
    double delta = pow(10, uniform(-8, -3));
    lash_contact_value f = lash_contact_eval(&law, delta, 0.1, 0.2);
    same(1.5e8 * sqrt(delta), f.d_delta, 1e-9);
    TEST_ASSERT_EQUAL_DOUBLE(0, f.d_v);
  }
}

static void batch_is_the_scalar_call(void) {
  enum { N = 37 };
  double delta[N], v[N], v0[N], f[N], fd[N], fv[N];
  lash_contact law;
  make_contact(&law, "shop::press_fit", "1e9", "0.7");
  for (size_t i = 0; i < N; i++)
    delta[i] = uniform(-1e-5, 1e-4), v[i] = uniform(-1, 1), v0[i] = uniform(0.1, 1);
  TEST_ASSERT_EQUAL_UINT(0, lash_contact_batch(&law, N, delta, v, v0, f, fd, fv));
  for (size_t i = 0; i < N; i++) {
    lash_contact_value one = lash_contact_eval(&law, delta[i], v[i], v0[i]);
    TEST_ASSERT_EQUAL_MEMORY(&one.force, &f[i], sizeof f[i]);
    TEST_ASSERT_EQUAL_MEMORY(&one.d_delta, &fd[i], sizeof f[i]);
    TEST_ASSERT_EQUAL_MEMORY(&one.d_v, &fv[i], sizeof f[i]);
  }
}

static void tension_is_cut(void) {
  lash_contact law;
  make_contact(&law, "shop::press_fit", "1e9", "0.1");
  lash_contact_value f = lash_contact_eval(&law, 1e-5, -10, 1);
  TEST_ASSERT_EQUAL_DOUBLE(0, f.force);
  TEST_ASSERT_TRUE(f.flags & LASH_CONTACT_CLAMPED);
}

/* AKISPL of data on a straight line is that line. */
static void a_measured_curve_is_a_law(void) {
  const char *text =
      "law table\n kind contact\n formula AKISPL(delta,0,7)\n"
      " spline 7 0 0 1e-5 2 2e-5 4 3e-5 6 5e-5 10\n";
  lash_contact law;
  TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_OK, lash_laws_define("curves", text, &error), error.message);
  TEST_ASSERT_EQUAL_INT_MESSAGE(
      LASH_OK, lash_laws_contact_begin(&law, "curves::table", NULL, &error), error.message);
  TEST_ASSERT_EQUAL_INT(LASH_OK, lash_contact_ready(&law, &error));
  lash_contact_value f = lash_contact_eval(&law, 1.7e-5, 0, 1);
  same(3.4, f.force, 1e-12);
  same(2e5, f.d_delta, 1e-12);
}

/* ------------------------------------------------------------------------------------- friction */

static void make_friction(lash_friction *f, const char *name, size_t dim) {
  TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_OK, lash_laws_friction_begin(f, name, dim, NULL, &error),
                                error.message);
}

static void a_bristle_by_formula_is_lugre(void) {
  for (size_t dim = 1; dim <= 2; dim++) {
    lash_friction own, copy;
    make_friction(&own, "lugre_n", dim);
    make_friction(&copy, "shop::bristle", dim);
    static const char *const set[][3] = {{"s1", "s1", "0.3"},    {"s2", "s2", "0.02"},
                                         {"mu_s", "mus", "0.2"}, {"mu_k", "mu", "0.12"},
                                         {"vs", "vs", "0.005"},  {"s0", "s0", "20000"}};
    for (size_t i = 0; i < 6; i++) {
      TEST_ASSERT_EQUAL_INT(LASH_OK, lash_friction_set(&own, set[i][0], set[i][2], &error));
      TEST_ASSERT_EQUAL_INT(LASH_OK, lash_friction_set(&copy, set[i][1], set[i][2], &error));
    }
    TEST_ASSERT_EQUAL_INT(LASH_OK, lash_friction_ready(&own, &error));
    TEST_ASSERT_EQUAL_INT(LASH_OK, lash_friction_ready(&copy, &error));
    TEST_ASSERT_EQUAL_UINT(dim, lash_friction_states(&copy));
    for (size_t i = 0; i < 500; i++) {
      double z[2] = {uniform(-5e-6, 5e-6), uniform(-5e-6, 5e-6)}, za[2], zb[2];
      lash_friction_input in = {.vt = {uniform(-0.02, 0.02), dim == 2 ? uniform(-0.02, 0.02) : 0},
                                .normal = uniform(1, 100),
                                .z = z};
      lash_friction_value a, b;
      lash_friction_rate ra, rb;
      lash_friction_force(&own, &in, &a);
      lash_friction_force(&copy, &in, &b);
      lash_friction_rates(&own, &in, &ra);
      lash_friction_rates(&copy, &in, &rb);
      memcpy(za, z, sizeof z), memcpy(zb, z, sizeof z);
      lash_friction_advance(&own, &in, 1e-4, za);
      lash_friction_advance(&copy, &in, 1e-4, zb);
      for (size_t r = 0; r < dim; r++) {
        TEST_ASSERT_DOUBLE_WITHIN(1e-12 * in.normal, a.force[r], b.force[r]);
        TEST_ASSERT_DOUBLE_WITHIN(1e-12, a.d_normal[r], b.d_normal[r]);
        TEST_ASSERT_DOUBLE_WITHIN(1e-14, ra.zdot[r], rb.zdot[r]);
        TEST_ASSERT_DOUBLE_WITHIN(1e-18, za[r], zb[r]);
        for (size_t s = 0; s < dim; s++) {
          TEST_ASSERT_DOUBLE_WITHIN(1e-10 * in.normal, a.d_vt[r][s], b.d_vt[r][s]);
          TEST_ASSERT_DOUBLE_WITHIN(1e-8 * in.normal, a.d_z[r][s], b.d_z[r][s]);
          TEST_ASSERT_DOUBLE_WITHIN(1e-12, ra.d_vt[r][s], rb.d_vt[r][s]);
          TEST_ASSERT_DOUBLE_WITHIN(1e-9, ra.d_z[r][s], rb.d_z[r][s]);
        }
      }
    }
  }
}

/* mu N tanh(s/vs), by hand. */
static void a_friction_curve_works_on_line_and_plane(void) {
  static const char *const names[] = {"my_law::rub", "shop::slip_curve"};
  for (size_t k = 0; k < 2; k++) {
    lash_friction law;
    make_friction(&law, names[k], 2);
    TEST_ASSERT_EQUAL_INT(LASH_OK, lash_friction_ready(&law, &error));
    lash_friction_input in = {.vt = {3e-4, -4e-4}, .normal = 20};
    lash_friction_value f;
    lash_friction_force(&law, &in, &f);
    double level = 0.1 * 20 * tanh(0.5);
    same(0.6 * level, f.force[0], 1e-13);
    same(-0.8 * level, f.force[1], 1e-13);
    same(0.6 * level / 20, f.d_normal[0], 1e-13);
    double slope = 0.1 * 20 / 1e-3 * (1 - tanh(0.5) * tanh(0.5)), ratio = level / 5e-4;
    same(slope * 0.36 + ratio * 0.64, f.d_vt[0][0], 1e-12);
    same((slope - ratio) * 0.6 * -0.8, f.d_vt[0][1], 1e-12);
  }
}

/* ------------------------------------------------------------------------------------- refusals */

static void refused(const char *name, const char *words) {
  const lash_contact_law *law;
  TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_BAD_INPUT, lash_laws_contact(name, NULL, &law, &error), name);
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.message, words), error.message);
}

static void wrong_libraries_are_told(void) {
  refused("no_table::x", "no table `lash_laws`");
  refused("newer_table::x", "its table is newer than");
  refused("older_table::x", "its table is older than");
  refused("older_law::spring", "its law is older than");
  refused("broken::x", "law hollow has no kernel");
  refused("nowhere::x", "there is no library or text of laws 'nowhere'");
  refused("plain::by_diferences", "did you mean 'by_differences'?");
  refused("my_law::rub", "'my_law::rub' is a friction law; a contact law is wanted here");
  refused("::x", "is not LIBRARY::LAW");
  refused("plain::", "is not LIBRARY::LAW");
  refused("hertzz", "did you mean 'hertz'");
}

static void wrong_text(const char *text, const char *words) {
  static int count;
  char source[32];
  snprintf(source, sizeof source, "wrong%d", count++);
  TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_BAD_INPUT, lash_laws_define(source, text, &error), text);
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.message, words), error.message);
}

static void wrong_texts_are_told_with_their_line(void) {
  wrong_text("", "there is no law");
  wrong_text("kind contact\n", ":1: 'kind' stands before");
  wrong_text("law a\n", ":1: law a has no formula");
  wrong_text("law a\nkind glue\n", ":2: kind is contact, line or friction, not 'glue'");
  wrong_text("law a\nformula K*delta\n", "'K' is neither a function nor one of delta, v, v0");
  wrong_text("law a\nkind friction\nformula delta*N\n", "'delta' is neither");
  wrong_text("law a\nformula delta +\n",
             ":2: wrong6::a: column 8 of the expression: the text ends");
  wrong_text("law a\nformula TIME*delta\n", "cannot depend on TIME");
  wrong_text("law a\nformula DX(1,2)*delta\n", "'DX' is neither");
  wrong_text("law a\nparam K N/m 1e8\n", ":2: write: param NAME UNIT DEFAULT RANGE");
  wrong_text("law a\nparam K N/m 1e8 (5,1)\n", "'(5,1)' is not a range");
  wrong_text("law a\nparam v N/m 1 any\n", "'v' is a variable of laws");
  wrong_text("law a\nparam K 1 x any\n", "default 'x' is not a number");
  wrong_text("law a\nparam K 1 1 any\nparam K 1 1 any\n", ":3: 'K' is there twice");
  wrong_text("law a\nformula delta\nformula v\n", ":3: this line is given twice");
  wrong_text("law a\nformula delta\nlaw a\nformula v\n", ":3: law a is there twice");
  wrong_text("law a\nspline 1 0 0 1\n", ":2: the last point of the spline has no y");
  wrong_text("law a\nformula AKISPL(delta,0,9)\n", "9");
  wrong_text("law a\nkind friction\ndecay s\n", "needs decay and stiffness");
  wrong_text("law a\ncolour red\n", "'colour' is none of law");
}

static void parameters_keep_their_range(void) {
  lash_contact law;
  TEST_ASSERT_EQUAL_INT(LASH_OK, lash_laws_contact_begin(&law, "shop::press_fit", NULL, &error));
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, lash_contact_set(&law, "e", "1.5", &error));
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.message, "in (0, 1]"), error.message);
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, lash_contact_set(&law, "n", "nan", &error));
}

static void the_working_directory_is_not_searched(void) {
  unsetenv("LASH_LAW_PATH");
  FILE *file = fopen("here_only.law", "w");
  TEST_ASSERT_NOT_NULL(file);
  fputs("law a\nformula delta\n", file);
  fclose(file);
  const lash_contact_law *law;
  refused("here_only::a", "there is no library or text of laws");
  TEST_ASSERT_EQUAL_INT(LASH_OK, lash_laws_contact("./here_only::a", NULL, &law, &error));
  TEST_ASSERT_EQUAL_INT(LASH_OK, lash_laws_contact("here_only::a", ".", &law, &error));
  remove("here_only.law");
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(copies_of_a_law_give_its_numbers);
  RUN_TEST(derivatives_say_where_they_come_from);
  RUN_TEST(differences_come_near);
  RUN_TEST(batch_is_the_scalar_call);
  RUN_TEST(tension_is_cut);
  RUN_TEST(a_measured_curve_is_a_law);
  RUN_TEST(a_bristle_by_formula_is_lugre);
  RUN_TEST(a_friction_curve_works_on_line_and_plane);
  RUN_TEST(wrong_libraries_are_told);
  RUN_TEST(wrong_texts_are_told_with_their_line);
  RUN_TEST(parameters_keep_their_range);
  RUN_TEST(the_working_directory_is_not_searched);
  return UNITY_END();
}
