/* Spherical joint as GFORCE: the routine against contact/ and friction/ called directly. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bench.h"
#include "lash_contact.h"
#include "lash_friction.h"
#include "lash_geometry.h"

enum { STATES = 1000 };
static const double RI = 0.0105, RJ = 0.0100;

void setUp(void) { bench_open(); }
void tearDown(void) { bench_close(); }

/* A ball at a random place in or near contact. */
static void random_state(void) {
  double p[3], v[3], w[3], norm = 0, distance = (RI - RJ) * (1 + 0.2 * bench_random());
  for (int k = 0; k < 3; k++) {
    p[k] = bench_random(), v[k] = bench_random(), w[k] = 20 * bench_random();
    norm += p[k] * p[k];
  }
  for (int k = 0; k < 3; k++) p[k] *= distance / sqrt(norm);
  bench_random_socket();
  bench_place(p, v, w);
}

static void measure(const char *name, int i, int j, int npar, double *out) {
  const int par[4] = {i, j, j, j};
  int count;
  OK(lash_sdk_array(&host.sdk, name, par, npar, out, &count, &host.error));
}

/* Wrench of the laws on the socket and on the ball, at each, in the socket's axes. */
static void direct(const lash_contact *law, const lash_friction *friction, lash_wrench *on_socket,
                   lash_wrench *on_ball, double v0_of_start) {
  lash_geometry joint = {.shape = LASH_BALL_SOCKET, .radius_i = RI, .radius_j = RJ};
  lash_frame socket = {.axis = {0, 0, 1}, .side = {1, 0, 0}}, ball = {.axis = {0}};
  double v[6];
  measure("TDISP", BALL, SOCKET, 3, ball.position);
  measure("VEL", BALL, SOCKET, 4, v);
  memcpy(ball.velocity, v, sizeof ball.velocity);
  memcpy(ball.spin, v + 3, sizeof ball.spin);
  lash_contact_points set;
  OK(lash_geometry_eval(&joint, &socket, &ball, &set, &host.error));
  const lash_contact_point *point = &set.point[0];
  double v0 = isnan(v0_of_start) ? fmax(point->v, 0) : v0_of_start;
  lash_contact_value n = lash_contact_eval(law, point->delta, point->v, v0);
  lash_point_load load = {.normal = n.force};
  if (friction && point->delta > 0) {
    double z[LASH_FRICTION_STATES_MAX];
    lash_friction_reset(friction, z);
    lash_friction_input in = {.vt = {point->slip2[0], point->slip2[1]}, .normal = n.force, .z = z};
    lash_friction_value f;
    lash_friction_force(friction, &in, &f);
    memcpy(load.friction, f.force, sizeof load.friction);
  }
  double tangential[3];
  lash_point_tangential(point, &load, tangential);
  lash_point_wrench(point, load.normal, tangential, on_socket, on_ball);
}

/* Turns a vector from the socket's axes to those of RM. */
static void turn(const double in[3], double out[3]) {
  double x[3], y[3], z[3];
  measure("UVX", SOCKET, AXES, 2, x);
  measure("UVY", SOCKET, AXES, 2, y);
  measure("UVZ", SOCKET, AXES, 2, z);
  for (int k = 0; k < 3; k++) out[k] = x[k] * in[0] + y[k] * in[1] + z[k] * in[2];
}

static double largest(const double *a, int n) {
  double most = 0;
  for (int k = 0; k < n; k++) most = fmax(most, fabs(a[k]));
  return most;
}

static void compare(const double *wrench, const lash_wrench *expected) {
  double force[3], torque[3];
  turn(expected->force, force);
  turn(expected->torque, torque);
  for (int k = 0; k < 3; k++) {
    TEST_ASSERT_DOUBLE_WITHIN(1e-14 * largest(force, 3), force[k], wrench[k]);
    TEST_ASSERT_DOUBLE_WITHIN(1e-14 * largest(torque, 3), torque[k], wrench[3 + k]);
  }
}

static const lash_contact_law *point_law(size_t n) {
  size_t count = lash_contact_law_count();
  for (size_t tried = 0; tried <= count; tried++) {
    const lash_contact_law *law = lash_contact_law_at((n + tried) % count);
    if (law->kind == LASH_CONTACT_POINT) return law;
  }
  return NULL;
}

/* Every normal law meets every friction law: the numbers of laws have no common factor with the
 * steps taken through them. */
static void same_as_the_laws(const char *routine, const char *prefix) {
  size_t frictions = lash_friction_law_count();
  size_t touching = 0;
  for (size_t n = 0; n < STATES; n++) {
    const lash_contact_law *normal = point_law(n);
    const lash_friction_law *tangential =
        n % (frictions + 1) == frictions ? NULL : lash_friction_law_at(n % (frictions + 1));
    char words[400];
    bench_contact_words(normal, words, sizeof words);
    bool internal = !strstr(words, "K=") && !strstr(words, "Rx=");
    snprintf(host.string[1], sizeof host.string[1], "%s %s friction=%s Ri=%.17g Rj=%.17g", prefix,
             words, tangential ? tangential->name : "none", RI, RJ);
    lash_contact law;
    lash_friction friction;
    bench_contact(normal, RI, RJ, 0, &law);
    TEST_ASSERT_FALSE(internal);
    if (tangential) {
      OK(lash_friction_begin(&friction, tangential->name, 2, &host.error));
      OK(lash_friction_ready(&friction, &host.error));
    }
    bench_gforce g;
    lash_wrench on_socket, on_ball;
    double wrench[6];
    random_state();
    bench_gforce_make(&g, routine, 7, 1, AXES);
    bench_gforce_value(&g, 0, 0, wrench);
    direct(&law, tangential ? &friction : NULL, &on_socket, &on_ball, NAN);
    compare(wrench, &on_socket);
    touching += largest(wrench, 3) > 0;

    /* with I on the ball, the same line of action seen from the other side */
    snprintf(host.string[2], sizeof host.string[2], "%s outer=J", host.string[1]);
    bench_gforce other = g;
    other.par[0] = 2, other.par[1] = BALL, other.par[2] = SOCKET;
    other.element.ID = 8, other.element.I = BALL;
    other.element.PAR = other.par;
    OK(lash_call_gforce(&other.routine, &host.call, &other.element, 0, 0, 3, wrench, &host.error));
    bench_gforce_value(&other, 0, 0, wrench);
    compare(wrench, &on_ball);
  }
  TEST_ASSERT_TRUE(touching > STATES / 3);
}

static void c_form(void) { same_as_the_laws("Gfosub", "joint=spherical"); }
static void fortran_form(void) { same_as_the_laws("lash_spherical_", ""); }

/* Both forms give the same bits, and so does asking again. */
static void forms_agree(void) {
  snprintf(host.string[1], sizeof host.string[1],
           "normal=lankarani_nikravesh E=207e9 nu=0.3 Ri=%g Rj=%g e=0.9 friction=lugre_n mu_s=0.2",
           RI, RJ);
  for (int n = 0; n < 100; n++) {
    double a[6], b[6], c[6];
    bench_gforce form_c, form_f;
    random_state();
    bench_gforce_make(&form_c, "Lash_spherical", 7, 1, AXES);
    bench_gforce_make(&form_f, "lash_spherical_", 8, 1, AXES);
    TEST_ASSERT_EQUAL_INT(LASH_FORM_C, form_c.routine.form);
    TEST_ASSERT_EQUAL_INT(LASH_FORM_FORTRAN, form_f.routine.form);
    bench_gforce_value(&form_c, 0, 0, a);
    bench_gforce_value(&form_f, 0, 0, b);
    bench_gforce_value(&form_c, 0, 0, c);
    TEST_ASSERT_EQUAL_INT(0, memcmp(a, b, sizeof a));
    TEST_ASSERT_EQUAL_INT(0, memcmp(a, c, sizeof a));
  }
}

/* The wrench at I and its reaction there do no work on a rigid pair, and on a sliding pair friction
 * only takes: the power with friction is never above the power without. */
static void friction_only_takes(void) {
  for (size_t n = 0; n < lash_friction_law_count(); n++) {
    const lash_friction_law *law = lash_friction_law_at(n);
    if (law->traits & LASH_FRICTION_HAS_STATE) continue;
    for (int repeat = 0; repeat < 20; repeat++) {
      double power[2], wrench[6], scale = 0;
      random_state();
      for (int with = 0; with < 2; with++) {
        bench_gforce g;
        snprintf(host.string[1], sizeof host.string[1],
                 "normal=hertz K=1e8 Ri=%g Rj=%g friction=%s", RI, RJ, with ? law->name : "none");
        bench_gforce_make(&g, "Lash_spherical", 7, 1, 0);
        bench_gforce_value(&g, 0, 0, wrench);
        const lash_sdk_marker *s = &host.marker[SOCKET], *b = &host.marker[BALL];
        power[with] = 0;
        for (int k = 0; k < 3; k++) { /* reaction on the ball acts at the socket's marker */
          int k1 = (k + 1) % 3, k2 = (k + 2) % 3;
          double d1 = s->r[k1] - b->r[k1], d2 = s->r[k2] - b->r[k2];
          double there = b->v[k] + b->w[k1] * d2 - b->w[k2] * d1;
          power[with] += wrench[k] * (s->v[k] - there) + wrench[3 + k] * (s->w[k] - b->w[k]);
        }
        scale = fmax(scale, largest(wrench, 3));
      }
      TEST_ASSERT_TRUE_MESSAGE(power[1] <= power[0] + 1e-12 * scale, law->name);
    }
  }
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(c_form);
  RUN_TEST(fortran_form);
  RUN_TEST(forms_agree);
  RUN_TEST(friction_only_takes);
  return UNITY_END();
}
