/* A program that reads a text and does its work: gnuplot, dot. No shell is between. */
#ifndef LASH_PROGRAM_H
#define LASH_PROGRAM_H

#include "lash_core.h"

/* Runs argv[0], found along PATH, in `folder` (NULL: here) with `input` as its standard input, and
 * waits for it. What it prints goes to the file with descriptor `output` (-1: where our own goes).
 * Fails when it is not there or does not end with 0. */
lash_status program_feed(const char *const argv[], const char *folder, const char *input,
                         size_t size, int output, lash_error *error);

#endif
