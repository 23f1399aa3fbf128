/* What fuzz targets share. A target is a file NAME.c with one function, fuzz_one(): it feeds bytes
 * of unknown origin to one reader and uses whatever comes out. It is linked with libFuzzer to look
 * for trouble (scripts/fuzz.sh), and with replay.c to go through the corpus, and through random
 * changes of it, as a plain test. */
#ifndef LASH_FUZZ_H
#define LASH_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lash_core.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A failure must say why: an empty message is a finding. */
static inline void fuzz_told(lash_status status, const lash_error *error) {
  if (status != LASH_OK && error->message[0] == '\0') abort();
}

/* The bytes as a text of exactly their size and its end, so that reading past it is found. */
static inline char *fuzz_text(const uint8_t *data, size_t size) {
  char *text = malloc(size + 1);
  if (!text) abort();
  if (size) memcpy(text, data, size);
  text[size] = '\0';
  return text;
}

/* A file of these bytes, ENDING in a folder of this process; the path stays good until the next
 * call with the same ending. */
const char *fuzz_file(const char *ending, const uint8_t *data, size_t size);

/* The folder itself. */
const char *fuzz_folder(void);

#endif
