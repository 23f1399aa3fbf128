#include "reference.h"

#include <math.h>
#include <string.h>

void measure(const char *name, int i, int j, int npar, double *out) {
  const int par[4] = {i, j, j, j};
  int count;
  OK(lash_sdk_array(&host.sdk, name, par, npar, out, &count, &host.error));
}

double largest(const double *a, int n) {
  double most = 0;
  for (int k = 0; k < n; k++) most = fmax(most, fabs(a[k]));
  return most;
}

void reference_friction(reference *joint, const lash_friction_law *law) {
  joint->has_friction = law != NULL;
  if (!law) return;
  OK(lash_friction_begin(&joint->friction, law->name, 2, &host.error));
  lash_friction_for_contact(&joint->friction);
  OK(lash_friction_ready(&joint->friction, &host.error));
}

static void add(const lash_wrench *w, lash_wrench *sum) {
  for (int k = 0; k < 3; k++) {
    sum->force[k] += w->force[k];
    sum->torque[k] += w->torque[k];
  }
}

static void add_point(const reference *joint, const lash_contact *law,
                      const lash_contact_point *point, lash_wrench *on_socket,
                      lash_wrench *on_ball) {
  double normal =
      point->share * lash_contact_eval(law, point->delta, point->v, fmax(point->v, 0)).force;
  lash_point_load load = {.normal = normal};
  if (joint->has_friction && point->delta > 0) {
    double z[LASH_FRICTION_STATES_MAX];
    lash_friction_value f;
    lash_friction_reset(&joint->friction, z);
    lash_friction_input in = {.vt = {point->slip2[0], point->slip2[1]}, .normal = normal, .z = z};
    lash_friction_force(&joint->friction, &in, &f);
    memcpy(load.friction, f.force, sizeof load.friction);
  }
  double tangential[3];
  lash_wrench socket, ball;
  lash_point_tangential(point, &load, tangential);
  lash_point_wrench(point, load.normal, tangential, &socket, &ball);
  add(&socket, on_socket);
  add(&ball, on_ball);
}

void reference_wrench(const reference *joint, lash_wrench *on_socket, lash_wrench *on_ball) {
  lash_frame socket = {.axis = {0, 0, 1}, .side = {1, 0, 0}}, ball;
  double v[6];
  measure("TDISP", BALL, SOCKET, 3, ball.position);
  measure("UVZ", BALL, SOCKET, 2, ball.axis);
  measure("UVX", BALL, SOCKET, 2, ball.side);
  measure("VEL", BALL, SOCKET, 4, v);
  memcpy(ball.velocity, v, sizeof ball.velocity);
  memcpy(ball.spin, v + 3, sizeof ball.spin);
  memset(on_socket, 0, sizeof *on_socket);
  memset(on_ball, 0, sizeof *on_ball);
  for (size_t g = 0; g < joint->shapes; g++) {
    lash_contact_points set;
    OK(lash_geometry_eval(&joint->shape[g], &socket, &ball, &set, &host.error));
    for (size_t k = 0; k < set.count; k++) {
      add_point(joint, &joint->law[g], &set.point[k], on_socket, on_ball);
    }
  }
}

/* Turns a vector from the socket's axes to those of AXES. */
static void turn(const double in[3], double out[3]) {
  double x[3], y[3], z[3];
  measure("UVX", SOCKET, AXES, 2, x);
  measure("UVY", SOCKET, AXES, 2, y);
  measure("UVZ", SOCKET, AXES, 2, z);
  for (int k = 0; k < 3; k++) out[k] = x[k] * in[0] + y[k] * in[1] + z[k] * in[2];
}

void reference_compare(const double wrench[6], const lash_wrench *expected, double tolerance) {
  double force[3], torque[3];
  turn(expected->force, force);
  turn(expected->torque, torque);
  for (int k = 0; k < 3; k++) {
    TEST_ASSERT_DOUBLE_WITHIN(tolerance * largest(force, 3), force[k], wrench[k]);
    TEST_ASSERT_DOUBLE_WITHIN(tolerance * largest(torque, 3), torque[k], wrench[3 + k]);
  }
}

void reference_check(const reference *joint, const char *routine, bench_gforce *g,
                     lash_wrench *on_socket, lash_wrench *on_ball) {
  double wrench[6];
  bench_gforce_make(g, routine, 7, 1, AXES);
  bench_gforce_value(g, 0, 0, wrench);
  reference_wrench(joint, on_socket, on_ball);
  reference_compare(wrench, on_socket, 1e-14);
}
