/* lash flex: make flexible bodies, and look at them. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "files.h"
#include "json.h"
#include "lash_reduce.h"
#include "option_keys.h"

enum { INTERFACES = 256 };

typedef struct arguments {
  const char *type, *input, *out;
  double modes, damping;
  int interfaces[INTERFACES];
  size_t interface_count;
  bool json;
  lash_error error; /* of the first bad option */
} arguments;

static const struct argp_option options[] = {
    {"out", OPTION_TEXT(arguments, out), "BODY.lfx", 0, "Where to write the body", 0},
    OPTION_LETTER('o'),
    {"modes", 'n', "COUNT", 0,
     "Vibration modes, besides the static shapes (default: the frame's, or 20)", 0},
    {"damping", 'd', "RATIO", 0,
     "Damping of every mode, of critical (default: the frame's, or 0.02)", 0},
    {"interface", 'i', "ID,ID", 0, "Interface nodes (calculix; a frame names its own)", 0},
    {"json", OPTION_TRUE(arguments, json), NULL, 0, "One JSON value on standard output", 0},
    OPTION_LETTER('j'),
    {0}};

static void read_interfaces(arguments *a, const char *list) {
  for (const char *at = list; *at && a->error.status == LASH_OK;) {
    char *end;
    long id = strtol(at, &end, 10);
    if (end == at || id < 1 || id > 1000000000 || (*end && *end != ','))
      lash_fail(&a->error, LASH_BAD_INPUT,
                "--interface takes node numbers with commas between them, not '%s'", list);
    else if (a->interface_count == INTERFACES)
      lash_fail(&a->error, LASH_UNSUPPORTED, "more than %d interface nodes", INTERFACES);
    else
      a->interfaces[a->interface_count++] = (int)id;
    at = *end ? end + 1 : end;
  }
}

static void read_modes(arguments *a, const char *text) {
  if (!lash_parse_number(text, &a->modes) || !(a->modes >= 0 && a->modes <= LASH_MODAL_MAX_MODES) ||
      a->modes != floor(a->modes))
    lash_fail(&a->error, LASH_BAD_INPUT, "--modes takes a whole number from 0 to %d, not '%s'",
              LASH_MODAL_MAX_MODES, text);
}

static void read_damping(arguments *a, const char *text) {
  if (!lash_parse_number(text, &a->damping) || !(a->damping >= 0 && a->damping < 1))
    lash_fail(&a->error, LASH_BAD_INPUT, "--damping takes a ratio in [0, 1), not '%s'", text);
}

static error_t parse(int key, char *arg, struct argp_state *state) {
  arguments *a = state->input;
  if (option_take(options, key, arg, a, &a->error)) return 0;
  if (a->error.status != LASH_OK) return 0;
  switch (key) {
    case 'n':
      read_modes(a, arg);
      return 0;
    case 'd':
      read_damping(a, arg);
      return 0;
    case 'i':
      read_interfaces(a, arg);
      return 0;
    case ARGP_KEY_ARG:
      if (state->arg_num == 0) {
        a->type = arg;
      } else if (state->arg_num == 1) {
        a->input = arg;
      } else {
        return ARGP_ERR_UNKNOWN;
      }
      return 0;
    default:
      return ARGP_ERR_UNKNOWN;
  }
}

static const struct argp argp = {
    options,
    parse,
    "frame FILE.frame --out BODY.lfx\ncalculix JOB --out BODY.lfx --interface ID,ID\n"
    "check BODY.lfx",
    "Make a flexible body by Craig-Bampton reduction of a frame of beams or of CalculiX's stored "
    "matrices, or check one.\v"
    "Example: a round bar, 20 modes with one end held\n"
    "  printf '%s\\n' 'material steel E 2.1e11 nu 0.3 rho 7850' \\\n"
    "    'section bar round 0.2525' 'node 1 0 0 0' 'node 2 0.5535 0 0' \\\n"
    "    'beam 1 2 bar steel divide 24' 'hold 1' > crank.frame\n"
    "  lash flex frame crank.frame --out crank.lfx\n"
    "  lash flex check crank.lfx\n",
    NULL,
    NULL,
    NULL};

/* --------------------------------------------------------------------------------------- report */

static const struct {
  const char *key, *words;
  size_t offset;
} checks[] = {
    {"mass_orthogonality", "modes orthonormal by mass",
     offsetof(lash_modal_check, mass_orthogonality)},
    {"stiffness_orthogonality", "modes orthogonal by stiffness",
     offsetof(lash_modal_check, stiffness_orthogonality)},
    {"rigid_force", "elastic force of rigid motion", offsetof(lash_modal_check, rigid_force)},
    {"rigid_gap", "rigid over first elastic eigenvalue", offsetof(lash_modal_check, rigid_gap)},
    {"static_error", "static flexibility of the interface",
     offsetof(lash_modal_check, static_error)},
};
enum { CHECKS = sizeof checks / sizeof checks[0] };

static double check_at(const lash_modal *b, size_t i) {
  double value;
  memcpy(&value, (const char *)&b->check + checks[i].offset, sizeof value);
  return value;
}

static void print_json(const lash_modal *b, const lash_modal_audit *audit) {
  json j = json_object_to(stdout);
  json_string(&j, "name", b->name);
  json_integer(&j, "modes", (long long)b->mode_count);
  json_integer(&j, "nodes", (long long)b->node_count);
  json_number(&j, "mass", b->mass);
  json_numbers(&j, "centre", audit->centre, 3);
  json_numbers(&j, "inertia", audit->inertia[0], 9);
  json_array(&j, "frequencies");
  for (size_t k = 0; k < b->mode_count; k++) json_number(&j, NULL, b->mode[k].frequency);
  json_array_end(&j);
  json_number(&j, "orthonormality", audit->orthonormality);
  json_boolean(&j, "mass_definite", audit->definite);
  for (size_t i = 0; i < CHECKS; i++) json_number(&j, checks[i].key, check_at(b, i));
  json_end(&j);
}

static void print_table(const lash_modal *b, const lash_modal_audit *audit) {
  printf("%s\n", b->name);
  printf("  mass            %.10g kg\n", b->mass);
  printf("  centre of mass  %.6g %.6g %.6g m\n", audit->centre[0], audit->centre[1],
         audit->centre[2]);
  printf("  inertia         %.6g %.6g %.6g kg m^2 (xx, yy, zz about the centre)\n",
         audit->inertia[0][0], audit->inertia[1][1], audit->inertia[2][2]);
  printf("  nodes           %zu\n  modes           %zu\n", b->node_count, b->mode_count);
  puts("  mode  frequency, Hz  damping");
  for (size_t k = 0; k < b->mode_count; k++)
    printf("  %4zu  %13.6g  %7.3g\n", k + 1, b->mode[k].frequency, b->mode[k].damping);
  puts("  checks (0 is perfect)");
  for (size_t i = 0; i < CHECKS; i++) {
    if (isnan(check_at(b, i))) {
      printf("    %-38s does not apply\n", checks[i].words);
    } else {
      printf("    %-38s %.1e\n", checks[i].words, check_at(b, i));
    }
  }
  printf("    %-38s %.1e\n", "invariants agree with orthonormality", audit->orthonormality);
}

static lash_status report(const lash_modal *body, bool as_json, lash_error *error) {
  lash_modal_audit audit;
  lash_status status = lash_modal_audit_body(body, &audit, error);
  if (status != LASH_OK) return status;
  (as_json ? print_json : print_table)(body, &audit);
  if (!audit.definite || !(audit.orthonormality < 1e-6))
    return lash_fail(error, LASH_BAD_INPUT,
                     "body %s is unsound: its mass matrix is %s, its modes are orthonormal to %.1e",
                     body->name, audit.definite ? "definite" : "not definite",
                     audit.orthonormality);
  return LASH_OK;
}

/* ----------------------------------------------------------------------------------------- jobs */

static lash_status make(const arguments *a, bool calculix, lash_error *error) {
  lash_fe fe;
  lash_modal body;
  if (!a->out) return lash_fail(error, LASH_BAD_INPUT, "where to? Give --out BODY.lfx");
  if (!calculix && a->interface_count)
    return lash_fail(error, LASH_BAD_INPUT,
                     "--interface is for calculix; in a frame write 'interface NODE'");
  if (out_apart("--out", a->out, a->input, error) != LASH_OK) return error->status;
  lash_status status =
      calculix ? lash_fe_read_calculix(&fe, a->input, a->interfaces, a->interface_count, error)
               : lash_fe_read_frame(&fe, a->input, error);
  if (status != LASH_OK) return status;
  status = lash_fe_reduce(&fe, a->modes < 0 ? fe.modes : (size_t)a->modes,
                          a->damping < 0 ? fe.damping : a->damping, &body, error);
  lash_fe_free(&fe);
  if (status != LASH_OK) {
    lash_error_prefix(error, "%s", a->input);
    return status;
  }
  status = lash_modal_write(&body, a->out, error);
  if (status == LASH_OK) status = report(&body, a->json, error);
  lash_modal_free(&body);
  return status;
}

static lash_status check(const arguments *a, lash_error *error) {
  lash_modal body;
  lash_status status = lash_modal_open(&body, a->input, error);
  if (status != LASH_OK) return status;
  status = report(&body, a->json, error);
  lash_modal_free(&body);
  return status;
}

static lash_status flex(void *context, lash_error *error) {
  const arguments *a = context;
  if (!a->type || !a->input)
    return lash_fail(error, LASH_BAD_INPUT,
                     "write: lash flex frame FILE, lash flex calculix JOB, or lash flex check "
                     "BODY.lfx; `lash flex --help` shows an example");
  if (strcmp(a->type, "check") == 0) return check(a, error);
  if (strcmp(a->type, "frame") == 0 || strcmp(a->type, "calculix") == 0)
    return make(a, a->type[0] == 'c', error);
  return lash_fail(error, LASH_BAD_INPUT, "'%s' is none of frame, calculix and check", a->type);
}

static lash_status run(int argc, char **argv) {
  arguments a = {.modes = -1, .damping = -1}; /* not given: as the file has it */
  return cli_run(&argp, argc, argv, &a, &a.error, flex);
}

const lash_command cmd_flex = {
    .name = "flex", .summary = "make and check flexible bodies", .run = run};
