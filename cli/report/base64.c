#include "report.h"

void base64_flush(base64 *b) {
  static const char digit[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  if (!b->count) return;
  for (int i = b->count; i < 3; i++) b->held[i] = 0;
  const unsigned v = (unsigned)b->held[0] << 16 | (unsigned)b->held[1] << 8 | b->held[2];
  for (int i = 0; i < 4; i++) {
    fputc(i <= b->count ? digit[v >> (18 - 6 * i) & 63] : '=', b->out);
  }
  b->count = 0;
}

void base64_put(base64 *b, const void *bytes, size_t size) {
  const unsigned char *p = bytes;
  for (size_t i = 0; i < size; i++) {
    b->held[b->count++] = p[i];
    if (b->count == 3) base64_flush(b);
  }
}
