#include "record_print.h"

#include "record_impl.h"
#include "record_step.h"
#include "tape_print.h"

static const char entries[] =
    "/* ------------------------------------------------------------------------- real-time entry\n"
    " *\n"
    " *   double numbers[MECHANISM_NUMBERS], memory[MECHANISM_MEMORY];\n"
    " *   mechanism_start(numbers);\n"
    " *   mechanism_prepare(1e-4, memory);        the step; again when it changes\n"
    " *   mechanism_step(memory, numbers);        each step: no allocation, no loop, no call but\n"
    " *                                           for elementary functions\n"
    " *\n"
    " * numbers[0] is the time, the last ones are rates then: steps move them, nobody else.\n"
    " * mechanism_show() gives the numbers that were asked for, or for each\n"
    " * part its mass centre, its velocity and the angular velocity in the part's axes, then (for\n"
    " * those with `axes` in the table above) the rotation to ground by rows. */\n"
    "enum {\n"
    "  MECHANISM_NUMBERS = step_variables,\n"
    "  MECHANISM_MEMORY = step_members + show_members + 1,\n"
    "  MECHANISM_SHOWN = show_results\n"
    "};\n\n"
    "void mechanism_start(double *numbers);\n"
    "void mechanism_prepare(double h, double *memory);\n"
    "void mechanism_step(const double *memory, double *numbers);\n"
    "void mechanism_show(const double *memory, const double *numbers, double *shown);\n\n"
    "void mechanism_start(double *numbers) { memcpy(numbers, start, sizeof start); }\n\n"
    "void mechanism_prepare(double h, double *memory) {\n"
    "  step_begin(&h, memory);\n"
    "  show_begin(&h, memory + step_members);\n"
    "}\n\n"
    "void mechanism_step(const double *memory, double *numbers) {\n"
    "  double next[step_results];\n"
    "  step(numbers, memory, next);\n"
    "  memcpy(numbers, next, sizeof next);\n"
    "}\n\n"
    "void mechanism_show(const double *memory, const double *numbers, double *shown) {\n"
    "  show(numbers, memory + step_members, shown);\n"
    "}\n\n";

static const char sizes[] =
    "extern const unsigned mechanism_sizes[3];\n"
    "const unsigned mechanism_sizes[3] = {MECHANISM_NUMBERS, MECHANISM_MEMORY, MECHANISM_SHOWN};\n";

static const char program[] =
    "#ifndef MECHANISM_WITHOUT_MAIN\n"
    "#include <stdio.h>\n"
    "#include <stdlib.h>\n\n"
    "static void print_line(const double *memory, const double *numbers) {\n"
    "  double shown[MECHANISM_SHOWN];\n"
    "  mechanism_show(memory, numbers, shown);\n"
    "  printf(\"%.17g\", numbers[0]);\n"
    "  for (size_t p = 0; p < sizeof part / sizeof *part; p++)\n"
    "    for (int k = 0; k < 6; k++) printf(\",%.17g\", shown[part[p].first + k]);\n"
    "  printf(\"\\n\");\n"
    "}\n\n"
    "/* [END [STEP [BETWEEN]]] */\n"
    "int main(int argc, char **argv) {\n"
    "  static double numbers[MECHANISM_NUMBERS], memory[MECHANISM_MEMORY];\n"
    "  const double end = argc > 1 ? atof(argv[1]) : standard_end;\n"
    "  const double h = argc > 2 ? atof(argv[2]) : standard_step;\n"
    "  const double between = argc > 3 ? atof(argv[3]) : standard_between;\n"
    "  if (!(h > 0) || !(between > 0)) return 2;\n"
    "  mechanism_start(numbers);\n"
    "  mechanism_prepare(h, memory);\n"
    "  const double begin = numbers[0];\n"
    "  const long steps = (long)((end - begin) / h + 0.5);\n"
    "  const long each = between > h ? (long)(between / h + 0.5) : 1;\n"
    "  printf(\"time\");\n"
    "  for (size_t p = 0; p < sizeof part / sizeof *part; p++)\n"
    "    printf(\",x_%d,y_%d,z_%d,vx_%d,vy_%d,vz_%d\", part[p].id, part[p].id, part[p].id,\n"
    "           part[p].id, part[p].id, part[p].id);\n"
    "  printf(\"\\n\");\n"
    "  print_line(memory, numbers);\n"
    "  for (long k = 1; k <= steps; k++) {\n"
    "    numbers[0] = begin + (double)(k - 1) * h; /* a sum of many steps would drift */\n"
    "    mechanism_step(memory, numbers);\n"
    "    if (k % each == 0 || k == steps) print_line(memory, numbers);\n"
    "  }\n"
    "  return 0;\n"
    "}\n"
    "#endif\n";

/* Where each part's numbers begin among those shown. */
static void print_parts(const lash_recording *r, FILE *file) {
  size_t first = 0;
  fputs("static const struct { int id, first, axes; } part[] = {\n", file);
  for (size_t b = 1; b < r->system->body_count; b++) {
    const bool axes = !r->tree[b].spins;
    fprintf(file, "  {%d, %zu, %d},\n", r->system->body[b].id, first, axes);
    first += axes ? 18 : 9;
  }
  fputs("};\n\n", file);
}

static void print_program(const lash_print_options *o, FILE *file) {
  fprintf(file,
          "static const double standard_end = %.17g, standard_step = %.17g, standard_between = "
          "%.17g;\n\n",
          o->end, o->step, o->between);
  fputs(program, file);
}

static lash_status print_all(const lash_recording *r, const lash_step_list *list,
                             const lash_print_options *o, FILE *file, lash_error *error) {
  fprintf(file,
          "/* %s: its equations of motion as one fixed step of the classical Runge-Kutta method,\n"
          " * written by lash compile %s. cc -O2 FILE -lm makes a program of it. */\n"
          "#include <math.h>\n#include <stdint.h>\n#include <string.h>\n\n",
          o->name, LASH_VERSION);
  lash_tape_print_preamble(file);
  lash_status status = lash_tape_print(list->tape, list->next, list->count, "step", file, error);
  if (status == LASH_OK)
    status = lash_tape_print(list->tape, o->show ? o->show : list->show,
                             o->show ? o->shown : list->shown, "show", file, error);
  if (status != LASH_OK) return status;
  fputs("static const double start[step_variables] = {\n", file);
  for (size_t k = 0; k < list->count; k++) fprintf(file, "  %a,\n", list->start[k]);
  fputs("};\n\n", file);
  if (!o->show) print_parts(r, file);
  fputs(entries, file);
  if (o->show)
    fputs(sizes, file);
  else
    print_program(o, file);
  return ferror(file) ? lash_fail(error, LASH_FAILURE, "%s: writing failed", o->name) : LASH_OK;
}

lash_status lash_recording_print(lash_recording *r, const lash_print_options *options, FILE *file,
                                 lash_print_report *report, lash_error *error) {
  lash_step_list list;
  lash_program *program_of_step = NULL;
  lash_status status = lash_recording_step(r, &list, error);
  if (status != LASH_OK) return status;
  const lash_program_options interpreted = {.engine = LASH_TAPE_INTERPRET};
  status =
      lash_program_make(list.tape, list.next, list.count, &interpreted, &program_of_step, error);
  if (status == LASH_OK) {
    *report = (lash_print_report){list.count, lash_program_tell(program_of_step).each};
    status = print_all(r, &list, options, file, error);
  }
  lash_program_free(program_of_step);
  lash_step_list_free(&list);
  return status;
}
