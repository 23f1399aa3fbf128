/* Models of any size, as text: chains, trees, rows of loops. */
#ifndef LASH_TEST_LARGE_MODELS_H
#define LASH_TEST_LARGE_MODELS_H

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static char *text;
static size_t length, room;
static int markers, joints;

static void say(const char *format, ...) {
  if (room - length < 1000) text = realloc(text, room = 2 * room + 4096);
  va_list arguments;
  va_start(arguments, format);
  length += (size_t)vsnprintf(text + length, room - length, format, arguments);
  va_end(arguments);
}

static int mark(int part, double x, double y) {
  say("MARKER/%d, PART=%d, QP=%.15g,%.15g,0\n", ++markers, part, x, y);
  return markers;
}

static void part(int id, double x, double y) {
  say("PART/%d, MASS=1, CM=%d, IP=.1,.2,.15, QG=%.15g,%.15g,0\n", id, markers + 1, x, y);
  mark(id, 0, 0);
}

static void hinge(int i, int j) { say("JOINT/%d, REVOLUTE, I=%d, J=%d\n", ++joints, i, j); }

static void chain(int count) {
  int end = mark(1, 0, 0);
  for (int k = 0; k < count; k++) {
    part(k + 2, k + 0.5, 0);
    hinge(mark(k + 2, -0.5, 0), end);
    end = mark(k + 2, 0.5, 0);
  }
}

static void tree(int count) {
  for (int k = 0; k < count; k++) {
    const int parent = k == 0 ? 1 : (k - 1) / 2 + 2;
    const double x = 0.01 * k, y = 0.02 * k;
    const double px = parent == 1 ? 0 : 0.01 * (parent - 2), py = 2 * px;
    part(k + 2, x, y);
    hinge(mark(k + 2, -0.1, 0), mark(parent, x - 0.1 - px, y - py));
  }
}

static void four_bars(int count) {
  for (int k = 0; 3 * k < count; k++) {
    const int a = 3 * k + 2;
    const double x = 10 * k;
    part(a, x, 0.5), part(a + 1, x + 1.5, 1.5), part(a + 2, x + 3, 1);
    hinge(mark(a, 0, -0.5), mark(1, x, 0));
    hinge(mark(a + 1, -1.5, -0.5), mark(a, 0, 0.5));
    hinge(mark(a + 2, 0, 1), mark(a + 1, 1.5, 0.5));
    hinge(mark(a + 2, 0, -1), mark(1, x + 3, 0));
  }
}

/* Windows in a row, each with an upright in common with the next: one long assembly of loops. */
static void windows(int count) {
  int left = 0;
  for (int k = 0; k <= count / 2; k++) {
    const int upright = 2 * k + 2, bar = 2 * k + 1;
    part(upright, k, 0.5);
    hinge(mark(upright, 0, -0.5), mark(1, k, 0));
    if (k > 0) {
      part(bar, k - 0.5, 1);
      hinge(mark(bar, -0.5, 0), left);
      hinge(mark(bar, 0.5, 0), mark(upright, 0, 0.5));
    }
    left = mark(upright, 0, 0.5);
  }
}

static void free_parts(int count) {
  for (int k = 0; k < count; k++) part(k + 2, k, 0);
}

static void (*const families[])(int) = {chain, tree, four_bars, windows, free_parts};
static const char *const names[] = {"chain", "tree", "four-bars", "windows", "free parts"};
enum { FAMILIES = sizeof families / sizeof *families };

static inline const char *model(void (*family)(int), int count) {
  length = 0, markers = 0, joints = 0;
  say("PART/1, GROUND\nACCGRAV/JGRAV=-9.81\n");
  family(count);
  return text;
}

#endif
