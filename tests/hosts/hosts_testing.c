#include "hosts_testing.h"

#include <stdio.h>

static void check(lash_status status, const lash_error *error) {
  if (status != LASH_OK) TEST_FAIL_MESSAGE(error->message);
}

void open_host(opened *o, const lash_host_class *host_class, const char *file,
               lash_host_options options) {
  char path[1024];
  lash_error error;
  snprintf(path, sizeof path, "%s/%s", MODELS, file);
  options.library_folder = USER_LIBRARIES;
  check(lash_model_read(&o->model, path, &error), &error);
  check(lash_host_create(host_class, &o->model, &options, &o->host, &error), &error);
}

void close_host(opened *o) {
  lash_host_free(o->host);
  lash_model_free(&o->model);
}

void advance(opened *o, double t) {
  lash_error error;
  check(lash_host_advance(o->host, t, &error), &error);
}

void request(opened *o, int id, double values[8]) {
  lash_error error;
  const int index = lash_model_find(&o->model, LASH_KIND_REQUEST, id);
  TEST_ASSERT_TRUE_MESSAGE(index >= 0, "the model has no such request");
  check(lash_host_request(o->host, (size_t)index, values, &error), &error);
}

int order_of(const lash_host_class *host_class) {
  return lash_same_name(lash_host_name(host_class), "chrono") ? 2 : 4;
}

lash_host_options fine_for(const lash_host_class *host_class, lash_host_options options,
                           double shorter) {
  if (order_of(host_class) == 2) options.step /= shorter;
  return options;
}

const lash_host_class *need_host(const char *name) {
  const lash_host_class *found = lash_host_find(name);
  if (!found) printf("host %s is not in this build: skipped\n", name);
  return found;
}
