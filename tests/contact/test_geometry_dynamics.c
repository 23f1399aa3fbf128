/* Two free bodies joined by a contact: what the wrenches must conserve over a whole motion. Bodies
 * are balls of inertia (spherical inertia keeps Euler's equations out of the way), stepped by the
 * classical Runge-Kutta method. */
#include <stdio.h>

#include "geometry_support.h"
#include "unity.h"

void setUp(void) {}
void tearDown(void) {}

enum { BODY = sizeof(lash_frame) / sizeof(double), STATE = 2 * BODY + 1 };

/* Motion of both bodies, and the energy that friction has taken. */
typedef struct pair {
  lash_frame body[2];
  double heat;
} pair;

typedef struct joint {
  lash_geometry g;
  double stiffness, friction; /* N/m^1.5; N s/m per newton of normal force */
} joint;

static const double mass[2] = {2, 1}, inertia[2] = {8e-4, 3e-4};

static void rates(const joint *q, const pair *s, pair *out) {
  lash_contact_points set;
  TEST_ASSERT_EQUAL_INT(LASH_OK, lash_geometry_eval(&q->g, &s->body[0], &s->body[1], &set, NULL));
  memset(out, 0, sizeof *out);
  for (int b = 0; b < 2; b++) {
    const lash_frame *f = &s->body[b];
    memcpy(out->body[b].position, f->velocity, sizeof f->velocity);
    cross3(f->spin, f->axis, out->body[b].axis);
    cross3(f->spin, f->side, out->body[b].side);
  }
  for (size_t k = 0; k < set.count; k++) {
    const lash_contact_point *p = &set.point[k];
    if (p->delta <= 0) continue;
    double normal = p->share * q->stiffness * pow(p->delta, 1.5), tangential[3];
    scale3(-q->friction * normal, p->slip, tangential);
    lash_wrench on[2];
    lash_point_wrench(p, normal, tangential, &on[0], &on[1]);
    for (int b = 0; b < 2; b++) {
      axpy3(1 / mass[b], on[b].force, out->body[b].velocity);
      axpy3(1 / inertia[b], on[b].torque, out->body[b].spin);
    }
    out->heat -= dot3(tangential, p->slip);
  }
}

static pair moved(const pair *s, double h, const pair *rate) {
  pair out = *s;
  const double *from = (const double *)rate;
  double *to = (double *)&out;
  for (int k = 0; k < STATE; k++) to[k] += h * from[k];
  return out;
}

/* Drift of the unit vectors is of the method's order; the contact wants them unit. */
static void straighten(lash_frame *f) {
  normalise(f->axis);
  axpy3(-dot3(f->axis, f->side), f->axis, f->side);
  normalise(f->side);
}

static void step(const joint *q, pair *s, double h) {
  pair k1, k2, k3, k4, at;
  rates(q, s, &k1);
  at = moved(s, h / 2, &k1), rates(q, &at, &k2);
  at = moved(s, h / 2, &k2), rates(q, &at, &k3);
  at = moved(s, h, &k3), rates(q, &at, &k4);
  *s = moved(s, h / 6, &k1);
  *s = moved(s, h / 3, &k2);
  *s = moved(s, h / 3, &k3);
  *s = moved(s, h / 6, &k4);
  for (int b = 0; b < 2; b++) straighten(&s->body[b]);
}

static double energy(const joint *q, const pair *s) {
  lash_contact_points set;
  lash_geometry_eval(&q->g, &s->body[0], &s->body[1], &set, NULL);
  double sum = s->heat;
  for (int b = 0; b < 2; b++) {
    const lash_frame *f = &s->body[b];
    sum += mass[b] * dot3(f->velocity, f->velocity) / 2 + inertia[b] * dot3(f->spin, f->spin) / 2;
  }
  for (size_t k = 0; k < set.count; k++) {
    double depth = fmax(set.point[k].delta, 0);
    sum += set.point[k].share * q->stiffness * pow(depth, 2.5) / 2.5;
  }
  return sum;
}

/* Linear and angular momentum about the origin. */
static void momentum(const pair *s, double linear[3], double angular[3]) {
  memset(linear, 0, 3 * sizeof(double));
  memset(angular, 0, 3 * sizeof(double));
  for (int b = 0; b < 2; b++) {
    double moment[3];
    const lash_frame *f = &s->body[b];
    cross3(f->position, f->velocity, moment);
    axpy3(mass[b], f->velocity, linear);
    axpy3(mass[b], moment, angular);
    axpy3(inertia[b], f->spin, angular);
  }
}

typedef struct outcome {
  double energy_error, linear_error, angular_error, heat;
  int contacts; /* steps with a point in contact */
} outcome;

static outcome run(const joint *q, pair s, double until, int steps) {
  double start = energy(q, &s), p0[3], l0[3], p1[3], l1[3];
  outcome o = {0};
  momentum(&s, p0, l0);
  for (int n = 0; n < steps; n++) {
    lash_contact_points set;
    step(q, &s, until / steps);
    lash_geometry_eval(&q->g, &s.body[0], &s.body[1], &set, NULL);
    o.contacts += set.point[0].delta > 0 || (set.count > 1 && set.point[1].delta > 0);
    o.energy_error = fmax(o.energy_error, fabs(energy(q, &s) - start) / start);
  }
  momentum(&s, p1, l1);
  for (int k = 0; k < 3; k++) {
    o.linear_error = fmax(o.linear_error, fabs(p1[k] - p0[k]));
    o.angular_error = fmax(o.angular_error, fabs(l1[k] - l0[k]));
  }
  o.heat = s.heat / start;
  return o;
}

/* Journal tumbling in its bearing, both bodies free, tilting and spinning. */
static pair tumbling(void) {
  lash_frame upright = {.axis = {0, 0, 1}, .side = {1, 0, 0}};
  pair s = {.body = {upright, upright}};
  s.body[1].position[0] = 2e-4;
  double velocity[2][3] = {{0.1, 0, 0.02}, {-0.1, 0.15, -0.02}};
  double spin[2][3] = {{1, -2, 3}, {4, 5, -20}};
  memcpy(s.body[0].velocity, velocity[0], sizeof velocity[0]);
  memcpy(s.body[1].velocity, velocity[1], sizeof velocity[1]);
  memcpy(s.body[0].spin, spin[0], sizeof spin[0]);
  memcpy(s.body[1].spin, spin[1], sizeof spin[1]);
  return s;
}

static void conserves(const char *name, joint q) {
  /* three halvings: one alone depends on where in a step the contacts happen to begin */
  outcome coarse = run(&q, tumbling(), 0.05, 2500), fine = run(&q, tumbling(), 0.05, 20000);
  printf(
      "  %-16s energy %.1e, %.1e at an eighth of the step; momentum %.1e, %.1e; heat %.2f; "
      "%d of 20000 steps in contact\n",
      name, coarse.energy_error, fine.energy_error, fine.linear_error, fine.angular_error,
      fine.heat, fine.contacts);
  TEST_ASSERT_TRUE(fine.contacts > 1000);
  TEST_ASSERT_LESS_THAN_DOUBLE(1e-8, fine.energy_error);
  TEST_ASSERT_LESS_THAN_DOUBLE(coarse.energy_error / (3 * 3 * 3), fine.energy_error);
  TEST_ASSERT_LESS_THAN_DOUBLE(1e-12, fine.linear_error);
  TEST_ASSERT_LESS_THAN_DOUBLE(1e-12, fine.angular_error);
  if (q.friction > 0)
    TEST_ASSERT_GREATER_THAN_DOUBLE(1e-3, fine.heat);
  else
    TEST_ASSERT_TRUE(fine.heat == 0);
}

static const lash_geometry socket = {
    .shape = LASH_BALL_SOCKET, .radius_i = 0.0105, .radius_j = 0.0100};
static const lash_geometry bearing = {
    .shape = LASH_JOURNAL_BEARING, .radius_i = 0.0105, .radius_j = 0.0100, .length_i = 0.04};
static const lash_geometry stops = {.shape = LASH_AXIAL_STOPS,
                                    .radius_j = 0.02,
                                    .length_i = 0.0404,
                                    .length_j = 0.0400,
                                    .blend = 0.02};

static void ball(void) { conserves("ball", (joint){socket, 1e7, 0}); }
static void ball_with_friction(void) { conserves("ball, friction", (joint){socket, 1e7, 0.5}); }
static void journal(void) { conserves("journal", (joint){bearing, 1e7, 0}); }
static void journal_with_friction(void) {
  conserves("journal, friction", (joint){bearing, 1e7, 0.5});
}
static void faces(void) { conserves("stops", (joint){stops, 1e7, 0}); }

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(ball);
  RUN_TEST(ball_with_friction);
  RUN_TEST(journal);
  RUN_TEST(journal_with_friction);
  RUN_TEST(faces);
  return UNITY_END();
}
