/* lash compare MODEL.adm: arguments, defaults, and what to do with them. */
#include "compare_model.h"

#include <string.h>

#include "cli.h"
#include "files.h"
#include "lash_clearance.h"
#include "meter.h"
#include "option_keys.h"
#include "run.h"
#include "study_options.h"

enum { KEY_PARAM = 1000 };

typedef struct arguments {
  study_options study;
  lash_texts_list params, choices;
  const char *laws, *friction, *film, *wear, *rolling, *reference;
  double members, scatter;
  lash_error error;
} arguments;

static const struct argp_option options[] = {
    {"laws", OPTION_TEXT(arguments, laws), "A,B,…", 0,
     "Contact laws for the joints with clearance; the first is the reference", 1},
    OPTION_LETTER('l'),
    {"friction", OPTION_TEXT(arguments, friction), "A,B,…", 0,
     "Friction laws for them; none: no friction", 1},
    {"film", OPTION_TEXT(arguments, film), "A,B,…", 0, "Film laws for them; none: dry", 1},
    {"wear", OPTION_TEXT(arguments, wear), "A,B,…", 0, "Wear laws for them; none: unworn", 1},
    {"rolling", OPTION_TEXT(arguments, rolling), "A,B,…", 0,
     "Friction laws of rolling for them; none: they roll freely", 1},
    {"param", KEY_PARAM, "NAME=VALUE", 0, "Parameter for every law that has it", 1},
    {"ensemble", OPTION_COUNT(arguments, members), "N", 0,
     "N starts per variant, scattered within the clearance", 1},
    {"scatter", OPTION_POSITIVE(arguments, scatter), "SIZE", 0,
     "How far starts are scattered, in the dataset's length (default: a quarter of the play)", 1},
    {"reference", OPTION_TEXT(arguments, reference), "COLUMN=FILE[:NAME]", 0,
     "Curve of a file (as `lash diff` reads) that a column of all variants is held against", 1},
    {0}};

/* --set X=A|B belongs to the variants, everything else to the study. */
static lash_status take_choices(arguments *a, lash_error *error) {
  lash_texts_list kept = {.count = 0};
  lash_status status = LASH_OK;
  for (size_t i = 0; i < a->study.sets.count && status == LASH_OK; i++) {
    const char *text = a->study.sets.item[i], *equals = strchr(text, '=');
    lash_texts_list *list = equals && strchr(equals, '|') ? &a->choices : &kept;
    status = lash_texts_add(list, text, error);
  }
  a->study.sets = kept;
  return status;
}

static error_t parse(int key, char *arg, struct argp_state *state) {
  arguments *a = state->input;
  if (key == ARGP_KEY_INIT) state->child_inputs[0] = &a->study;
  if (option_take(options, key, arg, a, &a->error)) return 0;
  if (key != KEY_PARAM) return key == ARGP_KEY_INIT ? 0 : ARGP_ERR_UNKNOWN;
  if (a->error.status != LASH_OK) return 0;
  if (strchr(arg, '='))
    lash_texts_add(&a->params, arg, &a->error);
  else
    lash_fail(&a->error, LASH_BAD_INPUT, "--param wants NAME=VALUE, not '%s'", arg);
  return 0;
}

static const struct argp argp = {
    options,
    parse,
    "MODEL.adm",
    "One dataset under several laws or settings: a table of measures, overlaid curves, and, with "
    "--ensemble, which differences are more than chance.\v"
    "Examples: four contact laws, with and without friction, eight starts each\n"
    "  lash compare validation/rssr/rssr.adm --laws hertz,lankarani_nikravesh,flores,exact \\\n"
    "    --friction none,ambrosio --param mu=0.1 --param friction.v0=1e-3 --param v1=1e-2 \\\n"
    "    --end 0.05 --ensemble 8 --out comparison\n"
    "Oil against none\n"
    "  lash compare validation/library/oil_in_the_pin/pin.adm --without JPRIM/1 \\\n"
    "    --film none,short,finite --end 0.012\n"
    "Any setting with alternatives\n"
    "  lash compare model.adm --set 'PART/2.MASS=1|2|4' --measure 'peak(request/1.f2)' --end 1\n",
    study_children,
    study_help,
    NULL};

/* What people look at first when no measure is named: the force of every joint with clearance. */
static lash_status default_measures(lash_study *study, lash_error *error) {
  int force, string;
  lash_status status = LASH_OK;
  for (size_t i = 0; status == LASH_OK && lash_model_joint(&study->model, i, &force, &string);
       i++) {
    char text[256];
    snprintf(text, sizeof text,
             "peak(GFORCE(%d,0,1,0)),rms(GFORCE(%d,0,1,0)),contact_fraction(GFORCE/%d),"
             "impacts(GFORCE/%d),first_impact(GFORCE/%d),absorbed(GFORCE/%d)",
             force, force, force, force, force, force);
    status = lash_measures_parse(text, &study->model, &study->measures, error);
  }
  if (status == LASH_OK && study->measures.count == 0) {
    status = lash_fail(error, LASH_BAD_INPUT, "what to compare? Give --measure");
  }
  return status;
}

static bool show_progress(void *context, size_t done, size_t all) {
  meter_show(context, done, 0, all);
  return !run_interrupted();
}

static lash_status prepare(arguments *a, lash_study *study, lash_variants *c, lash_error *error) {
  lash_status status = take_choices(a, error);
  if (status == LASH_OK) status = study_options_open(&a->study, study, error);
  if (status != LASH_OK) return status;
  if (!a->laws && !a->friction && !a->film && !a->wear && !a->rolling && a->choices.count == 0) {
    return lash_fail(error, LASH_BAD_INPUT,
                     "nothing to compare: give --laws, --friction, --film, --wear, --rolling or "
                     "--set X='A|B'");
  }
  if (study->measures.count == 0) status = default_measures(study, error);
  c->study = study;
  c->members = (size_t)a->members;
  c->scatter = a->scatter;
  c->side_by_side = (int)a->study.threads;
  const lash_variation wanted = {.laws = a->laws,
                                 .friction = a->friction,
                                 .film = a->film,
                                 .wear = a->wear,
                                 .rolling = a->rolling,
                                 .params = &a->params,
                                 .choices = &a->choices};
  if (status == LASH_OK) status = lash_variants_of_laws(&wanted, c, error);
  if (status != LASH_OK || c->members < 2 || c->scatter > 0) return status;
  lash_clearance joint;
  if (lash_clearance_at(&study->model, 0, &joint)) {
    c->scatter = joint.play / 4;
    return LASH_OK;
  }
  return lash_fail(error, LASH_BAD_INPUT,
                   "no joint tells its clearance: say with --scatter how far starts differ");
}

static lash_status show(arguments *a, lash_study *study, lash_variants *c,
                        compare_reference *reference, lash_error *error) {
  lash_status status = prepare(a, study, c, error);
  if (status == LASH_OK && a->reference)
    status = compare_reference_read(c, a->reference, reference, error);
  if (status == LASH_OK) status = folder_claim(a->study.out, error);
  if (status != LASH_OK) return status;
  meter m = meter_begin("runs", a->study.quiet);
  run_catch_interrupt();
  status = lash_variants_run(c, show_progress, &m, error);
  meter_end(&m);
  if (status != LASH_OK) return status;
  (a->study.json ? compare_print_json : compare_print)(c, stdout);
  if (a->reference && !a->study.json) status = compare_reference_print(c, reference, stdout, error);
  if (status == LASH_OK && a->study.out)
    status = compare_write(c, a->reference ? reference : NULL, a->study.out, error);
  bool any = false;
  size_t lost = 0;
  for (size_t i = 0; i < c->count; i++) {
    any |= c->variant[i].time != NULL;
    lost += c->variant[i].lost;
  }
  if (!any) return lash_fail(error, LASH_FAILURE, "every variant failed; the reasons are above");
  if (status == LASH_OK && lost)
    return lash_fail(error, LASH_FAILURE,
                     "runs lost for no fault of their own: %zu; repeat the command", lost);
  return status;
}

static lash_status compare(void *a, lash_error *error) {
  static lash_variants c; /* large */
  lash_study study = {0};
  compare_reference reference = {0};
  const lash_status status = show(a, &study, &c, &reference, error);
  compare_reference_free(&reference);
  lash_variants_free(&c);
  lash_study_close(&study);
  return status;
}

lash_status compare_model(int argc, char **argv) {
  static arguments a; /* large */
  return cli_run(&argp, argc, argv, &a, &a.error, compare);
}
