/* IMPLICIT DIFF: the same equations written explicitly, closed forms, residuals. */
#include <stdio.h>

#include "integrate_helper.h"

void setUp(void) {}
void tearDown(void) {}

#define WORLD "PART/1, GROUND\nPART/2, MASS=1, CM=20, IP=1,1,1, VX=0.5\nMARKER/20, PART=2\n"

/* One nonlinear in y and linear in y', a coupled pair, one fed by the motion; each beside its
 * explicit form. */
#define PAIRS                                                         \
  WORLD                                                               \
  "DIFF/1, IC=2, IMPLICIT, FUNCTION=(1+DIF(1)**2)*DIF1(1)+DIF(1)\n"   \
  "DIFF/2, IC=2, FUNCTION=-DIF(2)/(1+DIF(2)**2)\n"                    \
  "DIFF/3, IC=1, IMPLICIT, FUNCTION=2*DIF1(3)+DIF1(4)+DIF(3)\n"       \
  "DIFF/4, IC=-2, IMPLICIT, FUNCTION=DIF1(3)+3*DIF1(4)+DIF(4)\n"      \
  "DIFF/5, IC=1, FUNCTION=(-3*DIF(5)+DIF(6))/5\n"                     \
  "DIFF/6, IC=-2, FUNCTION=(DIF(5)-2*DIF(6))/5\n"                     \
  "DIFF/7, IC=0, IMPLICIT, FUNCTION=4*DIF1(7)-DX(20)*VX(20)\n"        \
  "DIFF/8, IC=0, FUNCTION=DX(20)*VX(20)/4\n"                          \
  "SFORCE/1, TRANSLATION, I=20, J=9, ACTIONONLY, FUNCTION=-DIF1(3)\n" \
  "MARKER/9, PART=1, REULER=90D,90D,0\n"

static void same_as_explicit(void) {
  static const char *const methods[] = {"bdf", "rk45"};
  static const int pairs[][2] = {{0, 1}, {2, 4}, {3, 5}, {6, 7}};
  for (size_t k = 0; k < 2; k++) {
    mechanism m = load(PAIRS);
    const lash_integrate_options options = method(methods[k], 1e-9, 0);
    advance(&m, &options, 3, NULL);
    const double *x = m.y + m.n->q + m.n->v;
    for (size_t p = 0; p < 4; p++)
      TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-7, x[pairs[p][1]], x[pairs[p][0]], methods[k]);
    /* (1 + y^2) y'/y = -1: ln y + y^2/2 falls by the time */
    TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-6, log(2) + 2 - 3, log(x[0]) + 0.5 * x[0] * x[0],
                                      methods[k]);
    unload(&m);
  }
}

/* A rate that enters nonlinearly: the residual vanishes wherever the run is; of three roots at the
 * start the one near the guess is taken and followed. */
static void nonlinear_rates(void) {
  mechanism m = load(WORLD "DIFF/1, IC=0,2, IMPLICIT, FUNCTION=DIF1(1)**3-4*DIF1(1)+SIN(TIME)\n");
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, 2, measure(&m, "DIF1", 1, 0, 0, 0));
  for (int k = 0; k < 200; k++) {
    rk4(&m, 0.01);
    const double rate = measure(&m, "DIF1", 1, 0, 0, 0);
    TEST_ASSERT_DOUBLE_WITHIN(1e-11, 0, rate * rate * rate - 4 * rate + sin(m.t));
    TEST_ASSERT_TRUE(rate > 1.5);
  }
  unload(&m);
}

/* Columns of the tangent against differences of the rates. */
static void tangent_is_exact(void) {
  mechanism m = load(PAIRS);
  const size_t nv = m.n->v, nx = m.n->x;
  const lash_pattern *pattern = lash_system_tangent_pattern(m.system);
  const lash_tangent_weights weights = {.velocity = 1, .state = 1};
  double *values = malloc(pattern->nonzeros * sizeof *values), g[8], ahead[8];
  m.y[0] = 0.7;
  lash_system_set(m.system, 0, m.y);
  OK(lash_system_tangent(m.system, &weights, NULL, values, &error));
  for (size_t column = 0; column < nv + nx; column++) {
    double dense[8] = {0}, *moved = &m.y[m.n->q + column], kept = *moved, step = 1e-6;
    for (int k = pattern->start[column]; k < pattern->start[column + 1]; k++)
      if ((size_t)pattern->index[k] >= nv) dense[(size_t)pattern->index[k] - nv] = values[k];
    *moved = kept - step;
    lash_system_set(m.system, 0, m.y);
    OK(lash_system_forces(m.system, NULL, g, &error));
    *moved = kept + step;
    lash_system_set(m.system, 0, m.y);
    OK(lash_system_forces(m.system, NULL, ahead, &error));
    *moved = kept;
    for (size_t row = 0; row < nx; row++)
      TEST_ASSERT_DOUBLE_WITHIN(1e-8, -(ahead[row] - g[row]) / (2 * step), dense[row]);
  }
  free(values);
  unload(&m);
}

static void refused(const char *text, const char *word) {
  char whole[1024];
  lash_model model;
  lash_system *system = NULL;
  snprintf(whole, sizeof whole, "title\n" WORLD "%s\nEND\n", text);
  OK(lash_model_parse(&model, "test.adm", whole, strlen(whole), &error));
  lash_status status = lash_system_create(&model, NULL, &system, &error);
  if (status == LASH_OK) {
    double t, *y = malloc(2 * lash_system_size(system)->y * sizeof *y);
    lash_system_initial(system, &t, y);
    status = lash_system_rates(system, t, y, y + lash_system_size(system)->y, &error);
    free(y);
  }
  TEST_ASSERT_TRUE(status != LASH_OK);
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.message, word), error.message);
  lash_system_free(system);
  lash_model_free(&model);
}

static void what_has_no_rate_is_named(void) {
  refused("DIFF/3, IC=0, IMPLICIT, FUNCTION=DIF(3)-SIN(TIME)", "does not change with its rate");
  refused("DIFF/3, IC=0,0.7, IMPLICIT, FUNCTION=DIF1(3)**2+1", "no rate was found");
  refused("DIFF/3, IC=0, FUNCTION=DIF1(3)+1", "make it IMPLICIT");
  refused("DIFF/3, IC=0, FUNCTION=DIF1(4)\nDIFF/4, IC=0, FUNCTION=DIF1(3)", "make it IMPLICIT");
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(same_as_explicit);
  RUN_TEST(nonlinear_rates);
  RUN_TEST(tangent_is_exact);
  RUN_TEST(what_has_no_rate_is_named);
  return UNITY_END();
}
