/* The energy audit of impacts at default settings, and forces that converge with the step: the
 * pendulum against a wall and the RSSR with a clearance ball joint, laws in user subroutines. */
#include "integrate_helper.h"

void setUp(void) { setenv("LASH_SUBROUTINE_PATH", LASH_SUBROUTINES, 1); }
void tearDown(void) {}

typedef struct contact_case {
  const char *file, *statement; /* the force that dissipates */
  double look[3];               /* when the balance is looked at */
} contact_case;

static const contact_case pendulum = {"impact_pendulum/impact_pendulum.adm", "SFORCE", {0.7, 1, 3}};
static const contact_case rssr = {"rssr/rssr.adm", "GFORCE", {0.01, 0.02, 0.05}};

static mechanism load_case(const contact_case *c) {
  char path[1024];
  snprintf(path, sizeof path, "%s/%s", LASH_VALIDATION, c->file);
  return load_path(path);
}

static size_t contact_of(const mechanism *m, const char *statement) {
  size_t index = m->n->forces;
  for (size_t k = 0; k < m->n->forces; k++)
    if (!strcmp(lash_system_force(m->system, k).statement, statement)) index = k;
  TEST_ASSERT_TRUE(index < m->n->forces);
  return index;
}

/* --------------------------------------------------------------------------------------- energy */

/* What the contact takes is a small part of what the bodies exchange meanwhile; the balance must be
 * right to a millionth of that part wherever one looks. */
static void audit_closes(const contact_case *c) {
  mechanism m = load_case(c);
  const size_t contact = contact_of(&m, c->statement);
  lash_integration *run = NULL;
  const lash_integrate_options options = lash_integrate_defaults();
  OK(lash_integrate_create(m.system, &options, m.t, m.y, &run, &error));
  for (size_t k = 0; k < 3; k++) {
    OK(lash_integrate_to(run, c->look[k], NULL, &error));
    const double dissipated = -lash_integrate_force_work(run, contact);
    const lash_audit *audit = lash_integrate_audit(run);
    TEST_ASSERT_TRUE(dissipated > 0);
    TEST_ASSERT_TRUE_MESSAGE(fabs(audit->imbalance) < 1e-6 * dissipated, c->file);
  }
  lash_integrate_free(run);
  unload(&m);
}

static void energy_balances(void) {
  audit_closes(&pendulum);
  audit_closes(&rssr);
}

/* The same at each row that is shown: works and energies inside of steps belong together. */
typedef struct books {
  lash_integration *run;
  size_t rows;
  double worst; /* imbalance */
} books;

static lash_status note_books(void *context, lash_system *system, double t, lash_error *e) {
  books *b = context;
  const lash_energy start = lash_integrate_energy_start(b->run);
  double forces, motions;
  lash_energy now;
  (void)e;
  lash_system_energy(system, &now);
  lash_integrate_works(b->run, t, &forces, &motions);
  const double gained = now.kinetic + now.gravity - start.kinetic - start.gravity;
  b->worst = fmax(b->worst, fabs(gained - forces - motions));
  b->rows++;
  return LASH_OK;
}

static void rows_balance(void) {
  mechanism m = load_case(&rssr);
  const size_t contact = contact_of(&m, rssr.statement);
  lash_integrate_options options = lash_integrate_defaults();
  options.output_step = 1.3e-5;
  books b = {0};
  const lash_watcher watcher = {.context = &b, .output = note_books};
  OK(lash_integrate_create(m.system, &options, m.t, m.y, &b.run, &error));
  OK(lash_integrate_to(b.run, 0.01, &watcher, &error));
  TEST_ASSERT_TRUE(b.rows > 700);
  TEST_ASSERT_TRUE(b.worst < -1e-5 * lash_integrate_force_work(b.run, contact));
  lash_integrate_free(b.run);
  unload(&m);
}

/* Works that the method follows are those that the powers at Gauss' points add up to. */
static void works_are_those_of_powers(void) {
  double work[2][2];
  for (int k = 0; k < 2; k++) {
    mechanism m = load_case(&rssr);
    lash_integration *run = NULL;
    lash_integrate_options options = method("rk45", 1e-11, 0);
    options.engine = k ? LASH_EQUATIONS_COMPILED : LASH_EQUATIONS_CARTESIAN;
    OK(lash_integrate_create(m.system, &options, m.t, m.y, &run, &error));
    OK(lash_integrate_to(run, 0.0025, NULL, &error));
    for (size_t i = 0; i < 2; i++) work[k][i] = lash_integrate_force_work(run, i);
    lash_integrate_free(run);
    unload(&m);
  }
  for (int i = 0; i < 2; i++) {
    TEST_ASSERT_TRUE(fabs(work[0][i]) > 1e-3);
    TEST_ASSERT_DOUBLE_WITHIN(1e-7 * fabs(work[0][i]), work[0][i], work[1][i]);
  }
}

/* Generalised-alpha integrates what motions deliver with its own multipliers: of second order, like
 * the method. A pendulum shaken at its pivot; the power of the shaking is a reaction's. */
static void shaken_pendulum(const char *name, double step, lash_audit *audit) {
  mechanism m = load(
      "PART/1, GROUND\nMARKER/11, PART = 1, REULER = 90D, 90D, 0\n"
      "PART/2, MASS = 1, CM = 21, IP = 0.1, 0.1, 0.1\n"
      "MARKER/21, PART = 2\nMARKER/22, PART = 2, REULER = 90D, 90D, 0\n"
      "JOINT/1, TRANSLATIONAL, I = 22, J = 11\n"
      "MOTION/1, JOINT = 1, TRANSLATION, FUNCTION = 0.2*SIN(9*TIME)\n"
      "PART/3, MASS = 2, CM = 31, IP = 0.01, 0.01, 0.01, QG = 0, -0.5, 0\n"
      "MARKER/31, PART = 3\nMARKER/32, PART = 3, QP = 0, 0.5, 0\n"
      "JOINT/2, REVOLUTE, I = 32, J = 21\nACCGRAV/JGRAV = -9.81");
  const lash_integrate_options options = method(name, 1e-10, step);
  *audit = advance(&m, &options, 2, NULL).audit;
  unload(&m);
}

static void multipliers_of_the_method_balance(void) {
  lash_audit exact, coarse, fine;
  shaken_pendulum("rk45", 0, &exact);
  shaken_pendulum("genalpha", 1e-3, &coarse);
  shaken_pendulum("genalpha", 5e-4, &fine);
  TEST_ASSERT_TRUE(fabs(exact.imbalance) < 1e-8 * exact.exchanged);
  TEST_ASSERT_DOUBLE_WITHIN(2e-4 * exact.exchanged, exact.motions, coarse.motions);
  TEST_ASSERT_TRUE(fabs(fine.motions - exact.motions) < 0.3 * fabs(coarse.motions - exact.motions));
  TEST_ASSERT_TRUE(coarse.worst < 1e-3);
  TEST_ASSERT_TRUE(fine.worst < 0.3 * coarse.worst);
}

#define GROUND "PART/1, GROUND\nMARKER/1, PART = 1\n"

/* The books of a run of one engine. */
static lash_audit audited(const char *text, lash_equations_kind engine, double end) {
  mechanism m = load(text);
  lash_integrate_options options = method("rk45", 1e-10, 0);
  options.engine = engine;
  const lash_audit audit = advance(&m, &options, end, NULL).audit;
  unload(&m);
  return audit;
}

/* A wheel that a motion drives against a brake: what the brake takes, F = -3 phi, and what the
 * motion gives for it and for the wheel's speed, M = 3 phi + I phi'^2 / 2, stand apart. A second
 * wheel rolls freely. */
static void drive_and_brake(lash_equations_kind engine) {
  static const char text[] = GROUND
      "PART/2, MASS = 1, CM = 2, IP = 0.1, 0.1, 0.25\nMARKER/2, PART = 2\n"
      "PART/3, MASS = 1, CM = 3, IP = 0.1, 0.1, 0.1, WZ = 2\nMARKER/3, PART = 3\n"
      "JOINT/1, REVOLUTE, I = 2, J = 1\nJOINT/2, REVOLUTE, I = 3, J = 1\n"
      "MOTION/1, JOINT = 1, ROTATION, FUNCTION = 2*TIME**2\n"
      "SFORCE/1, ROTATION, I = 2, J = 1, ACTIONONLY, FUNCTION = -3";
  const lash_audit audit = audited(text, engine, 1.5);
  const double turned = 2 * 1.5 * 1.5, speed = 4 * 1.5;
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, -3 * turned, audit.forces);
  TEST_ASSERT_DOUBLE_WITHIN(1e-7, 3 * turned + 0.25 * speed * speed / 2, audit.motions);
  TEST_ASSERT_DOUBLE_WITHIN(1e-9, 3 * turned, audit.dissipated);
}

/* What a spring holds is not lost: a mass lets go from rest, and 0.4 s later the spring has what
 * the mass has not, k x0^2 cos^2(w t) / 2 of it; beside it a brake of -2 takes 2 times the way. */
static void spring_and_brake(lash_equations_kind engine) {
  static const char text[] = GROUND
      "MARKER/9, PART = 1, QP = 0, 0, -1\n"
      "PART/2, MASS = 2, CM = 2, IP = 1, 1, 1, QG = 0, 0, 0.1\nMARKER/2, PART = 2\n"
      "PART/3, MASS = 1, CM = 3, IP = 1, 1, 1, VZ = 3\nMARKER/3, PART = 3\n"
      "JOINT/1, TRANSLATIONAL, I = 2, J = 1\nJOINT/2, TRANSLATIONAL, I = 3, J = 1\n"
      "SPRINGDAMPER/1, TRANSLATION, I = 2, J = 9, K = 50, LENGTH = 1\n"
      "SFORCE/1, TRANSLATION, I = 3, J = 1, ACTIONONLY, FUNCTION = -2";
  const lash_audit audit = audited(text, engine, 0.4);
  const double left = 0.1 * cos(5 * 0.4), gained = 25 * (0.01 - left * left);
  const double braked = 2 * (3 * 0.4 - 0.4 * 0.4);
  TEST_ASSERT_DOUBLE_WITHIN(1e-8, gained - braked, audit.forces);
  TEST_ASSERT_DOUBLE_WITHIN(1e-8, braked, audit.dissipated);
  TEST_ASSERT_DOUBLE_WITHIN(1e-8, braked, audit.taken);
}

static void works_stand_apart(void) {
  drive_and_brake(LASH_EQUATIONS_CARTESIAN);
  drive_and_brake(LASH_EQUATIONS_COMPILED);
  spring_and_brake(LASH_EQUATIONS_CARTESIAN);
  spring_and_brake(LASH_EQUATIONS_COMPILED);
}

/* At even speed a drive gives what the brake takes, from the first step on: its multiplier is known
 * where a run begins. */
static void the_first_step_counts(void) {
  static const char *const names[] = {"genalpha", "rk4", "bdf"};
  for (int k = 0; k < 3; k++) {
    mechanism m = load(GROUND
                       "PART/2, MASS = 1, CM = 2, IP = 1, 1, 1, WZ = 4\n"
                       "MARKER/2, PART = 2\nJOINT/1, REVOLUTE, I = 2, J = 1\n"
                       "MOTION/1, JOINT = 1, ROTATION, FUNCTION = 4*TIME\n"
                       "SFORCE/1, ROTATION, I = 2, J = 1, ACTIONONLY, FUNCTION = -3");
    const lash_integrate_options options = method(names[k], 1e-8, 1e-3);
    const lash_audit audit = advance(&m, &options, 2e-3, NULL).audit;
    TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-9, -3 * 8e-3, audit.forces, names[k]);
    TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-9, 3 * 8e-3, audit.motions, names[k]);
    unload(&m);
  }
}

/* ---------------------------------------------------------------------------------- convergence */

typedef struct watch {
  size_t contact;
  double peak;
} watch;

static lash_status note_peak(void *context, lash_system *system, double t, lash_error *e) {
  watch *w = context;
  double wrench[6];
  (void)t;
  const lash_status status = lash_system_force_wrench(system, w->contact, false, 0, wrench, e);
  const double force = sqrt(wrench[0] * wrench[0] + wrench[1] * wrench[1] + wrench[2] * wrench[2]);
  if (force > w->peak) w->peak = force;
  return status;
}

/* Greatest contact force at the outputs; these are close enough to each other to show the peak. */
static double peak_force(const contact_case *c, const char *name, double step, double tolerance,
                         double end, double output_step, lash_equations_kind engine) {
  mechanism m = load_case(c);
  watch w = {.contact = contact_of(&m, c->statement)};
  const lash_watcher watcher = {.context = &w, .output = note_peak};
  lash_integrate_options options = method(name, tolerance, step);
  options.audit = false;
  options.output_step = output_step;
  options.engine = engine;
  advance(&m, &options, end, &watcher);
  unload(&m);
  return w.peak;
}

/* Fixed steps halved twice: the error of the peak falls each time, to nothing that matters; and the
 * default gives the same peak. */
static void peak_converges(const contact_case *c, double step, double end, double output_step) {
  const lash_equations_kind own = LASH_EQUATIONS_CARTESIAN;
  const double exact = peak_force(c, "rk45", 0, 1e-11, end, output_step, own);
  double before = INFINITY;
  for (int k = 0; k < 3; k++, step /= 2) {
    const double off = fabs(peak_force(c, "rk4", step, 1e-6, end, output_step, own) / exact - 1);
    TEST_ASSERT_TRUE_MESSAGE(off < 0.5 * before || off < 1e-9, c->file);
    before = off;
  }
  TEST_ASSERT_TRUE_MESSAGE(before < 1e-5, c->file);
  /* compiled equations, of fewer and smoother unknowns, are there with the first of these steps */
  const double smooth = peak_force(c, "rk4", 4 * step, 1e-6, end, output_step, LASH_EQUATIONS_AUTO);
  TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-5 * exact, exact, smooth, c->file);
  const double standard = peak_force(c, NULL, 0, 1e-6, end, output_step, 0);
  TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-6 * exact, exact, standard, c->file);
}

static void forces_converge(void) {
  peak_converges(&pendulum, 4e-5, 0.56, 2e-6);
  peak_converges(&rssr, 8e-6, 0.004, 1e-6);
}

/* 2 kg pushed by 5 N and held back by 2 N: x = 0.75 t^2, and the works are 3 N times that, at rows
 * inside long steps too, whether powers are integrated or the method follows them. */
typedef struct pushed {
  lash_integration *run;
  double worst;
  size_t rows;
} pushed;

static lash_status compare_works(void *context, lash_system *system, double t, lash_error *e) {
  pushed *p = context;
  double forces, motions;
  (void)system, (void)e;
  lash_integrate_works(p->run, t, &forces, &motions);
  p->worst = fmax(p->worst, fabs(forces - 2.25 * t * t) + fabs(motions));
  p->rows++;
  return LASH_OK;
}

static void works_inside_steps(void) {
  for (int k = 0; k < 2; k++) {
    mechanism m = load(
        "PART/1, GROUND\nMARKER/1, PART=1, REULER=90D,90D,0\nPART/2, MASS=2, CM=20, IP=1,1,1\n"
        "MARKER/20, PART=2\nSFORCE/1, TRANSLATION, ACTIONONLY, I=20, J=1, FUNCTION=5\n"
        "SFORCE/2, TRANSLATION, ACTIONONLY, I=20, J=1, FUNCTION=-2\n");
    pushed p = {0};
    const lash_watcher watcher = {.context = &p, .output = compare_works};
    lash_integrate_options options = method("rk45", 1e-8, 0);
    options.engine = k ? LASH_EQUATIONS_COMPILED : LASH_EQUATIONS_CARTESIAN;
    options.output_step = 0.01;
    OK(lash_integrate_create(m.system, &options, m.t, m.y, &p.run, &error));
    OK(lash_integrate_to(p.run, 2, &watcher, &error));
    TEST_ASSERT_TRUE(p.rows > 200 && lash_integrate_statistics_of(p.run)->steps < 100);
    TEST_ASSERT_LESS_THAN_DOUBLE(1e-8, p.worst);
    lash_integrate_free(p.run);
    unload(&m);
  }
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(energy_balances);
  RUN_TEST(rows_balance);
  RUN_TEST(works_are_those_of_powers);
  RUN_TEST(multipliers_of_the_method_balance);
  RUN_TEST(works_inside_steps);
  RUN_TEST(works_stand_apart);
  RUN_TEST(the_first_step_counts);
  RUN_TEST(forces_converge);
  return UNITY_END();
}
