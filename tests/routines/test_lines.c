/* Contact and friction on a line (SFORCE), friction of a point (VFORCE) and the host's CONTACT:
 * each against its law called directly. */
#include <dlfcn.h>
#include <math.h>
#include <string.h>

#include "bench.h"
#include "lash_friction.h"
#include "reference.h"
#include "slv_cbksub.h"

void setUp(void) { bench_open(); }
void tearDown(void) { bench_close(); }

static lash_contact_value hertz(double delta, double v) {
  lash_contact law;
  OK(lash_contact_begin(&law, "impact", &host.error));
  OK(lash_contact_set(&law, "K", "1e7", &host.error));
  OK(lash_contact_set(&law, "c", "40", &host.error));
  OK(lash_contact_set(&law, "d", "1e-4", &host.error));
  OK(lash_contact_ready(&law, &host.error));
  return lash_contact_eval(&law, delta, v, 0);
}

static lash_friction_value andersson(double x, double y, double normal) {
  lash_friction law;
  lash_friction_value value;
  OK(lash_friction_begin(&law, "andersson", 2, &host.error));
  OK(lash_friction_ready(&law, &host.error));
  lash_friction_input in = {.vt = {x, y}, .normal = normal};
  lash_friction_force(&law, &in, &value);
  return value;
}

static double sforce(const char *name, const struct sAdamsSforce *element) {
  lash_routine routine = bench_routine(LASH_SFOSUB, name);
  double f;
  OK(lash_call_sforce(&routine, &host.call, element, 0, 0, 1, &f, &host.error));
  OK(lash_call_sforce(&routine, &host.call, element, 0, 0, 3, &f, &host.error));
  OK(lash_call_sforce(&routine, &host.call, element, 0, 0, 0, &f, &host.error));
  return f;
}

/* Along the line of the markers: closer than `touch`, pushed apart. */
static void gap_along_the_line(void) {
  const double par[] = {1, BALL, SOCKET}, p[3] = {0.03, 0.04, 0}, v[3] = {-0.3, -0.4, 0},
               w[3] = {0};
  const struct sAdamsSforce c_form = {5, 1, par, BALL, SOCKET, 0, "TRANSLATION"};
  const struct sAdamsSforce f_form = {6, 3, par, 0, 0, 0, NULL};
  strcpy(host.string[1], "joint=gap normal=impact K=1e7 c=40 d=1e-4 touch=0.0505");
  bench_place(p, v, w);
  double expected = hertz(0.0505 - 0.05, 0.5).force;
  TEST_ASSERT_TRUE(expected > 10);
  TEST_ASSERT_DOUBLE_WITHIN(1e-12 * expected, expected, sforce("Sfosub", &c_form));
  TEST_ASSERT_DOUBLE_WITHIN(1e-12 * expected, expected, sforce("lash_gap_", &f_form));
}

/* About z: angles, and a torque. */
static void gap_about_the_axis(void) {
  const double par[] = {1}, p[3] = {0}, v[3] = {0}, w[3] = {0, 0, -2};
  const struct sAdamsSforce element = {5, 1, par, BALL, SOCKET, 0, "ROTATION"};
  double a = 0.3;
  const double axes[3][3] = {{cos(a), -sin(a), 0}, {sin(a), cos(a), 0}, {0, 0, 1}};
  memcpy(host.marker[BALL].axes, axes, sizeof axes);
  strcpy(host.string[1], "normal=impact K=1e7 c=40 d=1e-4 touch=0.3001");
  host.sdk.units = lash_sdk_units_find("mmks");
  bench_place(p, v, w);
  double expected = 1000 * hertz(1e-4, 2).force; /* N mm */
  TEST_ASSERT_DOUBLE_WITHIN(1e-10 * expected, expected, sforce("Lash_gap", &element));
  const struct sAdamsSforce small = {8, 1, par, BALL, SOCKET, 0, "rotation"};
  TEST_ASSERT_DOUBLE_WITHIN(1e-10 * expected, expected, sforce("Lash_gap", &small));
}

/* A slide along z of J; the load comes from a VARIABLE. */
static void slide_under_a_variable_load(void) {
  const double par[] = {1}, p[3] = {0}, v[3] = {0.1, 0.2, -0.003}, w[3] = {0};
  const struct sAdamsSforce element = {5, 1, par, BALL, SOCKET, 1, "TRANSLATION"};
  strcpy(host.string[1], "joint=slide friction=andersson N_variable=83");
  host.state[3] = 25;
  bench_random_socket();
  bench_place(p, v, w);
  double expected = andersson(0.003, 0, 25).force[0];
  TEST_ASSERT_TRUE(expected > 1);
  TEST_ASSERT_DOUBLE_WITHIN(1e-10, expected, sforce("Sfosub", &element));
}

/* What a REQUEST tells of a slide: load and friction; there is nothing to run into, so neither
 * depth nor approach nor phase. */
static void request_of_a_slide(void) {
  const double par[] = {1}, still[3] = {0}, v[3] = {0, 0, -0.003}, asked[] = {2, 5};
  const struct sAdamsSforce element = {5, 1, par, BALL, SOCKET, 1, "TRANSLATION"};
  const struct sAdamsRequest request = {1, 2, asked, "", {0}};
  const lash_routine routine = bench_routine(LASH_REQSUB, "Reqsub");
  double out[8];
  strcpy(host.string[1], "joint=slide friction=andersson N=25");
  bench_place(still, v, still);
  sforce("Sfosub", &element);
  OK(lash_call_request(&routine, &host.call, &request, 0, 0, out, &host.error));
  const double expected[8] = {0, 0, 0, 25, andersson(0.003, 0, 25).force[0], 0, 0, 0};
  for (int k = 0; k < 8; k++) TEST_ASSERT_DOUBLE_WITHIN(1e-10, expected[k], out[k]);
}

static void point_on_a_plane(void) {
  const double par[] = {1, BALL, SOCKET, SOCKET}, p[3] = {0.1, 0, 0}, w[3] = {0};
  const double v[3] = {0.002, -0.001, 0.5};
  strcpy(host.string[1], "friction=andersson N=10");
  bench_random_socket();
  bench_place(p, v, w);
  lash_friction_value f = andersson(0.002, -0.001, 10);
  for (int form = 0; form < 2; form++) {
    lash_routine routine = bench_routine(LASH_VFOSUB, form ? "lash_point_" : "Vfosub");
    const struct sAdamsVforce element = {5 + form, 4, par, BALL, 99, SOCKET};
    double out[3];
    OK(lash_call_vforce(&routine, &host.call, &element, 0, 0, 3, out, &host.error));
    OK(lash_call_vforce(&routine, &host.call, &element, 0, 0, 0, out, &host.error));
    for (int k = 0; k < 2; k++) TEST_ASSERT_DOUBLE_WITHIN(1e-10, -f.force[k], out[k]);
    TEST_ASSERT_EQUAL_DOUBLE(0, out[2]);
  }
}

/* The same force in the axes of another marker. */
static void point_on_a_plane_in_other_axes(void) {
  const double par[] = {1, BALL, SOCKET, AXES}, p[3] = {0.1, 0, 0}, w[3] = {0};
  const double v[3] = {0.002, -0.001, 0.5};
  const lash_routine routine = bench_routine(LASH_VFOSUB, "Vfosub");
  const struct sAdamsVforce element = {5, 4, par, BALL, 99, AXES};
  strcpy(host.string[1], "friction=andersson N=10");
  bench_random_socket();
  bench_place(p, v, w);
  const lash_friction_value f = andersson(0.002, -0.001, 10);
  const double local[3] = {-f.force[0], -f.force[1], 0};
  double global[3], wanted[3], out[3];
  bench_to_global(&host.marker[SOCKET], local, global);
  bench_to_local(&host.marker[AXES], global, wanted);
  OK(lash_call_vforce(&routine, &host.call, &element, 0, 0, 3, out, &host.error));
  OK(lash_call_vforce(&routine, &host.call, &element, 0, 0, 0, out, &host.error));
  for (int k = 0; k < 3; k++) TEST_ASSERT_DOUBLE_WITHIN(1e-10, wanted[k], out[k]);
}

/* ------------------------------------------------------------------------------------- CONTACT */

/* MotionSolve's C form lacks the area: called by way of the form that has it. */
typedef void STDCALL motionsolve_normal(int *, double *, double *, int *, double *, double *,
                                        double *, double *, double *, double *, double *, int *,
                                        int *, double *);
typedef void STDCALL motionsolve_friction(int *, double *, double *, int *, double *, double *,
                                          double *, double *, double *, int *, int *, double *);
static void *motionsolve_routine;

static void STDCALL without_area(int *id, double *time, double *par, int *npar, double *loci,
                                 double *ni, double *locj, double *nj, double *gap, double *gapdot,
                                 double *gapdotdot, double *area, int *dflag, int *iflag,
                                 double *values) {
  motionsolve_normal *routine;
  (void)area;
  memcpy(&routine, &motionsolve_routine, sizeof routine);
  routine(id, time, par, npar, loci, ni, locj, nj, gap, gapdot, gapdotdot, dflag, iflag, values);
}

static void STDCALL friction_without_area(int *id, double *time, double *par, int *npar,
                                          double *loci, double *locj, double *x, double *xdot,
                                          double *nforce, double *area, int *dflag, int *iflag,
                                          double *values) {
  motionsolve_friction *routine;
  (void)area;
  memcpy(&routine, &motionsolve_routine, sizeof routine);
  routine(id, time, par, npar, loci, locj, x, xdot, nforce, dflag, iflag, values);
}

/* The routine of a form: C, Fortran, MotionSolve. */
enum { C_FORM, FORTRAN_FORM, MOTIONSOLVE_FORM, FORMS };
static lash_routine contact_routine(lash_routine_kind kind, int form) {
  const bool normal = kind == LASH_CNFSUB;
  if (form == C_FORM) return bench_routine(kind, normal ? "Cnfsub" : "Cffsub");
  lash_routine routine = bench_routine(kind, normal ? "cnfsub_" : "cffsub_");
  if (form == FORTRAN_FORM) return routine;
  void *library = dlopen(SUBROUTINE_FOLDER "/liblash_subroutines.so", RTLD_LAZY | RTLD_NOLOAD);
  TEST_ASSERT_NOT_NULL(library);
  motionsolve_routine = dlsym(library, normal ? "MS_CNFSUB" : "MS_CFFSUB");
  TEST_ASSERT_NOT_NULL(motionsolve_routine);
  routine.function = normal ? (void (*)(void))without_area : (void (*)(void))friction_without_area;
  return routine;
}

/* The host's contact element calls only while there is contact. A ball that meets a wall with
 * constant deceleration: v0 comes out exactly, wherever the first call lies, and stays. */
static void contact_finds_its_approach_speed(void) {
  const double par[] = {1}, speed = 0.4, deceleration = 30;
  struct sAdamsContactFriction element = {.contact = {.ID = 9}, .NPAR = 1, .PAR = par};
  lash_contact law;
  OK(lash_contact_begin(&law, "lankarani_nikravesh", &host.error));
  OK(lash_contact_set(&law, "K", "1e8", &host.error));
  OK(lash_contact_set(&law, "e", "0.5", &host.error));
  OK(lash_contact_ready(&law, &host.error));
  strcpy(host.string[1], "normal=lankarani_nikravesh K=1e8 e=0.5");
  for (int form = 0; form < FORMS; form++) {
    lash_routine routine = contact_routine(LASH_CNFSUB, form);
    lash_sdk_contact point = {0};
    double out[3];
    host.run.time_converged = 0;
    OK(lash_call_contact_normal(&routine, &host.call, &element, 0, &point, 0, 1, out, &host.error));
    for (int bounce = 0; bounce < 2; bounce++) {
      double start = 0.01 + bounce, v0 = speed * (1 + bounce);
      host.run.time_converged = start - 1e-5; /* flight: no calls */
      for (int n = 0; n < 40; n++) {
        double s = 4e-5 + n * 1e-4, t = start + s;
        double delta = v0 * s - 0.5 * deceleration * s * s, v = v0 - deceleration * s;
        point.gap = -delta, point.gapdot = -v, point.gapdotdot = deceleration;
        OK(lash_call_contact_normal(&routine, &host.call, &element, t, &point, 0, 0, out,
                                    &host.error));
        host.run.time_converged = t;
        double expected = lash_contact_eval(&law, delta, v, v0).force;
        TEST_ASSERT_DOUBLE_WITHIN(1e-9 * expected, expected, out[0]);
      }
    }
  }
}

/* The same with Cbksub: an accepted step without a call in contact ends it, however the next one
 * begins. Without, a contact whose steps are not accepted begins anew with every trial. */
static void contact_ends_with_a_step_apart(void) {
  const double par[] = {1}, K = 1e5, e = 0.5, deceleration = 30;
  struct sAdamsContactFriction element = {.contact = {.ID = 19}, .NPAR = 1, .PAR = par};
  lash_routine routine = bench_routine(LASH_CNFSUB, "Cnfsub");
  lash_routine callback = bench_routine(LASH_CBKSUB, "Cbksub");
  int data[3] = {4, 4, 0};
  double out[3];
  lash_sdk_contact point = {0};
  strcpy(host.string[1], "normal=lankarani_nikravesh K=1e5 n=1 e=0.5");
  OK(lash_call_contact_normal(&routine, &host.call, &element, 0, &point, 0, 1, out, &host.error));
  for (int bounce = 0; bounce < 2; bounce++) {
    double start = 1 + 0.01 * bounce, v0 = 0.4 * (1 + bounce);
    for (int n = 0; n < 60; n++) {
      double s = 4e-5 + n * 1e-4, t = start + s;
      double delta = v0 * s - 0.5 * deceleration * s * s, v = v0 - deceleration * s;
      OK(lash_call_callback(&callback, &host.call, NULL, t, ev_TIME_STEP_BEG, data, &host.error));
      if (n < 20) { /* then it is apart, as if by a jerk, and nobody calls */
        point.gap = -delta, point.gapdot = -v, point.gapdotdot = deceleration;
        OK(lash_call_contact_normal(&routine, &host.call, &element, t, &point, 0, 0, out,
                                    &host.error));
        /* F = K delta (1 + 3 (1 - e^2) v/(4 v0)) */
        double expected = K * delta * (1 + 3 * (1 - e * e) * v / (4 * v0));
        TEST_ASSERT_DOUBLE_WITHIN(1e-9 * expected, expected, out[0]);
      }
      host.run.time_converged = t;
      OK(lash_call_callback(&callback, &host.call, NULL, t, ev_TIME_STEP_END, data, &host.error));
    }
  }
  OK(lash_call_callback(&callback, &host.call, NULL, 2, ev_TERMINATE, data, &host.error));
}

static void contact_friction(void) {
  const double par[] = {1};
  struct sAdamsContactFriction element = {.contact = {.ID = 9}, .NPAR = 1, .PAR = par};
  lash_sdk_contact point = {.xdot = {0.002, -0.001, 3}, .nforce = 50};
  lash_friction_value f = andersson(0.002, -0.001, 50);
  strcpy(host.string[1], "friction=andersson");
  for (int form = 0; form < FORMS; form++) {
    lash_routine routine = contact_routine(LASH_CFFSUB, form);
    double out[3];
    OK(lash_call_contact_friction(&routine, &host.call, &element, 0, &point, 0, 3, out,
                                  &host.error));
    OK(lash_call_contact_friction(&routine, &host.call, &element, 0, &point, 0, 0, out,
                                  &host.error));
    for (int k = 0; k < 2; k++) TEST_ASSERT_DOUBLE_WITHIN(1e-12, -f.force[k], out[k]);
    TEST_ASSERT_EQUAL_DOUBLE(0, out[2]);
  }
}

/* Bristles of a contact bend while it lasts and start afresh in the next. */
static void contact_bristles(void) {
  const double par[] = {1};
  struct sAdamsContactFriction element = {.contact = {.ID = 10}, .NPAR = 1, .PAR = par};
  lash_routine routine = bench_routine(LASH_CFFSUB, "Cffsub");
  lash_sdk_contact point = {.xdot = {1e-4, 0, 0}, .nforce = 10};
  double out[3], first = 0;
  strcpy(host.string[1], "friction=lugre_n s1=0 s2=0");
  for (int contact = 0; contact < 2; contact++) {
    host.run.time_converged = contact + 1 - 1e-3;
    for (int n = 0; n < 20; n++) {
      double t = contact + 1 + n * 1e-3;
      OK(lash_call_contact_friction(&routine, &host.call, &element, t, &point, 0, 0, out,
                                    &host.error));
      host.run.time_converged = t;
    }
    if (!contact) first = out[0];
  }
  /* 19 ms at 0.1 mm/s under 10 N with s0 = 1e4/m: 0.19 N if nothing yields yet */
  TEST_ASSERT_DOUBLE_WITHIN(0.02, -0.19, first);
  TEST_ASSERT_DOUBLE_WITHIN(1e-12, first, out[0]);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(gap_along_the_line);
  RUN_TEST(gap_about_the_axis);
  RUN_TEST(slide_under_a_variable_load);
  RUN_TEST(request_of_a_slide);
  RUN_TEST(point_on_a_plane);
  RUN_TEST(point_on_a_plane_in_other_axes);
  RUN_TEST(contact_finds_its_approach_speed);
  RUN_TEST(contact_ends_with_a_step_apart);
  RUN_TEST(contact_friction);
  RUN_TEST(contact_bristles);
  return UNITY_END();
}
