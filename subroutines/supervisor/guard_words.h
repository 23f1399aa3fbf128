/* Inside: words behind an array that somebody else's code fills, to find out that it wrote on.
 *
 *   double room[6 + GUARD_WORDS];
 *   guard_words_plant(room + 6);
 *   … the call, which fills room …
 *   if (guard_words_trampled(room + 6)) … it has written past the end
 */
#ifndef LASH_GUARD_WORDS_H
#define LASH_GUARD_WORDS_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { GUARD_WORDS = 8 };

/* A NaN that no arithmetic makes: a quiet one with a pattern of its own. */
#define GUARD_WORD UINT64_C(0x7ff9b5c3a1e0d2f4)

static inline void guard_words_plant(double *at) {
  const uint64_t word = GUARD_WORD;
  for (size_t i = 0; i < GUARD_WORDS; i++) memcpy(&at[i], &word, sizeof word);
}

static inline bool guard_words_trampled(const double *at) {
  uint64_t changed = 0, word;
  for (size_t i = 0; i < GUARD_WORDS; i++) {
    memcpy(&word, &at[i], sizeof word);
    changed |= word ^ GUARD_WORD;
  }
  return changed != 0;
}

#endif
