/* What is wrong is found, located and explained; several mistakes in one run. */
#include "dataset.h"

void setUp(void) {}
void tearDown(void) { lash_model_free(&model); }

/* One faulty statement after TWO_PARTS gives this message and no other error. */
static void fault(const char *text, const char *words) {
  TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_BAD_INPUT, read_with_parts(text), text);
  expect_finding(LASH_ERROR, AFTER_PARTS, words);
  TEST_ASSERT_EQUAL_INT_MESSAGE(1, model.diagnostics.total[LASH_ERROR], text);
  lash_model_free(&model);
}

static void warned(const char *text, const char *words) {
  TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_OK, read_with_parts(text), text);
  expect_finding(LASH_WARNING, AFTER_PARTS, words);
  lash_model_free(&model);
}

static void names(void) {
  fault("JIONT/9, REVOLUTE, I=1, J=2", "there is no statement 'JIONT'; did you mean JOINT?");
  fault("JOINT/9, REVOLUT3, I=1, J=2",
        "JOINT/9: JOINT has no argument REVOLUT3; did you mean REVOLUTE?");
  fault("JOINT 9, REVOLUTE", "'/' is missing after JOINT");
  fault("JOINT/, REVOLUTE, I=1, J=2", "JOINT needs an id");
  fault("JOINT/0, REVOLUTE, I=1, J=2", "JOINT needs an id");
  fault("UNITS/5, FORCE=NEWTON", "UNITS takes no id");
  fault("QP=1,2,3", "begin it with a comma");
  fault("%", "a statement begins with its name");
}

static void values(void) {
  fault("MARKER/9, PART=1, QP=1,2", "QP needs 3 values, 2 given");
  fault("MARKER/9, PART=1, QP=1,2,3,4", "QP needs 3 values, 4 given");
  fault("PART/9, MASS=1, CM=2, IP=1,2", "IP needs 3 to 6 values, 2 given");
  fault("STRING/1", "STRING is missing");
}

static void wrong_types(void) {
  fault("PART/9, MASS=heavy", "MASS must be a number, found 'heavy'");
  fault("PART/9, MASS=1.2.3", "this is not a number");
  fault("PART/9, MASS=1D3", "D after a number means degrees");
  fault("PART/9, MASS=1e999", "the number is too large");
  fault("PART/9, MASS=nan", "MASS must be a number, found 'nan'");
  fault("PART/9, MASS=-1, CM=2", "MASS = -1 must be >= 0");
  fault("PART/9, MASS", "MASS needs a value");
  fault("PART/9, GROUND=1", "GROUND takes no value");
  fault("MARKER/9, PART=1.5", "PART must be a whole number");
  fault("MARKER/9, PART=-1", "PART = -1 is not an id");
  fault("MARKER/9, PART=99999999999", "PART must be a whole number");
  fault("BEAM/1,I=1,J=2,LEN=1,AREA=1,IXX=1,IYY=1,IZZ=1,EMOD=1,GMOD=1,FORM=CURVED",
        "FORMULATION = 'CURVED' is not one of LINEAR, NONLINEAR, STRING");
  fault("UNITS/LENGTH=METRE", "LENGTH = 'METRE' is no unit known here; did you mean METER");
}

static void arguments(void) {
  fault("JOINT/9, REVOLUTE, I=1", "J is missing; add it");
  fault("JOINT/9, I=1, J=2", "one of REVOLUTE, TRANSLATIONAL");
  fault("JOINT/9, REVOLUTE, SPHERICAL, I=1, J=2", "REVOLUTE and SPHERICAL contradict each other");
  fault("MARKER/9, PART=1, PART=1", "PART is given twice");
  fault("MARKER/9, PART=1, REULER=0,0,0, ZP=0,0,1", "REULER and ZP contradict");
  fault("MARKER/9, PART=1 QP=1,2,3", "a comma is missing before 'QP=1'");
  fault("MARKER/9, PART=1, 5", "expected the name of an argument, found '5'");
  fault("SPRINGDAMPER/1, I=1, J=2, TRANSLATION, KT=5", "TRANSLATIONAL and KT contradict");
  fault("SFORCE/1, I=1, J=2, TRANSLATION, FUNCTION=(1+2", "a ')' is missing");
  fault("SFORCE/1, I=1, J=2, TRANSLATION, FUNCTION=1+2)", "a ')' too many");
  fault("SFORCE/1, I=1, J=2, TRANSLATION, FUNCTION=", "no expression");
  fault("VARIABLE/9, FUNCTION=USER(1,a)", "not a list of numbers");
}

static void references(void) {
  fault("MARKER/9, PART=77", "PART = 77: there is no PART/77");
  fault("JOINT/9, REVOLUTE, I=1, J=99", "J = 99: there is no MARKER/99");
  fault("MARKER/2, PART=1", "this id is already used on line 6");
  fault("PART/9, GROUND", "PART/1 on line 2 is the ground already");
  fault("CONTACT/1, IGEOM=1, JGEOM=5, POISSON, PENALTY=1, REST=.5", "there is no GRAPHICS/5");
}

static void meaning(void) {
  fault("JOINT/9, REVOLUTE, I=2, J=4", "markers 2 and 4 are on the same part");
  fault("JOINT/9, REVOLUTE, I=3, J=2", "MARKER/3 is FLOATING");
  fault("JOINT/9, SCREW, I=1, J=2", "SCREW needs PITCH");
  fault("PART/9, MASS=1", "MASS without CM");
  fault("PART/9, MASS=1, CM=2, IP=1,1,1", "CM = 2 is a marker of another part");
  fault("PART/9, IP=1,1,1", "IP without MASS");
  fault("GFORCE/1, I=2, JFLOAT=1, FX=1", "JFLOAT = 1 must be a FLOATING marker");
  fault("GFORCE/1, I=2, JFLOAT=5, FX=1", "on the same part");
  fault("MOTION/1, JOINT=1, TRANSLATION, FUNCTION=1", "JOINT/1 does not slide");
  fault("MOTION/1, JOINT=1, X, FUNCTION=1", "TRANSLATIONAL or ROTATIONAL");
  fault("COUPLER/1, JOINTS=1,2, SCALES=1,2,3", "SCALES has 3 values for 2 joints");
  fault("COUPLER/1, JOINTS=1,2, TYPE=T:T, SCALES=1,2", "JOINT/1 has no T freedom");
  fault("MATRIX/9, FULL=RORDER, ROWS=2, COLUMNS=2, VALUES=1,2,3", "2 x 2 needs 4 VALUES, 3 given");
  fault("ARRAY/9, IC, SIZE=3, NUMBERS=1,2", "SIZE = 3 but 2 values follow");
  fault("SPLINE/1, X=0,1,1,3, Y=0,1,2,3", "X must increase; value 3");
  fault("SPLINE/1, X=0,1,2,3, Y=0,1,2", "Y has 3 values for 4 of X");
  fault("SPLINE/1, X=0,1,2, Y=0,1,2", "give at least 4");
  fault("LSE/1, X=3, A=1", "X = 3 is an ARRAY of another type");
  fault("CONTACT/1, IGEOM=1, JGEOM=2, IMPACT, STIFFNESS=1, EXPONENT=2, DAMPING=1",
        "IMPACT needs DMAX");
  fault("CONTACT/1, IGEOM=1, JGEOM=1, POISSON, PENALTY=1, REST=.5", "cannot touch");
  fault("MARKER/9, PART=1, QP=1,1,1, ZP=1,1,1", "lie on one line");
  fault("GRAPHICS/9, BOX, CORNER=1, X=1, Y=1", "BOX needs Z");
  fault("TFSISO/1, X=1, U=2, Y=3, NUM=1,2,3, DEN=1,2", "higher power");
}

static void doubtful(void) {
  warned("PART/9", "it has no mass");
  warned("PART/9, MASS=1, CM=9, IP=1,1,5\nMARKER/9", "no real body has the inertia");
  warned("PART/9, MASS=1, CM=9\nMARKER/9", "no inertia");
  warned("JOINT/9, REVOLUTE, I=1, J=2, PITCH=3", "PITCH has a meaning for SCREW only");
  warned("JOINT/9, REVOLUTE, I=1, J=2, MU_DYN_ROT=3", "FRICTION statement");
  warned("UNITS/FORCE=NEWTON,MASS=KILOGRAM,LENGTH=METER,TIME=SECOND,UCF=2",
         "UCF = 2 does not agree");
}

static void no_ground(void) {
  read_text("t\nPART/1\nEND\n");
  expect_finding(LASH_ERROR, 0, "there is no ground part");
}

static void files_that_are_none(void) {
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, read_text(""));
  lash_model_free(&model);
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT,
                        lash_model_parse(&model, "x", "t\nPART\0", 7, &model_error));
  expect_finding(LASH_ERROR, 0, "not a text file");
  lash_model_free(&model);
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, lash_model_read(&model, "/no/such.adm", &model_error));
  TEST_ASSERT_NOT_NULL(strstr(model_error.message, "/no/such.adm"));
}

static void thousands_of_mistakes_are_not_all_listed(void) {
  enum { LINES = 2000 };
  char *text = malloc(10 * LINES + 10);
  strcpy(text, "t\n");
  for (int i = 0; i < LINES; i++) strcpy(text + 2 + 8 * i, "XYZZY/1\n");
  TEST_ASSERT_EQUAL_INT(LASH_BAD_INPUT, read_text(text));
  free(text);
  TEST_ASSERT_EQUAL_INT(501, model.diagnostics.total[LASH_ERROR]); /* and no ground */
  expect_finding(LASH_WARNING, 502, "too many mistakes");
}

static void ten_mistakes_give_ten_messages(void) {
  read_with_parts(
      "PRAT/3\nPART/3, MASS=x\nMARKER/30, PART=44\nJOINT/3, REVOLUTE, I=1, J=77\n"
      "JOINT/4, REVOLUTE, I=2, J=4\nJOINT/5, HINGE, I=1, J=2\nMOTION/1, JOINT=1, ROTATION\n"
      "MARKER/2, PART=1\nBUSHING/1, I=1, J=2, K=1,2\nUNITS/FORCE=NEWTONS");
  static const char *const words[] = {
      "no statement 'PRAT'", "MASS must be a number", "no PART/44",          "no MARKER/77",
      "on the same part",    "no argument HINGE",     "FUNCTION is missing", "already used on line",
      "K needs 3 values",    "no unit known here"};
  TEST_ASSERT_EQUAL_INT(10, model.diagnostics.total[LASH_ERROR]);
  for (int i = 0; i < 10; i++) expect_finding(LASH_ERROR, AFTER_PARTS + i, words[i]);
  TEST_ASSERT_NOT_NULL(strstr(model_error.message, "and 9 more"));
  TEST_ASSERT_NOT_NULL(strstr(model_error.message, "test.adm:19: "));
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(names);
  RUN_TEST(values);
  RUN_TEST(wrong_types);
  RUN_TEST(arguments);
  RUN_TEST(references);
  RUN_TEST(meaning);
  RUN_TEST(doubtful);
  RUN_TEST(no_ground);
  RUN_TEST(files_that_are_none);
  RUN_TEST(thousands_of_mistakes_are_not_all_listed);
  RUN_TEST(ten_mistakes_give_ten_messages);
  return UNITY_END();
}
