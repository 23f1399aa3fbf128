/* The same measures and elements in the reference and in every host that is here: 1e-12 of the
 * largest number of their kind, full turns counted alike, and the same words where there is no
 * force. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adapter.h"
#include "hosts_testing.h"
#include "random_motion.h"

void setUp(void) {}
void tearDown(void) {}

static void open_mechanics(opened *o, const lash_host_class *host_class, const char *file) {
  char path[1024];
  snprintf(path, sizeof path, "../../mechanics/models/%s", file);
  open_host(o, host_class, path, (lash_host_options){.step = 1e-2, .accuracy = 1e-10});
}

typedef struct seen {
  double request[200][8];
  double wrench[40][12];
} seen;

static void check(lash_status status, const lash_error *error) {
  if (status != LASH_OK) TEST_FAIL_MESSAGE(error->message);
}

/* Both parts somewhere; `turn` is the rotation vector from the first to the second, and they are
 * `apart`. */
static void put_parts(lash_host *host, const double turn[3], const double apart[3]) {
  lash_host_body bodies[2];
  lash_error error;
  check(lash_host_bodies(host, bodies, &error), &error);
  for (int b = 0; b < 2; b++) {
    const lash_marker_motion m = random_motion();
    memcpy(bodies[b].r, m.r, sizeof m.r);
    memcpy(bodies[b].axes, m.axes, sizeof m.axes);
    memcpy(bodies[b].v, m.v, sizeof m.v);
    memcpy(bodies[b].w, m.w, sizeof m.w);
  }
  for (int k = 0; k < 3; k++) bodies[1].r[k] = bodies[0].r[k] + apart[k];
  turn_axes(turn, bodies[0].axes, bodies[1].axes);
  check(lash_host_set_state(host, 0, bodies, &error), &error);
}

/* The scene of a host as if its engine had put every marker where the reference has it. */
static void take_over(lash_host *reference, const lash_model *model, lash_scene *scene) {
  lash_error error;
  lash_scene_place(scene, 0, LASH_LEVEL_ACCELERATION);
  for (size_t k = 0; k < model->marker.count; k++)
    check(lash_host_marker(reference, model->marker.item[k].head.id, &scene->mark[k], &error),
          &error);
}

static void same(double a, double b, const char *host, const char *what, size_t index, int column) {
  char text[120];
  snprintf(text, sizeof text, "%s: %s %zu, column %d", host, what, index + 1, column + 1);
  TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-12 * fmax(1, fabs(a)), a, b, text);
}

static void compare_at_this_state(opened *reference, const lash_scene *order, seen *s) {
  lash_error error;
  for (size_t k = 0; k < reference->model.request.count; k++)
    check(lash_host_request(reference->host, k, s->request[k], &error), &error);
  for (size_t k = 0; k < order->force_count; k++)
    for (int j = 0; j < 2; j++)
      check(lash_host_force(reference->host, lash_kind_name(order->force[k].head->kind),
                            order->force[k].head->id, j, s->wrench[k] + 6 * j, &error),
            &error);
}

static void compare_scene(opened *reference, lash_scene *scene, const char *name) {
  static seen wanted;
  lash_error error;
  double values[8], six[6];
  compare_at_this_state(reference, scene, &wanted);
  take_over(reference->host, &reference->model, scene);
  TEST_ASSERT_EQUAL_INT(11, scene->force_count);
  for (size_t k = 0; k < scene->force_count; k++)
    for (int j = 0; j < 2; j++) {
      const lash_element *head = scene->force[k].head;
      scene->sdk.element_force(scene, lash_kind_name(head->kind), head->id, j, six);
      for (int c = 0; c < 6; c++) same(wanted.wrench[k][6 * j + c], six[c], name, "force", k, c);
    }
  for (size_t k = 0; k < scene->request_count; k++) {
    check(lash_scene_request(scene, k, values, &error), &error);
    for (int c = 0; c < 8; c++) same(wanted.request[k][c], values[c], name, "request", k, c);
  }
}

/* Parts anywhere, then one in the other: axes the same, opposite, at right angles. */
static void measures_and_elements_are_the_same_in_every_host(void) {
  static const double right = 1.5707963267948966;
  for (size_t n = 0; n < lash_host_count(); n++) {
    opened reference, o;
    open_mechanics(&o, lash_host_at(n), "everything_between.adm");
    lash_scene *scene = lash_host_scene(o.host);
    random_state = 3;
    for (int round = 0; round < 30 && scene; round++) {
      double turn[3] = {0}, apart[3] = {0};
      if (round < 15) random_vector(turn), random_vector(apart);
      if (round >= 16) turn[round % 3] = right * (1 + (round - 16) / 3);
      open_mechanics(&reference, lash_host_find("reference"), "everything_between.adm");
      put_parts(reference.host, turn, apart);
      lash_scene_restart(scene);
      compare_scene(&reference, scene, lash_host_name(lash_host_at(n)));
      close_host(&reference);
    }
    close_host(&o);
  }
}

/* The part turns by 10 rad/s, steadily: two seconds make 20 rad, not 20 less three turns. */
static void full_turns_count_in_every_host(void) {
  for (size_t n = 0; n < lash_host_count(); n++) {
    opened o;
    double values[8];
    open_mechanics(&o, lash_host_at(n), "spinning.adm");
    for (int k = 1; k <= 10; k++) advance(&o, 0.2 * k);
    request(&o, 1, values);
    TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-3, 20, values[0], lash_host_name(lash_host_at(n)));
    close_host(&o);
  }
}

/* About a fixed axis z that makes an angle of 30 degrees with principal axes of 0.3 and 0.2, the
 * joint must give w x (J w) = -w^2 (0.3 - 0.2) sin 30 cos 30 about x. */
static void joints_carry_the_gyroscopic_torque(void) {
  const double wanted = -100 * (0.3 - 0.2) * 0.5 * sqrt(0.75);
  for (size_t n = 0; n < lash_host_count(); n++) {
    opened o;
    lash_error error;
    double wrench[6];
    open_mechanics(&o, lash_host_at(n), "spinning.adm");
    TEST_ASSERT_EQUAL_INT(LASH_OK, lash_host_force(o.host, "JOINT", 1, false, wrench, &error));
    TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-10, wanted, wrench[3], lash_host_name(lash_host_at(n)));
    TEST_ASSERT_DOUBLE_WITHIN_MESSAGE(1e-10, 0, wrench[4], lash_host_name(lash_host_at(n)));
    close_host(&o);
  }
}

/* First failure of a host with a model, while it is made or while it runs. */
static void first_failure(const lash_host_class *host_class, const lash_model *model,
                          lash_error *error) {
  const lash_host_options options = {.step = 1e-3};
  lash_host *host;
  error->message[0] = '\0';
  if (lash_host_create(host_class, model, &options, &host, error) != LASH_OK) return;
  lash_host_advance(host, 0.01, error);
  lash_host_free(host);
}

static void coincident_markers_are_named_in_the_same_words(void) {
  lash_model model;
  lash_error read, error;
  TEST_ASSERT_EQUAL_INT(LASH_OK, lash_model_read(&model, MECHANICS "/coincident.adm", &read));
  for (size_t n = 0; n < lash_host_count(); n++) {
    first_failure(lash_host_at(n), &model, &error);
    const char *place = strstr(error.message, "coincident.adm:6: ");
    TEST_ASSERT_NOT_NULL_MESSAGE(place, error.message);
    TEST_ASSERT_EQUAL_STRING_MESSAGE(
        "coincident.adm:6: SPRINGDAMPER/1: I and J coincide, so the force has no "
        "direction; move a marker or use a vector force (time 0)",
        place, lash_host_name(lash_host_at(n)));
  }
  lash_model_free(&model);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(measures_and_elements_are_the_same_in_every_host);
  RUN_TEST(full_turns_count_in_every_host);
  RUN_TEST(joints_carry_the_gyroscopic_torque);
  RUN_TEST(coincident_markers_are_named_in_the_same_words);
  return UNITY_END();
}
