/* A ball joint with clearance in a Chrono model, from C.
 *
 * An arm hangs by a ball of 10 mm in a socket of 10.5 mm: the model of mujoco_clearance.c. Chrono
 * moves the arm; contact and friction are Lash's. Prints the impacts and the energy left.
 *
 *   cc -c chrono_clearance.c && c++ chrono_clearance.o -llash_chrono -llash -lChrono_core */
#include <stdio.h>

#include "lash_chrono.h"

static lash_contact normal_law;
static lash_friction friction_law;

static lash_status choose_laws(lash_error *error) {
  lash_status status = lash_contact_begin(&normal_law, "lankarani_nikravesh", error);
  if (!status) status = lash_contact_set(&normal_law, "K", "1e8", error);
  if (!status) status = lash_contact_set(&normal_law, "e", "0.7", error);
  if (!status) status = lash_contact_ready(&normal_law, error);
  if (!status) status = lash_friction_begin(&friction_law, "brown_mcphee", 2, error);
  if (!status) status = lash_friction_set(&friction_law, "v_tr", "1e-3", error);
  return status ? status : lash_friction_ready(&friction_law, error);
}

/* An arm with its mass centre 0.2 m from the ball, turned by 40 degrees about x. */
static lash_status build(lash_chrono **system, lash_error *error) {
  const lash_chrono_options options = {.gravity = {0, 0, -9.81}};
  const double c = 0.766044443118978, s = 0.642787609686539;
  const lash_chrono_body arm = {.mass = 1,
                                .inertia = {4e-3, 0, 0, 0, 4e-3, 0, 0, 0, 5e-4},
                                .position = {0, 0.2 * s, -0.2 * c},
                                .rotation = {1, 0, 0, 0, c, -s, 0, s, c}};
  const lash_chrono_clearance joint = {
      .i = {.body = LASH_CHRONO_GROUND},
      .j = {.body = 0, .position = {0, 0, 0.2}},
      .shape = {.shape = LASH_BALL_SOCKET, .radius_i = 0.0105, .radius_j = 0.010},
      .normal = &normal_law,
      .friction = &friction_law};
  lash_status status = lash_chrono_create(&options, system, error);
  if (!status) status = lash_chrono_add_body(*system, &arm, NULL, error);
  return status ? status : lash_chrono_add_clearance(*system, &joint, NULL, error);
}

static lash_status energy(const lash_chrono *system, double *sum, lash_error *error) {
  double kinetic, potential;
  const lash_status status = lash_chrono_energy(system, &kinetic, &potential, error);
  *sum = kinetic + potential;
  return status;
}

int main(void) {
  lash_error error;
  lash_chrono *system = NULL;
  lash_chrono_contact contact = {0};
  double start = 0, end = 0, deepest = 0;
  lash_status status = choose_laws(&error);
  if (!status) status = build(&system, &error);
  if (!status) status = energy(system, &start, &error);
  while (!status && lash_chrono_time(system) < 0.5 - 5e-6) {
    status = lash_chrono_step(system, 1e-5, &error);
    if (!status) status = lash_chrono_get_clearance(system, 0, &contact, &error);
    if (contact.delta > deepest) deepest = contact.delta;
  }
  if (!status) status = energy(system, &end, &error);
  if (status) return fprintf(stderr, "%s\n", error.message), 1;
  printf("Chrono %s: %llu impacts in 0.5 s, deepest %.2f um, energy %.4f J -> %.4f J\n",
         lash_chrono_version(), contact.impacts, 1e6 * deepest, start, end);
  lash_chrono_free(system);
  return contact.impacts > 0 && end < start && deepest < 1e-4 ? 0 : 1;
}
