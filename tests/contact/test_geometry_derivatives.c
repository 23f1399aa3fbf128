/* Exact derivatives of every shape against Richardson-extrapolated differences: contact points, and
 * the wrenches that smooth made-up laws give there. */
#include <stdio.h>

#include "geometry_support.h"
#include "unity.h"

void setUp(void) {}
void tearDown(void) {}

enum { STATES = 1000, OUTPUTS = 26, WRENCH = 12 };

static void perturb(lash_frame *i, lash_frame *j, int column, double h) {
  int block = column - column % 3;
  double d[3] = {0, 0, 0};
  d[column % 3] = h;
  lash_frame *turned = block == LASH_D_ROTATION_I ? i : j;
  switch (block) {
    case LASH_D_POSITION:
      axpy3(1, d, j->position);
      break;
    case LASH_D_VELOCITY:
      axpy3(1, d, j->velocity);
      break;
    case LASH_D_SPIN_I:
      axpy3(1, d, i->spin);
      break;
    case LASH_D_SPIN_J:
      axpy3(1, d, j->spin);
      break;
    default:
      rotate(d, turned->axis), rotate(d, turned->side);
  }
}

static void pack(const lash_contact_point *p, double out[OUTPUTS]) {
  const double *vectors[] = {p->normal, p->tangent[0], p->tangent[1], p->slip, p->arm_i, p->arm_j};
  out[0] = p->delta;
  out[1] = p->v;
  for (int k = 0; k < 6; k++) memcpy(out + 2 + 3 * k, vectors[k], 3 * sizeof(double));
  memcpy(out + 20, p->slip2, sizeof p->slip2);
  out[22] = p->share, out[23] = p->spin, out[24] = p->roll[0], out[25] = p->roll[1];
}

static double exact(const lash_point_jacobian *jac, int row, int column) {
  const double(*const vectors[])[LASH_D_COUNT] = {jac->normal, jac->tangent[0], jac->tangent[1],
                                                  jac->slip,   jac->arm_i,      jac->arm_j};
  if (row == 0) return jac->delta[column];
  if (row == 1) return jac->v[column];
  if (row == 22) return jac->share[column];
  if (row == 23) return jac->spin[column];
  if (row >= 24) return jac->roll[row - 24][column];
  if (row >= 20) return jac->slip2[row - 20][column];
  return vectors[(row - 2) / 3][(row - 2) % 3][column];
}

/* A load that depends on everything a law may depend on. */
static lash_point_load made_up_load(const lash_contact_point *p) {
  lash_point_load load = {.normal = sin(p->delta) + p->delta * p->v,
                          .normal_d_delta = cos(p->delta) + p->v,
                          .normal_d_v = p->delta};
  double scale = 1 / sqrt(1 + dot3(p->slip, p->slip)), cube = scale * scale * scale;
  for (int t = 0; t < 2; t++) {
    load.friction[t] = 0.3 * load.normal * p->slip2[t] * scale;
    load.friction_d_normal[t] = 0.3 * p->slip2[t] * scale;
    for (int s = 0; s < 2; s++) {
      load.friction_d_vt[t][s] =
          0.3 * load.normal * ((t == s) * scale - p->slip2[t] * p->slip2[s] * cube);
    }
  }
  return load;
}

static void pack_wrench(const lash_contact_point *p, double out[WRENCH]) {
  lash_point_load load = made_up_load(p);
  lash_wrench on_i, on_j;
  double tangential[3];
  lash_point_tangential(p, &load, tangential);
  lash_point_wrench(p, load.normal, tangential, &on_i, &on_j);
  memcpy(out, on_i.force, 3 * sizeof(double));
  memcpy(out + 3, on_i.torque, 3 * sizeof(double));
  memcpy(out + 6, on_j.force, 3 * sizeof(double));
  memcpy(out + 9, on_j.torque, 3 * sizeof(double));
}

typedef double outputs[LASH_GEOMETRY_POINTS][OUTPUTS + WRENCH];

/* All outputs at a perturbed state; false when another site became active there. */
static bool at(const lash_geometry *g, lash_frame i, lash_frame j, int column, double h,
               const lash_contact_points *centre, outputs out) {
  lash_contact_points set;
  perturb(&i, &j, column, h);
  if (lash_geometry_eval(g, &i, &j, &set, NULL)) return false;
  for (size_t k = 0; k < set.count; k++) {
    if (set.point[k].flags != centre->point[k].flags) return false;
    pack(&set.point[k], out[k]);
    pack_wrench(&set.point[k], out[k] + OUTPUTS);
  }
  return true;
}

/* Central differences at h, h/2, h/4, extrapolated twice: error of order h^6. */
static bool differences(const lash_geometry *g, const lash_frame *i, const lash_frame *j,
                        int column, const lash_contact_points *centre, outputs result) {
  outputs level[3], plus, minus;
  double h = 2e-3;
  for (int l = 0; l < 3; l++, h /= 2) {
    if (!at(g, *i, *j, column, h, centre, plus) || !at(g, *i, *j, column, -h, centre, minus)) {
      return false;
    }
    for (size_t k = 0; k < centre->count; k++) {
      for (int r = 0; r < OUTPUTS + WRENCH; r++) {
        level[l][k][r] = (plus[k][r] - minus[k][r]) / (2 * h);
      }
    }
  }
  for (size_t k = 0; k < centre->count; k++) {
    for (int r = 0; r < OUTPUTS + WRENCH; r++) {
      double a = level[1][k][r] + (level[1][k][r] - level[0][k][r]) / 3;
      double b = level[2][k][r] + (level[2][k][r] - level[1][k][r]) / 3;
      result[k][r] = b + (b - a) / 15;
    }
  }
  return true;
}

/* Worst relative difference over one state; negative when a site switches nearby. */
static double compare(const lash_geometry *g, const lash_frame *i, const lash_frame *j) {
  lash_contact_points set;
  lash_point_jacobian jac[LASH_GEOMETRY_POINTS];
  TEST_ASSERT_EQUAL_INT(LASH_OK, lash_geometry_jacobian(g, i, j, &set, jac, NULL));
  double worst = 0, wrench[LASH_GEOMETRY_POINTS][WRENCH][LASH_D_COUNT];
  for (size_t k = 0; k < set.count; k++) {
    lash_point_load load = made_up_load(&set.point[k]);
    lash_point_wrench_jacobian(&set.point[k], &jac[k], &load, wrench[k], wrench[k] + 6);
  }
  for (int c = 0; c < LASH_D_COUNT; c++) {
    outputs difference;
    if (!differences(g, i, j, c, &set, difference)) return -1;
    for (size_t k = 0; k < set.count; k++) {
      for (int r = 0; r < OUTPUTS + WRENCH; r++) {
        double e = r < OUTPUTS ? exact(&jac[k], r, c) : wrench[k][r - OUTPUTS][c];
        double error = fabs(e - difference[k][r]) / (1 + fabs(e));
        if (!(error <= worst)) worst = error;
      }
    }
  }
  return worst;
}

static void shape_derivatives(lash_shape shape) {
  double worst = 0;
  unsigned ends = 0;
  for (int n = 0; n < STATES;) {
    lash_geometry g;
    lash_frame i, j;
    sample(shape, &g, &i, &j);
    double error = compare(&g, &i, &j);
    if (error < 0) continue; /* too near a switch of sites to difference */
    if (!(error <= worst)) worst = error;
    lash_contact_points set;
    lash_geometry_eval(&g, &i, &j, &set, NULL);
    ends += (set.point[0].flags & LASH_POINT_END) != 0;
    n++;
  }
  printf("  %-16s worst %.1e, %u of %d states at an end\n", lash_shape_name(shape), worst, ends,
         STATES);
  TEST_ASSERT_LESS_THAN_DOUBLE(1e-8, worst);
  bool has_ends = shape == LASH_JOURNAL_BEARING || shape == LASH_SPHERE_CYLINDER ||
                  shape == LASH_PLANAR_SLIDER || shape == LASH_GUIDE;
  TEST_ASSERT_EQUAL_INT(has_ends, ends > 50);
}

static void ball_in_socket(void) { shape_derivatives(LASH_BALL_SOCKET); }
static void journal_in_bearing(void) { shape_derivatives(LASH_JOURNAL_BEARING); }
static void stops(void) { shape_derivatives(LASH_AXIAL_STOPS); }
static void two_spheres(void) { shape_derivatives(LASH_SPHERE_SPHERE); }
static void sphere_on_plane(void) { shape_derivatives(LASH_SPHERE_PLANE); }
static void sphere_on_cylinder(void) { shape_derivatives(LASH_SPHERE_CYLINDER); }
static void sphere_in_bore(void) { shape_derivatives(LASH_SPHERE_BORE); }
static void slider_in_the_plane(void) { shape_derivatives(LASH_PLANAR_SLIDER); }
static void slider_in_a_guide(void) { shape_derivatives(LASH_GUIDE); }

/* Values do not depend on whether derivatives were asked for. */
static void same_bits_with_and_without(void) {
  for (int n = 0; n < 100 * LASH_SHAPE_COUNT; n++) {
    lash_geometry g;
    lash_frame i, j;
    lash_contact_points one, two;
    lash_point_jacobian jac[LASH_GEOMETRY_POINTS];
    memset(&one, 0, sizeof one);
    memset(&two, 0, sizeof two);
    sample((lash_shape)(n % LASH_SHAPE_COUNT), &g, &i, &j);
    lash_geometry_eval(&g, &i, &j, &one, NULL);
    lash_geometry_jacobian(&g, &i, &j, &two, jac, NULL);
    TEST_ASSERT_EQUAL_MEMORY(&one, &two, sizeof one);
  }
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(ball_in_socket);
  RUN_TEST(journal_in_bearing);
  RUN_TEST(stops);
  RUN_TEST(two_spheres);
  RUN_TEST(sphere_on_plane);
  RUN_TEST(sphere_on_cylinder);
  RUN_TEST(sphere_in_bore);
  RUN_TEST(slider_in_the_plane);
  RUN_TEST(slider_in_a_guide);
  RUN_TEST(same_bits_with_and_without);
  return UNITY_END();
}
