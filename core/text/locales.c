#include "locales.h"

#include <pthread.h>

static locale_t plain;

/* Made once and kept: it is as good as part of the program. Without memory for it, nothing is
 * changed. */
static void make_plain(void) { plain = newlocale(LC_ALL_MASK, "C", (locale_t)0); }

locale_t plain_numbers_begin(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, make_plain);
  return plain ? uselocale(plain) : (locale_t)0;
}

void plain_numbers_end(locale_t before) {
  if (before) uselocale(before);
}
