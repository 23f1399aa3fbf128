/* What REQUESTs show, as terms of a record's list (printed C takes them, where there is no system
 * to ask): against the system's own answers, kind by kind, at states in motion. */
#include "rates_helper.h"
#include "record_impl.h"
#include "record_request.h"

void setUp(void) {}
void tearDown(void) {}

/* Three parts on each other; a marker that moves with the last one is looked from. */
#define ARMS                                                                                   \
  "ACCGRAV/IGRAV=1.1, JGRAV=-9.81, KGRAV=0.7\nPART/1, GROUND\n"                                \
  "MARKER/1, PART=1, QP=0.1,0.2,-0.3, REULER=20D,35D,-50D\n"                                   \
  "MARKER/9, PART=1, QP=1.5,-0.4,0.9, REULER=-10D,75D,15D\n"                                   \
  "PART/2, MASS=1.3, CM=20, IP=0.11,0.17,0.13,0.01,-0.02,0.015, QG=0.1,0.2,-0.3"               \
  ", REULER=20D,35D,-50D\n"                                                                    \
  "MARKER/20, PART=2, QP=0.31,-0.22,0.17, REULER=5D,6D,7D\nMARKER/21, PART=2\n"                \
  "MARKER/22, PART=2, QP=0.6,0.1,-0.2, REULER=40D,25D,-30D\n"                                  \
  "PART/3, MASS=0.7, CM=30, IP=0.05,0.06,0.08, QG=0.71,0.33,-0.05, REULER=30D,15D,-70D\n"      \
  "MARKER/30, PART=3, QP=0.13,0.14,-0.08\n"                                                    \
  "MARKER/32, PART=3, QP=-0.4,0.2,0.1, REULER=70D,-25D,10D\n"                                  \
  "PART/4, MASS=0.9, CM=40, IP=0.02,0.03,0.04, QG=2,1,0.5, REULER=10D,25D,40D, VX=0.4"         \
  ", VY=-0.3, WX=1.1, WY=-0.7, WZ=0.9\n"                                                       \
  "MARKER/40, PART=4, QP=0.03,0.02,-0.05\nMARKER/41, PART=4, QP=0.2,0.3,0.1, REULER=1,0.6,2\n" \
  "JOINT/1, REVOLUTE, I=21, J=1, IC=0.3, 2.1\nJOINT/2, SPHERICAL, I=32, J=22\n"                \
  "SPRINGDAMPER/1, TRANSLATION, I=30, J=9, K=210, C=3, LENGTH=0.4\n"                           \
  "SFORCE/2, ROTATION, I=21, J=1, FUNCTION=-4*AZ(21,1)-0.2*WZ(21,1,1)\n"

static const char *const requests[] = {
    "DISPLACEMENT, I=30, J=20",
    "DISPLACEMENT, I=30, J=9, RM=41",
    "VELOCITY, I=30, J=20, RM=41",
    "VELOCITY, I=41, J=9",
    "ACCELERATION, I=30, J=20, RM=41",
    "ACCELERATION, I=41, J=1",
    "DISPLACEMENT, I=41, J=20, RM=9",
    "FORCE, I=30, J=9, RM=20",
    "DISPLACEMENT, I=41, J=9",
    "F2=DX(30,20,41)\\F3=DM(30,41)\\F4=VX(30,20,41,41)\\F6=VY(30,20,9)\\"
    "F7=VM(30,20)\\F8=VR(30,41)",
    "F2=WX(30,20,41)\\F3=WM(30,41)\\F4=ACCX(30,20,41,41)\\F6=ACCY(30,20,41)\\F7=ACCM(30,20)\\"
    "F8=ACCZ(41,20,1,9)",
    "F2=WDTX(30,20,41,41)\\F3=WDTY(30,20,41,20)\\F4=WDTZ(41,20,1,41)\\F6=WDTM(30,20)\\"
    "F7=WDTX(30,41,9,9)\\F8=WDTY(41,9)"};
enum { REQUESTS = sizeof requests / sizeof *requests };

/* Largest difference of a request's columns over the greatest of them. */
static void compare_columns(mechanism *m, const double *shown, const char *text) {
  for (size_t q = 0; q < REQUESTS; q++) {
    double values[8], most = 1e-3;
    OK(lash_system_request_values(m->system, q, values, &error));
    for (int c = 0; c < 8; c++) most = fmax(most, fabs(values[c]));
    for (size_t c = 0; c < 8; c++) {
      char words[200];
      snprintf(words, sizeof words, "%s: %s, column %zu", text, requests[q], c);
      const double turns = requests[q][0] == 'D' && c > 4 ? 6.283185307179586 : 0;
      const double off =
          turns ? remainder(shown[8 * q + c] - values[c], turns) : shown[8 * q + c] - values[c];
      TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-9 * most, 0, off, words);
    }
  }
}

static void every_kind_of_column(void) {
  char text[6000] = ARMS;
  for (size_t q = 0; q < REQUESTS; q++) {
    char one[300];
    snprintf(one, sizeof one, "REQUEST/%zu, %s\n", q + 1, requests[q]);
    strcat(text, one);
  }
  mechanism m = load(text);
  lash_recording *r;
  record_program program = {0};
  lash_term term[8 * REQUESTS];
  OK(lash_recording_make(m.system, false, &r, &error));
  for (size_t k = 0; k < 8 * REQUESTS; k++)
    OK(lash_recording_column(r, k / 8, k % 8, &term[k], &error));
  OK(record_make_program(r, term, 8 * REQUESTS, &program, &error));
  const size_t n = lash_recording_tell(r).length;
  double *z = calloc(2 * n, sizeof *z), *zdot = z + n, t = m.t;
  lash_system_set(m.system, m.t, m.y);
  OK(lash_recording_lower(r, z, &error));
  for (int step = 0; step < 4; step++) {
    OK(lash_recording_rates(r, t, z, zdot, &error));
    lash_tape_frame_run(program.frame, r->input, program.out); /* time and z are there already */
    OK(lash_recording_show(r, t, z, &error));
    compare_columns(&m, program.out, step ? "later" : "first");
    for (size_t k = 0; k < n; k++) z[k] += 0.02 * zdot[k];
    t += 0.02;
    lash_recording_normalise(r, z);
    OK(lash_recording_project(r, t, z, NULL, &error));
    OK(lash_recording_commit(r, t, z, &error));
  }
  free(z);
  record_program_free(&program);
  lash_recording_free(r);
  unload(&m);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(every_kind_of_column);
  return UNITY_END();
}
