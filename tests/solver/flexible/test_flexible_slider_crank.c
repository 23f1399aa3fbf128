/* A slider-crank with a rod that bends by 1.5 % of its length (Jonker 1989; Meijaard 1991): ANCF
 * beams and modes share nothing but section and material, and must agree. */
#include "integrate_helper.h"

void setUp(void) {}
void tearDown(void) {}

enum { OUTPUTS = 24 };
static const double turn = 2 * 3.14159265358979323846 / 150;

/* Deflection of the rod's middle over a turn, as the datasets' REQUEST/1 has it. */
static void deflection(const char *file, double out[OUTPUTS]) {
  mechanism m = load_file(file);
  lash_integrate_options options = method("genalpha", 1e-4, 0);
  options.audit = false;
  for (int k = 0; k < OUTPUTS; k++) {
    advance(&m, &options, turn * (k + 1) / OUTPUTS, NULL);
    double x[3], y[3];
    for (int i = 0; i < 3; i++) {
      x[i] = measure(&m, "DX", 31 + i, 0, 0, 0);
      y[i] = measure(&m, "DY", 31 + i, 0, 0, 0);
    }
    out[k] = ((x[2] - x[0]) * (y[1] - y[0]) - (y[2] - y[0]) * (x[1] - x[0])) /
             hypot(x[1] - x[0], y[1] - y[0]) / 0.3;
  }
  unload(&m);
}

static void beams_and_modes_agree(void) {
  double beam[OUTPUTS], modal[OUTPUTS], largest = 0, apart = 0;
  deflection("flexible_slider_crank_beam.adm", beam);
  deflection("flexible_slider_crank_modal.adm", modal);
  for (int k = 0; k < OUTPUTS; k++) {
    largest = fmax(largest, fabs(beam[k]));
    apart = fmax(apart, fabs(beam[k] - modal[k]));
  }
  TEST_ASSERT_DOUBLE_WITHIN(0.002, 0.0155, largest);
  TEST_ASSERT_LESS_THAN_DOUBLE(0.02 * largest, apart);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(beams_and_modes_agree);
  return UNITY_END();
}
