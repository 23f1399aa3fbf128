/* What holds for every mechanism, whatever way its equations are solved: Newton's and Euler's laws
 * body by body, constraints that stay met, velocities that change as little as the constraints
 * allow (Gauss), reactions that do no work of their own. Held against the masses, the Jacobian and
 * the forces, from which accelerations and multipliers are solved. */
#include "integrate_helper.h"

void setUp(void) { setenv("LASH_SUBROUTINE_PATH", USER_LIBRARIES, 1); }
void tearDown(void) {}

/* Bodies that lie askew, with three different moments of inertia. */
#define BODY(id, place, turned)                                                      \
  "PART/" #id ", MASS=1." #id ", CM=" #id "0, IP=0.1,0.2" #id ",0.17, QG=" place     \
  ", REULER=" turned ", WX=1." #id ", WY=-0.7, WZ=0.3, VX=0.2, VY=-0.1\nMARKER/" #id \
  "0, PART=" #id "\n"
#define GROUND "PART/1, GROUND\nACCGRAV/IGRAV=1, JGRAV=-9.81, KGRAV=2\n"
#define AT(id, part, place, turned) \
  "MARKER/" #id ", PART=" #part ", QP=" place ", REULER=" turned "\n"

#define HINGES                                                                         \
  GROUND AT(11, 1, "0.1,0.2,0.3", "10D,50D,20D") BODY(2, "0.1,0.2,0.3", "10D,50D,20D") \
      AT(21, 2, "0,0,0", "0,0,0") AT(22, 2, "0.5,0.1,0.2", "-40D,70D,5D")

static const char *const families[] = {
    /* one hinge, of which either marker may be the ground's */
    HINGES "JOINT/1, REVOLUTE, I=21, J=11",
    HINGES "JOINT/1, REVOLUTE, I=11, J=21",
    HINGES "JOINT/1, CYLINDRICAL, I=21, J=11\nSFORCE/1, ROTATION, I=21, J=11, FUNCTION=2+TIME",
    HINGES "JOINT/1, TRANSLATIONAL, I=11, J=21",
    HINGES "JOINT/1, SPHERICAL, I=11, J=21\nJPRIM/1, PERPENDICULAR, I=22, J=11",
    HINGES "JOINT/1, REVOLUTE, I=21, J=11\nMOTION/1, JOINT=1, ROTATION, FUNCTION=SIN(2*TIME)",
    /* a tree: two hinges on one body, one of them with the axis of the other */
    HINGES BODY(3, "0,0,0", "0,0,0") BODY(4, "0,0,0", "0,0,0")
        AT(31, 3, "0.2,-0.3,0.1", "15D,25D,35D") AT(41, 4, "0.1,0.1,-0.4", "5D,-25D,95D")
        "JOINT/1, REVOLUTE, I=21, J=11\nJOINT/2, REVOLUTE, I=31, J=22\n"
        "JOINT/3, UNIVERSAL, I=41, J=22\nSPRINGDAMPER/1, TRANSLATION, I=40, J=30, K=40, C=2",
    /* a four-bar of skew hinges that overdetermine it, and a ball joint more than it needs */
    GROUND BODY(2, "0,0,0", "0,0,0") BODY(3, "0,1,0", "0,0,0") BODY(4, "2,0,0", "0,0,0")
        AT(11, 1, "0,0,0", "0,0,0") AT(12, 1, "2,0,0", "0,0,0") AT(21, 2, "0,0,0", "0,0,0")
        AT(22, 2, "0,1,0", "0,0,0") AT(31, 3, "0,0,0", "0,0,0") AT(32, 3, "2,0.5,0", "0,0,0")
        AT(41, 4, "0,1.5,0", "0,0,0") AT(42, 4, "0,0,0", "0,0,0")
        "JOINT/1, REVOLUTE, I=21, J=11\nJOINT/2, REVOLUTE, I=31, J=22\n"
        "JOINT/3, REVOLUTE, I=41, J=32\nJOINT/4, REVOLUTE, I=42, J=12",
    /* a point on a string, a part without mass between two others, a fixed part */
    HINGES "POINT_MASS/1, MASS=0.5, CM=50, QG=0.6,0.7,-0.8\nMARKER/50, POINT_MASS=1\n"
           "JOINT/1, REVOLUTE, I=21, J=11\nGCON/1, I=50, FUNCTION=DM(50,22)-1\n",
    HINGES "PART/3, QG=0,0,0\nMARKER/31, PART=3\nMARKER/32, PART=3\n" BODY(4, "0,0,0", "0,0,0")
        AT(41, 4, "0.3,0.2,-0.4", "0,0,0")
        "JOINT/1, REVOLUTE, I=21, J=11\nJOINT/2, FIXED, I=31, J=22\n"
        "JOINT/3, SPHERICAL, I=41, J=32\nSFORCE/1, TRANSLATION, I=40, J=11, FUNCTION=3",
    /* wheels that a coupler and a screw bind together */
    HINGES BODY(3, "1,0,0", "10D,20D,30D") AT(31, 3, "0,0,0", "0,0,0")
        AT(12, 1, "1,0,0", "10D,20D,30D")
        "JOINT/1, REVOLUTE, I=21, J=11\nJOINT/2, SCREW, I=31, J=12, PITCH=0.3\n"
        "JOINT/3, CYLINDRICAL, I=31, J=12\nCOUPLER/1, JOINTS=1,3, TYPE=R:R, SCALES=2,-1",
};

static double *take(size_t n) { return calloc(n + 1, sizeof(double)); }

static double largest(const double *x, size_t n) {
  double most = 1e-3;
  for (size_t k = 0; k < n; k++) most = fmax(most, fabs(x[k]));
  return most;
}

static void rows_times(const mechanism *m, const double *jacobian, const double *v, double *out) {
  const lash_pattern *p = lash_system_jacobian_pattern(m->system);
  for (size_t r = 0; r < m->n->constraints; r++) {
    out[r] = 0;
    for (int k = p->start[r]; k < p->start[r + 1]; k++) out[r] += jacobian[k] * v[p->index[k]];
  }
}

/* M x, from the masses of the single bodies. */
static void masses_times(const mechanism *m, const double *x, double *out) {
  for (size_t b = 0; b < m->n->bodies; b++) {
    double mass, inertia[9];
    lash_system_mass(m->system, b, &mass, inertia);
    for (size_t i = 0; i < 3; i++) {
      out[6 * b + i] = mass * x[6 * b + i];
      out[6 * b + 3 + i] = 0;
      for (size_t k = 0; k < 3; k++) out[6 * b + 3 + i] += inertia[3 * i + k] * x[6 * b + 3 + k];
    }
  }
}

/* M v' + Phi_v^T lambda = f and Phi_v v' = gamma. */
static void laws_of_motion(const mechanism *m, const char *name) {
  const size_t n = m->n->v, c = m->n->constraints;
  double *left = take(n), *f = take(n), *a = take(n), *lambda = take(c), *g = take(m->n->x);
  double *jacobian = take(m->n->jacobian), *gamma = take(c), *moved = take(c);
  lash_system_set(m->system, m->t, m->y);
  OK(lash_system_accelerations(m->system, a, lambda, &error));
  OK(lash_system_forces(m->system, f, g, &error));
  masses_times(m, a, left);
  lash_system_add_reactions(m->system, lambda, 1, left);
  const double small = 1e-10 * (largest(f, n) + largest(lambda, c) + largest(left, n));
  for (size_t k = 0; k < n; k++) TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(small, f[k], left[k], name);
  lash_system_constraints(m->system, NULL, NULL, gamma);
  lash_system_jacobian(m->system, jacobian);
  rows_times(m, jacobian, a, moved);
  for (size_t k = 0; k < c; k++)
    TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-10 * (largest(a, n) + largest(gamma, c)), gamma[k],
                                      moved[k], name);
  free(left), free(f), free(a), free(lambda), free(g), free(jacobian), free(gamma), free(moved);
}

/* A blow changes velocities by P: what it takes from them is at right angles, in the metric of the
 * masses, to every motion the constraints allow. */
static void least_change(const mechanism *m, unsigned *seed, const char *name) {
  const size_t q = m->n->q, n = m->n->v, c = m->n->constraints;
  double *given = take(n), *taken = take(n), *heavy = take(n), *jacobian = take(m->n->jacobian);
  double *nu = take(c), *rate = take(c), *y = take(m->n->y), *still = take(n);
  lash_system_set(m->system, m->t, m->y);
  lash_system_constraints(m->system, NULL, nu, NULL);
  for (int trial = 0; trial < 3; trial++) {
    memcpy(y, m->y, m->n->y * sizeof *y);
    for (size_t k = 0; k < n; k++) y[q + k] = given[k] = noise(seed);
    OK(lash_system_project(m->system, m->t, y, LASH_PROJECT_VELOCITY, 0, &error));
    lash_system_set(m->system, m->t, y);
    lash_system_jacobian(m->system, jacobian);
    rows_times(m, jacobian, y + q, rate);
    const double small = 1e-10 * largest(jacobian, m->n->jacobian) * (1 + largest(y + q, n));
    for (size_t k = 0; k < c; k++) TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(small, nu[k], rate[k], name);
    for (size_t k = 0; k < n; k++) taken[k] = y[q + k] - given[k];
    masses_times(m, taken, heavy);
    if (trial) { /* two motions that are allowed differ by one that is allowed by itself */
      double work = 0, scale = 0;
      for (size_t k = 0; k < n; k++) {
        work += heavy[k] * (y[q + k] - still[k]);
        scale += fabs(heavy[k] * (y[q + k] - still[k]));
      }
      TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-10 * largest(heavy, n) + 1e-9 * scale, 0, work, name);
    }
    memcpy(still, y + q, n * sizeof *still);
  }
  free(given), free(taken), free(heavy), free(jacobian), free(nu), free(rate), free(y), free(still);
}

static void family(const char *name, mechanism *m, bool masses) {
  unsigned seed = 5;
  for (int k = 0; k < 4; k++) {
    laws_of_motion(m, name);
    if (masses) least_change(m, &seed, name);
    lash_system_set(m->system, m->t, m->y);
    rk4(m, 1e-4);
  }
  unload(m);
}

static void every_family(void) {
  for (size_t k = 0; k < sizeof families / sizeof *families; k++) {
    mechanism m = load(families[k]);
    family(families[k], &m, strstr(families[k], "PART/3, QG") == NULL);
  }
}

static void every_dataset(void) {
  static const char *const files[] = {
      "andrews.adm",         "bricard.adm",        "four_bars.adm",
      "governor.adm",        "slider_crank.adm",   "everything.adm",
      "eccentric_rotor.adm", "spinning_hooke.adm", "spinning_spherical.adm",
      "distance_chain.adm"};
  for (size_t k = 0; k < sizeof files / sizeof *files; k++) {
    mechanism m = load_file(files[k]);
    OK(lash_system_commit(m.system, &error));
    family(files[k], &m, true);
  }
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(every_family);
  RUN_TEST(every_dataset);
  return UNITY_END();
}
