/* The compiled engine where runs are not smooth: sensors, checkpoints, parts switched on and off,
 * singular positions, inputs from outside, and what is asked of the system after a run. */
#include "integrate_helper.h"
#include "tape_program.h"

void setUp(void) {}
void tearDown(void) {}

static lash_integrate_options compiled(const char *name, double tolerance, double step) {
  lash_integrate_options options = method(name, tolerance, step);
  options.engine = LASH_EQUATIONS_COMPILED;
  return options;
}

/* ------------------------------------------------------------------------------------- sensors */

#define SLEDGE                                                             \
  "PART/1, GROUND\nMARKER/1, PART=1\n"                                     \
  "PART/2, MASS=2, CM=20, IP=1,1,1, VZ=1\nMARKER/20, PART=2\n"             \
  "JOINT/1, TRANSLATIONAL, I=20, J=1\n"                                    \
  "SFORCE/1, TRANSLATION, I=20, J=1, ACTIONONLY, FUNCTION=-0.5\n"          \
  "SFORCE/2, TRANSLATION, I=20, J=1, ACTIONONLY, FUNCTION=0.25*DZ(20,1)\n" \
  "SENSOR/1, GE, VALUE=0.2, ERROR=1E-6, PRINT, FUNCTION=DZ(20,1)\n"        \
  "SENSOR/2, GE, VALUE=0.5, ERROR=1E-6, HALT, FUNCTION=DZ(20,1)"

typedef struct witness {
  double at[4];
  bool halt;
  lash_integration *run;
  double after; /* … once that time has passed */
  void *saved;
  size_t size;
} witness;

static lash_reaction fired(void *context, const lash_switch_info *info, double t, bool positive) {
  witness *w = context;
  if (info->kind == LASH_SWITCH_SENSOR && positive) w->at[info->id] = t;
  return (lash_reaction){.stop = w->halt && info->id == 2};
}

static void sensors_fire_and_halt(void) {
  static const char *const names[] = {"rk45", "rk4", "bdf"};
  for (int k = 0; k < 3; k++) {
    double at[2][4];
    for (int e = 0; e < 2; e++) {
      mechanism m = load(SLEDGE);
      lash_integrate_options options = compiled(names[k], 1e-9, k == 1 ? 0.01 : 0);
      if (e) options.engine = LASH_EQUATIONS_CARTESIAN;
      witness w = {.halt = true};
      const outcome o = advance(&m, &options, 1.2, &(lash_watcher){.context = &w, .event = fired});
      TEST_ASSERT_TRUE(o.stopped);
      TEST_ASSERT_DOUBLE_WITHIN(2e-6, 0.5, m.y[2]);
      memcpy(at[e], w.at, sizeof w.at);
      unload(&m);
    }
    for (int s = 1; s < 3; s++)
      TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-7, at[1][s], at[0][s], names[k]);
  }
}

/* --------------------------------------------------------------------------------- checkpoints */

static lash_status save(void *context, double t, lash_error *said) {
  witness *w = context;
  (void)said;
  if (w->saved || t < w->after) return LASH_OK;
  w->size = lash_integrate_memory_size(w->run);
  w->saved = malloc(w->size);
  lash_integrate_save(w->run, w->saved);
  return LASH_OK;
}

static void resumes_run(mechanism a, mechanism b, const char *name, double step, double end) {
  lash_integrate_options options = compiled(name, 1e-8, step);
  options.output_step = end / 12;
  options.restart_outputs = 2;
  witness first = {.after = 0.4 * end};
  lash_watcher watcher = {.context = &first, .event = fired, .checkpoint = save};
  OK(lash_integrate_create(a.system, &options, a.t, a.y, &first.run, &error));
  TEST_ASSERT_TRUE(lash_integrate_compiled(first.run, NULL));
  OK(lash_integrate_to(first.run, end, &watcher, &error));
  TEST_ASSERT_NOT_NULL(first.saved);
  lash_integration *second;
  OK(lash_integrate_create(b.system, &options, b.t, b.y, &second, &error));
  OK(lash_integrate_restore(second, first.saved, first.size, &error));
  OK(lash_integrate_to(second, end, NULL, &error));
  TEST_ASSERT_EQUAL_MEMORY(lash_integrate_state(first.run), lash_integrate_state(second),
                           a.n->y * sizeof(double));
  const lash_audit one = *lash_integrate_audit(first.run), two = *lash_integrate_audit(second);
  TEST_ASSERT_EQUAL_MEMORY(&one, &two, sizeof one);
  lash_integrate_free(first.run);
  lash_integrate_free(second);
  free(first.saved);
  unload(&a);
  unload(&b);
}

static void resumes(const char *text, const char *name, double step) {
  resumes_run(load(text), load(text), name, step, 1.2);
}

/* Through impacts of a joint with clearance, which remembers how fast it closed. */
static void resumes_with_contacts(const char *name, double step) {
  static const char rssr[] = LASH_TREE "/tests/hosts/models/rssr_clearance.adm";
  resumes_run(load_path(rssr), load_path(rssr), name, step, 0.02);
}

/* With somebody's routine, called between operations. */
#define DRAGGED                    \
  SLEDGE                           \
  "\nMARKER/5, PART=1, FLOATING\n" \
  "VFORCE/1, I=20, JFLOAT=5, RM=1, FUNCTION=USER(0.3)\\, ROUTINE=values::"

static void checkpoints_resume_bit_for_bit(void) {
  resumes(SLEDGE, "rk45", 0);
  resumes(SLEDGE, "rk4", 0.01);
  resumes(DRAGGED, "rk45", 0);
  resumes(DRAGGED, "rk4", 0.01);
  resumes(FOUR_BAR, "rk45", 0);
  resumes(FOUR_BAR, "rk8", 0);
  resumes(FOUR_BAR, "rk4", 0.005);
  resumes_with_contacts("rk45", 0);
  resumes_with_contacts("rk4", 1e-5);
}

/* ---------------------------------------------------------------------------- changing topology */

#define TWO_ARMS                                                                            \
  "ACCGRAV/JGRAV=-9.81\nPART/1, GROUND\nMARKER/1, PART=1\n"                                 \
  "PART/2, MASS=1, CM=20, IP=.1,.1,.1\nMARKER/20, PART=2, QP=.5,0,0\nMARKER/21, PART=2\n"   \
  "MARKER/22, PART=2, QP=1,0,0\n"                                                           \
  "PART/3, MASS=1, CM=30, IP=.1,.1,.1, QG=1,0,0\nMARKER/30, PART=3, QP=.5,0,0\nMARKER/31, " \
  "PART=3\n"                                                                                \
  "JOINT/1, REVOLUTE, I=21, J=1\nJOINT/2, REVOLUTE, I=31, J=22\nJOINT/3, FIXED, I=31, J=22\n"

/* As one body for half a second, then as two. */
static void joints_go_and_come_back(void) {
  double end[2][3];
  for (int e = 0; e < 2; e++) {
    mechanism m = load(TWO_ARMS);
    lash_integrate_options options = compiled("rk45", 1e-10, 0);
    if (e) options.engine = LASH_EQUATIONS_CARTESIAN;
    OK(lash_system_activate(m.system, "JOINT", 2, false, &error));
    advance(&m, &options, 0.5, NULL);
    OK(lash_system_activate(m.system, "JOINT", 2, true, &error));
    OK(lash_system_activate(m.system, "JOINT", 3, false, &error));
    advance(&m, &options, 1, NULL);
    memcpy(end[e], m.y + 7, sizeof end[e]);
    unload(&m);
  }
  for (int k = 0; k < 3; k++) TEST_ASSERT_DOUBLE_WITHIN(1e-8, end[1][k], end[0][k]);
}

/* A spring that is there for the first and the last part of the motion. */
static void forces_go_and_come_back(void) {
  double end[2][3];
  for (int e = 0; e < 2; e++) {
    mechanism m = load(PENDULUM "SFORCE/1, ROTATION, I=2, J=1, ACTIONONLY, FUNCTION=-40*AZ(2,1)\n");
    lash_integrate_options options = compiled("rk45", 1e-11, 0);
    if (e) options.engine = LASH_EQUATIONS_CARTESIAN;
    double with = 0;
    for (int part = 0; part < 3; part++) {
      OK(lash_system_activate(m.system, "SFORCE", 1, part != 1, &error));
      const outcome o = advance(&m, &options, 0.2 * (part + 1), NULL);
      TEST_ASSERT_LESS_THAN_DOUBLE(1e-8, o.audit.relative);
      with += o.audit.forces;
      if (part == 1) TEST_ASSERT_TRUE(o.audit.forces == 0);
    }
    TEST_ASSERT_TRUE(fabs(with) > 1e-3);
    memcpy(end[e], m.y, sizeof end[e]);
    unload(&m);
  }
  for (int k = 0; k < 3; k++) TEST_ASSERT_DOUBLE_WITHIN(1e-9, end[1][k], end[0][k]);
}

/* One that could not be compiled is no hindrance while it is off, and does no work. */
static void motions_that_are_off_are_not_there(void) {
  mechanism m = load(PENDULUM "MOTION/1, JOINT=1, ROTATION, VELOCITY, FUNCTION=1\n");
  const lash_integrate_options options = compiled("rk45", 1e-11, 0);
  OK(lash_system_activate(m.system, "MOTION", 1, false, &error));
  const outcome o = advance(&m, &options, 0.5, NULL);
  TEST_ASSERT_TRUE(o.audit.motions == 0);
  TEST_ASSERT_LESS_THAN_DOUBLE(1e-8, o.audit.relative);
  unload(&m);
}

/* --------------------------------------------------------------------------- singular positions */

static double energy_of(mechanism *m) {
  lash_energy energy;
  lash_system_set(m->system, m->t, m->y);
  lash_system_energy(m->system, &energy);
  return energy.kinetic + energy.gravity;
}

/* A row of four-bars through its flat positions, where rows depend on each other: compiled or
 * handed over, it comes through with its energy. */
static void flat_four_bars_are_crossed(void) {
  mechanism m = load_file("four_bars.adm");
  const double before = energy_of(&m);
  const lash_integrate_options options = compiled("rk45", 1e-7, 0);
  advance(&m, &options, 10, NULL);
  TEST_ASSERT_DOUBLE_WITHIN(0.01, before, energy_of(&m));
  unload(&m);
}

/* Cartesian equations take over before the first flat position, and the run says why. */
static void flat_positions_are_handed_over(void) {
  mechanism m = load_file("four_bars.adm");
  const lash_integrate_options options = compiled("rk45", 1e-9, 0);
  lash_integration *run;
  const char *reason;
  OK(lash_integrate_create(m.system, &options, m.t, m.y, &run, &error));
  TEST_ASSERT_TRUE(lash_integrate_compiled(run, &reason));
  for (double t = 0.1; lash_integrate_compiled(run, &reason) && t < 10; t += 0.1)
    OK(lash_integrate_to(run, t, NULL, &error));
  TEST_ASSERT_FALSE(lash_integrate_compiled(run, &reason));
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(reason, "singular"), reason);
  lash_integrate_free(run);
  unload(&m);
}

/* --------------------------------------------------------------------------------------- others */

/* An input from outside hands over to Cartesian equations; nothing is lost. */
static void inputs_end_it(void) {
  mechanism m =
      load(PENDULUM "VARIABLE/1, FUNCTION=0\nSFORCE/1, ROTATION, I=2, J=1, FUNCTION=VARVAL(1)\n");
  const lash_integrate_options options = compiled("rk45", 1e-9, 0);
  lash_integration *run;
  const char *reason;
  OK(lash_integrate_create(m.system, &options, m.t, m.y, &run, &error));
  OK(lash_integrate_to(run, 0.3, NULL, &error));
  TEST_ASSERT_TRUE(lash_integrate_compiled(run, &reason));
  OK(lash_system_input(m.system, 1, &(lash_input){.time = 0.3, .value = 2}, &error));
  OK(lash_integrate_restart(run, &error));
  TEST_ASSERT_FALSE(lash_integrate_compiled(run, &reason));
  TEST_ASSERT_NOT_NULL(strstr(reason, "input"));
  OK(lash_integrate_to(run, 0.6, NULL, &error));
  TEST_ASSERT_TRUE(lash_integrate_audit(run)->relative < 1e-6);
  lash_integrate_free(run);
  unload(&m);
}

/* Statics and eigenvalues are the system's, before and after. */
static void other_analyses_see_the_state(void) {
  double real[2][16], imaginary[2][16];
  for (int e = 0; e < 2; e++) {
    mechanism m = load(TWO_ARMS);
    OK(lash_system_activate(m.system, "JOINT", 3, false, &error));
    lash_integrate_options options = compiled("rk45", 1e-11, 0);
    if (e) options.engine = LASH_EQUATIONS_CARTESIAN;
    advance(&m, &options, 0.2, NULL);
    size_t count = 16;
    lash_system_set(m.system, m.t, m.y);
    OK(lash_system_eigenvalues(m.system, real[e], imaginary[e], &count, &error));
    TEST_ASSERT_TRUE(count >= 4);
    lash_statics_report report;
    OK(lash_system_statics(m.system, m.t, m.y, 0, 0, &report, &error));
    TEST_ASSERT_DOUBLE_WITHIN(1e-6, -1.5, m.y[8]);
    unload(&m);
  }
  for (int k = 0; k < 4; k++) {
    TEST_ASSERT_DOUBLE_WITHIN(1e-6, real[1][k], real[0][k]);
    TEST_ASSERT_DOUBLE_WITHIN(1e-6, fabs(imaginary[1][k]), fabs(imaginary[0][k]));
  }
}

/* What does not qualify is refused when asked for, and run all the same when left to itself. */
static void others_fall_back(void) {
  mechanism m = load(PENDULUM "GCON/1, I=3, FUNCTION=DX(3,1)-DX(3,1)+DY(3,1)\n");
  lash_integrate_options options = compiled("rk45", 1e-9, 0);
  lash_integration *run;
  const char *reason;
  TEST_ASSERT_EQUAL_INT(LASH_UNSUPPORTED,
                        lash_integrate_create(m.system, &options, m.t, m.y, &run, &error));
  TEST_ASSERT_NOT_NULL(strstr(error.message, "GCON/1"));
  options.engine = LASH_EQUATIONS_AUTO;
  OK(lash_integrate_create(m.system, &options, m.t, m.y, &run, &error));
  TEST_ASSERT_FALSE(lash_integrate_compiled(run, &reason));
  TEST_ASSERT_NOT_NULL(strstr(reason, "GCON/1"));
  lash_integrate_free(run);
  options.integrator = "abam";
  OK(lash_integrate_create(m.system, &options, m.t, m.y, &run, &error));
  TEST_ASSERT_FALSE(lash_integrate_compiled(run, &reason));
  TEST_ASSERT_NOT_NULL(strstr(reason, "abam"));
  lash_integrate_free(run);
  unload(&m);
}

/* Left to choose, a run is compiled where that pays, and says why where it does not. */
static void by_itself(const char *text, const char *name, bool project, const char *why) {
  mechanism m = load(text);
  lash_integrate_options options = method(name, 1e-8, 0);
  options.project = project;
  options.engine = LASH_EQUATIONS_AUTO;
  lash_integration *run;
  const char *reason;
  OK(lash_integrate_create(m.system, &options, m.t, m.y, &run, &error));
  TEST_ASSERT_EQUAL_INT(!why, lash_integrate_compiled(run, &reason));
  if (why) TEST_ASSERT_NOT_NULL_MESSAGE(strstr(reason, why), reason);
  OK(lash_integrate_to(run, 0.05, NULL, &error));
  lash_integrate_free(run);
  unload(&m);
}

static void runs_are_compiled_where_it_pays(void) {
  enum { LINKS = 30 };
  char chain[LINKS * 300] = "PART/1, GROUND\nMARKER/1, PART=1\n";
  for (int k = 2; k < LINKS + 2; k++) {
    const size_t used = strlen(chain);
    snprintf(chain + used, sizeof chain - used,
             "PART/%d, MASS=1, CM=%d, IP=1,1,1, QG=%d,0,0\nMARKER/%d, PART=%d, QP=.5,0,0\n"
             "MARKER/%d, PART=%d\nMARKER/%d, PART=%d, QP=1,0,0\nJOINT/%d, REVOLUTE, I=%d, J=%d\n",
             k, 10 * k, k - 2, 10 * k, k, 10 * k + 1, k, 10 * k + 2, k, k, 10 * k + 1,
             k == 2 ? 1 : 10 * k - 8);
  }
  by_itself(FOUR_BAR, NULL, true, NULL);
  by_itself(FOUR_BAR, "rk45", true, NULL);
  by_itself(FOUR_BAR, "rk8", true, NULL);
  by_itself(FOUR_BAR, "bdf", true, "bdf");
  by_itself(FOUR_BAR, "rk45", false, "drift");
  by_itself(chain, "rk45", true, "below each other");
}

/* Tree coordinates have the motion of the Cartesian ones, by a formula of any order. */
static void order_eight_agrees(void) {
  double end[2][3];
  for (int e = 0; e < 2; e++) {
    mechanism m = load(FOUR_BAR);
    lash_integrate_options options = compiled("rk8", 1e-11, 0);
    if (e) options.engine = LASH_EQUATIONS_CARTESIAN;
    advance(&m, &options, 0.7, NULL);
    memcpy(end[e], m.y + 7, sizeof end[e]);
    unload(&m);
  }
  for (int k = 0; k < 3; k++) TEST_ASSERT_DOUBLE_WITHIN(1e-9, end[1][k], end[0][k]);
}

/* Runs end with the same bits by machine code, where the stages of a step are one list, and
 * interpreted, where they are not. */
static void ends_alike(const char *path, const char *text, const char *name, double step,
                       double end) {
  double *y[2];
  for (int way = 0; way < 2; way++) {
    lash_tape_prefer(way ? LASH_TAPE_INTERPRET : LASH_TAPE_AUTO);
    mechanism m = path ? load_path(path) : load(text);
    const lash_integrate_options options = compiled(name, 1e-10, step);
    const outcome o = advance(&m, &options, end, NULL);
    TEST_ASSERT_TRUE_MESSAGE(o.statistics.steps > 150, name);
    y[way] = malloc(m.n->y * sizeof **y);
    memcpy(y[way], m.y, m.n->y * sizeof **y);
    if (way) TEST_ASSERT_EQUAL_MEMORY_MESSAGE(y[0], y[1], m.n->y * sizeof **y, name);
    unload(&m);
  }
  lash_tape_prefer(LASH_TAPE_AUTO);
  free(y[0]);
  free(y[1]);
}

static void whole_steps_have_the_same_bits(void) {
  static const char rssr[] = LASH_TREE "/tests/hosts/models/rssr_clearance.adm";
  ends_alike(NULL, FOUR_BAR, "rk4", 1e-3, 0.3);
  ends_alike(NULL, FOUR_BAR, "rk45", 0, 2);
  ends_alike(NULL, PENDULUM, "rk8", 0, 20);
  ends_alike(rssr, NULL, "rk4", 1e-5, 0.01);
  ends_alike(rssr, NULL, "rk45", 0, 0.01);
}

/* What a MOTION moves is no unknown, but steps are as short as it asks for: the work that it does
 * is found by what is seen inside them. The ball falls freely, in steps of any length. */
static void driven_parts_keep_steps_short(void) {
  mechanism m = load(
      "PART/1, GROUND\nMARKER/1, PART=1\n"
      "PART/2, MASS=1, CM=20, IP=1,1,1, QG=0,0,5\nMARKER/20, PART=2\n"
      "PART/3, MASS=10, CM=30, IP=1,1,1, VZ=0.08\nMARKER/30, PART=3\n"
      "JOINT/1, TRANSLATIONAL, I=30, J=1\n"
      "MOTION/1, JOINT=1, TRANSLATION, FUNCTION=5E-4*SIN(160*TIME)\n"
      "ACCGRAV/KGRAV=-9.81");
  const lash_integrate_options options = compiled("rk45", 1e-10, 0);
  const outcome o = advance(&m, &options, 0.2, NULL);
  TEST_ASSERT_LESS_THAN_DOUBLE(1e-8, o.audit.worst);
  TEST_ASSERT_GREATER_THAN_DOUBLE(0.1, fabs(o.audit.exchanged));
  unload(&m);
}

/* Parallelograms in a row, two rows of numbers each: of more than 300 that close loops the
 * independent ones are found joint by joint. */
static void many_loops_are_compiled(void) {
  enum { LOOPS = 70 };
  char *text = NULL;
  size_t size = 0;
  FILE *f = open_memstream(&text, &size);
  fprintf(f, "PART/1, GROUND\n");
  for (int k = 0; k <= LOOPS; k++) {
    const int id = 10 * (k + 1), bar = id + 10000;
    fprintf(f,
            "MARKER/%d, PART=1, QP=%d,0,0\nPART/%d, MASS=1, CM=%d, IP=.1,.1,.1, QG=%d,0,0, VX=.5, "
            "WZ=-1\nMARKER/%d, PART=%d, QP=0,.5,0\nMARKER/%d, PART=%d\nMARKER/%d, PART=%d, "
            "QP=0,1,0\nJOINT/%d, REVOLUTE, I=%d, J=%d\n",
            id + 5, k, id, id, k, id, id, id + 1, id, id + 2, id, id, id + 1, id + 5);
    if (k == LOOPS) continue;
    fprintf(f,
            "PART/%d, MASS=1, CM=%d, IP=.1,.1,.1, QG=%d,1,0, VX=1\nMARKER/%d, PART=%d, QP=.5,0,0\n"
            "MARKER/%d, PART=%d\nMARKER/%d, PART=%d, QP=1,0,0\nJOINT/%d, REVOLUTE, I=%d, J=%d\n"
            "JOINT/%d, REVOLUTE, I=%d, J=%d\n",
            bar, bar, k, bar, bar, bar + 1, bar, bar + 2, bar, bar, bar + 1, id + 2, bar + 1,
            bar + 2, id + 12);
  }
  fprintf(f, "ACCGRAV/JGRAV=-9.81");
  fclose(f);
  double *y[2];
  for (int e = 0; e < 2; e++) {
    mechanism m = load(text);
    lash_integrate_options options = compiled("rk4", 1e-8, 1e-3);
    if (e) options.engine = LASH_EQUATIONS_CARTESIAN;
    advance(&m, &options, 0.02, NULL);
    y[e] = malloc(m.n->y * sizeof **y);
    memcpy(y[e], m.y, m.n->y * sizeof **y);
    for (size_t k = 0; e && k < 7 * m.n->bodies; k += k % 7 == 2 ? 5 : 1)
      TEST_ASSERT_DOUBLE_WITHIN(1e-10, y[1][k], y[0][k]);
    unload(&m);
  }
  free(y[0]);
  free(y[1]);
  free(text);
}

/* A force that jumps a hundred times in all is no chatter where outputs lie between; it is where
 * none does, and somebody else takes over. The sledge moves alike: under +-0.5 of either sign for a
 * tenth of a second it gains 0.05 and loses it again. */
static void jumps_between_outputs(void) {
  for (int k = 0; k < 2; k++) {
    mechanism m = load(
        "PART/1, GROUND\nMARKER/1, PART=1\nPART/2, MASS=1, CM=20, IP=1,1,1\nMARKER/20, PART=2\n"
        "JOINT/1, TRANSLATIONAL, I=20, J=1\nSFORCE/1, TRANSLATION, I=20, J=1, ACTIONONLY, "
        "FUNCTION=0.5*SIGN(1,SIN(10*PI*TIME))");
    lash_integrate_options options = compiled("rk45", 1e-8, 0);
    options.output_step = k ? 0 : 0.5;
    lash_integration *run;
    const char *reason;
    OK(lash_integrate_create(m.system, &options, m.t, m.y, &run, &error));
    OK(lash_integrate_to(run, 10, NULL, &error));
    TEST_ASSERT_TRUE(lash_integrate_statistics_of(run)->events >= 98);
    TEST_ASSERT_EQUAL_INT(k == 0, lash_integrate_compiled(run, &reason));
    TEST_ASSERT_DOUBLE_WITHIN(1e-3, 0.025 * 10,
                              lash_integrate_state(run)[2]); /* 100 jumps inside steps */
    lash_integrate_free(run);
    unload(&m);
  }
}

/* Whole turns are counted for whoever asks after the run, also where nothing that acts asks. */
static void turns_are_counted_for_requests(void) {
  for (int e = 0; e < 2; e++) {
    mechanism m = load(
        "PART/1, GROUND\nMARKER/1, PART=1\nPART/2, MASS=1, CM=20, IP=1,1,1, WZ=11, WX=0.4\n"
        "MARKER/20, PART=2\nMARKER/9, PART=1, REULER=0,0,0\n"
        "PART/3, MASS=1, CM=30, IP=1,2,3, QG=1,0,0, WZ=-7\nMARKER/30, PART=3\n"
        "REQUEST/1, F1=AZ(30,9)\\F2=AZ(30,1)");
    lash_integrate_options options = compiled("rk45", 1e-9, 0);
    if (e) options.engine = LASH_EQUATIONS_CARTESIAN;
    advance(&m, &options, 3, NULL);
    double values[8];
    lash_system_set(m.system, m.t, m.y);
    OK(lash_system_request_values(m.system, 0, values, &error));
    TEST_ASSERT_DOUBLE_WITHIN(1e-6, -7 * 3, values[0]);
    TEST_ASSERT_DOUBLE_WITHIN(1e-6, -7 * 3, values[1]);
    unload(&m);
  }
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(sensors_fire_and_halt);
  RUN_TEST(checkpoints_resume_bit_for_bit);
  RUN_TEST(joints_go_and_come_back);
  RUN_TEST(forces_go_and_come_back);
  RUN_TEST(motions_that_are_off_are_not_there);
  RUN_TEST(flat_four_bars_are_crossed);
  RUN_TEST(flat_positions_are_handed_over);
  RUN_TEST(inputs_end_it);
  RUN_TEST(other_analyses_see_the_state);
  RUN_TEST(others_fall_back);
  RUN_TEST(runs_are_compiled_where_it_pays);
  RUN_TEST(order_eight_agrees);
  RUN_TEST(whole_steps_have_the_same_bits);
  RUN_TEST(driven_parts_keep_steps_short);
  RUN_TEST(many_loops_are_compiled);
  RUN_TEST(jumps_between_outputs);
  RUN_TEST(turns_are_counted_for_requests);
  return UNITY_END();
}
