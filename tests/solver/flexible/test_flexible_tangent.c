/* The tangent, the constraint rows of nodes and their right-hand sides against differences. */
#include "flexible_helper.h"
#include "system_impl.h"

void setUp(void) {}
void tearDown(void) {}

enum { LARGEST = 200 };

static mechanism m;
static double base[LARGEST], direction[LARGEST], lambda[LARGEST], vdot[LARGEST];

/* A damped beam between two rigid bodies, all of it bent, turned and moving. */
static void random_state(unsigned seed) {
  double d[LARGEST];
  m = load(RUBBER BEAM(2, ", CRATIOK=0.01, CRATIOM=0.2")
           "PART/2, MASS=1, CM=30, IP=1,2,2.5\nMARKER/30, PART=2\nMARKER/31, PART=2, QP=.1,.2,.3\n"
           "JOINT/1, REVOLUTE, I=31, J=10\nJPRIM/1, INPLANE, I=20, J=1\n"
           "GFORCE/1, I=20, JFLOAT=40, RM=20, FX=1\\FY=2*DX(20,30)\\FZ=3\\TX=0.1\\TY=VX(20)\\TZ=0.3\n"
           "MARKER/40, PART=1, FLOATING\nACCGRAV/JGRAV=-9.81\n");
  memcpy(base, m.y, m.n->y * sizeof *base);
  for (size_t k = 0; k < m.n->v; k++) d[k] = 0.05 * noise(&seed);
  lash_system_increment(base, d, 1, m.n, base);
  for (size_t k = 0; k < m.n->v; k++) base[m.n->q + k] = noise(&seed);
  for (size_t k = 0; k < m.n->v; k++) direction[k] = noise(&seed);
  for (size_t k = 0; k < m.n->v; k++) vdot[k] = noise(&seed);
  for (size_t k = 0; k < m.n->constraints; k++) lambda[k] = noise(&seed);
}

static void move_by(double step, const lash_tangent_weights *w) {
  double y[LARGEST];
  memcpy(y, base, m.n->y * sizeof *y);
  lash_system_increment(base, direction, w->position * step, m.n, y);
  for (size_t k = 0; k < m.n->v; k++) y[m.n->q + k] += w->velocity * step * direction[k];
  lash_system_set(m.system, 0, y);
}

static void residual(double step, const lash_tangent_weights *w, double *r) {
  double a[LARGEST], f[LARGEST];
  const size_t nv = m.n->v;
  move_by(step, w);
  for (size_t k = 0; k < nv; k++) a[k] = vdot[k] + w->acceleration * step * direction[k];
  OK(lash_system_forces(m.system, f, NULL, &error));
  lash_system_mass_times(m.system, a, r);
  for (size_t k = 0; k < nv; k++) r[k] -= f[k];
  lash_system_add_reactions(m.system, lambda, 1, r);
  lash_system_constraints(m.system, r + nv, NULL, NULL);
}

/* Central differences of fourth order. */
static void difference(const lash_tangent_weights *w, double *out) {
  static const double at[4] = {2, 1, -1, -2}, weight[4] = {-1, 8, -8, 1};
  const double h = 2e-4;
  double r[LARGEST];
  memset(out, 0, LARGEST * sizeof *out);
  for (int p = 0; p < 4; p++) {
    residual(at[p] * h, w, r);
    for (size_t k = 0; k < m.n->v + m.n->constraints; k++) out[k] += weight[p] * r[k] / (12 * h);
  }
}

static void tangent_is_the_derivative(void) {
  static const lash_tangent_weights weights[] = {
      {.acceleration = 1},
      {.velocity = 1},
      {.position = 1},
      {.acceleration = 2, .velocity = 0.7, .position = 0.3}};
  random_state(3);
  const lash_pattern *p = lash_system_tangent_pattern(m.system);
  double *values = malloc(p->nonzeros * sizeof *values), expected[LARGEST], found[LARGEST];
  for (int c = 0; c < 4; c++) {
    lash_tangent_weights w = weights[c];
    w.vdot = vdot;
    difference(&w, expected);
    lash_system_set(m.system, 0, base);
    OK(lash_system_tangent(m.system, &w, lambda, values, &error));
    memset(found, 0, sizeof found);
    for (size_t j = 0; j < m.n->v; j++)
      for (int k = p->start[j]; k < p->start[j + 1]; k++)
        found[p->index[k]] += values[k] * direction[j];
    double size = 0;
    for (size_t k = 0; k < m.n->v; k++) size = fmax(size, fabs(expected[k]));
    for (size_t k = 0; k < m.n->v + m.n->constraints; k++)
      TEST_ASSERT_DOUBLE_WITHIN(2e-8 * size, expected[k], found[k]);
  }
  free(values);
  unload(&m);
}

/* Along a motion with the given accelerations: Phi' = Phi_v v - nu, (Phi_v v)' = Phi_v v' - gamma.
 */
static void rows_follow_the_motion(void) {
  random_state(8);
  const lash_pattern *p = lash_system_jacobian_pattern(m.system);
  double *J = malloc(p->nonzeros * sizeof *J), phi[2][LARGEST], rate[2][LARGEST], nu[LARGEST],
         gamma[LARGEST];
  const double h = 1e-5;
  for (int side = 0; side < 2; side++) {
    const double step = side ? -h : h;
    double y[LARGEST], d[LARGEST];
    memcpy(y, base, m.n->y * sizeof *y);
    for (size_t k = 0; k < m.n->v; k++) {
      d[k] = step * (base[m.n->q + k] + 0.5 * step * vdot[k]);
      y[m.n->q + k] += step * vdot[k];
    }
    lash_system_increment(base, d, 1, m.n, y);
    lash_system_set(m.system, 0, y);
    lash_system_constraints(m.system, phi[side], NULL, NULL);
    lash_system_jacobian(m.system, J);
    for (size_t i = 0; i < m.n->constraints; i++) {
      rate[side][i] = 0;
      for (int k = p->start[i]; k < p->start[i + 1]; k++)
        rate[side][i] += J[k] * y[m.n->q + (size_t)p->index[k]];
    }
  }
  lash_system_set(m.system, 0, base);
  lash_system_constraints(m.system, NULL, nu, gamma);
  lash_system_jacobian(m.system, J);
  for (size_t i = 0; i < m.n->constraints; i++) {
    double speed = 0, growth = 0;
    for (int k = p->start[i]; k < p->start[i + 1]; k++) {
      speed += J[k] * base[m.n->q + (size_t)p->index[k]];
      growth += J[k] * vdot[p->index[k]];
    }
    TEST_ASSERT_DOUBLE_WITHIN(1e-8, (phi[0][i] - phi[1][i]) / (2 * h), speed - nu[i]);
    TEST_ASSERT_DOUBLE_WITHIN(1e-7, (rate[0][i] - rate[1][i]) / (2 * h), growth - gamma[i]);
  }
  free(J);
  unload(&m);
}

/* M v' + Phi_v^T lambda = f and Phi_v v' = gamma. */
static void accelerations_solve_the_equations(void) {
  random_state(5);
  double a[LARGEST], l[LARGEST], r[LARGEST], f[LARGEST], gamma[LARGEST], size = 0;
  lash_system_set(m.system, 0, base);
  OK(lash_system_accelerations(m.system, a, l, &error));
  OK(lash_system_forces(m.system, f, NULL, &error));
  lash_system_mass_times(m.system, a, r);
  lash_system_add_reactions(m.system, l, 1, r);
  for (size_t k = 0; k < m.n->v; k++) size = fmax(size, fabs(f[k]));
  for (size_t k = 0; k < m.n->v; k++) TEST_ASSERT_DOUBLE_WITHIN(1e-10 * size, f[k], r[k]);
  const lash_pattern *p = lash_system_jacobian_pattern(m.system);
  double *J = malloc(p->nonzeros * sizeof *J);
  lash_system_jacobian(m.system, J);
  lash_system_constraints(m.system, NULL, NULL, gamma);
  for (size_t i = 0; i < m.n->constraints; i++) {
    double sum = 0, scale = 1;
    for (int k = p->start[i]; k < p->start[i + 1]; k++) {
      sum += J[k] * a[p->index[k]];
      scale = fmax(scale, fabs(a[p->index[k]]));
    }
    TEST_ASSERT_DOUBLE_WITHIN(1e-9 * scale, gamma[i], sum);
  }
  free(J);
  unload(&m);
}

/* What damping takes is the power of the forces that are there because of it: those of the moving
 * beam less those of the same beam at rest. */
static void loss_is_the_power_of_damping(void) {
  static const char *const damping[] = {", CRATIOK=0.01", ", CRATIOM=0.2",
                                        ", CRATIOK=0.02, CRATIOM=0.3"};
  for (int n = 0; n < 3; n++) {
    char text[2000];
    snprintf(text, sizeof text, RUBBER BEAM(2, "%s"), damping[n]);
    m = load(text);
    unsigned seed = 5;
    double moving[LARGEST], resting[LARGEST], power = 0, d[LARGEST];
    memcpy(base, m.y, m.n->y * sizeof *base);
    for (size_t k = 0; k < m.n->v; k++) d[k] = 0.05 * noise(&seed);
    lash_system_increment(base, d, 1, m.n, base);
    lash_system_set(m.system, 0, base);
    OK(lash_system_forces(m.system, resting, NULL, &error));
    for (size_t k = 0; k < m.n->v; k++) base[m.n->q + k] = noise(&seed);
    lash_system_set(m.system, 0, base);
    OK(lash_system_forces(m.system, moving, NULL, &error));
    for (size_t k = 6 * m.n->bodies; k < m.n->v; k++)
      power += (resting[k] - moving[k]) * base[m.n->q + k];
    TEST_ASSERT_GREATER_THAN_DOUBLE(1e-3, power);
    TEST_ASSERT_DOUBLE_WITHIN(1e-9 * power, power, lash_system_flexible_loss(m.system, 0));
    unload(&m);
  }
}

/* The fastest number of a beam at rest but for one, first to last: states beside it are no speeds.
 */
static void the_fastest_node(void) {
  m = load(STEEL BEAM(
      2, "") "DIFF/1, IC=1E6, FUNCTION=0\nDIFF/2, IC=1E6, FUNCTION=0\n"
             "DIFF/3, IC=1E6, FUNCTION=0\nDIFF/4, IC=1E6, FUNCTION=0");
  TEST_ASSERT_TRUE(m.n->cells > 0);
  for (size_t k = 6 * m.n->bodies; k < m.n->v; k++) {
    for (size_t i = 0; i < m.n->v; i++) m.y[m.n->q + i] = i == k ? -3 : 0.01;
    lash_system_set(m.system, 0, m.y);
    TEST_ASSERT_DOUBLE_WITHIN(1e-15, 3, lash_system_speed(m.system));
  }
  unload(&m);
}

/* Lengths are the displacements of parts and nodes: three of six, and three of a node's twelve. */
static void what_is_a_length(void) {
  const double length = 7, behind = 3;
  double scale[LARGEST];
  random_state(5);
  const size_t rigid = 6 * m.n->bodies;
  scale[m.n->v] = behind;
  lash_system_scale(m.system, length, scale);
  for (size_t k = 0; k < m.n->v; k++) {
    const bool place = k < rigid ? k % 6 < 3 : (k - rigid) % 12 < 3;
    TEST_ASSERT_EQUAL_DOUBLE(place ? length : 1, scale[k]);
  }
  TEST_ASSERT_EQUAL_DOUBLE(behind, scale[m.n->v]);
  unload(&m);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(loss_is_the_power_of_damping);
  RUN_TEST(tangent_is_the_derivative);
  RUN_TEST(rows_follow_the_motion);
  RUN_TEST(accelerations_solve_the_equations);
  RUN_TEST(the_fastest_node);
  RUN_TEST(what_is_a_length);
  return UNITY_END();
}
