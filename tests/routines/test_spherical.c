/* Spherical joint as GFORCE: the routine against contact/ and friction/ called directly. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "reference.h"

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
    snprintf(host.string[1], sizeof host.string[1], "%s %s friction=%s Ri=%.17g Rj=%.17g", prefix,
             words, tangential ? tangential->name : "none", RI, RJ);
    reference joint = {.shapes = 1,
                       .shape = {{.shape = LASH_BALL_SOCKET, .radius_i = RI, .radius_j = RJ}}};
    bench_contact(normal, RI, RJ, 0, &joint.law[0]);
    reference_friction(&joint, tangential);
    bench_gforce g;
    lash_wrench on_socket, on_ball;
    double wrench[6];
    random_state();
    reference_check(&joint, routine, &g, &on_socket, &on_ball);
    touching += largest(on_socket.force, 3) > 0;

    /* with I on the ball, the same line of action seen from the other side */
    snprintf(host.string[2], sizeof host.string[2], "%.2000s outer=J", host.string[1]);
    bench_gforce other = g;
    other.par[0] = 2, other.par[1] = BALL, other.par[2] = SOCKET;
    other.element.ID = 8, other.element.I = BALL;
    other.element.PAR = other.par;
    OK(lash_call_gforce(&other.routine, &host.call, &other.element, 0, 0, 3, wrench, &host.error));
    bench_gforce_value(&other, 0, 0, wrench);
    reference_compare(wrench, &on_ball, 1e-14);
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
