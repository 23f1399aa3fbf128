/* Every kind of joint, force, function and state that is recorded, one small mechanism each,
 * against the Cartesian equations. Numbers are odd on purpose: nothing is aligned or equal by
 * chance. */
#include "rates_helper.h"

void setUp(void) {}
void tearDown(void) {}

#define UNIT                                                                     \
  "ACCGRAV/IGRAV=1.1, JGRAV=-9.81, KGRAV=0.7\n"                                  \
  "PART/1, GROUND\n"                                                             \
  "MARKER/1, PART=1, QP=0.1,0.2,-0.3, REULER=20D,35D,-50D\n"                     \
  "MARKER/9, PART=1, QP=1.5,-0.4,0.9, REULER=-10D,75D,15D\n"                     \
  "PART/2, MASS=1.3, CM=20, IP=0.11,0.17,0.13,0.01,-0.02,0.015, QG=0.1,0.2,-0.3" \
  ", REULER=20D,35D,-50D\n"                                                      \
  "MARKER/20, PART=2, QP=0.31,-0.22,0.17, REULER=5D,6D,7D\nMARKER/21, PART=2\n"  \
  "MARKER/22, PART=2, QP=0.6,0.1,-0.2, REULER=40D,25D,-30D\n"                    \
  "PART/3, MASS=0.7, CM=30, IP=0.05,0.06,0.08\n"                                 \
  ", QG=0.71,0.33,-0.05, REULER=30D,15D,-70D\n"                                  \
  "MARKER/30, PART=3, QP=0.13,0.14,-0.08\nMARKER/31, PART=3\n"                   \
  "MARKER/32, PART=3, QP=-0.4,0.2,0.1, REULER=70D,-25D,10D\n"

/* Part 2 turns on ground in all of these. */
#define TURNS "JOINT/1, REVOLUTE, I=21, J=1, IC=0.3, 2.1\n"

static void agrees(const char *name, const char *statements) {
  char text[4000], words[300];
  lash_recording *r;
  snprintf(text, sizeof text, "%s%s", UNIT, statements);
  mechanism m = load(text);
  OK(lash_recording_make(m.system, false, &r, &error));
  const double worst = compare_rates(&m, r);
  snprintf(words, sizeof words, "%s: %g", name, worst);
  TEST_ASSERT_TRUE_MESSAGE(worst < 2e-8, words);
  lash_recording_free(r);
  unload(&m);
}

static void joints(void) {
  static const char *const types[] = {"REVOLUTE",  "TRANSLATIONAL", "CYLINDRICAL",
                                      "SPHERICAL", "FIXED",         "PLANAR",
                                      "HOOKE",     "UNIVERSAL",     "CONVEL"};
  for (size_t k = 0; k < sizeof types / sizeof *types; k++)
    for (int turned = 0; turned < 2; turned++) {
      char text[300];
      snprintf(text, sizeof text, TURNS "JOINT/2, %s, I=%d, J=%d\n", types[k], turned ? 22 : 32,
               turned ? 32 : 22);
      agrees(types[k], text);
    }
  agrees("SCREW", TURNS "JOINT/2, SCREW, I=32, J=22, PITCH=0.2\n");
  agrees("free", "");
}

static void primitives(void) {
  static const char *const types[] = {"ATPOINT",     "INLINE",        "INPLANE",
                                      "ORIENTATION", "PARALLEL_AXES", "PERPENDICULAR"};
  for (size_t k = 0; k < sizeof types / sizeof *types; k++) {
    char text[300];
    snprintf(text, sizeof text, TURNS "JPRIM/2, %s, I=32, J=22\n", types[k]);
    agrees(types[k], text);
  }
}

static void loops(void) {
  agrees("closed by a ball", TURNS
         "JOINT/2, SPHERICAL, I=31, J=22\n"
         "MARKER/33, PART=3, QP=0.7,0.2,-0.1\nMARKER/11, PART=1, "
         "QP=1.35,0.6,0.1\nJPRIM/3, INPLANE, I=33, J=11\n");
  agrees("coupler", TURNS
         "JOINT/2, REVOLUTE, I=32, J=9\nCOUPLER/1, JOINTS=1,2, TYPE=R:R, "
         "SCALES=1,-1.7\n");
}

static void motions(void) {
  agrees("turn",
         "JOINT/1, REVOLUTE, I=21, J=1\nMOTION/1, JOINT=1, ROTATION, FUNCTION=0.3*SIN(4*TIME)"
         "+STEP(TIME,-0.1,0,0.3,1.2)\nJOINT/2, SPHERICAL, I=32, J=22\n");
  agrees("slide",
         "JOINT/1, TRANSLATIONAL, I=21, J=1\nMOTION/1, JOINT=1, TRANSLATION, "
         "FUNCTION=0.2*TIME**2+SQRT(1+TIME)+ATAN2(TIME,2)\nJOINT/2, SPHERICAL, I=32, "
         "J=22\n");
  agrees("marker", TURNS
         "JOINT/2, SPHERICAL, I=32, J=22\nMOTION/1, I=30, J=1, X, "
         "FUNCTION=0.7+0.1*TIME\n");
}

static void forces(void) {
  agrees("spring", TURNS
         "SPRINGDAMPER/1, TRANSLATION, I=30, J=20, K=210, C=3, LENGTH=0.4, "
         "FORCE=2\nJOINT/2, SPHERICAL, I=32, J=22\n");
  agrees("coil", TURNS
         "SPRINGDAMPER/1, ROTATION, I=21, J=1, KT=20, CT=0.3, ANGLE=0.2, "
         "TORQUE=0.1\n");
  agrees("bushing", TURNS
         "BUSHING/1, I=32, J=22, K=900,800,700, C=9,8,7, KT=40,50,60, "
         "CT=.4,.5,.6, FORCE=1,2,3, TORQUE=.1,.2,.3\n");
  agrees("axial", TURNS
         "SFORCE/1, TRANSLATION, I=20, J=9, ACTIONONLY, "
         "FUNCTION=3*COS(5*TIME)-2*VZ(20,9,9,9)\n");
  agrees("line",
         TURNS "SFORCE/1, TRANSLATION, I=30, J=20, FUNCTION=-30*(DM(30,20)-0.3)-VR(30,20)\n");
  agrees("torque", TURNS "SFORCE/1, ROTATION, I=21, J=1, FUNCTION=-4*AZ(21,1)-0.2*WZ(21,1,1)\n");
  agrees("angle about a slide",
         "JOINT/1, TRANSLATIONAL, I=21, J=1\nJOINT/2, SPHERICAL, I=32, J=22\nSFORCE/1, "
         "TRANSLATION, ACTIONONLY, I=21, J=1, FUNCTION=3+2*COS(AZ(21,1))-AZ(31,21)\n");
  agrees("angle about a ball", TURNS
         "JOINT/2, SPHERICAL, I=32, J=22\nSFORCE/1, TRANSLATION, ACTIONONLY, I=30, J=9, "
         "FUNCTION=3+2*COS(AZ(32,22))-AZ(22,32)\n");
  agrees("angle that is driven",
         "JOINT/1, REVOLUTE, I=21, J=1\nMOTION/1, JOINT=1, ROTATION, FUNCTION=0.4+0.3*TIME\n"
         "JOINT/2, SPHERICAL, I=32, J=22\nSFORCE/1, TRANSLATION, ACTIONONLY, I=30, J=9, "
         "FUNCTION=3+2*AZ(21,1)-AZ(1,21)**2\n");
  agrees("vector", TURNS
         "MARKER/19, PART=2, FLOATING\nGFORCE/1, I=30, JFLOAT=19, RM=22, "
         "FX=1-DX(30,22,22)\\ FY=-VY(30,22,22,22)\\ FZ=DZ(30,9,22)\\ "
         "TX=-0.1*WX(30,22,22)\\ TY=0.2\\ TZ=-AZ(30,22)\\\n");
  agrees("gravity alone", TURNS);
}

static void functions(void) {
  agrees("selections", TURNS
         "SFORCE/1, ROTATION, I=21, J=1, FUNCTION=IF(AZ(21,1)-0.2: -1, 0, 2)+MAX(WZ(21,1,1),1.5)"
         "-MIN(AZ(21,1),5)+SIGN(0.3,AZ(21,1))+ABS(AZ(21,1))+DIM(2,AZ(21,1))\n"
         "SFORCE/2, ROTATION, I=21, J=1, FUNCTION=IMPACT(AZ(21,1),WZ(21,1,1),0.5,100,1.5,2,0.01)"
         "-BISTOP(AZ(21,1),WZ(21,1,1),-1,0.1,50,1.3,1,0.1)\n");
  agrees("shapes", TURNS
         "SFORCE/1, ROTATION, I=21, J=1, FUNCTION=STEP(AZ(21,1),0,1,1,2)+STEP5(AZ(21,1),0,1,1,2)"
         "+HAVSIN(AZ(21,1),0,1,1,3)+POLY(AZ(21,1),0.1,1,2,3)+SHF(TIME,0,1,2,0.1,0.2)"
         "+FORCOS(TIME,0,3,1,2,3)+CHEBY(AZ(21,1),0,1,2,3)\n");
  agrees("elementary", TURNS
         "SFORCE/1, ROTATION, I=21, J=1, FUNCTION=EXP(-AZ(21,1))+LOG(2+AZ(21,1))+LOG10(3+AZ(21,1))"
         "+SQRT(1+AZ(21,1))+TANH(AZ(21,1))+SINH(AZ(21,1))-COSH(AZ(21,1))+ASIN(AZ(21,1)/4)"
         "+ACOS(AZ(21,1)/4)+ATAN(AZ(21,1))+ATAN2(AZ(21,1),2)+TAN(AZ(21,1))+MOD(7.3*AZ(21,1),1)"
         "+AINT(17*AZ(21,1))+ANINT(19*AZ(21,1))+(1+AZ(21,1))**1.7\n");
  agrees("splines and variables", TURNS
         "SPLINE/1, X=0,1,2,3,4, Y=0,1,4,9,16\nVARIABLE/1, FUNCTION=AKISPL(AZ(21,1),0,1)\n"
         "VARIABLE/2, FUNCTION=VARVAL(1)**2+CUBSPL(AZ(21,1),0,1)\nARRAY/1, VARIABLES=1,2, SIZE=2\n"
         "SFORCE/1, ROTATION, I=21, J=1, FUNCTION=-VARVAL(2)+ARYVAL(1,1)\n");
}

static void states(void) {
  agrees("DIFF", TURNS
         "DIFF/1, IC=0.3, FUNCTION=-2*DIF(1)+WZ(21,1,1)\n"
         "SFORCE/1, ROTATION, I=21, J=1, FUNCTION=-3*DIF(1)\n");
  agrees("TFSISO", TURNS
         "VARIABLE/1, FUNCTION=AZ(21,1)\nARRAY/1, U, VARIABLES=1, SIZE=1\n"
         "ARRAY/2, X, SIZE=2\nARRAY/3, Y, SIZE=1\nTFSISO/1, X=2, U=1, Y=3, NUMERATOR=1, "
         "DENOMINATOR=1,0.2,0.1\nSFORCE/1, ROTATION, I=21, J=1, "
         "FUNCTION=-ARYVAL(2,1)\n");
}

/* Rates that are not given as such. */
static void states_that_are_refused(void) {
  static const char *const functions[] = {"IMPLICIT, FUNCTION=2*DIF1(7)+DIF(7)",
                                          "FUNCTION=USER(3)\\ ROUTINE=values::"};
  for (int k = 0; k < 2; k++) {
    char text[4000];
    lash_recording *r;
    snprintf(text, sizeof text, "%s" TURNS "DIFF/7, IC=1, %s\n", UNIT, functions[k]);
    mechanism m = load(text);
    TEST_ASSERT_EQUAL_INT(LASH_UNSUPPORTED, lash_recording_make(m.system, false, &r, &error));
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(error.message, "DIFF/7"), error.message);
    unload(&m);
  }
}

/* A journal askew in its bearing, which it touches at both ends, with friction and without: what is
 * found at either end, and the force of both, are told apart. */
static void clearances(void) {
#define JOURNAL                                                             \
  "MARKER/25, PART=2, QP=0.0009,-0.0006,0.002, REULER=30D,1.2D,0\n"         \
  "MARKER/91, PART=2, FLOATING\nPART/4, MASS=0.4, CM=40, IP=0.01,0.02,0.03" \
  ", QG=2,0,0, VX=0.2\nMARKER/40, PART=4\n"                                 \
  "GFORCE/1, I=1, JFLOAT=91, RM=1, FUNCTION=USER(1,1,25,1)\\ "              \
  "ROUTINE=lash_subroutines::Lash_revolute\n"                               \
  "CBKSUB/1, FUNCTION=USER(0)\\ ROUTINE=lash_subroutines::Cbksub\n"
  agrees("journal", JOURNAL
         "STRING/1, STRING = normal=lankarani_nikravesh K=1e6 e=0.8 Ri=0.011 Rj=0.010 L=0.04\n");
  agrees("rubbing journal", JOURNAL
         "STRING/1, STRING = normal=lankarani_nikravesh K=1e6 e=0.8 Ri=0.011 Rj=0.010 L=0.04 "
         "friction=brown_mcphee v_tr=0.1\n");
}

/* What a joint remembers of impacts, and a REQUEST tells, is the same whichever equations were
 * integrated: here those of the ball that is a list of operations itself. What it took is what the
 * motion lost. */
static void remembers_impacts(const char *law) {
  char dataset[1000];
  snprintf(dataset, sizeof dataset,
           "ACCGRAV/JGRAV=-9.81\nPART/1, GROUND\nMARKER/1, PART=1\n"
           "PART/2, MASS=1, CM=20, IP=0.01,0.01,0.01, QG=1e-4,0,0\nMARKER/20, PART=2\n"
           "MARKER/91, PART=2, FLOATING\nGFORCE/1, I=1, JFLOAT=91, RM=1, FUNCTION=USER(1,1,20,1)\\ "
           "ROUTINE=lash_subroutines::Lash_spherical\n"
           "STRING/1, STRING = normal=%s K=1e8 Ri=0.0105 Rj=0.010\n"
           "CBKSUB/1, FUNCTION=USER(0)\\ ROUTINE=lash_subroutines::Cbksub\n"
           "REQUEST/1, FUNCTION=USER(1,1,1)\\ ROUTINE=lash_subroutines::Reqsub\n",
           law);
  double value[2][8], lost[2];
  for (int k = 0; k < 2; k++) {
    mechanism m = load(dataset);
    lash_integrate_options options = method("rk4", 1e-9, 2e-6);
    options.engine = k ? LASH_EQUATIONS_CARTESIAN : LASH_EQUATIONS_COMPILED;
    const outcome o = advance(&m, &options, 0.02, NULL);
    OK(lash_system_request_values(m.system, 0, value[k], &error));
    lost[k] =
        o.audit.start.kinetic + o.audit.start.gravity - o.audit.now.kinetic - o.audit.now.gravity;
    unload(&m);
  }
  TEST_ASSERT_TRUE(value[0][7] >= 1 && value[0][6] > 1e-4); /* impacts, energy */
  for (int c = 0; c < 8; c++)
    TEST_ASSERT_DOUBLE_WITHIN(1e-5 * (1e-6 + fabs(value[1][c])), value[1][c], value[0][c]);
  for (int k = 0; k < 2; k++) TEST_ASSERT_DOUBLE_WITHIN(0.02 * lost[k], lost[k], value[k][6]);
}

/* The first law is recorded too, the second is called. */
static void impacts_are_remembered(void) {
  remembers_impacts("lankarani_nikravesh e=0.7");
  remembers_impacts("impact n=1.5 c=100 d=1e-5");
}

/* Recorded in the middle of an impact, a joint knows the speed at which that began: the force of
 * Lankarani and Nikravesh depends on it. */
static void recorded_in_the_middle_of_an_impact(void) {
  mechanism m = load(
      "ACCGRAV/JGRAV=-9.81\nPART/1, GROUND\nMARKER/1, PART=1\n"
      "PART/2, MASS=1, CM=20, IP=0.01,0.01,0.01, VY=-0.5\nMARKER/20, PART=2\n"
      "MARKER/91, PART=2, FLOATING\nGFORCE/1, I=1, JFLOAT=91, RM=1, FUNCTION=USER(1,1,20,1)\\ "
      "ROUTINE=lash_subroutines::Lash_spherical\n"
      "STRING/1, STRING = normal=lankarani_nikravesh K=1e8 e=0.3 Ri=0.0105 Rj=0.010\n"
      "CBKSUB/1, FUNCTION=USER(0)\\ ROUTINE=lash_subroutines::Cbksub\n");
  lash_integrate_options options = method("rk4", 1e-9, 2e-6);
  options.engine = LASH_EQUATIONS_CARTESIAN;
  double speed = -0.5;
  lash_recording *r;
  advance(&m, &options, 1.0e-3, NULL); /* 0.5 mm at 0.5 m/s */
  for (int k = 1; speed < -0.2; k++) { /* slowed down, and still on the way in */
    advance(&m, &options, 1e-3 + 2e-5 * k, NULL);
    speed = m.y[m.n->q + 1];
  }
  TEST_ASSERT_TRUE(speed < -0.05);
  OK(lash_recording_make(m.system, false, &r, &error));
  const size_t n = lash_recording_tell(r).length;
  double *z = calloc(2 * n, sizeof *z);
  lash_system_set(m.system, m.t, m.y);
  OK(lash_recording_lower(r, z, &error));
  OK(lash_recording_remember(r, &error));
  OK(lash_recording_rates(r, m.t, z, z + n, &error));
  TEST_ASSERT_TRUE(compare(&m, r, m.t, z, z + n, n) < 1e-6);
  free(z);
  lash_recording_free(r);
  unload(&m);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(joints);
  RUN_TEST(primitives);
  RUN_TEST(loops);
  RUN_TEST(motions);
  RUN_TEST(forces);
  RUN_TEST(functions);
  RUN_TEST(states);
  RUN_TEST(states_that_are_refused);
  RUN_TEST(clearances);
  RUN_TEST(impacts_are_remembered);
  RUN_TEST(recorded_in_the_middle_of_an_impact);
  return UNITY_END();
}
