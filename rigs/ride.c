/* A surface that slides to and fro. */
#include <math.h>

#include "lash_rigs.h"
#include "rig_curve.h"

static const char *const columns[] = {"x_m", "vt_m_s", "force_N", NULL};

void lash_friction_ride(const lash_friction *friction, double speed, double frequency,
                        double normal, lash_curve *curve) {
  const size_t rows = curve->capacity;
  const double turn = 2 * acos(-1), h = 1 / (frequency * (double)rows);
  double z[LASH_FRICTION_STATES_MAX], x = -speed / (turn * frequency);
  lash_friction_reset(friction, z);
  curve_begin(curve, columns);
  for (size_t i = 0; i < 2 * rows; i++) {
    lash_friction_value f;
    lash_friction_input in = {
        .vt = {speed * sin(turn * ((double)i + 0.5) / (double)rows), 0}, .normal = normal, .z = z};
    if (lash_friction_states(friction)) lash_friction_advance(friction, &in, h, z);
    lash_friction_force(friction, &in, &f);
    x += in.vt[0] * h;
    if (i < rows) continue;
    const double row[] = {x, in.vt[0], f.force[0]};
    curve_add(curve, row);
  }
}
