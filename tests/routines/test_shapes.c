/* Every joint in space, through the default routine, against geometry and law directly. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "reference.h"

void setUp(void) { bench_open(); }
void tearDown(void) { bench_close(); }

/* Centres of random states lie around here, in the axes of the outer body. */
static const struct {
  const char *joint, *sizes;
  lash_geometry geometry;
  double centre[3], spread;
} cases[] = {
    {"stops",
     "stop_i=0.021 stop_j=0.0208 rim=0.01 blend=0.01",
     {.shape = LASH_AXIAL_STOPS,
      .radius_j = 0.01,
      .length_i = 0.021,
      .length_j = 0.0208,
      .blend = 0.01},
     {0, 0, 1e-4},
     2e-5},
    {"sphere_sphere",
     "Ri=0.02 Rj=0.01",
     {.shape = LASH_SPHERE_SPHERE, .radius_i = 0.02, .radius_j = 0.01},
     {0.018, 0.0239, 0},
     1e-4},
    {"sphere_plane",
     "Rj=0.01",
     {.shape = LASH_SPHERE_PLANE, .radius_j = 0.01},
     {0.3, 0.2, 0.00995},
     1e-4},
    {"sphere_cylinder",
     "Ri=0.02 Rj=0.01 L=0.1",
     {.shape = LASH_SPHERE_CYLINDER, .radius_i = 0.02, .radius_j = 0.01, .length_i = 0.1},
     {0.018, 0.0239, 0.01},
     1e-4},
    {"sphere_bore",
     "Ri=0.0105 Rj=0.01",
     {.shape = LASH_SPHERE_BORE, .radius_i = 0.0105, .radius_j = 0.01},
     {3e-4, 4.1e-4, 0.02},
     1e-4},
};

static void all_shapes(void) {
  for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++) {
    int touching = 0;
    reference joint = {.shapes = 1, .shape = {cases[c].geometry}};
    bench_contact(lash_contact_law_find("lankarani_nikravesh"), 0, 0, 0, &joint.law[0]);
    reference_friction(&joint, lash_friction_law_find("andersson"));
    snprintf(host.string[1], sizeof host.string[1],
             "joint=%s normal=lankarani_nikravesh K=1e8 e=0.8 friction=andersson %s",
             cases[c].joint, cases[c].sizes);
    for (int n = 0; n < 50; n++) {
      double p[3], v[3], w[3];
      lash_wrench on_socket, on_ball;
      bench_gforce g;
      for (int k = 0; k < 3; k++) {
        p[k] = cases[c].centre[k] + cases[c].spread * bench_random();
        v[k] = bench_random(), w[k] = 10 * bench_random();
      }
      bench_random_socket();
      memcpy(host.marker[BALL].axes, host.marker[SOCKET].axes, sizeof host.marker[BALL].axes);
      bench_place(p, v, w);
      reference_check(&joint, "Gfosub", &g, &on_socket, &on_ball);
      touching += largest(on_socket.force, 3) > 0;
    }
    TEST_ASSERT_TRUE_MESSAGE(touching > 5, cases[c].joint);
  }
}

/* A law told material and radii curves its surfaces as the joint does: K = 4/3 E* sqrt(R). */
static void stiffness_from_the_joint(void) {
  static const struct {
    const char *text;
    double R, centre[3];
  } joints[] = {
      {"joint=spherical Ri=0.0105 Rj=0.01", 0.0105 * 0.01 / 0.0005, {0.6e-3, 0, 0}},
      {"joint=sphere_sphere Ri=0.02 Rj=0.01", 0.02 * 0.01 / 0.03, {0.0299, 0, 0}},
      {"joint=sphere_plane Rj=0.01", 0.01, {0, 0, 0.0099}},
  };
  for (size_t n = 0; n < 3; n++) {
    double rest[3] = {0, 0, 0}, wrench[6];
    bench_gforce g;
    snprintf(host.string[1], sizeof host.string[1], "%s normal=hertz E=2e11 nu=0.3",
             joints[n].text);
    bench_place(joints[n].centre, rest, rest);
    bench_gforce_make(&g, "Gfosub", 7, 1, SOCKET);
    bench_gforce_value(&g, 0, 0, wrench);
    double modulus = 2e11 / (2 * (1 - 0.09)),
           expected = 4.0 / 3 * modulus * sqrt(joints[n].R) * 1e-6;
    TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-9 * expected, expected, largest(wrench, 3),
                                      joints[n].text);
  }
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(all_shapes);
  RUN_TEST(stiffness_from_the_joint);
  return UNITY_END();
}
