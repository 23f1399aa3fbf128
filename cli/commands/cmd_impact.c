/* lash impact: two bodies meet on a contact law. */
#include <math.h>

#include "cli.h"
#include "json.h"
#include "meeting.h"
#include "output.h"
#include "output_options.h"
#include "plot.h"

typedef struct arguments {
  meeting meeting;
  show_options show;
} arguments;

static error_t parse(int key, char *arg, struct argp_state *state) {
  arguments *a = state->input;
  (void)arg;
  if (key != ARGP_KEY_INIT) return ARGP_ERR_UNKNOWN;
  state->child_inputs[0] = &a->meeting;
  state->child_inputs[1] = &a->show;
  return 0;
}

static const struct argp_child children[] = {
    {&meeting_argp, 0, NULL, 0}, {&show_argp, 0, NULL, 0}, {0}};

static const struct argp argp = {
    NULL,
    parse,
    NULL,
    "Let two bodies meet on a contact law: the restitution it really returns, contact time, "
    "greatest "
    "penetration and force.\v"
    "Example: Lankarani-Nikravesh asked for 0.5 returns 0.7252\n"
    "  lash impact --law lankarani_nikravesh --set e=0.5 --set K=1e8 --mass 1 --speed 0.3\n"
    "A journal in its bearing, drawn:\n"
    "  lash impact --law johnson --set E=207e9 --set nu=0.3 --set Ri=0.010 --set Rj=0.0095 \\\n"
    "    --set L=0.015 --set hysteresis=flores --set e=0.9 --speed 0.1 --plot impact.svg\n",
    children,
    NULL,
    NULL};

static void print_json(const lash_contact *contact, const lash_impact_result *r) {
  json j;
  json_start(&j, stdout);
  json_object(&j, NULL);
  json_string(&j, "law", contact->law->name);
  json_number(&j, "e_out", r->e_out);
  json_number(&j, "contact_time", r->contact_time);
  json_number(&j, "delta_max", r->delta_max);
  json_number(&j, "force_max", r->force_max);
  json_number(&j, "energy_lost", r->energy_lost);
  json_boolean(&j, "tension_cut", r->clamped);
  json_object_end(&j);
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

static lash_status impact(arguments *a, lash_error *error) {
  lash_contact contact;
  lash_impact_result result;
  lash_curve curve;
  meeting *m = &a->meeting;
  const double mass = meeting_mass(m);
  lash_status status = cli_contact(m->law, &m->settings, mass, &contact, error);
  if (status != LASH_OK) return status;
  const lash_params *known[] = {&contact.params};
  status = cli_settings_all_used(&m->settings, known, 1, error);
  if (status == LASH_OK) status = curve_allocate(&curve, 20000, error);
  if (status != LASH_OK) return status;

  status = lash_impact_run(&contact, mass, m->speed, &result, &curve, error);
  if (status == LASH_OK && a->show.plot) {
    plot_line line = {contact.law->name, &curve};
    plot p = {"Impact: force over penetration", 1, 3, &line, 1};
    status = plot_draw(&p, a->show.plot, error);
  }
  if (status == LASH_OK) {
    if (a->show.csv) {
      curve_print_csv(&curve, stdout);
    } else if (a->show.json) {
      print_json(&contact, &result);
    } else {
      print_table(&contact, &result);
    }
  }
  curve_free(&curve);
  return status;
}

static lash_status run(int argc, char **argv) {
  arguments a = {.meeting = {.mass = 1, .speed = 1}};
  lash_status status = cli_parse(&argp, argc, argv, &a);
  if (status != LASH_OK) return status;
  lash_error error;
  if (a.meeting.status != LASH_OK) return cli_report(&a.meeting.error);
  status = show_check(&a.show, &error);
  if (status == LASH_OK && !a.meeting.law) {
    status =
        lash_fail(&error, LASH_BAD_INPUT, "which law? Give --law NAME; `lash laws` lists them");
  }
  if (status == LASH_OK) status = impact(&a, &error);
  return status == LASH_OK ? LASH_OK : cli_report(&error);
}

const lash_command cmd_impact = {
    .name = "impact", .summary = "let two bodies meet on a contact law", .run = run, .laws = true};
