/* Whole steps printed as C, compiled by the system's compiler: the same bits as the interpreter, on
 * every dataset that qualifies and calls nothing. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <unistd.h>

#include "datasets.h"
#include "record_print.h"
#include "record_step.h"
#include "tape_print.h"
#include "tape_program.h"

void setUp(void) {}
void tearDown(void) {}

enum { STEPS = 20, LONGEST = 400 }; /* compilers take long over larger ones */

typedef void begin_function(const double *, double *);
typedef void step_function(const double *, const double *, double *);

typedef struct printed {
  const dataset *d;
  size_t count;  /* of numbers */
  double *start; /* then those after some steps by the interpreter */
} printed;

static double step_of(const dataset *d) { return d->end / 2000; }

static void interpret(const lash_step_list *list, double h, double *numbers) {
  lash_program *program;
  lash_tape_frame *frame;
  const lash_program_options options = {.engine = LASH_TAPE_INTERPRET};
  double *next = malloc(list->count * sizeof *next);
  OK(lash_program_make(list->tape, list->next, list->count, &options, &program, &error));
  OK(lash_tape_frame_make(program, &frame, &error));
  lash_tape_frame_begin(frame, &h, NULL);
  for (int k = 0; k < STEPS; k++) {
    lash_tape_frame_run(frame, numbers, next);
    memcpy(numbers, next, list->count * sizeof *next);
  }
  free(next);
  lash_tape_frame_free(frame);
  lash_program_free(program);
}

/* Prints the step, and takes steps by the interpreter; false: there is no such list. */
static bool print_one(const dataset *d, size_t index, FILE *f, printed *made) {
  lash_recording *record;
  lash_step_list list;
  if (d->reason || !(d->end > 0)) return false;
  mechanism m = load_dataset(d);
  lash_system_set(m.system, m.t, m.y);
  OK(lash_recording_make(m.system, false, &record, &error));
  const bool can = lash_recording_step(record, &list, &error) == LASH_OK && list.count < LONGEST;
  if (can) {
    char name[20];
    snprintf(name, sizeof name, "step%zu", index);
    *made = (printed){d, list.count, malloc(2 * list.count * sizeof(double))};
    memcpy(made->start, list.start, list.count * sizeof(double));
    memcpy(made->start + list.count, list.start, list.count * sizeof(double));
    OK(lash_tape_print(list.tape, list.next, list.count, name, f, &error));
    interpret(&list, step_of(d), made->start + list.count);
    lash_step_list_free(&list);
  }
  lash_recording_free(record);
  unload(&m);
  return can;
}

static size_t print_all(const char *path, printed *made) {
  size_t count = 0;
  FILE *f = fopen(path, "w");
  TEST_ASSERT_NOT_NULL(f);
  lash_tape_print_preamble(f);
  for (int k = 0; k < DATASETS; k++) count += print_one(&datasets[k], count, f, &made[count]);
  fputs("void (*const begin[])(const double *, double *) = {", f);
  for (size_t k = 0; k < count; k++) fprintf(f, "step%zu_begin, ", k);
  fputs("};\nvoid (*const step[])(const double *, const double *, double *) = {", f);
  for (size_t k = 0; k < count; k++) fprintf(f, "step%zu, ", k);
  fputs("};\nconst unsigned members[] = {", f);
  for (size_t k = 0; k < count; k++) fprintf(f, "step%zu_members, ", k);
  fputs("};\n", f);
  TEST_ASSERT_EQUAL_INT(0, fclose(f));
  return count;
}

static void compare(const printed *p, begin_function *begin, step_function *step, size_t members) {
  const double h = step_of(p->d);
  double *x = malloc((2 * p->count + members + 1) * sizeof *x), *y = x + p->count,
         *m = y + p->count;
  memcpy(x, p->start, p->count * sizeof *x);
  begin(&h, m);
  for (int k = 0; k < STEPS; k++) {
    step(x, m, y);
    memcpy(x, y, p->count * sizeof *x);
  }
  TEST_ASSERT_EQUAL_MEMORY_MESSAGE(p->start + p->count, x, p->count * sizeof *x, p->d->path);
  free(x);
}

static void test_printed_steps_have_the_same_bits(void) {
  static printed made[DATASETS];
  char folder[] = "/tmp/lash_steps_XXXXXX", source[100], library[100], command[400];
  TEST_ASSERT_NOT_NULL(mkdtemp(folder));
  snprintf(source, sizeof source, "%s/steps.c", folder);
  snprintf(library, sizeof library, "%s/steps.so", folder);
  const size_t count = print_all(source, made);
  TEST_ASSERT_TRUE(count > 15);
  snprintf(command, sizeof command, "cc -O1 -shared -fPIC %s -o %s -lm", source, library);
  TEST_ASSERT_EQUAL_INT(0, system(command));
  void *handle = dlopen(library, RTLD_NOW);
  TEST_ASSERT_NOT_NULL(handle);
  begin_function *const *begin = dlsym(handle, "begin");
  step_function *const *step = dlsym(handle, "step");
  const unsigned *members = dlsym(handle, "members");
  TEST_ASSERT_TRUE(begin && step && members);
  for (size_t k = 0; k < count; k++) {
    compare(&made[k], begin[k], step[k], members[k]);
    free(made[k].start);
  }
  dlclose(handle);
  unlink(source);
  unlink(library);
  rmdir(folder);
}

/* A whole program begins with the numbers of the list, all of them. */
static void test_a_printed_program_begins_at_the_start(void) {
  const dataset d = {.path = "tests/hosts/models/four_bar.adm"};
  lash_recording *record;
  lash_step_list list;
  lash_print_report report;
  const lash_print_options options = {.name = "four_bar", .step = 1e-3, .end = 1, .between = 0.1};
  mechanism m = load_dataset(&d);
  lash_system_set(m.system, m.t, m.y);
  OK(lash_recording_make(m.system, false, &record, &error));
  OK(lash_recording_step(record, &list, &error));
  FILE *f = tmpfile();
  TEST_ASSERT_NOT_NULL(f);
  OK(lash_recording_print(record, &options, f, &report, &error));
  TEST_ASSERT_EQUAL_size_t(list.count, report.numbers);
  rewind(f);
  char line[2000];
  size_t seen = 0;
  while (fgets(line, sizeof line, f) && !strstr(line, "double start[")) {
  }
  while (fgets(line, sizeof line, f) && line[0] == ' ') {
    TEST_ASSERT_TRUE(seen < list.count);
    TEST_ASSERT_EQUAL_DOUBLE(list.start[seen], strtod(line, NULL));
    seen++;
  }
  TEST_ASSERT_EQUAL_size_t(list.count, seen);
  fclose(f);
  lash_step_list_free(&list);
  lash_recording_free(record);
  unload(&m);
}

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(test_printed_steps_have_the_same_bits);
  RUN_TEST(test_a_printed_program_begins_at_the_start);
  return UNITY_END();
}
