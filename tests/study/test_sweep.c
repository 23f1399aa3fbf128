/* lash sweep as a user meets it: the same results however they were computed, whatever happened on
 * the way. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "command.h"
#include "unity.h"

#ifdef __SANITIZE_ADDRESS__ /* processes start slowly there */
#define MANY "200"
#else
#define MANY "1000"
#endif
#define SOME "300" /* long enough to be caught in the middle */
#define FEW  "60"

/* As root, on fewer processors than ranks, quiet about the network; MPI's own leaks are not ours.
 */
#define MPI_SETTINGS                                                               \
  "OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 "                     \
  "OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_btl_base_warn_component_unused=0 " \
  "ASAN_OPTIONS=detect_leaks=0 "

static char folder[] = "/tmp/lash_sweep_XXXXXX";

void setUp(void) {}
void tearDown(void) {}

static const char spring[] =
    "a spring\n"
    "PART/1, GROUND\n"
    "MARKER/1, PART=1, REULER=90D,90D,0\n"
    "PART/2, MASS=2, CM=2, IP=1,1,1, QG=0.2,0,0\n"
    "MARKER/2, PART=2, REULER=90D,90D,0\n"
    "JOINT/1, TRANSLATIONAL, I=2, J=1\n"
    "SFORCE/1, TRANSLATION, ACTIONONLY, I=2, J=1, FUNCTION=-200*DX(2,1)\n"
    "REQUEST/1, F2=DX(2,1)\\F3=VX(2,1)\n"
    "END\n";

#define SWEEP(points)                                                                         \
  LASH_COMMAND " sweep m.adm --vary PART/2.MASS=1:5:" points                                  \
               " --measure 'peak(VX(2,1)),final(request/1.f2),first_impact,steps' --end 0.02" \
               " --dtout 0.01 -i rk4 --step 0.01 "

#define SWEEP_MANY SWEEP(MANY)
#define SWEEP_SOME SWEEP(SOME)
#define SWEEP_FEW  SWEEP(FEW)

/* Runs a shell script in the test's folder; its status. */
static int shell(const char *script) {
  char command[6000];
  snprintf(command, sizeof command, "cd %s || exit 9\n%s", folder, script);
  const int code = system(command);
  return WIFEXITED(code) ? WEXITSTATUS(code) : -1;
}

static void expect_shell(const char *script) {
  TEST_ASSERT_EQUAL_INT_MESSAGE(0, shell(script), script);
}

/* No point lost, none repeated, the table as if nothing had happened. */
static void expect_whole(const char *sweep, const char *points, const char *reference) {
  char script[1000];
  snprintf(
      script, sizeof script,
      "cmp %s/points.csv %s/points.csv && "
      "test $(grep -hEc '^[0-9]+ ok .* #[0-9a-f]{8}$' %s/points.log) = %s && "
      "test -z \"$(grep -hE ' #[0-9a-f]{8}$' %s/points.log | cut -d' ' -f1 | sort | uniq -d)\"",
      reference, sweep, sweep, points, sweep);
  expect_shell(script);
}

static void one_process_or_many(void) {
  expect_shell(SWEEP_MANY "--out many1 -j 1 -q > ref.txt");
  expect_shell("test $(wc -l < many1/points.csv) = $((" MANY " + 1))");
  expect_shell(SWEEP_MANY "--out many3 -j 3 -q > many.txt");
  expect_whole("many3", MANY, "many1");
  expect_shell(SWEEP_SOME "--out some -q > ref.txt");
  expect_shell(SWEEP_FEW "--out ref -q > ref.txt");
}

/* x = 0.2 cos(10 t) at mass 2: after 0.02 s two steps of a fourth-order method are right to 1e-6.
 */
static void the_values_are_right(void) {
  expect_shell(LASH_COMMAND
               " sweep m.adm --vary PART/2.MASS=2,4 --measure 'final(DX(2,1))' "
               "--end 0.02 -i rk4 --step 0.01 --out v -q > v.txt");
  expect_shell(
      "awk -F, '$1 == 0 { d = $3 - 0.2 * cos(0.2); exit !(d < 1e-6 && d > -1e-6) }' "
      "v/points.csv");
}

/* ---------------------------------------------------------------------------------------- ranks */

#ifdef LASH_MPIRUN
#define MPIRUN(ranks) MPI_SETTINGS LASH_MPIRUN " -np " #ranks " "

static void one_rank_or_two(void) {
  expect_shell(MPIRUN(2) SWEEP_MANY "--out two -q > two.txt 2>&1 || { cat two.txt; exit 1; }");
  expect_whole("two", MANY, "many1");
  expect_shell("grep -q '2 ranks' two.txt");
  expect_shell(MPIRUN(1) SWEEP_FEW "--out one -q > one.txt 2>&1");
  expect_whole("one", FEW, "ref");
}

/* A mistake is told once, not once per rank, and nobody waits for ever. */
static void ranks_agree_on_mistakes(void) {
  expect_shell(MPIRUN(2) SWEEP_FEW
               "--out two -q --set PART/2.QG=0.3,0,0 > wrong.txt 2>&1; test $? = 2");
  expect_shell("test $(grep -c 'another study' wrong.txt) = 1");
}

static void a_rank_is_killed(void) {
  expect_shell("rm -rf k; " MPIRUN(2) SWEEP_SOME
               "--out k -q > k.txt 2>&1 & pid=$!\n"
               "while [ $(wc -l 2>/dev/null < k/points.log || echo 0) -lt 20 ]; do sleep 0.02; "
               "kill -0 $pid || exit 1; done\n"
               "set -- $(cat /proc/$pid/task/$pid/children); kill -9 $2\n"
               "wait $pid; test $? != 0 && test ! -e k/points.csv");
  expect_shell(MPIRUN(2) SWEEP_SOME "--out k -q > k2.txt 2>&1");
  expect_shell("grep -q 'more from before' k2.txt");
  expect_whole("k", SOME, "some");
}
#else
static void one_rank_or_two(void) { TEST_IGNORE_MESSAGE("no MPI here"); }
static void ranks_agree_on_mistakes(void) { TEST_IGNORE_MESSAGE("no MPI here"); }
static void a_rank_is_killed(void) { TEST_IGNORE_MESSAGE("no MPI here"); }
#endif

/* ------------------------------------------------------------------------------------
 * interruptions */

static void killed_and_resumed(void) {
  expect_shell("rm -rf k");
  for (int round = 0; round < 2; round++) {
    expect_shell(SWEEP_SOME
                 "--out k -q > k.txt & pid=$!\n"
                 "start=$(wc -l 2>/dev/null < k/points.log || echo 0)\n"
                 "while [ $(wc -l 2>/dev/null < k/points.log || echo 0) -lt $((start + 25)) ]; do "
                 "sleep 0.01; kill -0 $pid || exit 1; done\n"
                 "kill -9 $pid; wait $pid 2>/dev/null; test ! -e k/points.csv");
  }
  expect_shell(SWEEP_SOME "--out k -q > k.txt && grep -q 'more from before' k.txt");
  expect_whole("k", SOME, "some");
}

static void interrupted_and_resumed(void) {
  expect_shell("rm -rf k; " SWEEP_SOME
               "--out k -q > k.txt 2>&1 & pid=$!\n"
               "while [ $(wc -l 2>/dev/null < k/points.log || echo 0) -lt 40 ]; do sleep 0.01; "
               "kill -0 $pid || exit 1; done\n"
               "kill -TERM $pid; wait $pid; test $? = 1 && grep -q 'repeat the command' k.txt");
  expect_shell(SWEEP_SOME "--out k -q > k.txt");
  expect_whole("k", SOME, "some");
}

/* A torn line at the end, a flipped byte and rubbish in the middle: those points are computed
 * again.
 */
static void a_damaged_log(void) {
  expect_shell(
      "rm -rf k; cp -r ref k; rm k/points.csv\n"
      "sed -i '5s/ok /ok 9/; 9s/.*/rubbish/' k/points.log\n"
      "truncate -s -20 k/points.log");
  expect_shell(SWEEP_FEW "--out k > k.txt 2>&1");
  expect_shell("grep -q '^3 points' k.txt && test $(grep -c 'damaged line' k.txt) = 3");
  expect_shell("cmp ref/points.csv k/points.csv");
  /* damage stays in the log and is passed over again */
  expect_shell(SWEEP_FEW "--out k > k.txt 2>&1 && grep -q '^0 points' k.txt");
  expect_shell("cmp ref/points.csv k/points.csv");
}

static void another_study_is_refused(void) {
  expect_shell(SWEEP_FEW "--out ref --error 1e-7 > k.txt 2>&1; test $? = 2");
  expect_shell("grep -q \"there 'error 0', here 'error 9.9\" k.txt");
  expect_shell("cp m.adm other.adm; echo '! changed' >> m.adm\n" SWEEP_FEW
               "--out ref > k.txt 2>&1; code=$?; mv other.adm m.adm; test $code = 2");
  expect_shell("grep -q 'dataset' k.txt");
}

static void two_at_a_time_are_refused(void) {
  expect_shell("rm -rf k; " SWEEP_SOME
               "--out k -q > k.txt 2>&1 & pid=$!\n"
               "while [ ! -s k/points.log ]; do sleep 0.01; done\n" SWEEP_SOME
               "--out k > k2.txt 2>&1; code=$?; kill $pid; wait $pid; test $code = 1\n"
               "grep -q 'in use' k2.txt");
}

static void slices_are_put_together(void) {
  expect_shell(
      "rm -rf k\n"
      "for i in 1 2 3; do " SWEEP_FEW "--out k -q --slice $i/3 > k.txt || exit 1; done");
  expect_shell("test -e k/points.2-of-3.log && grep -q '^0 points\\|^[0-9]* points' k.txt");
  expect_shell(SWEEP_FEW "--out k -q > k.txt && grep -q '^0 points, " FEW " more' k.txt");
  expect_shell("cmp ref/points.csv k/points.csv");
}

static void a_job_script(void) {
  expect_shell("rm -rf k; " SWEEP_FEW "--out k --emit-slurm 4 > job.sh && sh -n job.sh");
  expect_shell("grep -q '^#SBATCH --array=1-4$' job.sh");
  expect_shell("for i in 1 2 3 4; do SLURM_ARRAY_TASK_ID=$i sh job.sh > k.txt || exit 1; done");
  expect_shell("cmp ref/points.csv k/points.csv");
}

/* ------------------------------------------------------------------------------------- failures */

/* Every third point has a mass below zero. */
#define FAILING                                                             \
  LASH_COMMAND                                                              \
  " sweep m.adm --vary PART/2.MASS=1,2,-1,3,4,-2,5,6,-3 --measure 'steps' " \
  "--end 0.02 --out f "

static void failures_are_listed(void) {
  expect_shell("rm -rf f; " FAILING "> f.txt 2>&1");
  expect_shell("grep -q '^3 points failed:' f.txt");
  expect_shell("grep -q 'PART/2.MASS=-2: setting PART/2.MASS=-2: .*must be >= 0' f.txt");
  expect_shell(
      "test $(grep -c ',ok,' f/points.csv) = 6 && test $(grep -c ',failed,' f/points.csv) = 3");
  /* they stay failed, until one asks */
  expect_shell(FAILING "> f.txt 2>&1 && grep -q '^0 points, 9 more' f.txt");
  expect_shell(FAILING "--retry-failed > f.txt 2>&1 && grep -q '^3 points, 6 more' f.txt");
  expect_shell("test $(grep -c failed f/points.log) = 6");
  expect_shell(FAILING "--json > f.json && grep -q '\"failed\": 3' f.json");
}

static void mistakes_are_told(void) {
  char model[64], command[400];
  snprintf(model, sizeof model, "sweep %s/m.adm ", folder);
  static const struct {
    const char *options, *words;
  } cases[] = {
      {"--end 1 --measure steps", "nothing varies"},
      {"--vary PART/2.MASS=1,2 --end 1", "nothing to measure"},
      {"--vary PART/2.MASS=1,2 --measure steps", "--end"},
      {"--vary PART/2.MASS=1,2 --end 1 --measure stebs", "did you mean 'steps'"},
      {"--vary PART/9.MASS=1,2 --end 1 --measure steps", "no such element"},
      {"--vary PART/2.MASS=1,2 --end 1 --measure steps --slice 3/2", "--slice"},
      {"--vary PART/2.MASS=1,2 --end 1 --measure 'deviation_rms(DX(2,1))'", "--ideal-without"},
      {"--vary PART/2.MASS=1,2 --end 1 --measure steps --plot a.gif", ".svg, .pdf or .png"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    snprintf(command, sizeof command, "%s%s", model, cases[i].options);
    expect(2, cases[i].words, command);
  }
  expect(2, "which model", "sweep --vary PART/2.MASS=1,2 --end 1 --measure steps");
  expect(0, "first_impact", "sweep --help");
}

static void pictures(void) {
  expect_shell(FAILING "--plot f.svg > f.txt && grep -q '<svg' f.svg");
  expect_shell(LASH_COMMAND
               " sweep m.adm --vary PART/2.MASS=1:9:3:log --vary 'x=1:2:3' "
               "--set 'PART/2.QG=${x},0,0' --measure 'steps,peak(DX(2,1))' --end 0.02 --out g "
               "--plot g.svg > g.txt && grep -q '<svg' g.svg");
  /* the amplitude is the starting place, whatever the mass */
  expect_shell("grep -q '^8,9,2,[0-9]*,2,ok,$' g/points.csv");
}

int main(void) {
  if (!mkdtemp(folder)) return 1;
  char path[64], command[128];
  snprintf(path, sizeof path, "%s/m.adm", folder);
  FILE *out = fopen(path, "w");
  if (!out) return 1;
  fputs(spring, out);
  fclose(out);
  UNITY_BEGIN();
  RUN_TEST(one_process_or_many);
  RUN_TEST(the_values_are_right);
  RUN_TEST(one_rank_or_two);
  RUN_TEST(ranks_agree_on_mistakes);
  RUN_TEST(a_rank_is_killed);
  RUN_TEST(killed_and_resumed);
  RUN_TEST(interrupted_and_resumed);
  RUN_TEST(a_damaged_log);
  RUN_TEST(another_study_is_refused);
  RUN_TEST(two_at_a_time_are_refused);
  RUN_TEST(slices_are_put_together);
  RUN_TEST(a_job_script);
  RUN_TEST(failures_are_listed);
  RUN_TEST(mistakes_are_told);
  RUN_TEST(pictures);
  snprintf(command, sizeof command, "rm -rf %s", folder);
  if (system(command) != 0) return 1;
  return UNITY_END();
}
