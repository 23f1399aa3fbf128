/* lash impact: two bodies meet on a contact law. */
#include <math.h>

#include "cli.h"
#include "json.h"
#include "meeting.h"
#include "option_keys.h"
#include "output.h"
#include "output_options.h"
#include "plot.h"

typedef struct arguments {
  meeting meeting;
  show_options show;
  const char *film;
} arguments;

static const struct argp_option options[] = {
    {"film", OPTION_TEXT(arguments, film), "NAME", 0,
     "Drop through oil: film law (`lash laws --kind film`), its parameters by --set too", 0},
    OPTION_LETTER('f'),
    {0}};

static error_t parse(int key, char *arg, struct argp_state *state) {
  arguments *a = state->input;
  if (option_take(options, key, arg, a, NULL)) return 0;
  if (key != ARGP_KEY_INIT) return ARGP_ERR_UNKNOWN;
  state->child_inputs[0] = &a->meeting;
  state->child_inputs[1] = &a->show;
  return 0;
}

static const struct argp_child children[] = {
    {&meeting_argp, 0, NULL, 0}, {&show_argp, 0, NULL, 0}, {0}};

static const struct argp argp = {
    options,
    parse,
    NULL,
    "Let two bodies meet on a contact law: the restitution it really returns, contact time, "
    "greatest "
    "penetration and force.\v"
    "Example: Lankarani-Nikravesh asked for 0.5 returns 0.7252\n"
    "  lash impact --law lankarani_nikravesh --set e=0.5 --set K=1e8 --mass 1 --speed 0.3\n"
    "A journal in its bearing, drawn:\n"
    "  lash impact --law johnson --set E=207e9 --set nu=0.3 --set Ri=0.010 --set Rj=0.0095 \\\n"
    "    --set L=0.015 --set hysteresis=flores --set e=0.9 --speed 0.1 --plot impact.svg\n"
    "Through oil, from the middle of the gap and back:\n"
    "  lash impact --law lankarani_nikravesh --set K=6.6e10 --set e=0.9 --film short \\\n"
    "    --set R=0.01 --set c=0.5e-3 --set L=0.02 --set viscosity=0.002 --mass 0.5 --speed 1.5\n",
    children,
    NULL,
    NULL};

static void print_json(const lash_contact *contact, const lash_impact_result *r) {
  json j = json_object_to(stdout);
  json_string(&j, "law", contact->law->name);
  json_number(&j, "e_out", r->e_out);
  json_number(&j, "contact_time", r->contact_time);
  json_number(&j, "delta_max", r->delta_max);
  json_number(&j, "force_max", r->force_max);
  json_number(&j, "energy_lost", r->energy_lost);
  json_boolean(&j, "tension_cut", r->clamped);
  json_end(&j);
}

static void print_table(const lash_contact *contact, const lash_impact_result *r) {
  printf("%s\n", contact->law->name);
  printf("  restitution returned   %.6g\n", r->e_out);
  printf("  contact time           %.6g s\n", r->contact_time);
  printf("  greatest penetration   %.6g m\n", r->delta_max);
  printf("  greatest force         %.6g N\n", r->force_max);
  printf("  energy lost            %.6g J\n", r->energy_lost);
  if (r->clamped) puts("  the law asked for tension, which was cut: that changes the restitution");
}

static void print_oil_json(const lash_contact *contact, const lash_film *film,
                           const lash_oil_impact_result *r) {
  json j = json_object_to(stdout);
  json_string(&j, "law", contact->law->name);
  json_string(&j, "film", film->law->name);
  json_number(&j, "e_out", r->e_out);
  json_number(&j, "touch_speed", r->touch_speed);
  json_number(&j, "e_max", r->e_max);
  json_number(&j, "force_max", r->force_max);
  json_number(&j, "energy_oil", r->energy_oil);
  json_number(&j, "energy_contact", r->energy_contact);
  json_number(&j, "time", r->time);
  json_number(&j, "e_end", r->e_end);
  json_boolean(&j, "stopped", r->stopped);
  json_end(&j);
}

static void print_oil_table(const lash_contact *contact, const lash_film *film,
                            const lash_oil_impact_result *r) {
  const double c = lash_params_get(&film->params, "c");
  printf("%s in oil (%s)\n", contact->law->name, film->law->name);
  if (isnan(r->touch_speed))
    puts("  the surfaces do not touch");
  else
    printf("  speed at touch         %.6g m/s\n", r->touch_speed);
  if (r->stopped)
    printf("  stays                  %.6g m from the middle (%.4g of the clearance)\n", r->e_end,
           r->e_end / c);
  else
    printf("  speed returned         %.6g of the first, in the middle of the gap\n", r->e_out);
  printf("  smallest gap           %.6g m\n", c - r->e_max);
  printf("  greatest force         %.6g N\n", r->force_max);
  printf("  energy lost in oil     %.6g J\n", r->energy_oil);
  printf("  and in contact         %.6g J\n", r->energy_contact);
}

/* Both show their numbers unless it is the curve that is printed. */
static lash_status meet(const arguments *a, const lash_contact *contact, double mass,
                        lash_curve *curve, lash_error *error) {
  lash_impact_result r;
  lash_status status = lash_impact_run(contact, mass, a->meeting.speed, &r, curve, error);
  if (!status && a->show.plot)
    status = plot_curve(curve, contact->law->name, "Impact: force over penetration", 1, 3,
                        a->show.plot, error);
  if (!status && !a->show.csv) (a->show.json ? print_json : print_table)(contact, &r);
  return status;
}

static lash_status meet_in_oil(const arguments *a, const lash_contact *contact,
                               const lash_film *film, double mass, lash_curve *curve,
                               lash_error *error) {
  lash_oil_impact_result r;
  lash_status status = lash_impact_oil_run(contact, film, mass, a->meeting.speed, &r, curve, error);
  if (!status && a->show.plot)
    status = plot_curve(curve, film->law->name, "Through oil: speed over place", 1, 2, a->show.plot,
                        error);
  if (!status && !a->show.csv) (a->show.json ? print_oil_json : print_oil_table)(contact, film, &r);
  return status;
}

static lash_status impact(void *context, lash_error *error) {
  arguments *a = context;
  lash_contact contact;
  lash_film film;
  lash_curve curve;
  meeting *m = &a->meeting;
  const double mass = meeting_mass(m);
  const lash_params *known[] = {&contact.params, &film.params};
  lash_status status = show_check(&a->show, error);
  if (!status && !m->law)
    status = lash_fail(error, LASH_BAD_INPUT, "which law? Give --law NAME; `lash laws` lists them");
  if (!status) status = cli_contact(m->law, &m->settings, mass, &contact, error);
  if (!status && a->film) status = cli_film(a->film, &m->settings, &film, error);
  if (!status) status = cli_settings_all_used(&m->settings, known, a->film ? 2 : 1, error);
  if (!status) status = curve_allocate(&curve, 20000, error);
  if (status) return status;
  status = a->film ? meet_in_oil(a, &contact, &film, mass, &curve, error)
                   : meet(a, &contact, mass, &curve, error);
  if (!status && a->show.csv) curve_print_csv(&curve, stdout);
  curve_free(&curve);
  return status;
}

static lash_status run(int argc, char **argv) {
  arguments a = {.meeting = {.mass = 1, .speed = 1}};
  return cli_run(&argp, argc, argv, &a, &a.meeting.error, impact);
}

const lash_command cmd_impact = {
    .name = "impact", .summary = "let two bodies meet on a contact law", .run = run, .laws = true};
