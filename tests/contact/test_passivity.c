/* No law gives back more energy than it took: dissipation over random closed loading paths. */
#include "contact_testing.h"

enum { HARMONICS = 5, POINTS = 20000 };

static const double pi = 3.14159265358979323846;

typedef struct path {
  double mean, cosine[HARMONICS], sine[HARMONICS], rate;
} path;

void setUp(void) { random_state = 99; }
void tearDown(void) {}

static path random_path(double depth) {
  path p = {depth * uniform(-0.5, 0.3), {0}, {0}, magnitude(1, 4)};
  for (int k = 0; k < HARMONICS; k++) {
    p.cosine[k] = depth * uniform(-1, 1) / (k + 1);
    p.sine[k] = depth * uniform(-1, 1) / (k + 1);
  }
  return p;
}

static void follow(const path *p, double phase, double *delta, double *v) {
  *delta = p->mean, *v = 0;
  for (int k = 0; k < HARMONICS; k++) {
    double w = k + 1, c = cos(w * phase), s = sin(w * phase);
    *delta += p->cosine[k] * c + p->sine[k] * s;
    *v += p->rate * w * (p->sine[k] * c - p->cosine[k] * s);
  }
}

/* Work done on the law over one turn of the path and the work that went to and fro. The approach
 * speed is latched at each touch, as a host does. False when the path never leaves contact. */
static bool work(const lash_contact *law, const path *p, double *taken, double *moved) {
  double start = -1, delta, v;
  for (int i = 0; i < 1000 && start < 0; i++) {
    follow(p, 2 * pi * i / 1000, &delta, &v);
    if (delta < 0) start = 2 * pi * i / 1000;
  }
  if (start < 0) return false;

  double v0 = 0, before = -1, v_before = 0, dt = 2 * pi / POINTS / p->rate;
  *taken = *moved = 0;
  for (int i = 0; i < POINTS; i++) {
    follow(p, start + 2 * pi * i / POINTS, &delta, &v);
    if (before <= 0 && delta > 0) {
      double share = before / (before - delta);
      v0 = fmax(v_before + share * (v - v_before), 1e-6);
    }
    double power = lash_contact_eval(law, delta, v, v0).force * v;
    *taken += power * dt;
    *moved += fabs(power) * dt;
    before = delta, v_before = v;
  }
  return true;
}

/* The sum over equal steps is off by about 1e-7 of the work moved. */
static const double quadrature = 2e-6;

static void no_law_creates_energy(void) {
  for (size_t i = 0; i < lash_contact_law_count(); i++) {
    const lash_contact_law *row = lash_contact_law_at(i);
    if (row->traits & LASH_CONTACT_NOT_PASSIVE) continue;
    int paths = 0;
    while (paths < 12) {
      lash_contact law = random_law(row);
      path p = random_path(fmin(1e-4, lash_contact_limit(&law)));
      double taken, moved;
      if (!work(&law, &p, &taken, &moved) || moved == 0) continue;
      TEST_ASSERT_TRUE_MESSAGE(taken >= -quadrature * moved, row->name);
      paths++;
    }
  }
}

static void elastic_laws_conserve_energy(void) {
  lash_contact hertz = make_law("hertz", "K=1e9");
  lash_contact johnson = make_law("johnson", "E=207e9 nu=0.3 Ri=0.01 Rj=0.0095 L=0.015");
  for (int i = 0; i < 20; i++) {
    path p = random_path(1e-5);
    double taken, moved;
    if (!work(&hertz, &p, &taken, &moved)) continue;
    TEST_ASSERT_DOUBLE_WITHIN(quadrature * moved, 0, taken);
    work(&johnson, &p, &taken, &moved);
    TEST_ASSERT_DOUBLE_WITHIN(quadrature * moved, 0, taken);
  }
}

/* The meter itself: a law with its damping reversed must be caught. */
static void reversed_damping_is_caught(void) {
  lash_contact law = make_law("flores", "K=1e9 e=0.9");
  law.c[0] = -law.c[0];
  int caught = 0;
  for (int i = 0; i < 20; i++) {
    path p = random_path(1e-5);
    double taken, moved;
    if (work(&law, &p, &taken, &moved) && taken < -quadrature * moved) caught++;
  }
  TEST_ASSERT_TRUE(caught >= 10);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(no_law_creates_energy);
  RUN_TEST(elastic_laws_conserve_energy);
  RUN_TEST(reversed_damping_is_caught);
  return UNITY_END();
}
