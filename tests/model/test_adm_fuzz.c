/* Damaged files: whatever the reader is given it neither crashes nor hangs, and a model it calls
 * good is whole. Deterministic: the same damage on every run. */
#include "dataset.h"

void setUp(void) {}
void tearDown(void) {}

static const char seed_text[] = TWO_PARTS
    "! adams_view_name='arm'\n"
    "PART/9, MASS=3, CM=90, IM=91, IP=9,8,7,.1,.2,.3, QG=1,2,3, ZG=1,2,9, XG=5,2,3, VX=1, "
    "EXACT=X:Y\n"
    "MARKER/90, PART=9, QP=.1,0,0, REULER=90D, 0D, -45D\n"
    "MARKER/91, PART=9\n, ZP=0,0,1\n, XP=1,0,0, USEXP\n"
    "JOINT/5, SCREW, I=1, J=90, PITCH=.1\n"
    "JPRIM/1, INPLANE, I=1, J=2; GCON/1, I=1, FUNCTION=DM(1,2)-1\n"
    "COUPLER/1, JOINTS=1,2, TYPE=R:T, SCALES=1,2\n"
    "MOTION/1, JOINT=1, ROTATION, VELOCITY, FUNCTION=STEP(TIME,0,0,1,\n, 10)*(2+\n, 3)\n"
    "FRICTION/1, JOINT=1, MU_STATIC=.5, MU_DYNAMIC=.3, INPUTS=PRELOAD:REACTION_FORCE\n"
    "SFORCE/1, I=1, J=2, TRANSLATION, FUNCTION = -1E3*DM(1,2)\n, - 5*VR(1,2)\n"
    "GFORCE/1, I=2, JFLOAT=3, RM=1, FX=1+\n, 2\\\n, FY=DX(1,2)\\TZ=3\n"
    "GFORCE/2, I=2, JFLOAT=3, FUNCTION=USER(1,2,3)\\ROUTINE=law::Gfosub\n"
    "BUSHING/1, I=1, J=2, K=1,2,3, KT=4,5,6, C=7,8,9\n"
    "BEAM/1, I=1, J=2, LENGTH=1, AREA=2, IXX=3, IYY=4, IZZ=5, EMOD=6, GMOD=7, CRATIO=.01\n"
    "CONTACT/1, IGEOM=1, JGEOM=2, IMPACT, STIFFNESS=1e5, DAMPING=10, EXPONENT=2.2, DMAX=.1\n"
    "SPLINE/2, X=0,1,2,3, Y=10,0,1,4,9, Y=20,0,2,8,18\n"
    "LSE/1, X=1, U=2, Y=3, IC=4, A=1\n"
    "GSE/1, NS=2, NO=1, X=1, U=2, Y=3, FUNCTION=USER(1,2)\\INTERFACE=a::d, a::o, a::u, a::s\n"
    "SENSOR/1, GE, VALUE=1, HALT, FUNCTION=DM(1,2)\\EVALUATE=TIME\n"
    "REQUEST/1, D, I=2, J=1, C=DISPLACEMENT: X Y Z (body-fixed-3-1-3)\n"
    "REQUEST/2, F2=JOINT(1,0,2,0)\\F3=JOINT(1,0,3,0),C=two, TITLE=a:b:\"c d\"\n"
    "STRING/1, STRING=law=hertz, K=1e8\nMATERIAL/1, NAME=steel, DENSITY=7800\n"
    "GRAPHICS/7, OUTLINE=1,2,4\nUNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND\n"
    "ACCGRAV/KGRAV=-9.80665\nINTEGRATOR/GSTIFF, SI2, ERROR=1e-6\nOUTPUT/REQSAVE\nEND\n"
    "SIMULATE/DYNAMICS, END=1, STEPS=10\nDEACTIVATE/JOINT, ID=1,2\n";

static const char *const tokens[] = {",",     "\n",  "\n, ", "=",    "/",        "\\",     "(",
                                     ")",     "\"",  "'",    "!",    ";",        "&",      ":",
                                     "1e999", "-0",  "90D",  "1D5",  "99999999", "USER(",  "END",
                                     "PART/", "I=1", "\t",   "\r\n", "\xff",     "0x1p-3", "nan"};
enum { TOKENS = sizeof tokens / sizeof tokens[0], ROOM = 3 * sizeof seed_text };

static uint64_t state = 20240607;

/* xorshift: good enough, the same everywhere */
static size_t below(size_t n) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return n ? (size_t)(state % n) : 0;
}

static size_t replace(char *text, size_t length, size_t at, size_t removed, const char *with,
                      size_t added) {
  if (length - removed + added > ROOM) return length;
  memmove(text + at + added, text + at + removed, length - at - removed);
  memcpy(text + at, with, added);
  return length - removed + added;
}

static size_t damage(char *text, size_t length) {
  if (!length) return 0;
  size_t at = below(length), span = below(length - at < 40 ? length - at : 40);
  char copy[64], one = (char)below(256);
  const char *token = tokens[below(TOKENS)];
  switch (below(7)) {
    case 0:
      return replace(text, length, at, 1, &one, 1);
    case 1:
      return replace(text, length, at, span, "", 0);
    case 2:
      memcpy(copy, text + at, span);
      return replace(text, length, below(length), 0, copy, span);
    case 3:
    case 4:
      return replace(text, length, at, 0, token, strlen(token));
    case 5:
      return replace(text, length, at, span, token, strlen(token));
    default:
      return below(20) ? length : at; /* now and then a file cut short */
  }
}

/* What a host may rely on when the reader found no error. */
static void expect_whole(const lash_model *m) {
  TEST_ASSERT_TRUE(m->ground >= 0);
  for (size_t i = 0; i < m->joint.count; i++) {
    TEST_ASSERT_TRUE(m->joint.item[i].type != LASH_JOINT_NONE);
    TEST_ASSERT_TRUE(m->joint.item[i].i.index >= 0 && m->joint.item[i].j.index >= 0);
  }
  for (size_t i = 0; i < m->marker.count; i++) {
    lash_pose pose;
    lash_error error;
    TEST_ASSERT_EQUAL_INT(LASH_OK, lash_marker_pose(m, &m->marker.item[i], &pose, &error));
    for (int k = 0; k < 9; k++) TEST_ASSERT_TRUE(isfinite(pose.rotation[k]));
  }
  for (size_t i = 0; i < m->part.count; i++) {
    lash_mass mass;
    lash_error error;
    TEST_ASSERT_EQUAL_INT(LASH_OK, lash_part_mass(m, &m->part.item[i], &mass, &error));
    TEST_ASSERT_TRUE(mass.mass >= 0);
  }
}

static size_t good, bad;

static void read_damaged(const char *text, size_t length) {
  lash_error error;
  lash_status status = lash_model_parse(&model, "damaged", text, length, &error);
  TEST_ASSERT_TRUE((status == LASH_BAD_INPUT) == (model.diagnostics.total[LASH_ERROR] > 0));
  if (status == LASH_BAD_INPUT) {
    bad++;
    TEST_ASSERT_TRUE(strlen(error.message) > 10);
  } else {
    good++;
    expect_whole(&model);
  }
  lash_model_check_expressions(&model);
  lash_model_free(&model);

  lash_script script;
  lash_script_parse(&script, "damaged", text, length, &error);
  lash_script_free(&script);
}

static void damaged_datasets(void) {
  char *text = malloc(ROOM + 1), *tight;
  for (int round = 0; round < 1500; round++) {
    memcpy(text, seed_text, sizeof seed_text);
    size_t length = sizeof seed_text - 1;
    for (size_t n = 1 + below(8); n; n--) length = damage(text, length);
    /* an exact copy, so that a read past the end is caught */
    tight = malloc(length ? length : 1);
    memcpy(tight, text, length);
    read_damaged(tight, length);
    free(tight);
  }
  free(text);
  TEST_ASSERT_TRUE(good > 20);
  TEST_ASSERT_TRUE(bad > 1000);
}

static void damaged_settings(void) {
  expect_clean(read_with_parts("JOINT/9, SCREW, I=1, J=2, PITCH=1"));
  for (int round = 0; round < 2000; round++) {
    char target[80] = "JOINT/9.PITCH", value[80] = "0.25";
    for (int n = 0; n < 3; n++) {
      target[below(14)] = (char)below(128);
      const char *token = tokens[below(TOKENS)];
      size_t at = below(strlen(value) + 1);
      if (strlen(token) + at < sizeof value) strcpy(value + at, token);
    }
    lash_error error;
    lash_model_set(&model, round % 2 ? target : "JOINT/9.PITCH", value, &error);
    TEST_ASSERT_TRUE(isfinite(model.joint.item[2].pitch));
  }
  lash_model_free(&model);
}

/* Texts made to be slow: deep nesting, long lists, endless continuation. */
static void large_and_odd(void) {
  static const struct {
    const char *start, *repeat, *end;
  } cases[] = {{"t\nVARIABLE/1, FUNCTION=", "(", "\nEND\n"},
               {"t\nARRAY/1, NUMBERS=1", ",1", "\nEND\n"},
               {"t\nARRAY/1, NUMBERS=1", "\n,1", "\nEND\n"},
               {"t\nPART/1, GROUND", "\n,", "\nEND\n"},
               {"t\n", "PART/1\n", "END\n"},
               {"t\n", "!\n", "END\n"},
               {"t\nREQUEST/1, D, C=", "a, ", "\nEND\n"},
               {"t\nREQUEST/1, TITLE=", "a:", "\nEND\n"},
               {"t\nSTRING/1, STRING=\"", "'\"", "\nEND\n"},
               {"t\nPART/1 ", "&\n", "\nEND\n"},
               {"t\n", "XYZZY/1\n", "END\n"},
               {"t\nPART/1", ", XYZZY=1", "\nEND\n"},
               {"t\nPART/1, GROUND\nMARKER/1\nGRAPHICS/1, BOX, CORNER=1, X=1, Y=1, Z=1\n"
                "CONTACT/1, POISSON, JGEOM=1, IGEOM=1",
                ",1", "\nEND\n"},
               {"t\n", "X", ""}};
  const size_t repeats = 20000;
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    size_t a = strlen(cases[i].start), r = strlen(cases[i].repeat), e = strlen(cases[i].end);
    char *text = malloc(a + repeats * r + e);
    memcpy(text, cases[i].start, a);
    for (size_t k = 0; k < repeats; k++) memcpy(text + a + k * r, cases[i].repeat, r);
    memcpy(text + a + repeats * r, cases[i].end, e);
    read_damaged(text, a + repeats * r + e);
    free(text);
  }
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(damaged_datasets);
  RUN_TEST(damaged_settings);
  RUN_TEST(large_and_odd);
  return UNITY_END();
}
