/* A friction law on a disc that spins, or against rolling. */
#include "law_views.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "json.h"
#include "lash_spin.h"
#include "output.h"
#include "plot.h"

enum { VT, W, N, VARIABLES };
static const char *const names[VARIABLES] = {"vt", "w", "N"};
static const char *const columns[VARIABLES] = {"vt_m_s", "w_rad_s", "N_N"};

typedef struct subject {
  lash_friction law;
  lash_spin_pressure pressure; /* LASH_SPIN_NONE: rolling */
  double arm;                  /* radius of the disc, or of rolling */
  double at[VARIABLES];
} subject;

typedef struct answer {
  double force, torque, rho;
  double force_by[VARIABLES], torque_by[VARIABLES];
} answer;

/* ---------------------------------------------------------------------------------- the answers */

/* Bristles stand straight: what is asked is the law at its first touch. */
static answer ask_disc(const subject *s) {
  double z[LASH_FRICTION_STATES_MAX] = {0};
  const bool bristles = s->law.law->states != NULL;
  const double arm = bristles ? lash_spin_drilling(s->pressure) * s->arm : s->arm;
  const lash_friction_input in = {.vt = {s->at[VT], 0, arm * s->at[W]}, .normal = s->at[N], .z = z};
  lash_friction_value f;
  if (bristles) {
    lash_friction_reset(&s->law, z);
    lash_friction_force(&s->law, &in, &f);
  } else {
    lash_spin_force(&s->law, s->pressure, &in, &f);
  }
  return (answer){.force = f.force[0],
                  .torque = arm * f.force[2],
                  .rho = fabs(s->at[VT]) / (fabs(s->at[W]) * s->arm),
                  .force_by = {f.d_vt[0][0], arm * f.d_vt[0][2], f.d_normal[0]},
                  .torque_by = {arm * f.d_vt[2][0], arm * arm * f.d_vt[2][2], arm * f.d_normal[2]}};
}

static answer ask_rolling(const subject *s) {
  double z[LASH_FRICTION_STATES_MAX];
  const double R = s->arm;
  lash_friction_input in = {.vt = {R * s->at[W]}, .normal = s->at[N], .z = z};
  lash_friction_value f;
  lash_friction_reset(&s->law, z);
  lash_friction_force(&s->law, &in, &f);
  return (answer){.torque = R * f.force[0],
                  .torque_by = {0, R * R * f.d_vt[0][0], R * f.d_normal[0]}};
}

static answer ask(const subject *s) { return s->pressure ? ask_disc(s) : ask_rolling(s); }

/* -------------------------------------------------------------------------------------- reading */

bool law_turns(cli_settings *settings) {
  return cli_settings_find(settings, "spin") || cli_settings_find(settings, "rolling.R");
}

/* A length that must be given. */
static lash_status take_length(cli_settings *settings, const char *name, const char *meaning,
                               double *value, lash_error *error) {
  cli_setting *item = cli_settings_find(settings, name);
  if (!item)
    return lash_fail(error, LASH_BAD_INPUT, "%s is missing: give --set %s=, %s (m)", name, name,
                     meaning);
  item->used = true;
  return cli_positive(name, item->value, value, error);
}

static lash_status take_words(cli_settings *settings, subject *s, lash_error *error) {
  cli_setting *spin = cli_settings_find(settings, "spin");
  if (!spin)
    return take_length(settings, "rolling.R", "the arm at which rolling is resisted", &s->arm,
                       error);
  spin->used = true;
  s->pressure = lash_spin_find(spin->value);
  if (s->pressure == LASH_SPIN_COUNT || s->pressure == LASH_SPIN_NONE)
    return lash_fail(error, LASH_BAD_INPUT, "spin=%s: must be hertz, uniform or ellipsoid",
                     spin->value);
  return take_length(settings, "spin.a", "the radius of the contact disc", &s->arm, error);
}

static lash_status choose_dimension(subject *s, lash_error *error) {
  const bool bristles = s->law.law->states != NULL;
  if (!s->pressure) return LASH_OK;
  if (bristles && s->pressure != LASH_SPIN_ELLIPSOID)
    return lash_fail(error, LASH_BAD_INPUT,
                     "spin=%s: friction law %s has bristles, which follow spin=ellipsoid only",
                     lash_spin_name(s->pressure), s->law.law->name);
  s->law.dim = bristles ? 3 : 2;
  return bristles ? lash_friction_ready(&s->law, error) : LASH_OK;
}

/* Where a variable stands, by its name; NULL: nowhere. */
static double *place_of(void *context, const char *name, lash_error *error) {
  subject *s = context;
  for (size_t k = s->pressure ? VT : W; k < VARIABLES; k++)
    if (strcmp(names[k], name) == 0) return &s->at[k];
  lash_fail(error, LASH_BAD_INPUT, "%s does not depend on '%s'; it takes %s",
            s->pressure ? "friction with spin" : "resistance to rolling", name,
            s->pressure ? "vt (m/s), w (rad/s), N (N)" : "w (rad/s), N (N)");
  return NULL;
}

static lash_status check_load(const subject *s, bool swept, lash_error *error) {
  if (swept || s->at[N] >= 0) return LASH_OK;
  if (isnan(s->at[N]))
    return lash_fail(error, LASH_BAD_INPUT, "%s needs N: give --at N=…", s->law.law->name);
  return lash_fail(error, LASH_BAD_INPUT, "--at: N = %g is a pull; the normal load must be >= 0",
                   s->at[N]);
}

/* --------------------------------------------------------------------------------------- output */

static void print_words(const subject *s, const answer *a) {
  printf("%s, %s\n", s->law.law->name,
         s->pressure ? lash_spin_name(s->pressure) : "against rolling");
  if (s->pressure) printf("  force        %.10g N\n", a->force);
  printf("  torque       %.10g N m\n", a->torque);
  if (s->pressure) printf("  rho          %.10g (sliding over spin times radius)\n", a->rho);
  for (int k = s->pressure ? VT : W; k < VARIABLES; k++) {
    if (s->pressure) printf("  d force/d %-3s %.10g\n", names[k], a->force_by[k]);
    printf("  d torque/d %-2s %.10g\n", names[k], a->torque_by[k]);
  }
}

static void json_partials(json *j, const subject *s, const char *what, const double *by) {
  json_object(j, what);
  for (int k = s->pressure ? VT : W; k < VARIABLES; k++) json_number(j, names[k], by[k]);
  json_object_end(j);
}

static void print_json(const subject *s, const answer *a) {
  json j = json_object_to(stdout);
  json_string(&j, "law", s->law.law->name);
  if (s->pressure) {
    json_string(&j, "spin", lash_spin_name(s->pressure));
    json_number(&j, "force", a->force);
  }
  json_number(&j, "torque", a->torque);
  if (s->pressure) {
    json_number(&j, "rho", a->rho);
    json_partials(&j, s, "d_force", a->force_by);
  }
  json_partials(&j, s, "d_torque", a->torque_by);
  json_end(&j);
}

/* ---------------------------------------------------------------------------------------- range */

static lash_status sweep(subject *s, const char *over, const show_options *show,
                         lash_error *error) {
  cli_range range;
  lash_curve curve;
  lash_status status = cli_range_read(over, &range, error);
  const double *place = status == LASH_OK ? place_of(s, range.name, error) : NULL;
  if (!place) return error->status;
  const size_t which = (size_t)(place - s->at);
  if (status == LASH_OK) status = check_load(s, which == N, error);
  if (status == LASH_OK && which == N && fmin(range.from, range.to) < 0)
    status = lash_fail(error, LASH_BAD_INPUT, "--over: N < 0 is a pull; it must be >= 0");
  if (status == LASH_OK) status = curve_allocate(&curve, range.count, error);
  if (status != LASH_OK) return status;
  const char *heading[] = {columns[which], "torque_N_m", "force_N"};
  curve.names = heading;
  curve.columns = s->pressure ? 3 : 2;
  for (size_t i = 0; i < range.count; i++) {
    s->at[which] = cli_range_at(&range, i);
    const answer a = ask(s);
    const double row[] = {s->at[which], a.torque, a.force};
    memcpy(curve.data + curve.columns * curve.rows++, row, curve.columns * sizeof *row);
  }
  const char *name = s->law.law->name;
  if (show->plot) status = plot_curve(&curve, name, name, 0, 1, show->plot, error);
  if (status == LASH_OK && (show->csv || !show->plot)) curve_print_csv(&curve, stdout);
  curve_free(&curve);
  return status;
}

/* -------------------------------------------------------------------------------------- command */

lash_status law_turning(const char *law, cli_settings *settings, const cli_settings *at,
                        const char *over, const show_options *show, lash_error *error) {
  subject s = {.at = {[N] = NAN}};
  lash_status status = take_words(settings, &s, error);
  if (status == LASH_OK) status = cli_friction(law, settings, &s.law, error);
  const lash_params *known = &s.law.params;
  if (status == LASH_OK) status = cli_settings_all_used(settings, &known, 1, error);
  if (status == LASH_OK) status = choose_dimension(&s, error);
  if (status == LASH_OK) status = cli_at_read(at, place_of, &s, error);
  if (status == LASH_OK && over) return sweep(&s, over, show, error);
  if (status == LASH_OK) status = check_load(&s, false, error);
  if (status == LASH_OK && (show->csv || show->plot))
    status = lash_fail(error, LASH_BAD_INPUT, "a curve needs a range: add --over %s=FROM:TO",
                       s.pressure ? "vt" : "w");
  if (status != LASH_OK) return status;
  const answer a = ask(&s);
  (show->json ? print_json : print_words)(&s, &a);
  return LASH_OK;
}
