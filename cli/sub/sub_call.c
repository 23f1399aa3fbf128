/* lash sub call: one call of one routine, with everything it sees given on the command line. */
#include <string.h>

#include "json.h"
#include "lash_supervisor.h"
#include "option_keys.h"
#include "sub.h"

typedef struct arguments {
  const char *routine, *kind;
  bool json;
  bool test; /* put it through its paces instead */
  sub_bench bench;
  lash_error error;
} arguments;

enum {
  OPTION_MARKER = 1000,
  OPTION_STRING,
  OPTION_ARRAY,
  OPTION_SPLINE,
  OPTION_SET,
  OPTION_NUMBERS /* and one for each of SUB_NUMBERS after it */
};

#define NUMBER_OPTION(key, option, most, meaning) \
  {option, OPTION_NUMBERS + SUB_##key, most == 1 ? "N" : "LIST", 0, meaning, 0},

static const struct argp_option options[] = {
    {"kind", OPTION_TEXT(arguments, kind), "KIND", 0,
     "Kind of routine: gforce, sforce, vforce, contact-normal, … (that of the routine's name)", 0},
    {"marker", OPTION_MARKER, "ID=LIST", 0,
     "Marker: x,y,z[,psi,theta,phi[,vx,vy,vz[,wx,wy,wz[,accelerations]]]]; 3-1-3 angles in radians",
     0},
    {"string", OPTION_STRING, "ID=TEXT", 0, "A STRING statement", 0},
    {"array", OPTION_ARRAY, "ID=LIST", 0, "An ARRAY statement", 0},
    {"spline", OPTION_SPLINE, "ID=LIST", 0, "A SPLINE statement: x1,y1,x2,y2,…", 0},
    {"set", OPTION_SET, "NAME(IDS)=LIST", 0,
     "What another function returns: VARVAL(3)=0.5, DIF(2)=1, FORCE(11,21)=fx,fy,fz,tx,ty,tz", 0},
    {"units", OPTION_TEXT(arguments, bench.units), "NAME", 0,
     "Units of the model: mks, mmks, cgs or ips", 0},
    {"file", OPTION_TEXT(arguments, bench.file), "TEXT", 0, "Spline_read: FILE", 0},
    {"block", OPTION_TEXT(arguments, bench.block), "TEXT", 0, "Spline_read: BLOCK", 0},
    {"json", OPTION_TRUE(arguments, json), NULL, 0, "Print JSON", 0},
    SUB_NUMBERS(NUMBER_OPTION){0}};

#define NUMBER_RULE(key, option, most, meaning) {option, most},
static const struct {
  const char *name;
  int most;
} rules[] = {SUB_NUMBERS(NUMBER_RULE)};

static error_t parse(int key, char *arg, struct argp_state *state) {
  arguments *a = state->input;
  sub_bench *b = &a->bench;
  if (option_take(options, key, arg, a, &a->error)) return 0;
  if (option_word(key, arg, state, &a->routine, "one routine at a time")) return 0;
  if (a->error.status != LASH_OK) return 0;
  if (key >= OPTION_NUMBERS && key < OPTION_NUMBERS + SUB_KEY_COUNT) {
    int n = key - OPTION_NUMBERS;
    sub_read_numbers(rules[n].name, arg, rules[n].most, &b->numbers[n], &a->error);
    return 0;
  }
  switch (key) {
    case OPTION_MARKER:
      sub_add_marker(b, arg, &a->error);
      return 0;
    case OPTION_STRING:
      sub_add_string(b, arg, &a->error);
      return 0;
    case OPTION_ARRAY:
      sub_add_given(b, arg, true, &a->error);
      return 0;
    case OPTION_SPLINE:
      sub_add_spline(b, arg, &a->error);
      return 0;
    case OPTION_SET:
      sub_add_given(b, arg, false, &a->error);
      return 0;
    case ARGP_KEY_NO_ARGS:
      argp_error(state, "name a routine: LIBRARY::NAME");
      return 0;
    default:
      return ARGP_ERR_UNKNOWN;
  }
}

static const struct argp argp = {
    options,
    parse,
    "LIBRARY::ROUTINE",
    "Call one user subroutine with given marker states and numbers; show what it returns, which "
    "quantities it asks for, and its partial derivatives when it offers them. I, J and RM are the "
    "first two markers given unless said otherwise.\v"
    "Examples:\n"
    "  lash sub call ./spring.so::Gfosub --user 1000,20 --marker 11=0.1,0,0 --marker 21=0,0,0\n"
    "  lash sub call ./contact.so::Cnfsub --user 1e5,1.5,100,0.01 --gap=-0.02 --gapdot=-0.5\n",
    NULL,
    NULL,
    NULL};

/* ----------------------------------------------------------------------------------- finding it */

/* The kind is that of --kind, or of the routine's own name. */
static lash_status find_kind(const arguments *a, lash_routine_kind *kind, lash_error *error) {
  const char *colons = strstr(a->routine, "::");
  if (!colons) {
    return lash_fail(error, LASH_BAD_INPUT, "'%s' names no routine; write LIBRARY::ROUTINE",
                     a->routine);
  }
  lash_routine_form form;
  if (!a->kind) {
    if (lash_routine_of_symbol(colons + 2, kind, &form)) return LASH_OK;
    return lash_fail(error, LASH_BAD_INPUT,
                     "'%s' is not a default name: say --kind gforce, sforce, variable, …",
                     colons + 2);
  }
  if (lash_routine_kind_find(a->kind, kind)) return LASH_OK;
  char words[768] = "";
  size_t used = 0;
  for (int k = 0; k < LASH_ROUTINE_KIND_COUNT && used < sizeof words; k++) {
    used += (size_t)snprintf(words + used, sizeof words - used, "%s%s", k ? ", " : "",
                             lash_routine_info_at((lash_routine_kind)k)->word);
  }
  return lash_fail(error, LASH_BAD_INPUT, "--kind %s is not one of %s", a->kind, words);
}

/* ------------------------------------------------------------------------------------- printing */

static void quantity_text(const lash_quantity *q, char *text, size_t size) {
  size_t used = (size_t)snprintf(text, size, "%s(", q->name);
  for (int i = 0; i < q->npar && used < size; i++) {
    used += (size_t)snprintf(text + used, size - used, "%s%d", i ? "," : "", q->par[i]);
  }
  if (used < size) snprintf(text + used, size - used, ")");
}

static void result_name(const sub_element *e, int n, int i, char *text, size_t size) {
  if (n == 0 && e->labels && e->labels[i]) {
    snprintf(text, size, "%s", e->labels[i]);
  } else if (n == 0) {
    snprintf(text, size, "result %d", i + 1);
  } else {
    snprintf(text, size, "result %d of array %d", i + 1, n + 1);
  }
}

static void print_text(const lash_routine *routine, const sub_element *e,
                       const lash_quantities *asked, const lash_partials *partials) {
  char text[96];
  printf("%s of %s, %s interface, %s/%d, time %g, iflag %d\n", routine->symbol, routine->library,
         routine->form == LASH_FORM_C ? "C" : "Fortran",
         lash_routine_info_at(routine->kind)->statement, e->id, e->arguments.time,
         e->arguments.iflag);
  for (int n = 0; n < 3; n++) {
    for (int i = 0; i < e->arguments.output[n].count; i++) {
      result_name(e, n, i, text, sizeof text);
      printf("  %-10s %.10g\n", text, e->arguments.output[n].values[i] + 0.0); /* no "-0" */
    }
  }
  if (e->arguments.code) printf("  %-10s %d\n", "code", e->arguments.code);
  if (routine->kind == LASH_CBKSUB) {
    printf("  %-10s %d, %d, %d\n", "data", e->data[0], e->data[1], e->data[2]);
  }
  if (asked->count) puts("Asked for:");
  for (size_t i = 0; i < asked->count; i++) {
    quantity_text(&asked->list[i], text, sizeof text);
    printf("  %s\n", text);
  }
  int rows = e->arguments.output[0].count;
  for (size_t p = 0; p < partials->count; p++) {
    const lash_partial *partial = &partials->list[p];
    quantity_text(&partial->quantity, text, sizeof text);
    printf("Partial derivatives by %s:\n", text);
    for (int i = 0; i < rows; i++) {
      for (int k = i; k < partial->count; k += rows) printf(" %12.6g", partial->values[k]);
      putchar('\n');
    }
  }
}

static void print_json(const lash_routine *routine, const sub_element *e,
                       const lash_quantities *asked, const lash_partials *partials) {
  static const char *const names[3] = {"results", "results_2", "results_3"};
  char text[96];
  json j = json_object_to(stdout);
  json_string(&j, "routine", routine->symbol);
  json_string(&j, "library", routine->library);
  json_string(&j, "form", routine->form == LASH_FORM_C ? "C" : "Fortran");
  json_string(&j, "kind", lash_routine_info_at(routine->kind)->word);
  json_number(&j, "time", e->arguments.time);
  json_integer(&j, "iflag", e->arguments.iflag);
  for (int n = 0; n < 3; n++) {
    if (e->arguments.output[n].count || n == 0) {
      json_numbers(&j, names[n], e->arguments.output[n].values,
                   (size_t)e->arguments.output[n].count);
    }
  }
  json_integer(&j, "code", e->arguments.code);
  if (routine->kind == LASH_CBKSUB) {
    json_array(&j, "data");
    for (int i = 0; i < 3; i++) json_integer(&j, NULL, e->data[i]);
    json_array_end(&j);
  }
  json_array(&j, "asked");
  for (size_t i = 0; i < asked->count; i++) {
    quantity_text(&asked->list[i], text, sizeof text);
    json_string(&j, NULL, text);
  }
  json_array_end(&j);
  json_array(&j, "partials");
  for (size_t p = 0; p < partials->count; p++) {
    quantity_text(&partials->list[p].quantity, text, sizeof text);
    json_object(&j, NULL);
    json_string(&j, "by", text);
    json_numbers(&j, "values", partials->list[p].values, (size_t)partials->list[p].count);
    json_object_end(&j);
  }
  json_end(&j);
}

/* ------------------------------------------------------------------------------------------ run */

static lash_status call_routine(arguments *a, lash_loader *loader, lash_quantities *asked,
                                lash_partials *partials, lash_error *error) {
  lash_routine_kind kind;
  lash_routine routine;
  sub_element element;
  lash_sdk_store store = {0};
  lash_status status = find_kind(a, &kind, error);
  if (status == LASH_OK) status = sub_element_make(&element, kind, &a->bench, error);
  if (status == LASH_OK) status = sub_bench_ready(&a->bench, error);
  if (status == LASH_OK) status = lash_loader_find(loader, kind, a->routine, &routine, error);
  if (status != LASH_OK) return status;
  if (a->test) return sub_test_run(&a->bench, &routine, &element, error);
  const lash_sdk_call call = {
      .host = &a->bench.host, .asked = asked, .partials = partials, .store = &store};
  status = lash_routine_call(&routine, &call, &element.arguments, error);
  if (status == LASH_OK) (a->json ? print_json : print_text)(&routine, &element, asked, partials);
  lash_sdk_store_free(&store);
  return status;
}

static lash_status call_once(void *context, lash_error *error) {
  arguments *a = context;
  lash_quantities asked = {0};
  lash_partials partials = {0};
  lash_loader *loader = lash_loader_new();
  if (!loader) return lash_fail(error, LASH_FAILURE, "out of memory");
  lash_loader_set_release(loader, (int)sub_number(&a->bench, SUB_RELEASE, 2023));
  /* what is typed is meant: here too */
  lash_status status = lash_loader_add_folder(loader, ".", error);
  if (status == LASH_OK) status = call_routine(a, loader, &asked, &partials, error);
  lash_quantities_free(&asked);
  lash_partials_free(&partials);
  lash_loader_free(loader);
  return status;
}

static const struct argp test_argp = {
    options,
    parse,
    "LIBRARY::ROUTINE",
    "Put a routine of a GFORCE, VFORCE or SFORCE through what a solver asks of it: the same force "
    "for "
    "the same state whatever was tried in between, honest dependency passes, partial derivatives "
    "against differences, saving and restoring, a force that moves along with its markers, and no "
    "energy from a closed motion. I swings about the place of its --marker. The exit status is 1 "
    "when "
    "a demand is not met.\v"
    "Examples:\n"
    "  lash sub test ./spring.so::Gfosub --user 1000,20 --marker 11=0.1,0,0 --marker 21=0,0,0\n",
    NULL,
    NULL,
    NULL};

static lash_status run_with(const struct argp *how, bool test, int argc, char **argv) {
  static arguments a; /* static: zero, and too large for comfort on the stack */
  a.test = test;
  lash_status status = cli_parse(how, argc, argv, &a);
  if (status != LASH_OK) return status;
  status = a.error.status;
  if (status == LASH_OK) {
    const lash_supervisor_options limits = {.routine_limit = sub_number(&a.bench, SUB_LIMIT, 10)};
    status = lash_supervise(&limits, call_once, &a, &a.error);
  }
  sub_bench_free(&a.bench);
  return status == LASH_OK ? LASH_OK : cli_report(&a.error);
}

lash_status sub_call(int argc, char **argv) { return run_with(&argp, false, argc, argv); }

lash_status sub_test(int argc, char **argv) { return run_with(&test_argp, true, argc, argv); }
