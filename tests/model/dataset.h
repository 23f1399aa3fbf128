/* Small datasets as text, for tests of the reader. */
#ifndef LASH_TEST_DATASET_H
#define LASH_TEST_DATASET_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lash_model.h"
#include "unity.h"

/* Two parts with a marker each: what most statements need around them. */
#define TWO_PARTS                                    \
  "two parts\n"                                      \
  "PART/1, GROUND\n"                                 \
  "MARKER/1, PART=1\n"                               \
  "MARKER/3, PART=1, FLOATING\n"                     \
  "PART/2, MASS=2, CM=2, IP=1,1,1\n"                 \
  "MARKER/2, PART=2, QP=1,0,0\n"                     \
  "MARKER/4, PART=2\n"                               \
  "MARKER/5, PART=2, FLOATING\n"                     \
  "JOINT/1, REVOLUTE, I=1, J=4\n"                    \
  "JOINT/2, TRANSLATIONAL, I=1, J=4\n"               \
  "GRAPHICS/1, ELLIPSOID, CM=1, XS=1, YS=1, ZS=1\n"  \
  "GRAPHICS/2, CYLINDER, CM=2, LENGTH=1, RADIUS=1\n" \
  "VARIABLE/1, FUNCTION=TIME\n"                      \
  "ARRAY/1, X, SIZE=2\n"                             \
  "ARRAY/2, U, VARIABLES=1\n"                        \
  "ARRAY/3, Y, SIZE=1\n"                             \
  "ARRAY/4, IC, NUMBERS=1,2\n"                       \
  "MATRIX/1, FULL=RORDER, ROWS=2, COLUMNS=2, VALUES=1,2,3,4\n"

/* The line on which text after TWO_PARTS begins. */
enum { AFTER_PARTS = 19 };

static lash_model model;
static lash_error model_error;

/* Reads a dataset into `model`; the test frees it with lash_model_free. */
static inline lash_status read_text(const char *text) {
  return lash_model_parse(&model, "test.adm", text, strlen(text), &model_error);
}

static inline char *joined(const char *a, const char *b) {
  char *text = malloc(strlen(a) + strlen(b) + 8);
  sprintf(text, "%s%s\nEND\n", a, b);
  return text;
}

/* Reads TWO_PARTS followed by `text`. */
static inline lash_status read_with_parts(const char *text) {
  char *whole = joined(TWO_PARTS, text);
  lash_status status = read_text(whole);
  free(whole);
  return status;
}

static inline void expect_clean(lash_status status) {
  const lash_diagnostics *d = &model.diagnostics;
  TEST_ASSERT_EQUAL_INT_MESSAGE(LASH_OK, status, d->count ? d->item[0].message : "no message");
}

/* Fails unless a finding of this severity stands on `line` and says `words`. */
static inline void expect_finding(lash_severity severity, int line, const char *words) {
  char seen[2048] = "nothing";
  for (size_t i = 0; i < model.diagnostics.count; i++) {
    const lash_diagnostic *d = &model.diagnostics.item[i];
    if (d->severity == severity && d->line == line && strstr(d->message, words)) return;
    size_t used = i ? strlen(seen) : 0;
    snprintf(seen + used, sizeof seen - used, "[%d] %s; ", d->line, d->message);
  }
  char message[2300];
  snprintf(message, sizeof message, "wanted '%s' on line %d, got: %s", words, line, seen);
  TEST_FAIL_MESSAGE(message);
}

#endif
