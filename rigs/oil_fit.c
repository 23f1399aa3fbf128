/* From a test of a bearing to the viscosity of its oil: every force of a film is proportional to
 * it. */
#include <math.h>

#include "lash_rigs.h"

/* Force at an eccentricity per viscosity: of a journal that turns, or one that comes nearer. */
static double force_at(const lash_film *film, double eps, double speed, double approach) {
  const double c = lash_params_get(&film->params, "c");
  const lash_film_motion m = {.e = {eps * c}, .u = {approach}, .spin_j = {0, 0, speed}};
  lash_film_value v;
  lash_film_eval(film, &m, false, &v);
  return hypot(v.force[0], v.force[1]) / lash_film_viscosity(film);
}

/* Time of the squeeze without mass per viscosity: load dt = F(e, 1 m/s) de. */
static double time_of(const lash_film *film, const lash_oil_test *test) {
  enum { STEPS = 4000 };
  const double step = (test->until - test->from) / STEPS;
  double sum = 0;
  for (int k = 0; k <= STEPS; k++)
    sum += (k == 0 || k == STEPS ? 1 : k % 2 ? 4 : 2) * force_at(film, test->from + step * k, 0, 1);
  return sum * step / 3 * lash_params_get(&film->params, "c") / test->load;
}

lash_status lash_fit_viscosity(const lash_film *film, const lash_oil_test *test, double *viscosity,
                               lash_error *error) {
  const bool squeeze = test->time > 0;
  const double valid = 1 - 2 * (1 - lash_params_get(&film->params, "eps_max"));
  const double most = squeeze ? test->until : test->eps;
  if (lash_params_find(&film->params, "sigma") >= 0 && lash_params_get(&film->params, "sigma") > 0)
    return lash_fail(error, LASH_BAD_INPUT,
                     "rough surfaces bear part of the load: leave sigma out of the fit");
  if (!squeeze && film->law->kind != LASH_FILM_JOURNAL)
    return lash_fail(error, LASH_BAD_INPUT,
                     "a ball is not carried by turning: give the time of a squeeze");
  if (squeeze && !(test->from < test->until))
    return lash_fail(error, LASH_BAD_INPUT,
                     "a squeeze goes from a smaller eccentricity to a "
                     "greater one, not from %g to %g",
                     test->from, test->until);
  if (most > valid)
    return lash_fail(error, LASH_BAD_INPUT,
                     "at an eccentricity ratio of %g the law is held at eps_max: it is good up to "
                     "%g (raise eps_max)",
                     most, valid);
  const double one = squeeze ? time_of(film, test) : force_at(film, test->eps, test->speed, 0);
  *viscosity = (squeeze ? test->time : test->load) / one;
  return LASH_OK;
}
