/* Bytes as letters: base64 (RFC 4648), written as they come. */
#ifndef LASH_CLI_BASE64_H
#define LASH_CLI_BASE64_H

#include <stdio.h>

typedef struct base64 {
  FILE *out;
  unsigned char held[3];
  int count;
} base64;

void base64_put(base64 *b, const void *bytes, size_t size);
void base64_flush(base64 *b); /* at the end */

#endif
