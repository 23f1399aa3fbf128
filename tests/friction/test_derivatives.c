/* Every partial derivative of every law against Richardson-extrapolated central differences. */
#include "random_laws.h"

enum { POINTS = 1000, OUTPUTS = 2 + LASH_FRICTION_STATES_MAX };

static const lash_friction *law;
static lash_friction_input input;
static double z[LASH_FRICTION_STATES_MAX];
static size_t states, continuous;

void setUp(void) {}
void tearDown(void) {}

/* Variables in one row: vt, normal, load, then the continuous states. */
static double *variable(size_t index) {
  if (index < 2) return &input.vt[index];
  if (index == 2) return &input.normal;
  if (index < 5) return &input.load[index - 3];
  return &z[index - 5];
}

/* Outputs in one row: force, then rates. */
static void outputs(double *y) {
  lash_friction_value value;
  lash_friction_rate rate;
  lash_friction_force(law, &input, &value);
  y[0] = value.force[0], y[1] = value.force[1];
  if (states == 0) return;
  lash_friction_rates(law, &input, &rate);
  for (size_t k = 0; k < states; k++) y[2 + k] = rate.zdot[k];
}

static void analytic(size_t index, double *y) {
  lash_friction_value value;
  lash_friction_rate rate;
  lash_friction_force(law, &input, &value);
  if (states > 0) lash_friction_rates(law, &input, &rate);
  for (size_t i = 0; i < 2; i++) {
    y[i] = index < 2    ? value.d_vt[i][index]
           : index == 2 ? value.d_normal[i]
           : index < 5  ? value.d_load[i][index - 3]
                        : value.d_z[i][index - 5];
  }
  for (size_t k = 0; k < states; k++) {
    y[2 + k] = index < 2    ? rate.d_vt[k][index]
               : index == 2 ? rate.d_normal[k]
               : index < 5  ? 0.0
                            : rate.d_z[k][index - 5];
  }
}

static void central(size_t index, double step, double *y) {
  double *x = variable(index), centre = *x, low[OUTPUTS], high[OUTPUTS];
  *x = centre - step;
  outputs(low);
  *x = centre + step;
  outputs(high);
  *x = centre;
  for (size_t i = 0; i < 2 + states; i++) y[i] = (high[i] - low[i]) / (2 * step);
}

/* Three step sizes, extrapolated twice; of several such triples the one that agrees best with
 * itself. */
static void differences(size_t index, double scale, double *best) {
  double error[OUTPUTS];
  for (size_t i = 0; i < 2 + states; i++) error[i] = INFINITY, best[i] = NAN;
  for (double step = 0.01 * scale; step > 1e-6 * scale; step /= 6) {
    double a[OUTPUTS], b[OUTPUTS], c[OUTPUTS];
    central(index, step, a);
    central(index, step / 2, b);
    central(index, step / 4, c);
    for (size_t i = 0; i < 2 + states; i++) {
      double ab = b[i] + (b[i] - a[i]) / 3, bc = c[i] + (c[i] - b[i]) / 3;
      double value = bc + (bc - ab) / 15, own = fabs(value - bc);
      if (own < error[i]) error[i] = own, best[i] = value;
    }
  }
}

static double scale_of(size_t index) {
  double size = 0;
  if (index < 2) return hypot(input.vt[0], input.vt[1]);
  if (index == 2) return input.normal;
  if (index < 5) return hypot(input.load[0], input.load[1]);

  /* bristles among themselves are alike; scalar states are of another kind */
  size_t vectors, scalars, discrete, k = index - 5;
  law->law->states(law->c, &vectors, &scalars, &discrete);
  if (k >= vectors * law->dim) return fabs(z[k]);
  for (size_t i = 0; i < vectors * law->dim; i++) size = fmax(size, fabs(z[i]));
  return size;
}

static void check_variable(size_t index) {
  double scale = scale_of(index), y[OUTPUTS], exact[OUTPUTS], measured[OUTPUTS];
  if (scale == 0) return; /* a state that is zero throughout has no scale */
  outputs(y);
  analytic(index, exact);
  differences(index, scale, measured);
  double force = hypot(y[0], y[1]), speed = hypot(input.vt[0], input.vt[1]);
  for (size_t i = 0; i < 2 + states; i++) {
    /* a derivative is compared with itself and with output over variable, whichever is larger */
    double natural = (i < 2 ? force : fmax(fabs(y[i]), speed)) / scale;
    double allowed = 1e-8 * fmax(fabs(exact[i]), natural);
    if (fabs(exact[i] - measured[i]) <= allowed) continue;
    char message[400];
    snprintf(message, sizeof message,
             "%s dim %zu: d output %zu / d variable %zu is %.12g, differences give %.12g "
             "(vt %g %g, N %g, z %g %g)",
             law->law->name, law->dim, i, index, exact[i], measured[i], input.vt[0], input.vt[1],
             input.normal, z[0], z[1]);
    TEST_FAIL_MESSAGE(message);
  }
}

static void check_point(const lash_friction *friction) {
  law = friction;
  states = lash_friction_states(law);
  continuous = lash_friction_continuous_states(law);
  input = random_input(law, z);
  for (size_t i = 0; i < law->dim; i++) check_variable(i);
  check_variable(2);
  for (size_t k = 0; k < continuous; k++) check_variable(5 + k);
}

static void walk(size_t dim) {
  for (size_t i = 0; i < lash_friction_law_count(); i++) {
    random_seed(100 * dim + i);
    for (int point = 0; point < POINTS; point++) {
      lash_friction friction = random_law(lash_friction_law_at(i), dim);
      check_point(&friction);
    }
  }
}

static void on_a_line(void) { walk(1); }
static void in_the_plane(void) { walk(2); }

/* At rest, laws that stick answer the load: d_load and d_normal, held and slipping. */
static void loads_at_rest(void) {
  for (size_t i = 0; i < lash_friction_law_count(); i++) {
    if (!(lash_friction_law_at(i)->traits & LASH_FRICTION_USES_LOAD)) continue;
    for (int point = 0; point < 100; point++) {
      lash_friction friction = random_law(lash_friction_law_at(i), 1 + (size_t)point % 2);
      law = &friction;
      states = continuous = 0;
      input = (lash_friction_input){.normal = 10};
      random_velocity(law->dim, input.load);
      input.load[0] *= 100, input.load[1] *= 100;
      for (size_t k = 0; k < law->dim; k++) check_variable(3 + k);
      check_variable(2);
    }
  }
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(on_a_line);
  RUN_TEST(in_the_plane);
  RUN_TEST(loads_at_rest);
  return UNITY_END();
}
