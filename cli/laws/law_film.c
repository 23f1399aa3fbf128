/* A film law at a point. */
#include "law_views.h"

#include <stdio.h>
#include <string.h>

#include "json.h"
#include "output.h"
#include "plot.h"

static const struct {
  const char *name;
  int by;       /* column of the partials */
  size_t place; /* in the motion */
  const char *column;
} variables[] = {
    {"ex", LASH_FILM_BY_E, offsetof(lash_film_motion, e[0]), "ex_m"},
    {"ey", LASH_FILM_BY_E + 1, offsetof(lash_film_motion, e[1]), "ey_m"},
    {"ux", LASH_FILM_BY_U, offsetof(lash_film_motion, u[0]), "ux_m_s"},
    {"uy", LASH_FILM_BY_U + 1, offsetof(lash_film_motion, u[1]), "uy_m_s"},
    {"wi", LASH_FILM_BY_SPIN_I + 2, offsetof(lash_film_motion, spin_i[2]), "wi_rad_s"},
    {"wj", LASH_FILM_BY_SPIN_J + 2, offsetof(lash_film_motion, spin_j[2]), "wj_rad_s"}};
enum { VARIABLES = sizeof variables / sizeof *variables };

static size_t find_variable(const char *name) {
  size_t k = 0;
  while (k < VARIABLES && strcmp(variables[k].name, name) != 0) k++;
  return k;
}

/* Where a variable stands, by its name; NULL: nowhere. */
static double *place_of(void *motion, const char *name, lash_error *error) {
  const size_t k = find_variable(name);
  if (k < VARIABLES) return (double *)(void *)((char *)motion + variables[k].place);
  lash_fail(error, LASH_BAD_INPUT,
            "a film does not depend on '%s'; it takes ex, ey (m), ux, uy (m/s), wi, wj (rad/s)",
            name);
  return NULL;
}

/* What is said about a state. */
static const struct {
  unsigned flag;
  const char *words;
} remarks[] = {{LASH_FILM_BENT, "beyond the law's validity: the film is held at eps_max"},
               {LASH_FILM_TOUCHING, "the surfaces overlap: a contact law acts there as well"},
               {LASH_FILM_CENTRED, "no direction here: the derivatives are those of one chosen"},
               {LASH_FILM_TURBULENT, "the flow is turbulent: the law is laminar"}};

static void print_words(const lash_film *film, const lash_film_motion *m,
                        const lash_film_value *v) {
  printf("%s\n  force on j    %.10g %.10g N\n", film->law->name, v->force[0], v->force[1]);
  printf("  torque on i   %.10g N m\n  torque on j   %.10g N m\n", v->torque_i[2], v->torque_j[2]);
  printf("  power lost    %.10g W\n", v->lost);
  printf("  smallest film %.10g m (eccentricity ratio %.6g)\n", v->film, v->eps);
  printf("  pressure      %.10g Pa at most\n", lash_film_peak(film, m));
  for (int k = 0; k < VARIABLES; k++)
    printf("  d force/d %s  %.10g %.10g\n", variables[k].name, v->by[0][variables[k].by],
           v->by[1][variables[k].by]);
  for (size_t k = 0; k < sizeof remarks / sizeof *remarks; k++)
    if (v->flags & remarks[k].flag) printf("  %s\n", remarks[k].words);
}

static void print_json(const lash_film *film, const lash_film_motion *m, const lash_film_value *v) {
  json j = json_object_to(stdout);
  json_string(&j, "law", film->law->name);
  json_number(&j, "force_x", v->force[0]);
  json_number(&j, "force_y", v->force[1]);
  json_number(&j, "torque_i", v->torque_i[2]);
  json_number(&j, "torque_j", v->torque_j[2]);
  json_number(&j, "lost", v->lost);
  json_number(&j, "film", v->film);
  json_number(&j, "eccentricity", v->eps);
  json_number(&j, "pressure", lash_film_peak(film, m));
  json_boolean(&j, "valid", !(v->flags & (LASH_FILM_BENT | LASH_FILM_TURBULENT)));
  for (int row = 0; row < 2; row++) {
    json_object(&j, row ? "d_force_y" : "d_force_x");
    for (int k = 0; k < VARIABLES; k++)
      json_number(&j, variables[k].name, v->by[row][variables[k].by]);
    json_object_end(&j);
  }
  json_end(&j);
}

/* Forces over a range of one variable. */
static lash_status sweep(const lash_film *film, lash_film_motion *m, const char *over,
                         const show_options *show, lash_error *error) {
  cli_range range;
  lash_curve curve;
  lash_status status = cli_range_read(over, &range, error);
  double *place = status == LASH_OK ? place_of(m, range.name, error) : NULL;
  if (!place) return error->status;
  status = curve_allocate(&curve, range.count, error);
  if (status != LASH_OK) return status;
  const size_t which = find_variable(range.name);
  const char *heading[] = {variables[which].column, "force_x_N",   "force_y_N",
                           "torque_j_N_m",          "pressure_Pa", "film_m"};
  curve.names = heading;
  curve.columns = sizeof heading / sizeof *heading;
  for (size_t i = 0; i < range.count; i++) {
    lash_film_value v;
    *place = cli_range_at(&range, i);
    lash_film_eval(film, m, false, &v);
    const double row[] = {*place, v.force[0], v.force[1], v.torque_j[2], lash_film_peak(film, m),
                          v.film};
    memcpy(curve.data + curve.columns * curve.rows++, row, sizeof row);
  }
  if (show->plot)
    status = plot_curve(&curve, film->law->name, film->law->name, 0,
                        which == 1 || which == 3 ? 2 : 1, show->plot, error);
  if (status == LASH_OK && (show->csv || !show->plot)) curve_print_csv(&curve, stdout);
  curve_free(&curve);
  return status;
}

lash_status film_at_point(const char *law, cli_settings *settings, const cli_settings *at,
                          const char *over, const show_options *show, lash_error *error) {
  lash_film film;
  lash_film_motion m = {.e = {0}};
  lash_film_value v;
  lash_status status = cli_film(law, settings, &film, error);
  const lash_params *known = &film.params;
  if (status == LASH_OK) status = cli_settings_all_used(settings, &known, 1, error);
  if (status == LASH_OK) status = cli_at_read(at, place_of, &m, error);
  if (status == LASH_OK && over) return sweep(&film, &m, over, show, error);
  if (status == LASH_OK && (show->csv || show->plot))
    status = lash_fail(error, LASH_BAD_INPUT,
                       "a curve needs a range: add --over ex=FROM:TO; `lash rig journal-bearing` "
                       "draws orbits");
  if (status != LASH_OK) return status;
  lash_film_eval(&film, &m, true, &v);
  (show->json ? print_json : print_words)(&film, &m, &v);
  return LASH_OK;
}
