/* Modal bodies in the solver: FLEX_BODY against rigid parts, theories of beams, and differences. */
#include <unistd.h>

#include "helper.h"
#include "integrate_helper.h"
#include "lash_flex_statement.h"

static char folder[] = "/tmp/lash_flex_body_XXXXXX", text[4096];
static const double PI = 3.14159265358979323846;

void setUp(void) { setenv("LASH_SUBROUTINE_PATH", USER_LIBRARIES, 1); }
void tearDown(void) {}

/* A bar of 1 m along x, 20 by 30 mm; nodes 1 and 2 are its ends, 3 its middle. */
static void write_bar(const char *name, double young, const char *more) {
  char path[128];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *out = fopen(path, "w");
  TEST_ASSERT_NOT_NULL(out);
  fprintf(out,
          "name bar\nmaterial steel E %g nu 0.3 rho 7850\nsection s rectangle 0.02 0.03\n"
          "node 1 0 0 0\nnode 2 1 0 0\nnode 3 0.5 0 0\nbeam 1 3 s steel divide 12\n"
          "beam 3 2 s steel divide 12\n%s",
          young, more);
  fclose(out);
}

/* `statements` with %s for the folder of the files. */
static mechanism load_bar(const char *statements) {
  snprintf(text, sizeof text, statements, folder, folder);
  return load(text);
}

#define WORLD "UNITS/SYSTEM=MKS\nPART/1, GROUND\nMARKER/1, PART=1\n"
#define BODY(file, more)                                   \
  WORLD "FLEX_BODY/2, FILE=%s/" file more                  \
        "\nMARKER/10, FLEX_BODY=2, NODE_ID=1\nMARKER/20, " \
        "FLEX_BODY=2, NODE_ID=2\nMARKER/30, FLEX_BODY=2, NODE_ID=3\n"

/* ------------------------------------------------------------------------------------- rigidity */

/* The same mass on a PART: bars without deformation move alike, in all three directions. */
static void a_stiff_body_is_a_rigid_part(void) {
  const double m = 7850 * 0.02 * 0.03, xx = m * (0.0004 + 0.0009) / 12;
  const double yy = m * (1 + 0.0009) / 12, zz = m * (1 + 0.0004) / 12;
  char rigid[1024];
  write_bar("stiff.frame", 2.1e15, "interface 1 2\nmodes 0\n");
  mechanism a = load_bar(
      BODY("stiff.frame",
           ", WY=2, WX=1, VZ=0, VY=0") "JOINT/1, SPHERICAL, I=10, J=1\nACCGRAV/JGRAV=-9.81\n");
  snprintf(rigid, sizeof rigid,
           WORLD
           "PART/2, MASS=%.17g, CM=11, IP=%.17g,%.17g,%.17g, WM=10, WY=2, WX=1, VZ=-1\n"
           "MARKER/10, PART=2\nMARKER/11, PART=2, QP=0.5,0,0\nMARKER/20, PART=2, QP=1,0,0\n"
           "JOINT/1, SPHERICAL, I=10, J=1\nACCGRAV/JGRAV=-9.81\n",
           m, xx, yy, zz);
  mechanism b = load(rigid);
  lash_integrate_options options = method("genalpha", 1e-8, 0);
  advance(&a, &options, 0.3, NULL);
  advance(&b, &options, 0.3, NULL);
  static const char *const what[3] = {"DX", "DY", "DZ"};
  for (int i = 0; i < 3; i++)
    TEST_ASSERT_DOUBLE_WITHIN(1e-6, measure(&b, what[i], 20, 0, 0, 0),
                              measure(&a, what[i], 20, 0, 0, 0));
  TEST_ASSERT_DOUBLE_WITHIN(1e-4 * 45, element(&b, "JOINT", 1, 0, 3),
                            element(&a, "JOINT", 1, 0, 3));
  unload(&a);
  unload(&b);
}

/* ---------------------------------------------------------------------------------- frequencies */

enum { ROOTS = 400 };
static double real[ROOTS], imaginary[ROOTS];
static size_t root_count;

static void linearise(mechanism *m) {
  TEST_ASSERT_TRUE(2 * m->n->v + m->n->x <= 2 * ROOTS);
  root_count = ROOTS;
  lash_system_set(m->system, m->t, m->y);
  OK(lash_system_eigenvalues(m->system, real, imaginary, &root_count, &error));
}

static double nearest_hz(double hz, double *damping) {
  double best = 0;
  for (size_t k = 0; k < root_count; k++) {
    const double found = hypot(real[k], imaginary[k]) / (2 * PI);
    if (fabs(found - hz) >= fabs(best - hz)) continue;
    best = found;
    if (damping) *damping = -real[k] / hypot(real[k], imaginary[k]);
  }
  return best;
}

static void frequencies_are_timoshenkos(void) {
  const lash_material m = {2.1e11, 0.3, 7850};
  lash_section s;
  OK(lash_section_rectangle(0.02, 0.03, 0.3, &s, &error));
  write_bar("bar.frame", 2.1e11, "interface 1 2\nmodes 16\n");
  for (int clamped = 0; clamped < 2; clamped++) {
    mechanism b = clamped ? load_bar(BODY("bar.frame", "") "JOINT/1, FIXED, I=10, J=1\n")
                          : load_bar(BODY("bar.frame", ""));
    linearise(&b);
    for (int mode = 1; mode <= 5; mode++) {
      const double theory = timoshenko_hz(&s, &m, 1, clamped, mode);
      TEST_ASSERT_DOUBLE_WITHIN(5e-3 * theory, theory, nearest_hz(theory, NULL));
    }
    unload(&b);
  }
}

static void damping_is_what_is_asked(void) {
  static const struct {
    const char *ask;
    double constant, by_frequency;
  } cases[] = {{"", 0.02, 0},
               {", CRATIO=0.05", 0.05, 0},
               {", CRATIO=0.01+1e-5*FXFREQ", 0.01, 1e-5},
               {", CRATIO=USER(2e-5)\\, ROUTINE=control::Dmpsub", 0, 2e-5}};
  write_bar("held.frame", 2.1e11, "hold 1\nmodes 5\n");
  for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
    char statements[1024];
    snprintf(statements, sizeof statements,
             WORLD
             "FLEX_BODY/2, FILE=%%s/held.frame%s\nMARKER/10, FLEX_BODY=2\n"
             "JOINT/1, FIXED, I=10, J=1\n",
             cases[k].ask);
    mechanism b = load_bar(statements);
    linearise(&b);
    double damping = NAN, hz = nearest_hz(16.7, &damping);
    TEST_ASSERT_DOUBLE_WITHIN(0.2, 16.7, hz);
    const double expected = cases[k].constant + cases[k].by_frequency * hz;
    TEST_ASSERT_DOUBLE_WITHIN(1e-6 * expected, expected, damping);
    unload(&b);
  }
}

/* A blade along x on a hub driven about z. */
static mechanism blade(const char *damping, double spin) {
  char statements[1024];
  snprintf(statements, sizeof statements,
           WORLD
           "FLEX_BODY/2, FILE=%%s/blade.frame, WZ=%.17g, CRATIO=%s\n"
           "MARKER/10, FLEX_BODY=2, NODE_ID=1\n"
           "PART/3, MASS=1, CM=40, IP=1,1,1, WZ=%.17g\n"
           "MARKER/40, PART=3\nJOINT/1, REVOLUTE, I=40, J=1\nJOINT/2, FIXED, I=10, J=40\n"
           "MOTION/1, JOINT=1, ROTATION, FUNCTION=%.17g*TIME\n",
           spin, damping, spin, spin);
  return load_bar(statements);
}

static const double blade_unit = 44.79320136; /* sqrt(E 0.03^2/(12 rho)): bending along z */

/* Flap frequency as Wright, Smith, Thresher and Wang (1982) have it. The blade first stretches,
 * damped, until it is at rest in its frame. */
static void spin_stiffens(void) {
  static const double table[2][2] = {{3, 4.7973}, {6, 7.3604}};
  write_bar("blade.frame", 2.1e11, "hold 1\nmodes 24\n");
  for (int k = 0; k < 2; k++) {
    const double spin = table[k][0] * blade_unit, flap = table[k][1];
    mechanism damped = blade("0.7", spin), b = blade("0", spin);
    const lash_integrate_options options = method("genalpha", 1e-8, 0);
    advance(&damped, &options, 0.05, NULL);
    memcpy(b.y, damped.y, b.n->y * sizeof *b.y);
    b.t = damped.t;
    linearise(&b);
    const double found = nearest_hz(flap * blade_unit / (2 * PI), NULL) * 2 * PI / blade_unit;
    TEST_ASSERT_DOUBLE_WITHIN(2e-3 * flap, flap, found);
    unload(&damped);
    unload(&b);
  }
}

/* -------------------------------------------------------------------------------------- statics */

static void loads_bend_it_as_theory_says(void) {
  lash_section s;
  const lash_material m = {2.1e11, 0.3, 7850};
  OK(lash_section_rectangle(0.02, 0.03, 0.3, &s, &error));
  const double kGA = s.shear_y * lash_shear_modulus(&m) * s.area, EI = m.young * s.y2;
  const double w = 7850 * s.area * 9.81;
  write_bar("bar.frame", 2.1e11, "interface 1 2\nmodes 16\n");
  mechanism b = load_bar(BODY(
      "bar.frame", "") "JOINT/1, FIXED, I=10, J=1\n"
                       "MARKER/99, PART=1, FLOATING\n"
                       "GFORCE/1, I=20, JFLOAT=99, RM=1, FX=0\\FY=-10\\FZ=0\\TX=0\\TY=0\\TZ=0\n"
                       "ACCGRAV/JGRAV=-9.81\n");
  OK(lash_system_statics(b.system, 0, b.y, 0, 0, NULL, &error));
  const double sag = 10 / (3 * EI) + 10 / kGA + w / (8 * EI) + w / (2 * kGA);
  TEST_ASSERT_DOUBLE_WITHIN(1e-3 * sag, -sag, measure(&b, "DY", 20, 0, 0, 0));
  const double moment = element(&b, "JOINT", 1, 0, 8);
  TEST_ASSERT_DOUBLE_WITHIN(1e-3 * (10 + w / 2), 10 + w / 2, fabs(moment));
  unload(&b);
}

/* Millimetres and newtons: the same sag. */
static void units_do_not_matter(void) {
  double sag[2];
  write_bar("bar.frame", 2.1e11, "interface 1 2\nmodes 4\n");
  for (int k = 0; k < 2; k++) {
    mechanism b =
        k ? load_bar(
                "UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=MILLIMETER, TIME=SECOND\n"
                "PART/1, GROUND\nMARKER/1, PART=1\nFLEX_BODY/2, FILE=%s/bar.frame\n"
                "MARKER/10, FLEX_BODY=2, NODE_ID=1\nMARKER/20, FLEX_BODY=2, NODE_ID=2\n"
                "JOINT/1, FIXED, I=10, J=1\nACCGRAV/JGRAV=-9810\n")
          : load_bar(BODY("bar.frame", "") "JOINT/1, FIXED, I=10, J=1\nACCGRAV/JGRAV=-9.81\n");
    OK(lash_system_statics(b.system, 0, b.y, 0, 0, NULL, &error));
    sag[k] = measure(&b, "DY", 20, 0, 0, 0) * (k ? 1e-3 : 1);
    TEST_ASSERT_DOUBLE_WITHIN(1e-6 * 7850 * 6e-4 * 9.81, 7850 * 6e-4 * 9.81,
                              fabs(element(&b, "JOINT", 1, 0, 3)));
    unload(&b);
  }
  TEST_ASSERT_DOUBLE_WITHIN(1e-7 * fabs(sag[0]), sag[0], sag[1]);
}

/* -------------------------------------------------------------------------------------- tangent */

/* M a - f + Phi' lambda at q (+) step along coordinate j, or v + step. */
static void residual(mechanism *m, const double *y, size_t j, double step, bool velocity,
                     const double *a, const double *lambda, double *out) {
  const size_t n = m->n->v;
  double *at = malloc((m->n->y + 2 * n) * sizeof *at), *d = at + m->n->y, *f = d + n;
  memcpy(at, y, m->n->y * sizeof *at);
  memset(d, 0, n * sizeof *d);
  d[j] = 1;
  if (velocity)
    at[m->n->q + j] += step;
  else
    lash_system_increment(y, d, step, m->n, at);
  lash_system_set(m->system, m->t, at);
  lash_system_mass_times(m->system, a, out);
  OK(lash_system_forces(m->system, f, NULL, &error));
  for (size_t k = 0; k < n; k++) out[k] -= f[k];
  lash_system_add_reactions(m->system, lambda, 1, out);
  free(at);
}

static void tangent_is_the_derivative_of_the_residual(void) {
  write_bar("bar.frame", 2.1e9, "interface 1 2\nmodes 3\n");
  mechanism m = load_bar(BODY(
      "bar.frame",
      ", WZ=3, WY=1") "JOINT/1, SPHERICAL, I=10, J=1\n"
                      "ACCGRAV/JGRAV=-9.81\n");
  const size_t n = m.n->v, rows = m.n->constraints, columns = n + m.n->x + rows;
  const lash_pattern *pattern = lash_system_tangent_pattern(m.system);
  double *values = malloc(pattern->nonzeros * sizeof *values);
  double *a = malloc((4 * n + rows) * sizeof *a), *lambda = a + n, *plus = lambda + rows,
         *minus = plus + n, *column = minus + n, largest = 0;
  unsigned seed = 7;
  TEST_ASSERT_EQUAL_size_t(columns, pattern->columns);
  const size_t modes = n - 6 * m.n->cells;
  for (size_t k = 0; k < 9; k++) { /* modal coordinates and rates */
    m.y[7 * m.n->bodies + k] = 1e-3 * noise(&seed);
    m.y[m.n->q + modes + k] = noise(&seed);
  }
  for (size_t k = 0; k < n; k++) a[k] = 10 * noise(&seed);
  for (size_t k = n - 3; k < n; k++) a[k] = 0; /* the idle coordinates: nine modes, two cells */
  for (size_t k = 0; k < rows; k++) lambda[k] = 100 * noise(&seed);
  for (int velocity = 0; velocity < 2; velocity++) {
    const lash_tangent_weights weights = {.position = !velocity, .velocity = velocity, .vdot = a};
    lash_system_set(m.system, m.t, m.y);
    OK(lash_system_tangent(m.system, &weights, lambda, values, &error));
    for (size_t j = 0; j < n - 3; j++) {
      const double h = 1e-5;
      memset(column, 0, n * sizeof *column);
      for (int k = pattern->start[j]; k < pattern->start[j + 1]; k++)
        if ((size_t)pattern->index[k] < n) column[pattern->index[k]] = values[k];
      residual(&m, m.y, j, h, velocity, a, lambda, plus);
      residual(&m, m.y, j, -h, velocity, a, lambda, minus);
      for (size_t i = 0; i < n - 3; i++) {
        const double slope = (plus[i] - minus[i]) / (2 * h);
        largest = fmax(largest, fabs(slope));
        TEST_ASSERT_DOUBLE_WITHIN(1e-5 * (1 + fabs(slope)), slope, column[i]);
      }
    }
  }
  TEST_ASSERT_GREATER_THAN_DOUBLE(100, largest);
  free(values);
  free(a);
  unload(&m);
}

/* --------------------------------------------------------------------------------------- motion */

static void a_falling_bar_keeps_its_energy(void) {
  static const char *const integrators[2] = {"genalpha", "bdf"};
  write_bar("soft.frame", 1e9, "interface 1 2\nmodes 2\ndamping 0\n");
  for (int k = 0; k < 2; k++) {
    mechanism m = load_bar(BODY(
        "soft.frame", "") "JOINT/1, REVOLUTE, I=10, J=1\n"
                          "ACCGRAV/JGRAV=-9.81\n");
    lash_integrate_options options = method(integrators[k], 1e-7, 0);
    options.audit = true;
    if (!k) options.spectral_radius = 1;
    outcome o = advance(&m, &options, 0.2, NULL);
    TEST_ASSERT_LESS_THAN_DOUBLE(1e-6, fabs(o.audit.relative));
    TEST_ASSERT_GREATER_THAN_DOUBLE(1e-3, o.audit.now.strain);
    unload(&m);
  }
}

/* What modal damping takes is in the balance; DMODE bends the body at the start. */
static void damping_is_accounted_for(void) {
  write_bar("held.frame", 2.1e11, "hold 1\nmodes 3\ndamping 0.05\n");
  mechanism m = load_bar(WORLD
                         "FLEX_BODY/2, FILE=%s/held.frame, DMODE=0,0.02\n"
                         "MARKER/10, FLEX_BODY=2\nMARKER/20, FLEX_BODY=2, NODE_ID=2\n"
                         "JOINT/1, FIXED, I=10, J=1\n");
  lash_integrate_options options = method("rk45", 1e-8, 0);
  options.audit = true;
  outcome o = advance(&m, &options, 0.2, NULL);
  TEST_ASSERT_LESS_THAN_DOUBLE(0.1 * o.audit.start.strain, o.audit.now.strain);
  TEST_ASSERT_LESS_THAN_DOUBLE(1e-7, fabs(o.audit.relative));
  unload(&m);
}

/* --------------------------------------------------------------------------------------- faults */

static void refuses(const char *statements, const char *words) {
  lash_model model;
  lash_system *system = NULL;
  char full[4200];
  snprintf(text, sizeof text, statements, folder, folder);
  snprintf(full, sizeof full, "faulty\n%s\nEND\n", text);
  lash_status status = lash_model_parse(&model, "test.adm", full, strlen(full), &error);
  if (status == LASH_OK) status = lash_system_create(&model, NULL, &system, &error);
  TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_BAD_INPUT, status, words);
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.message, words), error.message);
  lash_model_free(&model);
}

static void faults_are_named(void) {
  char path[128];
  write_bar("bar.frame", 2.1e11, "interface 1 2\nmodes 4\n");
  snprintf(path, sizeof path, "%s/cut.lfx", folder);
  FILE *out = fopen(path, "w");
  fputs("lash-flex 1\nname cut\nsize 2 modes 2 nodes\nmass 3\n", out);
  fclose(out);
  refuses(WORLD "FLEX_BODY/2, QG=0,0,1", "FILE");
  refuses(WORLD "FLEX_BODY/2, FILE=%s/none.lfx", "test.adm:5: FLEX_BODY/2");
  refuses(WORLD "FLEX_BODY/2, FILE=%s/none.lfx", "none.lfx");
  refuses(WORLD "FLEX_BODY/2, FILE=%s/cut.lfx", "cut.lfx:4: the file ends where a line 'first");
  refuses(WORLD "FLEX_BODY/2, FILE=%s/bar.frame, MODES=1,2,11", "there is no mode 11");
  refuses(WORLD "FLEX_BODY/2, FILE=%s/bar.frame, MODES=1.5", "MODES takes mode numbers");
  refuses(WORLD "FLEX_BODY/2, FILE=%s/bar.frame, CRATIO=-1", "must not be negative");
  refuses(WORLD "FLEX_BODY/2, FILE=%s/bar.frame\nMARKER/7, FLEX_BODY=2, NODE_ID=77",
          "test.adm:6: MARKER/7: there is no node 77 in body bar");
  refuses(WORLD "FLEX_BODY/2, FILE=%s/bar.frame, MODES=1,2, DMODE=1,2,3", "at most 2");
}

/* What `lash check` reports, all at once. */
static void checking_finds_every_fault(void) {
  lash_model model;
  char full[4096];
  write_bar("bar.frame", 2.1e11, "interface 1 2\nmodes 4\n");
  snprintf(full, sizeof full,
           "faulty\n" WORLD
           "FLEX_BODY/2, FILE=%s/bar.frame\nMARKER/7, FLEX_BODY=2, NODE_ID=77\n"
           "FLEX_BODY/3, FILE=%s/none.lfx\nFLEX_BODY/4, FILE=%s/bar.frame, CRATIO=TIME\nEND\n",
           folder, folder, folder);
  OK(lash_model_parse(&model, "test.adm", full, strlen(full), &error));
  lash_flex_body_check(&model);
  TEST_ASSERT_EQUAL_size_t(2, model.diagnostics.total[LASH_ERROR]);
  TEST_ASSERT_EQUAL_size_t(1, model.diagnostics.total[LASH_NOT_SUPPORTED]);
  TEST_ASSERT_NOT_NULL(strstr(model.diagnostics.item[0].message, "test.adm:6: MARKER/7"));
  TEST_ASSERT_NOT_NULL(strstr(model.diagnostics.item[1].message, "test.adm:7: FLEX_BODY/3"));
  TEST_ASSERT_NOT_NULL(strstr(model.diagnostics.item[2].message, "FXFREQ"));
  lash_model_free(&model);
}

/* c_nmodes and c_modinf: the first bending modes of a free bar, (4.730/L)^2 sqrt(EI/(rho A)). */
static void routines_learn_the_modes(void) {
  const double speed = sqrt(2.1e11 / 7850 / 12), thin = 0.02, thick = 0.03;
  write_bar("free.frame", 2.1e11, "modes 4\n");
  mechanism m = load_bar(BODY(
      "free.frame",
      ", MODES=2,1") "VARIABLE/1, FUNCTION=USER(2,2)\\ ROUTINE=values::Mode\n"
                     "VARIABLE/2, FUNCTION=USER(2,1)\\ ROUTINE=values::Mode\n"
                     "VARIABLE/3, FUNCTION=USER(2,-1)\\ ROUTINE=values::Mode\n");
  const double first = 4.7300407 * 4.7300407 * speed / (2 * PI);
  TEST_ASSERT_DOUBLE_WITHIN(0.01 * first * thin, first * thin, measure(&m, "VARVAL", 1, 0, 0, 0));
  TEST_ASSERT_DOUBLE_WITHIN(0.01 * first * thick, first * thick, measure(&m, "VARVAL", 2, 0, 0, 0));
  TEST_ASSERT_EQUAL_DOUBLE(2, measure(&m, "VARVAL", 3, 0, 0, 0));
  unload(&m);
}

int main(void) {
  if (!mkdtemp(folder)) return 1;
  UNITY_BEGIN();
  RUN_TEST(a_stiff_body_is_a_rigid_part);
  RUN_TEST(frequencies_are_timoshenkos);
  RUN_TEST(damping_is_what_is_asked);
  RUN_TEST(spin_stiffens);
  RUN_TEST(loads_bend_it_as_theory_says);
  RUN_TEST(units_do_not_matter);
  RUN_TEST(tangent_is_the_derivative_of_the_residual);
  RUN_TEST(a_falling_bar_keeps_its_energy);
  RUN_TEST(damping_is_accounted_for);
  RUN_TEST(faults_are_named);
  RUN_TEST(checking_finds_every_fault);
  RUN_TEST(routines_learn_the_modes);
  int failed = UNITY_END();
  char command[128];
  snprintf(command, sizeof command, "rm -r %s", folder);
  return system(command) == 0 ? failed : 1;
}
