/* lash run --fmu, and lash fmu check on files that are not what they should be. */
#include "unpacked.h"

#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "export.h"
#include "files.h"

static char folder[] = "/tmp/lash-fmu-XXXXXX";
void setUp(void) {}
void tearDown(void) {}

static const char *path(const char *name) {
  static char text[8][300];
  static int turn;
  char *to = text[turn = (turn + 1) % 8];
  snprintf(to, sizeof text[0], "%s/%s", folder, name);
  return to;
}

static void put(const char *name, const char *text, size_t size) {
  lash_error error;
  TEST_ASSERT_EQUAL_INT(LASH_OK, file_write(path(name), text, size, false, &error));
}

/* 2 kg, pushed by VARIABLE/1; VARIABLE/2 says where it is. */
static const char cart[] =
    "CART\nUNITS/FORCE=NEWTON,MASS=KILOGRAM,LENGTH=METER,TIME=SECOND\nPART/1,GROUND\n"
    "MARKER/10,PART=1\nPART/2,MASS=2,CM=20,IP=1,1,1,QG=0,0,0.1\nMARKER/20,PART=2\n"
    "JOINT/1,TRANSLATIONAL,I=20,J=10\n"
    "SFORCE/1,TRANSLATIONAL,I=20,J=10,ACTIONONLY,FUNCTION=VARVAL(1)\n"
    "VARIABLE/1,FUNCTION=0\nVARIABLE/2,FUNCTION=DZ(20,10)\nREQUEST/1,F2=VARVAL(2)\\\nEND\n";
/* A spring of 50 N/m without inertia, as anybody's controller. */
static const char spring[] =
    "SPRING\nUNITS/FORCE=NEWTON,MASS=KILOGRAM,LENGTH=METER,TIME=SECOND\nPART/1,GROUND\n"
    "MARKER/10,PART=1\nPART/2,MASS=1,CM=20,IP=1,1,1\nMARKER/20,PART=2\nJOINT/1,FIXED,I=20,J=10\n"
    "VARIABLE/1,FUNCTION=0\nVARIABLE/2,FUNCTION=-50*VARVAL(1)\nPINPUT/1,VARIABLES=1\nEND\n";

static double last_place(const char *csv) {
  char *text;
  size_t size;
  lash_error error;
  double value = NAN;
  TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_OK, file_read(path(csv), &text, &size, &error), error.message);
  while (size > 1 && text[size - 2] != '\n') size--;
  TEST_ASSERT_EQUAL_INT(1, sscanf(text + size - 1, "%*[^,],%*[^,],%lf", &value));
  free(text);
  return value;
}

/* Numbers are exchanged every 10 ms and held: a recursion that can be done by hand. */
static void test_controller_in_an_fmu(void) {
  char command[900];
  double x = 0.1, v = 0;
  put("cart.adm", cart, sizeof cart - 1);
  put("spring.adm", spring, sizeof spring - 1);
  for (int k = 0; k < 50; k++) {
    const double a = -50 * x / 2, h = 0.01;
    x += v * h + a * h * h / 2, v += a * h;
  }
  for (int version = 2; version <= 3; version++) {
    snprintf(command, sizeof command, "fmu model %s --fmi %d --out %s", path("spring.adm"), version,
             path("spring.fmu"));
    TEST_ASSERT_EQUAL_INT(0, lash(command));
    snprintf(command, sizeof command,
             "run %s --end 0.5 --dtout 0.01 --fmu %s --connect VARIABLE/1=variable_2 "
             "--connect variable_1=VARIABLE/2 --out %s",
             path("cart.adm"), path("spring.fmu"), path("out"));
    TEST_ASSERT_EQUAL_INT(0, lash(command));
    TEST_ASSERT_DOUBLE_WITHIN(1e-8, x, last_place("out/request_1.csv"));
  }
}

static void test_wrong_connections(void) {
  const struct {
    const char *more;
    int status;
  } wrong[] = {{"", 2},
               {"--connect VARIABLE/1=nothing", 2},
               {"--connect VARIABLE/9=variable_2", 2},
               {"--connect nothing", 2},
               {"--connect variable_2=VARIABLE/2", 2}};
  for (size_t k = 0; k < sizeof wrong / sizeof wrong[0]; k++) {
    char command[900];
    snprintf(command, sizeof command, "run %s --end 0.1 --fmu %s %s --out %s", path("cart.adm"),
             path("spring.fmu"), wrong[k].more, path("out"));
    TEST_ASSERT_EQUAL_INT_MESSAGE(wrong[k].status, lash(command), wrong[k].more);
  }
  char command[900];
  snprintf(command, sizeof command, "run %s --end 0.1 --fmu %s --connect VARIABLE/1=x --out %s",
           path("cart.adm"), path("cart.adm"), path("out"));
  TEST_ASSERT_EQUAL_INT(2, lash(command));
}

/* --------------------------------------------------------------------------- damaged files */

static void count_finding(void *context, const char *text) {
  (void)text;
  ++*(size_t *)context;
}

static void write_zip(const char *name, const char *text, size_t size) {
  package *p;
  lash_error error;
  TEST_ASSERT_EQUAL_INT(LASH_OK, package_begin(path(name), &p, &error));
  package_add(p, "modelDescription.xml", text, size);
  TEST_ASSERT_EQUAL_INT(LASH_OK, package_end(p, LASH_OK, &error));
}

/* Whatever stands in it: findings or a refusal in words, never a crash. Returns whether all was
 * found well. */
static bool survives(const char *name) {
  size_t findings = 0;
  export_checked done;
  lash_error error = {.message = ""};
  const lash_status status = fmu_check(path(name), count_finding, &findings, &done, &error);
  TEST_ASSERT_TRUE(status == LASH_OK || error.message[0]);
  return status == LASH_OK && findings == 0;
}

static void test_damaged_descriptions(void) {
  char *text;
  size_t size, told = 0;
  lash_error error;
  unsigned random = 4711;
  TEST_ASSERT_EQUAL_INT_MESSAGE(
      LASH_OK, package_read(path("spring.fmu"), "modelDescription.xml", &text, &size, &error),
      error.message);
  for (int k = 0; k < 150; k++) {
    char *copy = malloc(size + 1);
    memcpy(copy, text, size);
    for (int n = 0; n < 1 + k % 7; n++) {
      random = random * 1664525u + 1013904223u;
      copy[(random >> 8) % size] = (char)(random >> 24);
    }
    write_zip("damaged.fmu", copy, k % 5 == 4 ? (random >> 8) % size : size);
    told += !survives("damaged.fmu");
    free(copy);
  }
  TEST_ASSERT_EQUAL_INT(150, told); /* at least the binary is missing in all of them */
  free(text);
}

/* Each mistake is told in words that name it. */
static void note_finding(void *context, const char *text) {
  char *all = context;
  snprintf(all + strlen(all), 4000 - strlen(all), "%s\n", text);
}

static void test_rules_beyond_the_schema(void) {
  static const struct {
    const char *right, *wrong, *said;
  } rows[] = {
      {"causality=\"output\"", "causality=\"result\"", "causality=\"result\" is not known"},
      {"variability=\"fixed\"", "variability=\"steady\"", "variability=\"steady\""},
      {"<Output valueReference=\"", "<Output valueReference=\"9", "names no variable"},
      {" name=\"variable_1\"", " name=\"variable_2\"", "two variables have name"},
      {"unit=\"", "unit=\"furlong ", "the unit furlong"},
      {"<UnitDefinitions", "<Units", "is no XML"},
  };
  char *text;
  size_t size;
  lash_error error;
  TEST_ASSERT_EQUAL_INT_MESSAGE(
      LASH_OK, package_read(path("spring.fmu"), "modelDescription.xml", &text, &size, &error),
      error.message);
  for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
    char *copy = calloc(1, size + 100), said[4000] = "";
    char *at = strstr(memcpy(copy, text, size), rows[k].right);
    export_checked done;
    TEST_ASSERT_NOT_NULL_MESSAGE(at, rows[k].right);
    const char *rest = text + (at - copy) + strlen(rows[k].right);
    snprintf(at, size + 100 - (size_t)(at - copy), "%s%.*s", rows[k].wrong,
             (int)(text + size - rest), rest);
    write_zip("wrong.fmu", copy, strlen(copy));
    const lash_status status = fmu_check(path("wrong.fmu"), note_finding, said, &done, &error);
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(status == LASH_OK ? said : error.message, rows[k].said),
                                 status == LASH_OK ? said : error.message);
    free(copy);
  }
  free(text);
}

/* Schemas are those of a folder: here one that knows only our root element, then only another. */
static void test_schemas_of_a_folder(void) {
  static const char form[] =
      "<xs:schema xmlns:xs=\"http://www.w3.org/2001/XMLSchema\"><xs:element name=\"%s\"/>"
      "</xs:schema>";
  static const char *const root[] = {"fmiModelDescription", "somethingElse"};
  for (int k = 0; k < 2; k++) {
    char text[300], said[4000] = "";
    export_checked done;
    lash_error error;
    put("fmi3ModelDescription.xsd", text, (size_t)snprintf(text, sizeof text, form, root[k]));
    setenv("LASH_FMI_SCHEMA", folder, 1);
    TEST_ASSERT_EQUAL_INT(LASH_OK,
                          fmu_check(path("spring.fmu"), note_finding, said, &done, &error));
    unsetenv("LASH_FMI_SCHEMA");
    TEST_ASSERT_TRUE(done.schemas);
    TEST_ASSERT_TRUE_MESSAGE((said[0] == '\0') == (k == 0), said);
  }
}

static void test_truncated_archives(void) {
  char *data;
  size_t size;
  lash_error error;
  TEST_ASSERT_EQUAL_INT(LASH_OK, file_read(path("spring.fmu"), &data, &size, &error));
  TEST_ASSERT_TRUE(survives("spring.fmu"));
  for (size_t k = 1; k < 40; k++) {
    put("short.fmu", data, size * k / 40);
    TEST_ASSERT_FALSE(survives("short.fmu"));
  }
  put("short.fmu", data, 0);
  TEST_ASSERT_FALSE(survives("short.fmu"));
  free(data);
}

/* ------------------------------------------------------------------------ binaries that do harm */

/* Runs it with this deed (NULL: none); its output in `said`. */
static int run_hostile(const char *deed, char said[2000]) {
  char command[900], *text;
  size_t size;
  lash_error error;
  snprintf(command, sizeof command,
           "%s%s%s TMPDIR=%s %s run %s --end 0.1 --fmu %s --connect VARIABLE/1=y --out %s --quiet "
           "--routine-limit 0.5 > %s 2>&1",
           deed ? "LASH_TEST_DEED='" : "", deed ? deed : "", deed ? "'" : "", path("scratch"),
           LASH_PROGRAM, path("cart.adm"), path("hostile.fmu"), path("out"), path("said"));
  const int status = system(command) >> 8;
  TEST_ASSERT_EQUAL_INT(LASH_OK, file_read(path("said"), &text, &size, &error));
  snprintf(said, 2000, "%s", text);
  free(text);
  return status;
}

static void make_hostile(void) {
  static const char description[] =
      "<?xml version=\"1.0\"?><fmiModelDescription fmiVersion=\"2.0\" modelName=\"h\" guid=\"g\">"
      "<CoSimulation modelIdentifier=\"h\"/><ModelVariables><ScalarVariable name=\"y\" "
      "valueReference=\"0\" causality=\"output\"><Real/></ScalarVariable></ModelVariables>"
      "</fmiModelDescription>";
  package *p;
  lash_error error;
  TEST_ASSERT_EQUAL_INT(LASH_OK, package_begin(path("hostile.fmu"), &p, &error));
  package_add(p, "modelDescription.xml", description, sizeof description - 1);
  package_add_file(p, "binaries/linux64/h.so", HOSTILE_FMU);
  TEST_ASSERT_EQUAL_INT(LASH_OK, package_end(p, LASH_OK, &error));
  TEST_ASSERT_EQUAL_INT(0, mkdir(path("scratch"), 0777));
}

/* A message that names the FMU, status 1, and never a hang. */
static void test_binaries_that_do_harm(void) {
  static const char *const where[] = {"load", "make", "start", "get", "step", "free"};
  static const char *const deed[][2] = {{"exit", "hostile.fmu: ended the process by exit(0)"},
                                        {"_exit", "hostile.fmu: ended the process by exit(0)"},
                                        {"crash", "hostile.fmu: crashed: a bad memory address"},
                                        {"hang", "hostile.fmu: did not return within 0.5 s"}};
  char said[2000], wish[40];
  make_hostile();
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, run_hostile(NULL, said), said);
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, rmdir(path("scratch")), "something is left");
  TEST_ASSERT_EQUAL_INT(0, mkdir(path("scratch"), 0777));
  for (size_t k = 0; k < sizeof where / sizeof *where; k++)
    for (size_t d = 0; d < sizeof deed / sizeof *deed; d++) {
      if (d == 3 && k % 2) continue; /* each costs half a second */
      snprintf(wish, sizeof wish, "%s %s", where[k], deed[d][0]);
      TEST_ASSERT_EQUAL_INT_MESSAGE(1, run_hostile(wish, said), wish);
      TEST_ASSERT_NOT_NULL_MESSAGE(strstr(said, deed[d][1]), said);
    }
  TEST_ASSERT_EQUAL_INT(1, run_hostile("get more", said));
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(said, "gives more numbers than"), said);
}

/* Where a header of an archive says how long an entry is, unpacked, it says 200 MB from now on. */
static void claim(char *data, size_t size, const char *header, size_t at) {
  const unsigned claimed = 200u << 20;
  for (size_t k = 0; k + at + 4 < size; k++)
    if (memcmp(data + k, header, 4) == 0) memcpy(data + k + at, &claimed, sizeof claimed);
}

static void test_an_archive_that_grows(void) {
  char name[40], *data;
  size_t size;
  package *p;
  lash_error error = {.message = ""};
  TEST_ASSERT_EQUAL_INT(LASH_OK, package_begin(path("grows.fmu"), &p, &error));
  for (int k = 0; k < 6; k++) {
    snprintf(name, sizeof name, "resources/%d", k);
    package_add(p, name, name, sizeof name);
  }
  TEST_ASSERT_EQUAL_INT(LASH_OK, package_end(p, LASH_OK, &error));
  TEST_ASSERT_EQUAL_INT(LASH_OK, file_read(path("grows.fmu"), &data, &size, &error));
  claim(data, size, "PK\3\4", 22);
  claim(data, size, "PK\1\2", 24);
  put("grows.fmu", data, size);
  free(data);
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, package_unpack(path("grows.fmu"), path("grown"), &error));
  TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.message, "more than 1024 MB"), error.message);
  TEST_ASSERT_TRUE(rmdir(path("grown")) != 0); /* not begun */
}

/* Making an FMU of a dataset runs its routines: they do no more harm than in a run. */
static void test_routines_that_do_harm(void) {
  static const char *const routine[][2] = {{"ExitZero", "ended the process by exit(0)"},
                                           {"WritesNowhere", "bad memory address"},
                                           {"Loops", "did not return"}};
  for (size_t k = 0; k < sizeof routine / sizeof *routine; k++) {
    char text[900], *said;
    size_t size;
    lash_error error;
    const int length = snprintf(
        text, sizeof text,
        "H\nPART/1,GROUND\nMARKER/1,PART=1\nPART/2,MASS=1,CM=20,IP=1,1,1\nMARKER/20,PART=2\n"
        "MARKER/21,PART=2,QP=0,0,1\nJOINT/1,TRANSLATIONAL,I=20,J=1\nSFORCE/1,I=21,J=1,TRANSLATION,"
        "FUNCTION=USER(1,0)\\,ROUTINE=%s/hostile::%s\nREQUEST/1,F2=DZ(20,1)\nEND\n",
        HOSTILE_ROUTINES, routine[k][0]);
    put("harm.adm", text, (size_t)length);
    snprintf(text, sizeof text, "%s fmu model %s --out %s --routine-limit 0.5 > %s 2>&1",
             LASH_PROGRAM, path("harm.adm"), path("harm.fmu"), path("said"));
    TEST_ASSERT_EQUAL_INT(1, system(text) >> 8);
    TEST_ASSERT_EQUAL_INT(LASH_OK, file_read(path("said"), &said, &size, &error));
    TEST_ASSERT_NOT_NULL_MESSAGE(
        strstr(said, routine[k][0]) && strstr(said, routine[k][1]) ? said : NULL, said);
    free(said);
  }
}

int main(void) {
  if (!mkdtemp(folder)) return 1;
  UNITY_BEGIN();
  RUN_TEST(test_controller_in_an_fmu);
  RUN_TEST(test_wrong_connections);
  RUN_TEST(test_damaged_descriptions);
  RUN_TEST(test_rules_beyond_the_schema);
  RUN_TEST(test_schemas_of_a_folder);
  RUN_TEST(test_truncated_archives);
  RUN_TEST(test_an_archive_that_grows);
  RUN_TEST(test_binaries_that_do_harm);
  RUN_TEST(test_routines_that_do_harm);
  remove_folder(folder);
  return UNITY_END();
}
