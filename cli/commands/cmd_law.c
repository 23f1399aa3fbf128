/* lash law: force and derivatives of one law at a point, or over a range. */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "json.h"
#include "lash_law_check.h"
#include "lash_laws.h"
#include "lash_wear.h"
#include "law_views.h"
#include "option_keys.h"
#include "output.h"
#include "output_options.h"
#include "plot.h"

typedef struct arguments {
  const char *law;
  cli_settings settings, at;
  const char *over, *formula;
  bool check;
  cli_settings params; /* of the formula */
  show_options show;
  lash_error error;
} arguments;

enum { KEY_AT = 1000 };

static const struct argp_option options[] = {
    {"set", OPTION_SETTING(arguments, settings), "NAME=VALUE", 0,
     "Parameter of the law, as often as needed", 0},
    OPTION_LETTER('s'),
    {"at", KEY_AT, "LIST", 0,
     "Where: delta=…,v=…,v0=… for a contact law; vt=…,N=…,z=…,load=… for a friction law (z1, z2, … "
     "for further states); vt=…,w=…,N=… with spin= or rolling.R=; ex=…,ey=…,ux=…,uy=…,wi=…,wj=… "
     "for "
     "a film; r=…,load=…,slid=… for wear",
     0},
    {"over", OPTION_TEXT(arguments, over), "NAME=FROM:TO[:COUNT]", 0,
     "Vary one of these over a range (201 points) for --plot and --csv", 0},
    {"formula", OPTION_TEXT(arguments, formula), "TEXT", 0,
     "Instead of LAW: a law of your own, a formula of delta, v, v0 (contact) or s, N (friction) "
     "and "
     "the names of --param",
     0},
    {"param", OPTION_SETTING(arguments, params), "NAME=VALUE", 0, "A parameter of the formula", 0},
    {0}};

static error_t parse(int key, char *arg, struct argp_state *state) {
  arguments *a = state->input;
  if (option_take(options, key, arg, a, &a->error)) return 0;
  if (a->error.status != LASH_OK) return 0;
  switch (key) {
    case ARGP_KEY_INIT:
      state->child_inputs[0] = &a->show;
      return 0;
    case KEY_AT:
      cli_settings_add(&a->at, arg, true, &a->error);
      return 0;
    case ARGP_KEY_ARG:
      if (state->arg_num == 0 && strcmp(arg, "check") == 0) {
        a->check = true;
        return 0;
      }
      if (state->arg_num > a->check) argp_error(state, "one law at a time");
      a->law = arg;
      return 0;
    default:
      return ARGP_ERR_UNKNOWN;
  }
}

static const struct argp argp = {
    options,
    parse,
    "[LAW]\ncheck LAW",
    "Evaluate one law: force and exact derivatives at a point, or a curve over a range. "
    "`check` puts a law, ours or yours, through derivatives, zero, NaN, batch, energy, units and "
    "impacts; with --plot it draws the law's portrait. SI units.\v"
    "Examples:\n"
    "  lash law lankarani_nikravesh --set K=1e8 --set e=0.9 --at delta=1e-5,v=0.1,v0=0.2\n"
    "  lash law lugre --at vt=0.001,z=1e-5\n"
    "  lash law smooth_tanh --set spin=hertz --set spin.a=1e-3 --at vt=0.02,w=40,N=100\n"
    "  lash law short --set R=0.01 --set c=20e-6 --set L=0.01 --set viscosity=0.05 \\\n"
    "    --at ex=10e-6,wj=100\n"
    "  lash law brown_mcphee --at N=10 --over vt=-0.1:0.1 --plot friction.svg\n"
    "  lash law --formula 'K*delta^1.5*(1 + a*v/v0)' --param K=1e8 --param a=0.3 \\\n"
    "    --at delta=1e-5,v=0.1,v0=0.2\n"
    "  lash law examples/law/shop::press_fit --at delta=1e-5,v=0.1,v0=0.2\n"
    "  lash law check examples/law/shop::press_fit --plot press_fit.svg\n",
    show_children,
    NULL,
    NULL};

/* ----------------------------------------------------------------------------- a law at a point */

enum { VARIABLES_MAX = 4 + LASH_FRICTION_STATES_MAX };

/* Either kind of law as a function of named numbers. */
typedef struct subject {
  bool is_friction;
  lash_contact contact;
  lash_friction friction;
  size_t count;
  char name[VARIABLES_MAX][8];
  double value[VARIABLES_MAX];
} subject;

typedef struct answer {
  double force;
  double derivative[VARIABLES_MAX];
  size_t rates;
  double zdot[LASH_FRICTION_STATES_MAX];
  unsigned flags;
} answer;

enum { AT_DELTA, AT_V, AT_V0 };
enum { AT_VT, AT_NORMAL, AT_LOAD, AT_Z };

static void add_variable(subject *s, const char *name, double standard) {
  snprintf(s->name[s->count], sizeof s->name[0], "%s", name);
  s->value[s->count++] = standard;
}

static void name_variables(subject *s) {
  s->count = 0;
  if (!s->is_friction) {
    add_variable(s, "delta", NAN);
    add_variable(s, "v", 0);
    add_variable(s, "v0", NAN);
    return;
  }
  add_variable(s, "vt", NAN);
  add_variable(s, "N", s->friction.law->traits & LASH_FRICTION_OWN_LEVEL ? 0 : NAN);
  add_variable(s, "load", 0);
  double z[LASH_FRICTION_STATES_MAX];
  lash_friction_reset(&s->friction, z);
  for (size_t i = 0; i < lash_friction_states(&s->friction); i++) {
    char name[8];
    snprintf(name, sizeof name, i ? "z%zu" : "z", i);
    add_variable(s, name, z[i]);
  }
}

static answer ask_contact(const subject *s) {
  const double *x = s->value;
  lash_contact_value f = lash_contact_eval(&s->contact, x[AT_DELTA], x[AT_V], x[AT_V0]);
  answer a = {.force = f.force, .derivative = {f.d_delta, f.d_v, f.d_v0}, .flags = f.flags};
  return a;
}

static answer ask_friction(const subject *s) {
  const double *x = s->value;
  lash_friction_input in = {
      .vt = {x[AT_VT], 0}, .normal = x[AT_NORMAL], .load = {x[AT_LOAD], 0}, .z = x + AT_Z};
  lash_friction_value f;
  lash_friction_force(&s->friction, &in, &f);
  answer a = {.force = f.force[0], .derivative = {f.d_vt[0][0], f.d_normal[0], f.d_load[0][0]}};
  a.rates = lash_friction_states(&s->friction);
  for (size_t i = 0; i < a.rates; i++) a.derivative[AT_Z + i] = f.d_z[0][i];
  if (a.rates) {
    lash_friction_rate rate;
    lash_friction_rates(&s->friction, &in, &rate);
    memcpy(a.zdot, rate.zdot, a.rates * sizeof *a.zdot);
  }
  return a;
}

static answer ask(const subject *s) { return s->is_friction ? ask_friction(s) : ask_contact(s); }

static lash_status beyond(const subject *s, lash_error *error) {
  return lash_fail(error, LASH_BAD_INPUT,
                   "%s is valid only up to delta = %g m with these parameters, not at %g m; choose "
                   "another law or a smaller penetration",
                   s->contact.law->name, lash_contact_limit(&s->contact), s->value[AT_DELTA]);
}

static const char *law_name(const subject *s) {
  return s->is_friction ? s->friction.law->name : s->contact.law->name;
}

/* A force and derivatives that are numbers, or words that name the state. */
static lash_status check_numbers(const subject *s, const answer *a, lash_error *error) {
  bool good = isfinite(a->force);
  char at[200] = "";
  size_t used = 0;
  for (size_t i = 0; i < s->count; i++) good = good && !isnan(a->derivative[i]);
  for (size_t i = 0; i < a->rates; i++) good = good && isfinite(a->zdot[i]);
  if (good) return LASH_OK;
  for (size_t i = 0; i < s->count && used < sizeof at; i++) {
    used += (size_t)snprintf(at + used, sizeof at - used, " %s=%.3g", s->name[i], s->value[i]);
  }
  return lash_fail(error, LASH_FAILURE, "%s: force or derivatives are no finite numbers at%s",
                   law_name(s), at);
}

/* ------------------------------------------------------------------------------- reading --at,
 * --over */

/* Where a variable stands, by its name; NULL: nowhere. */
static double *place_of(void *context, const char *name, lash_error *error) {
  subject *s = context;
  for (size_t i = 0; i < s->count; i++) {
    if (strcmp(s->name[i], name) == 0) return &s->value[i];
  }
  char names[256] = "";
  size_t used = 0;
  for (size_t i = 0; i < s->count && used < sizeof names; i++) {
    used += (size_t)snprintf(names + used, sizeof names - used, "%s%s", i ? ", " : "", s->name[i]);
  }
  lash_fail(error, LASH_BAD_INPUT, "%s does not depend on '%s'; it takes %s", law_name(s), name,
            names);
  return NULL;
}

/* What was not given: v0 matters only where v does; everything else must be said. */
static lash_status complete_at(subject *s, int swept, lash_error *error) {
  if (!s->is_friction && isnan(s->value[AT_V0]) &&
      (s->value[AT_V] == 0 || !(s->contact.law->traits & LASH_CONTACT_USES_V0)) && swept != AT_V) {
    s->value[AT_V0] = 1;
  }
  for (size_t i = 0; i < s->count; i++) {
    if (!isnan(s->value[i]) || (int)i == swept) continue;
    return lash_fail(error, LASH_BAD_INPUT, "%s needs %s: give --at %s=…", law_name(s), s->name[i],
                     s->name[i]);
  }
  if (s->is_friction && s->value[AT_NORMAL] < 0) {
    return lash_fail(error, LASH_BAD_INPUT, "--at: N = %g is a pull; the normal load must be >= 0",
                     s->value[AT_NORMAL]);
  }
  if (!s->is_friction && swept != AT_V0 && !(s->value[AT_V0] > 0)) {
    return lash_fail(error, LASH_BAD_INPUT, "--at: v0 = %g; the approach speed must be > 0",
                     s->value[AT_V0]);
  }
  return LASH_OK;
}

typedef struct range {
  int variable;
  cli_range over;
} range;

static lash_status read_over(subject *s, const char *text, range *r, lash_error *error) {
  const lash_status status = cli_range_read(text, &r->over, error);
  if (status != LASH_OK) return status;
  const double *place = place_of(s, r->over.name, error);
  if (place) r->variable = (int)(place - s->value);
  return place ? LASH_OK : error->status;
}

/* --------------------------------------------------------------------------------------- output */

static void print_json(const subject *s, const answer *a) {
  json j = json_object_to(stdout);
  json_string(&j, "law", law_name(s));
  json_number(&j, "force", a->force);
  json_object(&j, "derivatives");
  for (size_t i = 0; i < s->count; i++) json_number(&j, s->name[i], a->derivative[i]);
  json_object_end(&j);
  if (a->rates) json_numbers(&j, "zdot", a->zdot, a->rates);
  if (!s->is_friction) json_boolean(&j, "tension_cut", a->flags & LASH_CONTACT_CLAMPED);
  json_end(&j);
}

static void print_point(const subject *s, const answer *a) {
  printf("%s\n  force        %.10g N\n", law_name(s), a->force);
  for (size_t i = 0; i < s->count; i++)
    printf("  d force/d %-6s %.10g\n", s->name[i], a->derivative[i]);
  for (size_t i = 0; i < a->rates; i++)
    printf("  d %s/dt      %.10g\n", s->name[AT_Z + i], a->zdot[i]);
  if (a->flags & LASH_CONTACT_CLAMPED)
    puts("  the formula gives tension here, which is cut to zero");
}

static const char *column_for(const subject *s, int variable) {
  static const char *const contact_columns[] = {"delta_m", "v_m_s", "v0_m_s"};
  static const char *const friction_columns[] = {"vt_m_s", "N_N", "load_N"};
  if (!s->is_friction) return contact_columns[variable];
  return variable < AT_Z ? friction_columns[variable] : "z";
}

static lash_status sweep(subject *s, const range *r, const show_options *show, lash_error *error) {
  lash_curve curve;
  lash_status status = curve_allocate(&curve, r->over.count, error);
  if (status != LASH_OK) return status;
  const char *names[] = {column_for(s, r->variable), "force_N", "derivative"};
  curve.names = names;
  curve.columns = 3;
  for (size_t i = 0; i < r->over.count && status == LASH_OK; i++) {
    double x = cli_range_at(&r->over, i);
    s->value[r->variable] = x;
    answer a = ask(s);
    if (a.flags & LASH_CONTACT_BEYOND) status = beyond(s, error);
    double row[] = {x, a.force, a.derivative[r->variable]};
    memcpy(curve.data + 3 * curve.rows++, row, sizeof row);
  }
  if (status == LASH_OK && show->plot)
    status = plot_curve(&curve, law_name(s), law_name(s), 0, 1, show->plot, error);
  if (status == LASH_OK && (show->csv || !show->plot)) curve_print_csv(&curve, stdout);
  curve_free(&curve);
  return status;
}

/* ---------------------------------------------------------------------------------------- check */

static const char *verdict_word(lash_law_verdict verdict) {
  return verdict == LASH_LAW_MET ? "met" : verdict == LASH_LAW_TOLD ? "told" : "NOT MET";
}

static void print_findings(const char *name, const char *derivatives, const lash_law_findings *f) {
  printf("%s, derivatives %s\n", name, derivatives);
  table t = table_with("demand", "verdict", "worst", "limit", "found", NULL);
  for (size_t i = 0; i < f->count; i++) {
    const lash_law_finding *item = &f->item[i];
    table_text(&t, item->what);
    table_text(&t, verdict_word(item->verdict));
    table_number(&t, item->worst);
    table_number(&t, item->limit);
    table_text(&t, item->words);
  }
  table_show(&t, stdout);
}

static void json_findings(const char *name, const char *derivatives, const lash_law_findings *f) {
  json j = json_object_to(stdout);
  json_string(&j, "law", name);
  json_string(&j, "derivatives", derivatives);
  json_boolean(&j, "met", f->met);
  json_array(&j, "findings");
  for (size_t i = 0; i < f->count; i++) {
    const lash_law_finding *item = &f->item[i];
    json_object(&j, NULL);
    json_string(&j, "demand", item->what);
    json_string(&j, "verdict", verdict_word(item->verdict));
    json_number(&j, "worst", item->worst);
    json_number(&j, "limit", item->limit);
    json_string(&j, "found", item->words);
    json_object_end(&j);
  }
  json_end(&j);
}

static lash_status check(const subject *s, const show_options *show, lash_error *error) {
  lash_law_findings f = {0};
  const char *name, *derivatives;
  if (s->is_friction) {
    lash_law_check_friction(&s->friction, &f);
    name = s->friction.law->name, derivatives = lash_laws_friction_derivatives(s->friction.law);
  } else {
    lash_law_check_contact(&s->contact, &f);
    name = s->contact.law->name, derivatives = lash_laws_contact_derivatives(s->contact.law);
  }
  (show->json ? json_findings : print_findings)(name, derivatives, &f);
  lash_status status = LASH_OK;
  if (show->plot) {
    status = s->is_friction ? portrait_friction(&s->friction, show->plot, error)
                            : portrait_contact(&s->contact, show->plot, error);
  }
  if (status != LASH_OK || f.met) return status;
  return lash_fail(error, LASH_FAILURE, "%s does not stand every check", name);
}

/* -------------------------------------------------------------------------------------- command */

/* Does the formula speak of penetration? Then it is a contact law. */
static bool speaks_of_contact(const char *formula) {
  for (const char *at = formula; (at = strstr(at, "delta")); at++) {
    bool begins = at == formula || !(isalnum((unsigned char)at[-1]) || at[-1] == '_');
    if (begins && !(isalnum((unsigned char)at[5]) || at[5] == '_')) return true;
  }
  return false;
}

/* --formula and --param become a text of laws with one law in it. */
static lash_status define_formula(arguments *a, lash_error *error) {
  char text[8192];
  size_t used = 0;
  if (a->law) {
    return lash_fail(error, LASH_BAD_INPUT, "either LAW or --formula, not both");
  }
  if (strlen(a->formula) > 4000 || strpbrk(a->formula, "\n#")) {
    return lash_fail(error, LASH_BAD_INPUT, "--formula wants one line of at most 4000 characters");
  }
  used += (size_t)snprintf(text, sizeof text, "law given\nkind %s\nformula %s\n",
                           speaks_of_contact(a->formula) ? "contact" : "friction", a->formula);
  for (size_t i = 0; i < a->params.count && used < sizeof text; i++) {
    used += (size_t)snprintf(text + used, sizeof text - used, "param %s 1 %.60s any given\n",
                             a->params.item[i].name, a->params.item[i].value);
  }
  a->law = "formula::given";
  return lash_laws_define("formula", text, error);
}

static lash_status make_subject(arguments *a, subject *s, lash_error *error) {
  if (a->formula) {
    lash_status made = define_formula(a, error);
    if (made != LASH_OK) return made;
  }
  if (!a->law) {
    return lash_fail(error, LASH_BAD_INPUT, "which law? `lash laws` lists them");
  }
  lash_status status;
  const lash_params *known;
  lash_laws_entry entry;
  status = lash_laws_find(a->law, NULL, &entry, error);
  if (status != LASH_OK) return status;
  s->is_friction = entry.friction != NULL;
  if (s->is_friction) {
    status = cli_friction(a->law, &a->settings, &s->friction, error);
    known = &s->friction.params;
  } else {
    status = cli_contact(a->law, &a->settings, 0, &s->contact, error);
    known = &s->contact.params;
  }
  if (status == LASH_OK) status = cli_settings_all_used(&a->settings, &known, 1, error);
  if (status == LASH_OK) name_variables(s);
  return status;
}

static lash_status evaluate(void *context, lash_error *error) {
  arguments *a = context;
  lash_status status = show_check(&a->show, error);
  if (status != LASH_OK) return status;
  if (a->law && !a->formula && lash_film_law_find(a->law)) {
    if (a->check)
      return lash_fail(error, LASH_UNSUPPORTED, "check is for contact and friction laws");
    return film_at_point(a->law, &a->settings, &a->at, a->over, &a->show, error);
  }
  if (a->law && !a->formula && lash_wear_law_find(a->law)) {
    if (a->check || a->over)
      return lash_fail(error, LASH_UNSUPPORTED,
                       "check and --over are for contact and friction laws; wear takes --at");
    return wear_at_point(a->law, &a->settings, &a->at, &a->show, error);
  }
  if (a->law && !a->formula && !a->check && law_turns(&a->settings)) {
    lash_laws_entry entry;
    const lash_status found = lash_laws_find(a->law, NULL, &entry, error);
    if (found != LASH_OK || entry.friction)
      return found ? found : law_turning(a->law, &a->settings, &a->at, a->over, &a->show, error);
  }
  subject s = {0};
  range r = {.variable = -1};
  status = make_subject(a, &s, error);
  if (status == LASH_OK && a->check) return check(&s, &a->show, error);
  if (status == LASH_OK) status = cli_at_read(&a->at, place_of, &s, error);
  if (status == LASH_OK && a->over) status = read_over(&s, a->over, &r, error);
  if (status == LASH_OK) status = complete_at(&s, r.variable, error);
  if (status != LASH_OK) return status;
  if (a->over) return sweep(&s, &r, &a->show, error);
  if (a->show.csv || a->show.plot) {
    return lash_fail(error, LASH_BAD_INPUT, "a curve needs a range: add --over %s=FROM:TO",
                     s.name[0]);
  }
  answer found = ask(&s);
  if (found.flags & LASH_CONTACT_BEYOND) return beyond(&s, error);
  (a->show.json ? print_json : print_point)(&s, &found);
  return check_numbers(&s, &found, error);
}

static lash_status run(int argc, char **argv) {
  arguments a = {0};
  return cli_run(&argp, argc, argv, &a, &a.error, evaluate);
}

const lash_command cmd_law = {.name = "law",
                              .summary = "evaluate one law: force and exact derivatives",
                              .run = run,
                              .laws = true};
