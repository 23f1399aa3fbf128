/* FMUs of different mechanisms in one process: each as if it were alone, with contacts by our own
 * routines and with a user's library that calls the solver's functions (lash_bind_sdk). */
#include "unpacked.h"

#include <math.h>

#include "files.h"
#include "importer.h"
#include "model_unit.h"

static char folder[] = "/tmp/lash-fmu-XXXXXX", last_message[2000];
void setUp(void) { last_message[0] = '\0'; }
void tearDown(void) {}

static void hear(fmi3InstanceEnvironment e, fmi3Status status, fmi3String category,
                 fmi3String message) {
  (void)e, (void)category;
  if (status != fmi3OK) snprintf(last_message, sizeof last_message, "%s", message);
}

static const char *path(const char *name, const char *more) {
  static char text[4][300];
  static int turn;
  char *to = text[turn = (turn + 1) % 4];
  snprintf(to, sizeof text[0], "%s/%s%s", folder, name, more);
  return to;
}

/* An FMU with its own binary, and an instance of it. */
typedef struct one {
  importer fmu;
  unit *table;
  fmi3Instance c;
  double t;
} one;

static void load(one *o, const char *name) {
  char file[300];
  lash_error error;
  snprintf(file, sizeof file, "%s/%s/binaries/x86_64-linux/%s.so", folder, name, name);
  importer_open(&o->fmu, file);
  TEST_ASSERT_EQUAL_INT_MESSAGE(
      LASH_OK, unit_open(&model_unit, path(name, "/resources"), &o->table, &error), error.message);
}

static void begin(one *o, const char *name) {
  o->c = o->fmu.fmi3InstantiateCoSimulation(name, o->table->token, path(name, "/resources/"), false,
                                            true, false, false, NULL, 0, NULL, hear, NULL);
  TEST_ASSERT_NOT_NULL_MESSAGE(o->c, last_message);
  o->t = 0;
  TEST_ASSERT_EQUAL_INT(fmi3OK, o->fmu.fmi3EnterInitializationMode(o->c, false, 0, 0, true, 1));
  TEST_ASSERT_EQUAL_INT_MESSAGE(fmi3OK, o->fmu.fmi3ExitInitializationMode(o->c), last_message);
}

static void step(one *o, double size) {
  fmi3Boolean event, over, early;
  TEST_ASSERT_EQUAL_INT_MESSAGE(
      fmi3OK, o->fmu.fmi3DoStep(o->c, o->t, size, true, &event, &over, &early, &o->t),
      last_message);
}

static double get(one *o, const char *name) {
  const unit_variable *v = unit_find(&o->table->table, name);
  double value;
  TEST_ASSERT_NOT_NULL_MESSAGE(v, name);
  const fmi3ValueReference at = (fmi3ValueReference)v->at;
  TEST_ASSERT_EQUAL_INT(fmi3OK, o->fmu.fmi3GetFloat64(o->c, &at, 1, &value, 1));
  return value;
}

static void end(one *o) { o->fmu.fmi3FreeInstance(o->c); }
static void unload(one *o) {
  unit_free(o->table);
  fmi_close(o->fmu.handle);
}

/* ------------------------------------------------------------------------- two with contact */

static const struct {
  const char *name, *dataset, *shown[3];
} mechanisms[] = {
    {"rssr",
     LASH_SOURCE_DIR "/validation/rssr/rssr.adm",
     {"request_1.f1", "request_2.f1", "request_3.f4"}},
    {"slider",
     LASH_SOURCE_DIR "/tests/hosts/models/slider_crank_clearance.adm",
     {"request_2.f2", "request_2.f6", "request_1.f2"}},
};
enum { TWO = 2, STEPS = 40 };

static void look(one *o, int which, double seen[3]) {
  for (int k = 0; k < 3; k++) seen[k] = get(o, mechanisms[which].shown[k]);
}

static void test_two_mechanisms(void) {
  one o[TWO];
  double alone[TWO][3], together[TWO][3];
  for (int k = 0; k < TWO; k++) {
    char text[400];
    snprintf(text, sizeof text, "model %s --end 1", mechanisms[k].dataset);
    make_fmu(folder, mechanisms[k].name, text);
    load(&o[k], mechanisms[k].name);
    begin(&o[k], mechanisms[k].name);
    for (int s = 0; s < STEPS; s++) step(&o[k], 1e-4);
    look(&o[k], k, alone[k]);
    end(&o[k]);
  }
  TEST_ASSERT_TRUE(o[0].fmu.fmi3DoStep != o[1].fmu.fmi3DoStep); /* two binaries, not one twice */
  for (int k = 0; k < TWO; k++) begin(&o[k], mechanisms[k].name);
  for (int s = 0; s < STEPS; s++)
    for (int k = 0; k < TWO; k++) step(&o[k], 1e-4);
  for (int k = 0; k < TWO; k++) {
    look(&o[k], k, together[k]);
    TEST_ASSERT_EQUAL_MEMORY(alone[k], together[k], sizeof alone[k]);
    end(&o[k]);
    unload(&o[k]);
  }
  TEST_ASSERT_TRUE(alone[0][0] > 1e-6); /* something moves */
}

/* ------------------------------------------------------------------------- a user's library */

/* 2 kg at x, pushed from 1 to 5 m along z by USER: k (5 - distance). So x = 5 - 4 cos(w t). */
static void put_dataset(const char *name, const char *library, double k) {
  char text[1000];
  lash_error error;
  const int size =
      snprintf(text, sizeof text,
               "PUSHED\nUNITS/FORCE=NEWTON,MASS=KILOGRAM,LENGTH=METER,TIME=SECOND\nPART/1,GROUND\n"
               "MARKER/10,PART=1\nPART/2,MASS=2,CM=20,IP=1,1,1,QG=0,0,1\nMARKER/20,PART=2\n"
               "JOINT/1,TRANSLATIONAL,I=20,J=10\nSFORCE/1,TRANSLATIONAL,I=20,J=10\n"
               ",FUNCTION=USER(5,%g,1,0,1)\\,ROUTINE=%s::Sfosub\n"
               "REQUEST/1,DISPLACEMENT,I=20,J=10,RM=10\nINTEGRATOR/GSTIFF,ERROR=1E-9\nEND\n",
               k, library);
  TEST_ASSERT_EQUAL_INT_MESSAGE(
      LASH_OK, file_write(path(name, ".adm"), text, (size_t)size, false, &error), error.message);
}

static void put_library(const char *name, const char *from) {
  char *data;
  size_t size;
  lash_error error;
  TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_OK, file_read(from, &data, &size, &error), error.message);
  TEST_ASSERT_EQUAL_INT(LASH_OK, file_write(path(name, ".so"), data, size, false, &error));
  free(data);
}

static void make_pushed(const char *name, const char *library, double k) {
  char text[400];
  put_dataset(name, library, k);
  snprintf(text, sizeof text, "model %s --end 1 --plot", path(name, ".adm"));
  make_fmu(folder, name, text);
}

static void test_a_library_calls_its_own_solver(void) {
  static const char *const name[] = {"weak", "stiff"};
  static const double k[] = {8, 18};
  one o[TWO];
  put_library("pusher", USER_LIBRARY);
  for (int i = 0; i < TWO; i++) make_pushed(name[i], "pusher", k[i]), load(&o[i], name[i]);
  for (int i = 0; i < TWO; i++) begin(&o[i], name[i]);
  for (int s = 0; s < 10; s++)
    for (int i = 0; i < TWO; i++) {
      step(&o[i], 0.05);
      const double x = 5 - 4 * cos(sqrt(k[i] / 2) * o[i].t);
      TEST_ASSERT_DOUBLE_WITHIN(1e-6, x, get(&o[i], "request_1.f4"));
    }
  for (int i = 0; i < TWO; i++) end(&o[i]), unload(&o[i]);
  char *picture;
  size_t size;
  lash_error error;
  TEST_ASSERT_EQUAL_INT_MESSAGE(
      LASH_OK, file_read(path("weak", "/documentation/motion.svg"), &picture, &size, &error),
      error.message);
  TEST_ASSERT_NOT_NULL(strstr(picture, "<svg"));
  free(picture);
}

/* Such a library could only reach somebody else's functions: refused, never run without force. */
static void test_a_library_that_binds_at_once(void) {
  one o;
  put_library("hasty", USER_LIBRARY_AT_ONCE);
  make_pushed("early", "hasty", 8);
  load(&o, "early");
  o.c = o.fmu.fmi3InstantiateCoSimulation("early", o.table->token, path("early", "/resources/"),
                                          false, true, false, false, NULL, 0, NULL, hear, NULL);
  if (o.c) {
    o.fmu.fmi3EnterInitializationMode(o.c, false, 0, 0, false, 0);
    TEST_ASSERT_TRUE(o.fmu.fmi3ExitInitializationMode(o.c) >= fmi3Error);
    end(&o);
  }
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(last_message, "-z lazy"), last_message);
  unload(&o);
}

int main(void) {
  if (!mkdtemp(folder)) return 1;
  UNITY_BEGIN();
  RUN_TEST(test_two_mechanisms);
  RUN_TEST(test_a_library_calls_its_own_solver);
  RUN_TEST(test_a_library_that_binds_at_once);
  remove_folder(folder);
  return UNITY_END();
}
