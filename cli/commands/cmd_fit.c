/* lash fit: from masses, radii, material, speed and restitution to the parameters of a law. */
#include <math.h>
#include <string.h>

#include "cli.h"
#include "json.h"
#include "lash_laws.h"
#include "lash_rigs.h"
#include "law_views.h"
#include "meeting.h"
#include "option_keys.h"

typedef struct arguments {
  meeting meeting;
  const char *film;
  double restitution, depth, scar;
  bool json;
} arguments;

static const struct argp_option options[] = {
    {"restitution", OPTION_POSITIVE(arguments, restitution), "E", 0,
     "Restitution wanted (also --set e=E)", 0},
    OPTION_LETTER('e'),
    {"depth", OPTION_POSITIVE(arguments, depth), "RATIO", 0,
     "IMPACT's depth of full damping over the greatest penetration (default 0.1)", 0},
    {"scar", OPTION_POSITIVE(arguments, scar), "M", 0,
     "A wear test instead: width of the scar in a block, or diameter of the flat on a ball", 0},
    {"film", OPTION_TEXT(arguments, film), "LAW", 0,
     "A test of oil instead: the viscosity with which a film law gives what was measured", 0},
    {"json", OPTION_TRUE(arguments, json), NULL, 0, "Print JSON", 0},
    {0}};

static error_t parse(int key, char *arg, struct argp_state *state) {
  arguments *a = state->input;
  if (option_take(options, key, arg, a, &a->meeting.error)) return 0;
  if (key != ARGP_KEY_INIT) return ARGP_ERR_UNKNOWN;
  state->child_inputs[0] = &a->meeting;
  return 0;
}

static const struct argp_child children[] = {{&meeting_argp, 0, NULL, 0}, {0}};

static const struct argp argp = {
    options,
    parse,
    NULL,
    "Find what to type: stiffness, hysteresis factor, contact time, penetration, force and a safe "
    "step "
    "size for an impact you know, and the Adams IMPACT parameters that return the same "
    "restitution.\v"
    "Example: a steel ball of 10 mm in a socket of 10.5 mm, 0.5 kg at 0.1 m/s, restitution 0.9\n"
    "  lash fit --mass 0.5 --speed 0.1 --restitution 0.9 --set E=207e9 --set nu=0.3 \\\n"
    "    --set Ri=0.0105 --set Rj=0.010 --set curvature=internal\n"
    "The law is one of the hysteresis family (default exact).\n"
    "Wear coefficient from a block on a ring (without b: a ball on a flat; mu for the law energy)\n"
    "  lash fit --scar 4.62e-3 --set R=17.5e-3 --set b=6.35e-3 --set load=300 --set way=1000\n"
    "Viscosity from a journal that stands at an eccentricity, or from the time of a squeeze\n"
    "  lash fit --film short --set R=0.01 --set c=20e-6 --set L=0.01 --set load=60 \\\n"
    "    --set speed=100 --set eccentricity=0.4\n",
    children,
    NULL,
    NULL};

/* Adams models are mostly in mm, N, s. */
static double stiffness_in_mm(const lash_fit_result *f) { return f->K * pow(1e-3, f->n); }

static void print_json(const lash_contact *contact, const lash_fit_result *f) {
  json j = json_object_to(stdout);
  json_string(&j, "law", contact->law->name);
  json_number(&j, "K", f->K);
  json_number(&j, "n", f->n);
  json_number(&j, "a", f->a);
  json_number(&j, "e_law", f->e_law);
  json_number(&j, "e_out", f->e_out);
  json_number(&j, "contact_time", f->contact_time);
  json_number(&j, "delta_max", f->delta_max);
  json_number(&j, "force_max", f->force_max);
  json_number(&j, "safe_step", f->safe_step);
  json_object(&j, "impact");
  json_number(&j, "k", f->K);
  json_number(&j, "e", f->n);
  json_number(&j, "cmax", f->impact_c);
  json_number(&j, "d", f->impact_d);
  json_object_end(&j);
  json_object(&j, "impact_mm");
  json_number(&j, "k", stiffness_in_mm(f));
  json_number(&j, "e", f->n);
  json_number(&j, "cmax", f->impact_c * 1e-3);
  json_number(&j, "d", f->impact_d * 1e3);
  json_end(&j);
}

static void print_table(const lash_contact *contact, const lash_fit_result *f) {
  printf("%s\n", contact->law->name);
  printf("  stiffness K            %.6g N/m^%g\n", f->K, f->n);
  printf("  hysteresis factor a    %.6g\n", f->a);
  printf("  give the law e =       %.6g   (returns %.6g)\n", f->e_law, f->e_out);
  printf("  contact time           %.6g s\n", f->contact_time);
  printf("  greatest penetration   %.6g m\n", f->delta_max);
  printf("  greatest force         %.6g N\n", f->force_max);
  printf("  safe step size         %.6g s   (fixed-step RK4 meets the restitution within 1 %%)\n",
         f->safe_step);
  puts("Adams IMPACT(x, xdot, x1, k, e, cmax, d) with the same restitution at this speed:");
  if (isnan(f->impact_c)) {
    puts("  none: no damping makes IMPACT lose that much over this depth; try a larger --depth");
    return;
  }
  printf("  SI       k = %.6g, e = %g, cmax = %.6g, d = %.6g\n", f->K, f->n, f->impact_c,
         f->impact_d);
  printf("  mm, N, s k = %.6g, e = %g, cmax = %.6g, d = %.6g\n", stiffness_in_mm(f), f->n,
         f->impact_c * 1e-3, f->impact_d * 1e3);
}

/* The restitution may come as --restitution or as a setting e; it is never the law's own e. */
static lash_status take_restitution(arguments *a, lash_error *error) {
  cli_settings *settings = &a->meeting.settings;
  for (cli_setting *item; (item = cli_settings_find(settings, "e"));) {
    lash_status status = cli_positive("e", item->value, &a->restitution, error);
    if (status != LASH_OK) return status;
    *item = settings->item[--settings->count];
  }
  if (a->restitution > 0 && a->restitution <= 1) return LASH_OK;
  return lash_fail(error, LASH_BAD_INPUT,
                   "give the restitution wanted, in (0, 1]: --restitution 0.9");
}

static lash_status fit_impact(arguments *a, lash_error *error) {
  lash_contact contact;
  lash_fit_result result;
  const double mass = meeting_mass(&a->meeting);
  lash_status status = take_restitution(a, error);
  if (status == LASH_OK) status = lash_laws_contact_begin(&contact, a->meeting.law, NULL, error);
  if (status != LASH_OK) return status;
  const lash_params *known[] = {&contact.params};
  status = cli_settings_apply(&a->meeting.settings, &contact.params, error);
  if (status == LASH_OK) status = cli_settings_all_used(&a->meeting.settings, known, 1, error);
  if (status == LASH_OK) {
    status =
        lash_fit_run(&contact, mass, a->meeting.speed, a->restitution, a->depth, &result, error);
  }
  if (status != LASH_OK) return status;
  (a->json ? print_json : print_table)(&contact, &result);
  return LASH_OK;
}

/* Whether something is said that only an impact has. */
static bool is_of_an_impact(const arguments *a) {
  const meeting *m = &a->meeting;
  return a->restitution > 0 || m->mass2 > 0 || m->mass != 1 || m->speed != 1 ||
         strcmp(m->law, "exact") != 0;
}

static lash_status fit_film(arguments *a, lash_error *error) {
  if (is_of_an_impact(a) || a->scar > 0)
    return lash_fail(error, LASH_BAD_INPUT,
                     "--film is of a test of oil: no law, masses, --speed, restitution or scar; "
                     "--set load, speed and eccentricity, or load and time");
  return viscosity_fit(a->film, &a->meeting.settings, a->json, error);
}

static lash_status fit_scar(arguments *a, lash_error *error) {
  if (is_of_an_impact(a))
    return lash_fail(error, LASH_BAD_INPUT,
                     "--scar is of a wear test: no law, masses, speed or restitution; --set R, b, "
                     "load, way and mu");
  return scar_fit(a->scar, &a->meeting.settings, a->json, error);
}

static lash_status fit(void *context, lash_error *error) {
  arguments *a = context;
  if (a->film) return fit_film(a, error);
  return a->scar > 0 ? fit_scar(a, error) : fit_impact(a, error);
}

static lash_status run(int argc, char **argv) {
  arguments a = {.meeting = {.law = "exact", .mass = 1, .speed = 1}, .depth = 0.1};
  return cli_run(&argp, argc, argv, &a, &a.meeting.error, fit);
}

const lash_command cmd_fit = {
    .name = "fit",
    .summary = "find parameters for an impact, a wear test or oil you know",
    .run = run,
    .laws = true};
