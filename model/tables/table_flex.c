/* FLEX_BODY: a modal body in a file of ours. */
#include "finish.h"

static void finish_flex_body(finish_context *context, void *element) {
  const lash_flex_body *body = element;
  lash_pose frame;
  lash_error error;
  if (lash_flex_body_pose(context->model, body, &frame, &error) != LASH_OK)
    finish_error(context, body, "%s", error.message);
}

#define FLEX_FILE \
  "modal neutral files are not read; make a modal file with `lash flex` and name it with FILE"

static const argument flex_body_rows[] = {
    TEXT(lash_flex_body, "FILE", file, .flags = ARG_REQUIRED | ARG_PATH),
    NUMBERS(lash_flex_body, "MODES", modes),
    EXPRESSION(lash_flex_body, "CRATIO", cratio),
    TEXT(lash_flex_body, "ROUTINE", cratio.routine),
    NUMBERS(lash_flex_body, "DMODE", dmode),
    NUMBERS(lash_flex_body, "VMODE", vmode),
    PLACEMENT(lash_flex_body),
    VELOCITIES(lash_flex_body),
    ROTATION_RATES(lash_flex_body),
    MASK(lash_flex_body, "EXACT", exact, exact_words, 0),
    UNUSED("INVARIANTS", "all inertia invariants are always used"),
    QUIET("CHAR_LEN"),
    UNUSED("STABILITY_FACTOR", "statics need no help from it"),
    UNUSED("MEXACT", "modal coordinates are moved as constraints need"),
    UNSUPPORTED("MNF_FILE", FLEX_FILE),
    UNSUPPORTED("DB_FILE", FLEX_FILE),
    UNSUPPORTED("BDF_FILE", FLEX_FILE),
    UNSUPPORTED("MATRICES", FLEX_FILE),
    UNSUPPORTED("DYNAMIC_LIMIT", "quasi-static modes are not offered; leave modes out with MODES"),
};
STATEMENT(FLEX_BODY, flex_body_rows, .finish = finish_flex_body);
