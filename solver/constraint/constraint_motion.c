/* Driven displacements f(t). A motion that prescribes velocity or acceleration is integrated here
 * from the last committed time, so that to the rest of the solver every motion is a displacement.
 */
#include "constraint.h"
#include "measure.h"
#include "user.h"

/* Gauss-Legendre rule of five points on [0, 1]: exact for polynomials of degree nine. */
static const double node[5] = {0.046910077030668004, 0.23076534494715845, 0.5, 0.76923465505284155,
                               0.953089922969332};
static const double weight[5] = {0.11846344252809454, 0.23931433524968324, 0.28444444444444444,
                                 0.23931433524968324, 0.11846344252809454};

/* Variables in the function take part at time t too; none of them asks for the state. */
static void function_jet(lash_system *system, int function, double t, double jet[3]) {
  const double now = system->t;
  const lash_stamp stamp = system->stamp;
  if (!system->function[function].input_count) {
    lash_function_time_jet(system, function, t, jet);
    return;
  }
  if (t != now) system->stamp = ++system->last_stamp;
  system->t = t;
  lash_function_jet(system, function, jet);
  system->t = now;
  system->stamp = stamp;
}

static void jet_of(lash_system *system, const lash_drive *drive, double t, double jet[3]) {
  if (drive->user >= 0)
    lash_user_motion(system, drive->user, t, jet);
  else
    function_jet(system, drive->function, t, jet);
}

/* Integrals of F and of (t - s) F from the start to t. */
static void integrate(lash_system *system, const lash_drive *drive, double integral[2]) {
  const double h = system->t - drive->start_time;
  integral[0] = integral[1] = 0;
  for (int k = 0; k < 5; k++) {
    double jet[3];
    jet_of(system, drive, drive->start_time + h * node[k], jet);
    integral[0] += h * weight[k] * jet[0];
    integral[1] += h * h * weight[k] * (1 - node[k]) * jet[0];
  }
}

const lash_drive *lash_drive_at(lash_system *system, int index) {
  lash_drive *drive = &system->drive[index];
  if (drive->stamp == system->stamp) return drive;
  drive->stamp = system->stamp;
  double jet[3], integral[2];
  jet_of(system, drive, system->t, jet);
  switch (drive->order) {
    case 0:
      drive->f = jet[0], drive->f1 = jet[1], drive->f2 = jet[2];
      break;
    case 1:
      integrate(system, drive, integral);
      drive->f = drive->start[0] + integral[0];
      drive->f1 = jet[0], drive->f2 = jet[1];
      break;
    default:
      integrate(system, drive, integral);
      drive->f = drive->start[0] + drive->start[1] * (system->t - drive->start_time) + integral[1];
      drive->f1 = drive->start[1] + integral[0];
      drive->f2 = jet[0];
  }
  return drive;
}

void lash_drive_commit(lash_system *system, int index) {
  const lash_drive now = *lash_drive_at(system, index);
  lash_drive *drive = &system->drive[index];
  if (!drive->order) return;
  drive->start[0] = now.f;
  drive->start[1] = now.f1;
  drive->start_time = system->t;
}
