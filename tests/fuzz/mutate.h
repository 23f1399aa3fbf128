/* Random changes to inputs, always the same ones. */
#ifndef LASH_FUZZ_MUTATE_H
#define LASH_FUZZ_MUTATE_H

#include "fuzz.h"

typedef struct input {
  uint8_t *bytes;
  size_t size;
} input;

typedef struct inputs {
  input *item;
  size_t count;
} inputs;

void inputs_add(inputs *list, const uint8_t *bytes, size_t size);
void inputs_free(inputs *list);

/* The words of a libFuzzer dictionary: lines with "word" and \xNN. False: it cannot be read. */
bool words_read(inputs *words, const char *path);

enum { MUTANT_MAX = 8192 };

/* One of `seeds` with a few changes: bits, bytes, pieces left out, doubled or taken from another,
 * words of `words`. Gives its size; the bytes go to `mutant`. `state` is that of the draw. */
size_t mutate(const inputs *seeds, const inputs *words, uint64_t *state,
              uint8_t mutant[MUTANT_MAX]);

#endif
