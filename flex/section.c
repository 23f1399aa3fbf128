/* Section constants in closed form. */
#include "lash_section.h"

#include <math.h>

#define PI 3.14159265358979323846

static bool positive(double x) { return isfinite(x) && x > 0; }

lash_status lash_material_check(const lash_material *m, lash_error *error) {
  if (!positive(m->young))
    return lash_fail(error, LASH_BAD_INPUT, "Young's modulus must be > 0, not %g Pa", m->young);
  if (!positive(m->density))
    return lash_fail(error, LASH_BAD_INPUT, "the density must be > 0, not %g kg/m^3", m->density);
  if (!(m->poisson > -1 && m->poisson < 0.5))
    return lash_fail(error, LASH_BAD_INPUT, "Poisson's ratio must be in (-1, 0.5), not %g",
                     m->poisson);
  return LASH_OK;
}

lash_status lash_section_check(const lash_section *s, lash_error *error) {
  const struct {
    const char *name;
    double value;
  } must_be_positive[] = {
      {"area", s->area},
      {"integral of y^2", s->y2},
      {"integral of z^2", s->z2},
      {"integral of y^4", s->y4},
      {"integral of y^2 z^2", s->y2z2},
      {"integral of z^4", s->z4},
      {"torsion constant", s->torsion},
      {"shear coefficient along y", s->shear_y},
      {"shear coefficient along z", s->shear_z},
  };
  for (size_t i = 0; i < sizeof must_be_positive / sizeof must_be_positive[0]; i++) {
    if (!positive(must_be_positive[i].value))
      return lash_fail(error, LASH_BAD_INPUT, "the %s of a section must be > 0, not %g",
                       must_be_positive[i].name, must_be_positive[i].value);
  }
  return LASH_OK;
}

/* Saint-Venant's series for the sides a >= b; terms fall like n^-5. */
static double rectangle_torsion(double a, double b) {
  double sum = 0;
  for (int n = 1; n < 200; n += 2) sum += tanh(n * PI * a / (2 * b)) / pow(n, 5);
  return a * b * b * b * (1.0 / 3.0 - 64.0 / pow(PI, 5) * (b / a) * sum);
}

lash_status lash_section_rectangle(double h, double w, double nu, lash_section *s,
                                   lash_error *error) {
  if (!positive(h) || !positive(w))
    return lash_fail(error, LASH_BAD_INPUT, "a rectangle needs sides > 0, not %g by %g m", h, w);
  double k = 10 * (1 + nu) / (12 + 11 * nu);
  *s = (lash_section){.area = h * w,
                      .y2 = w * pow(h, 3) / 12,
                      .z2 = h * pow(w, 3) / 12,
                      .y4 = w * pow(h, 5) / 80,
                      .y2z2 = pow(h * w, 3) / 144,
                      .z4 = h * pow(w, 5) / 80,
                      .torsion = rectangle_torsion(fmax(h, w), fmin(h, w)),
                      .shear_y = k,
                      .shear_z = k};
  return lash_section_check(s, error);
}

lash_status lash_section_tube(double outer, double inner, double nu, lash_section *s,
                              lash_error *error) {
  if (!positive(outer) || !(inner >= 0 && inner < outer))
    return lash_fail(error, LASH_BAD_INPUT,
                     "a round section needs 0 <= inner < outer diameter, not %g and %g m", inner,
                     outer);
  double R = outer / 2, r = inner / 2, m2 = (r / R) * (r / R);
  double second = PI * (pow(R, 4) - pow(r, 4)) / 4, fourth = PI * (pow(R, 6) - pow(r, 6)) / 24;
  double a = (1 + m2) * (1 + m2);
  double k = 6 * (1 + nu) * a / ((7 + 6 * nu) * a + (20 + 12 * nu) * m2);
  *s = (lash_section){.area = PI * (R * R - r * r),
                      .y2 = second,
                      .z2 = second,
                      .y4 = 3 * fourth,
                      .y2z2 = fourth,
                      .z4 = 3 * fourth,
                      .torsion = 2 * second,
                      .shear_y = k,
                      .shear_z = k};
  return lash_section_check(s, error);
}
