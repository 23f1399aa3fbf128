/* lash hosts: which multibody engines are here and what each can represent. */

#include "cli.h"
#include "json.h"
#include "lash_host.h"
#include "option_keys.h"

typedef struct arguments {
  bool json;
} arguments;

static const struct argp_option options[] = {
    {"json", OPTION_TRUE(arguments, json), NULL, 0, "Print JSON", 0}, {0}};

static error_t parse(int key, char *arg, struct argp_state *state) {
  if (option_take(options, key, arg, state->input, NULL)) return 0;
  if (key == ARGP_KEY_ARG) argp_error(state, "nothing to name here");
  return ARGP_ERR_UNKNOWN;
}

static const struct argp argp = {
    options,
    parse,
    NULL,
    "List the multibody engines of this build: version, joints, statements each refuses.\v"
    "A joint with * also closes loops. A statement a host refuses is named with its line when a "
    "dataset has one.\n\n"
    "Examples:\n"
    "  lash hosts\n"
    "  lash compare --hosts mujoco,simbody model.adm --end 1 --dtout 0.01\n",
    NULL,
    NULL,
    NULL};

static const char *const joints[] = {
    [LASH_JOINT_REVOLUTE] = "REVOLUTE",
    [LASH_JOINT_TRANSLATIONAL] = "TRANSLATIONAL",
    [LASH_JOINT_CYLINDRICAL] = "CYLINDRICAL",
    [LASH_JOINT_SPHERICAL] = "SPHERICAL",
    [LASH_JOINT_FIXED] = "FIXED",
    [LASH_JOINT_PLANAR] = "PLANAR",
    [LASH_JOINT_CONVEL] = "CONVEL",
    [LASH_JOINT_HOOKE] = "HOOKE",
    [LASH_JOINT_UNIVERSAL] = "UNIVERSAL",
    [LASH_JOINT_SCREW] = "SCREW",
    [LASH_JOINT_RACKPIN] = "RACKPIN",
};
enum { JOINTS = sizeof joints / sizeof *joints };

static const char *const primitives[] = {
    [LASH_JPRIM_ATPOINT] = "ATPOINT",
    [LASH_JPRIM_INLINE] = "INLINE",
    [LASH_JPRIM_INPLANE] = "INPLANE",
    [LASH_JPRIM_ORIENTATION] = "ORIENTATION",
    [LASH_JPRIM_PARALLEL_AXES] = "PARALLEL_AXES",
    [LASH_JPRIM_PERPENDICULAR] = "PERPENDICULAR",
};
enum { PRIMITIVES = sizeof primitives / sizeof *primitives };

static void print_reach(const char *name, lash_host_reach reach) {
  if (reach != LASH_REACH_NONE) printf(" %s%s", name, reach == LASH_REACH_LOOP ? "*" : "");
}

static void print_host(const lash_host_class *host) {
  printf("%s %s: %s\n  joints:  ", lash_host_name(host), lash_host_version(host),
         lash_host_summary(host));
  for (int type = LASH_JOINT_REVOLUTE; type < JOINTS; type++)
    print_reach(joints[type], lash_host_joint_reach(host, (lash_joint_type)type));
  fputs("\n  JPRIMs:  ", stdout);
  for (int type = LASH_JPRIM_ATPOINT; type < PRIMITIVES; type++)
    print_reach(primitives[type], lash_host_jprim_reach(host, (lash_jprim_type)type));
  fputs("\n  refuses: ", stdout);
  for (int kind = 1; kind < LASH_KIND_COUNT; kind++) {
    if (lash_host_refuses(host, (lash_kind)kind)) printf(" %s", lash_kind_name((lash_kind)kind));
  }
  putchar('\n');
}

static void json_host(json *j, const lash_host_class *host) {
  json_object(j, NULL);
  json_string(j, "name", lash_host_name(host));
  json_string(j, "version", lash_host_version(host));
  json_string(j, "summary", lash_host_summary(host));
  json_object(j, "joints");
  for (int type = LASH_JOINT_REVOLUTE; type < JOINTS; type++) {
    static const char *const words[] = {"no", "tree", "loop"};
    json_string(j, joints[type], words[lash_host_joint_reach(host, (lash_joint_type)type)]);
  }
  json_object_end(j);
  json_array(j, "refuses");
  for (int kind = 1; kind < LASH_KIND_COUNT; kind++) {
    if (lash_host_refuses(host, (lash_kind)kind)) {
      json_string(j, NULL, lash_kind_name((lash_kind)kind));
    }
  }
  json_array_end(j);
  json_object_end(j);
}

static lash_status run(int argc, char **argv) {
  arguments a = {0};
  const lash_status status = cli_parse(&argp, argc, argv, &a);
  if (status != LASH_OK) return status;
  if (!a.json) {
    for (size_t k = 0; k < lash_host_count(); k++) print_host(lash_host_at(k));
    if (lash_host_count() == 0) puts("no hosts in this build");
    return LASH_OK;
  }
  json j = json_array_to(stdout);
  for (size_t k = 0; k < lash_host_count(); k++) json_host(&j, lash_host_at(k));
  json_end(&j);
  return LASH_OK;
}

const lash_command cmd_hosts = {
    .name = "hosts", .summary = "which multibody engines are here", .run = run};
