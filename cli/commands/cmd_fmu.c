/* lash fmu: joints and mechanisms as FMUs for other programs, and a look at anybody's FMU. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cli.h"
#include "export.h"
#include "files.h"
#include "json.h"
#include "option_keys.h"

enum {
  KEY_SHAPE = 1000,
  KEY_NORMAL,
  KEY_FRICTION,
  KEY_LATCH,
  KEY_VERSION,
  KEY_INPUT,
  KEY_END,
  KEY_STEP,
  KEY_ERROR,
  KEY_KIND
};
enum { SETS_MAX = 64, INPUTS_MAX = 64 };

typedef struct arguments {
  const char *what, *file, *shape, *folder, *out;
  char words[4096]; /* of a joint */
  size_t used;
  const char *set[SETS_MAX];
  int input[INPUTS_MAX];
  export_model model;
  int version;
  bool json;
} arguments;

static const struct argp_option options[] = {
    {"shape", KEY_SHAPE, "JOINT", 0,
     "joint: ball, revolute, cylindrical, stops, sphere_sphere, sphere_plane, sphere_cylinder, "
     "sphere_bore, planar_slider, prismatic, gears, cam_flat, cam_roller",
     0},
    {"normal", KEY_NORMAL, "LAW", 0, "joint: contact law, ours or FILE::LAW", 0},
    {"friction", KEY_FRICTION, "LAW", 0, "joint: friction law", 0},
    {"set", 's', "NAME=VALUE", 0,
     "joint: a size or a parameter of a law, such as Ri=0.0105; model: as for `lash run`, "
     "STATEMENT/ID.ARG=VALUE, and a parameter of the FMU",
     0},
    {"latch", KEY_LATCH, "event|state", 0,
     "joint: how the approach speed is kept; state is for importers without events", 0},
    {"input", KEY_INPUT, "VARIABLE/ID", 0,
     "model: a VARIABLE that comes from outside, beside those of PINPUTs", 0},
    {"kind", KEY_KIND, "cs|me|fixed", 0,
     "model: for Co-Simulation (the FMU integrates; default), Model Exchange (the importer does), "
     "or "
     "Co-Simulation by fixed steps of printed equations (sources inside, for Windows too)",
     0},
    {"end", KEY_END, "TIME", 0, "model: stop time that importers are to suggest", 0},
    {"step", KEY_STEP, "TIME", 0,
     "model: communication step that importers are to suggest; --kind fixed: its own step", 0},
    {"error", KEY_ERROR, "ERROR", 0, "model: local error of the integration", 0},
    {"integrator", OPTION_TEXT(arguments, model.integrator), "NAME", 0,
     "model: instead of the dataset's", 0},
    {"plot", OPTION_TRUE(arguments, model.plot), NULL, 0,
     "model: run it to --end and put a picture of its REQUESTs into the documentation", 0},
    {"from", OPTION_TEXT(arguments, folder), "FOLDER", 0, "joint: where laws from outside are", 0},
    {"fmi", KEY_VERSION, "2|3", 0, "Version of the standard (3)", 0},
    {"out", OPTION_TEXT(arguments, out), "FILE.fmu", 0, "The file to write", 0},
    OPTION_LETTER('o'),
    {"json", OPTION_TRUE(arguments, json), NULL, 0, "Print JSON", 0},
    {0}};

static void add_word(struct argp_state *state, arguments *a, const char *key, const char *value) {
  const size_t room = sizeof a->words - a->used;
  const int n = snprintf(a->words + a->used, room, "%s%s%s%s", a->used ? " " : "", key,
                         *key ? "=" : "", value);
  if (n < 0 || (size_t)n >= room) argp_error(state, "the words of the joint are too many");
  a->used += (size_t)n;
}

static double positive(struct argp_state *state, const char *option, const char *text) {
  double value;
  if (!lash_parse_number(text, &value) || !(value > 0))
    argp_error(state, "--%s wants a number above 0, not '%s'", option, text);
  return value;
}

static void add_set(struct argp_state *state, arguments *a, const char *text) {
  if (!strchr(text, '=')) argp_error(state, "--set wants NAME=VALUE, not '%s'", text);
  if (a->model.sets == SETS_MAX) argp_error(state, "more than %d --set", SETS_MAX);
  a->set[a->model.sets++] = text;
}

static void add_input(struct argp_state *state, arguments *a, const char *text) {
  const char *slash = strchr(text, '/');
  char *end;
  const long id = strtol(slash ? slash + 1 : text, &end, 10);
  if (*end || id < 1 || id > INT32_MAX || (slash && strncasecmp(text, "VARIABLE/", 9) != 0))
    argp_error(state, "--input wants VARIABLE/ID, not '%s'", text);
  if (a->model.inputs == INPUTS_MAX) argp_error(state, "more than %d --input", INPUTS_MAX);
  a->input[a->model.inputs++] = (int)id;
}

static bool is(const arguments *a, const char *what) { return strcmp(a->what, what) == 0; }

/* All has been said. */
static void finish(struct argp_state *state, arguments *a) {
  if (!a->what || (!is(a, "joint") && !is(a, "model") && !is(a, "check")))
    argp_error(state, "say joint, model or check");
  if (is(a, "check") && !a->file) argp_error(state, "which FMU is to be checked?");
  if (is(a, "model") && !a->file) argp_error(state, "which dataset is to be an FMU?");
  if (is(a, "joint") && !a->shape) argp_error(state, "--shape says which joint");
  if (a->model.plot && (!is(a, "model") || a->model.fixed || !(a->model.stop > 0)))
    argp_error(state, "--plot wants a model of kind cs or me, and --end");
  if (!is(a, "check") && !a->out) argp_error(state, "--out says which file to write");
  for (size_t i = 0; is(a, "joint") && i < a->model.sets; i++) add_word(state, a, "", a->set[i]);
  a->model.dataset = a->file;
  a->model.set = a->set;
  a->model.input = a->input;
}

static error_t parse(int key, char *arg, struct argp_state *state) {
  static const char *const words[] = {"normal", "friction", "latch"};
  static const char *const names[] = {"end", "step", "error"};
  arguments *a = state->input;
  double *const numbers[] = {&a->model.stop, &a->model.step, &a->model.error};
  if (option_take(options, key, arg, a, NULL)) return 0;
  switch (key) {
    case KEY_SHAPE:
      add_word(state, a, "joint", strcmp(arg, "ball") == 0 ? "spherical" : arg);
      a->shape = arg;
      return 0;
    case KEY_NORMAL:
    case KEY_FRICTION:
    case KEY_LATCH:
      add_word(state, a, words[key - KEY_NORMAL], arg);
      return 0;
    case 's':
      add_set(state, a, arg);
      return 0;
    case KEY_INPUT:
      add_input(state, a, arg);
      return 0;
    case KEY_KIND:
      a->model.exchange = strcmp(arg, "me") == 0;
      a->model.fixed = strcmp(arg, "fixed") == 0;
      if (!a->model.exchange && !a->model.fixed && strcmp(arg, "cs") != 0)
        argp_error(state, "--kind is cs, me or fixed, not '%s'", arg);
      return 0;
    case KEY_END:
    case KEY_STEP:
    case KEY_ERROR:
      *numbers[key - KEY_END] = positive(state, names[key - KEY_END], arg);
      return 0;
    case KEY_VERSION:
      if (strcmp(arg, "2") != 0 && strcmp(arg, "3") != 0)
        argp_error(state, "--fmi is 2 or 3, not '%s'", arg);
      a->version = arg[0] - '0';
      return 0;
    case ARGP_KEY_ARG:
      if (state->arg_num == 0) a->what = arg;
      if (state->arg_num == 1) a->file = arg;
      if (state->arg_num > 1) argp_error(state, "one file at a time");
      return 0;
    case ARGP_KEY_END:
      finish(state, a);
      return 0;
    default:
      return ARGP_ERR_UNKNOWN;
  }
}

static const struct argp argp = {
    options,
    parse,
    "joint --shape JOINT --normal LAW … --out FILE.fmu\nmodel MODEL.adm --out FILE.fmu\ncheck "
    "FILE.fmu",
    "Write a clearance joint or contact (Model Exchange) or a whole dataset (Co-Simulation, Model "
    "Exchange) as an "
    "FMU, FMI 2.0 or 3.0, for other programs; or check an FMU.\v"
    "Examples:\n"
    "  lash fmu joint --shape ball --set Ri=0.0105 --set Rj=0.010 --normal flores --set K=1e10 "
    "--set e=0.9 --out out/joint.fmu\n"
    "  lash fmu model validation/rssr/rssr.adm --end 0.05 --out out/rssr.fmu\n"
    "  lash fmu check out/joint.fmu\n",
    NULL,
    NULL,
    NULL};

static lash_status write_fmu(const arguments *a, lash_error *error) {
  export_report r;
  const bool joint = is(a, "joint");
  const char *kind = joint || a->model.exchange ? "Model Exchange" : "Co-Simulation";
  if (!joint && out_apart("--out", a->out, a->file, error) != LASH_OK) return error->status;
  const lash_status status =
      joint ? fmu_export_joint(a->out, a->version, a->words, a->folder, &r, error)
            : fmu_export_model(a->out, a->version, &a->model, &r, error);
  if (status != LASH_OK) return status;
  if (!a->json) {
    printf("%s: FMI %d.0, %s, %zu variables, %zu states, %zu event indicators; %s%s\n", a->out,
           a->version, kind, r.variables, r.states, r.indicators,
           r.windows ? "binaries for Linux and Windows" : "a binary for Linux",
           r.sources ? ", sources" : "");
    return LASH_OK;
  }
  json j = json_object_to(stdout);
  json_string(&j, "file", a->out);
  json_integer(&j, "fmi", a->version);
  json_string(&j, "kind", kind);
  json_integer(&j, "variables", (long long)r.variables);
  json_integer(&j, "states", (long long)r.states);
  json_integer(&j, "indicators", (long long)r.indicators);
  json_boolean(&j, "windows", r.windows);
  json_boolean(&j, "sources", r.sources);
  json_end(&j);
  return LASH_OK;
}

typedef struct findings {
  json j;
  bool as_json;
  size_t count;
} findings;

static void on_finding(void *context, const char *text) {
  findings *f = context;
  f->count++;
  if (f->as_json)
    json_string(&f->j, NULL, text);
  else
    printf("  %s\n", text);
}

static lash_status check(const arguments *a, lash_error *error) {
  findings f = {.as_json = a->json};
  export_checked done;
  if (a->json) {
    f.j = json_object_to(stdout);
    json_string(&f.j, "file", a->file);
    json_array(&f.j, "findings");
  }
  const lash_status status = fmu_check(a->file, on_finding, &f, &done, error);
  if (a->json) {
    json_array_end(&f.j);
    json_integer(&f.j, "fmi", done.version);
    json_boolean(&f.j, "schemas", done.schemas);
    json_end(&f.j);
  } else if (status == LASH_OK) {
    printf("%s: FMI %d.0, %zu findings%s\n", a->file, done.version, f.count,
           done.schemas ? "" : "; no schemas to hold it against (LASH_FMI_SCHEMA)");
  }
  if (status != LASH_OK || f.count == 0) return status;
  return lash_fail(error, LASH_BAD_INPUT, "%s breaks rules of the standard", a->file);
}

static lash_status check_or_write(void *a, lash_error *error) {
  return is(a, "check") ? check(a, error) : write_fmu(a, error);
}

static lash_status run(int argc, char **argv) {
  arguments a = {.version = 3};
  return cli_run(&argp, argc, argv, &a, NULL, check_or_write);
}

const lash_command cmd_fmu = {
    .name = "fmu",
    .summary = "a joint or a mechanism as an FMU; check an FMU",
    .run = run,
    .user_code = true}; /* routines of a dataset, laws from outside of a joint */
