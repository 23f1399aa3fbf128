/* Wrong inputs as people write them: what is said, and with which status. 1 failed, 2 wrong input,
 * 3 not supported; what is legal but hardly meant runs, with a word. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "unity.h"

void setUp(void) { setenv("LASH_SUBROUTINE_PATH", LIBRARIES, 1); }
void tearDown(void) { remove("test_mistakes.adm"), remove("test_mistakes.acf"); }

#define HEAD                                                                    \
  "a ball\nUNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=MILLIMETER, TIME=SECOND\n" \
  "PART/1, GROUND\nMARKER/1, PART=1\nMARKER/9, PART=1, FLOATING\n"              \
  "PART/2, MASS=1, CM=2, IP=10,10,10\nMARKER/2, PART=2\nMARKER/3, PART=2, QP=1,0,0\n"
#define JOINT(routine, words)                                                        \
  HEAD "GFORCE/1, I=2, JFLOAT=9, RM=1, FUNCTION=USER(1,2,1,1)\\\n, ROUTINE=" routine \
       "\nSTRING/1, STRING=" words "\n"
#define BALL(words) JOINT("lash_subroutines::Lash_spherical", words)

typedef struct mistake {
  const char *dataset; /* without END */
  int status;
  const char *words;
} mistake;

static const mistake datasets[] = {
    /* statements and arguments */
    {HEAD "JOIN/1, REVOLUTE, I=2, J=1\nPERT/3\n", 2, "PERT"},
    {HEAD "JOINT/1, REVOLVE, I=2, J=1\n", 2, "did you mean REVOLUTE"},
    {HEAD "JOINT/1, REVOLUTE, I=2, J=77\n", 2, "there is no MARKER/77"},
    {HEAD "JOINT/1, REVOLUTE, I=2\n", 2, "J is missing"},
    {HEAD "PART/2, MASS=1, CM=2, IP=1,1,1\n", 2, "PART/2"},
    {HEAD "SFORCE/1, I=2, J=1, TRANSLATION, FUNCTION=DX(2,\n", 2, "SFORCE/1"},
    {HEAD "SFORCE/1, I=2, J=1, TRANSLATION, FUNCTION=SINN(TIME)\n", 2, "SINN"},
    {HEAD "SFORCE/1, I=2, J=1, TRANSLATION, FUNCTION=DX(2,55)\n", 2, "MARKER/55"},
    {HEAD "VARIABLE/1, FUNCTION=VARVAL(8)\n", 2, "VARIABLE/8"},
    {HEAD "MOTION/1, JOINT=4, ROTATION, FUNCTION=TIME\n", 2, "JOINT/4"},
    {HEAD "SPRINGDAMPER/1, I=2, J=1, TRANSLATION, K=abc, C=1, LENGTH=1\n", 2, "K"},
    /* what is not there yet */
    {HEAD "NFORCE/1, I=1, J=2\n", 3, "NFORCE is not supported"},
    {HEAD "TIRE/1\n", 3, "TIRE is not supported"},
    /* libraries and routines */
    {JOINT("no_such::Gfosub", "x"), 2, "there is no subroutine library 'no_such'"},
    {JOINT("lash_subroutines::Lash_sphere", "x"), 2, "has no routine 'Lash_sphere'"},
    /* laws in a STRING */
    {BALL("normal=hertzz K=1e8 Ri=.01 Rj=.0099"), 2, "did you mean 'hertz'"},
    {BALL("normal=hertz k=1e8 Ri=.01 Rj=.0099"), 2, "did you mean 'K'"},
    {BALL("normal=hertz K=-1e8 Ri=.01 Rj=.0099"), 2, "must be > 0"},
    {BALL("normal=hertz K=1e8 Ri=.01 Rj=.0099 friction=coulom"), 2, "did you mean 'coulomb'"},
    {BALL("normal=hertz K=1e8 Ri=.01 Rj=.0099 friction=lugre_n mu_s=-1"), 2, "must be >= 0"},
    {BALL("normal=hertz K=1e8 Ri=.01 Rj=.0099 friction=lugre_n mu_s=.1 mu_k=.2"), 2,
     "mu_s must be at least mu_k"},
    {BALL("normal=hertz K=1e8 Ri=.01 Rj=.0099 friction=lugre_n damping=none"), 2,
     "published, bounded"},
    {BALL("normal=hertz K=1e8 Ri=.01"), 2, "Rj"},
    {BALL("K=1e8 Ri=.01 Rj=.0099"), 2, "normal= is missing"},
    {BALL("normal=flores E=1e11 nu=0.3 Ri=.01 Rj=.0099 e=1.5"), 2, "e = 1.5"},
    {BALL("normal=flores E=1e11 nu=0.3 Ri=.01 Rj=.0099 e=1.5"), 2,
     "test_mistakes.adm:11: STRING/1: "},
    {HEAD "GFORCE/1, I=2, JFLOAT=9, RM=1, FUNCTION=USER(7,2,1,1)\\\n"
          ", ROUTINE=lash_subroutines::Lash_spherical\n",
     2, "GFORCE/1"},
    /* legal, hardly meant */
    {BALL("normal=hertz K=1e8 Ri=.01 Rj=.005"), 0, "is more than a tenth of Ri"},
    {HEAD "PART/3, MASS=1, CM=30, IP=1,1,1, QG=5.01,0,0\nMARKER/30, PART=3\n"
          "GFORCE/1, I=30, JFLOAT=9, RM=1, FUNCTION=USER(1,30,1,1)\\\n"
          ", ROUTINE=lash_subroutines::Lash_spherical\n"
          "STRING/1, STRING=normal=hertz K=1e8 Ri=.1 Rj=.0951 outer=J\n",
     0, "PART/3 and PART/1 begin 0.11 MILLIMETER inside one another"},
    {HEAD "PART/3, MASS=1, CM=30, IP=1,1,1, VX=100, VY=50\nMARKER/30, PART=3, REULER=90D,90D,0\n"
          "MARKER/10, PART=1, REULER=90D,90D,0\nJOINT/1, TRANSLATIONAL, I=30, J=10\n",
     0, "initial velocity was changed by 50 %"},
    {HEAD "DEBUG/EPRINT\n", 0, "DEBUG is not used"},
};

static void in_datasets(void) {
  for (size_t k = 0; k < sizeof datasets / sizeof datasets[0]; k++) {
    char text[4000];
    snprintf(text, sizeof text, "%sEND\n", datasets[k].dataset);
    write_in(".", "test_mistakes.adm", text);
    expect(datasets[k].status, datasets[k].words, "check test_mistakes.adm");
    expect(datasets[k].status, datasets[k].words,
           "run test_mistakes.adm --end 1e-6 --steps 1 --out test_mistakes.results");
  }
}

static const struct {
  const char *commands;
  int status;
  const char *words;
} scripts[] = {
    {"test_mistakes\nout\nSIMULATE/DYNAMICS, END=1\n", 2, "STEPS or DTOUT is missing"},
    {"test_mistakes\nout\nSIMULATE/DYNAMICS, END=1, STEPS=2\nSIMULATE/DYNAMICS, END=0.5, STEPS=2\n",
     2, "is not behind"},
    {"test_mistakes\nout\nDEACTIVATE/JOINT, ID=5\nSIM/DYN, END=1, STEPS=1\n", 2, "JOINT/5"},
    {"nowhere\nout\nSIM/DYN, END=1, STEPS=1\n", 2, "nowhere.adm"},
    {"test_mistakes\nout\nSIMULAT/DYNAMIX, END=1, STEPS=1\n", 2, "DYNAMIX"},
};

static void in_command_files(void) {
  write_in(".", "test_mistakes.adm", HEAD "END\n");
  for (size_t k = 0; k < sizeof scripts / sizeof scripts[0]; k++) {
    write_in(".", "test_mistakes.acf", scripts[k].commands);
    expect(scripts[k].status, scripts[k].words, "check test_mistakes.acf");
    expect(scripts[k].status, scripts[k].words,
           "run test_mistakes.acf --out test_mistakes.results");
  }
}

static const struct {
  const char *arguments;
  int status;
  const char *words;
} lines[] = {
    {"rum test_mistakes.adm", 2, "run"},
    {"run", 2, "which model"},
    {"run no_such.adm --end 1", 2, "No such file"},
    {"run test_mistakes.adm", 2, "how long"},
    {"run test_mistakes.adm --end -1", 2, "--end"},
    {"run test_mistakes.adm --end 1 --steps 2.5", 2, "--steps wants a whole number"},
    {"run test_mistakes.adm --end 1 --steps 1e18", 2, "--steps wants a whole number"},
    {"run test_mistakes.adm --end 1 --integrator bfd", 2, "bfd"},
    {"run test_mistakes.adm --end 1 --error 2", 2, "error"},
    {"run test_mistakes.adm --end 1 --set PART/8.MASS=2", 2, "PART/8"},
    {"run test_mistakes.adm --end 1 --dtout 5", 0, "only its start and its end are shown"},
    {"run test_mistakes.adm --end 1 --without PART", 2, "write STATEMENT/ID"},
    {"run test_mistakes.adm --end 1 --without SFORCE/9", 2, "SFORCE/9"},
    {"laws lugree", 2, "did you mean 'lugre'"},
    {"law hertz --set k=1e8 --at delta=1e-5,v=0,v0=0", 2, "did you mean 'K'"},
    {"law hertz --set K=1e8 --set Nu=0.3 --at delta=1e-5,v=0,v0=0", 2, "did you mean 'nu'"},
    {"check nothing_here.adm", 2, "cannot read nothing_here.adm"},
    {"rig stick-slip --law coulombb", 2, "coulomb"},
};

static void on_the_command_line(void) {
  write_in(".", "test_mistakes.adm", HEAD "END\n");
  for (size_t k = 0; k < sizeof lines / sizeof lines[0]; k++)
    expect(lines[k].status, lines[k].words, lines[k].arguments);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(in_datasets);
  RUN_TEST(in_command_files);
  RUN_TEST(on_the_command_line);
  return UNITY_END();
}
