/* The table of measures, and what their arguments name. */
#include "lash_measures.h"
#include "lash_space.h"

const lash_measure_row lash_measure_table[LASH_MEASURE_COUNT] = {
#define ROW(name, class, least, most, words, form, pick) \
  {#name, words, LASH_MEASURE_##class, least, most, LASH_FORM_##form, pick},
    LASH_MEASURES(ROW)
#undef ROW
};

int lash_measure_find(const char *name) {
  if (lash_same_name(name, "VTORQ")) return LASH_MEASURE_VTORQUE; /* as Adams spells it */
  for (int i = 0; i < LASH_MEASURE_COUNT; i++) {
    if (lash_same_name(lash_measure_table[i].name, name)) return i;
  }
  return -1;
}

const char *lash_measure_name(lash_measure_kind kind) { return lash_measure_table[kind].name; }

lash_measure_class lash_measure_class_of(lash_measure_kind kind) {
  return lash_measure_table[kind].depends_on;
}

int lash_measure_least_args(lash_measure_kind kind) { return lash_measure_table[kind].least; }
int lash_measure_most_args(lash_measure_kind kind) { return lash_measure_table[kind].most; }
const char *lash_measure_words(lash_measure_kind kind) { return lash_measure_table[kind].words; }

bool lash_measure_counts_turns(lash_measure_kind kind) {
  return kind == LASH_MEASURE_AX || kind == LASH_MEASURE_AY || kind == LASH_MEASURE_AZ;
}

const char *lash_measure_statement(lash_measure_kind kind) {
  return kind == LASH_MEASURE_BUSH   ? "BUSHING"
         : kind == LASH_MEASURE_SPDP ? "SPRINGDAMPER"
                                     : lash_measure_table[kind].name;
}

/* --------------------------------------------------------------------------------------- arrays */

#define ONE(a)         LASH_MEASURE_##a
#define THREE(a, b, c) ONE(a), ONE(b), ONE(c)
#define THRICE(a)      THREE(a, a, a)

static const lash_measure_array arrays[] = {
    {"DISP", 3, 6, {THREE(DX, DY, DZ), THREE(PSI, THETA, PHI)}},
    {"TDISP", 3, 3, {THREE(DX, DY, DZ)}},
    {"RDISP", 2, 3, {THREE(PSI, THETA, PHI)}},
    {"VEL", 4, 6, {THREE(VX, VY, VZ), THREE(WX, WY, WZ)}},
    {"TVEL", 4, 3, {THREE(VX, VY, VZ)}},
    {"RVEL", 3, 3, {THREE(WX, WY, WZ)}},
    {"ACC", 4, 6, {THREE(ACCX, ACCY, ACCZ), THREE(WDTX, WDTY, WDTZ)}},
    {"TACC", 4, 3, {THREE(ACCX, ACCY, ACCZ)}},
    {"RACC", 4, 3, {THREE(WDTX, WDTY, WDTZ)}},
    {"FORCE", 3, 6, {THREE(FX, FY, FZ), THREE(TX, TY, TZ)}},
    {"TFORCE", 3, 3, {THREE(FX, FY, FZ)}},
    {"RFORCE", 3, 3, {THREE(TX, TY, TZ)}},
    {"UVX", 2, 3, {THRICE(UVX)}},
    {"UVY", 2, 3, {THRICE(UVY)}},
    {"UVZ", 2, 3, {THRICE(UVZ)}},
    {"DC", 2, 9, {THRICE(UVX), THRICE(UVY), THRICE(UVZ)}},
};

const lash_measure_array *lash_measure_array_find(const char *name) {
  for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++)
    if (lash_same_name(arrays[k].name, name)) return &arrays[k];
  return NULL;
}

lash_measure_kind lash_measure_array_item(const lash_measure_array *array, int n, const int *args,
                                          int count, int item_args[LASH_MEASURE_ARGS]) {
  const lash_measure_row *m = &lash_measure_table[array->kind[n]];
  for (int k = 0; k < LASH_MEASURE_ARGS; k++) item_args[k] = k < count && k < m->most ? args[k] : 0;
  if (m->form == LASH_FORM_DIRECTION) item_args[2] = n % 3 + 1;
  return array->kind[n];
}

/* ------------------------------------------------------------------------------------ arguments */

enum { BODY_FIXED = 1, SPACE_FIXED = 13, SEQUENCES_END = 25, EULER_PARAMETERS = 27 }; /* types */

/* Types 1 to 12 are body-fixed, 13 to 24 space-fixed sequences in the same order. */
static lash_status ask_orientation(const int *args, lash_measure_question *question,
                                   lash_error *error) {
  const int type = args[0], component = args[1];
  const bool angles = type >= BODY_FIXED && type < SEQUENCES_END;
  if (!angles && type != EULER_PARAMETERS)
    return lash_fail(
        error, LASH_UNSUPPORTED,
        "ORIENT(%d, …) is not offered; types 1 to 24 (sequences of three turns) and 27 "
        "(Euler parameters) are",
        type);
  if (component < 1 || component > (angles ? 3 : 4))
    return lash_fail(error, LASH_BAD_INPUT, "ORIENT(%d, %d, …): a component is one of 1 to %d",
                     type, component, angles ? 3 : 4);
  question->component = component - 1;
  if (angles) {
    const bool space = type >= SPACE_FIXED;
    /* 3-2-1 backwards is 1-2-3, and so on; those that end as they begin stay */
    static const int backwards[12] = {5, 3, 4, 1, 2, 0, 6, 7, 8, 9, 10, 11};
    const int sequence = space ? backwards[type - SPACE_FIXED] : type - BODY_FIXED;
    const int turn = space ? 3 - component : component - 1;
    question->component =
        LASH_ORIENT_ANGLES + (int)lash_angle_of_sequence(sequence, turn) - LASH_ANGLE_SEQUENCES;
  }
  question->marker[0] = args[2];
  question->marker[1] = args[3];
  return LASH_OK;
}

static lash_status ask_element(lash_measure_kind kind, const int *args,
                               lash_measure_question *question, lash_error *error) {
  question->id = args[0];
  question->on_j = args[1] != 0;
  question->component = args[2];
  question->marker[2] = args[3];
  if (kind == LASH_MEASURE_GCON && args[2] == 0) question->component = 1; /* GCON(id): its size */
  if (question->component >= 1 && question->component <= 8) return LASH_OK;
  return lash_fail(error, LASH_BAD_INPUT,
                   "component %d of %s(%d, …) is not in 1 to 8: 1 |F|, 2-4 F, 5 |T|, 6-8 T",
                   args[2], lash_measure_table[kind].name, args[0]);
}

lash_status lash_measure_ask(lash_measure_kind kind, const int args[LASH_MEASURE_ARGS],
                             lash_measure_question *question, lash_error *error) {
  const lash_measure_row *m = &lash_measure_table[kind];
  *question = (lash_measure_question){{0}, 0, 0, false};
  if (m->form == LASH_FORM_ASKED) return LASH_OK;
  if (m->form == LASH_FORM_ORIENTATION) return ask_orientation(args, question, error);
  if (m->form == LASH_FORM_ELEMENT) return ask_element(kind, args, question, error);
  /* magnitudes have no use for axes: what stands third is the frame */
  const bool no_axes =
      m->form == LASH_FORM_APPROACH || (m->form <= LASH_FORM_SPIN_RATE && m->pick == 3);
  question->marker[0] = args[0];
  question->marker[1] = args[1];
  if (m->form == LASH_FORM_DIRECTION) {
    question->component = args[2] - 1;
    if (args[2] >= 1 && args[2] <= 3) return LASH_OK;
    return lash_fail(error, LASH_BAD_INPUT, "component %d is not 1, 2 or 3", args[2]);
  }
  if (m->most > 2) question->marker[no_axes ? 3 : 2] = args[2];
  if (m->most > 3) question->marker[3] = args[3];
  return LASH_OK;
}

lash_status lash_measure_no_marker(const char *measure, int id, lash_error *error) {
  return lash_fail(error, LASH_BAD_INPUT, "%s: there is no MARKER/%d; name a marker of the dataset",
                   measure, id);
}

double lash_wrench_component(const double wrench[6], int component) {
  if (component == 1) return norm3(wrench);
  if (component == 5) return norm3(wrench + 3);
  return component < 5 ? wrench[component - 2] : wrench[component - 3];
}
